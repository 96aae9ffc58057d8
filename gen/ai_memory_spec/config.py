"""`[tool.ai-memory-spec]` of pyproject.toml: what is checked when a command names no path."""

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from ai_memory_spec.phrasing import DEFAULT_EDITION, did_you_mean

DEFAULT_PATHS = ("docs", "README.md")
_KEYS = ("paths", "edition", "site-config")


class ConfigError(Exception):
    """The configuration is unfit; the message says where, what and how to mend it."""


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
        table = data.get("tool", {}).get("ai-memory-spec")
        if table is not None:
            return _parse(table, root, path)
    return Config(root=folder)


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
    paths = table.get("paths", list(DEFAULT_PATHS))
    if not isinstance(paths, list) or not all(isinstance(item, str) and item for item in paths):
        raise ConfigError(f'{place} paths must be a list of text, such as ["docs", "README.md"]')
    texts = {
        key: table.get(key, default)
        for key, default in (("edition", DEFAULT_EDITION), ("site-config", "mkdocs.yml"))
    }
    for key, value in texts.items():
        if not isinstance(value, str) or not value:
            raise ConfigError(f"{place} {key} must be text")
    edition = texts["edition"]
    if edition.endswith((".toml", ".json")):
        edition = str(root / edition)
    return Config(root=root, paths=tuple(paths), edition=edition, site_config=texts["site-config"])
