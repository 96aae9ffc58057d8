"""Clause A1, paths (a) to (d): each is really tried on tools that are not loaded.

A tool is callable when a call to it is not answered with error -32601. A call without arguments
is enough: a tool that asks for some is there. One tool of each family is tried.
"""

import re
from collections.abc import Mapping, Sequence

from ai_memory_spec.conformance.messages import (
    METHOD_NOT_FOUND,
    Answer,
    CannotCheckError,
    Talk,
    shake_hands,
)
from ai_memory_spec.conformance.messages import call as call_tool
from ai_memory_spec.conformance.observe import Check, Observation
from ai_memory_spec.conformance.registry import CheckTable
from ai_memory_spec.conformance.transcript import Start
from ai_memory_spec.conformance.world import StdioWorld
from ai_memory_spec.phrasing import Edition, PhrasingError, make_profile, parse_profile

TABLE = CheckTable()

LOAD_FAMILY = "memory_load_family"
SMART_LOAD = "memory_smart_load"
_CALLABLE = "callable"
_NAMES = re.compile(r"[a-z0-9_-]+(?:,[a-z0-9_-]+)*")
_OPTION = re.compile(r"--profile[ =]['\"]?([a-z0-9_,-]+)")


@TABLE.check("recovery.restart")
def check_restart(world: StdioWorld) -> Check:
    """Path (a): a server that was started with the tool's family answers a call to it."""
    for tool, family in _unloaded(world).items():
        profile = make_profile(world.edition, {family}).label
        answer = _calls(world, profile, [tool])[tool]
        yield _callable(answer, f"{tool} after a restart with --profile {profile}")


@TABLE.check("recovery.load-family")
def check_load_family(world: StdioWorld) -> Check:
    """Path (b): `memory_load_family` in the same session."""
    unloaded = _unloaded(world)
    yield from _after(
        world, {tool: (LOAD_FAMILY, {"family": family}) for tool, family in unloaded.items()}
    )


@TABLE.check("recovery.smart-load")
def check_smart_load(world: StdioWorld) -> Check:
    """Path (c): `memory_smart_load` with an intent that holds the tool's name."""
    yield from _after(
        world, {tool: (SMART_LOAD, {"intent": intent_for(tool)}) for tool in _unloaded(world)}
    )


@TABLE.check("recovery.error")
def check_error(world: StdioWorld) -> Check:
    """Path (d): the error names a profile, and a restart under it makes the tool callable."""
    unloaded = _unloaded(world)
    answers = _calls(world, world.base, list(unloaded))
    for tool, family in unloaded.items():
        message = answers[tool].error_message
        profile = profile_in(world.edition, message, tool, family)
        if profile is None:
            yield Observation(
                where=f"a call to {tool}",
                expected=f"error {METHOD_NOT_FOUND} that names a profile with family {family}",
                found=answers[tool].shown,
            )
        else:
            answer = _calls(world, profile, [tool])[tool]
            yield _callable(answer, f"{tool} after a restart with --profile {profile}")


def intent_for(tool: str) -> str:
    """Plain words that ask for a tool by its name."""
    words = tool.removeprefix("memory_").replace("_", " ")
    return f"I want to use {tool} ({words})"


def profile_in(edition: Edition, message: str, tool: str, family: str) -> str | None:
    """A profile in an error message that holds the family, first what stands after `--profile`."""
    text = message.replace(tool, "")
    for found in (*_OPTION.findall(text), *_NAMES.findall(text)):
        try:
            families = parse_profile(edition, found).families
        except PhrasingError:
            continue
        if family in families:
            return str(found)
    return None


def _unloaded(world: StdioWorld) -> Mapping[str, str]:
    """One tool of each family that is not loaded under the base family, with that family.

    Raises:
        CannotCheckError: Every tool is callable under the base family.
    """
    edition = world.edition
    loaded = make_profile(edition, ()).families
    tools: dict[str, str] = {}
    for family in edition:
        tool = next((tool for tool in family.tools if tool not in edition.always_on), None)
        if family.name not in loaded and tool is not None:
            tools[tool] = family.name
    answers = _calls(world, world.base, list(tools)) if tools else {}
    found = {tool: tools[tool] for tool, answer in answers.items() if answer.is_unknown_tool}
    if not found:
        raise CannotCheckError(
            f"no tool is out of reach under profile {world.base}, so there is nothing to recover"
        )
    return found


def _calls(world: StdioWorld, profile: str, tools: Sequence[str]) -> Mapping[str, Answer]:
    """The answers to calls, in one session."""

    def talk() -> Talk[dict[str, Answer]]:
        yield from shake_hands()
        answers: dict[str, Answer] = {}
        for tool in tools:
            answers[tool] = yield from call_tool(tool)
        return answers

    return world.run(Start(profile=profile), ("calls", tuple(tools)), talk).value


def _after(world: StdioWorld, loaders: Mapping[str, tuple[str, Mapping[str, str]]]) -> Check:
    """Whether each tool is callable after a call that should load it, in one session."""

    def talk() -> Talk[dict[str, tuple[Answer, Answer]]]:
        yield from shake_hands()
        answers: dict[str, tuple[Answer, Answer]] = {}
        for tool, (loader, arguments) in loaders.items():
            first = yield from call_tool(loader, arguments)
            second = yield from call_tool(tool)
            answers[tool] = first, second
        return answers

    key = tuple((tool, loader) for tool, (loader, _) in loaders.items())
    answers = world.run(Start(profile=world.base), ("after", key), talk).value
    for tool, (loader, arguments) in loaders.items():
        loading, answer = answers[tool]
        said = ", ".join(f"{name}={value!r}" for name, value in arguments.items())
        failed = f" ({loading.shown})" if loading.is_error else ""
        yield _callable(answer, f"{tool} after {loader}({said}){failed}")


def _callable(answer: Answer, where: str) -> Observation:
    return Observation(
        where=where,
        expected=_CALLABLE,
        found=answer.shown if answer.is_unknown_tool else _CALLABLE,
    )
