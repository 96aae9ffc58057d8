"""Where in a page a stale region first differs from its live text, formatting aside."""

import html
import re
from collections.abc import Iterator

from ai_memory_spec.regions import Lines, RenderedRegion
from ai_memory_spec.regions.region import strip_prefix

_BLANKS = re.compile(r"[ \t]+")
_RULE_ROW = re.compile(r"[|:\- \t]*")
_BULLET = re.compile(r"[ \t]*[*+-][ \t]+")
_WORD = re.compile(r"\||(?:\\.|[^\s|\\]|\\$)+")
_ESCAPE = re.compile(r"\\([^\w\s])")
_PREFIX = re.compile(r"[ \t>]*")


def first_difference(lines: Lines, item: RenderedRegion) -> int:
    """Offset in the page of the first character that differs.

    Words are compared, so that padding, bullets, the rule row of a table, escapes and the
    places of line breaks do not count. Where the page's text ends too early, that is the closing
    marker; where words do not differ, it is the first line that does.
    """
    region = item.region
    published = [
        (offset + match.start(), match[0])
        for offset, line in _published_lines(lines, item)
        for match in _words(line)
    ]
    live = [match[0] for line in item.live.split("\n") for match in _words(line)]
    for (offset, word), expected in zip(published, live, strict=False):
        if _meaning(word) != _meaning(expected):
            return offset + _common(word, expected)
    if len(published) > len(live):
        return published[len(live)][0]
    if not published:
        return region.opening.start
    if len(published) < len(live):
        return region.closing.start
    return _first_line(lines, item)


def _published_lines(lines: Lines, item: RenderedRegion) -> Iterator[tuple[int, str]]:
    """The committed lines of a region without block prefixes, each with its offset."""
    region = item.region
    first, last = lines.index(region.start), lines.index(region.end)
    if region.is_block:
        for index in range(first + 1, last):
            line = strip_prefix(lines[index], region.prefix)
            yield lines.ends[index] - len(line), line
        return
    for index in range(first, last + 1):
        start = max(lines.starts[index], region.start)
        line = lines.text[start : min(lines.ends[index], region.end)]
        prefix = _PREFIX.match(line) if index > first else None
        skip = prefix.end() if prefix else 0
        yield start + skip, line[skip:]


def _words(line: str) -> Iterator[re.Match[str]]:
    if _RULE_ROW.fullmatch(line):
        return iter(())
    bullet = _BULLET.match(line)
    return _WORD.finditer(line, bullet.end() if bullet else 0)


def _meaning(word: str) -> str:
    return html.unescape(_ESCAPE.sub(r"\1", word))


def _first_line(lines: Lines, item: RenderedRegion) -> int:
    published = [(offset, line) for offset, line in _published_lines(lines, item) if line.strip()]
    live = [line for line in item.live.split("\n") if line.strip()]
    for index, (offset, line) in enumerate(published):
        expected = live[index] if index < len(live) else ""
        if _BLANKS.sub(" ", line).strip() != _BLANKS.sub(" ", expected).strip():
            return offset + _common(line, expected)
    for index, (offset, line) in enumerate(published):
        if line != (live[index] if index < len(live) else ""):
            return offset + _common(line, live[index])
    return item.region.opening.start


def _common(one: str, other: str) -> int:
    """Length of the common start, not past the last character of the first text."""
    length = 0
    for a, b in zip(one, other, strict=False):
        if a != b:
            break
        length += 1
    return min(length, max(len(one) - 1, 0))
