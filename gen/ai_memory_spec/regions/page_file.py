"""Pages on disk: found, read as they are, and written so that nothing else changes."""

import os
import stat
import tempfile
from collections.abc import Iterable, Iterator
from pathlib import Path

MARKDOWN_SUFFIXES = (".md", ".markdown")
_VENDORED = frozenset({"node_modules", "site-packages", "__pycache__"})


class PageEncodingError(Exception):
    """A page is not UTF-8 text."""

    def __init__(self, path: Path, error: UnicodeDecodeError) -> None:
        self.path = path
        self.byte = error.start
        self.line = error.object.count(b"\n", 0, error.start) + 1
        super().__init__(f"byte {error.start + 1} (0x{error.object[error.start]:02x}) is not UTF-8")


def find_pages(paths: Iterable[Path]) -> Iterator[Path]:
    """Every Markdown page among files and folders, once each, in a stable order.

    Folders are walked in name order; hidden and vendored folders in them are left out, links to
    folders are not followed. A file is taken as it is named, whatever its suffix.
    """
    seen: set[Path] = set()
    for path in paths:
        for page in _walk(path) if path.is_dir() else (path,):
            real = Path(os.path.realpath(page))
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


def write_page(path: Path, text: str) -> None:
    """Replace a page's text in one step; its mode stays, and a link stays a link.

    The new text is complete on disk before it takes the page's name, so a reader, another
    process or a crash never meets half a page.
    """
    target = Path(os.path.realpath(path))
    mode = stat.S_IMODE(target.stat().st_mode)
    handle, name = tempfile.mkstemp(dir=target.parent, prefix=f".{target.name}.", suffix=".tmp")
    temporary = Path(name)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(text.encode("utf-8"))
            file.flush()
            os.fsync(file.fileno())
        temporary.chmod(mode)
        temporary.replace(target)
    except BaseException:
        temporary.unlink(missing_ok=True)
        raise


def _walk(folder: Path) -> Iterator[Path]:
    for entry in sorted(folder.iterdir(), key=lambda item: item.name):
        if entry.name.startswith(".") or entry.name in _VENDORED:
            continue
        if entry.is_dir():
            if not entry.is_symlink() and not (entry / "pyvenv.cfg").exists():
                yield from _walk(entry)
        elif entry.suffix.lower() in MARKDOWN_SUFFIXES:
            yield entry
