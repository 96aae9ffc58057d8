"""HTML tokens to what a reader sees: a flat run of items, and which of them are the content.

A page's content element is what its Markdown became. A table of contents, a search index or a
navigation bar repeats headings, so regions are looked for in the content element alone.

Elements are followed as far as the text of a page depends on them: end tags that a minifier
left out are implied, rows and cells count inside a table only, preformatted text keeps its
white space, and what a theme or extension adds to a page's own text is dropped.

Source: the HTML standard, section 13.1.2.4 "Optional tags" and 13.2.6 "Tree construction".
"""

import re
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum
from typing import NamedTuple

from ai_memory_spec.drift.html.elements import (
    ADDED_CLASSES,
    BARRIERS,
    BLOCKS,
    CLOSE_PARAGRAPH,
    IMPLIED_END,
    NOT_SHOWN,
    REVISIONS,
    TABLE_PARTS,
    VOID,
)
from ai_memory_spec.drift.html.tokens import Token, TokenKind, read_attributes, tokenize

MAX_DEPTH = 256
"""Elements deeper than this are not followed, only their text; browsers stop at 512."""

_LOOK_AT = re.compile(r"class|hidden|style|role|alt", re.IGNORECASE)
_NOT_SEEN = re.compile(r"display\s*:\s*none|visibility\s*:\s*(hidden|collapse)", re.IGNORECASE)


class ItemKind(Enum):
    """What a reader meets, one after another."""

    TEXT = "text"
    """Characters whose white space collapses."""
    CODE = "code"
    """Characters of a `<pre>`, white space and all."""
    LINE = "line"
    """A line break."""
    BREAK = "break"
    """The boundary of a block."""
    END = "end"
    """The end of a list item, cell or row."""
    ITEM = "item"
    """The start of a list item."""
    ROW = "row"
    """The start of a table row."""
    CELL = "cell"
    """The start of a table cell."""
    COMMENT = "comment"
    """A comment outside of code samples; `text` is what it holds."""


class Item(NamedTuple):
    """One thing on a page."""

    kind: ItemKind
    text: str
    offset: int
    """Where it begins in the HTML, in characters."""


class Selector(Enum):
    """How a content element is told, best first."""

    MATERIAL = ".md-content__inner"
    ARTICLE = "article"
    MAIN = "main"
    ROLE = "[role=main]"
    MARKDOWN_BODY = ".markdown-body"
    BODY = "body"


_SELECTORS = tuple(Selector)
_ONLY_ALONE = frozenset({Selector.ARTICLE, Selector.MAIN, Selector.ROLE})
"""Several of these are parts of a page, so none of them is the content."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Content:
    """The items of a page."""

    items: tuple[Item, ...]
    """Of the content element."""
    outside: tuple[Item, ...]
    """Of the rest of the page."""


class _Element(NamedTuple):
    name: str
    drops: bool
    """Whether its text is not shown, or not the page's own."""
    selectors: tuple[Selector, ...]
    start: int
    """How many items there were before it."""
    ends: bool
    """Whether it opened a list item, a row or a cell."""


def read_content(html: str) -> Content:
    """The content of a normalized HTML page; the whole text if no element is known as such."""
    reader = _Reader()
    reader.read(html)
    items = reader.items
    for selector in _SELECTORS:
        spans = reader.spans.get(selector, [])
        if len(spans) == 1 or (spans and selector not in _ONLY_ALONE):
            inside: list[Item] = []
            outside: list[Item] = []
            end = 0
            for start, stop in sorted(spans):
                outside += items[end:start]
                inside += items[max(start, end) : stop]
                end = max(end, stop)
            outside += items[end:]
            return Content(items=tuple(inside), outside=tuple(outside))
    return Content(items=tuple(items), outside=())


