"""Pages on disk: found, read as they are, and written so that nothing else changes."""

import contextlib
import os
import secrets
import stat
from collections.abc import Iterable, Iterator
from pathlib import Path

from ai_memory_spec.regions.lines import Lines

MARKDOWN_SUFFIXES = (".md", ".markdown", ".mdown", ".mkdn", ".mkd")
_VENDORED = frozenset({"node_modules", "site-packages", "__pycache__"})


class PageEncodingError(Exception):
    """A page is not UTF-8 text."""

    def __init__(self, path: Path, error: UnicodeDecodeError) -> None:
        before = Lines(error.object[: error.start].decode("utf-8"))
        self.path = path
        self.byte = error.start
        self.line, self.column = before.place(len(before.text))
        super().__init__(f"byte {error.start + 1} (0x{error.object[error.start]:02x}) is not UTF-8")


class PageChangedError(Exception):
    """Someone else has written a page since it was read."""


def find_pages(paths: Iterable[Path]) -> Iterator[Path]:
    """Every Markdown page among files and folders, once each, in a stable order.

    Raises:
        OSError: A folder cannot be listed.
    """
    return unique(page for path in paths for page in pages_in(path))


def pages_in(path: Path) -> list[Path]:
    """The Markdown pages of a folder; a file is taken as it is named, whatever its suffix.

    Folders are walked in name order; hidden and vendored folders in them are left out, links to
    folders are not followed.

    Raises:
        OSError: A folder cannot be listed.
    """
    return list(_walk(path)) if path.is_dir() else [path]


def unique(pages: Iterable[Path]) -> Iterator[Path]:
    """The pages without those that are the same file as an earlier one."""
    seen: set[str] = set()
    for page in pages:
        real = os.path.realpath(page)
        if real not in seen:
            seen.add(real)
            yield page


def read_page(path: Path) -> str:
    """The text of a page with its line endings and byte-order mark as they are.

    Raises:
        PageEncodingError: The page is not UTF-8.
        OSError: The page cannot be read.
    """
    try:
        return path.read_bytes().decode("utf-8")
    except UnicodeDecodeError as error:
        raise PageEncodingError(path, error) from error


def write_page(path: Path, text: str, *, was: str | None = None) -> bool:
    """Replace a page's text in one step; its mode and owner stay, and a link stays a link.

    The new text is complete on disk before it takes the page's name, so a reader, another
    process or a crash never meets half a page. A file that is not there yet is made, with the
    mode of any new file. A device or a pipe is written to and never replaced.

    Parameters:
        path: The page.
        text: What it should hold.
        was: What it held when it was read; None if that does not matter.

    Returns:
        Whether it was written; not if it holds the text already.

    Raises:
        PageChangedError: It holds neither this text nor what it held.
        OSError: It cannot be written.
    """
    if _is_special(path):
        # A device or a pipe takes the text as it comes; it holds nothing and cannot be replaced.
        with path.open("wb") as stream:
            stream.write(text.encode("utf-8"))
        return True
    target = Path(os.path.realpath(path))
    before = target.stat() if target.exists() else None
    found = target.read_bytes() if before is not None else None
    new = text.encode("utf-8")
    if found == new:
        return False
    if was is not None and found != was.encode("utf-8"):
        raise PageChangedError("it has changed since it was read; run the command again")
    temporary = target.parent / f".{secrets.token_hex(8)}.tmp"  # short: a page's name may be long
    try:
        with temporary.open("xb") as file:
            file.write(new)
            file.flush()
            os.fsync(file.fileno())
        if before is not None:
            _keep_owner(temporary, before)
            temporary.chmod(stat.S_IMODE(before.st_mode))
        temporary.replace(target)
    except BaseException:
        temporary.unlink(missing_ok=True)
        raise
    return True


def _is_special(path: Path) -> bool:
    """Whether the name, followed through links, is that of neither a file nor a folder."""
    try:
        mode = path.stat().st_mode
    except OSError:
        return False
    return not stat.S_ISREG(mode) and not stat.S_ISDIR(mode)


def _keep_owner(path: Path, before: os.stat_result) -> None:
    """Give the file its owner, where the caller may and the system has owners."""
    made = path.stat()
    if (made.st_uid, made.st_gid) != (before.st_uid, before.st_gid) and hasattr(os, "chown"):
        with contextlib.suppress(PermissionError):
            os.chown(path, before.st_uid, before.st_gid)


def _walk(folder: Path) -> Iterator[Path]:
    for entry in sorted(folder.iterdir(), key=lambda item: item.name):
        if entry.name.startswith(".") or entry.name in _VENDORED:
            continue
        if entry.is_dir():
            if not entry.is_symlink() and not (entry / "pyvenv.cfg").exists():
                yield from _walk(entry)
        elif entry.suffix.lower() in MARKDOWN_SUFFIXES:
            yield entry
