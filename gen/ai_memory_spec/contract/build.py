"""Documents from an edition and a profile: what a server that keeps the contract answers."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any

from ai_memory_spec.contract.accept import DocumentVersion
from ai_memory_spec.contract.allowlist import NO_ALLOWLIST, Allowlist, permitted_families
from ai_memory_spec.contract.document import (
    V1_FIELDS,
    V2_OBJECTS,
    Document,
    DocumentV1,
    DocumentV2,
    DocumentV3,
    FamilyEntry,
    FamilyList,
    FamilyOverview,
    ToolEntry,
)
from ai_memory_spec.contract.values import JsonObject, freeze_object
from ai_memory_spec.phrasing import (
    Edition,
    Family,
    Profile,
    UnknownFamilyError,
    phrase,
)

OVERVIEW_VERSION = "v0.6.4-families-1"
"""`families.schema_version`, the same in every release."""


def _object(**fields: object) -> JsonObject:
    return freeze_object(fields)


@dataclass(frozen=True, slots=True, kw_only=True)
class ServerState:
    """What the documents say about the server itself; the defaults are those of no server."""

    tier: str = "none"
    version: str = "none"
    features: JsonObject = field(default_factory=_object, hash=False)
    models: JsonObject = field(default_factory=_object, hash=False)
    permissions: JsonObject = field(
        default_factory=lambda: _object(mode="off", active_rules=0), hash=False
    )
    hooks: JsonObject = field(
        default_factory=lambda: _object(registered_count=0, webhook_events=[]), hash=False
    )
    compaction: JsonObject = field(
        default_factory=lambda: _object(enabled=False, planned=False), hash=False
    )
    approval: JsonObject = field(default_factory=lambda: _object(pending_requests=0), hash=False)
    transcripts: JsonObject = field(
        default_factory=lambda: _object(enabled=False, planned=False), hash=False
    )
    hnsw: JsonObject = field(
        default_factory=lambda: _object(evicted_recently=False, evictions_total=0), hash=False
    )
    extra: JsonObject = field(default_factory=lambda: MappingProxyType({}), hash=False)
    """Further top-level fields, for every version; they must not be named like contract fields."""


NO_SERVER = ServerState()
"""For documents that no server sends: examples, vectors, expectations."""


def build_v1(*, state: ServerState = NO_SERVER, over_mcp: bool = True) -> DocumentV1:
    """Make a v1 document; over HTTP it does not state its `schema_version`."""
    return DocumentV1(states_version=over_mcp, extra=state.extra, **_state(state, V1_FIELDS))


def build_v2(
    edition: Edition,
    profile: Profile,
    *,
    state: ServerState = NO_SERVER,
    over_mcp: bool = True,
) -> DocumentV2:
    """Make a v2 document; over HTTP it has no `families`.

    Raises:
        UnknownFamilyError: The profile holds a family that the edition lacks.
    """
    _check_profile(edition, profile)
    return DocumentV2(**_v2_fields(edition, profile, state, over_mcp))


def build_v3(
    edition: Edition,
    profile: Profile,
    allowlist: Allowlist | None = None,
    agent_id: str | None = None,
    *,
    state: ServerState = NO_SERVER,
    over_mcp: bool = True,
) -> DocumentV3:
    """Make a v3 document.

    Parameters:
        edition: An edition that phrases.
        profile: A profile of this edition.
        allowlist: The gate of clauses A3 and A4; None for no gate.
        agent_id: Who asks; None for nobody known, which is always so over HTTP.
        state: What the document says about the server.
        over_mcp: Whether it goes out over MCP, where it has `families`, or over HTTP.

    Raises:
        NoPhrasingError: The edition has no sentences, so it has no v3 document.
        UnknownFamilyError: The profile holds a family that the edition lacks.

    Source: the specification, "The v3 document", clauses A1 to A4.
    """
    _check_profile(edition, profile)
    sentences = phrase(edition, profile)
    permitted = permitted_families(edition, allowlist or NO_ALLOWLIST, agent_id)
    return DocumentV3(
        **_v2_fields(edition, profile, state, over_mcp),
        summary=sentences.summary,
        to_describe_to_user=sentences.to_describe_to_user,
        tools=tool_entries(edition, profile, permitted),
        agent_permitted_families=permitted,
    )


def answered_version(edition: Edition, version: DocumentVersion) -> DocumentVersion:
    """The version of the document that a server of this edition answers when asked for one.

    An edition without phrasing has no v3 document and answers v2, as release 0.6.4 does.
    """
    if version is DocumentVersion.V3 and edition.phrasing is None:
        return DocumentVersion.V2
    return version


def build_document(
    edition: Edition,
    profile: Profile,
    version: DocumentVersion = DocumentVersion.V3,
    allowlist: Allowlist | None = None,
    agent_id: str | None = None,
    *,
    state: ServerState = NO_SERVER,
    over_mcp: bool = True,
) -> Document:
    """Make the document of the negotiated version; see `build_v3` for the parameters.

    Raises:
        UnknownFamilyError: The profile holds a family that the edition lacks.
    """
    answered = answered_version(edition, version)
    if answered is DocumentVersion.V1:
        return build_v1(state=state, over_mcp=over_mcp)
    if answered is DocumentVersion.V3:
        return build_v3(edition, profile, allowlist, agent_id, state=state, over_mcp=over_mcp)
    return build_v2(edition, profile, state=state, over_mcp=over_mcp)


def build_family_list(edition: Edition, profile: Profile, family: str) -> FamilyList:
    """Make the answer to a call with the argument `family`.

    Raises:
        UnknownFamilyError: The edition lacks the family, or one that the profile holds.
    """
    _check_profile(edition, profile)
    if family not in edition.family_names:
        raise UnknownFamilyError(family, edition.label, edition.family_names)
    return FamilyList(
        family=family,
        loaded_under_active_profile=family in profile.families,
        tools=edition.family(family).tools,
    )


def tool_entries(
    edition: Edition, profile: Profile, permitted: tuple[str, ...] | None = None
) -> tuple[ToolEntry, ...]:
    """Every tool of the edition, in order, with what this profile and this agent make of it.

    Parameters:
        edition: The surface.
        profile: A profile of it.
        permitted: What `permitted_families` says; None for no restriction.

    Source: the specification, clause A3.
    """
    return tuple(
        ToolEntry(
            name=tool,
            family=family.name,
            loaded=family.name in profile.families,
            callable_now=family.name in profile.families
            and (permitted is None or family.name in permitted),
        )
        for family in edition.families
        for tool in family.tools
    )


def _v2_fields(
    edition: Edition, profile: Profile, state: ServerState, over_mcp: bool
) -> dict[str, Any]:
    return {
        **_state(state, (*V1_FIELDS, *V2_OBJECTS, "extra")),
        "families": _overview(edition, profile) if over_mcp else None,
    }


def _overview(edition: Edition, profile: Profile) -> FamilyOverview:
    return FamilyOverview(
        always_on=edition.always_on,
        families=tuple(_family(family, profile) for family in edition.families),
        extra=_object(schema_version=OVERVIEW_VERSION),
    )


def _family(family: Family, profile: Profile) -> FamilyEntry:
    return FamilyEntry(
        name=family.name,
        loaded=family.name in profile.families,
        tool_count=len(family.tools),
        tools=family.tools,
    )


def _state(state: ServerState, names: tuple[str, ...]) -> Mapping[str, Any]:
    return {name: getattr(state, name) for name in names}


def _check_profile(edition: Edition, profile: Profile) -> None:
    for family in profile.families:
        if family not in edition.family_names:
            raise UnknownFamilyError(family, edition.label, edition.family_names)
