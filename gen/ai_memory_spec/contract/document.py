"""The documents of `memory_capabilities`, as typed frozen values.

Each version adds to the one before, and so do the classes: a `DocumentV3` is a `DocumentV2` with
more fields. What the contract does not name is kept in `extra`, at every level, so that a
document goes in and out without loss. The content of `features`, `models` and the other
objects about the server changes between releases and is no part of the contract.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import ClassVar

from ai_memory_spec.contract.accept import DocumentVersion
from ai_memory_spec.contract.values import JsonObject


def _nothing() -> JsonObject:
    return MappingProxyType({})


@dataclass(frozen=True, slots=True, kw_only=True)
class ToolEntry:
    """One tool of the whole surface (clause A3)."""

    name: str
    family: str
    loaded: bool
    """Whether the profile holds the tool's family."""
    callable_now: bool
    """Whether it is loaded and the allowlist does not deny the agent its family. An always-on
    tool whose family is not loaded has False here, although every client can call it."""
    extra: JsonObject = field(default_factory=_nothing, hash=False)
    """Fields that the contract does not name."""


@dataclass(frozen=True, slots=True, kw_only=True)
class FamilyEntry:
    """One family, as v2 and v3 list it over MCP."""

    name: str
    loaded: bool
    """Whether the profile holds the family."""
    tool_count: int
    """As the document says it, from 0; a sound document has as many `tools`."""
    tools: tuple[str, ...]
    """In the server's order of registration, which is not the order of the sentences."""
    extra: JsonObject = field(default_factory=_nothing, hash=False)
    """Fields that the contract does not name."""


@dataclass(frozen=True, slots=True, kw_only=True)
class FamilyOverview:
    """The object `families` of v2 and v3 over MCP."""

    always_on: tuple[str, ...]
    """Tools that every client can call."""
    families: tuple[FamilyEntry, ...]
    extra: JsonObject = field(default_factory=_nothing, hash=False)
    """Fields that the contract does not name."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Document:
    """What all versions share; made only as one of the three below."""

    shape: ClassVar[DocumentVersion]
    """The version of the document itself, not of the server."""

    tier: str
    """The server's feature tier, such as `keyword`."""
    version: str
    """The server's version, such as `0.10.0`."""
    features: JsonObject = field(hash=False)
    models: JsonObject = field(hash=False)
    extra: JsonObject = field(default_factory=_nothing, hash=False)
    """Top-level fields that the contract does not name."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DocumentV1(Document):
    """Tier, version, features, models."""

    shape: ClassVar[DocumentVersion] = DocumentVersion.V1

    states_version: bool
    """Whether `schema_version` stands in the document: over MCP since 0.7.0, never over HTTP."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DocumentV2(Document):
    """v1, more about the server, and over MCP the families."""

    shape: ClassVar[DocumentVersion] = DocumentVersion.V2

    permissions: JsonObject = field(hash=False)
    hooks: JsonObject = field(hash=False)
    compaction: JsonObject = field(hash=False)
    approval: JsonObject = field(hash=False)
    transcripts: JsonObject = field(hash=False)
    hnsw: JsonObject = field(hash=False)
    families: FamilyOverview | None = None
    """None over HTTP, where there is no such field."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DocumentV3(DocumentV2):
    """v2, both sentences, and every tool."""

    shape: ClassVar[DocumentVersion] = DocumentVersion.V3

    summary: str
    """For the operator (clause A1)."""
    to_describe_to_user: str
    """For the end user (clause A2)."""
    tools: tuple[ToolEntry, ...]
    """Every tool of the surface, whatever the profile, in the order of the sentences (A3)."""
    agent_permitted_families: tuple[str, ...] | None = None
    """Families that the allowlist permits the agent, in order (clause A4). None if the field is
    absent, because the gate is off or no agent id was given; not the same as an empty tuple."""


@dataclass(frozen=True, slots=True, kw_only=True)
class FamilyList:
    """What `memory_capabilities` answers when it is asked for one family."""

    family: str
    loaded_under_active_profile: bool
    tools: tuple[str, ...]
    """In the server's order of registration."""
    extra: JsonObject = field(default_factory=_nothing, hash=False)
    """Fields that the contract does not name."""


FAMILY_LIST_VERSION = "v0.6.4-family-list-1"
"""`schema_version` of a `FamilyList`."""

V1_FIELDS = ("tier", "version", "features", "models")
"""Fields of v1 beside `schema_version`."""

V2_OBJECTS = ("permissions", "hooks", "compaction", "approval", "transcripts", "hnsw")
"""Objects that v2 adds; their content is the server's own."""

V2_FIELDS = (*V2_OBJECTS, "families")
"""Fields that v2 adds, `families` over MCP only."""

V3_FIELDS = ("summary", "to_describe_to_user", "tools", "agent_permitted_families")
"""Fields that v3 adds, the last one optional."""

VERSION_OF_FIELD: Mapping[str, DocumentVersion] = MappingProxyType(
    dict.fromkeys(V1_FIELDS, DocumentVersion.V1)
    | dict.fromkeys(V2_FIELDS, DocumentVersion.V2)
    | dict.fromkeys(V3_FIELDS, DocumentVersion.V3)
)
"""The version in which each field appears first."""
