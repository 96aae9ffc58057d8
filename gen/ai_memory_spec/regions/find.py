"""Find the regions of a page.

Every `<!--` of the page is classified from two sides: the raw text says what the comment says
and where it stands, the Markdown parser says whether a reader's Markdown sees a comment there
at all. Since block prefixes (`> `, indentation) never hold `<!--`, the n-th one in a block's
lines is the n-th one in its parsed content; so each is matched by counting, and no offset has
to be guessed.

    where the parser sees it           what it is
    fence, indented code, code span    a sample: ignored
    <pre>, <script>, <style>           a sample: ignored
    comment on a line of its own       a block marker
    comment inside a line of text      an inline marker
    comment first on a line of text    error: GitHub shows the rest of the line raw
    any other place                    error: nobody would see the region's text as Markdown
"""

import re
from bisect import bisect_left
from collections.abc import Collection
from dataclasses import dataclass, field
from enum import Enum

from markdown_it.token import Token

from ai_memory_spec.regions.lines import Lines
from ai_memory_spec.regions.marker import COMMENT, Marker, read_marker
from ai_memory_spec.regions.markdown import parse_blocks
from ai_memory_spec.regions.problem import Problem

_FRONT_MATTER = re.compile(
    r"\ufeff?---[ \t]*(?:\r\n|\r|\n)(?:.*(?:\r\n|\r|\n))*?(?:---|\.\.\.)[ \t]*(?:\r\n|\r|\n|\Z)"
)
_MAYBE_MARKER = re.compile(r"<!--\s*/?\s*\w{2,6}\b", re.ASCII)
_RAW_SAMPLE = re.compile(r"\s*<(?:pre|script|style|textarea)(?:\s|>|$)", re.IGNORECASE)
_BLOCK_PREFIX = re.compile(r"[ \t>]*")
_ANCHOR = re.compile(r"\{:?[^{}]*#[\w-]+[^{}]*\}\s*$")


class Place(Enum):
    """What surrounds a region, as far as its text depends on it."""

    BLOCK = "block"
    """Marker lines of their own around whole blocks."""
    INLINE = "inline"
    """Inside a paragraph or list item."""
    HEADING = "heading"
    """Inside a heading."""
    CELL = "cell"
    """Inside a table cell."""


