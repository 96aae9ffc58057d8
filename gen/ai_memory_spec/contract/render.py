"""Typed documents back to JSON: raw data, and the text that servers send."""

import json
from typing import Any

from ai_memory_spec.contract.document import (
    FAMILY_LIST_VERSION,
    V1_FIELDS,
    V2_OBJECTS,
    Document,
    DocumentV1,
    DocumentV2,
    DocumentV3,
    FamilyList,
    FamilyOverview,
    ToolEntry,
)
from ai_memory_spec.contract.values import JsonObject, thaw


def document_data(document: Document | FamilyList) -> dict[str, Any]:
    """The document as plain dicts and lists; the reverse of parsing, without loss."""
    if isinstance(document, FamilyList):
        return _with_extra(
            document.extra,
            schema_version=FAMILY_LIST_VERSION,
            family=document.family,
            loaded_under_active_profile=document.loaded_under_active_profile,
            tools=list(document.tools),
        )
    data = _with_extra(document.extra)
    data |= {name: _raw(getattr(document, name)) for name in V1_FIELDS}
    if not isinstance(document, DocumentV1) or document.states_version:
        data["schema_version"] = document.shape.value
    if isinstance(document, DocumentV2):
        data |= {name: _raw(getattr(document, name)) for name in V2_OBJECTS}
        if document.families is not None:
            data["families"] = _overview_data(document.families)
    if isinstance(document, DocumentV3):
        data["summary"] = document.summary
        data["to_describe_to_user"] = document.to_describe_to_user
        data["tools"] = [_tool_data(tool) for tool in document.tools]
        if document.agent_permitted_families is not None:
            data["agent_permitted_families"] = list(document.agent_permitted_families)
    return data


def render_document(document: Document | FamilyList) -> str:
    """The document as JSON text: indented by two, keys sorted, as the daemons send it."""
    return json.dumps(document_data(document), indent=2, sort_keys=True, ensure_ascii=False)


def _tool_data(tool: ToolEntry) -> dict[str, Any]:
    return _with_extra(
        tool.extra,
        name=tool.name,
        family=tool.family,
        loaded=tool.loaded,
        callable_now=tool.callable_now,
    )


def _overview_data(overview: FamilyOverview) -> dict[str, Any]:
    families = [
        _with_extra(
            family.extra,
            name=family.name,
            loaded=family.loaded,
            tool_count=family.tool_count,
            tools=list(family.tools),
        )
        for family in overview.families
    ]
    return _with_extra(overview.extra, always_on=list(overview.always_on), families=families)


def _with_extra(extra: JsonObject, **fields: object) -> dict[str, Any]:
    return {key: thaw(value) for key, value in extra.items()} | fields


def _raw(value: str | JsonObject) -> object:
    return value if isinstance(value, str) else thaw(value)
