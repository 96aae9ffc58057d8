"""Clause A3: the list of every tool, with whether it can be called."""

from collections.abc import Iterator, Mapping
from functools import partial

from ai_memory_spec.conformance.checks.agents import (
    DENIED,
    GRANTED,
    entries,
    full_profile,
    gate,
    gated_documents,
)
from ai_memory_spec.conformance.messages import Answer, CannotCheckError, Talk, shake_hands
from ai_memory_spec.conformance.messages import call as call_tool
from ai_memory_spec.conformance.observe import Check, Observation, tool_rows
from ai_memory_spec.conformance.registry import BOTH, CheckTable
from ai_memory_spec.conformance.transcript import Start
from ai_memory_spec.conformance.world import StdioWorld, World

TABLE = CheckTable()

TRIED = 3
"""So many tools are called as an agent that may not."""


@TABLE.check("tools.complete", over=BOTH)
def check_complete(world: World) -> Check:
    """Names, families and order are those of the edition, under every profile."""
    wanted = [f"{tool} ({family.name})" for family in world.edition for tool in family.tools]
    for view in world.views():
        found = [f"{row.name} ({row.family})" for row in tool_rows(view.answer())]
        yield Observation(
            where=f"number of tools, {view.where}", expected=len(wanted), found=len(found)
        )
        for place, (one, other) in enumerate(zip(wanted, found, strict=False)):
            yield Observation(where=f"tools[{place}], {view.where}", expected=one, found=other)


@TABLE.check("tools.loaded", over=BOTH)
def check_loaded(world: World) -> Check:
    """`loaded` follows the tool's family."""
    for view in world.views():
        for row in tool_rows(view.answer()):
            if row.name in world.edition.family_by_tool:
                family = world.edition.family_by_tool[row.name]
                yield Observation(
                    where=f"loaded of {row.name}, {view.where}",
                    expected=family in view.profile.families,
                    found=row.loaded,
                )


@TABLE.check("tools.callable-now", over=BOTH)
def check_callable_now(world: World) -> Check:
    """`callable_now` follows `loaded` and what the document itself says is permitted."""
    for view in world.views():
        yield from _callable(view.answer(), view.where)
    if isinstance(world, StdioWorld):
        agents = (GRANTED, DENIED)
        for agent, document in zip(agents, gated_documents(world, agents), strict=True):
            yield from _callable(document, f"agent {agent!r}")


@TABLE.check("tools.always-on")
def check_always_on(world: StdioWorld) -> Check:
    """`tools/list` has the always-on tools, whatever is loaded."""
    for view in world.views():
        listed = view.listed()
        for tool in world.edition.always_on:
            yield Observation(
                where=f"{tool} in tools/list, {view.where}",
                expected="listed",
                found="listed" if tool in listed else "not listed",
            )


@TABLE.check("tools.denied-call")
def check_denied_call(world: StdioWorld) -> Check:
    """A call is refused: it fails, and not as it does for an agent that is permitted."""
    edition = world.edition
    refused = edition.families[-1]
    tools = [tool for tool in refused.tools if tool not in edition.always_on][:TRIED]
    if not tools:
        raise CannotCheckError(f"family {refused.name} has no tool but always-on ones")

    def talk(agent: str) -> Talk[Mapping[str, Answer]]:
        yield from shake_hands(agent)
        answers: dict[str, Answer] = {}
        for tool in tools:
            answers[tool] = yield from call_tool(tool)
        return answers

    start = Start(profile=full_profile(edition), config=gate(entries(edition)))
    denied, granted = (
        world.run(start, ("denied-call", agent), partial(talk, agent)).value
        for agent in (DENIED, GRANTED)
    )
    for tool in tools:
        same = denied[tool].shown == granted[tool].shown
        is_refused = denied[tool].is_error and not same
        yield Observation(
            where=f"a call to {tool} by an agent whose allowlist entry leaves out {refused.name}",
            expected="refused",
            found="refused" if is_refused else "answered as for an agent that is permitted",
        )


def _callable(document: Mapping[str, object], where: str) -> Iterator[Observation]:
    permitted = document.get("agent_permitted_families")
    for row in tool_rows(document):
        allowed = not isinstance(permitted, list) or row.family in permitted
        yield Observation(
            where=f"callable_now of {row.name}, {where}",
            expected=row.loaded is True and allowed,
            found=row.callable_now,
        )
