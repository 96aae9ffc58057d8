"""Where a server runs: a temporary folder and home of its own, in a minimal environment.

A server reads its user's configuration and may leave files where it stands, so both are given
to it anew. The environment holds nothing of the caller's but `PATH` and what is passed on by
name, so that the caller's settings cannot leak in and the result is the same on all machines:

    PATH                  the caller's, with relative entries made absolute
    HOME                  a new, empty folder
    TMPDIR                a new, empty folder
    LANG                  C.UTF-8
    AI_MEMORY_SPEC_CHILD  a mark by which all processes of this server are found and ended
"""

import os
import secrets
import shutil
import stat
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

from ai_memory_spec.live.command import absolute_path_list

MARK = "AI_MEMORY_SPEC_CHILD"
"""The variable that marks a server's processes."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Surroundings:
    """What of the caller's world a server gets to see."""

    folder: Path
    """The caller's working folder, from which relative paths are taken."""
    search_path: str
    """The caller's `PATH`."""
    passed: Mapping[str, str]
    """Variables that are passed on by name, `HOME` too if the caller says so."""
    home_files: Mapping[str, str]
    """Files to put into the server's home before it starts: relative path to text."""

    @property
    def secrets(self) -> Mapping[str, str]:
        """Passed values that no message may show; paths and short words are no secrets."""
        return {
            name: value
            for name, value in self.passed.items()
            if len(value) >= 6 and not value.startswith(("/", "~", "."))
        }


@dataclass(frozen=True, slots=True, kw_only=True)
class Workplace:
    """The place of one server process."""

    folder: Path
    """Its working folder."""
    environment: Mapping[str, str]
    """Its whole environment."""
    mark: str
    """The value of `MARK` in its environment and in that of its descendants."""


@contextmanager
def make_workplace(root: Path, surroundings: Surroundings) -> Iterator[Workplace]:
    """Make the folders of one server below `root`, and remove them at the end."""
    number = secrets.token_hex(8)
    top = root / number
    mark = f"{root.name}.{number}"
    try:
        for name in ("home", "work", "tmp"):
            (top / name).mkdir(parents=True)
        for name, text in surroundings.home_files.items():
            file = top / "home" / name
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(text, encoding="utf-8")
        yield Workplace(
            folder=top / "work",
            mark=mark,
            environment={
                "PATH": absolute_path_list(surroundings.search_path, surroundings.folder),
                "HOME": str(top / "home"),
                "TMPDIR": str(top / "tmp"),
                "LANG": "C.UTF-8",
                **surroundings.passed,
                MARK: mark,
            },
        )
    finally:
        remove_tree(top)


def remove_tree(top: Path) -> None:
    """Remove a folder with everything in it, whatever rights a server left on its folders."""
    shutil.rmtree(top, ignore_errors=True)
    if top.exists():
        for folder, names, _ in os.walk(top):
            for path in (Path(folder), *(Path(folder, name) for name in names)):
                if not path.is_symlink():
                    with suppress(OSError):
                        path.chmod(stat.S_IRWXU)
        shutil.rmtree(top, ignore_errors=True)
