"""Pair opening and closing markers, and say what is wrong with those that do not pair.

One mistake, one error: a marker that is itself wrong still takes its partner off the page, so
that the partner is not reported too. A region with anything wrong about it is left out.
"""

import re
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass

from ai_memory_spec.regions.lines import Lines
from ai_memory_spec.regions.marker import Marker, Reading, Role, read_comment
from ai_memory_spec.regions.problem import Problem, quote
from ai_memory_spec.regions.region import Place, strip_prefix
from ai_memory_spec.regions.sight import Sight, Sighting

_ANCHOR = re.compile(r"\{:?[^{}]*#[\w-]+[^{}]*\}\s*$")
_WHERE = {True: "on a line of its own", False: "in the same paragraph, heading or table cell"}


@dataclass(slots=True, kw_only=True)
class Opened:
    """An opening marker, and its closing marker once it is found."""

    at: Sighting
    marker: Marker | None
    """None for a marker that is too broken to be read."""
    sound: bool
    closing: Marker | None = None
    closed_at: Sighting | None = None
    holds_another: bool = False
    """Whether another region opens inside."""

    @property
    def is_block(self) -> bool:
        """Whether it has the block form."""
        return self.at.place is Place.BLOCK


@dataclass(frozen=True, slots=True, kw_only=True)
class Pair:
    """A sound region: its two markers, where they stand, and the text between them."""

    at: Sighting
    opening: Marker
    closing: Marker
    content: str
    ragged: bool
    """Whether blanks follow a block's opening marker, or a line of its text lacks the prefix."""


def pair_markers(
    text: str, lines: Lines, sightings: Iterable[Sighting], kinds: Collection[str]
) -> tuple[list[Pair], list[Problem]]:
    """Read every comment that was seen and pair the markers among them.

    Returns:
        The sound regions, in order of their opening markers; and all problems, unordered.
    """
    pairing = _Pairing(text, lines)
    for sighting in sightings:
        line_end = lines.ends[lines.index(sighting.offset)]
        reading = read_comment(text, sighting.offset, line_end, kinds)
        if reading.role is not Role.NONE:
            pairing.problems += reading.problems
            pairing.meet(sighting, reading)
        elif sighting.sight in (Sight.LINE, Sight.BULLET, Sight.INLINE, Sight.FIRST):
            pairing.problems += reading.problems
    return pairing.finish()


