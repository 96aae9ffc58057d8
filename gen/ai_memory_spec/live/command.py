"""The command that starts a stdio server: a template, filled in per profile.

    ai-memory mcp --profile {profile} --tier keyword

The text is split as a POSIX shell splits words, and no shell runs. `{profile}` stands for the
profile's label; other braces are left alone. A command without `{profile}` is run once and
answers for the one profile that its document shows.

The server runs in a folder of its own, so what is relative to the caller's folder is made
absolute: the program when it is given by a path, and every argument that holds a slash and
names a file that is there (`python servers/mine.py`). Other arguments are passed as they are.
"""

import os
import shlex
import shutil
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from ai_memory_spec.live.errors import CouldNotCheckError, Reason
from ai_memory_spec.live.text import quoted
from ai_memory_spec.phrasing import Profile

PLACEHOLDER = "{profile}"


class CommandSyntaxError(ValueError):
    """The command's text cannot be split into words, or is empty."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CommandTemplate:
    """A command line in which `{profile}` stands for a profile's label."""

    words: tuple[str, ...]
    """The program and its arguments; never empty."""

    @property
    def per_profile(self) -> bool:
        """Whether the command can be started with a profile of our choice."""
        return any(PLACEHOLDER in word for word in self.words)

    def fill(self, profile: Profile | None) -> tuple[str, ...]:
        """The words for this profile; None only where the command holds no `{profile}`."""
        if profile is None:
            return self.words
        return tuple(word.replace(PLACEHOLDER, profile.label) for word in self.words)

    def __str__(self) -> str:
        return shlex.join(self.words).replace("'{profile}'", PLACEHOLDER)


def parse_command(text: str | Sequence[str]) -> CommandTemplate:
    """Split a command line into words; a sequence is taken as split already.

    Raises:
        CommandSyntaxError: A quotation is not closed, or there is no word.
    """
    if isinstance(text, str):
        try:
            words = tuple(shlex.split(text))
        except ValueError as error:
            raise CommandSyntaxError(f"the command {quoted(text)} cannot be split: {error}") from (
                error
            )
    else:
        words = tuple(text)
    if not words or not words[0]:
        raise CommandSyntaxError("the command is empty; give the program and its arguments")
    return CommandTemplate(words=words)


def resolve_command(words: Sequence[str], folder: Path, search_path: str) -> tuple[str, ...]:
    """Find the program and make what is relative to the caller's folder absolute.

    Parameters:
        words: The program and its arguments.
        folder: The caller's working folder.
        search_path: The folders to look in, as `PATH` lists them.

    Raises:
        CouldNotCheckError: With COMMAND_NOT_FOUND or NOT_STARTED.
    """
    program = words[0]
    if os.sep in program:
        path = folder / program
        if not path.is_file():
            raise CouldNotCheckError(
                Reason.COMMAND_NOT_FOUND,
                f"command not found: there is no file {quoted(program)}",
                f"paths are taken from {folder}",
            )
        if not os.access(path, os.X_OK):
            raise CouldNotCheckError(
                Reason.NOT_STARTED,
                f"the file {quoted(program)} is not executable",
                f"run 'chmod +x {shlex.quote(program)}' or start it through its interpreter",
            )
        found = str(path)
    else:
        which = shutil.which(program, path=absolute_path_list(search_path, folder))
        if which is None:
            raise CouldNotCheckError(
                Reason.COMMAND_NOT_FOUND,
                f"command not found: {quoted(program)} is in no folder of PATH",
                "install it, or give its path",
            )
        found = which
    return (found, *(_absolute_argument(word, folder) for word in words[1:]))


def absolute_path_list(search_path: str, folder: Path) -> str:
    """`PATH` with its relative entries taken from the caller's folder."""
    return os.pathsep.join(str(folder / entry) for entry in search_path.split(os.pathsep) if entry)


def _absolute_argument(word: str, folder: Path) -> str:
    if "/" not in word or word.startswith(("/", "-")):
        return word
    try:
        return str(folder / word) if (folder / word).is_file() else word
    except (OSError, ValueError):  # such as a name that is too long, or a null byte
        return word
