"""`[tool.ai-memory-spec]` of pyproject.toml: what is checked when a command names no path."""

import re
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from ai_memory_spec.phrasing import DEFAULT_EDITION, did_you_mean

DEFAULT_PATHS = ("docs", "README.md")
_DERIVED_KEYS = ("source", "edition", "path")
_COPIED_KEYS = ("source", "path", "title", "description")
_MOVED_KEYS = ("was", "page")
_PAGE_PATH = re.compile(r"[\w./-]+\.md")


@dataclass(frozen=True, slots=True, kw_only=True)
class Setting:
    """One key of the table."""

    name: str
    meaning: str
    """One sentence for maintainers."""
    default: str
    """In words."""


SETTINGS = (
    Setting(
        name="paths",
        meaning="The pages and folders of pages that commands look at when none is named.",
        default="docs and README.md, as far as they are there",
    ),
    Setting(
        name="edition",
        meaning="The edition of markers that name none: a label, or the path of a file.",
        default=DEFAULT_EDITION,
    ),
    Setting(
        name="site-config",
        meaning="The MkDocs configuration that says which pages the site has.",
        default="mkdocs.yml",
    ),
    Setting(
        name="derived",
        meaning="Tables with source, edition and path: the same page once more, for an edition.",
        default="none",
    ),
    Setting(
        name="copied",
        meaning="Tables with source, path, title and description: a page whose text is a file "
        "outside of the site.",
        default="none",
    ),
    Setting(
        name="moved",
        meaning="Tables with was and page: where a page was, and where it is, so that its earlier "
        "address leads on.",
        default="none",
    ),
    Setting(
        name="compare",
        meaning="The folder that gets a page for every two shipped editions.",
        default="none",
    ),
    Setting(
        name="data",
        meaning="The folder that gets the data files for programs.",
        default="none",
    ),
)
"""Every setting, in the order of the documentation."""

_KEYS = tuple(setting.name for setting in SETTINGS)


class ConfigError(Exception):
    """The configuration is unfit; the message says where, what and how to mend it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DerivedPage:
    """A page that `generate` writes from another page."""

    source: str
    """The page it is made from, relative to the root."""
    edition: str
    """The edition that it shows wherever its source names none."""
    path: str
    """Where it is written, relative to the root; beside its source, so that links hold."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CopiedPage:
    """A page of the site whose text is a file outside of it, such as the changelog."""

    source: str
    """The file, relative to the root."""
    path: str
    """Where the page is written, relative to the root."""
    title: str
    """Title of the page."""
    description: str
    """One sentence for search engines."""


