"""What `tools/list` shows: name, description and input schema of each tool.

An edition names tools and says nothing else about them. The three tools that do their work here
are described as they work; every other one says that this is no memory store.
"""

from collections.abc import Mapping
from typing import Any

from ai_memory_spec.phrasing import Edition, Profile

CAPABILITIES = "memory_capabilities"
LOAD_FAMILY = "memory_load_family"
SMART_LOAD = "memory_smart_load"

AT_WORK = (CAPABILITIES, LOAD_FAMILY, SMART_LOAD)
"""The tools that do their work in this server."""

_TEXT = {"type": "string"}
_AGENT = {**_TEXT, "description": "Who calls; the allowlist goes by it."}

_DESCRIPTIONS = {
    CAPABILITIES: "What this server can do under the active profile: both canonical sentences, "
    "and every tool with whether it can be called now.",
    LOAD_FAMILY: "Load the tools of one family into this session. They join tools/list at once.",
    SMART_LOAD: "Say in plain language what you want to do; the family of tools that fits is "
    "chosen and loaded into this session.",
}


def list_tools(edition: Edition, profile: Profile) -> list[dict[str, Any]]:
    """The entries of `tools/list`, in the edition's order, always-on tools that come extra last."""
    return [describe_tool(edition, name) for name in listed_tools(edition, profile)]


def listed_tools(edition: Edition, profile: Profile) -> tuple[str, ...]:
    """Names of the tools that a client with this profile can call."""
    loaded = [
        tool for family in edition if family.name in profile.families for tool in family.tools
    ]
    return (*loaded, *(tool for tool in edition.always_on if tool not in loaded))


def describe_tool(edition: Edition, name: str) -> dict[str, Any]:
    """One entry of `tools/list`."""
    properties = _properties(edition, name)
    schema: dict[str, Any] = {
        "type": "object",
        "properties": {**properties, "agent_id": _AGENT},
    }
    required = [key for key in ("family", "intent") if key in properties and name != CAPABILITIES]
    if required:
        schema["required"] = required
    family = edition.family_by_tool[name]
    standing_in = (
        f"Of the family {family}. This reference holds no memories: a call is answered with an "
        "error that says so."
    )
    return {
        "name": name,
        "description": _DESCRIPTIONS.get(name, standing_in),
        "inputSchema": schema,
    }


def _properties(edition: Edition, name: str) -> Mapping[str, Any]:
    family = {**_TEXT, "enum": [*edition.family_names]}
    if name == CAPABILITIES:
        return {
            "accept": {**_TEXT, "description": "v1, v2 or v3; v3 without it."},
            "family": {**family, "description": "List the tools of this family only."},
        }
    if name == LOAD_FAMILY:
        return {"family": {**family, "description": "The family to load."}}
    if name == SMART_LOAD:
        return {"intent": {**_TEXT, "description": "What you want to do."}}
    return {}
