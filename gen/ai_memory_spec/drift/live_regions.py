"""The regions of committed pages, as the comparison with a server takes them."""

import html
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import partial

from ai_memory_spec.drift.live_pages import Place, PublishedFact, PublishedSentence
from ai_memory_spec.drift.markdown import ReadPage
from ai_memory_spec.drift.where import first_difference
from ai_memory_spec.phrasing import Edition, EditionShelf, Profile, phrase
from ai_memory_spec.regions import Code, Fence, Kinds, RenderedRegion, line, render_marker
from ai_memory_spec.regions.kind import resolve
from ai_memory_spec.regions.markdown import parser
from ai_memory_spec.regions.marker import Marker
from ai_memory_spec.regions.render import render_content, render_line

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
        yield PublishedSentence(
            path=page.name,
            place=_place(page, item, partial(_sentence_text, item.region.opening)),
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
        yield PublishedFact(
            path=page.name,
            place=_place(page, item, str),
            region=item.region.id,
            edition=item.edition,
            published=item.region.content.strip("\n") if item.stale else item.live,
            core=item.live,
            server=server,
        )


def _regions(pages: Sequence[ReadPage]) -> Iterator[tuple[ReadPage, RenderedRegion]]:
    return ((page, item) for page in pages for item in page.rendered.regions)


def _place(page: ReadPage, item: RenderedRegion, written: Callable[[str], str]) -> Place:
    """Where a region differs.

    Parameters:
        page: The page of the region.
        item: The region.
        written: What the server has to the Markdown that the region would hold for it.
    """
    lines = page.rendered.page.lines

    def place(server: str) -> tuple[int, int]:
        held = item if item.stale else replace(item, live=written(server))
        return lines.place(first_difference(lines, held))

    return place


def _sentence_text(marker: Marker, sentence: str) -> str:
    """A sentence as the region of this marker shows it."""
    if marker.kind == "sentence-block":
        return render_content(Fence(text=sentence))
    style = next((each.value for each in marker.arguments if each.key == "style"), "text")
    return render_line(line(Code(text=sentence) if style == "code" else sentence))


def _is_sentence(item: RenderedRegion) -> bool:
    marker = item.region.opening
    cut = next((each.value for each in marker.arguments if each.key == "cut"), "whole")
    return marker.kind in _SENTENCE_KINDS and cut == "whole"


def _plain(item: RenderedRegion) -> str:
    """The words that a reader sees in a region's committed text."""
    content = item.region.content
    rendered = parser().render(content) if item.region.is_block else parser().renderInline(content)
    return html.unescape(_TAG.sub("", rendered)).strip()
