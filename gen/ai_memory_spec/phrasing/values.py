"""Single values of an edition file: read one by one, with every problem kept."""

import json
import re
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from ai_memory_spec.phrasing.errors import EditionProblem, did_you_mean

MAX_PREVIEW = 1000
"""More names than this are no preview."""
MISSING: Any = object()
"""Stands for a key that a file does not have."""

_SHOWN = 80
"""So many characters of a text that is no name are quoted; a name has at most 128."""

_LABEL = re.compile(r"[0-9A-Za-z][0-9A-Za-z._-]{0,63}")
_GROUP = re.compile(r"[a-z][a-z0-9_-]{0,63}")
_TOOL = re.compile(r"[A-Za-z0-9_][A-Za-z0-9_.:/-]{0,127}")
_BARE_KEY = re.compile(r"[A-Za-z0-9_-]+")
_CONTROL = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff\ufffe\uffff]")


def is_edition_label(text: str) -> bool:
    """Whether an edition may be called this: letters, digits and . _ -, at most 64."""
    return _LABEL.fullmatch(text) is not None


class ValueReader:
    """Checks values, and collects problems on the way, so that one run reports all of them.

    Each reader returns the value; or, after a problem, an empty or least one.
    """

    def __init__(self) -> None:
        self.problems: list[EditionProblem] = []

    def problem(self, place: str, message: str) -> None:
        """Keep a problem, with its place in the data, such as `families.core[2]`."""
        self.problems.append(EditionProblem(place=place, message=message))

    def label(self, raw: object, place: str) -> str:
        """The label of an edition."""
        return self.name(raw, place, _LABEL, "letters, digits, . _ -")

    def check_keys(self, data: Mapping[str, object], keys: tuple[str, ...], prefix: str) -> None:
        """Report every key of a table that is none of these."""
        for key in data:
            if key not in keys:
                hint = did_you_mean(str(key), keys)
                self.problem(
                    f"{prefix}{written_key(key)}", f"unknown key{hint}; valid: {', '.join(keys)}"
                )

    def line(self, raw: object, place: str) -> str:
        """Text without control characters."""
        if raw is MISSING:
            self.problem(place, "missing")
            return ""
        if not isinstance(raw, str):
            self.problem(place, f"expected text, found {kind_of(raw)}")
            return ""
        match = _CONTROL.search(raw)
        if match:
            self.problem(
                place, f"control character {match[0]!r} at character {match.start() + 1}; remove it"
            )
        return raw

    def name(self, raw: object, place: str, pattern: re.Pattern[str], allowed: str) -> str:
        """Text that fits a pattern, whose words are `allowed`."""
        if raw is MISSING:
            self.problem(place, "missing")
        elif not isinstance(raw, str):
            self.problem(place, f"expected text, found {kind_of(raw)}")
        elif not raw:
            self.problem(place, "empty text")
        elif not pattern.fullmatch(raw) or "--" in raw:
            self.problem(
                place,
                f"{_shown(raw)} could break a page or a region marker; "
                f"use {allowed} only, without a double hyphen",
            )
        else:
            return raw
        return ""

    def group(self, raw: object, place: str) -> str:
        """The name of a family or a profile."""
        return self.name(raw, place, _GROUP, "lower-case letters, digits, _ -")

    def tool(self, raw: object, place: str) -> str:
        """The name of a tool."""
        return self.name(raw, place, _TOOL, "letters, digits, _ . : / -")

    def names(
        self,
        raw: object,
        place: str,
        check: Callable[[object, str], str] | None = None,
        *,
        unique: bool = True,
    ) -> tuple[str, ...]:
        """A list of text, as long as the raw one: empty text stands for what was reported."""
        if not isinstance(raw, list | tuple):
            self.problem(place, f"expected a list of text, found {kind_of(raw)}")
            return ()
        result: list[str] = []
        for index, item in enumerate(raw):
            here = f"{place}[{index}]"
            if item == "":
                self.problem(here, "empty text")
                text = ""
            else:
                text = (check or self.line)(item, here)
            if unique and text and text in result:
                self.problem(here, f"{text!r} stands already at {place}[{result.index(text)}]")
            result.append(text)
        return tuple(result)

    def size(self, raw: object, place: str) -> int:
        """How many names a preview shows."""
        if isinstance(raw, bool) or not isinstance(raw, int):
            found = kind_of(raw)
        elif not 1 <= raw <= MAX_PREVIEW:
            found = number(raw)
        else:
            return raw
        self.problem(place, f"expected a whole number from 1 to {MAX_PREVIEW}, found {found}")
        return 1


def _shown(text: str) -> str:
    """A text from outside as a message quotes it: escaped, and cut where it is long."""
    return (
        repr(text)
        if len(text) <= _SHOWN
        else f"{text[:_SHOWN]!r} (and {len(text) - _SHOWN} more characters)"
    )


def written_key(name: object) -> str:
    """A key as TOML writes it: bare where that is possible, else quoted and escaped."""
    text = str(name)
    return text if _BARE_KEY.fullmatch(text) else json.dumps(text)


def choices(names: Iterable[str]) -> str:
    """Names for the end of a message."""
    return ", ".join(map(written_key, names)) or "none"


def number(value: int) -> str:
    """The number, unless it is so long that Python refuses to write it."""
    return str(value) if abs(value) < 10**9 else "a huge number"


def kind_of(value: object) -> str:
    """What a raw value is, in the words of TOML and JSON."""
    if value is MISSING:
        return "nothing"
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "true or false"
    if isinstance(value, int):
        return "a number"
    if isinstance(value, float):
        return "a number with a fraction"
    if isinstance(value, str):
        return "text"
    if isinstance(value, Mapping):
        return "a table"
    return "a list" if isinstance(value, list | tuple) else type(value).__name__
