"""What a conversation is made of: messages to send, and the answer to a request.

A conversation is a generator: it yields one message after the other and is given the answer to
each request. Whoever holds the line (a process, or a test's stand-in) drives it.
"""

import json
from collections.abc import Callable, Generator, Mapping
from dataclasses import dataclass, field
from typing import Any, TypeAlias, TypeVar

from ai_memory_spec.contract.values import parse_json
from ai_memory_spec.live import printable, quoted

METHOD_NOT_FOUND = -32601
CAPABILITIES = "memory_capabilities"
CLIENT = "ai-memory-spec"
"""What the conversations call themselves where the name does not matter."""


class CannotCheckError(Exception):
    """Something could not be seen; the message is the reason, without a full stop."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Request:
    """A request whose answer is awaited; its id is the line's business."""

    method: str
    params: Mapping[str, Any] | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Raw:
    """A line that is sent as it is; nothing is awaited."""

    text: str


Message: TypeAlias = Request | Raw


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """The answer to one request."""

    message: Mapping[str, Any] = field(hash=False)
    """The whole message."""

    @property
    def result(self) -> Mapping[str, Any]:
        """The result.

        Raises:
            CannotCheckError: The answer is an error, or its result is no object.
        """
        result = self.message.get("result")
        if not isinstance(result, Mapping):
            raise CannotCheckError(f"the answer holds no result: {self.shown}")
        return result

    @property
    def error_code(self) -> object:
        """The code of the error, whatever it is; None if the answer is no error."""
        error = self.message.get("error")
        return error.get("code") if isinstance(error, Mapping) else None

    @property
    def error_message(self) -> str:
        """The error's message as the server wrote it; empty if there is none."""
        error = self.message.get("error")
        text = error.get("message") if isinstance(error, Mapping) else None
        return text if isinstance(text, str) else ""

    @property
    def is_unknown_tool(self) -> bool:
        """Whether it is the error that says that there is no such tool here."""
        return self.error_code == METHOD_NOT_FOUND

    @property
    def is_error(self) -> bool:
        """Whether it is an error of the protocol, or the result of a tool that failed."""
        result = self.message.get("result")
        failed = isinstance(result, Mapping) and result.get("isError") is True
        return "error" in self.message or failed

    @property
    def shown(self) -> str:
        """The answer in few words, in printable form."""
        if "error" in self.message:
            return f"error {printable(str(self.error_code), 20)}: {quoted(self.error_message, 160)}"
        return f"result {printable(json.dumps(self.message.get('result')), 160)}"


Value = TypeVar("Value")
Talk: TypeAlias = Generator[Message, Answer | None, Value]
"""A conversation that comes to a value."""
TalkMaker: TypeAlias = Callable[[], Talk[Value]]


def ask(method: str, params: Mapping[str, Any] | None = None) -> Talk[Answer]:
    """Send a request and take its answer."""
    answer = yield Request(method=method, params=params)
    assert answer is not None, "a request is always answered, or the conversation ends"
    return answer


def call(name: str, arguments: Mapping[str, Any] | None = None) -> Talk[Answer]:
    """Call a tool."""
    return ask("tools/call", {"name": name, "arguments": dict(arguments or {})})


def shake_hands(client: str = CLIENT) -> Talk[Answer]:
    """`initialize` and its notification; the answer may be anything."""
    answer = yield from ask(
        "initialize",
        {
            "protocolVersion": "2024-11-05",
            "capabilities": {},
            "clientInfo": {"name": client, "version": "1"},
        },
    )
    yield Raw(text='{"jsonrpc": "2.0", "method": "notifications/initialized"}')
    return answer


MAX_PAGES = 200


def list_tools() -> Talk[tuple[str, ...]]:
    """Names of all pages of `tools/list`, in the server's order, each as often as it stands."""
    names: list[str] = []
    used: set[str] = set()
    cursor: str | None = None
    for _ in range(MAX_PAGES):
        answer = yield from ask("tools/list", None if cursor is None else {"cursor": cursor})
        tools = answer.result.get("tools")
        if not isinstance(tools, list):
            raise CannotCheckError(f"tools/list gives no list of tools: {answer.shown}")
        for tool in tools:
            name = tool.get("name") if isinstance(tool, Mapping) else None
            if not isinstance(name, str):
                raise CannotCheckError("tools/list gives a tool without a name")
            names.append(name)
        following = answer.result.get("nextCursor")
        if not isinstance(following, str) or not following:
            return tuple(names)
        if following in used:
            break
        used.add(following)
        cursor = following
    raise CannotCheckError("tools/list never ends")


def read_document(answer: Answer) -> Mapping[str, Any]:
    """The capabilities document of an answer, in whichever text of it it stands.

    Raises:
        CannotCheckError: There is none.
    """
    content = answer.result.get("content")
    for block in content if isinstance(content, list) else ():
        text = block.get("text") if isinstance(block, Mapping) else None
        if isinstance(text, str):
            return document_of(text)
    raise CannotCheckError(f"{CAPABILITIES} answered without a text: {answer.shown}")


def document_of(text: str) -> Mapping[str, Any]:
    """A capabilities document from its text.

    Raises:
        CannotCheckError: It is no JSON object.
    """
    try:
        data = parse_json(text)
    except ValueError as error:
        problem = printable(str(error), 120)
        raise CannotCheckError(f"the document is {problem}: {quoted(text, 60)}") from error
    if not isinstance(data, Mapping):
        raise CannotCheckError(f"the document is no JSON object: {quoted(text, 60)}")
    return data
