"""One MCP session: what it knows, and how it answers each message.

Messages are answered whether or not `initialize` came before them, as the daemons do, so that a
single line in a pipe is enough. `initialize` is answered with revision 2024-11-05 whatever the
client asks for: it is the one that the contract names, and every client of the handshake
revisions has it. The newer, stateless revision begins with `server/discover`, which is refused
like any unknown method; clients then fall back to the handshake.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import ai_memory_spec
from ai_memory_spec.contract.allowlist import NO_ALLOWLIST, Allowlist
from ai_memory_spec.contract.build import ServerState
from ai_memory_spec.contract.values import freeze_object, kind
from ai_memory_spec.phrasing import Edition, Profile, did_you_mean, make_profile
from ai_memory_spec.server.calls import Situation, call_tool
from ai_memory_spec.server.jsonrpc import (
    INTERNAL_ERROR,
    INVALID_PARAMS,
    INVALID_REQUEST,
    METHOD_NOT_FOUND,
    ProtocolError,
    Request,
    parse_message,
    render_error,
    render_notification,
    render_result,
)
from ai_memory_spec.server.lines import LineTooLongError
from ai_memory_spec.server.tools import AT_WORK, LOAD_FAMILY, list_tools, listed_tools

SERVER_NAME = "ai-memory-spec-reference"
"""Says in `serverInfo` and in the documents that this is the reference and no daemon."""

PROTOCOL_VERSION = "2024-11-05"

INSTRUCTIONS = (
    "This is the reference server of ai-memory-spec, edition {edition}. It serves the "
    "capabilities contract and is not a memory store: tools that would store or recall memories "
    "answer with an error. It keeps what the two canonical sentences promise, also where the "
    "released ai-memory daemons do not: memory_load_family and memory_smart_load really load "
    "tools into this session, a call to a tool that is not loaded always names the --profile "
    "that loads it, and the allowlist binds calls."
)

_SHOWN_NAME_CHARACTERS = 100


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """What a session starts with."""

    edition: Edition
    profile: Profile
    allowlist: Allowlist = NO_ALLOWLIST
    agent_id: str | None = None
    """Who calls, if neither the call nor the client says so."""


class Session:
    """The state of one session: the live profile, and the client's name."""

    def __init__(self, settings: Settings) -> None:
        self.edition = settings.edition
        self.profile = settings.profile
        self._settings = settings
        self._client_name: str | None = None
        self._state = reference_state(settings.edition)

    def answer(self, line: bytes | LineTooLongError) -> Iterator[bytes]:
        """The lines that answer one line: one, none, or an answer and a notification."""
        try:
            if isinstance(line, LineTooLongError):
                raise ProtocolError(INVALID_REQUEST, f"invalid request: {line}")
            message = parse_message(line)
            if isinstance(message, Request):
                yield from self._respond(message)
        except ProtocolError as error:
            yield render_error(error)

    def _respond(self, request: Request) -> Iterator[bytes]:
        before = self.profile
        try:
            yield render_result(request.id, self._result(request))
        except ProtocolError as error:
            raise ProtocolError(error.code, error.message, request.id) from error
        except Exception as error:  # no message may end the session
            message = f"internal error: {type(error).__name__}; please report it"
            raise ProtocolError(INTERNAL_ERROR, message, request.id) from error
        if self.profile != before:
            yield render_notification("notifications/tools/list_changed")

    def _result(self, request: Request) -> Mapping[str, object]:
        methods: Mapping[str, Callable[[Mapping[str, Any]], Mapping[str, object]]] = {
            "initialize": self._initialize,
            "ping": lambda _: {},
            "tools/list": self._tools_list,
            "tools/call": self._tools_call,
        }
        if request.method not in methods:
            message = f"method not found: {_shown(request.method)}"
            raise ProtocolError(METHOD_NOT_FOUND, message)
        return methods[request.method](request.params)

    def _initialize(self, params: Mapping[str, Any]) -> Mapping[str, object]:
        client = params.get("clientInfo")
        name = client.get("name") if isinstance(client, dict) else None
        self._client_name = name if isinstance(name, str) else None
        return {
            "protocolVersion": PROTOCOL_VERSION,
            "capabilities": {"tools": {"listChanged": True}},
            "serverInfo": {"name": SERVER_NAME, "version": ai_memory_spec.__version__},
            "instructions": INSTRUCTIONS.format(edition=self.edition.label),
        }

    def _tools_list(self, params: Mapping[str, Any]) -> Mapping[str, object]:
        if params.get("cursor") is not None:
            message = "unknown cursor: all tools are on the first page, ask without a cursor"
            raise ProtocolError(INVALID_PARAMS, message)
        return {"tools": list_tools(self.edition, self.profile)}

    def _tools_call(self, params: Mapping[str, Any]) -> Mapping[str, object]:
        name = params.get("name")
        if not isinstance(name, str) or not name:
            raise ProtocolError(INVALID_PARAMS, "missing or empty tool name")
        arguments = params.get("arguments")
        if arguments is not None and not isinstance(arguments, dict):
            message = f"invalid params: `arguments` must be an object, found {kind(arguments)}"
            raise ProtocolError(INVALID_PARAMS, message)
        if name not in listed_tools(self.edition, self.profile):
            raise ProtocolError(METHOD_NOT_FOUND, self._not_callable(name, arguments or {}))
        outcome = call_tool(self._situation(arguments or {}), name, arguments or {})
        if outcome.profile is not None:
            self.profile = outcome.profile
        content = [{"type": "text", "text": outcome.text}]
        return {"content": content, "isError": True} if outcome.is_error else {"content": content}

    def _situation(self, arguments: Mapping[str, Any]) -> Situation:
        agent = arguments.get("agent_id")
        return Situation(
            edition=self.edition,
            profile=self.profile,
            allowlist=self._settings.allowlist,
            agent_id=agent
            if isinstance(agent, str)
            else self._client_name or self._settings.agent_id,
            state=self._state,
        )

    def _not_callable(self, name: str, arguments: Mapping[str, Any]) -> str:
        """Why a tool cannot be called: it is not loaded, or there is none of this name."""
        family = self.edition.family_by_tool.get(name)
        if family is None:
            shown = _shown(name)
            return f"unknown tool: {shown}{did_you_mean(shown, self.edition.tools)}"
        wanted = make_profile(self.edition, {*self.profile.families, family}).label
        message = (
            f"tool {name!r} is in family {family!r}, which is not loaded under the active profile "
            f"({self.profile.label}). Restart with `--profile {wanted}` to load it"
        )
        situation = self._situation(arguments)
        if not situation.permits(family):
            permitted = ", ".join(situation.permitted or ()) or "none"
            message += (
                f"; but the allowlist denies this family to the agent, which may use: {permitted}"
            )
        elif LOAD_FAMILY in listed_tools(self.edition, self.profile):
            message += f", or call {LOAD_FAMILY}(family={family!r}) to load it now"
        return f"{message}."


def reference_state(edition: Edition) -> ServerState:
    """What the reference's documents say about the server: that it is one, and nothing more."""
    return ServerState(
        tier="reference",
        version=ai_memory_spec.__version__,
        features=freeze_object({"keyword_search": False, "semantic_search": False}),
        extra=freeze_object(
            {
                "reference": {
                    "server": SERVER_NAME,
                    "edition": edition.label,
                    "note": "This server serves the contract and is not a memory store.",
                    "working_tools": list(AT_WORK),
                }
            }
        ),
    )


def _shown(name: str) -> str:
    """A name from a stranger, as it is if that is harmless."""
    cut = name[:_SHOWN_NAME_CHARACTERS]
    if cut == name and name.isprintable():
        return name
    return ascii(cut) + ("..." if cut != name else "")
