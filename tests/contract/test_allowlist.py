"""Clauses A3 and A4: which families an agent may use."""

import json
import tomllib
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ai_memory_spec.contract import (
    NO_ALLOWLIST,
    Allowlist,
    AllowlistError,
    parse_allowlist,
    permitted_families,
    tool_entries,
    unknown_families,
)
from ai_memory_spec.phrasing import EditionShelf, load_edition, parse_profile

SPEC = load_edition("spec")
ALL = SPEC.family_names


def permitted(table: dict[str, list[str]], agent: str | None) -> tuple[str, ...] | None:
    return permitted_families(SPEC, parse_allowlist(table, "test"), agent)


@pytest.mark.requirement("allowlist.resolution", "allowlist.full", "allowlist.no-agent")
@pytest.mark.parametrize(
    ("table", "agent", "expected"),
    [
        # The gate is off.
        (None, "alice", None),
        ({}, "alice", None),
        # Nobody known: the gate is not consulted.
        ({"*": ["core"]}, None, None),
        # Exact before prefix before star before denial.
        ({"alice": ["core"], "ali": ["graph"], "*": ["meta"]}, "alice", ("core",)),
        ({"alice": ["core"], "ali": ["graph"], "*": ["meta"]}, "alicia", ("graph",)),
        ({"a": ["core"], "ali": ["graph"], "al": ["meta"]}, "alicia", ("graph",)),
        ({"alice": ["core"], "*": ["meta"]}, "bob", ("meta",)),
        ({"alice": ["core"]}, "bob", ()),
        ({"alice": ["core"]}, "ali", ()),
        ({"alice": ["core"]}, "Alice", ()),
        # An exact entry without families denies everything and hides the star.
        ({"alice": [], "*": ["full"]}, "alice", ()),
        # The star and the empty key are keys like others, too.
        ({"*": ["core"], "*x": ["graph"]}, "*xy", ("graph",)),
        ({"*": ["core"]}, "*", ("core",)),
        ({"": ["graph"], "*": ["core"]}, "bob", ("graph",)),
        ({"": ["graph"], "*": ["core"]}, "", ("graph",)),
        ({"a": ["core"], "*": ["graph"]}, "", ("graph",)),
        # The order is the edition's; full grants all; blanks count.
        ({"a": ["graph", "core", "graph"]}, "a", ("core", "graph")),
        ({"a": ["full"]}, "a", ALL),
        ({"a": ["core", "full"]}, "a", ALL),
        ({"a": ["core"]}, " a", ()),
        # Names that are no family permit nothing, names of profiles among them.
        ({"a": ["bogus", "admin", "FULL", "Core"]}, "a", ()),
    ],
)
def test_resolution(
    table: dict[str, list[str]] | None, agent: str | None, expected: tuple[str, ...] | None
) -> None:
    """Exact id, longest prefix, star, else deny; None is not the same as nothing."""
    assert permitted(table, agent) == expected


def test_released_daemons_resolve_alike(
    allowlist_answers: dict[str, dict[str, Any]], editions: EditionShelf
) -> None:
    """What 0.10.0 told each agent, and 0.7.0 too but for calls without an agent."""
    compared = 0
    for release, recorded in allowlist_answers.items():
        edition = editions.get(release)
        mcp = tomllib.loads(recorded["config"])["mcp"]
        allowlist = parse_allowlist(mcp["allowlist"], "capture")
        profile = parse_profile(edition, mcp["profile"])
        for quoted, answer in recorded["answers"].items():
            agent = json.loads(quoted)
            granted = permitted_families(edition, allowlist, agent)
            stated = answer["agent_permitted_families"]
            assert granted == (None if stated == "(absent)" else tuple(stated))
            if release == "0.7.0" and agent is None:
                continue  # there a call without an agent took the entry "*"
            entries = tool_entries(edition, profile, granted)
            assert answer["callable_now_by_family"] == {
                family.name: sum(e.callable_now for e in entries if e.family == family.name)
                for family in edition
            }
            compared += 1
    assert compared == 11


def test_unknown_families_are_found() -> None:
    """So that a server can say so; `full` is known."""
    allowlist = Allowlist(entries={"a": ("core", "bogus", "full"), "b": ("admin",)})
    assert unknown_families(SPEC, allowlist) == (("a", "bogus"), ("b", "admin"))


@pytest.mark.requirement("allowlist.off")
def test_gate_is_off_without_entries() -> None:
    """An empty table is no table."""
    assert not NO_ALLOWLIST.is_on
    assert parse_allowlist({}, "test") == NO_ALLOWLIST
    assert parse_allowlist(None, "test") is NO_ALLOWLIST
    assert parse_allowlist({"a": []}, "test").is_on


@pytest.mark.parametrize(
    ("data", "lines"),
    [
        (5, ["  (top): expected a table of family lists, found the number 5"]),
        (["core"], ["  (top): expected a table of family lists, found an array"]),
        (
            {"*": "core", "a": ["core", 5, None], "b\x1b": True},
            [
                "  ['*']: expected a list of families such as [\"core\"], found the text 'core'",
                "  ['a'][1]: expected the name of a family, found the number 5",
                "  ['a'][2]: expected the name of a family, found null",
                "  ['b\\x1b']: expected a list of families such as [\"core\"], found true",
            ],
        ),
    ],
)
def test_wrong_types_are_reported_together(data: object, lines: list[str]) -> None:
    """Each with its place, and with nothing that steers a terminal."""
    with pytest.raises(AllowlistError) as caught:
        parse_allowlist(data, "config.toml: mcp.allowlist")
    plural = "" if len(lines) == 1 else "s"
    head = f"config.toml: mcp.allowlist: {len(lines)} problem{plural} in this allowlist"
    assert str(caught.value).splitlines() == [head, *lines]


AGENTS = st.text("ab*", max_size=4)
TABLES = st.dictionaries(AGENTS, st.lists(st.sampled_from([*ALL, "full", "bogus"]), max_size=3))


@pytest.mark.requirement("allowlist.resolution")
@given(TABLES, AGENTS)
def test_resolution_against_a_search_by_rank(table: dict[str, list[str]], agent: str) -> None:
    """Quoting the rule: exact agent id first, then the longest prefix, then `*`, else deny."""

    def rank(key: str) -> tuple[int, int]:
        if key == agent:
            return (3, 0)
        if agent.startswith(key):
            return (2, len(key))
        return (1, 0) if key == "*" else (0, 0)

    best = max(table, key=rank, default="")
    granted = set(table[best]) if table and rank(best) > (0, 0) else set()
    expected = tuple(name for name in ALL if name in granted or "full" in granted)
    assert permitted(table, agent) == (expected if table else None)
