"""One template, recovered from the sentences that it makes, and what of it they do not show.

`drift.recovery` finds where the values stand. Two things it cannot see here are left to the
hint, another edition's template of the same name, and told as assumed: when a plural ending or
the dots are empty, where they are the same in every sentence; and which of two placeholders is
which, where their values are the same in every sentence.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations

from ai_memory_spec.drift.recovery import NoTemplateError, Sample, recover_template
from ai_memory_spec.editing.errors import SentenceError
from ai_memory_spec.live import printable
from ai_memory_spec.phrasing import fill_template, placeholders
from ai_memory_spec.phrasing.variables import REQUIRED_VARIABLES

UNSEEN = ("s", "ellipsis")
"""Variables that are text of the sentence wherever they are the same in all of them."""

_TOKEN = re.compile(r"\{\w+\}|\w+|\s+|[^\w\s]")


@dataclass(frozen=True, slots=True, kw_only=True)
class RecoveredTemplate:
    """A template that gives every sentence back."""

    text: str
    assumed: tuple[str, ...]
    """What the hint decided, in words for the provenance."""


def recover_one(name: str, field: str, hint: str, samples: Sequence[Sample]) -> RecoveredTemplate:
    """Recover a template; the hint itself if all sentences fit it.

    Parameters:
        name: Of the template; says which placeholders it must have.
        field: The document's field whose sentences these are, for messages.
        hint: Another edition's template of this name.
        samples: At least one sentence with the values that fill it.

    Raises:
        SentenceError: With the profile and the place where no one template fits.
    """
    text = _recover(name, field, hint, samples)
    return RecoveredTemplate(text=text, assumed=tuple(_assumed(name, text, samples)))


def _recover(name: str, field: str, hint: str, samples: Sequence[Sample]) -> str:
    if all(fill_template(hint, sample.values) == sample.sentence for sample in samples):
        return hint
    needed = sorted(REQUIRED_VARIABLES[name])
    for sample in samples:
        absent = [each for each in needed if sample.values[each] not in sample.sentence]
        if absent:
            raise _no_place(name, field, sample, absent)
    unseen = [each for each in UNSEEN if each in placeholders(hint) and _same(each, samples)]
    text = _fit(name, field, _without(hint, unseen), samples)
    for each in unseen:
        others = [other for other in unseen if other != each]
        text = _place_as_in(_without(hint, others), text, each, samples[0].values[each])
    if all(each in placeholders(text) for each in needed):
        return text
    # The wording around them is another one; the most alike of all templates may have them.
    text = _fit(name, field, hint, samples)
    unplaced = [each for each in needed if each not in placeholders(text)]
    if unplaced:
        raise _no_place(name, field, samples[0], unplaced)
    return text


def _assumed(name: str, text: str, samples: Sequence[Sample]) -> Iterator[str]:
    used = tuple(dict.fromkeys(placeholders(text)))
    for variable in UNSEEN:
        if variable in used and _same(variable, samples):
            yield f"{{{variable}}} of {name}"
    for one, other in combinations([each for each in used if each not in UNSEEN], 2):
        if all(sample.values[one] == sample.values[other] for sample in samples):
            yield f"which is {{{one}}} and which {{{other}}} in {name}"


def _fit(name: str, field: str, hint: str, samples: Sequence[Sample]) -> str:
    try:
        return recover_template(hint, samples)
    except NoTemplateError as error:
        raise SentenceError(
            field,
            f"the sentence of profile {error.profile!r} does not fit one template ({name}) with "
            f"the others: character {error.offset + 1}, near {printable(error.near)!r}",
            error.profile,
            error.offset,
        ) from error


def _same(variable: str, samples: Sequence[Sample]) -> bool:
    return len({sample.values[variable] for sample in samples}) == 1


def _without(template: str, variables: Sequence[str]) -> str:
    for variable in variables:
        template = template.replace(f"{{{variable}}}", "")
    return template


def _place_as_in(hint: str, template: str, variable: str, value: str) -> str:
    """Put a variable with the same value in all sentences where the hint has it.

    That is behind the longest run of words before it in the hint, another placeholder among
    them, that stands once in the template with the value behind it; where there is none, the
    template comes back as it is.
    """
    placeholder = f"{{{variable}}}"
    tokens = _TOKEN.findall(hint[: hint.index(placeholder)])
    for start in range(len(tokens)):
        before = "".join(tokens[start:])
        if "{" in before and template.count(before + value) == 1:
            return template.replace(before + value, before + placeholder)
    return template


def _no_place(name: str, field: str, sample: Sample, variables: Sequence[str]) -> SentenceError:
    shown = ", ".join(f"{{{each}}} ({sample.values[each]!r})" for each in variables)
    return SentenceError(
        field,
        f"the sentence of profile {sample.profile!r} has no place for {shown} in the template "
        f"{name}: {printable(sample.sentence, 160)!r}; --like may name an edition with a "
        "wording that is nearer to it",
        sample.profile,
    )
