"""The capabilities documents v1, v2 and v3: typed values, JSON in and out, and what they ask.

Pure and immutable, built on the phrasing core and the standard library alone. This list is what
is public.
"""

from ai_memory_spec.contract.accept import DocumentVersion, negotiate_accept
from ai_memory_spec.contract.allowlist import (
    ALL_FAMILIES,
    ANY_AGENT,
    NO_ALLOWLIST,
    Allowlist,
    parse_allowlist,
    permitted_families,
    unknown_families,
)
from ai_memory_spec.contract.build import (
    NO_SERVER,
    ServerState,
    answered_version,
    build_document,
    build_family_list,
    build_v1,
    build_v2,
    build_v3,
    tool_entries,
)
from ai_memory_spec.contract.document import (
    FAMILY_LIST_VERSION,
    V1_FIELDS,
    V2_FIELDS,
    V2_OBJECTS,
    V3_FIELDS,
    Document,
    DocumentV1,
    DocumentV2,
    DocumentV3,
    FamilyEntry,
    FamilyList,
    FamilyOverview,
    ToolEntry,
)
from ai_memory_spec.contract.errors import (
    AllowlistError,
    ContractError,
    DataError,
    DataProblem,
    DocumentError,
    DocumentVersionError,
)
from ai_memory_spec.contract.parse import (
    parse_document,
    parse_family_list,
    parse_v3,
    read_document,
)
from ai_memory_spec.contract.read import (
    loaded_families,
    profile_of_document,
    surface_of_document,
)
from ai_memory_spec.contract.render import document_data, render_document
from ai_memory_spec.contract.schema import SCHEMA_NAMES, SCHEMAS_FOLDER, load_schema

__all__ = [
    "ALL_FAMILIES",
    "ANY_AGENT",
    "FAMILY_LIST_VERSION",
    "NO_ALLOWLIST",
    "NO_SERVER",
    "SCHEMAS_FOLDER",
    "SCHEMA_NAMES",
    "V1_FIELDS",
    "V2_FIELDS",
    "V2_OBJECTS",
    "V3_FIELDS",
    "Allowlist",
    "AllowlistError",
    "ContractError",
    "DataError",
    "DataProblem",
    "Document",
    "DocumentError",
    "DocumentV1",
    "DocumentV2",
    "DocumentV3",
    "DocumentVersion",
    "DocumentVersionError",
    "FamilyEntry",
    "FamilyList",
    "FamilyOverview",
    "ServerState",
    "ToolEntry",
    "answered_version",
    "build_document",
    "build_family_list",
    "build_v1",
    "build_v2",
    "build_v3",
    "document_data",
    "load_schema",
    "loaded_families",
    "negotiate_accept",
    "parse_allowlist",
    "parse_document",
    "parse_family_list",
    "parse_v3",
    "permitted_families",
    "profile_of_document",
    "read_document",
    "render_document",
    "surface_of_document",
    "tool_entries",
    "unknown_families",
]
