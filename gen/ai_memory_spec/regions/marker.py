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
from difflib import SequenceMatcher
from urllib.parse import unquote

from ai_memory_spec.phrasing import did_you_mean
from ai_memory_spec.regions.problem import Problem

COMMENT = re.compile(r"<!--")

_OPENING = re.compile(r"\s*live:(?P<kind>\S*)(?P<rest>.*)", re.DOTALL)
_CLOSING = re.compile(r"\s*/live\s*")
_BARE = re.compile(r"\s*live\s*")
_ALMOST = re.compile(
    r"\s*(?P<slash>/?)\s*(?P<word>\w+)\s*(?P<colon>:?)\s*(?P<name>[\w-]*)", re.ASCII
)
_KIND = re.compile(r"[a-z][a-z0-9]*(?:-[a-z0-9]+)*")
_ARGUMENT = re.compile(r'\s+(?P<key>[^\s="]+)=(?P<value>"[^"]*"|[^\s"]\S*|)(?=\s|$)')
_UNSAFE = re.compile(r"--|-$|[|<>`\[\]{}\\*&\x00-\x1f\x7f]")


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
    close = text.find("-->", start + 4, line_end)
    end = line_end if close < 0 else close + 3
    body = text[start + 4 : line_end if close < 0 else close]
    source = text[start:end]
    opening = _OPENING.fullmatch(body)
    closing = _CLOSING.fullmatch(body)
    if opening is None and closing is None:
        return None, _near_miss(source, body, start, kinds)
    if close < 0:
        problem = Problem(
            rule="marker.multiline",
            offset=start,
            message=f"the marker {source.strip()!r} has no `-->` on its line",
            fix="end the comment with `-->` (without a blank in it) on the line where it begins",
        )
        return None, [problem]
    if opening is None:
        return Marker(start=start, end=end, source=source, kind=None), []
    kind = opening["kind"]
    arguments, problems = _read_arguments(opening["rest"], start, 4 + opening.start("rest"))
    if not _KIND.fullmatch(kind):
        found = f"{kind!r}" if kind else "nothing"
        problems.insert(
            0,
            Problem(
                rule="marker.unknown-kind",
                offset=start,
                message=f"the marker {source!r} needs the name of a region kind after `live:`, "
                f"found {found}",
                fix="run `ai-memory-spec regions` for the list of kinds",
            ),
        )
    return (
        Marker(start=start, end=end, source=source, kind=kind, arguments=tuple(arguments)),
        problems,
    )


def _read_arguments(rest: str, start: int, base: int) -> tuple[list[Argument], list[Problem]]:
    arguments: list[Argument] = []
    problems: list[Problem] = []
    position = 0
    rest = rest.rstrip()
    while position < len(rest):
        match = _ARGUMENT.match(rest, position)
        if match is None:
            word = rest[position:].split(None, 1)[0] if rest[position:].strip() else rest
            offset = (
                start + base + position + (len(rest[position:]) - len(rest[position:].lstrip()))
            )
            unsafe = _unsafe(word, offset)
            problems.append(
                unsafe
                or Problem(
                    rule="marker.argument",
                    offset=offset,
                    message=f"expected key=value, found {word!r}",
                    fix="write key=value without blanks around `=`; quote a value that holds "
                    'blanks: key="a b"',
                )
            )
            break
        offset = start + base + match.start("key")
        raw = match["value"]
        value = raw[1:-1] if raw.startswith('"') else raw
        unsafe = _unsafe(f"{match['key']}={value}", offset)
        if unsafe is not None:
            problems.append(unsafe)
        elif any(argument.key == match["key"] for argument in arguments):
            problems.append(
                Problem(
                    rule="marker.argument",
                    offset=offset,
                    message=f"the argument {match['key']!r} is given twice",
                    fix="keep one of them",
                )
            )
        else:
            arguments.append(
                Argument(key=match["key"], value=unquote(value), offset=offset - start)
            )
        position = match.end()
    return arguments, problems


def _unsafe(word: str, offset: int) -> Problem | None:
    """Refuse what a comment must not hold, and show how to write it."""
    match = _UNSAFE.search(word)
    if match is None:
        return None
    return Problem(
        rule="marker.unsafe",
        offset=offset + match.start(),
        message=f"{match[0]!r} in {word!r} is not inert in a comment: "
        "some Markdown parsers act on it",
        fix=f"write {safe_spelling(word)}",
    )


def safe_spelling(word: str) -> str:
    """The word with a percent code for each character that is not inert in a comment."""
    return _UNSAFE.sub(lambda match: "".join(f"%{ord(char):02X}" for char in match[0]), word)


def _near_miss(source: str, body: str, start: int, kinds: Iterable[str]) -> list[Problem]:
    """Tell a misspelt marker from a free comment."""
    if _BARE.fullmatch(body):
        return [
            Problem(
                rule="marker.bare",
                offset=start,
                message=f"the comment {source!r} names no region kind, so it opens nothing",
                fix="write `<!-- live:NAME -->`, or another word if this is a free comment",
            )
        ]
    match = _ALMOST.match(body)
    if match is None:
        return []
    word = match["word"]
    close_call = SequenceMatcher(None, word.lower(), "live").ratio() >= 0.75
    known = did_you_mean(match["name"], kinds) if match["name"] else ""
    is_kind = match["name"] in kinds or bool(known)
    if match["slash"] and close_call and not body[match.end() :].strip():
        fix = "write `<!-- /live -->`; a closing marker has no name"
    elif not match["slash"] and match["colon"] and word.lower() == "live":
        fix = f"write `<!-- live:{match['name'] or 'NAME'} … -->`, lower case, without a blank"
    elif not match["slash"] and match["colon"] and close_call and is_kind:
        fix = f"write `<!-- live:{match['name']} … -->`"
    elif not match["slash"] and word == "live" and match["name"] in kinds:
        fix = f"write `<!-- live:{match['name']} … -->`"
    else:
        return []
    return [
        Problem(
            rule="marker.misspelt",
            offset=start,
            message=f"the comment {source.strip()!r} looks like a region marker but is none",
            fix=fix,
        )
    ]
