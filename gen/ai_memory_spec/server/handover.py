"""Finds a real `ai-memory` behind our console script on PATH, and becomes it.

Both have one name, and an environment with our script in front would hide the daemon. So the
script first looks on:

- From where? If our script is itself on PATH, behind its own place; else along the whole PATH.
- Past what? Our own script under any name of its path (real paths are compared), and copies of it
  in other environments, told by what they import.
- Not for ever: a shell script that calls `ai-memory` again would come back here. Each hand-over is
  noted in the environment. A script that is noted there is passed over. A native program is so
  only after `MAX_ROUNDS` hand-overs: a daemon may well call `ai-memory` in a child of its own, and
  that child must reach the daemon again.

The process itself becomes the daemon, so signals, streams and exit code need no passing on.
"""

import os
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import NoReturn

COMMAND = "ai-memory"

GUARD_VARIABLE = "AI_MEMORY_SPEC_HANDED_OVER"
"""Real paths of all hand-overs so far, as in PATH."""

MAX_ROUNDS = 4

_OUR_MODULE = b"ai_memory_spec.server.ai_memory"
_READ_BYTES = 4096


def find_daemons(own: Path, environ: Mapping[str, str]) -> Iterator[Path]:
    """Programs named `ai-memory` that are to be handed over to, in the order of PATH.

    Parameters:
        own: The script that runs.
        environ: `PATH` is searched; an empty entry is the working folder, as for any shell.
    """
    folders = [Path(entry or ".") for entry in environ.get("PATH", os.defpath).split(os.pathsep)]
    noted = environ.get(GUARD_VARIABLE, "").split(os.pathsep)
    found = [(folder, _program(folder / COMMAND)) for folder in folders]
    ours = own.resolve()
    behind = 1 + next((index for index, (_, real) in enumerate(found) if real == ours), -1)
    seen = {ours}
    for folder, real in found[behind:]:
        if real is None or real in seen:
            continue
        seen.add(real)
        head = _head(real)
        rounds = 1 if head.startswith(b"#!") else MAX_ROUNDS
        if _OUR_MODULE not in head and noted.count(str(real)) < rounds:
            yield folder / COMMAND


def hand_over(daemon: Path, arguments: Sequence[str], environ: Mapping[str, str]) -> NoReturn:
    """Become the daemon; `OSError` if it cannot be executed."""
    noted = environ.get(GUARD_VARIABLE)
    real = str(daemon.resolve())
    guard = f"{noted}{os.pathsep}{real}" if noted else real
    path = str(daemon.absolute())
    os.execve(path, [path, *arguments], {**environ, GUARD_VARIABLE: guard})  # noqa: S606 - no shell


def _program(path: Path) -> Path | None:
    """The real path of a program that may be executed, or None."""
    try:
        return path.resolve() if path.is_file() and os.access(path, os.X_OK) else None
    except OSError:  # a folder that may not be searched
        return None


def _head(path: Path) -> bytes:
    try:
        with path.open("rb") as file:
            return file.read(_READ_BYTES)
    except OSError:  # executable, but not readable: certainly not our script
        return b""
