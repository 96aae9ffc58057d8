"""The stdio transport under the SDK's session: one message per line, with bounds.

The SDK's own `stdio_client` neither bounds a line nor tells what it skipped, and it gives the
session a parse error that no request can be matched with. Its session takes any pair of
streams, so these are ours. What is no message is noted in the log and never reaches the session.
"""

import math
from collections.abc import AsyncGenerator, Callable
from contextlib import asynccontextmanager

import anyio
from anyio.streams.memory import MemoryObjectReceiveStream, MemoryObjectSendStream
from mcp.shared.message import SessionMessage
from mcp_types import (
    JSONRPCError,
    JSONRPCMessage,
    JSONRPCRequest,
    JSONRPCResponse,
    jsonrpc_message_adapter,
)

from ai_memory_spec.live.errors import CouldNotCheckError, Reason
from ai_memory_spec.live.lines import LineBuffer, TooMuchOutputError, classify_line
from ai_memory_spec.live.log import ProtocolLog
from ai_memory_spec.live.process import ServerProcess

Streams = tuple[
    MemoryObjectReceiveStream[SessionMessage | Exception], MemoryObjectSendStream[SessionMessage]
]

_CHUNK = 65536


@asynccontextmanager
async def line_transport(
    server: ServerProcess, log: ProtocolLog, on_suspect: Callable[[], None]
) -> AsyncGenerator[Streams]:
    """Streams for `ClientSession` over the server's stdin and stdout.

    Parameters:
        server: The running server.
        log: Where skipped lines and failures are noted.
        on_suspect: Called when a line was skipped that may have held the awaited answer.
    """
    to_session, incoming = anyio.create_memory_object_stream[SessionMessage | Exception](0)
    # Without a bound, so that a server that does not read can never make the session wait; how
    # much it may hold is bounded by the lines that the server may send.
    outgoing, from_session = anyio.create_memory_object_stream[SessionMessage](math.inf)
    pump = _Pump(server, log, on_suspect)
    async with anyio.create_task_group() as tasks:
        tasks.start_soon(pump.read, to_session)
        tasks.start_soon(pump.write, from_session)
        try:
            yield incoming, outgoing
        finally:
            for stream in (incoming, outgoing):
                stream.close()
            tasks.cancel_scope.cancel()


class _Pump:
    """Carries messages between the pipes and the session."""

    def __init__(
        self, server: ServerProcess, log: ProtocolLog, on_suspect: Callable[[], None]
    ) -> None:
        self._server = server
        self._log = log
        self._on_suspect = on_suspect
        self._asked: set[int | str] = set()
        self._lines = 0

    async def read(self, to_session: MemoryObjectSendStream[SessionMessage | Exception]) -> None:
        """Read stdout until it ends, a bound is passed, or the session is gone."""
        buffer = LineBuffer.empty()
        async with to_session:
            try:
                while True:
                    try:
                        chunk = await self._server.stdout.receive(_CHUNK)
                    except anyio.EndOfStream:
                        break
                    for line in buffer.feed(chunk):
                        await self._take(line, to_session)
                rest = buffer.finish()
                if rest is not None:
                    await self._take(rest, to_session)
            except TooMuchOutputError as error:
                self._log.failure = CouldNotCheckError(Reason.TOO_MUCH_OUTPUT, str(error))
            except (anyio.BrokenResourceError, anyio.ClosedResourceError, OSError):
                pass  # the session is over, or the server is
            self._log.closed = True

    async def write(self, from_session: MemoryObjectReceiveStream[SessionMessage]) -> None:
        """Write the session's messages to stdin; a server that has gone shows on its stdout."""
        async with from_session:
            async for item in from_session:
                message = item.message
                if isinstance(message, JSONRPCRequest):
                    self._asked.add(message.id)
                text = message.model_dump_json(by_alias=True, exclude_unset=True)
                try:
                    await self._server.stdin.send(text.encode() + b"\n")
                except (anyio.BrokenResourceError, anyio.ClosedResourceError, OSError):
                    return

    async def _take(
        self, line: bytes, to_session: MemoryObjectSendStream[SessionMessage | Exception]
    ) -> None:
        self._lines += 1
        try:
            message = jsonrpc_message_adapter.validate_json(line, by_name=False)
        except ValueError:
            text = line.decode("utf-8", "replace")
            self._log.note_line(self._lines, classify_line(text), text)
            if self._log.suspect is not None:
                self._on_suspect()
            return
        self._log.heard = True
        self._check_answer(message)
        await to_session.send(SessionMessage(message))

    def _check_answer(self, message: JSONRPCMessage) -> None:
        """Note an answer that no request of ours can be waiting for."""
        if not isinstance(message, JSONRPCResponse | JSONRPCError):
            return
        known = message.id in self._asked or (
            isinstance(message.id, str) and message.id.isdigit() and int(message.id) in self._asked
        )
        if known:
            return
        shown = self._log.quote(str(message.id), 40)
        what = f"line {self._lines} of stdout answers no request of ours: id {shown}"
        if isinstance(message, JSONRPCError):
            what = f"{what}, error {message.error.code} {self._log.quote(message.error.message)}"
        self._log.fault(what)
