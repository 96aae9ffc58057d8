"""Servers as processes, in the bounds of the live sources: own home, drained, ended for sure."""

import json
import os
import re
import shlex
from collections import deque
from collections.abc import Mapping
from contextlib import ExitStack
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Self

from ai_memory_spec.conformance.messages import (
    Answer,
    CannotCheckError,
    Request,
    Talk,
    TalkMaker,
    Value,
)
from ai_memory_spec.conformance.transcript import Start, Transcript, message_of
from ai_memory_spec.live import (
    CommandTemplate,
    CouldNotCheckError,
    Reason,
    printable,
    quoted,
    redacted,
)
from ai_memory_spec.live.command import PLACEHOLDER, resolve_command
from ai_memory_spec.live.keeper import ServerKeeper
from ai_memory_spec.live.lines import LineBuffer, TooMuchOutputError
from ai_memory_spec.live.workplace import Surroundings, make_workplace

if TYPE_CHECKING:
    from ai_memory_spec.live.process import ServerProcess

CONFIG_FILE = ".config/ai-memory/config.toml"
GIVE_UP_AFTER = 3
"""After so many runs without one answer, and none with, no further server is started."""
_FOLDERS = re.compile(r"(?:(?<==)|^)/(?:[^/\s]+/)*(?=[^/\s]+$)")
_CHUNK = 65536


class ProcessLauncher:
    """Starts a command once per conversation. Use it in a `with` statement."""

    def __init__(
        self,
        command: CommandTemplate,
        *,
        timeout_s: float,
        passed: Mapping[str, str] | None = None,
        folder: Path | None = None,
    ) -> None:
        """Take the command; nothing runs yet.

        Parameters:
            command: Program and arguments. `{profile}` stands for the profile string; without
                it, `--profile P` is appended.
            timeout_s: Seconds that one conversation may take.
            passed: Variables of the caller's environment that the server gets to see.
            folder: The folder that relative paths in the command are taken from.
        """
        self._command = command
        self._timeout_s = timeout_s
        self._passed = dict(passed or {})
        self._folder = (folder or Path.cwd()).absolute()
        self._stack = ExitStack()
        self._keeper: ServerKeeper | None = None
        self._silent = 0
        self._worked = False

    def __enter__(self) -> Self:
        self._keeper = self._stack.enter_context(ServerKeeper())
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._stack.close()

    @property
    def subject(self) -> str:
        """The command, each program and file by its name alone."""
        words = [_FOLDERS.sub("", word) for word in self._command.words]
        text = shlex.join(words).replace(f"'{PLACEHOLDER}'", PLACEHOLDER)
        return printable(redacted(text, self._surroundings(Start(profile="")).secrets), 300)

    @property
    def can_omit_profile(self) -> bool:
        """Whether the option can be left out: there is none, or it stands as `--profile`."""
        return self._without_profile() is not None

    def run(self, start: Start, make_talk: TalkMaker[Value]) -> Transcript[Value]:
        """Start a server, hold the conversation, end the server."""
        if not self._worked and self._silent >= GIVE_UP_AFTER:
            reason = f"not tried, as the first {GIVE_UP_AFTER} servers did not answer"
            return Transcript(outcome=CannotCheckError(reason))
        transcript: Transcript[Value]
        try:
            transcript = self._run(start, make_talk)
        except CouldNotCheckError as error:
            transcript = Transcript(outcome=CannotCheckError(str(error)))
        except OSError as error:
            reason = f"no server can be started here: {printable(str(error), 200)}"
            transcript = Transcript(outcome=CannotCheckError(reason))
        self._worked = self._worked or transcript.answered > 0
        self._silent += transcript.answered == 0
        return transcript

    def _run(self, start: Start, make_talk: TalkMaker[Value]) -> Transcript[Value]:
        _require_extra()
        import anyio

        from ai_memory_spec.live.process import run_server

        assert self._keeper is not None, "use the launcher in a `with` statement"
        keeper = self._keeper
        around = self._surroundings(start)
        words = resolve_command(self._words(start.profile), around.folder, around.search_path)

        async def hold() -> Transcript[Value]:
            with make_workplace(keeper.root, around) as place:
                async with run_server(words, place, keeper, around.secrets) as server:
                    return await _Line(server, self._timeout_s).hold(make_talk())

        try:
            return anyio.run(hold)
        except ExceptionGroup as group:
            shown = printable(repr(group.exceptions[0]), 200)
            raise CouldNotCheckError(Reason.PROTOCOL, f"the session broke down: {shown}") from group

    def _surroundings(self, start: Start) -> Surroundings:
        return Surroundings(
            folder=self._folder,
            search_path=os.environ.get("PATH", os.defpath),
            passed={**self._passed, **dict(start.variables)},
            home_files={CONFIG_FILE: start.config} if start.config else {},
        )

    def _words(self, profile: str | None) -> tuple[str, ...]:
        words = self._command.words
        if profile is None:
            return self._without_profile() or words
        if not self._command.per_profile:
            return (*words, "--profile", profile)
        return tuple(word.replace(PLACEHOLDER, profile) for word in words)

    def _without_profile(self) -> tuple[str, ...] | None:
        words = list(self._command.words)
        if PLACEHOLDER in words[1:]:
            place = words.index(PLACEHOLDER)
            if words[place - 1] != "--profile":
                return None
            del words[place - 1 : place + 1]
        words = [word for word in words if word != f"--profile={PLACEHOLDER}"]
        return None if any(PLACEHOLDER in word for word in words) else tuple(words)