class _Pairing:
    def __init__(self, text: str, lines: Lines) -> None:
        self.text = text
        self.lines = lines
        self.problems: list[Problem] = []
        self.opened: list[Opened] = []
        """All openings, in order."""
        self.blocks: list[Opened] = []
        """Block markers that wait for a closing marker, outermost first."""
        self.inlines: list[Opened] = []
        """The same of the current paragraph, heading or cell."""
        self.nestings: list[tuple[Opened, Opened]] = []
        """Inner and outer."""
        self.lost = 0
        """Opening markers that stood where none may, and wait for a closing marker."""
        self.told: set[int] = set()
        """Blocks whose misplaced markers were reported."""

    def meet(self, at: Sighting, reading: Reading) -> None:
        """Take the next marker of the page."""
        opens = reading.role is Role.OPENS
        sound = reading.marker is not None and not reading.problems
        if at.sight in (Sight.RAW, Sight.HIDDEN):
            self.misplaced(at, opens=opens, told=not sound)
        elif at.sight in (Sight.LINE, Sight.BULLET):
            if at.sight is Sight.BULLET and sound:
                self.after_bullet(at)
            sound = sound and at.sight is Sight.LINE
            if opens:
                self.leave_inlines()
                self.open(self.blocks, Opened(at=at, marker=reading.marker, sound=sound))
            else:
                self.close_block(at, reading.marker, sound=sound)
        else:
            elsewhere = bool(self.inlines) and self.inlines[-1].at.block != at.block
            if elsewhere and (opens or at.sight is Sight.INLINE):
                self.leave_inlines()
            if at.sight is Sight.FIRST and sound:
                sound = False
                if opens or not self.inlines or self.inlines[-1].sound:
                    self.first_on_line(at, opens=opens)
            if opens:
                self.open(self.inlines, Opened(at=at, marker=reading.marker, sound=sound))
            else:
                self.close_inline(at, reading.marker, sound=sound)

    def open(self, stack: list[Opened], opened: Opened) -> None:
        around = self.inlines or self.blocks
        if around:
            self.nestings.append((opened, around[-1]))
        stack.append(opened)
        self.opened.append(opened)

    def close_block(self, at: Sighting, marker: Marker | None, *, sound: bool) -> None:
        if not self.blocks and self.inlines:
            if self.inlines.pop().sound and sound:
                self.first_on_line(at, opens=False)
            return
        self.leave_inlines()
        if not self.blocks:
            self.stray(at, told=not sound)
            return
        opened = self.blocks.pop()
        opened.closing, opened.closed_at = marker, at
        if not sound or not opened.sound:
            opened.sound = False
        elif opened.at.path != at.path or opened.at.prefix != at.prefix:
            opened.sound = False
            self.uneven(opened, at)

    def close_inline(self, at: Sighting, marker: Marker | None, *, sound: bool) -> None:
        if not self.inlines:
            self.stray(at, told=not sound)
            return
        opened = self.inlines.pop()
        opened.closing, opened.closed_at = marker, at
        opened.sound = opened.sound and sound

    def leave_inlines(self) -> None:
        """Report what the paragraph, heading or cell that ends here leaves open."""
        for opened in self.inlines:
            self.unclosed(opened)
        self.inlines.clear()

    def finish(self) -> tuple[list[Pair], list[Problem]]:
        """What was found, once the page has ended."""
        self.leave_inlines()
        for opened in self.blocks:
            self.unclosed(opened)
        for inner, outer in self.nestings:
            if outer.sound and outer.closing is not None:
                outer.holds_another = True
                self.nested(inner, outer)
        nested = {id(inner) for inner, outer in self.nestings if outer.holds_another}
        pairs = [
            Pair(
                at=each.at,
                opening=each.marker,
                closing=each.closing,
                content=self.content(each.at, each.marker, each.closed_at),
                ragged=self.is_ragged(each.at, each.marker, each.closed_at),
            )
            for each in self.opened
            if each.sound and not each.holds_another and id(each) not in nested
            if each.marker and each.closing and each.closed_at
        ]
        self.headings(pairs)
        return pairs, self.problems

    def content(self, at: Sighting, marker: Marker, end: Sighting) -> str:
        if at.place is not Place.BLOCK:
            return at.content[at.inner + len(marker.source) : end.inner]
        return "\n".join(strip_prefix(line, at.prefix) for line in self.between(at, end))

    def is_ragged(self, at: Sighting, marker: Marker, end: Sighting) -> bool:
        if at.place is not Place.BLOCK:
            return False
        bare = at.prefix.rstrip()
        return self.lines.ends[self.lines.index(at.offset)] > marker.end or any(
            not line.startswith(at.prefix) and line.rstrip() != bare
            for line in self.between(at, end)
        )

    def between(self, at: Sighting, end: Sighting) -> Iterator[str]:
        first, last = self.lines.index(at.offset) + 1, self.lines.index(end.offset)
        return (self.lines[index] for index in range(first, last))

    # What can be wrong

    def misplaced(self, at: Sighting, *, opens: bool, told: bool) -> None:
        if opens:
            self.lost += 1
        elif self.inlines and self.inlines[-1].at.block == at.block:
            self.inlines.pop()
        elif self.lost:
            self.lost -= 1
            return
        if told or at.block in self.told:
            return
        if at.sight is Sight.RAW:
            self.told.add(at.block)
            self.problem(
                "marker.place",
                at.offset,
                "the marker stands in a raw HTML block, where Markdown is not read",
                "leave a blank line between the HTML tag and the marker, or use Markdown",
            )
        else:
            self.problem(
                "marker.place",
                at.offset,
                "the marker stands where Markdown shows no comment: in a link target, an image "
                "text, the title of a container, or a cell beyond the table's last column",
                "move it into a paragraph, a heading, a list item or a table cell",
            )

    def after_bullet(self, at: Sighting) -> None:
        self.problem(
            "marker.first-on-line",
            at.offset,
            "the marker follows the bullet of a list item on the same line",
            "put the marker on a line of its own, indented like the item's text, "
            "or put a word before it",
        )

    def first_on_line(self, at: Sighting, *, opens: bool) -> None:
        if at.block in self.told:
            return
        self.told.add(at.block)
        line_start = self.lines.starts[self.lines.index(at.offset)]
        if "-->" in self.text[line_start : at.offset]:
            what = "the marker stands on a line that begins with a comment"
        elif opens:
            what = "an inline marker comes first on its line"
        else:
            what = "the closing marker of an inline region comes first on its line"
        fix = (
            "put a word before the marker on the same line, or use the block form: "
            "both markers on lines of their own"
            if opens
            else "put it on the line above, right after the text that it closes, or use the "
            "block form: both markers on lines of their own"
        )
        self.problem(
            "marker.first-on-line",
            at.offset,
            f"{what}: GitHub shows the rest of the line raw, and Python-Markdown moves closing "
            "markers to the end of the page",
            fix,
        )

    def uneven(self, opened: Opened, at: Sighting) -> None:
        line, last = self.line(opened.at.offset), self.line(at.offset)
        self.problem(
            "marker.unclosed",
            opened.at.offset,
            f"the marker {self.source(opened)} and its closing marker on line {last} stand at "
            "different depths",
            f"indent the closing marker exactly like the opening marker on line {line}, "
            "in the same list item or quote",
        )

    def nested(self, inner: Opened, outer: Opened) -> None:
        line = self.line(outer.at.offset)
        self.problem(
            "marker.nested",
            inner.at.offset,
            f"the marker {self.source(inner)} opens inside the region of line {line}",
            f"close the region of line {line} first; regions do not nest",
        )

    def unclosed(self, opened: Opened) -> None:
        if not opened.sound:
            return
        where = _WHERE[opened.is_block]
        self.problem(
            "marker.unclosed",
            opened.at.offset,
            f"the marker {self.source(opened)} has no closing marker {where}",
            f"add `<!-- /live -->` {where}",
        )

    def stray(self, at: Sighting, *, told: bool) -> None:
        if self.lost:
            self.lost -= 1
        elif not told:
            self.problem(
                "marker.stray-close",
                at.offset,
                "the closing marker closes nothing",
                "remove it, or put the opening marker before it in the same form: both on lines "
                "of their own, or both in one paragraph, heading or table cell",
            )

    def headings(self, pairs: list[Pair]) -> None:
        seen: set[int] = set()
        for pair in pairs:
            if pair.at.place is Place.HEADING and pair.at.block not in seen:
                seen.add(pair.at.block)
                if not _ANCHOR.search(pair.at.content):
                    self.problem(
                        "heading.anchor",
                        pair.opening.start,
                        "the heading holds a live value, so its address changes with the value",
                        "add an anchor of your own, such as { #counts }",
                    )

    def problem(self, rule: str, offset: int, message: str, fix: str) -> None:
        self.problems.append(Problem(rule=rule, offset=offset, message=message, fix=fix))

    def line(self, offset: int) -> int:
        return self.lines.place(offset)[0]

    def source(self, opened: Opened) -> str:
        start = opened.at.offset
        source = opened.marker.source if opened.marker else self.text[start : start + 80]
        return quote(source)
