"""Where a reader's Markdown sees each comment of a page, if it sees one there at all.

The raw text says where each `<!--` stands, the parser says what a Markdown reader takes it for.
Block prefixes (`> `, indentation) never hold `<!--`, so the n-th one in a block's lines is the
n-th one in its parsed content; each is matched by counting, and no offset has to be guessed.

    where the parser sees it                    sight
    fence, indented code, code span             none: a sample
    <pre>, <script>, <style>, another comment   none: a sample
    comment on a line of its own                LINE
    the same after the bullet of a list item    BULLET
    comment inside a line of text               INLINE
    comment first on a line of text             FIRST; but INLINE after four blanks or more
    raw HTML block                              RAW
    any other place                             HIDDEN
"""

import re
from dataclasses import dataclass
from enum import Enum

from markdown_it.token import Token

from ai_memory_spec.regions.lines import Lines
from ai_memory_spec.regions.markdown import parse_blocks
from ai_memory_spec.regions.marker import COMMENT
from ai_memory_spec.regions.region import Place

_RAW_SAMPLE = re.compile(r"\s*<(?:pre|script|style|textarea)(?:\s|>|$)", re.IGNORECASE)
_RAW_SAMPLE_END = re.compile(r"</(?:pre|script|style|textarea)>", re.IGNORECASE)
_BLOCK_PREFIX = re.compile(r"[ \t>]*")
_CONTAINERS = ("list_item", "blockquote", "container")
_PLACES = {"heading": Place.HEADING, "th": Place.CELL, "td": Place.CELL}


class Sight(Enum):
    """What a reader's Markdown takes a comment for."""

    LINE = "on a line of its own"
    BULLET = "alone after the bullet of a list item"
    INLINE = "inside a line of text"
    FIRST = "first on a line of text"
    RAW = "in a raw HTML block"
    HIDDEN = "where Markdown shows no comment"


@dataclass(frozen=True, slots=True, kw_only=True)
class Sighting:
    """One comment of the page."""

    offset: int
    sight: Sight
    block: int
    """Serial number of the paragraph, cell, heading or HTML block that holds it."""
    path: tuple[int, ...] = ()
    """Serial numbers of the list items, quotes and containers around it, outermost first."""
    in_list: bool = False
    place: Place = Place.INLINE
    content: str = ""
    """Text of the paragraph, cell or heading as Markdown sees it."""
    inner: int = 0
    """Where in `content` the comment begins."""
    prefix: str = ""
    """What stands before it on its line, if it is on a line of its own."""


def see_comments(text: str, start: int, lines: Lines) -> list[Sighting]:
    """Every comment from an offset on that a reader's Markdown does not take for a sample.

    Parameters:
        text: The page.
        start: Where its body begins, after the front matter.
        lines: The lines of the page.
    """
    front = re.sub(r"[^\r\n]", "", text[:start])
    source = front + text[start:].removeprefix("\ufeff")
    walk = _Walk(text, start, lines)
    for serial, token in enumerate(parse_blocks(source)):
        walk.step(serial, token)
    walk.hide(len(text))
    return sorted(walk.seen, key=lambda each: each.offset)


