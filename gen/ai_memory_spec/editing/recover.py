"""The phrasing of an edition, recovered from its sentences.

    preview sizes, prefix   found by the tool names in the sentences
    counting rule           the one whose counts give every `summary`
    templates               found by putting the known values back
    the rest                taken from another edition, and named as assumed

The values are the core's own: whatever is recovered is filled in again and must give every
sentence back.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from ai_memory_spec.drift.recovery import Sample
from ai_memory_spec.editing.errors import SentenceError
from ai_memory_spec.editing.previews import Previews, Sides, find_previews
from ai_memory_spec.editing.template import RecoveredTemplate, recover_one
from ai_memory_spec.live import printable
from ai_memory_spec.phrasing import Edition, Phrasing, Profile, phrase, split_tools

SUMMARY = "summary"
DESCRIBE = "to_describe_to_user"


@dataclass(frozen=True, slots=True, kw_only=True)
class Heard:
    """What a server says under one profile."""

    profile: Profile
    """A profile of the edition that is being made."""
    summary: str
    describe: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Recovered:
    """A phrasing, and what of it no answer shows."""

    phrasing: Phrasing
    assumed: tuple[str, ...]
    """What was taken from the other edition, in words for the provenance."""


def recover_phrasing(edition: Edition, heard: Sequence[Heard], like: Phrasing) -> Recovered:
    """Recover templates, counting rule, preview sizes and prefix.

    Parameters:
        edition: The surface, without phrasing.
        heard: At least one profile's sentences.
        like: The phrasing that gives what no answer shows.

    Raises:
        SentenceError: With the field, profile and place where no one template fits.
    """
    for item in heard:
        _refuse_braces(item)
    previews = find_previews([_sides(edition, item) for item in heard], like.strip_prefix)
    phrasing, assumed = _with_sizes(like, previews)
    summary, counts_always_on = _summary(edition, heard, phrasing)
    phrasing = replace(phrasing, summary_counts_always_on=counts_always_on)
    partial = _describe("describe_partial", edition, heard, phrasing)
    full = _describe("describe_full", edition, heard, phrasing)
    return Recovered(
        phrasing=replace(
            phrasing, summary=summary.text, describe_partial=partial.text, describe_full=full.text
        ),
        assumed=(
            *assumed,
            *(() if edition.always_on else ("summary_counts_always_on",)),
            *summary.assumed,
            *partial.assumed,
            *full.assumed,
            "forbidden_in_describe",
        ),
    )


def _sides(edition: Edition, item: Heard) -> Sides:
    loaded, unloaded = split_tools(edition, item.profile)
    return Sides(
        profile=item.profile.label, sentence=item.describe, loaded=loaded, unloaded=unloaded
    )


def _with_sizes(like: Phrasing, previews: Previews) -> tuple[Phrasing, tuple[str, ...]]:
    """The other phrasing with the sizes that were seen; and which of them were not."""
    assumed: list[str] = []
    loaded, unloaded = previews.loaded, previews.unloaded
    if previews.loaded_is_whole:
        loaded = max(loaded, like.preview_loaded)
        assumed.append("preview_loaded")
    if previews.unloaded_is_whole:
        unloaded = max(unloaded, like.preview_unloaded)
        assumed.append("preview_unloaded")
    phrasing = replace(
        like,
        strip_prefix=previews.strip_prefix,
        preview_loaded=loaded,
        preview_unloaded=unloaded,
    )
    return phrasing, tuple(assumed)


def _summary(
    edition: Edition, heard: Sequence[Heard], like: Phrasing
) -> tuple[RecoveredTemplate, bool]:
    """The template of `summary` and the counting rule under which it fits."""
    failures: list[SentenceError] = []
    for rule in (like.summary_counts_always_on, not like.summary_counts_always_on):
        trial = replace(like, summary_counts_always_on=rule)
        samples = [_sample(edition, item, item.summary, trial) for item in heard]
        try:
            return recover_one("summary", SUMMARY, like.summary, samples), rule
        except SentenceError as error:
            failures.append(error)
    nearest = max(failures, key=lambda failure: failure.offset)
    raise SentenceError(
        SUMMARY,
        f"{nearest.message} (neither with the always-on tools counted nor without them)",
        nearest.profile,
        nearest.offset,
    ) from nearest


def _describe(
    name: str, edition: Edition, heard: Sequence[Heard], phrasing: Phrasing
) -> RecoveredTemplate:
    """One template of `to_describe_to_user`; the other edition's where nobody heard it."""
    every = [_sample(edition, item, item.describe, phrasing) for item in heard]
    samples = [
        sample
        for sample in every
        if (sample.values["n_unloaded"] == "0") == (name == "describe_full")
    ]
    hint = phrasing.templates[name]
    if not samples:
        return RecoveredTemplate(text=hint, assumed=(name,))
    return recover_one(name, DESCRIBE, hint, samples)


def _sample(edition: Edition, item: Heard, sentence: str, phrasing: Phrasing) -> Sample:
    """The sentence, with the template variables as the core computes them."""
    phrases = phrase(replace(edition, phrasing=phrasing), item.profile)
    return Sample(profile=item.profile.label, sentence=sentence, values=phrases.variables)


def _refuse_braces(item: Heard) -> None:
    """A template has no way to write a brace, and no placeholder may come from a server."""
    for field, sentence in ((SUMMARY, item.summary), (DESCRIBE, item.describe)):
        for offset, char in enumerate(sentence):
            if char in "{}":
                near = printable(sentence[max(0, offset - 20) : offset + 20])
                raise SentenceError(
                    field,
                    f"the sentence of profile {item.profile.label!r} holds a brace, which no "
                    f"template can: character {offset + 1}, near {near!r}",
                    item.profile.label,
                    offset,
                )
