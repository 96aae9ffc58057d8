"""One built page against the live text of its regions."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field

from ai_memory_spec.drift.finding import Finding, NotChecked
from ai_memory_spec.drift.html.cause import is_typography, typography_extensions
from ai_memory_spec.drift.html.content import Content, read_content
from ai_memory_spec.drift.html.live_text import LiveTexts
from ai_memory_spec.drift.html.match import Matched, marker_key, match_markers
from ai_memory_spec.drift.html.pieces import Pieces, show_pieces, to_pieces
from ai_memory_spec.drift.html.regions import HtmlRegion, HtmlRegions, find_html_regions
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


@dataclass(slots=True, kw_only=True)
class PageResult:
    """What was found on one page."""

    address: str
    compared: bool = True
    regions: int = 0
    findings: list[Finding] = field(default_factory=list)
    not_checked: list[NotChecked] = field(default_factory=list)
    editions: dict[str, None] = field(default_factory=dict)


def check_page(check: HtmlCheck, address: str, page: ReadPage | None, name: str) -> PageResult:
    """Check one page of the site; `name` stands for its Markdown in messages and ids."""
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
    _Comparison(check, result, name, Lines(html), wanted, found).run(content)
    return result


class _Comparison:
    """The comparison of one page's regions."""

    def __init__(
        self,
        check: HtmlCheck,
        result: PageResult,
        name: str,
        lines: Lines,
        wanted: Sequence[RenderedRegion],
        found: HtmlRegions,
    ) -> None:
        self.check = check
        self.result = result
        self.name = name
        self.lines = lines
        self.wanted = wanted
        self.found = found

    def run(self, content: Content) -> None:
        if self.wanted and not self.found.markers:
            outside = find_html_regions(content.outside, self.check.kinds).markers
            self.without_markers(to_pieces(content.items), outside > 0)
            return
        whole = {problem.offset: problem.marker for problem in self.found.problems}
        opened = [*((each.offset, each.marker) for each in self.found.regions), *whole.items()]
        markers = sorted(
            ((offset, marker) for offset, marker in opened if marker is not None),
            key=lambda pair: pair[0],
        )
        matched = match_markers(
            [marker_key(item.region.opening) for item in self.wanted],
            [marker_key(marker) for _, marker in markers],
        )
        self.problems()
        self.compare(matched, [offset for offset, _ in markers])
        for index in matched.missing:
            self.missing(self.wanted[index], "")

    def compare(self, matched: Matched, offsets: Sequence[int]) -> None:
        regions = {each.offset: each for each in self.found.regions}
        sources = {html: markdown for markdown, html in matched.pairs}
        extra = 0
        for index, offset in enumerate(offsets):
            region = regions.get(offset)
            if index in sources:
                item = self.wanted[sources[index]]
                self.result.editions[item.edition] = None
                if region is not None:
                    self.result.regions += 1
                    live = self.live(item)
                    if region.pieces != live:
                        self.stale(region, live, item)
            elif region is not None:
                extra += 1
                self.unknown(region, extra)

    def live(self, item: RenderedRegion) -> Pieces:
        return self.check.texts.pieces(item.live, block=item.region.is_block)

    def unknown(self, region: HtmlRegion, ordinal: int) -> None:
        """A region that the page's Markdown lacks: an include, a template or a plugin made it."""
        marker = region.marker
        live, edition, problems = render_marker(
            marker, self.check.kinds, self.check.shelf, block=True
        )
        if live is None:
            for problem in problems:
                self.add("html.marker", region.offset, problem.message, problem.fix)
            return
        self.result.regions += 1
        self.result.editions[edition] = None
        pieces = self.check.texts.pieces(live, block=True)
        if region.pieces == pieces:
            return
        given = next((each.value for each in marker.arguments if each.key == "id"), None)
        name = given or f"{self.name.removesuffix('.md')}.{marker.kind}.included.{ordinal}"
        self.add(
            "html.stale",
            region.offset,
            f'region "{name}", which {self.name} itself does not hold, is out of date'
            f"{_of(edition)}",
            "an include, a template or a plugin puts it there: refresh the file that holds "
            f"{marker.source!r} with `ai-memory-spec generate FILE`, then {self.again}",
            region=name,
            published=show_pieces(region.pieces),
            live=show_pieces(pieces),
        )

    # Findings

    @property
    def again(self) -> str:
        return self.check.site.rebuild

    def problems(self) -> None:
        for problem in self.found.problems:
            self.add(
                problem.rule,
                problem.offset,
                problem.message,
                f"{self.again}; if it stays, an extension or plugin moves or drops comments: "
                "use the block form, with both markers on lines of their own",
            )

    def stale(self, region: HtmlRegion, live: Pieces, item: RenderedRegion) -> None:
        source = item.region
        committed = self.check.texts.pieces(source.content, block=source.is_block)
        if item.stale and region.pieces == committed:
            fix = f"run `ai-memory-spec generate {self.name}`, review the diff, then {self.again}"
        elif is_typography(region.pieces, live):
            fix = self.typography_fix()
        else:
            fix = (
                f"{self.again}; if it stays, an extension, plugin or template changes the text "
                "after the region was rendered"
            )
        self.add(
            "html.stale",
            region.offset,
            f'region "{source.id}" is out of date in the built HTML{_of(item.edition)}',
            fix,
            region=source.id,
            published=show_pieces(region.pieces),
            live=show_pieces(live),
        )

    def typography_fix(self) -> str:
        known = typography_extensions(self.check.config.extensions)
        named = " and ".join(known) or "the extension (such as smarty or pymdownx.smartsymbols)"
        return (
            f"only quotes, dashes, dots or symbols differ: turn off {named} in "
            f"{self.check.config.path.name}, then {self.again}"
        )

    def missing(self, item: RenderedRegion, why: str) -> None:
        self.result.editions[item.edition] = None
        self.add(
            "html.region-missing",
            None,
            f'region "{item.region.id}" of {self.name} is not in the built HTML{why}',
            f"{self.again}; if it stays missing, a theme, plugin or minifier drops it",
            region=item.region.id,
            live=show_pieces(self.live(item)),
        )

    def without_markers(self, content: Pieces, markers_outside: bool) -> None:
        """No marker is in the content: look for the live text itself."""
        text = PageText(content)
        unsure = 0
        why = ": its markers stand outside the page's content" if markers_outside else ""
        for item in self.wanted:
            if text.holds(self.live(item)):
                unsure += 1
            else:
                self.missing(item, why)
        if unsure:
            self.result.not_checked.append(
                NotChecked(
                    subject=self.result.address,
                    reason=f"the built HTML has no region markers, so for {unsure} "
                    f"region{'' if unsure == 1 else 's'} of {self.name} nobody can tell which "
                    "text is the region's; let the generator and its minifier keep comments",
                )
            )

    def add(
        self,
        rule: str,
        offset: int | None,
        message: str,
        fix: str,
        *,
        region: str | None = None,
        published: str | None = None,
        live: str | None = None,
    ) -> None:
        line, column = (None, None) if offset is None else self.lines.place(offset)
        self.result.findings.append(
            Finding(
                rule=rule,
                path=self.result.address,
                line=line,
                column=column,
                region=region,
                published=published,
                live=live,
                message=message,
                fix=fix,
            )
        )


def _of(edition: str) -> str:
    return f" (edition {edition})" if edition else ""
