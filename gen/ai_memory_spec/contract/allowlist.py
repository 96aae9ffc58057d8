"""Which families an agent may use: `[mcp.allowlist]`.

The rule, in the order in which it is tried:

    no table, or an empty one     the gate is off: everything is permitted
    no agent id                   the gate is not consulted (since release 0.8.0)
    a key equal to the agent id   its families
    keys that begin the agent id  the families of the longest such key
    the key `*`                   its families
    none of these                 nothing is permitted

The word `full` among the families permits all of them. A family that the edition lacks permits
nothing, as in the released daemons; `unknown_families` finds such entries, so that a server can
say so.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType

from ai_memory_spec.contract.errors import AllowlistError, DataProblem
from ai_memory_spec.contract.values import kind
from ai_memory_spec.phrasing import Edition

ALL_FAMILIES = "full"
"""Stands in an allowlist for every family."""

ANY_AGENT = "*"
"""The key for agents that no other key fits."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Allowlist:
    """A table of agent patterns; without entries the gate is off."""

    entries: Mapping[str, tuple[str, ...]] = field(
        default_factory=lambda: MappingProxyType({}), hash=False
    )
    """Agent id, the beginning of one, or `*`, to family names; `full` stands for all."""

    @property
    def is_on(self) -> bool:
        """Whether the gate is on."""
        return bool(self.entries)


NO_ALLOWLIST = Allowlist()
"""The gate is off."""


def parse_allowlist(data: object, source: str) -> Allowlist:
    """Check a raw table and make an allowlist of it.

    Parameters:
        data: A table of lists, as a TOML parser returned it; None for no table.
        source: The file and table that messages name.

    Raises:
        AllowlistError: It is no table of lists of text; lists every problem.
    """
    if data is None:
        return NO_ALLOWLIST
    if not isinstance(data, Mapping):
        message = f"expected a table of family lists, found {kind(data)}"
        raise AllowlistError(source, [DataProblem(path="(top)", message=message)])
    problems: list[DataProblem] = []
    entries: dict[str, tuple[str, ...]] = {}
    for agent, families in data.items():
        path = f"[{agent!r}]"
        if not isinstance(families, list | tuple):
            message = f'expected a list of families such as ["core"], found {kind(families)}'
            problems.append(DataProblem(path=path, message=message))
            continue
        for index, family in enumerate(families):
            if not isinstance(family, str):
                message = f"expected the name of a family, found {kind(family)}"
                problems.append(DataProblem(path=f"{path}[{index}]", message=message))
        entries[agent] = tuple(families)
    if problems:
        raise AllowlistError(source, problems)
    return Allowlist(entries=MappingProxyType(entries))


def permitted_families(
    edition: Edition, allowlist: Allowlist, agent_id: str | None
) -> tuple[str, ...] | None:
    """Say which families an agent may use.

    Parameters:
        edition: Its families, and their order, are those of the answer.
        allowlist: The gate.
        agent_id: The agent, also the empty text; None for an unknown one.

    Returns:
        Families in the edition's order, possibly none of them; None where the gate says nothing,
        because it is off or there is no agent id. That is not the same as an empty answer.

    Source: the specification, clauses A3 and A4.
    """
    if not allowlist.is_on or agent_id is None:
        return None
    granted = _granted(allowlist, agent_id)
    return tuple(
        family for family in edition.family_names if family in granted or ALL_FAMILIES in granted
    )


def unknown_families(edition: Edition, allowlist: Allowlist) -> tuple[tuple[str, str], ...]:
    """Pairs of agent pattern and family name, for each name that is no family of the edition."""
    return tuple(
        (agent, family)
        for agent, families in allowlist.entries.items()
        for family in families
        if family != ALL_FAMILIES and family not in edition.family_names
    )


def _granted(allowlist: Allowlist, agent_id: str) -> tuple[str, ...]:
    if agent_id in allowlist.entries:
        return allowlist.entries[agent_id]
    prefixes = [key for key in allowlist.entries if agent_id.startswith(key)]
    if prefixes:
        return allowlist.entries[max(prefixes, key=len)]
    return allowlist.entries.get(ANY_AGENT, ())
