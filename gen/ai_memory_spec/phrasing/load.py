"""Editions by label, from the package's own data, or by path.

Nothing is read before an edition is asked for, and nothing is cached here: a caller that
needs one edition often keeps it (see `EditionShelf`).
"""

import json
import os
import tomllib
from collections.abc import Callable
from pathlib import Path

from ai_memory_spec.phrasing.edition import Edition
from ai_memory_spec.phrasing.errors import EditionError, EditionProblem, UnknownEditionError
from ai_memory_spec.phrasing.parse import parse_edition

DEFAULT_EDITION = "spec"
EDITIONS_FOLDER = Path(__file__).resolve().parent.parent / "editions"


def edition_labels() -> tuple[str, ...]:
    """Labels of the shipped editions: the default first, then newest first."""
    labels = [path.stem for path in EDITIONS_FOLDER.glob("*.toml")]
    releases = sorted((name for name in labels if name != DEFAULT_EDITION), key=_version)
    return (*(name for name in labels if name == DEFAULT_EDITION), *reversed(releases))


def load_edition(name: str | Path = DEFAULT_EDITION) -> Edition:
    """Read and check an edition.

    Parameters:
        name: The label of a shipped edition, or the path of a `.toml` or `.json` file.

    Raises:
        UnknownEditionError: There is neither such a label nor such a file.
        EditionError: The file cannot be read or its data is unfit; lists every problem.
    """
    if isinstance(name, str) and name in edition_labels():
        path = EDITIONS_FOLDER / f"{name}.toml"
    else:
        path = Path(name)
        # `os.path` and not `Path.is_file`: a name that no file system takes is no file either.
        if path.suffix.lower() not in (".toml", ".json") or not os.path.isfile(path):  # noqa: PTH113
            raise UnknownEditionError(str(name), edition_labels())
    return read_edition(path)


def read_edition(path: Path) -> Edition:
    """Read and check the edition file at this path; errors as for `load_edition`."""
    source = str(path)
    parse: Callable[[str], object] = (
        _parse_json if path.suffix.lower() == ".json" else tomllib.loads
    )
    try:
        data = parse(path.read_text(encoding="utf-8-sig"))
    except (OSError, UnicodeDecodeError) as error:
        raise _unreadable(source, "(file)", f"cannot be read: {error}") from error
    except ValueError as error:  # what both parsers raise for what they cannot read
        raise _unreadable(source, "(syntax)", str(error)) from error
    except RecursionError as error:
        raise _unreadable(source, "(syntax)", "nested too deeply") from error
    return parse_edition(data, source)


class EditionShelf:
    """Editions that were already read, for one run; pass it in where many are needed."""

    def __init__(self, default: str | Path = DEFAULT_EDITION) -> None:
        self.default = str(default)
        self._editions: dict[str, Edition] = {}

    def get(self, name: str | None = None) -> Edition:
        """The edition of this label or path; errors as for `load_edition`."""
        key = self.default if name is None else name
        if key not in self._editions:
            self._editions[key] = load_edition(key)
        return self._editions[key]

    def labels(self) -> tuple[str, ...]:
        """Labels of the shipped editions."""
        return edition_labels()


def _parse_json(text: str) -> object:
    """JSON with duplicate keys refused: a second `core` would silently replace the first."""
    return json.loads(text, object_pairs_hook=_unique_object)


def _unique_object(pairs: list[tuple[str, object]]) -> dict[str, object]:
    result: dict[str, object] = {}
    for key, value in pairs:
        if key in result:
            raise ValueError(f"the key {key!r} stands twice in one object")
        result[key] = value
    return result


def _unreadable(source: str, place: str, message: str) -> EditionError:
    return EditionError(source, [EditionProblem(place=place, message=message)])


def _version(label: str) -> tuple[tuple[int, int | str], ...]:
    """Sort key: numbers by value, other parts as text, so that 0.10.0 follows 0.9.0."""
    return tuple((1, int(part)) if part.isdigit() else (0, part) for part in label.split("."))
