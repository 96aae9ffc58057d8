"""One conversation with a stdio server, in the words of the official SDK's client session."""

import logging
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import TypeVar

import anyio
import mcp_types as types
from mcp.client.session import ClientSession
from mcp.shared.exceptions import MCPError
from pydantic import ValidationError

from ai_memory_spec import __version__
from ai_memory_spec.live.answer import ServerInfo
from ai_memory_spec.live.errors import CouldNotCheckError, Reason
from ai_memory_spec.live.log import ProtocolLog
from ai_memory_spec.live.paging import Listing, Page, read_all_pages
from ai_memory_spec.live.process import END_GRACE_S, ServerProcess
from ai_memory_spec.live.text import printable
from ai_memory_spec.live.transport import line_transport

TOOL = "memory_capabilities"
SUSPECT_GRACE_S = 1.0
"""How long an answer may still come after a line that probably held it and cannot be read."""
_EXIT_WAIT_S = 1.0
_SHOWN_NAMES = 12

_Result = TypeVar("_Result")

# The SDK logs what servers send. Without a handler of the caller's own, Python would print that,
# as it is, on the terminal.
for _name in ("mcp", "client"):
    logging.getLogger(_name).addHandler(logging.NullHandler())


@dataclass(frozen=True, slots=True, kw_only=True)
class Conversation:
    """What a server said from the start of its session to its end."""

    server: ServerInfo
    listing: Listing | CouldNotCheckError
    declares_tools: bool
    text: str | CouldNotCheckError
    """The text of the capabilities tool's answer."""


async def converse(
    server: ServerProcess, log: ProtocolLog, timeout_s: float
) -> Conversation | CouldNotCheckError:
    """Hold the whole conversation with a server that was just started.

    Errors are returned and not raised, since the task groups of the session would wrap them.

    Parameters:
        server: The running server.
        log: Where faults are noted.
        timeout_s: Seconds from here to the last answer.
    """
    result: Conversation | CouldNotCheckError | None = None
    with anyio.move_on_after(timeout_s) as scope:
        listener = _Listener()
        async with (
            line_transport(server, log, lambda: _hurry(scope)) as (incoming, outgoing),
            ClientSession(
                incoming,
                outgoing,
                client_info=types.Implementation(name="ai-memory-spec", version=__version__),
                message_handler=listener,
            ) as session,
        ):
            try:
                result = await _Talk(session, log, scope, listener).hold()
            except CouldNotCheckError as error:
                result = error
    if result is None:
        if log.suspect is None and log.noise_only:
            return _not_json(server, log)
        return log.suspect or _timeout(server, log, timeout_s)
    if isinstance(result, CouldNotCheckError) and result.reason is Reason.EARLY_EXIT:
        await server.settle(_EXIT_WAIT_S)
        return log.failure or log.suspect or _early_exit(server, log)
    return result


async def part(server: ServerProcess, log: ProtocolLog) -> None:
    """Let the server end after the conversation, and note it if it does that badly."""
    if not await server.finish():
        log.fault(f"still ran {END_GRACE_S:g} seconds after its input had ended, and was stopped")
    elif server.exit_code:
        log.fault(f"{_ended(server.exit_code)} after it had answered")


class _Listener:
    """Hears whether the list of tools changed while it was read."""

    def __init__(self) -> None:
        self.list_changed = False

    async def __call__(self, message: object) -> None:
        if isinstance(message, types.ToolListChangedNotification):
            self.list_changed = True
        await anyio.lowlevel.checkpoint()


