"""One function makes the expected text of a page: `generate` saves it, `check` compares it."""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from ai_memory_spec.phrasing import EditionError, EditionShelf, PhrasingError, nearest
from ai_memory_spec.regions.content import Line
from ai_memory_spec.regions.find import find_regions
from ai_memory_spec.regions.kind import Kind, RenderError, resolve
from ai_memory_spec.regions.marker import Marker
from ai_memory_spec.regions.problem import Problem, quote
from ai_memory_spec.regions.region import Page, Region
from ai_memory_spec.regions.render import render_content, render_line, replacement
from ai_memory_spec.regions.same import has_lost_references, is_readable, same_meaning

Kinds = Mapping[str, Kind]
"""Region kinds by name."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RenderedRegion:
    """A region with the text that it should hold."""

    region: Region
    live: str
    """Live Markdown, LF, without block prefixes; comparable to `region.content`."""
    edition: str
    """Label of the edition that the region shows; empty if it shows none."""
    differs: bool
    """Whether the committed text means something else."""
    misshaped: bool = False
    """Whether it means the same to CommonMark only, by the way its lines stand."""

    reescaped: bool = False
    """Whether it means the same with escapes that Python-Markdown may not know."""

    @property
    def stale(self) -> bool:
        """Whether the committed text must be written anew."""
        return self.differs or self.misshaped


@dataclass(frozen=True, slots=True, kw_only=True)
class RenderedPage:
    """A page with the text that it should have."""

    page: Page
    text: str
    """The page with every stale region refreshed, as far as its problems allow."""
    regions: tuple[RenderedRegion, ...]
    """Every region that could be rendered, in order."""
    problems: tuple[Problem, ...]
    """Of markers and of rendering, in order of place."""


def render_page(text: str, name: str, kinds: Kinds, shelf: EditionShelf) -> RenderedPage:
    """Find the regions of a page and render each anew.

    Parameters:
        text: The page as read.
        name: Its path, for region ids.
        kinds: The region kinds that pages may use.
        shelf: Where editions come from; its default is the edition of markers that name none.
    """
    page = find_regions(text, name, kinds)
    problems = list(page.problems)
    rendered: list[RenderedRegion] = []
    for region in page.regions:
        live, edition, found = render_marker(region.opening, kinds, shelf, block=region.is_block)
        problems.extend(replace(problem, region=region.id) for problem in found)
        if live is None:
            continue
        differs = not same_meaning(region.content, live, block=region.is_block)
        rendered.append(
            RenderedRegion(
                region=region,
                live=live,
                edition=edition,
                differs=differs,
                reescaped=not differs and has_lost_references(region.content, live),
                misshaped=not differs
                and region.is_block
                and (
                    region.ragged or not is_readable(region.content, contained=bool(region.prefix))
                ),
            )
        )
    return RenderedPage(
        page=page,
        text=_refresh(text, page, rendered),
        regions=tuple(rendered),
        problems=tuple(sorted(problems, key=lambda problem: problem.offset)),
    )


def render_marker(
    marker: Marker, kinds: Kinds, shelf: EditionShelf, *, block: bool
) -> tuple[str | None, str, list[Problem]]:
    """Render what an opening marker asks for.

    Returns:
        The Markdown, or None with the problems that stand in the way; and the edition's label.
    """
    name = marker.kind or ""
    kind = kinds.get(name)
    if kind is None:
        near = nearest(name.lower(), kinds)
        problem = Problem(
            rule="marker.unknown-kind",
            offset=marker.start,
            message=f"there is no region kind {quote(name)}",
            fix=(f"write `live:{near}`; " if near else "")
            + "`ai-memory-spec regions` lists the kinds",
        )
        return None, "", [problem]
    values, problems = resolve(kind, marker, shelf)
    if problems:
        return None, "", problems
    edition = values["edition"].label if "edition" in values else ""
    try:
        content = kind.function(**values, **({"shelf": shelf} if kind.takes_shelf else {}))
    except (PhrasingError, RenderError) as error:
        problem = Problem(
            rule="region.render",
            offset=marker.start,
            message=f"`live:{name}` cannot be rendered: {error}",
            fix="mend the edition"
            if isinstance(error, EditionError)
            else "change the arguments of the marker",
        )
        return None, edition, [problem]
    if block:
        return render_content(content), edition, []
    if not isinstance(content, Line):
        problem = Problem(
            rule="marker.form",
            offset=marker.start,
            message=f"`live:{name}` makes a block, but its marker stands inside a line of text",
            fix="put both markers on lines of their own",
        )
        return None, edition, [problem]
    return render_line(content), edition, []


def _refresh(text: str, page: Page, rendered: list[RenderedRegion]) -> str:
    pieces: list[str] = []
    end = 0
    for item in rendered:
        # Regions never overlap but on a page with nested markers, which is not written anyway.
        if item.stale and item.region.start >= end:
            pieces += [text[end : item.region.start], replacement(item.region, item.live, page)]
            end = item.region.end
    pieces.append(text[end:])
    return "".join(pieces)
