"""Agents and allowlists that the checks of A3 and A4 share, made of what the edition has."""

import json
from collections.abc import Mapping, Sequence

from ai_memory_spec.conformance.transcript import Start
from ai_memory_spec.conformance.world import Document, StdioWorld
from ai_memory_spec.contract import Allowlist, parse_allowlist
from ai_memory_spec.phrasing import Edition, make_profile

GRANTED = "conform-granted"
"""Has everything, by the word `full`."""
DENIED = "conform-denied"
"""Has the first family only, by its exact id."""
PREFIXED = "conform-team-seven"
"""Has what the longest key says that begins its id."""
STRANGER = "somebody-else"
"""Has what `*` says, or nothing."""


def entries(edition: Edition, *, star: bool = True) -> dict[str, list[str]]:
    """An allowlist table in which every rule of the resolution decides for some agent."""
    names = edition.family_names
    first, last = names[0], names[-1]
    middle = names[len(names) // 2]
    table = {
        GRANTED: ["full"],
        DENIED: [first],
        "conform-": [first, middle],
        "conform-team-": [last, first],
    }
    return {**table, "*": [middle]} if star else table


def gate(table: Mapping[str, Sequence[str]]) -> str:
    """The configuration that holds this table."""
    lines = [f"{json.dumps(agent)} = {json.dumps(list(names))}" for agent, names in table.items()]
    return "\n".join(["[mcp.allowlist]", *lines, ""])


def allowlist_of(table: Mapping[str, Sequence[str]]) -> Allowlist:
    """The same table as the contract package reads it."""
    return parse_allowlist(table, "conformance")


def full_profile(edition: Edition) -> str:
    """The profile string of every family."""
    return make_profile(edition, edition.family_names).label


def gated_documents(world: StdioWorld, agents: Sequence[str]) -> tuple[Document, ...]:
    """Documents for agents that name themselves in the call, under every family."""
    start = Start(profile=full_profile(world.edition), config=gate(entries(world.edition)))
    return world.documents(start, [{"accept": "v3", "agent_id": agent} for agent in agents])