class _Talk:
    """The requests, one after the other."""

    def __init__(
        self,
        session: ClientSession,
        log: ProtocolLog,
        scope: anyio.CancelScope,
        listener: _Listener,
    ) -> None:
        self._session = session
        self._log = log
        self._scope = scope
        self._listener = listener
        self._deadline = scope.deadline

    async def hold(self) -> Conversation:
        await self._open()
        info = self._session.server_info
        declares_tools = True
        listing: Listing | CouldNotCheckError
        try:
            listing = await self._list_tools()
        except _MethodNotFoundError:
            declares_tools = False
            listing = Listing(names=(), duplicates=())
        except CouldNotCheckError as error:
            if error.reason is Reason.EARLY_EXIT:
                raise
            listing = error
        text: str | CouldNotCheckError
        if declares_tools:
            try:
                text = await self._call_tool()
            except CouldNotCheckError as error:
                if error.reason is Reason.EARLY_EXIT:
                    raise
                text = error
        else:
            text = CouldNotCheckError(
                Reason.NO_TOOLS, "server declares no tools, so it has no capabilities document"
            )
        return Conversation(
            server=ServerInfo(
                name=printable(info.name, 80) if info else None,
                version=printable(info.version, 40) if info else None,
            ),
            listing=listing,
            declares_tools=declares_tools,
            text=text,
        )

    async def _open(self) -> None:
        """Shake hands as servers of today do; a server that knows only the newer way says so.

        The SDK's own default asks `server/discover` first. A server in use may end, or never
        answer, at a method that it does not know, so the order is turned round here.
        """
        try:
            await self._ask("initialize", self._session.initialize)
        except CouldNotCheckError as error:
            if not isinstance(error, _RefusedError):
                raise
            if error.code not in (types.METHOD_NOT_FOUND, types.UNSUPPORTED_PROTOCOL_VERSION):
                raise
            await self._ask("server/discover", self._session.discover)

    async def _list_tools(self) -> Listing:
        """All pages; once more if the server says meanwhile that the list has changed."""
        self._listener.list_changed = False
        listing = await read_all_pages(self._page)
        if self._listener.list_changed:
            listing = await read_all_pages(self._page)
        if listing.duplicates:
            names = ", ".join(map(self._log.quote, listing.duplicates[:_SHOWN_NAMES]))
            more = len(listing.duplicates) - _SHOWN_NAMES
            self._log.fault(
                f"tools/list gives a name more than once: {names}"
                f"{f' and {more} more' if more > 0 else ''}"
            )
        return listing

    async def _page(self, cursor: str | None) -> Page:
        params = types.PaginatedRequestParams(cursor=cursor) if cursor is not None else None
        result = await self._ask(
            "tools/list",
            lambda: self._session.send_request(
                types.ListToolsRequest(params=params), types.ListToolsResult
            ),
        )
        return Page(names=[tool.name for tool in result.tools], next_cursor=result.next_cursor)

    async def _call_tool(self) -> str:
        request = types.CallToolRequest(
            params=types.CallToolRequestParams(name=TOOL, arguments={"accept": "v3"})
        )
        # Not `session.call_tool`: that also asks for output schemas and checks against them.
        result = await self._ask(
            "tools/call", lambda: self._session.send_request(request, types.CallToolResult)
        )
        texts = [block.text for block in result.content if isinstance(block, types.TextContent)]
        text = "\n".join(texts)
        if result.is_error:
            raise CouldNotCheckError(
                Reason.SERVER_ERROR, f"{TOOL} answered with an error: {self._log.quote(text)}"
            )
        if not texts:
            raise CouldNotCheckError(
                Reason.NOT_A_DOCUMENT, f"{TOOL} answered without any text content"
            )
        return text

    async def _ask(self, method: str, send: Callable[[], Awaitable[_Result]]) -> _Result:
        """Send a request and turn every way to fail into one error class."""
        self._log.awaiting = method
        try:
            result = await send()
        except MCPError as error:
            # A server may send this code too, and then end: then it has answered.
            if self._log.closed and error.error.code == types.CONNECTION_CLOSED:
                raise CouldNotCheckError(Reason.EARLY_EXIT, "the connection closed") from error
            if method == "tools/list" and error.error.code == types.METHOD_NOT_FOUND:
                raise _MethodNotFoundError(method, error, self._log) from error
            raise _RefusedError(method, error, self._log) from error
        except ValidationError as error:
            raise CouldNotCheckError(
                Reason.PROTOCOL,
                f"the answer to {method} breaks the protocol: {_first_problem(error)}",
            ) from error
        except RuntimeError as error:  # the SDK's word for a revision that it does not speak
            raise CouldNotCheckError(
                Reason.PROTOCOL, f"the answer to {method} is refused: {self._log.quote(str(error))}"
            ) from error
        # The answer came, so whatever looked like a spoilt one was none.
        self._log.suspect = None
        self._scope.deadline = self._deadline
        return result


class _RefusedError(CouldNotCheckError):
    """The server answered a request with an error."""

    def __init__(self, method: str, error: MCPError, log: ProtocolLog) -> None:
        self.code = error.error.code
        said = log.quote(error.error.message)
        super().__init__(
            Reason.SERVER_ERROR, f"the server answered {method} with error {self.code}: {said}"
        )


class _MethodNotFoundError(_RefusedError):
    """The server does not know `tools/list`."""


def _hurry(scope: anyio.CancelScope) -> None:
    scope.deadline = min(scope.deadline, anyio.current_time() + SUSPECT_GRACE_S)


def _timeout(server: ServerProcess, log: ProtocolLog, timeout_s: float) -> CouldNotCheckError:
    state = "" if server.exit_code is None else f" (the command {_ended(server.exit_code)})"
    said = server.stderr.last_words()
    return CouldNotCheckError(
        Reason.TIMEOUT,
        f"no answer to {log.awaiting} within {timeout_s:g} seconds{state}{said}",
        "give it longer with --timeout if it is slow to start",
    )


def _early_exit(server: ServerProcess, log: ProtocolLog) -> CouldNotCheckError:
    code = server.exit_code
    how = "closed its output" if code is None else _ended(code)
    return CouldNotCheckError(
        Reason.EARLY_EXIT,
        f"the server {how} before it answered {log.awaiting}{_wrote(log)}"
        f"{server.stderr.last_words()}",
    )


def _not_json(server: ServerProcess, log: ProtocolLog) -> CouldNotCheckError:
    return CouldNotCheckError(
        Reason.NOT_JSON,
        f"the server answered nothing but what is no JSON-RPC message: {log.noise}"
        f"{server.stderr.last_words()}",
        "give a command that serves MCP on its standard output",
    )


def _wrote(log: ProtocolLog) -> str:
    """What stood on stdout in place of any message, as a part of a message of ours."""
    return f"; it wrote no JSON-RPC message on stdout but {log.noise}" if log.noise_only else ""


def _ended(code: int) -> str:
    return f"ended with exit code {code}" if code >= 0 else f"was ended by signal {-code}"


def _first_problem(error: ValidationError) -> str:
    first = error.errors(include_url=False, include_context=False, include_input=False)[0]
    place = ".".join(str(part) for part in first["loc"])
    return f"{printable(place, 80)}: {printable(first['msg'], 120)}"
