"""What the finder finds: regions, and the page that holds them."""

from dataclasses import dataclass
from enum import Enum

from ai_memory_spec.regions.lines import Lines
from ai_memory_spec.regions.marker import Marker
from ai_memory_spec.regions.problem import Problem


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
    ragged: bool = False
    """Whether blanks follow a block's opening marker, or a line of its text lacks the prefix."""

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
    """The sound ones, in order of their opening markers; never overlapping."""
    problems: tuple[Problem, ...]
    """In order of their places. With an error among them the page must not be written."""


def strip_prefix(line: str, prefix: str) -> str:
    """The line without the block prefix, or without as much of it as the line has."""
    if line.startswith(prefix):
        return line[len(prefix) :]
    bare = prefix.rstrip()
    if bare:
        return line[len(bare) :].lstrip(" \t") if line.startswith(bare) else line
    text = line.lstrip(" \t")
    indent = len(line[: len(line) - len(text)].expandtabs(4))
    return " " * max(0, indent - len(prefix.expandtabs(4))) + text
