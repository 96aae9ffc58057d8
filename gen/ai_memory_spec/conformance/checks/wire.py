"""Clause "On the wire": messages, errors, and what may stand on standard output."""

import json
from collections.abc import Mapping

from ai_memory_spec.conformance.messages import (
    CAPABILITIES,
    METHOD_NOT_FOUND,
    Answer,
    CannotCheckError,
    Raw,
    Talk,
    ask,
    call,
    shake_hands,
)
from ai_memory_spec.conformance.observe import Check, Observation
from ai_memory_spec.conformance.registry import CheckTable
from ai_memory_spec.conformance.transcript import Start, Transcript, message_of
from ai_memory_spec.conformance.world import StdioWorld
from ai_memory_spec.contract.values import parse_json
from ai_memory_spec.live import printable

TABLE = CheckTable()

INVALID_REQUEST = -32600
INVALID_PARAMS = -32602
PARSE_ERROR = -32700
_ODD = "conform-odd"
"""The id of the one message that is not as it should be."""
_NO_ANSWER = "no answer"


@TABLE.check("wire.without-handshake")
def check_without_handshake(world: StdioWorld) -> Check:
    """A call that is the first message of all is answered with a result."""

    def talk() -> Talk[Answer]:
        return (yield from call(CAPABILITIES, {"accept": "v3"}))

    world.require_working()
    run = world.run(Start(profile=world.base), "no handshake", talk)
    where = "tools/call as the first message"
    if run.timed_out or isinstance(run.outcome, CannotCheckError):
        yield Observation(where=where, expected="a result", found=_silence(run))
    else:
        found = run.value.shown if run.value.is_error else "a result"
        yield Observation(where=where, expected="a result", found=found)


@TABLE.check("wire.initialize")
def check_initialize(world: StdioWorld) -> Check:
    """`initialize` says which protocol and which server; `ping` has an empty result."""
    opening = world.opening().value
    result = opening.opened.message.get("result")
    fields = result if isinstance(result, Mapping) else {}
    info = fields.get("serverInfo")
    server = info if isinstance(info, Mapping) else {}
    for name, value in (
        ("protocolVersion", fields.get("protocolVersion")),
        ("serverInfo.name", server.get("name")),
        ("serverInfo.version", server.get("version")),
    ):
        given = isinstance(value, str) and bool(value)
        yield Observation(
            where=f"{name} in the answer to initialize",
            expected="text",
            found="text" if given else "missing" if value is None else value,
        )
    pong = opening.pong
    yield Observation(
        where="the answer to ping", expected={}, found=pong.message.get("result", pong.shown)
    )


@TABLE.check("wire.document")
def check_document(world: StdioWorld) -> Check:
    """The document is the first text of the content, and JSON."""

    def talk() -> Talk[Answer]:
        yield from shake_hands()
        return (yield from call(CAPABILITIES, {"accept": "v3"}))

    answer = world.run(Start(profile=world.base), "document", talk).value
    content = answer.result.get("content")
    first = content[0] if isinstance(content, list) and content else None
    kind = first.get("type") if isinstance(first, Mapping) else None
    text = first.get("text") if isinstance(first, Mapping) else None
    yield Observation(where="result.content[0].type", expected="text", found=kind)
    yield Observation(
        where="result.content[0].text", expected="a JSON object", found=_json_kind(text)
    )


@TABLE.check("wire.unknown")
def check_unknown(world: StdioWorld) -> Check:
    """An unknown method and an unknown tool are the same error."""
    for what, method, params in (
        ("an unknown method", "conform/no-such-method", {}),
        ("an unknown tool", "tools/call", {"name": "conform_no_such_tool", "arguments": {}}),
    ):
        line = {"jsonrpc": "2.0", "id": _ODD, "method": method, "params": params}
        yield _error(world, what, json.dumps(line), METHOD_NOT_FOUND)


