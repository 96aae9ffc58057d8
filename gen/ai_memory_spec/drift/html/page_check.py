"""One built page against the live text of its regions."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field

from ai_memory_spec.drift.finding import Finding, NotChecked
from ai_memory_spec.drift.html.content import Content, read_content
from ai_memory_spec.drift.html.live_text import LiveTexts
from ai_memory_spec.drift.html.match import marker_key, match_markers
from ai_memory_spec.drift.html.pieces import Pieces, to_pieces
from ai_memory_spec.drift.html.regions import HtmlRegion, HtmlRegions, find_html_regions
from ai_memory_spec.drift.html.say import Say
from ai_memory_spec.drift.html.search import PageText
from ai_memory_spec.drift.html.site import BuiltSite, UnreadError
from ai_memory_spec.drift.html.tokens import normalize
from ai_memory_spec.drift.markdown import ReadPage
from ai_memory_spec.drift.site_config import SiteConfig
from ai_memory_spec.phrasing import EditionShelf
from ai_memory_spec.regions import Kinds, Lines, RenderedRegion, render_marker

_MAYBE_MARKER = re.compile(r"<!--\s*/?live\b")


@dataclass(frozen=True, slots=True, kw_only=True)
class HtmlCheck:
    """What a check of built pages needs to know."""

    site: BuiltSite
    config: SiteConfig
    kinds: Kinds
    shelf: EditionShelf
    texts: LiveTexts = field(default_factory=LiveTexts)
    """Kept for the whole run: pages often show the same region."""


@dataclass(slots=True, kw_only=True)
class PageResult:
    """What was found on one page."""

    address: str
    compared: bool = True
    """Whether the page could be compared at all."""
    regions: int = 0
    """How many regions of its HTML were compared."""
    findings: list[Finding] = field(default_factory=list)
    """In order of their places; those without a place come last."""
    not_checked: list[NotChecked] = field(default_factory=list)
    editions: dict[str, None] = field(default_factory=dict)
    """Labels of the editions that the regions show."""


def check_page(check: HtmlCheck, address: str, page: ReadPage | None, name: str) -> PageResult:
    """Check one page of a site.

    Parameters:
        check: What the page is compared with.
        address: Where its HTML is.
        page: Its Markdown; None for a page that no Markdown page of the configuration makes.
        name: What stands for its Markdown in messages and region ids.
    """
    result = PageResult(address=address)

    def give_up(reason: str) -> PageResult:
        result.compared = False
        result.not_checked.append(NotChecked(subject=address, reason=reason))
        return result

    try:
        html = normalize(check.site.read(address))
    except UnreadError as error:
        return give_up(str(error))
    if page is not None and page.errors:
        return give_up(f"the regions of {name} are malformed; mend its Markdown first")
    wanted = page.rendered.regions if page is not None else ()
    if not wanted and not _MAYBE_MARKER.search(html):
        return result
    content = read_content(html)
    found = find_html_regions(content.items, check.kinds)
    say = Say(site=check.site, config=check.config, address=address, name=name, lines=Lines(html))
    comparison = _Comparison(check, result, say)
    if wanted and not found.markers:
        comparison.without_markers(wanted, content)
    else:
        comparison.with_markers(wanted, found)
    result.findings.sort(key=lambda finding: (finding.line is None, finding.line, finding.column))
    return result


class _Comparison:
    """The comparison of one page's regions; fills the result."""

    def __init__(self, check: HtmlCheck, result: PageResult, say: Say) -> None:
        self.check = check
        self.result = result
        self.say = say

    def with_markers(self, wanted: Sequence[RenderedRegion], found: HtmlRegions) -> None:
        regions: dict[int, HtmlRegion | None] = {
            problem.offset: None for problem in found.problems if problem.marker is not None
        }
        markers = {
            **{each.offset: each.marker for each in found.problems if each.marker is not None},
            **{each.offset: each.marker for each in found.regions},
        }
        regions |= {each.offset: each for each in found.regions}
        offsets = sorted(markers)
        matched = match_markers(
            [marker_key(item.region.opening) for item in wanted],
            [marker_key(markers[offset]) for offset in offsets],
        )
        sources = {offsets[html]: wanted[markdown] for markdown, html in matched.pairs}
        for problem in found.problems:
            source = sources.get(problem.offset)
            self.result.findings.append(self.say.problem(problem, source))
        for offset in offsets:
            region = regions[offset]
            if region is not None and offset in sources:
                self.known(region, sources[offset])
        for ordinal, index in enumerate(matched.extra, 1):
            region = regions[offsets[index]]
            if region is not None:
                self.unknown(region, ordinal)
        for index in matched.missing:
            self.missing(wanted[index])

    def known(self, region: HtmlRegion, item: RenderedRegion) -> None:
        """A region that the page's Markdown has too."""
        self.count(item.edition)
        live = self.live(item)
        if region.pieces != live:
            self.result.findings.append(self.say.stale(region, item, live))

    def unknown(self, region: HtmlRegion, ordinal: int) -> None:
        """A region that the page's Markdown lacks: an include, a template or a plugin made it."""
        markdown, edition, problems = render_marker(
            region.marker, self.check.kinds, self.check.shelf, block=True
        )
        if markdown is None:
            self.result.findings += [self.say.unrendered(region, each) for each in problems]
            return
        self.count(edition)
        live = self.check.texts.pieces(markdown, block=True)
        if region.pieces != live:
            self.result.findings.append(self.say.included(region, ordinal, edition, live))

    def missing(self, item: RenderedRegion, why: str = "") -> None:
        self.result.editions[item.edition] = None
        self.result.findings.append(self.say.missing(item, self.live(item), why))

    def without_markers(self, wanted: Sequence[RenderedRegion], content: Content) -> None:
        """No marker is in the content: look for the live text itself."""
        text = PageText(to_pieces(content.items))
        outside = find_html_regions(content.outside, self.check.kinds).markers
        why = ": its markers stand outside the page's content" if outside else ""
        unsure = 0
        for item in wanted:
            if text.holds(self.live(item)):
                unsure += 1
            else:
                self.missing(item, why)
        if unsure:
            self.result.not_checked.append(self.say.unsure(unsure))

    def live(self, item: RenderedRegion) -> Pieces:
        return self.check.texts.pieces(item.live, block=item.region.is_block)

    def count(self, edition: str) -> None:
        self.result.regions += 1
        self.result.editions[edition] = None
