"""Every process that a server started ends, and its folders go, however the run ends.

The fixture `temporary_folder` looks for what is left after each test.
"""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

import ai_memory_spec
from ai_memory_spec.live import CouldNotCheckError, Reason, StdioSource
from ai_memory_spec.live.tree import marked_processes
from ai_memory_spec.live.workplace import MARK, remove_tree
from ai_memory_spec.phrasing import Profile

SOURCE_ROOT = Path(ai_memory_spec.__file__).resolve().parent.parent

RUN = """
import sys
from ai_memory_spec.live import StdioSource
from ai_memory_spec.phrasing import load_edition, named_profiles
source = StdioSource(sys.argv[1], timeout_s=60)
source.fetch_all(named_profiles(load_edition()), lambda *_: None)
"""


@pytest.mark.parametrize("family", ["group", "setsid"])
def test_grandchildren_end_at_the_timeout(
    source: Callable[..., StdioSource], profile: Callable[[str], Profile], family: str
) -> None:
    """Those in the server's process group, and those that left it."""
    with pytest.raises(CouldNotCheckError) as caught:
        source("silent", "--family", family, timeout_s=0.5).fetch(profile("core"))
    assert caught.value.reason is Reason.TIMEOUT


@pytest.mark.parametrize("family", ["group", "setsid"])
def test_grandchildren_end_after_the_answer(
    source: Callable[..., StdioSource], profile: Callable[[str], Profile], family: str
) -> None:
    """A server that ends well and leaves something running is cleaned up after."""
    answer = source("silent", "--seconds", "0", "--family", family).fetch(profile("core"))
    assert answer.server.name == "pantry"


@pytest.mark.parametrize(
    ("number", "code"),
    [
        (signal.SIGTERM, -signal.SIGTERM),
        (signal.SIGHUP, -signal.SIGHUP),
        (signal.SIGINT, -signal.SIGINT),
    ],
)
def test_signal_to_us_ends_every_server(
    command: Callable[..., str], temporary_folder: Path, number: signal.Signals, code: int
) -> None:
    """A stopped CI job or Ctrl-C leaves neither processes nor folders."""
    server = command("silent", "--family", "setsid")
    environment = {
        "PATH": os.environ["PATH"],
        "PYTHONPATH": str(SOURCE_ROOT),
        "TMPDIR": str(temporary_folder),
    }
    run = subprocess.Popen(
        [sys.executable, "-c", RUN, server],
        env=environment,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    try:
        deadline = time.monotonic() + 30
        # Four servers at once, each with a grandchild.
        while len(_servers(temporary_folder)) < 8 and time.monotonic() < deadline:
            time.sleep(0.02)
        assert len(_servers(temporary_folder)) == 8
        run.send_signal(number)
        _, errors = run.communicate(timeout=30)
    finally:
        run.kill()
    assert run.returncode == code, errors
    assert _servers(temporary_folder) == []
    assert list(temporary_folder.iterdir()) == []


def _servers(folder: Path) -> list[int]:
    """Processes that stem from the runs whose folders are here."""
    return [pid for run in folder.iterdir() for pid in marked_processes(run.name)]


def test_marked_processes_are_found_by_the_beginning_of_their_mark() -> None:
    """And no others."""
    environment = {MARK: "run-1.server-2"}
    child = subprocess.Popen(
        [sys.executable, "-S", "-c", "input()"], env=environment, stdin=subprocess.PIPE
    )
    try:
        deadline = time.monotonic() + 10
        while not marked_processes("run-1.") and time.monotonic() < deadline:
            time.sleep(0.01)
        assert marked_processes("run-1.") == [child.pid]
        assert marked_processes("run-1.server-2") == [child.pid]
        assert marked_processes("run-2.") == []
        assert marked_processes("server-2") == []
    finally:
        child.communicate(b"\n", timeout=10)


def test_folder_without_rights_is_removed(tmp_path: Path) -> None:
    """A server may take away the right to look into its folders; links are not followed."""
    outside = tmp_path / "outside"
    outside.mkdir(mode=0o500)
    top = tmp_path / "top"
    inner = top / "a" / "b"
    inner.mkdir(parents=True)
    (inner / "file").write_text("x")
    (top / "link").symlink_to(outside)
    inner.chmod(0)
    inner.parent.chmod(0)
    remove_tree(top)
    assert not top.exists()
    assert outside.is_dir()
    assert outside.stat().st_mode & 0o777 == 0o500