@TABLE.check("wire.tool-name")
def check_tool_name(world: StdioWorld) -> Check:
    """A call without a tool name has the error for parameters."""
    line = {"jsonrpc": "2.0", "id": _ODD, "method": "tools/call", "params": {"arguments": {}}}
    yield _error(world, "tools/call without a name", json.dumps(line), INVALID_PARAMS)


@TABLE.check("wire.version")
def check_version(world: StdioWorld) -> Check:
    """Another version of JSON-RPC is no valid request."""
    line = {"jsonrpc": "1.0", "id": _ODD, "method": "ping"}
    yield _error(world, 'a request with jsonrpc "1.0"', json.dumps(line), INVALID_REQUEST)


@TABLE.check("wire.parse")
def check_parse(world: StdioWorld) -> Check:
    """What is no JSON is answered, with a null id."""
    yield _error(world, "a line that is not JSON", "{this is not JSON", PARSE_ERROR, id_=None)


@TABLE.check("wire.notification")
def check_notification(world: StdioWorld) -> Check:
    """Neither a known notification nor an unknown one is answered."""

    def talk() -> Talk[Answer]:
        first = yield from shake_hands()
        for method in ("notifications/initialized", "notifications/conform-no-such-one"):
            yield Raw(text=json.dumps({"jsonrpc": "2.0", "method": method}))
        yield from ask("ping")
        return first

    run = world.run(Start(profile=world.base), "notification", talk)
    run.value  # noqa: B018  both requests were answered, so the line was heard
    extra = sum(_is_response(line) for line in run.lines) - run.answered
    yield Observation(
        where="two notifications between two requests",
        expected="no answer to a notification",
        found="no answer to a notification" if extra == 0 else f"{extra} answers more",
    )


@TABLE.check("wire.stdout")
def check_stdout(world: StdioWorld) -> Check:
    """Every line of every run so far is one message of the protocol."""
    world.require_working()
    for start, run in world.transcripts:
        profile = "no profile" if start.profile is None else f"profile string {start.profile!r}"
        for number, line in enumerate(run.lines, 1):
            is_message = message_of(line) is not None
            shown = printable(line.decode("utf-8", "replace"), 120)
            yield Observation(
                where=f"line {number} of standard output, {profile}",
                expected="a JSON-RPC message",
                found="a JSON-RPC message" if is_message else f"other text: {shown}",
            )
        if run.cut:
            yield Observation(
                where=f"the last line of standard output, {profile}",
                expected="a line end",
                found="none",
            )


def _error(
    world: StdioWorld, what: str, text: str, code: int, id_: str | None = _ODD
) -> Observation:
    """Send one odd line between two requests, and look for the error that answers it."""

    def talk() -> Talk[Answer]:
        first = yield from shake_hands()
        yield Raw(text=text)
        yield from ask("ping")
        return first

    run = world.run(Start(profile=world.base), ("odd", text), talk)
    if run.answered == 0:
        run.value  # noqa: B018  raises the reason
    answers = [Answer(message=message) for message in run.answers_to(id_)]
    expected = f"error {code}"
    if not answers:
        if run.timed_out:
            raise CannotCheckError(f"after {what} the server answered nothing in time")
        found = _silence(run)
    elif any(answer.error_code == code for answer in answers):
        found = expected
    else:
        found = answers[0].shown
    return Observation(where=what, expected=expected, found=found)


def _silence(run: Transcript[Answer]) -> str:
    if isinstance(run.outcome, CannotCheckError):
        return f"{_NO_ANSWER}: {run.outcome}"
    return _NO_ANSWER


def _is_response(line: bytes) -> bool:
    message = message_of(line)
    return message is not None and ("result" in message or "error" in message)


def _json_kind(text: object) -> str:
    if not isinstance(text, str):
        return "no text"
    try:
        data = parse_json(text)
    except ValueError as error:
        return printable(str(error), 120)
    return "a JSON object" if isinstance(data, dict) else "JSON, but no object"
