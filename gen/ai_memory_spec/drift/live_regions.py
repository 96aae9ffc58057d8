"""The regions of committed pages, as the comparison with a server takes them."""

import html
import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from ai_memory_spec.drift.live_pages import PublishedFact, PublishedSentence
from ai_memory_spec.drift.markdown import ReadPage
from ai_memory_spec.phrasing import Edition, EditionShelf, Profile, phrase
from ai_memory_spec.regions import Kinds, RenderedRegion, render_marker
from ai_memory_spec.regions.kind import resolve
from ai_memory_spec.regions.markdown import parser

_TAG = re.compile(r"<[^>]*>")
_SENTENCE_KINDS = ("sentence", "sentence-block")


class ObservedShelf(EditionShelf):
    """A shelf on which one edition is what a server showed."""

    def __init__(self, shelf: EditionShelf, observed: Edition) -> None:
        super().__init__(shelf.default)
        self._shelf = shelf
        self._observed = observed

    def get(self, name: str | None = None) -> Edition:
        """The observed edition in place of the one with its label.

        What an edition is and where its data comes from are ours to say, not the server's.
        """
        edition = self._shelf.get(name)
        if edition.label != self._observed.label:
            return edition
        return replace(self._observed, what=edition.what, provenance=edition.provenance)


def published_sentences(
    pages: Sequence[ReadPage], kinds: Kinds, shelf: EditionShelf
) -> Iterator[PublishedSentence]:
    """Every region that shows one whole sentence, of any edition."""
    for page, item in _regions(pages):
        if not _is_sentence(item):
            continue
        values, _ = resolve(kinds[item.region.opening.kind or ""], item.region.opening, shelf)
        edition, profile, field = values["edition"], values["profile"], values["field"]
        assert isinstance(edition, Edition)
        assert isinstance(profile, Profile)
        core: str = getattr(phrase(edition, profile), field)
        line, column = page.rendered.page.lines.place(item.region.start)
        yield PublishedSentence(
            path=page.name,
            line=line,
            column=column,
            region=item.region.id,
            edition=item.edition,
            profile=profile,
            field=field,
            published=_plain(item) if item.stale else core,
            core=core,
        )


def published_facts(
    pages: Sequence[ReadPage], kinds: Kinds, shelf: EditionShelf, observed: Edition | None
) -> Iterator[PublishedFact]:
    """Every other region that shows facts of an edition.

    Parameters:
        pages: Pages that were read and rendered.
        kinds: The region kinds that pages may use.
        shelf: Where editions come from.
        observed: What a server showed, under the label of the edition that it is compared with;
            None if it showed too little to render anything with.
    """
    for page, item in _regions(pages):
        if _is_sentence(item) or not item.edition:
            continue
        server = item.live
        if observed is not None and item.edition == observed.label:
            rendered, _, problems = render_marker(
                item.region.opening,
                kinds,
                ObservedShelf(shelf, observed),
                block=item.region.is_block,
            )
            server = rendered if rendered is not None else problems[0].message
        line, column = page.rendered.page.lines.place(item.region.start)
        yield PublishedFact(
            path=page.name,
            line=line,
            column=column,
            region=item.region.id,
            edition=item.edition,
            published=item.region.content.strip("\n") if item.stale else item.live,
            core=item.live,
            server=server,
        )


def _regions(pages: Sequence[ReadPage]) -> Iterator[tuple[ReadPage, RenderedRegion]]:
    return ((page, item) for page in pages for item in page.rendered.regions)


def _is_sentence(item: RenderedRegion) -> bool:
    marker = item.region.opening
    cut = next((each.value for each in marker.arguments if each.key == "cut"), "whole")
    return marker.kind in _SENTENCE_KINDS and cut == "whole"


def _plain(item: RenderedRegion) -> str:
    """The words that a reader sees in a region's committed text."""
    content = item.region.content
    rendered = parser().render(content) if item.region.is_block else parser().renderInline(content)
    return html.unescape(_TAG.sub("", rendered)).strip()
