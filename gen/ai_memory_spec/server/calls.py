"""What the tools do: results, and the errors that help a caller on.

A tool that cannot do its job answers with `isError` and a text, as MCP asks. Only a call that is
no call at all is a protocol error, and that is the session's business.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from ai_memory_spec.contract.accept import negotiate_accept
from ai_memory_spec.contract.allowlist import Allowlist, permitted_families
from ai_memory_spec.contract.build import ServerState, build_document, build_family_list
from ai_memory_spec.contract.render import render_document
from ai_memory_spec.contract.values import kind
from ai_memory_spec.phrasing import Edition, Profile, UnknownFamilyError, make_profile
from ai_memory_spec.server.smart_load import choose_family
from ai_memory_spec.server.tools import CAPABILITIES, LOAD_FAMILY, SMART_LOAD


@dataclass(frozen=True, slots=True, kw_only=True)
class Situation:
    """All that a call depends on beside its arguments."""

    edition: Edition
    profile: Profile
    """Live: families that were loaded in this session are in it."""
    allowlist: Allowlist
    agent_id: str | None
    """Who calls: the call's `agent_id`, else the client's name, else `--agent-id`."""
    state: ServerState
    """What the documents say about this server."""

    @property
    def permitted(self) -> tuple[str, ...] | None:
        """Families that the allowlist permits; None where it says nothing."""
        return permitted_families(self.edition, self.allowlist, self.agent_id)

    def permits(self, family: str) -> bool:
        """Whether the allowlist lets the agent use this family."""
        return self.permitted is None or family in self.permitted


@dataclass(frozen=True, slots=True, kw_only=True)
class Outcome:
    """What a call comes to."""

    text: str
    is_error: bool = False
    profile: Profile | None = None
    """The profile from now on, if the call changed it."""


def call_tool(situation: Situation, name: str, arguments: Mapping[str, Any]) -> Outcome:
    """Call a tool that the profile shows, or an always-on one.

    The allowlist binds every tool but the always-on ones.
    """
    edition = situation.edition
    family = edition.family_by_tool[name]
    if name not in edition.always_on and not situation.permits(family):
        return _denied(situation, f"may not call {name}, a tool of the family {family!r}")
    if name == CAPABILITIES:
        return _capabilities(situation, arguments)
    if name == LOAD_FAMILY:
        return _load_family(situation, arguments)
    if name == SMART_LOAD:
        return _smart_load(situation, arguments)
    return _error(
        f"{name} does nothing here: this is the reference server of the ai-memory contract "
        f"(edition {edition.label}), not a memory store. Nothing was stored, changed or looked "
        "up. To work with memories, run the ai-memory daemon."
    )


def _capabilities(situation: Situation, arguments: Mapping[str, Any]) -> Outcome:
    family = arguments.get("family")
    if family is None:
        document = build_document(
            situation.edition,
            situation.profile,
            negotiate_accept(arguments.get("accept")),
            situation.allowlist,
            situation.agent_id,
            state=situation.state,
        )
        return Outcome(text=render_document(document))
    if not isinstance(family, str):
        return _error(_wants_family(situation.edition, family))
    try:
        family_list = build_family_list(situation.edition, situation.profile, family)
    except UnknownFamilyError as error:
        return _error(str(error))
    return Outcome(text=render_document(family_list))


def _load_family(situation: Situation, arguments: Mapping[str, Any]) -> Outcome:
    family = arguments.get("family")
    edition = situation.edition
    if not isinstance(family, str):
        return _error(_wants_family(edition, family))
    if family not in edition.family_names:
        hint = ""
        if family in edition.profiles:
            names = ", ".join(edition.profiles[family])
            hint = f" {family!r} is a profile; load its families one by one: {names}."
        return _error(str(UnknownFamilyError(family, edition.label, edition.family_names)) + hint)
    return _load(situation, family, {"family": family})


def _smart_load(situation: Situation, arguments: Mapping[str, Any]) -> Outcome:
    intent = arguments.get("intent")
    if not isinstance(intent, str):
        return _error(
            f"`intent` must say in plain language what you want to do, found {_found(intent)}"
        )
    choice = choose_family(situation.edition, intent)
    answer = {
        "chosen_family": choice.family,
        "chosen_family_source": choice.source,
        "reason": choice.reason,
    }
    return _load(situation, choice.family, answer)


def _load(situation: Situation, family: str, answer: Mapping[str, object]) -> Outcome:
    edition = situation.edition
    if not situation.permits(family):
        return _denied(situation, f"may not load the family {family!r}")
    new = family not in situation.profile.families
    profile = make_profile(edition, {*situation.profile.families, family})
    body = {
        **answer,
        "already_loaded": not new,
        "tools": list(edition.family(family).tools),
        "active_profile": profile.label,
        "note": "These tools are in tools/list and can be called in this session. They are for "
        "show: this reference holds no memories.",
    }
    text = json.dumps(body, indent=2, sort_keys=True, ensure_ascii=False)
    return Outcome(text=text, profile=profile if new else None)


def _denied(situation: Situation, what: str) -> Outcome:
    permitted = ", ".join(situation.permitted or ()) or "none"
    agent = "an agent with an empty id"
    if situation.agent_id:
        agent = f"agent {situation.agent_id!r}"
    return _error(
        f"denied: {agent} {what}. Families that the allowlist permits it: {permitted}. "
        "Whoever runs this server can change [mcp.allowlist] in its configuration."
    )


def _wants_family(edition: Edition, family: object) -> str:
    choices = ", ".join(edition.family_names)
    return f"`family` must be the name of a family, found {_found(family)}. Valid: {choices}."


def _found(value: object) -> str:
    return "nothing" if value is None else kind(value)


def _error(text: str) -> Outcome:
    return Outcome(text=text, is_error=True)
