"""What the tests of the server share: servers under raw pipes, and released daemons."""

import contextlib
import json
import os
import queue
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

import ai_memory_spec
from ai_memory_spec.phrasing import EditionShelf, edition_labels, parse_profile
from ai_memory_spec.server.session import Session, Settings
from tests.daemons import FOLDER, NEWEST, find_daemon

SOURCE_ROOT = Path(ai_memory_spec.__file__).resolve().parent.parent
CAPTURES = Path(__file__).resolve().parent.parent / "data" / "captures"

REFERENCE = (sys.executable, "-m", "ai_memory_spec", "mcp")
SOON_S = 10.0
"""So long a test waits for what should happen at once, on a busy machine."""


# ---- Servers under raw pipes -------------------------------------------------------------------


@dataclass(frozen=True)
class Ended:
    """What a server did when it was given all its input at once."""

    code: int
    out: bytes
    err: str

    @property
    def messages(self) -> list[Any]:
        """Everything on stdout, which must be whole lines of JSON."""
        assert self.out == b"" or self.out.endswith(b"\n")
        return [json.loads(line) for line in self.out.split(b"\n")[:-1]]


class Wire:
    """A running server. What it writes is read in the background, line by line."""

    def __init__(self, command: Sequence[str], environment: dict[str, str], folder: Path) -> None:
        self.process = subprocess.Popen(
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            env=environment,
            cwd=folder,
        )
        self.lines: queue.Queue[bytes] = queue.Queue()
        self.stderr = b""
        self.asked = 0
        self._threads = [
            threading.Thread(target=self._read_lines),
            threading.Thread(target=self._read_stderr),
        ]
        for thread in self._threads:
            thread.start()

    def _read_lines(self) -> None:
        for line in self.process.stdout:
            self.lines.put(line)

    def _read_stderr(self) -> None:
        self.stderr = self.process.stderr.read()

    def send(self, *messages: object) -> None:
        """Write messages in one go; bytes go out as they are."""
        data = b"".join(
            message if isinstance(message, bytes) else json.dumps(message).encode() + b"\n"
            for message in messages
        )
        self.process.stdin.write(data)
        self.process.stdin.flush()

    def receive(self) -> Any:
        """The next message."""
        return json.loads(self.lines.get(timeout=SOON_S))

    def ask(self, method: str, params: object = None) -> Any:
        """Send a request and wait for what comes next."""
        self.asked += 1
        request = {"jsonrpc": "2.0", "id": self.asked, "method": method}
        self.send(request if params is None else request | {"params": params})
        answer = self.receive()
        assert answer["id"] == self.asked
        return answer

    def call(self, name: str, **arguments: object) -> Any:
        """Call a tool; returns the result, or the error."""
        answer = self.ask("tools/call", {"name": name, "arguments": arguments})
        return answer.get("result") or answer["error"]

    def wait(self) -> tuple[int, float]:
        """Exit code, and seconds until the process had ended."""
        started = time.monotonic()
        code = self.process.wait(SOON_S)
        return code, time.monotonic() - started

    def end(self) -> None:
        """Kill what still runs, and give everything back."""
        self.process.kill()
        self.process.wait(SOON_S)
        for thread in self._threads:
            thread.join(SOON_S)
        for stream in (self.process.stdin, self.process.stdout, self.process.stderr):
            with contextlib.suppress(BrokenPipeError):
                stream.close()


@pytest.fixture
def environment(tmp_path: Path) -> dict[str, str]:
    """A small environment with a home of its own, and nothing of the caller's."""
    home = tmp_path / "home"
    home.mkdir()
    return {"PATH": "/usr/bin:/bin", "HOME": str(home), "PYTHONPATH": str(SOURCE_ROOT)}


@pytest.fixture
def write_config(environment: dict[str, str]) -> Callable[[str], Path]:
    """Put a configuration where servers look for it."""

    def write(text: str) -> Path:
        path = Path(environment["HOME"]) / ".config" / "ai-memory" / "config.toml"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
        return path

    return write


@pytest.fixture
def start(environment: dict[str, str], tmp_path: Path) -> Iterator[Callable[..., Wire]]:
    """Start the reference with these arguments."""
    wires: list[Wire] = []

    def start_server(*arguments: str, **variables: str) -> Wire:
        wires.append(Wire([*REFERENCE, *arguments], environment | variables, tmp_path))
        return wires[-1]

    yield start_server
    for wire in wires:
        wire.end()


@pytest.fixture
def start_plain(
    environment: dict[str, str], tmp_path: Path
) -> Iterator[Callable[..., subprocess.Popen[bytes]]]:
    """Start a command, by default the reference, with pipes that only the test touches."""
    processes: list[subprocess.Popen[bytes]] = []

    def start_process(
        command: Sequence[str] = REFERENCE,
        stdin: Any = subprocess.PIPE,
        stdout: Any = subprocess.PIPE,
    ) -> subprocess.Popen[bytes]:
        processes.append(
            subprocess.Popen(
                command,
                stdin=stdin,
                stdout=stdout,
                stderr=subprocess.PIPE,
                env=environment,
                cwd=tmp_path,
            )
        )
        return processes[-1]

    yield start_process
    for process in processes:
        process.kill()
        process.wait(SOON_S)
        for stream in filter(None, (process.stdin, process.stdout, process.stderr)):
            with contextlib.suppress(BrokenPipeError):
                stream.close()


