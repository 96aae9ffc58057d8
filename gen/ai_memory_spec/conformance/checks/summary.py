"""Clause A1: the sentence for the operator."""

import re

from ai_memory_spec.conformance.observe import (
    Check,
    Observation,
    phrasing_of,
    sentence,
    summary_values,
)
from ai_memory_spec.conformance.registry import BOTH, CheckTable
from ai_memory_spec.conformance.world import StdioWorld, World
from ai_memory_spec.drift.recovery import align_sentence
from ai_memory_spec.phrasing import count, phrase

TABLE = CheckTable()

FIELD = "summary"
_PATH = re.compile(r"\([a-d]\)")


@TABLE.check("summary.template", over=BOTH)
def check_template(world: World) -> Check:
    """The words are the template's; whether the values are right is for the other checks."""
    template = phrasing_of(world.edition).summary
    for view in world.views():
        found = sentence(view.answer(), FIELD)
        fits = align_sentence(template, found) is not None
        wanted = phrase(world.edition, view.profile).summary
        yield Observation(where=view.where, expected=found if fits else wanted, found=found)


@TABLE.check("summary.visible.counting-rule", over=BOTH)
def check_counting_rule(world: World) -> Check:
    """`visible` and `total` are the numbers that the edition counts."""
    for view in world.views():
        values = summary_values(world.edition, sentence(view.answer(), FIELD))
        counts = count(world.edition, view.profile)
        yield Observation(
            where=view.where,
            expected=f"{counts.visible} of {counts.total}",
            found=f"{values['visible']} of {values['total']}",
        )


@TABLE.check("summary.visible.advertised")
def check_advertised(world: StdioWorld) -> Check:
    """`visible` is how many tools `tools/list` has."""
    for view in world.views():
        values = summary_values(world.edition, sentence(view.answer(), FIELD))
        yield Observation(
            where=view.where,
            expected=f"{len(view.listed())}, the number of tools in tools/list",
            found=f"{values['visible']}, as the summary says"
            if values["visible"] != str(len(view.listed()))
            else f"{len(view.listed())}, the number of tools in tools/list",
        )


@TABLE.check("summary.unloaded", over=BOTH)
def check_unloaded(world: World) -> Check:
    """`unloaded` is the difference of the two numbers in the same sentence."""
    for view in world.views():
        values = summary_values(world.edition, sentence(view.answer(), FIELD))
        total, visible = int(values["total"]), int(values["visible"])
        yield Observation(
            where=f"{view.where}, {visible} of {total}",
            expected=str(total - visible),
            found=values["unloaded"],
        )


@TABLE.check("summary.recovery-paths", over=BOTH)
def check_recovery_paths(world: World) -> Check:
    """All paths that the template names stand in the sentence of every profile."""
    paths = ", ".join(_PATH.findall(phrasing_of(world.edition).summary))
    for view in world.views():
        found = sentence(view.answer(), FIELD)
        yield Observation(where=view.where, expected=paths, found=", ".join(_PATH.findall(found)))
