"""A server process: started in its workplace, its stderr drained, its whole tree ended."""

import signal
import subprocess
from collections.abc import AsyncGenerator, Mapping, Sequence
from contextlib import asynccontextmanager

import anyio
from anyio.abc import ByteReceiveStream, ByteSendStream, Process

from ai_memory_spec.live.errors import CouldNotCheckError, Reason
from ai_memory_spec.live.keeper import ServerKeeper
from ai_memory_spec.live.stderr_tail import StderrTail
from ai_memory_spec.live.text import quoted
from ai_memory_spec.live.tree import end_marked, signal_group
from ai_memory_spec.live.workplace import Workplace

END_GRACE_S = 2.0
"""How long a server may take to end by itself once its stdin is closed."""
TERM_GRACE_S = 0.5
"""How long it may take after SIGTERM, before SIGKILL."""
_POLL_S = 0.005


class ServerProcess:
    """A running server; made by `run_server`."""

    def __init__(self, process: Process, secrets: Mapping[str, str]) -> None:
        assert process.stdin is not None
        assert process.stdout is not None
        self._process = process
        self.stdin: ByteSendStream = process.stdin
        self.stdout: ByteReceiveStream = process.stdout
        self.stderr = StderrTail(secrets)
        self._stderr_ended = False

    @property
    def exit_code(self) -> int | None:
        """The exit code, minus the number of the signal that ended it, or None while it runs."""
        return self._process.returncode

    @property
    def pid(self) -> int:
        """The id of the process, and of the process group that it leads."""
        return self._process.pid

    async def wait(self, seconds: float) -> bool:
        """Wait for the process itself to end; False if it still runs then.

        By polling, as `Process.wait` also waits for pipes that a descendant may hold open.
        """
        with anyio.move_on_after(seconds):
            while self.exit_code is None:
                await anyio.sleep(_POLL_S)
        return self.exit_code is not None

    async def settle(self, seconds: float) -> None:
        """Wait for the process to end and for all that it wrote to stderr to be here."""
        await self.wait(seconds)
        with anyio.move_on_after(TERM_GRACE_S if self.exit_code is not None else 0):
            while not self._stderr_ended:
                await anyio.sleep(_POLL_S)

    async def close_stdin(self) -> None:
        """Tell the server that there will be no more requests."""
        with anyio.move_on_after(_POLL_S * 10):
            try:
                await self.stdin.aclose()
            except (OSError, anyio.BrokenResourceError, anyio.ClosedResourceError):
                return

    async def drain_stderr(self) -> None:
        """Read stderr to its end, so that a chatty server never blocks; keeps the last lines."""
        assert self._process.stderr is not None
        try:
            async for chunk in self._process.stderr:
                self.stderr.feed(chunk)
        except (OSError, anyio.BrokenResourceError, anyio.ClosedResourceError):
            pass  # the process was ended
        self._stderr_ended = True

    async def drain_stdout(self) -> None:
        """Read stdout to its end and forget it, so that a server can finish what it writes."""
        try:
            async for _ in self.stdout:
                continue
        except (OSError, anyio.BrokenResourceError, anyio.ClosedResourceError):
            return

    async def finish(self) -> bool:
        """Close stdin and let the server end by itself; False if it still runs after the grace."""
        async with anyio.create_task_group() as tasks:
            tasks.start_soon(self.drain_stdout)
            await self.close_stdin()
            ended = await self.wait(END_GRACE_S)
            tasks.cancel_scope.cancel()
        return ended

    async def close(self, mark: str) -> None:
        """End the process and all its descendants, and close the pipes; never hangs."""
        await self.close_stdin()
        if self.exit_code is None:
            signal_group(self.pid, signal.SIGTERM)
            await self.wait(TERM_GRACE_S)
        signal_group(self.pid, signal.SIGKILL)
        end_marked(mark)
        # Nobody writes any more, so both pipes come to their ends, and asyncio lets go of them
        # then and not before. A survivor that holds one open is not waited for.
        with anyio.move_on_after(TERM_GRACE_S):
            await self.drain_stdout()
            while not self._stderr_ended or self.exit_code is None:
                await anyio.sleep(_POLL_S)


@asynccontextmanager
async def run_server(
    words: Sequence[str],
    place: Workplace,
    keeper: ServerKeeper,
    secrets: Mapping[str, str],
) -> AsyncGenerator[ServerProcess]:
    """Start a server in its workplace and end it, with all it started, on the way out.

    Parameters:
        words: The program, as an absolute path, and its arguments.
        place: Its folder, environment and mark.
        keeper: Notes the process, so that a signal to us ends it too.
        secrets: Values that no message may show, by the name to show in their place.

    Raises:
        CouldNotCheckError: With NOT_STARTED.
    """
    try:
        process = await anyio.open_process(
            list(words),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            cwd=place.folder,
            env=dict(place.environment),
            start_new_session=True,
        )
    except (OSError, ValueError) as error:
        raise CouldNotCheckError(
            Reason.NOT_STARTED, f"{quoted(words[0])} cannot be started: {quoted(str(error))}"
        ) from error
    keeper.add(process.pid)
    server = ServerProcess(process, secrets)
    try:
        async with anyio.create_task_group() as tasks:
            tasks.start_soon(server.drain_stderr)
            try:
                yield server
            finally:
                with anyio.CancelScope(shield=True):
                    await server.close(place.mark)
                tasks.cancel_scope.cancel()
    finally:
        keeper.remove(process.pid)