class _Line:
    """The pipes of one server while a conversation drives them."""

    def __init__(self, server: "ServerProcess", timeout_s: float) -> None:
        self._server = server
        self._timeout_s = timeout_s
        self._buffer = LineBuffer.empty()
        self._waiting: deque[bytes] = deque()
        self._lines: list[bytes] = []
        self._cut = False
        self._last_id = 0
        self._answered = 0

    async def hold(self, talk: Talk[Value]) -> Transcript[Value]:
        import anyio

        outcome: Value | CannotCheckError | None = None
        done = False
        with anyio.move_on_after(self._timeout_s) as scope:
            try:
                outcome = await self._drive(talk)
                done = True
            except CannotCheckError as error:
                outcome = error
                done = True
            await self._drain()
        if not done:
            wrote = self._wrote()
            advice = "" if wrote else "; give it longer with --timeout"
            said = self._server.stderr.last_words()
            outcome = CannotCheckError(
                f"no answer within {self._timeout_s:g} seconds{wrote}{said}{advice}"
            )
        await self._server.settle(0.5)
        return Transcript(
            outcome=outcome,  # type: ignore[arg-type]  # None only where Value is None
            lines=tuple(self._lines),
            cut=self._cut,
            answered=self._answered,
            exit_code=self._server.exit_code,
            timed_out=scope.cancelled_caught,
            stderr=self._server.stderr.text(),
        )

    async def _drive(self, talk: Talk[Value]) -> Value:
        """Carry messages until the conversation returns its value."""
        answer: Answer | None = None
        try:
            while True:
                message = talk.send(answer)
                answer = None
                if isinstance(message, Request):
                    answer = await self._ask(message)
                else:
                    await self._send(message.text)
        except StopIteration as stop:
            value: Value = stop.value
            return value
        finally:
            talk.close()

    async def _ask(self, request: Request) -> Answer:
        self._last_id += 1
        await self._send(stamp(request, self._last_id))
        while (line := await self._next_line()) is not None:
            message = message_of(line)
            if message is not None and answers(message, self._last_id):
                self._answered += 1
                return Answer(message=message)
        await self._server.settle(1.0)
        raise CannotCheckError(
            f"the server {self._ended()} before it answered {request.method}{self._wrote()}"
            f"{self._server.stderr.last_words()}"
        )

    def _wrote(self) -> str:
        """What stood on stdout in place of any message, as a part of a message of ours."""
        if self._answered or not self._lines or message_of(self._lines[0]) is not None:
            return ""
        shown = quoted(self._lines[0].decode("utf-8", "replace"))
        return f"; it wrote no JSON-RPC message on stdout but {shown}"

    def _ended(self) -> str:
        code = self._server.exit_code
        if code is None:
            return "closed its output"
        return f"ended with exit code {code}" if code >= 0 else f"was ended by signal {-code}"

    async def _send(self, text: str) -> None:
        import anyio

        try:
            await self._server.stdin.send(text.encode("utf-8", "surrogatepass") + b"\n")
        except (anyio.BrokenResourceError, anyio.ClosedResourceError, OSError):
            return  # the end shows on stdout

    async def _next_line(self) -> bytes | None:
        while not self._waiting:
            chunk = await self._receive()
            if chunk is None:
                rest = self._buffer.finish()
                if rest is not None:
                    self._cut = True
                    self._lines.append(rest)
                    return rest
                return None
            try:
                self._waiting.extend(self._buffer.feed(chunk))
            except TooMuchOutputError as error:
                raise CannotCheckError(f"the server sent too much: {error}") from error
        line = self._waiting.popleft()
        self._lines.append(line)
        return line

    async def _receive(self) -> bytes | None:
        import anyio

        try:
            return await self._server.stdout.receive(_CHUNK)
        except (anyio.EndOfStream, anyio.BrokenResourceError, anyio.ClosedResourceError, OSError):
            return None

    async def _drain(self) -> None:
        """Close stdin and read what the server still has to say, until it ends or dallies."""
        import anyio

        from ai_memory_spec.live.process import END_GRACE_S

        await self._server.close_stdin()
        with anyio.move_on_after(END_GRACE_S):
            try:
                while await self._next_line() is not None:
                    continue
            except CannotCheckError:
                return


def stamp(request: Request, id_: int) -> str:
    """The line of a request."""
    message: dict[str, object] = {"jsonrpc": "2.0", "id": id_, "method": request.method}
    if request.params is not None:
        message["params"] = dict(request.params)
    return json.dumps(message)


def answers(message: Mapping[str, object], id_: int) -> bool:
    """Whether the message is the response to the request of this id."""
    given = message.get("id")
    if not ("result" in message or "error" in message):
        return False
    return type(given) is int and given == id_


def _require_extra() -> None:
    if os.name != "posix":
        raise CouldNotCheckError(
            Reason.NOT_STARTED, "a stdio server is started on POSIX systems only", "ask over HTTP"
        )
    try:
        import anyio  # noqa: F401
    except ImportError as error:
        raise CouldNotCheckError(
            Reason.EXTRA_MISSING,
            f"a stdio server needs the extra `live`, which is not installed ({error})",
            "run pip install 'ai-memory-spec[live]'",
        ) from error
