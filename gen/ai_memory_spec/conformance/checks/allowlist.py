"""Clause A4: which families the allowlist permits an agent, and when the document says so."""

from collections.abc import Mapping

from ai_memory_spec.conformance.checks.agents import (
    DENIED,
    GRANTED,
    PREFIXED,
    STRANGER,
    allowlist_of,
    entries,
    full_profile,
    gate,
    gated_documents,
)
from ai_memory_spec.conformance.messages import CannotCheckError
from ai_memory_spec.conformance.observe import Check, Observation, in_order, tool_rows
from ai_memory_spec.conformance.registry import BOTH, CheckTable
from ai_memory_spec.conformance.transcript import Start
from ai_memory_spec.conformance.world import Document, StdioWorld, World
from ai_memory_spec.contract import permitted_families
from ai_memory_spec.phrasing import Edition

TABLE = CheckTable()

FIELD = "agent_permitted_families"
_ABSENT = "absent"


@TABLE.check("permitted.absent", over=BOTH)
def check_absent(world: World) -> Check:
    """The field is absent without an allowlist, with an empty one, and without an agent."""
    for view in world.views():
        yield _absence(view.answer(), f"no allowlist, {view.where}")
    if isinstance(world, StdioWorld):
        profile = full_profile(world.edition)
        question = [{"accept": "v3", "agent_id": STRANGER}]
        empty = Start(profile=profile, config="[mcp.allowlist]\n")
        yield _absence(world.documents(empty, question)[0], "an empty allowlist, an agent")
        start = Start(profile=profile, config=gate(entries(world.edition)))
        found = world.documents(start, [{"accept": "v3"}], client=None)
        yield _absence(found[0], "an allowlist, no agent")


@TABLE.check("permitted.present")
def check_present(world: StdioWorld) -> Check:
    """The field is a list in the edition's order, also an empty one."""
    agents = (GRANTED, DENIED, PREFIXED)
    for agent, document in zip(agents, gated_documents(world, agents), strict=True):
        yield _presence(world.edition, document, agent)
    yield _presence(world.edition, _nothing_permitted(world), STRANGER)


@TABLE.check("allowlist.off")
def check_off(world: StdioWorld) -> Check:
    """Without an allowlist, and with an empty one, every loaded tool is callable."""
    for what, config in (("no allowlist", ""), ("an empty allowlist", "[mcp.allowlist]\n")):
        start = Start(profile=full_profile(world.edition), config=config)
        document = world.documents(start, [{"accept": "v3", "agent_id": STRANGER}])[0]
        loaded = {row.family for row in tool_rows(document) if row.loaded is True}
        yield Observation(
            where=what,
            expected=in_order(world.edition, frozenset(loaded)),
            found=in_order(world.edition, permitted(document)),
        )


@TABLE.check("allowlist.no-agent")
def check_no_agent(world: StdioWorld) -> Check:
    """With an allowlist, and neither `agent_id` nor client name, every loaded tool is callable."""
    start = Start(profile=full_profile(world.edition), config=gate(entries(world.edition)))
    document = world.documents(start, [{"accept": "v3"}], client=None)[0]
    loaded = {row.family for row in tool_rows(document) if row.loaded is True}
    able = {row.family for row in tool_rows(document) if row.callable_now is True}
    yield Observation(
        where="an allowlist, no agent",
        expected=in_order(world.edition, frozenset(loaded)),
        found=in_order(world.edition, frozenset(able)),
    )


@TABLE.check("allowlist.resolution")
def check_resolution(world: StdioWorld) -> Check:
    """The exact id, the longest prefix, `*`, and nothing, each for an agent of its own."""
    edition = world.edition
    table = entries(edition)
    agents = (DENIED, PREFIXED, "conform-x", STRANGER)
    for agent, document in zip(agents, gated_documents(world, agents), strict=True):
        yield _permission(edition, table, document, agent)
    yield _permission(edition, entries(edition, star=False), _nothing_permitted(world), STRANGER)


@TABLE.check("allowlist.full")
def check_full(world: StdioWorld) -> Check:
    """An agent whose entry is `full` may use every family."""
    document = gated_documents(world, (GRANTED,))[0]
    yield Observation(
        where=f"agent {GRANTED!r}, whose entry is full",
        expected=in_order(world.edition, frozenset(world.edition.family_names)),
        found=in_order(world.edition, permitted(document)),
    )


@TABLE.check("allowlist.agent-id")
def check_agent_id(world: StdioWorld) -> Check:
    """The call's `agent_id` goes before the client's name, and the client's name counts."""
    edition = world.edition
    table = entries(edition)
    start = Start(profile=full_profile(edition), config=gate(table))
    questions = [{"accept": "v3"}, {"accept": "v3", "agent_id": PREFIXED}]
    by_client, by_call = world.documents(start, questions, client=DENIED)
    for document, agent, where in (
        (by_client, DENIED, f"client {DENIED!r}, no agent_id"),
        (by_call, PREFIXED, f"client {DENIED!r}, agent_id {PREFIXED!r}"),
    ):
        wanted = permitted_families(edition, allowlist_of(table), agent) or ()
        yield Observation(
            where=where,
            expected=in_order(edition, frozenset(wanted)),
            found=in_order(edition, permitted(document)),
        )


def permitted(document: Document) -> frozenset[str]:
    """The families that the document permits: as it lists them, else those of callable tools.

    Raises:
        CannotCheckError: It lists something else than names.
    """
    listed = document.get(FIELD)
    if listed is None:
        return frozenset(row.family for row in tool_rows(document) if row.callable_now is True)
    if not isinstance(listed, list) or not all(isinstance(name, str) for name in listed):
        raise CannotCheckError(f"`{FIELD}` is no list of names")
    return frozenset(listed)


def _nothing_permitted(world: StdioWorld) -> Document:
    """The document for an agent that no entry fits."""
    table = gate(entries(world.edition, star=False))
    start = Start(profile=full_profile(world.edition), config=table)
    return world.documents(start, [{"accept": "v3", "agent_id": STRANGER}])[0]


def _absence(document: Document, where: str) -> Observation:
    tool_rows(document)  # a document without v3's fields shows nothing by leaving one out
    return Observation(where=where, expected=_ABSENT, found=document.get(FIELD, _ABSENT))


def _presence(edition: Edition, document: Document, agent: str) -> Observation:
    tool_rows(document)
    found = document.get(FIELD, _ABSENT)
    where = f"agent {agent!r}"
    if not isinstance(found, list):
        return Observation(where=where, expected="a list of families", found=found)
    names = [name for name in found if isinstance(name, str)]
    wanted = [name for name in edition.family_names if name in names]
    return Observation(where=where, expected=wanted, found=found)


def _permission(
    edition: Edition, table: Mapping[str, list[str]], document: Document, agent: str
) -> Observation:
    wanted = permitted_families(edition, allowlist_of(table), agent) or ()
    return Observation(
        where=f"agent {agent!r}, allowlist keys {', '.join(table)}",
        expected=in_order(edition, frozenset(wanted)) or "nothing",
        found=in_order(edition, permitted(document)) or "nothing",
    )
