"""Outcomes to exit codes, and output that cannot be written."""

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from ai_memory_spec.cli import show
from ai_memory_spec.drift import Outcome


def test_the_exit_codes_are_these() -> None:
    """In step, drift, usage, could not check; never a count."""
    assert {outcome.name: outcome.value for outcome in Outcome} == {
        "IN_STEP": 0,
        "DRIFT": 1,
        "USAGE": 2,
        "NOT_CHECKED": 3,
    }


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no /dev/full on this system")
def test_output_that_cannot_be_written_is_no_success(project: Path) -> None:
    """A full disk gives a sentence and exit code 3, and no traceback."""
    with Path("/dev/full").open("wb") as full:
        done = subprocess.run(
            [sys.executable, "-m", "ai_memory_spec", "show"],
            cwd=project,
            stdout=full,
            stderr=subprocess.PIPE,
            encoding="utf-8",
        )
    assert (done.returncode, done.stderr) == (
        3,
        "ai-memory-spec: [Errno 28] No space left on device\n",
    )


@pytest.mark.parametrize("arguments", [["regions"], ["show"], ["check", "--format", "json"]])
def test_a_reader_that_has_gone_is_met_with_silence(project: Path, arguments: list[str]) -> None:
    """`| head -1` shows no traceback, and is no success."""
    (project / "README.md").write_text("<!-- live:kinds -->\n<!-- /live -->\n", encoding="utf-8")
    reading, writing = os.pipe()
    os.close(reading)
    done = subprocess.run(
        [sys.executable, "-m", "ai_memory_spec", *arguments],
        cwd=project,
        stdout=writing,
        stderr=subprocess.PIPE,
        encoding="utf-8",
    )
    os.close(writing)
    assert (done.returncode, done.stderr) == (3, "")


def test_an_interrupt_is_said_without_a_traceback(
    run: Callable[..., Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Exit code 130, as shells have it."""

    def interrupted(_: object) -> int:
        raise KeyboardInterrupt

    monkeypatch.setattr(show, "run", interrupted)
    done = run("show")
    assert (done.code, done.out, done.err) == (130, "", "ai-memory-spec: interrupted\n")


def test_names_that_are_no_text_are_spelled_out(project: Path) -> None:
    """A file name may hold any bytes; the report does not fail on them."""
    name = b"p\xff.md"
    Path(os.fsdecode(project / os.fsdecode(name))).write_text(
        "x <!-- live:count -->1<!-- /live -->", encoding="utf-8"
    )
    done = subprocess.run(
        [sys.executable.encode(), b"-m", b"ai_memory_spec", b"check", name],
        cwd=project,
        capture_output=True,
    )
    assert done.returncode == 1
    assert done.stdout.startswith(b"p\\udcff.md:1:22: error region.stale")
    assert b"Traceback" not in done.stderr
