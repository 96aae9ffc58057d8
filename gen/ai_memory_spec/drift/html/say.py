"""What is said about a region of a built page: the message, both texts, and how to mend it."""

import re
from dataclasses import dataclass

from ai_memory_spec.drift.finding import Finding, NotChecked
from ai_memory_spec.drift.html.cause import is_typography, typography_extensions
from ai_memory_spec.drift.html.pieces import Pieces, show_pieces
from ai_memory_spec.drift.html.regions import HtmlProblem, HtmlRegion
from ai_memory_spec.drift.html.site import BuiltSite
from ai_memory_spec.drift.site_config import SiteConfig
from ai_memory_spec.regions import Lines, Problem, RenderedRegion

_MARKDOWN_SUFFIX = re.compile(r"\.(?:md|markdown)$")


@dataclass(frozen=True, slots=True, kw_only=True)
class Say:
    """Makes the findings of one page."""

    site: BuiltSite
    config: SiteConfig
    address: str
    """Where the HTML is."""
    name: str
    """What stands for the page's Markdown."""
    lines: Lines
    """Of the HTML."""

    def stale(self, region: HtmlRegion, item: RenderedRegion, live: Pieces) -> Finding:
        """The text of a region differs."""
        if item.stale:
            fix = f"run `ai-memory-spec generate {self.name}`, review the diff, then {self.again}"
        elif is_typography(region.pieces, live):
            fix = self._typography_fix()
        else:
            fix = (
                f"{self.again}; if it stays, an extension, plugin or template changes the text "
                "after the region was rendered"
            )
        return self._finding(
            "html.stale",
            f'region "{item.region.id}" is out of date in the built HTML{_of(item.edition)}',
            fix,
            offset=region.offset,
            region=item.region.id,
            published=show_pieces(region.pieces),
            live=show_pieces(live),
        )

    def included(self, region: HtmlRegion, ordinal: int, edition: str, live: Pieces) -> Finding:
        """The text of a region differs that the page's Markdown does not hold."""
        name = self._included_id(region, ordinal)
        return self._finding(
            "html.stale",
            f'region "{name}", which {self.name} itself does not hold, is out of date'
            f"{_of(edition)}",
            "an include, a template or a plugin puts it there: refresh the file that holds "
            f"{region.marker.source!r} with `ai-memory-spec generate FILE`, then {self.again}",
            offset=region.offset,
            region=name,
            published=show_pieces(region.pieces),
            live=show_pieces(live),
        )

    def unrendered(self, region: HtmlRegion, problem: Problem) -> Finding:
        """A marker that the page's Markdown does not hold asks for what cannot be rendered."""
        return self._finding("html.marker", problem.message, problem.fix, offset=region.offset)

    def problem(self, problem: HtmlProblem, item: RenderedRegion | None) -> Finding:
        """Markers do not make a region."""
        fix = problem.fix or (
            f"{self.again}; if it stays, an extension or plugin moves or drops comments: use the "
            "block form, with both markers on lines of their own"
        )
        return self._finding(
            problem.rule,
            problem.message,
            fix,
            offset=problem.offset,
            region=item.region.id if item else None,
        )

    def missing(self, item: RenderedRegion, live: Pieces, why: str) -> Finding:
        """A region of the Markdown is not there."""
        return self._finding(
            "html.region-missing",
            f'region "{item.region.id}" of {self.name} is not in the built HTML{why}',
            f"{self.again}; if it stays missing, a theme, plugin or minifier drops it",
            region=item.region.id,
            live=show_pieces(live),
        )

    def unsure(self, regions: int) -> NotChecked:
        """So many live texts are on a page without markers."""
        return NotChecked(
            subject=self.address,
            reason=f"the built HTML has no region markers, so for {regions} "
            f"region{'' if regions == 1 else 's'} of {self.name} nobody can tell which text is "
            "the region's; let the generator and its minifier keep comments",
        )

    @property
    def again(self) -> str:
        """What brings a fresh page to the site."""
        return self.site.rebuild

    def _typography_fix(self) -> str:
        known = typography_extensions(self.config.extensions)
        named = " and ".join(known) or "the extension (such as smarty or pymdownx.smartsymbols)"
        return (
            f"only quotes, dashes, dots or symbols differ: turn off {named} in "
            f"{self.config.path.name}, then {self.again}"
        )

    def _included_id(self, region: HtmlRegion, ordinal: int) -> str:
        arguments = region.marker.arguments
        given = next((each.value for each in arguments if each.key == "id"), None)
        stem = _MARKDOWN_SUFFIX.sub("", self.name)
        return given or f"{stem}.{region.marker.kind}.included.{ordinal}"

    def _finding(
        self,
        rule: str,
        message: str,
        fix: str,
        *,
        offset: int | None = None,
        region: str | None = None,
        published: str | None = None,
        live: str | None = None,
    ) -> Finding:
        line, column = (None, None) if offset is None else self.lines.place(offset)
        return Finding(
            rule=rule,
            path=self.address,
            line=line,
            column=column,
            region=region,
            published=published,
            live=live,
            message=message,
            fix=fix,
        )


def _of(edition: str) -> str:
    return f" (edition {edition})" if edition else ""
