"""Region markers: the text of one HTML comment, told apart and parsed.

Grammar of an opening marker's text, between `<!--` and `-->`, on one line:

    opening  = "live:" kind *( blanks argument )
    kind     = lower-case letters, digits and single hyphens
    argument = key "=" ( bare / DQUOTE quoted DQUOTE )
    closing  = "/live"

A value holds any character but those that are not inert in a comment, each of which has a
percent code as its safe spelling (`%7C` for a pipe).
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from enum import Enum
from urllib.parse import unquote

from ai_memory_spec.regions.misspelt import Near, read_near_miss
from ai_memory_spec.regions.problem import Problem, quote

COMMENT = re.compile(r"<!--")

_OPENING = re.compile(r"\s*live:(?P<kind>\S*)(?P<rest>.*)", re.DOTALL)
_CLOSING = re.compile(r"\s*/live\s*")
_CLOSING_START = re.compile(r"\s*/live(?!\w)")
_BARE = re.compile(r"\s*live\s*")
_ARGUMENT = re.compile(r'\s+(?P<key>[^\s="]+)=(?P<value>"[^"]*"|[^\s"]\S*|)(?=\s|$)')
# Beside what ends or hides a comment: what Python-Markdown and its extensions act on before they
# see that it stands in one.
_UNSAFE = re.compile(r"--|-$|\+\+|[|<>`\[\]{}\\*&$\x00-\x1f\x7f]")


@dataclass(frozen=True, slots=True, kw_only=True)
class Argument:
    """One `key=value` of an opening marker."""

    key: str
    value: str
    """Decoded: quotes and percent codes are resolved."""
    offset: int
    """Where the key begins, in characters from the start of the comment."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Marker:
    """A comment that opens or closes a region."""

    start: int
    """Offset of `<` in the page text."""
    end: int
    """One past the closing `>`."""
    source: str
    """The comment as it stands in the page."""
    kind: str | None
    """Name of the region kind; None for a closing marker."""
    arguments: tuple[Argument, ...] = ()

    @property
    def opens(self) -> bool:
        """Whether this marker opens a region."""
        return self.kind is not None


class Role(Enum):
    """What a comment is to regions, be it well written or not."""

    NONE = "none of ours"
    OPENS = "opens a region"
    CLOSES = "closes a region"


@dataclass(frozen=True, slots=True, kw_only=True)
class Reading:
    """One comment, read."""

    role: Role
    marker: Marker | None
    """None for a comment that is none of ours, or too broken to be one."""
    problems: tuple[Problem, ...] = ()


def read_marker(
    text: str, start: int, line_end: int, kinds: Iterable[str]
) -> tuple[Marker | None, list[Problem]]:
    """Read the comment that begins at an offset.

    Parameters:
        text: The whole page.
        start: Offset of a `<!--`.
        line_end: Offset of the end of that line.
        kinds: Names of the region kinds, for suggestions.

    Returns:
        The marker, or None if the comment is none of ours or cannot be trusted as one; and what
        is wrong with it. A free comment gives None and no problem.
    """
    reading = read_comment(text, start, line_end, kinds)
    return reading.marker, list(reading.problems)


