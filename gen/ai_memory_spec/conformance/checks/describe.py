"""Clause A2: the sentence for the end user."""

from ai_memory_spec.conformance.observe import (
    Check,
    Observation,
    describe_values,
    phrasing_of,
    sentence,
)
from ai_memory_spec.conformance.registry import BOTH, CheckTable
from ai_memory_spec.conformance.world import World
from ai_memory_spec.drift.recovery import align_sentence
from ai_memory_spec.phrasing import check_sentence, count, phrase

TABLE = CheckTable()

FIELD = "to_describe_to_user"
_PREVIEWS = ("preview_loaded", "ellipsis", "preview_unloaded")


@TABLE.check("describe.template", over=BOTH)
def check_template(world: World) -> Check:
    """The words are those of the form that fits; the values are for the other checks."""
    phrasing = phrasing_of(world.edition)
    for view in world.views():
        full = count(world.edition, view.profile).n_unloaded == 0
        template = phrasing.describe_full if full else phrasing.describe_partial
        found = sentence(view.answer(), FIELD)
        fits = align_sentence(template, found) is not None
        wanted = phrase(world.edition, view.profile).to_describe_to_user
        yield Observation(where=view.where, expected=found if fits else wanted, found=found)


@TABLE.check("describe.counts", over=BOTH)
def check_counts(world: World) -> Check:
    """The counts in the sentence go by families and leave always-on tools out."""
    for view in world.views():
        counts = count(world.edition, view.profile)
        values = describe_values(world.edition, sentence(view.answer(), FIELD))
        yield Observation(
            where=view.where,
            expected=f"{counts.n_loaded} loaded, {counts.n_unloaded} unloaded",
            found=f"{values['n_loaded']} loaded, {values.get('n_unloaded', 0)} unloaded",
        )


@TABLE.check("describe.preview", over=BOTH)
def check_preview(world: World) -> Check:
    """The previews show the first names, and the ellipsis whether there are more."""
    for view in world.views():
        wanted = phrase(world.edition, view.profile).variables
        values = describe_values(world.edition, sentence(view.answer(), FIELD))
        for name in _PREVIEWS:
            if name in values:
                yield Observation(
                    where=f"{name} of {view.where}", expected=wanted[name], found=values[name]
                )


@TABLE.check("describe.tone", over=BOTH)
def check_tone(world: World) -> Check:
    """No forbidden string stands in the sentence."""
    forbidden = phrasing_of(world.edition).forbidden_in_describe
    for view in world.views():
        found = check_sentence(sentence(view.answer(), FIELD), forbidden)
        yield Observation(
            where=view.where,
            expected="none of the forbidden strings",
            found=", ".join(found) or "none of the forbidden strings",
        )
