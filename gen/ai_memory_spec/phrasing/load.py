"""Editions by label, from the package's own data, or by path.

Nothing is read before an edition is asked for, and nothing is cached here: a caller that
needs one edition often keeps it (see `EditionShelf`).
"""

import json
import os
import re
import tomllib
from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path
from types import MappingProxyType

from ai_memory_spec.phrasing.edition import Edition
from ai_memory_spec.phrasing.errors import (
    EditionError,
    EditionProblem,
    PhrasingError,
    UnknownEditionError,
)
from ai_memory_spec.phrasing.locate import line_of
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
        text = path.read_text(encoding="utf-8-sig")
        data = parse(text)
    except (OSError, UnicodeDecodeError) as error:
        raise _unreadable(source, "(file)", f"cannot be read: {error}") from error
    except ValueError as error:  # what both parsers raise for what they cannot read
        raise _unreadable(source, "(syntax)", str(error), _line_of_error(error)) from error
    except RecursionError as error:
        raise _unreadable(source, "(syntax)", "nested too deeply") from error
    try:
        return parse_edition(data, source)
    except EditionError as error:
        placed = [replace(each, line=line_of(text, each.place)) for each in error.problems]
        raise EditionError(source, placed) from None


class EditionShelf:
    """Editions that were already read, for one run; pass it in where many are needed.

    An edition that could not be read stays unread for the run, so all who ask hear the same.
    """

    def __init__(self, default: str | Path = DEFAULT_EDITION, folder: Path | None = None) -> None:
        """Make an empty shelf.

        Parameters:
            default: Label or path of the edition that is meant where none is named.
            folder: What a relative path in `get` starts from; the working folder if None.
        """
        self.default = str(default)
        self._folder = folder
        self._editions: dict[str, Edition] = {}
        self._failures: dict[str, PhrasingError] = {}

    def get(self, name: str | None = None) -> Edition:
        """The edition of this label or path; errors as for `load_edition`."""
        key = self.default if name is None else self._locate(name)
        if key in self._failures:
            raise self._failures[key].with_traceback(None)
        if key not in self._editions:
            try:
                self._editions[key] = load_edition(key)
            except PhrasingError as error:
                self._failures[key] = error
                raise
        return self._editions[key]

    @property
    def editions(self) -> Mapping[str, Edition]:
        """What was read so far, by label or path."""
        return MappingProxyType(self._editions)

    @property
    def failures(self) -> Mapping[str, PhrasingError]:
        """What was asked for and could not be read, by label or path."""
        return MappingProxyType(self._failures)

    def retry(self) -> "EditionShelf":
        """A shelf with the same editions, which asks again for those that could not be read."""
        shelf = EditionShelf(self.default, self._folder)
        shelf._editions.update(self._editions)
        return shelf

    def _locate(self, name: str) -> str:
        """A label as it is; a path as the working folder sees it."""
        if self._folder is None or not name.lower().endswith((".toml", ".json")):
            return name
        return os.path.relpath(self._folder / name)

    def labels(self) -> tuple[str, ...]:
        """Labels of the shipped editions."""
        return edition_labels()

    def shipped(self) -> tuple[Edition, ...]:
        """The shipped editions, in the order of `labels`; errors as for `load_edition`."""
        return tuple(self.get(label) for label in self.labels())


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


def _unreadable(source: str, place: str, message: str, line: int | None = None) -> EditionError:
    return EditionError(source, [EditionProblem(place=place, message=message, line=line)])


def _line_of_error(error: ValueError) -> int | None:
    """The line that a parser of the standard library names in its message."""
    match = re.search(r"line (\d+)", str(error))
    return int(match[1]) if match else None


def _version(label: str) -> tuple[tuple[int, int | str], ...]:
    """Sort key: numbers by value, other parts as text, so that 0.10.0 follows 0.9.0."""
    return tuple((1, int(part)) if part.isdigit() else (0, part) for part in label.split("."))
