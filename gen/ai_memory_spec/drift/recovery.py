"""A server's own template, recovered from its sentences.

Two questions, one answer each:

    align_sentence    does the sentence fit this template, and with which values?
    recover_template  which one template gives all these sentences from the values known?

The second puts known values back: in one sentence every place where a value stands is a place
where its placeholder may stand, and the choice that gives all other sentences too is the
template. What no sentence can show (a value that is the same, or empty, in all of them) is
placed where the hint has it.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from itertools import combinations, islice, pairwise, product

from ai_memory_spec.phrasing import fill_template, placeholders, split_template

MAX_CHOICES = 20_000
"""So many ways to place the placeholders are tried."""
MAX_CHARACTERS = 4000
"""A longer sentence fits no template: matching must stay cheap, whatever a server sends."""

_VALUE = {
    "visible": r"\d+",
    "total": r"\d+",
    "unloaded": r"\d+",
    "n_loaded": r"\d+",
    "n_unloaded": r"\d+",
    "s": r"s?",
    "ellipsis": r"(?:, \.\.\.)?",
}
_ANY_VALUE = r".*?"
_ENDINGS = ("s", "ellipsis")
_FEW = 4
"""With more places than this, a value takes one of them or all."""
_RANKED = 200

Span = tuple[int, int]


@dataclass(frozen=True, slots=True, kw_only=True)
class Sample:
    """A sentence with the values that its template was filled with."""

    profile: str
    """Label, for messages."""
    sentence: str
    values: Mapping[str, str]


class NoTemplateError(Exception):
    """No one template gives all the sentences from the values."""

    def __init__(self, sample: Sample, offset: int) -> None:
        self.profile = sample.profile
        self.offset = offset
        """Where in that profile's sentence the nearest template fails, in characters from 0."""
        self.near = sample.sentence[max(0, offset - 20) : offset + 20]
        super().__init__(
            f"the sentence of profile {sample.profile!r} does not fit one template with the "
            f"others: character {offset + 1}, near {self.near!r}"
        )


def align_sentence(template: str, sentence: str) -> dict[str, str] | None:
    """The values that make this sentence of the template, or None if it does not fit."""
    if len(sentence) > MAX_CHARACTERS:
        return None
    pattern: list[str] = []
    seen: set[str] = set()
    for piece, is_variable in split_template(template):
        if not is_variable:
            pattern.append(re.escape(piece))
        elif piece in seen:
            pattern.append(f"(?P={piece})")
        else:
            seen.add(piece)
            pattern.append(f"(?P<{piece}>{_VALUE.get(piece, _ANY_VALUE)})")
    match = re.fullmatch("".join(pattern), sentence, re.DOTALL)
    return match.groupdict() if match else None


def recover_template(hint: str, samples: Sequence[Sample]) -> str:
    """The template of these sentences.

    Parameters:
        hint: A template of the same kind: says which placeholders to look for, and decides where
            the sentences leave a choice.
        samples: At least one. The more they differ, the less is left to the hint.

    Raises:
        NoTemplateError: With the sentence and place where the nearest template fails.
    """
    for item in samples:
        if len(item.sentence) > MAX_CHARACTERS:
            raise NoTemplateError(item, MAX_CHARACTERS)
        brace = re.search(r"[{}]", item.sentence)
        if brace:  # a template has no way to write one
            raise NoTemplateError(item, brace.start())
    pivot = max(samples, key=_distinctness)
    candidates = dict.fromkeys(_candidates(hint, pivot))
    fitting = [
        candidate
        for candidate in candidates
        if all(fill_template(candidate, item.values) == item.sentence for item in samples)
    ]
    if fitting:
        return max(fitting[:_RANKED], key=lambda candidate: _likeness(hint, candidate))
    raise _misfit(tuple(candidates)[:_RANKED], samples)


def _candidates(hint: str, sample: Sample) -> Iterator[str]:
    """Every template that gives this one sentence, as far as each value stands in it."""
    names = tuple(dict.fromkeys(placeholders(hint)))
    choices = [_places(name, sample, hint) for name in names]
    for choice in islice(product(*choices), MAX_CHOICES):
        marked = sorted(
            (span, name) for name, spans in zip(names, choice, strict=True) for span in spans
        )
        if any(one[0][1] > two[0][0] for one, two in pairwise(marked)):
            continue
        pieces: list[str] = []
        end = 0
        for span, name in marked:
            pieces += [sample.sentence[end : span[0]], f"{{{name}}}"]
            end = span[1]
        yield "".join(pieces) + sample.sentence[end:]


def _places(name: str, sample: Sample, hint: str) -> list[tuple[Span, ...]]:
    """Where the placeholder may stand: each choice is the set of places that it takes.

    None at all if the value is nowhere, as the template must show it. Endings may be words of
    the template as well, so for them nowhere is a choice too.
    """
    value = sample.values[name]
    if not value:
        return [_place_like(name, sample.sentence, hint)]
    spans = [match.span() for match in re.finditer(_bounded(name, value), sample.sentence)]
    if name in _ENDINGS:
        return [*((span,) for span in spans), ()]
    if len(spans) > _FEW:
        return [*((span,) for span in spans), tuple(spans)]
    sizes = range(1, len(spans) + 1)
    return [choice for size in sizes for choice in combinations(spans, size)]


def _bounded(name: str, value: str) -> str:
    """A value where it stands as a whole, and not inside a longer number or word."""
    text = re.escape(value)
    if value.isdigit():
        return rf"(?<![\d-]){text}(?!\d)"
    if name == "s":
        return rf"(?<=[a-z]){text}(?![a-z])"
    if name == "ellipsis":
        return text
    return rf"(?<![\w-]){text}(?![\w-])"


def _place_like(name: str, sentence: str, hint: str) -> tuple[Span, ...]:
    """An empty value's place: behind the words that stand before it in the hint."""
    before = hint[: hint.index(f"{{{name}}}")].rpartition("}")[2]
    offset = sentence.find(before) if before.strip() else -1
    return ((offset + len(before), offset + len(before)),) if offset >= 0 else ()


def _distinctness(sample: Sample) -> tuple[int, int]:
    """How well a sentence tells its values apart: non-empty ones, and different ones."""
    given = [value for value in sample.values.values() if value]
    return len(given), len(set(given))


def _likeness(hint: str, candidate: str) -> float:
    return SequenceMatcher(None, hint, candidate, autojunk=False).ratio()


def _misfit(candidates: Sequence[str], samples: Sequence[Sample]) -> NoTemplateError:
    """Where the candidate fails that fits most sentences."""
    failures: list[tuple[int, int, Sample]] = []
    for candidate in candidates:
        fitting = 0
        first: tuple[int, Sample] | None = None
        for item in samples:
            filled = fill_template(candidate, item.values)
            if filled == item.sentence:
                fitting += 1
            elif first is None:
                first = (_common(filled, item.sentence), item)
        if first is not None:
            failures.append((fitting, *first))
    _, offset, item = max(failures, key=lambda failure: failure[:2], default=(0, 0, samples[0]))
    return NoTemplateError(item, offset)


def _common(one: str, other: str) -> int:
    """Length of the common start."""
    for offset, (a, b) in enumerate(zip(one, other, strict=False)):
        if a != b:
            return offset
    return min(len(one), len(other))