@dataclass(frozen=True, slots=True, kw_only=True)
class MovedPage:
    """A page that had another address earlier."""

    was: str
    """Its source at that time, relative to the root; not there any more."""
    page: str
    """Its source now, relative to the root."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Config:
    """Settings of a project that holds pages with live regions."""

    root: Path
    """Folder that the paths are relative to."""
    paths: tuple[str, ...] = DEFAULT_PATHS
    """Pages and folders of pages."""
    edition: str = DEFAULT_EDITION
    """Label or path of the edition of markers that name none."""
    site_config: str = "mkdocs.yml"
    """The MkDocs configuration that says which pages a site has."""
    derived: tuple[DerivedPage, ...] = ()
    """Whole pages that are made from other pages."""
    copied: tuple[CopiedPage, ...] = ()
    """Whole pages that are made from files outside of the site."""
    moved: tuple[MovedPage, ...] = ()
    """Earlier addresses of pages, each of which gets a file that leads on."""
    compare: str | None = None
    """Folder that gets a page for every two editions; None for none."""
    data: str | None = None
    """Folder that gets the data files for programs; None for none."""


def read_config(folder: Path) -> Config:
    """Read the configuration of the project that this folder belongs to.

    The nearest folder upwards whose pyproject.toml has a `[tool.ai-memory-spec]` table is the
    root; without one, the folder itself with the default settings.

    Raises:
        ConfigError: The file is not TOML, or a setting is unknown or of the wrong type.
    """
    for root in (folder, *folder.parents):
        path = root / "pyproject.toml"
        if not path.is_file():
            continue
        try:
            data = tomllib.loads(path.read_text(encoding="utf-8"))
        except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
            raise ConfigError(f"{path}: cannot be read: {error}") from error
        tools = data.get("tool", {})
        table = tools.get("ai-memory-spec") if isinstance(tools, Mapping) else None
        if table is not None:
            return _parse(table, root, path)
    return Config(root=folder, paths=default_paths(folder))


def default_paths(root: Path) -> tuple[str, ...]:
    """The usual pages that are there; all of the usual ones if none is, to be named as missing."""
    return tuple(name for name in DEFAULT_PATHS if (root / name).exists()) or DEFAULT_PATHS


def _parse(table: object, root: Path, path: Path) -> Config:
    place = f"{path}: [tool.ai-memory-spec]"
    if not isinstance(table, Mapping):
        raise ConfigError(f"{place} must be a table")
    for key in table:
        if key not in _KEYS:
            raise ConfigError(
                f"{place} has an unknown setting {key!r}{did_you_mean(key, _KEYS)}; "
                f"valid: {', '.join(_KEYS)}"
            )
    paths = table.get("paths", list(default_paths(root)))
    if not isinstance(paths, list) or not all(isinstance(item, str) and item for item in paths):
        raise ConfigError(f'{place} paths must be a list of text, such as ["docs", "README.md"]')
    texts = {
        key: table.get(key, default)
        for key, default in (("edition", DEFAULT_EDITION), ("site-config", "mkdocs.yml"))
    }
    for key, value in texts.items():
        if not isinstance(value, str) or not value:
            raise ConfigError(f"{place} {key} must be text")
    folders = {key: table.get(key) for key in ("data", "compare")}
    for key, value in folders.items():
        if value is not None and (not isinstance(value, str) or not value):
            raise ConfigError(f"{place} {key} must be the name of a folder")
    edition = texts["edition"]
    if edition.endswith((".toml", ".json")):
        edition = str(root / edition)
    return Config(
        root=root,
        paths=tuple(paths),
        edition=edition,
        site_config=texts["site-config"],
        derived=_derived(table.get("derived", []), place),
        copied=_copied(table.get("copied", []), place),
        moved=_moved(table.get("moved", []), root, place),
        **folders,
    )


def _tables(raw: object, keys: tuple[str, ...], place: str) -> Iterator[tuple[str, dict[str, str]]]:
    """Each table of a list with its place, checked to hold exactly these keys with text."""
    if not isinstance(raw, list):
        raise ConfigError(f"{place} must be a list of tables")
    for index, item in enumerate(raw):
        here = f"{place}[{index}]"
        if not isinstance(item, Mapping) or set(item) != set(keys):
            raise ConfigError(f"{here} must have exactly the keys {', '.join(keys)}")
        for key in keys:
            if not isinstance(item[key], str) or not item[key]:
                raise ConfigError(f"{here} {key} must be text")
        yield here, dict(item)


def _copied(raw: object, place: str) -> tuple[CopiedPage, ...]:
    tables = _tables(raw, _COPIED_KEYS, f"{place} copied")
    return tuple(CopiedPage(**fields) for _, fields in tables)


def _moved(raw: object, root: Path, place: str) -> tuple[MovedPage, ...]:
    pages: list[MovedPage] = []
    for here, fields in _tables(raw, _MOVED_KEYS, f"{place} moved"):
        for key, value in fields.items():
            if not _PAGE_PATH.fullmatch(value) or ".." in value.split("/"):
                raise ConfigError(
                    f"{here} {key} {value!r} must be the path of a page below the root, such as "
                    "docs/a.md, without blanks and quotes"
                )
        page = MovedPage(**fields)
        if not (root / page.page).is_file():
            raise ConfigError(f"{here} page {page.page!r} is not there; name the page of today")
        if (root / page.was).exists():
            raise ConfigError(f"{here} was {page.was!r} is still there, so it has not moved")
        if page.was in (other.was for other in pages):
            raise ConfigError(f"{here} was {page.was!r} stands twice")
        pages.append(page)
    return tuple(pages)


def _derived(raw: object, place: str) -> tuple[DerivedPage, ...]:
    pages: list[DerivedPage] = []
    for here, fields in _tables(raw, _DERIVED_KEYS, f"{place} derived"):
        page = DerivedPage(**fields)
        if Path(page.path).parent != Path(page.source).parent:
            raise ConfigError(
                f"{here} path {page.path!r} must be in the folder of its source "
                f"{page.source!r}, so that relative links hold"
            )
        if page.path in (page.source, *(other.path for other in pages)):
            raise ConfigError(f"{here} path {page.path!r} is written twice")
        pages.append(page)
    return tuple(pages)