class _Reader:
    def __init__(self) -> None:
        self.items: list[Item] = []
        self.spans: dict[Selector, list[tuple[int, int]]] = {}
        """Content elements that have ended, each as a range of items."""
        self.stack: list[_Element] = []
        self.open: Counter[str] = Counter()
        """How many elements of each name are open."""
        self.tables: list[bool] = []
        """The open tables; false for one that only sets line numbers beside code."""
        self.dropping = 0
        """How many open elements drop their text."""

    def read(self, html: str) -> None:
        for token in tokenize(html):
            match token.kind:
                case TokenKind.TEXT if not self.dropping:
                    self.add(ItemKind.CODE if self.open["pre"] else ItemKind.TEXT, token)
                case TokenKind.START:
                    self.start(token)
                case TokenKind.END:
                    self.end(token)
                case TokenKind.COMMENT if not self.open["pre"]:
                    self.add(ItemKind.COMMENT, token)
                case _:
                    pass
        while self.stack:
            self.pop(len(html))

    def add(self, kind: ItemKind, token: Token) -> None:
        """Note an item; only text and comments have a text of their own."""
        text = token.data if token.kind in (TokenKind.TEXT, TokenKind.COMMENT) else ""
        self.items.append(Item(kind, text, token.offset))

    # Elements

    def start(self, token: Token) -> None:
        name = token.data
        if name in TABLE_PARTS and not self.tables:
            return
        if name in CLOSE_PARAGRAPH and self.open["p"]:
            self.close(frozenset({"p"}), BARRIERS, token.offset)
        if name in IMPLIED_END:
            self.close(*IMPLIED_END[name], token.offset)
        attributes = read_attributes(token.attributes) if _LOOK_AT.search(token.attributes) else {}
        if name in VOID:
            if not self.dropping:
                self.void(token, attributes)
            return
        classes = frozenset(attributes.get("class", "").split())
        drops = (
            name in NOT_SHOWN
            or not classes.isdisjoint(ADDED_CLASSES)
            or attributes.get("hidden", "until-found").strip().lower() != "until-found"
            or _NOT_SEEN.search(attributes.get("style", "")) is not None
        )
        kind = ItemKind.BREAK if drops else self.kind_of(name)
        if name in BLOCKS and not self.dropping:
            self.add(kind, token)
        if len(self.stack) >= MAX_DEPTH:
            return
        if name in REVISIONS and not self.dropping:
            self.items.append(Item(ItemKind.TEXT, REVISIONS[name][0], token.offset))
        element = _Element(
            name=name,
            drops=drops,
            selectors=_selectors(name, classes, attributes.get("role", "")),
            start=len(self.items),
            ends=kind is not ItemKind.BREAK,
        )
        self.stack.append(element)
        self.open[name] += 1
        self.dropping += drops
        if name == "table":
            self.tables.append("highlighttable" not in classes)

    def void(self, token: Token, attributes: Mapping[str, str]) -> None:
        match token.data:
            case "br" if self.open["pre"]:
                self.items.append(Item(ItemKind.CODE, "\n", token.offset))
            case "br":
                self.add(ItemKind.LINE, token)
            case "hr":
                self.add(ItemKind.BREAK, token)
            case "img":
                self.items.append(Item(ItemKind.TEXT, attributes.get("alt", ""), token.offset))
            case _:
                pass

    def end(self, token: Token) -> None:
        name = token.data
        if self.open[name]:
            if name in TABLE_PARTS:
                barriers = frozenset({"table"})
            else:
                barriers = frozenset() if name == "table" else BARRIERS - {name}
            self.close(frozenset({name}), barriers, token.offset)
        elif not self.dropping and name == "br":
            self.add(ItemKind.LINE, token)
        elif not self.dropping and name == "p":
            self.add(ItemKind.BREAK, token)

    def kind_of(self, name: str) -> ItemKind:
        if name == "li":
            return ItemKind.ITEM
        if self.tables and self.tables[-1]:
            if name == "tr":
                return ItemKind.ROW
            if name in ("td", "th"):
                return ItemKind.CELL
        return ItemKind.BREAK

    def close(self, names: frozenset[str], barriers: frozenset[str], offset: int) -> None:
        """Close the innermost element of these names, with all inside, if no barrier is nearer."""
        if not any(self.open[name] for name in names):
            return
        for index in range(len(self.stack) - 1, -1, -1):
            if self.stack[index].name in names:
                while len(self.stack) > index:
                    self.pop(offset)
                return
            if self.stack[index].name in barriers:
                return

    def pop(self, offset: int) -> None:
        element = self.stack.pop()
        self.open[element.name] -= 1
        self.dropping -= element.drops
        if element.name == "table":
            self.tables.pop()
        if element.name in BLOCKS and not self.dropping:
            kind = ItemKind.END if element.ends else ItemKind.BREAK
            self.items.append(Item(kind, "", offset))
        elif element.name in REVISIONS and not self.dropping:
            self.items.append(Item(ItemKind.TEXT, REVISIONS[element.name][1], offset))
        for selector in element.selectors:
            self.spans.setdefault(selector, []).append((element.start, len(self.items)))


def _selectors(name: str, classes: frozenset[str], role: str) -> tuple[Selector, ...]:
    """Every way in which the element may be the content; most are in none."""
    found = []
    if "md-content__inner" in classes:
        found.append(Selector.MATERIAL)
    if name == "article":
        found.append(Selector.ARTICLE)
    elif name == "main":
        found.append(Selector.MAIN)
    elif name == "body":
        found.append(Selector.BODY)
    if role.strip().lower() == "main":
        found.append(Selector.ROLE)
    if "markdown-body" in classes:
        found.append(Selector.MARKDOWN_BODY)
    return tuple(found)