@pytest.fixture
def run(environment: dict[str, str], tmp_path: Path) -> Callable[..., Ended]:
    """Run a command, by default the reference, on input that is given at once."""

    def run_command(
        sent: object = b"",
        *arguments: str,
        command: Sequence[str] = REFERENCE,
        timeout: float = 2 * SOON_S,
        **variables: str,
    ) -> Ended:
        if not isinstance(sent, bytes):
            messages = sent if isinstance(sent, list) else [sent]
            sent = b"".join(json.dumps(message).encode() + b"\n" for message in messages)
        done = subprocess.run(
            [*command, *arguments],
            input=sent,
            capture_output=True,
            env=environment | variables,
            cwd=tmp_path,
            timeout=timeout,
        )
        return Ended(done.returncode, done.stdout, done.stderr.decode())

    return run_command


@pytest.fixture(scope="session")
def call_of() -> Callable[..., dict[str, Any]]:
    """Make a `tools/call` request."""

    def call(name: str, /, **arguments: object) -> dict[str, Any]:
        params = {"name": name, "arguments": arguments}
        return {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": params}

    return call


# ---- Sessions without a process ----------------------------------------------------------------


class Talk:
    """A session in this process; answers come as parsed messages."""

    def __init__(self, session: Session) -> None:
        self.session = session

    def send(self, message: object) -> list[Any]:
        """Everything that answers one message."""
        line = message if isinstance(message, bytes) else json.dumps(message).encode()
        return [json.loads(answer) for answer in self.session.answer(line)]

    def ask(self, method: str, **params: object) -> Any:
        """The result, or the error, of a request; nothing else may come."""
        (answer,) = self.send({"jsonrpc": "2.0", "id": 1, "method": method, "params": params})
        return answer.get("result") or answer["error"]

    def call(self, name: str, **arguments: object) -> tuple[bool, str]:
        """Whether a tool worked, and its text."""
        request = {"name": name, "arguments": arguments}
        answer = self.send({"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": request})
        result = answer[0]["result"]
        assert [block["type"] for block in result["content"]] == ["text"]
        return not result.get("isError", False), result["content"][0]["text"]

    def refusal(self, name: str, **arguments: object) -> str:
        """Why a tool is not callable."""
        error = self.ask("tools/call", name=name, arguments=arguments)
        assert error["code"] == -32601
        return error["message"]

    def document(self, **arguments: object) -> Any:
        """What `memory_capabilities` says."""
        works, text = self.call("memory_capabilities", **arguments)
        assert works
        return json.loads(text)

    def tools(self) -> list[str]:
        """Names in `tools/list`."""
        return [tool["name"] for tool in self.ask("tools/list")["tools"]]


@pytest.fixture(scope="session")
def talk() -> Callable[..., Talk]:
    """Begin a session in this process."""
    shelf = EditionShelf()

    def begin(profile: str = "core", edition: str = "spec", **settings: Any) -> Talk:
        chosen = shelf.get(edition)
        return Talk(
            Session(Settings(edition=chosen, profile=parse_profile(chosen, profile), **settings))
        )

    return begin


# ---- Released daemons --------------------------------------------------------------------------


def _built() -> list[str]:
    found = FOLDER.glob("*/bin/ai-memory")
    return sorted(path.parent.parent.name for path in found)


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Run a test that takes `release` for each daemon that is built, and always for 0.10.0.

    A comparison with the reference needs an edition of that release.
    """
    if "release" in metafunc.fixturenames:
        releases = {*_built(), NEWEST}
        if "reference" in metafunc.fixturenames:
            releases &= {*edition_labels()}
        metafunc.parametrize("release", sorted(releases))


@dataclass(frozen=True)
class Daemon:
    """A released daemon, with a home and a working folder of its own for each run."""

    release: str
    program: Path
    environment: dict[str, str]
    folder: Path

    def talk(self, messages: Sequence[object], *arguments: str) -> list[Any]:
        """What it answers to these messages, then to the end of input; bytes go as they are."""
        data = b"".join(
            (message if isinstance(message, bytes) else json.dumps(message).encode()) + b"\n"
            for message in messages
        )
        done = subprocess.run(
            [self.program, "mcp", "--tier", "keyword", *arguments],
            input=data,
            capture_output=True,
            env=self.environment,
            cwd=self.folder,
            timeout=2 * SOON_S,
        )
        assert done.returncode == 0, done.stderr.decode()[-500:]
        return [json.loads(line) for line in done.stdout.splitlines()]


@pytest.fixture
def daemon(release: str, environment: dict[str, str], tmp_path: Path) -> Daemon:
    """The daemon of this release, if it is built here."""
    program = find_daemon(release)
    small = {key: environment[key] for key in ("PATH", "HOME")}
    folder = tmp_path / "daemon"
    folder.mkdir()
    return Daemon(release, program, small, folder)


@pytest.fixture(scope="session")
def recorded_sessions() -> dict[str, dict[str, Any]]:
    """What release 0.10.0 answered, session by session, by title."""
    path = CAPTURES / "0.10.0.sessions.json"
    return {entry["title"]: entry for entry in json.loads(path.read_text(encoding="utf-8"))}


@pytest.fixture
def stop_tree() -> Iterator[Callable[[int], None]]:
    """Remember processes that a test started behind another; they are killed at its end."""
    pids: list[int] = []
    yield pids.append
    for pid in pids:
        with contextlib.suppress(ProcessLookupError):
            os.kill(pid, signal.SIGKILL)
