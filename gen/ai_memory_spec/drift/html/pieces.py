"""What a reader sees to pieces: the text of a page after HTML's rules, with its structure.

Two texts are the same exactly if their pieces are equal. Loose and tight lists, `<div>`s that a
theme puts around a table and white space between tags make no difference; a row that became two
paragraphs, a swapped cell or one changed character does.
"""

import re
from collections.abc import Iterable, Sequence
from enum import Enum
from typing import NamedTuple

from ai_memory_spec.drift.html.content import Item, ItemKind

_BLANKS = re.compile(r"[ \t\n\f\r]+")
_BREAK = "\0"
"""Stands for a line break while a piece grows; no page holds it (see `tokens.normalize`)."""
_NOTHING = f" \t\n\f\r{_BREAK}"


class Mark(Enum):
    """How a piece begins."""

    BLOCK = "block"
    """A paragraph, a heading or any other block; also text inside a line."""
    ITEM = "item"
    """A list item."""
    ROW = "row"
    """The first cell of a row."""
    CELL = "cell"
    """Another cell of the row."""
    CODE = "code"
    """A code block."""


class Piece(NamedTuple):
    """One run of text without a boundary in it."""

    mark: Mark
    text: str
    """White space collapsed, except in code; LF stands for a line break."""


Pieces = tuple[Piece, ...]
"""The text of a region or a page."""


def to_pieces(items: Iterable[Item]) -> Pieces:
    """The pieces of some items of a page; comments are nothing."""
    writer = _Writer()
    for item in items:
        writer.add(item)
    writer.flush()
    return tuple(writer.pieces)


def show_pieces(pieces: Sequence[Piece]) -> str:
    """The pieces as lines for a report, in the manner of Markdown but without its escapes."""
    lines: list[str] = []
    in_row = False
    for piece in pieces:
        if in_row and piece.mark is not Mark.CELL:
            lines[-1] += " |"
        in_row = piece.mark in (Mark.ROW, Mark.CELL)
        match piece.mark:
            case Mark.CELL if lines:
                lines[-1] += f" | {piece.text}"
            case Mark.ROW | Mark.CELL:
                lines.append(f"| {piece.text}")
            case Mark.ITEM:
                lines.append(f"- {piece.text}")
            case _:
                lines.append(piece.text)
    if in_row:
        lines[-1] += " |"
    return "\n".join(lines)


class _Writer:
    def __init__(self) -> None:
        self.pieces: list[Piece] = []
        self.mark = Mark.BLOCK
        self.text: list[str] = []
        self.row = False
        """Whether a row has begun and no cell of it yet."""

    def add(self, item: Item) -> None:
        match item.kind:
            case ItemKind.TEXT:
                self.text.append(item.text)
            case ItemKind.LINE:
                self.text.append(_BREAK)
            case ItemKind.CODE:
                if self.mark is not Mark.CODE:
                    self.flush()
                    self.mark = Mark.CODE
                self.text.append(item.text)
            case ItemKind.BREAK:
                # A paragraph that opens an item or a cell is that item or cell.
                if self.mark is Mark.CODE or any(text.strip(_NOTHING) for text in self.text):
                    self.flush()
                self.text.clear()
            case ItemKind.END:
                self.flush()
            case ItemKind.ITEM:
                self.flush()
                self.mark = Mark.ITEM
            case ItemKind.ROW:
                self.flush()
                self.row = True
            case ItemKind.CELL:
                self.flush()
                self.mark = Mark.ROW if self.row else Mark.CELL
                self.row = False
            case ItemKind.COMMENT:
                pass

    def flush(self) -> None:
        raw = "".join(self.text)
        if self.mark is Mark.CODE:
            text = raw.strip("\n")
        else:
            text = "\n".join(_BLANKS.sub(" ", line).strip(" ") for line in raw.split(_BREAK))
            text = text.strip("\n")
        if text or self.mark in (Mark.ITEM, Mark.ROW, Mark.CELL):
            self.pieces.append(Piece(self.mark, text))
        self.mark = Mark.BLOCK
        self.text = []