class _Walk:
    """One way through the tokens of a page, taking comments off the list in order."""

    def __init__(self, text: str, start: int, lines: Lines) -> None:
        self.text = text
        self.lines = lines
        self.seen: list[Sighting] = []
        self.comments = [match.start() for match in COMMENT.finditer(text, start)]
        self.next = 0
        """Index of the first comment that no block has taken yet."""
        self.containers: list[tuple[int, str]] = []
        """Around the current token: serial number and type."""
        self.place = Place.INLINE

    def step(self, serial: int, token: Token) -> None:
        name, _, end = token.type.rpartition("_")
        if name in _CONTAINERS and end == "open":
            self.containers.append((serial, name))
        elif name in _CONTAINERS and end == "close":
            self.containers.pop()
        elif name in _PLACES and end in ("open", "close"):
            self.place = _PLACES[name] if end == "open" else Place.INLINE
        elif token.type in ("fence", "code_block"):
            self.take(token)
        elif token.type == "html_block":
            self.html_block(serial, token)
        elif token.type == "inline":
            self.inline(serial, token)

    def take(self, token: Token, count: int | None = None) -> list[int]:
        """Take the next comments (all, or so many) within the token's lines off the list."""
        first, after = token.map or (0, 0)
        self.hide(self.lines.starts[first])
        end = self.lines.starts[after] if after < len(self.lines) else len(self.text) + 1
        low = self.next
        while self.next < len(self.comments) and self.comments[self.next] < end:
            if count is not None and self.next - low == count:
                break
            self.next += 1
        return self.comments[low : self.next]

    def hide(self, end: int) -> None:
        """Take comments before this offset off the list: no block has shown them."""
        while self.next < len(self.comments) and self.comments[self.next] < end:
            self.see(self.comments[self.next], Sight.HIDDEN, -1)
            self.next += 1

    def see(self, offset: int, sight: Sight, block: int, prefix: str = "") -> None:
        self.seen.append(
            Sighting(
                offset=offset,
                sight=sight,
                block=block,
                path=tuple(serial for serial, _ in self.containers),
                in_list=any(name == "list_item" for _, name in self.containers),
                place=Place.BLOCK,
                prefix=prefix,
            )
        )

    def html_block(self, serial: int, token: Token) -> None:
        offsets = self.take(token)
        if not offsets:
            return
        first, after = token.map or (0, 0)
        begin = self.lines.starts[first]
        end = self.lines.ends[after - 1]
        if not token.content.lstrip().startswith("<!--"):
            if _RAW_SAMPLE.match(token.content):
                closed = _RAW_SAMPLE_END.search(self.text, begin, end)
                begin = closed.end() if closed else end
            for offset in offsets:
                if offset >= begin:
                    self.see(offset, Sight.RAW, serial)
            return
        comment = offsets[0]
        close = self.text.find("-->", comment + 2, end)
        line = self.lines.index(comment)
        rest = self.text[close + 3 : self.lines.ends[self.lines.index(close)]]
        if close >= 0 and rest.strip(" \t"):
            self.see(comment, Sight.FIRST, serial)
            for offset in offsets[1:]:
                if offset > close:
                    self.see(offset, Sight.FIRST, serial)
            return
        prefix = self.text[self.lines.starts[line] : comment].removeprefix("\ufeff")
        alone = _BLOCK_PREFIX.fullmatch(prefix) is not None
        self.see(comment, Sight.LINE if alone else Sight.BULLET, serial, prefix)

    def inline(self, serial: int, token: Token) -> None:
        local = [match.start() for match in COMMENT.finditer(token.content)]
        if not local:
            return
        samples = _Samples(token)
        path = tuple(number for number, _ in self.containers)
        in_list = any(name == "list_item" for _, name in self.containers)
        for offset, inner in zip(self.take(token, len(local)), local, strict=False):
            if inner in samples.comments:
                sight = Sight.INLINE
            elif samples.hold(inner) or _is_escaped(token.content, inner):
                continue
            else:
                sight = Sight.HIDDEN
            self.seen.append(
                Sighting(
                    offset=offset,
                    sight=sight,
                    block=serial,
                    path=path,
                    in_list=in_list,
                    place=self.place,
                    content=token.content,
                    inner=inner,
                )
            )


class _Samples:
    """The comments of a line of text, and what lies within comments and code spans."""

    def __init__(self, token: Token) -> None:
        self.comments: set[int] = set()
        """Offsets in the text of the block."""
        self._spans: list[tuple[int, int]] = []
        """Where samples begin and end, in order; the start of a comment is no sample."""
        for child in token.children or ():
            if child.type == "html_inline" and child.content.startswith("<!--"):
                start = child.meta["start"]
                self.comments.add(start)
                self._spans.append((start + 1, start + len(child.content)))
            elif child.type == "code_inline":
                self._spans.append((child.meta["start"], child.meta["end"]))
        self._spans.reverse()

    def hold(self, inner: int) -> bool:
        """Whether the offset lies in a sample; offsets must be asked for in order."""
        while self._spans and self._spans[-1][1] <= inner:
            self._spans.pop()
        return bool(self._spans) and self._spans[-1][0] <= inner


def _is_escaped(content: str, inner: int) -> bool:
    before = inner
    while before and content[before - 1] == "\\":
        before -= 1
    return (inner - before) % 2 == 1
