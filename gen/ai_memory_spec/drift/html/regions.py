"""The regions of a built page, found by the marker comments that its generator kept."""

from collections.abc import Collection, Iterable
from dataclasses import dataclass

from ai_memory_spec.drift.html.content import Item, ItemKind
from ai_memory_spec.drift.html.pieces import Pieces, to_pieces
from ai_memory_spec.regions import Marker, read_marker


@dataclass(frozen=True, slots=True, kw_only=True)
class HtmlRegion:
    """What stands between two markers of a built page."""

    marker: Marker
    """The opening marker; its offsets count from the start of the comment."""
    pieces: Pieces
    offset: int
    """Of the opening marker in the HTML."""


@dataclass(frozen=True, slots=True, kw_only=True)
class HtmlProblem:
    """Markers of a built page that do not make a region."""

    rule: str
    message: str
    offset: int
    marker: Marker | None = None
    """The opening marker, if there is one."""
    fix: str | None = None
    """How to mend it, if the marker itself is at fault."""


@dataclass(frozen=True, slots=True, kw_only=True)
class HtmlRegions:
    """All that the markers of a built page say."""

    regions: tuple[HtmlRegion, ...]
    """In order of the page."""
    problems: tuple[HtmlProblem, ...]
    markers: int
    """How many markers were seen; without any, a generator may have dropped all comments."""


def find_html_regions(items: Iterable[Item], kinds: Collection[str]) -> HtmlRegions:
    """Find the regions among the items of a page.

    A generator may move closing markers (Python-Markdown does so to an inline marker that comes
    first on its line), so that one region would swallow the next: an opening marker that meets
    another one before its closing marker is unclosed, and the closing marker that it left
    behind is not reported a second time.
    """
    regions: list[HtmlRegion] = []
    problems: list[HtmlProblem] = []
    strays: list[HtmlProblem] = []
    opened: tuple[Marker, Item] | None = None
    inside: list[Item] = []
    markers = 0
    unclosed = 0

    def leave_open() -> None:
        nonlocal unclosed
        if opened is not None:
            unclosed += 1
            problems.append(_unclosed(*opened))

    for item in items:
        if item.kind is not ItemKind.COMMENT:
            if opened is not None:
                inside.append(item)
            continue
        source = f"<!--{item.text}-->"
        marker, found = read_marker(source, 0, len(source), kinds)
        problems += [
            HtmlProblem(rule="html.marker", message=each.message, offset=item.offset, fix=each.fix)
            for each in found
            if each.rule != "marker.bare"
        ]
        if marker is None:
            continue
        markers += 1
        if marker.opens:
            leave_open()
            opened, inside = (marker, item), []
        elif opened is not None:
            regions.append(
                HtmlRegion(marker=opened[0], pieces=to_pieces(inside), offset=opened[1].offset)
            )
            opened, inside = None, []
        else:
            strays.append(
                HtmlProblem(
                    rule="html.structure",
                    message="a closing marker closes nothing",
                    offset=item.offset,
                )
            )
    leave_open()
    problems += strays[: max(0, len(strays) - unclosed)]
    problems.sort(key=lambda problem: problem.offset)
    return HtmlRegions(regions=tuple(regions), problems=tuple(problems), markers=markers)


def _unclosed(marker: Marker, item: Item) -> HtmlProblem:
    return HtmlProblem(
        rule="html.structure",
        message=f"the marker {marker.source!r} has no closing marker before the next region "
        "or the end of the content",
        offset=item.offset,
        marker=marker,
    )
