"""`make daemon`: what it asks cargo for, when it does nothing, and what it says is missing."""

import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

SCRIPT = Path(__file__).resolve().parent.parent.parent / ".ci" / "daemon"

CARGO = """#!/bin/sh
if [ "$1" = --version ]; then echo "cargo 1.95.0"; exit 0; fi
echo "$@" > "$HOME/asked"
echo "$CARGO_TARGET_DIR $CARGO_PROFILE_RELEASE_LTO" >> "$HOME/asked"
[ -n "$FAIL" ] && exit 101
while [ "$1" != --root ]; do shift; done
mkdir -p "$2/bin" && printf '#!/bin/sh\\n' > "$2/bin/ai-memory" && chmod +x "$2/bin/ai-memory"
"""

Run = Callable[..., tuple[int, str, str]]


@pytest.fixture
def run(tmp_path: Path) -> Run:
    """Run the script in a world with these programs of its own; exit code, output, errors."""
    programs = tmp_path / "programs"
    programs.mkdir()
    for name in ("bash", "sh", "cat", "env", "grep", "mkdir", "rmdir", "chmod"):
        (programs / name).symlink_to(shutil.which(name) or name)

    def start(*words: str, has: tuple[str, ...] = ("cargo", "cc"), fail: str = "") -> tuple:
        for name in ("cargo", "cc"):
            (programs / name).unlink(missing_ok=True)
        for name in has:
            (programs / name).write_text(CARGO if name == "cargo" else "")
            (programs / name).chmod(0o755)
        done = subprocess.run(
            ["bash", SCRIPT, *words],
            env={"PATH": str(programs), "HOME": str(tmp_path), "FAIL": fail},
            capture_output=True,
            text=True,
            timeout=30,
        )
        return done.returncode, done.stdout, done.stderr

    return start


def test_daemon_is_built_once_into_the_cache(run: Run, tmp_path: Path) -> None:
    """With a target folder that all versions share; a second call does nothing."""
    cache = tmp_path / ".cache" / "ai-memory-spec"
    daemon = cache / "daemons" / "0.10.0" / "bin" / "ai-memory"
    code, output, errors = run("0.10.0")
    assert code == 0, errors
    assert output.endswith(f"ai-memory 0.10.0 is built: {daemon}\n")
    asked = (tmp_path / "asked").read_text().splitlines()
    assert asked == [
        (
            "install ai-memory --version 0.10.0 --locked --ignore-rust-version --bin ai-memory "
            f"--root {cache}/daemons/0.10.0"
        ),
        f"{cache}/target off",
    ]
    (tmp_path / "asked").unlink()
    assert run("0.10.0", has=()) == (0, f"ai-memory 0.10.0 is there: {daemon}\n", "")
    assert run("--path", "0.10.0") == (0, f"{daemon}\n", "")
    assert not (tmp_path / "asked").exists()


def test_everything_that_is_missing_is_named(run: Run) -> None:
    """With where it comes from."""
    code, _, errors = run("0.10.0", has=())
    assert code == 1
    assert errors.splitlines() == [
        (
            "cargo was not found: the daemon is a Rust program. Install Rust from "
            "https://rustup.rs, then run this again."
        ),
        (
            "cc was not found: the daemon holds parts in C. Install a C compiler (on Debian and "
            "Ubuntu: 'apt install build-essential'), then run this again."
        ),
    ]


def test_failed_build_says_what_to_look_at(run: Run, tmp_path: Path) -> None:
    """And does not pass for a daemon that is there."""
    code, _, errors = run("9.9.9", fail="yes")
    assert code == 1
    assert "ai-memory 9.9.9 could not be built; what cargo said stands above." in errors
    assert "Is there such a release?" in errors
    assert run("9.9.9")[0] == 0


@pytest.mark.parametrize("words", [(), ("",), ("new",), ("0.1",), ("1.0.0;x",), ("1.0.0", "2.0.0")])
def test_unfit_version_is_a_usage_error(run: Run, words: tuple[str, ...]) -> None:
    """Before anything is asked for."""
    code, output, errors = run(*words)
    assert (code, output) == (2, "")
    assert errors.endswith("usage: make daemon VERSION=0.10.0   (or: .ci/daemon [--path] 0.10.0)\n")
