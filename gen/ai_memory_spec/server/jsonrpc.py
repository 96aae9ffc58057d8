"""JSON-RPC 2.0 as MCP uses it over stdio: one message per line, in and out.

What a line is, tried in this order:

    not UTF-8, not JSON               refused with -32700 and id null
    an array                          refused with -32600: there are no batches
    no object, or a wrong `jsonrpc`   refused with -32600
    `result` or `error`, no `method`  an answer: this server asks nothing, so it is dropped
    no `method`, or not text          refused with -32600
    an `id` that is no text or number refused with -32600, null too
    no `id`                           a notification
    `params` neither object nor null  refused with -32602
    anything else                     a request

A refusal carries the message's id where it has a sound one. A notification gets no answer, but a
line that is not even a notification gets one.
"""

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, TypeAlias

from ai_memory_spec.contract.values import kind, parse_json

PARSE_ERROR = -32700
INVALID_REQUEST = -32600
METHOD_NOT_FOUND = -32601
INVALID_PARAMS = -32602
INTERNAL_ERROR = -32603

Id: TypeAlias = str | int | float

# C1 control characters and the Unicode line ends would split a line for some readers, and a lone
# surrogate has no UTF-8 form. In JSON all of them stand inside strings, where an escape may stand.
_ESCAPED = re.compile("[\x7f-\x9f\u2028\u2029\ud800-\udfff]")


@dataclass(frozen=True, slots=True, kw_only=True)
class Request:
    """A message that wants an answer."""

    id: Id
    """Goes back with the answer as it came."""
    method: str
    params: Mapping[str, Any]


@dataclass(frozen=True, slots=True, kw_only=True)
class Notification:
    """A message that wants none."""

    method: str


class ProtocolError(Exception):
    """A message that is answered with a JSON-RPC error."""

    def __init__(self, code: int, message: str, id: Id | None = None) -> None:  # noqa: A002 - the protocol's word
        self.code = code
        self.message = message
        self.id = id
        super().__init__(message)


def parse_message(line: bytes) -> Request | Notification | None:
    """Read one line.

    Returns:
        None for an answer, which nobody waits for.

    Raises:
        ProtocolError: The line is to be refused; see the table above.
    """
    try:
        data = parse_json(line)
    except ValueError as error:
        raise ProtocolError(PARSE_ERROR, f"parse error: {error}") from error
    if isinstance(data, list):
        message = "batches are not served: send one message per line, without an array around it"
        raise ProtocolError(INVALID_REQUEST, message)
    if not isinstance(data, dict):
        message = f"invalid request: expected an object, found {kind(data)}"
        raise ProtocolError(INVALID_REQUEST, message)
    raw_id = data.get("id")
    sound_id = None if isinstance(raw_id, bool) else raw_id
    request_id: Id | None = sound_id if isinstance(sound_id, str | int | float) else None
    if data.get("jsonrpc") != "2.0":
        message = 'invalid JSON-RPC version (must be "2.0")'
        raise ProtocolError(INVALID_REQUEST, message, request_id)
    method = data.get("method")
    if "method" not in data and ("result" in data or "error" in data):
        return None
    if not isinstance(method, str):
        message = "invalid request: `method` must be text"
        raise ProtocolError(INVALID_REQUEST, message, request_id)
    if "id" in data and request_id is None:
        message = f"invalid request: `id` must be text or a number, found {kind(raw_id)}"
        raise ProtocolError(INVALID_REQUEST, message)
    if request_id is None:
        return Notification(method=method)
    params = data.get("params")
    if params is not None and not isinstance(params, dict):
        message = f"invalid params: expected an object, found {kind(params)}"
        raise ProtocolError(INVALID_PARAMS, message, request_id)
    return Request(id=request_id, method=method, params=MappingProxyType(params or {}))


def render_result(id: Id, result: Mapping[str, object]) -> bytes:  # noqa: A002 - the protocol's word
    """The line that answers a request."""
    return _render({"jsonrpc": "2.0", "id": id, "result": result})


def render_error(error: ProtocolError) -> bytes:
    """The line that refuses a message."""
    body = {"code": error.code, "message": error.message}
    return _render({"jsonrpc": "2.0", "id": error.id, "error": body})


def render_notification(method: str) -> bytes:
    """The line of a notification without parameters."""
    return _render({"jsonrpc": "2.0", "method": method})


def _render(message: Mapping[str, object]) -> bytes:
    text = json.dumps(message, ensure_ascii=False, allow_nan=False, separators=(",", ":"))
    return _ESCAPED.sub(lambda match: f"\\u{ord(match[0]):04x}", text).encode() + b"\n"
