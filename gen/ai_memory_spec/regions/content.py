"""What a region kind makes: a small tree of values, free of any markup.

Kinds never write Markdown themselves, so escaping is decided in one place (`render.py`).
"""

from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Text:
    """Words of a sentence, shown as they are."""

    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Code:
    """A name or string, shown as code."""

    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Link:
    """A link inside the site."""

    text: str
    target: str
    """A relative path with an optional anchor; not escaped, so never from an edition."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Image:
    """A picture of the site, with the words that stand for it."""

    alt: str
    """What the picture shows; readers who do not see it get this text, and checks compare it."""
    target: str
    """A relative path; not escaped, so never from an edition."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Anchor:
    """A place that links can lead to; shows nothing."""

    name: str
    """Letters, digits, dots, underscores and hyphens."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Deleted:
    """Words that a later text no longer has, shown struck out."""

    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Inserted:
    """Words that a later text has anew, shown underlined."""

    text: str


Span = Text | Code | Link | Image | Anchor | Deleted | Inserted
"""A piece of inline content."""


@dataclass(frozen=True, slots=True)
class Line:
    """Inline content: spans, one after another."""

    spans: tuple[Span, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Fence:
    """A code block, byte for byte."""

    text: str
    language: str = "text"
    """A Pygments lexer name; plain letters."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Table:
    """A table; every row has as many cells as the head."""

    head: tuple[str, ...]
    rows: tuple[tuple[Line, ...], ...]
    numeric: frozenset[int] = frozenset()
    """0-based indexes of columns that hold numbers."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Bullets:
    """A bullet list."""

    items: tuple[Line, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Paragraphs:
    """Paragraphs of inline content."""

    lines: tuple[Line, ...]


Block = Fence | Table | Bullets | Paragraphs
"""Content that needs the block form of a region."""

Content = Line | Block | tuple[Block, ...]
"""What a region kind returns."""


def line(*spans: Span | str) -> Line:
    """A line of spans; a plain string is text."""
    return Line(tuple(Text(text=span) if isinstance(span, str) else span for span in spans))


def code_list(names: Sequence[str], separator: str = ", ") -> Line:
    """Names as code, joined with plain text."""
    spans: list[Span] = []
    for index, name in enumerate(names):
        if index:
            spans.append(Text(text=separator))
        spans.append(Code(text=name))
    return Line(tuple(spans))


def words(text: str) -> Line:
    """A sentence in which backticks mark code, as documentation in docstrings has it."""
    pieces = text.split("`")
    return Line(
        tuple(
            Code(text=piece) if index % 2 else Text(text=piece)
            for index, piece in enumerate(pieces)
            if piece
        )
    )