_PLACES = {
    "heading_open": Place.HEADING,
    "heading_close": Place.HEADING,
    "th_open": Place.CELL,
    "th_close": Place.CELL,
    "td_open": Place.CELL,
    "td_close": Place.CELL,
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Region:
    """One generated span of a Markdown page."""

    id: str
    """The `id=` of the marker, else page, kind and ordinal."""
    opening: Marker
    closing: Marker
    place: Place
    content: str
    """The text between the markers as Markdown sees it: LF, without block prefixes."""
    prefix: str = ""
    """What stands before both markers of a block: indentation and `>`; else empty."""
    in_list: bool = False
    """Whether the region is part of a list item."""

    @property
    def is_block(self) -> bool:
        """Whether the markers stand on lines of their own."""
        return self.place is Place.BLOCK

    @property
    def start(self) -> int:
        """First character after the opening marker (0-based offset into the page text)."""
        return self.opening.end

    @property
    def end(self) -> int:
        """One past the last character before the closing marker."""
        return self.closing.start


@dataclass(frozen=True, slots=True, kw_only=True)
class Page:
    """The regions of one page, and what is wrong with its markers."""

    name: str
    """Path of the page as given by the caller; the front of generated region ids."""
    lines: Lines
    regions: tuple[Region, ...]
    """In order of their opening markers; never overlapping."""
    problems: tuple[Problem, ...]
    """In order of their places. With an error among them the page must not be written."""


def find_regions(text: str, name: str, kinds: Collection[str]) -> Page:
    """Find all regions of a page.

    Parameters:
        text: The page as read, any line endings, with or without BOM and front matter.
        name: Path of the page, for region ids.
        kinds: Names of the region kinds that exist; other names are reported.
    """
    lines = Lines(text)
    if not _MAYBE_MARKER.search(text):
        return Page(name=name, lines=lines, regions=(), problems=())
    return _Finder(text, name, kinds, lines).find()


def body_start(text: str) -> int:
    """Offset of the first character after the front matter; 0 without one."""
    match = _FRONT_MATTER.match(text)
    return match.end() if match else 0


@dataclass(slots=True, kw_only=True)
class _Open:
    """An opening marker that waits for its closing marker."""

    marker: Marker
    place: Place
    path: tuple[int, ...]
    prefix: str = ""
    in_list: bool = False
    token: Token | None = None
    content_start: int = 0
    inner: list["_Open"] = field(default_factory=list)


class _Finder:
    def __init__(self, text: str, name: str, kinds: Collection[str], lines: Lines) -> None:
        self.text = text
        self.name = name
        self.kinds = kinds
        self.lines = lines
        self.problems: list[Problem] = []
        self.found: list[tuple[_Open, Marker, str]] = []
        self.stack: list[_Open] = []
        """Block markers that are open, outermost first."""
        self.containers: list[tuple[int, str]] = []
        """Containers around the current token: a serial number and the token type."""
        start = body_start(text)
        self.pending = [match.start() for match in COMMENT.finditer(text, start)]
        """Offsets of comments that no block has claimed yet, in order."""
        front = text[:start]
        self.source = re.sub(r"[^\r\n]", " ", front).replace("\r\n", "\n") + text[start:].lstrip(
            "\ufeff"
        )

    def find(self) -> Page:
        around = Place.INLINE
        for serial, token in enumerate(parse_blocks(self.source)):
            if token.type in ("list_item_open", "blockquote_open", "container_open"):
                self.containers.append((serial, token.type))
            elif token.type in ("list_item_close", "blockquote_close", "container_close"):
                self.containers.pop()
            elif token.type in _PLACES:
                around = _PLACES[token.type] if token.nesting == 1 else Place.INLINE
            elif token.map is None:
                continue
            elif token.type in ("fence", "code_block"):
                self.claim(token)
            elif token.type == "html_block":
                self.html_block(token)
            elif token.type == "inline":
                self.inline(token, around)
        for offset in self.pending:
            self.misplaced(offset)
        for opened in self.stack:
            self.unclosed(opened)
        return self.page()

    # Which comments a block of the page holds

    def claim(self, token: Token, count: int | None = None) -> list[int]:
        """Take the next comments (all, or so many) within the token's lines off the list."""
        first, after = token.map or (0, 0)
        start = self.lines.starts[first]
        end = self.lines.starts[after] if after < len(self.lines) else len(self.text) + 1
        low, high = bisect_left(self.pending, start), bisect_left(self.pending, end)
        if count is not None:
            high = min(high, low + count)
        taken = self.pending[low:high]
        del self.pending[low:high]
        return taken

    def read(self, offset: int) -> Marker | None:
        marker, problems = read_marker(
            self.text, offset, self.lines.ends[self.lines.index(offset)], self.kinds
        )
        self.problems.extend(problems)
        return marker

    def is_ours(self, offset: int) -> bool:
        """Whether the comment is a marker or looks like one."""
        line_end = self.lines.ends[self.lines.index(offset)]
        marker, problems = read_marker(self.text, offset, line_end, self.kinds)
        return marker is not None or any(problem.rule != "marker.bare" for problem in problems)

    def html_block(self, token: Token) -> None:
        offsets = self.claim(token)
        if not offsets or _RAW_SAMPLE.match(token.content):
            return
        first = offsets[0]
        index = self.lines.index(first)
        line_start, line_end = self.lines.starts[index], self.lines.ends[index]
        before = self.text[line_start:first]
        if not token.content.lstrip().startswith("<!--"):
            for offset in offsets:
                if self.is_ours(offset):
                    self.problem(
                        "marker.place",
                        offset,
                        "the marker stands in a raw HTML block, where Markdown is not read",
                        "leave a blank line between the HTML tag and the marker, or use Markdown",
                    )
            return
        close = self.text.find("-->", first + 4, line_end)
        if close < 0:
            self.read(first)
            return
        rest = self.text[close + 3 : line_end]
        if rest.strip():
            self.first_on_line(offsets)
            return
        marker = self.read(first)
        if marker is None:
            return
        if not _BLOCK_PREFIX.fullmatch(before):
            self.problem(
                "marker.first-on-line",
                first,
                "the marker follows the bullet of a list item on the same line",
                "put the marker on a line of its own, indented like the item's text, "
                "or put a word before it",
            )
        self.block_marker(marker, before)

    def first_on_line(self, offsets: list[int]) -> None:
        ours = [offset for offset in offsets if self.is_ours(offset)]
        if not ours:
            return
        marker = self.read(ours[0])
        if marker is None:
            return
        what = "an inline marker" if marker.opens else "the closing marker of an inline region"
        self.problem(
            "marker.first-on-line",
            ours[0],
            f"{what} comes first on its line: GitHub shows the rest of the line raw, and "
            "Python-Markdown moves closing markers to the end of the page",
            "put a word before the marker on the same line, or use the block form: "
            "both markers on lines of their own",
        )

    def misplaced(self, offset: int) -> None:
        if not self.is_ours(offset):
            return
        before = len(self.problems)
        self.read(offset)
        if len(self.problems) > before:
            return
        self.problem(
            "marker.place",
            offset,
            "the marker stands where Markdown shows no comment: a link target, an image text "
            "or a cell beyond the table's last column",
            "move it into a paragraph, a heading, a list item or a table cell",
        )

    # Block form

    def block_marker(self, marker: Marker, prefix: str) -> None:
        path = tuple(serial for serial, _ in self.containers)
        if marker.opens:
            in_list = any(kind == "list_item_open" for _, kind in self.containers)
            self.stack.append(
                _Open(marker=marker, place=Place.BLOCK, path=path, prefix=prefix, in_list=in_list)
            )
            return
        if not self.stack:
            self.stray(marker)
            return
        opened = self.stack.pop()
        if opened.path != path or opened.prefix != prefix:
            line = self.lines.place(opened.marker.start)[0]
            self.problem(
                "marker.unclosed",
                opened.marker.start,
                f"the marker {opened.marker.source!r} and its closing marker on line "
                f"{self.lines.place(marker.start)[0]} stand at different depths",
                f"indent the closing marker exactly like the opening marker on line {line}, "
                "in the same list item or quote",
            )
            return
        self.close(opened, marker, self.block_content(opened, marker))

    def block_content(self, opened: _Open, closing: Marker) -> str:
        first = self.lines.index(opened.marker.start) + 1
        last = self.lines.index(closing.start)
        return "\n".join(
            strip_prefix(self.lines[index], opened.prefix) for index in range(first, last)
        )

    # Inline form

    def inline(self, token: Token, place: Place) -> None:
        count = token.content.count("<!--")
        if not count:
            return
        raw = self.claim(token, count)
        local = [match.start() for match in COMMENT.finditer(token.content)]
        comments, spans = _comments_and_spans(token)
        stack: list[_Open] = []
        path = tuple(serial for serial, _ in self.containers)
        seen_region = False
        for offset, inner in zip(raw, local, strict=False):
            if inner not in comments:
                if not any(start <= inner < end for start, end in spans) and not _escaped(
                    token.content, inner
                ):
                    self.misplaced(offset)
                continue
            marker = self.read(offset)
            if marker is None:
                continue
            if marker.opens:
                in_list = any(kind == "list_item_open" for _, kind in self.containers)
                stack.append(
                    _Open(
                        marker=marker,
                        place=place,
                        path=path,
                        in_list=in_list,
                        content_start=inner + len(marker.source),
                    )
                )
            elif not stack:
                self.stray(marker)
            else:
                opened = stack.pop()
                content = token.content[opened.content_start : inner]
                self.close(opened, marker, content)
                if stack:
                    self.nested(opened, stack[-1])
                seen_region = True
        for opened in stack:
            self.unclosed(opened)
        if place is Place.HEADING and seen_region and not _ANCHOR.search(token.content):
            self.problem(
                "heading.anchor",
                raw[0],
                "the heading holds a live value, so its address changes with the value",
                "add an anchor of your own, such as { #counts }",
            )

    # Results

    def close(self, opened: _Open, closing: Marker, content: str) -> None:
        if opened.place is Place.BLOCK and self.stack:
            self.nested(opened, self.stack[-1])
        self.found.append((opened, closing, content))

    def nested(self, inner: _Open, outer: _Open) -> None:
        line = self.lines.place(outer.marker.start)[0]
        outer.inner.append(inner)
        self.problem(
            "marker.nested",
            inner.marker.start,
            f"the marker {inner.marker.source!r} opens inside the region of line {line}",
            f"close the region of line {line} first; regions do not nest",
        )

    def unclosed(self, opened: _Open) -> None:
        inner = {id(each) for each in opened.inner}
        starts = {each.marker.start for each in opened.inner if id(each) in inner}
        self.problems = [
            problem
            for problem in self.problems
            if not (problem.rule == "marker.nested" and problem.offset in starts)
        ]
        where = (
            "on a line of its own"
            if opened.place is Place.BLOCK
            else "in the same paragraph, heading or table cell"
        )
        self.problem(
            "marker.unclosed",
            opened.marker.start,
            f"the marker {opened.marker.source!r} has no closing marker {where}",
            f"add `<!-- /live -->` {where}",
        )

    def stray(self, marker: Marker) -> None:
        self.problem(
            "marker.stray-close",
            marker.start,
            "the closing marker closes nothing",
            "remove it, or put the opening marker before it in the same form: both on lines of "
            "their own, or both in one paragraph, heading or table cell",
        )

    def problem(self, rule: str, offset: int, message: str, fix: str) -> None:
        self.problems.append(Problem(rule=rule, offset=offset, message=message, fix=fix))

    def page(self) -> Page:
        regions: list[Region] = []
        ordinals: dict[str, int] = {}
        first: dict[str, Marker] = {}
        stem = re.sub(r"\.(?:md|markdown)$", "", self.name)
        blocks = [
            (opened, closing) for opened, closing, _ in self.found if opened.place is Place.BLOCK
        ]
        for opened, closing, content in sorted(self.found, key=lambda item: item[0].marker.start):
            marker = opened.marker
            kind = marker.kind or ""
            ordinals[kind] = ordinals.get(kind, 0) + 1
            if opened.place is not Place.BLOCK:
                for outer, outer_end in blocks:
                    if outer.marker.start < marker.start < outer_end.start:
                        self.nested(opened, outer)
            given = next((item.value for item in marker.arguments if item.key == "id"), None)
            if given in first:
                line, column = self.lines.place(first[given].start)
                self.problem(
                    "marker.duplicate-id",
                    marker.start,
                    f"the id {given!r} is taken by the region at line {line}, column {column}",
                    "give each region of the page an id of its own, or none",
                )
            elif given is not None:
                first[given] = marker
            if opened.place is Place.BLOCK and opened.in_list and _indent(opened.prefix) % 4:
                self.problem(
                    "list.indent",
                    marker.start,
                    "Python-Markdown nests a block in a list item only at four spaces",
                    "indent the item's blocks, markers included, by four spaces per level",
                )
            regions.append(
                Region(
                    id=given if given is not None else f"{stem}.{kind}.{ordinals[kind]}",
                    opening=marker,
                    closing=closing,
                    place=opened.place,
                    content=content,
                    prefix=opened.prefix,
                    in_list=opened.in_list,
                )
            )
        problems = tuple(sorted(self.problems, key=lambda problem: problem.offset))
        return Page(name=self.name, lines=self.lines, regions=tuple(regions), problems=problems)


def strip_prefix(line: str, prefix: str) -> str:
    """The line without the block prefix, or as much of it as the line has."""
    if line.startswith(prefix):
        return line[len(prefix) :]
    bare = prefix.rstrip()
    if bare and line.startswith(bare):
        return line[len(bare) :].lstrip(" \t")
    indent = len(line) - len(line.lstrip(" \t"))
    return line[min(indent, len(prefix)) :] if not bare else line


def _comments_and_spans(token: Token) -> tuple[set[int], list[tuple[int, int]]]:
    comments: set[int] = set()
    spans: list[tuple[int, int]] = []
    for child in token.children or ():
        if child.type == "html_inline" and child.content.startswith("<!--"):
            comments.add(child.meta["start"])
            # A free comment may hold what looks like the start of another one.
            spans.append((child.meta["start"] + 1, child.meta["start"] + len(child.content)))
        elif child.type == "code_inline":
            spans.append((child.meta["start"], child.meta["end"]))
    return comments, spans


def _escaped(text: str, offset: int) -> bool:
    stripped = text[:offset].rstrip("\\")
    return (offset - len(stripped)) % 2 == 1


def _indent(prefix: str) -> int:
    return len(prefix.expandtabs(4).replace(">", ""))
