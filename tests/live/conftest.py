"""What the tests of live sources share: small servers, and proof that nothing is left behind."""

import os
import shlex
import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from ai_memory_spec.live import StdioSource
from ai_memory_spec.phrasing import Edition, Profile, parse_profile, read_edition
from tests.daemons import find_daemon

HERE = Path(__file__).resolve().parent
SERVERS = HERE / "servers"
WORLD = HERE.parent / "data" / "live" / "pantry.toml"

MakeCommand = Callable[..., str]
MakeSource = Callable[..., StdioSource]
MakeProfile = Callable[[str], Profile]


def _processes_of(folder: Path) -> list[str]:
    """Command lines of processes whose environment names the folder; zombies have none."""
    found: list[str] = []
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit() and int(entry.name) != os.getpid():
            try:
                if str(folder).encode() in (entry / "environ").read_bytes():
                    found.append((entry / "cmdline").read_bytes().decode(errors="replace"))
            except OSError:
                continue
    return found


@pytest.fixture(autouse=True)
def temporary_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A temporary folder of the test's own, where no file and no process may be left."""
    folder = tmp_path / "temporary"
    folder.mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(folder))
    monkeypatch.setenv("TMPDIR", str(folder))
    yield folder
    assert list(folder.iterdir()) == []
    if Path("/proc").is_dir():
        monkeypatch.undo()
        assert _processes_of(folder) == []


@pytest.fixture(scope="session")
def pantry() -> Edition:
    """The edition that the servers of the tests serve."""
    return read_edition(WORLD)


@pytest.fixture
def profile(pantry: Edition) -> MakeProfile:
    """Make a profile of that edition from its spelling."""
    return lambda text: parse_profile(pantry, text)


@pytest.fixture
def command() -> MakeCommand:
    """Make the command line of a server program: `command("noisy", "--noise", "glued")`."""

    def make(server: str, *options: str, world: Path = WORLD) -> str:
        program = [sys.executable, "-S", "-E", str(SERVERS / f"{server}.py")]
        words = [*program, "--world", str(world), "--profile", "{profile}", *options]
        return shlex.join(words).replace("'{profile}'", "{profile}")

    return make


@pytest.fixture
def source(command: MakeCommand) -> MakeSource:
    """Make a source of a server program; `timeout_s` and other settings by keyword."""

    def make(server: str, *options: str, timeout_s: float = 8.0, **settings: object) -> StdioSource:
        return StdioSource(command(server, *options), timeout_s=timeout_s, **settings)  # type: ignore[arg-type]

    return make


@pytest.fixture
def daemon() -> Callable[[str], Path]:
    """Find the released daemon of a version, or skip and say how to build it."""

    return find_daemon
