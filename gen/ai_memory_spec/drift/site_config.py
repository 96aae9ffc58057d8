"""Which pages a MkDocs configuration builds, and where the HTML of each is.

The checker must not import MkDocs (a site may be built by another generator, and the check runs
where no generator is installed), so this says again what MkDocs does; the tests compare the two.
Plugins that add, move or drop pages are unknown here.

Source: MkDocs 1.6, `mkdocs/structure/files.py` and `mkdocs/config/defaults.py`.
"""

import os
import posixpath
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar
from urllib.parse import quote

from pathspec.gitignore import GitIgnoreSpec

from ai_memory_spec.drift.site_settings import SiteConfigError, read_settings

MARKDOWN_SUFFIXES = (".markdown", ".mdown", ".mkdn", ".mkd", ".md")
"""What MkDocs takes for a page; upper-case suffixes are files to copy."""
_ALWAYS_EXCLUDED = (".*", "/templates/")
_T = TypeVar("_T")


@dataclass(frozen=True, slots=True, kw_only=True)
class SitePage:
    """One Markdown page of a site."""

    source: Path
    """The Markdown file."""
    html: str
    """Path of its HTML file below the site's folder, such as `guide/index.html`."""
    url: str
    """Its address below the site's root, with percent codes; `./` is the root itself."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SiteConfig:
    """What a site configuration says about pages."""

    path: Path
    """The configuration file."""
    site_url: str = ""
    """The address that the site is made for; empty if it has none."""
    extensions: tuple[str, ...] = ()
    """Names of the Markdown extensions and plugins in use."""
    pages: tuple[SitePage, ...]
    """In the order of folders and names."""


def read_site_config(path: Path) -> SiteConfig:
    """Read a MkDocs configuration and list the pages that it builds.

    Parameters:
        path: The configuration file, `mkdocs.yml` by custom.

    Raises:
        SiteConfigError: The file, or one that it inherits from, cannot be read, or a setting
            that says where pages are has a value that MkDocs refuses.
    """
    data = read_settings(path)
    docs = _setting(path, data, "docs_dir", str, "docs")
    folder = path.parent.absolute() / docs
    if not folder.is_dir():
        raise SiteConfigError(
            f"{path}: docs_dir is {docs!r}, and there is no folder {folder}; mend docs_dir"
        )
    return SiteConfig(
        path=path,
        site_url=_setting(path, data, "site_url", str, ""),
        extensions=tuple(_names(data, "markdown_extensions") | _names(data, "plugins")),
        pages=tuple(
            _pages(
                folder,
                directory_urls=_setting(path, data, "use_directory_urls", bool, True),
                excluded=GitIgnoreSpec.from_lines(
                    [
                        *_ALWAYS_EXCLUDED,
                        *_setting(path, data, "exclude_docs", str, "").splitlines(),
                    ]
                ),
                drafts=GitIgnoreSpec.from_lines(
                    _setting(path, data, "draft_docs", str, "").splitlines()
                ),
            )
        ),
    )


def _setting(path: Path, data: Mapping[str, Any], name: str, kind: type[_T], default: _T) -> _T:
    value = data.get(name)
    if value is None:
        return default
    if not isinstance(value, kind):
        wanted = "true or false" if kind is bool else "text"
        raise SiteConfigError(f"{path}: {name} must be {wanted}, not {value!r}")
    return value


def _names(data: Mapping[str, Any], key: str) -> dict[str, None]:
    """The names in a list of names or of single settings, or in a mapping."""
    value = data.get(key)
    names: dict[str, None] = {}
    for item in value if isinstance(value, (list, dict)) else ():
        if isinstance(item, str):
            names[item] = None
        elif isinstance(item, dict):
            names.update(dict.fromkeys(str(name) for name in item))
    return names


# The pages


def _pages(
    folder: Path, *, directory_urls: bool, excluded: GitIgnoreSpec, drafts: GitIgnoreSpec
) -> Iterator[SitePage]:
    for parent, folders, files in os.walk(folder, followlinks=True):
        folders.sort()
        place = Path(parent).relative_to(folder).as_posix()
        first: dict[str, str] = {}
        dropped: set[str] = set()
        included: dict[str, str] = {}
        for file in sorted(files, key=_order):
            source = posixpath.normpath(posixpath.join(place, file))
            html = _html_path(source, directory_urls)
            if not excluded.match_file(source) and not drafts.match_file(source):
                included[file] = html
            # Of two files for one address, such as README.md and index.md, the later one stays.
            other = first.setdefault(html, file)
            if other != file:
                dropped.add(other if file in included else file)
        for file, html in included.items():
            if file.endswith(MARKDOWN_SUFFIXES) and file not in dropped:
                yield SitePage(source=Path(parent, file), html=html, url=_url(html, directory_urls))


def _order(file: str) -> tuple[bool, str]:
    return posixpath.splitext(file)[0] not in ("index", "README"), file


def _html_path(source: str, directory_urls: bool) -> str:
    if not source.endswith(MARKDOWN_SUFFIXES):
        return source
    parent, file = posixpath.split(source)
    stem = posixpath.splitext(file)[0]
    if stem == "README":
        stem = "index"
    if directory_urls and stem != "index":
        return posixpath.join(parent, stem, "index.html")
    return posixpath.join(parent, f"{stem}.html")


def _url(html: str, directory_urls: bool) -> str:
    folder, file = posixpath.split(html)
    if directory_urls and file == "index.html":
        return quote(f"{folder or '.'}/")
    return quote(html)