def read_comment(text: str, start: int, line_end: int, kinds: Iterable[str]) -> Reading:
    """Read the comment that begins at an offset; parameters as for `read_marker`."""
    # A marker never holds the start of another comment; so reading a page takes linear time.
    following = text.find("<!--", start + 4, line_end)
    limit = line_end if following < 0 else following
    close = text.find("-->", start + 4, limit)
    body = text[start + 4 : limit if close < 0 else close]
    source = text[start : limit if close < 0 else close + 3]
    opening = _OPENING.fullmatch(body)
    # What is left of an unfinished comment is no part of it.
    closing = _CLOSING_START.match(body) if close < 0 else _CLOSING.fullmatch(body)
    if opening is None and closing is None:
        return _read_free(source, body, start, kinds)
    role = Role.CLOSES if opening is None else Role.OPENS
    if close < 0:
        problem = Problem(
            rule="marker.multiline",
            offset=start,
            message=f"the marker {quote(source.strip())} does not end with `-->`",
            fix="end the comment with `-->` (without a blank in it) on the line where it begins",
        )
        return Reading(role=role, marker=None, problems=(problem,))
    end = close + 3
    if opening is None:
        return Reading(role=role, marker=Marker(start=start, end=end, source=source, kind=None))
    kind = opening["kind"]
    if not kind:
        problem = Problem(
            rule="marker.unknown-kind",
            offset=start,
            message=f"the marker {quote(source)} names no region kind after `live:`",
            fix="write `<!-- live:NAME … -->` without a blank after the colon; "
            "`ai-memory-spec regions` lists the kinds",
        )
        return Reading(role=role, marker=None, problems=(problem,))
    arguments, problems = _read_arguments(opening["rest"], start + 4 + opening.start("rest"))
    marker = Marker(
        start=start,
        end=end,
        source=source,
        kind=kind,
        arguments=tuple(
            Argument(key=key, value=value, offset=offset - start)
            for key, (value, offset) in arguments.items()
        ),
    )
    return Reading(role=role, marker=marker, problems=tuple(problems))


def safe_spelling(word: str) -> str:
    """The word with a percent code for each character that is not inert in a comment."""
    return _UNSAFE.sub(lambda match: "".join(f"%{ord(char):02X}" for char in match[0]), word)


def _read_free(source: str, body: str, start: int, kinds: Iterable[str]) -> Reading:
    """Tell a bare or misspelt marker from a free comment."""
    if _BARE.fullmatch(body):
        problem = Problem(
            rule="marker.bare",
            offset=start,
            message=f"the comment {quote(source)} names no region kind, so it opens nothing",
            fix="write `<!-- live:NAME -->`, or another word if this is a free comment",
        )
        return Reading(role=Role.NONE, marker=None, problems=(problem,))
    near = read_near_miss(body, tuple(kinds))
    if near is None:
        return Reading(role=Role.NONE, marker=None)
    problem = Problem(
        rule="marker.misspelt",
        offset=start,
        message=f"the comment {quote(source.strip())} looks like a region marker but is none",
        fix=near.fix,
    )
    return Reading(
        role=Role.CLOSES if near.near is Near.CLOSING else Role.OPENS,
        marker=None,
        problems=(problem,),
    )


def _read_arguments(rest: str, base: int) -> tuple[dict[str, tuple[str, int]], list[Problem]]:
    """Arguments by key, each as value and offset; `base` is the offset of the text `rest`."""
    arguments: dict[str, tuple[str, int]] = {}
    problems: list[Problem] = []
    position = 0
    rest = rest.rstrip()
    while position < len(rest):
        match = _ARGUMENT.match(rest, position)
        if match is None:
            problems.append(_no_argument(rest, position, base))
            break
        offset = base + match.start("key")
        raw = match["value"]
        value = raw[1:-1] if raw.startswith('"') else raw
        unsafe = _unsafe(f"{match['key']}={raw}", offset)
        if unsafe is not None:
            problems.append(unsafe)
        elif match["key"] in arguments:
            problems.append(
                Problem(
                    rule="marker.argument",
                    offset=offset,
                    message=f"the argument {quote(match['key'])} is given twice",
                    fix="keep one of them",
                )
            )
        else:
            arguments[match["key"]] = (unquote(value), offset)
        position = match.end()
    return arguments, problems


def _no_argument(rest: str, position: int, base: int) -> Problem:
    start = position + len(rest[position:]) - len(rest[position:].lstrip())
    word = rest[start:].split(None, 1)[0]
    return _unsafe(word, base + start) or Problem(
        rule="marker.argument",
        offset=base + start,
        message=f"expected key=value, found {quote(word)}",
        fix='write key=value without blanks around `=`; quote a value that holds blanks: key="a b"',
    )


def _unsafe(word: str, offset: int) -> Problem | None:
    """Refuse what a comment must not hold, and show how to write it."""
    match = _UNSAFE.search(word)
    if match is None:
        return None
    return Problem(
        rule="marker.unsafe",
        offset=offset + match.start(),
        message=f"{match[0]!r} in {quote(word)} is not inert in a comment: "
        "some Markdown parsers act on it",
        fix=f"write {safe_spelling(word)}",
    )
