"""A built site: where its pages are and how their text is read."""

import os
import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import unquote

from ai_memory_spec.drift.finding import NotChecked
from ai_memory_spec.drift.site_config import SitePage

_INDEX = re.compile(r"(?:^|(?<=/))index\.html?$|\.html?$")


class UnreadError(Exception):
    """A page is there but its text cannot be had; the message says why."""


@dataclass(frozen=True, slots=True, kw_only=True)
class BuiltSite:
    """The pages of a site that was built into a folder or deployed."""

    name: str
    """The folder or address as it was given."""
    rebuild: str
    """What mends a page that is not what its Markdown says."""
    pages: Mapping[str, str]
    """The address of every page by its place below the site's root, such as `guide/index.html`
    or `guide/`, without percent codes; in a stable order."""
    read: Callable[[str], str]
    """The HTML at an address; raises `UnreadError`."""
    not_checked: tuple[NotChecked, ...] = ()
    """What stands in the way of reading the site as a whole."""
    _by_shape: dict[str, str] = field(default_factory=dict, repr=False, compare=False)

    def __post_init__(self) -> None:
        """Index the pages by what their places have in common, whatever the generator."""
        for place, address in self.pages.items():
            self._by_shape.setdefault(_shape(place), address)

    def find(self, page: SitePage) -> str | None:
        """The address of a page of the configuration; None if the site lacks it.

        Another generator, or a host with addresses of its own, may have `guide.html`, `guide/`
        or `guide` for it.
        """
        url = unquote(page.url)
        exact = self.pages.get(page.html) or self.pages.get(url)
        return exact or self._by_shape.get(_shape(url))

    def expected(self, page: SitePage) -> str:
        """Where the page should be, for messages."""
        is_address = "://" in self.name
        return f"{self.name.rstrip('/')}/{page.url.removeprefix('./') if is_address else page.html}"


def open_folder(folder: Path, name: str) -> BuiltSite:
    """The site that was built into a folder.

    Parameters:
        folder: Where the site is; one that is missing or holds no page is reported.
        name: The folder as messages give it, with forward slashes.
    """
    name = name.rstrip("/") or "/"
    files = dict(_html_files(folder))
    reason = ""
    if not folder.exists():
        reason = "there is no such folder; build the site first, or check the path"
    elif not folder.is_dir():
        reason = "this is no folder; name the folder that the site was built into"
    elif not files:
        reason = "the folder holds no HTML page; build the site first, or check the path"
    addresses = {place: f"{name}/{place}" for place in files}
    paths = {addresses[place]: path for place, path in files.items()}

    def read(address: str) -> str:
        try:
            return paths[address].read_bytes().decode("utf-8-sig")
        except UnicodeDecodeError as error:
            raise UnreadError(f"byte {error.start + 1} is not UTF-8") from error
        except OSError as error:
            raise UnreadError(f"cannot be read: {error.strerror or error}") from error

    return BuiltSite(
        name=name,
        rebuild="build the site again",
        pages=addresses,
        read=read,
        not_checked=(NotChecked(subject=name, reason=reason),) if reason else (),
    )


def _html_files(folder: Path) -> Iterable[tuple[str, Path]]:
    for parent, folders, files in os.walk(folder):
        folders.sort()
        for file in sorted(files):
            if file.lower().endswith((".html", ".htm")):
                path = Path(parent, file)
                yield path.relative_to(folder).as_posix(), path


def _shape(place: str) -> str:
    return _INDEX.sub("", place.removeprefix("./")).rstrip("/")
