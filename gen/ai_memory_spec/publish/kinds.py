"""Region kinds that lead a reader from one edition to another."""

from ai_memory_spec.phrasing import (
    DEFAULT_EDITION,
    Edition,
    EditionShelf,
    parse_profile,
    phrasing_of,
)
from ai_memory_spec.publish.compare import edition_pairs, pair_name
from ai_memory_spec.publish.documents import DOCUMENT_KINDS
from ai_memory_spec.publish.figure_kinds import by_time, figure_kind
from ai_memory_spec.publish.profile_kinds import profile_card_kind, profile_links_kind
from ai_memory_spec.regions import (
    EDITION,
    Bullets,
    Code,
    Content,
    Line,
    Link,
    Paragraphs,
    Table,
    Text,
    line,
    make_kind,
    text,
)
from ai_memory_spec.regions.kinds.phrasings import opening_of

_PAGE = text("page", "file name of the default edition's page, without `.md`", "Where links lead.")


@make_kind("edition-switcher", "line", EDITION, _PAGE, takes_shelf=True)
def edition_switcher_kind(edition: Edition, page: str, shelf: EditionShelf) -> Line:
    """Links to the same page for every edition that phrases; the page's own has no link."""
    spans: list[Text | Code | Link] = []
    for other in shelf.shipped():
        if other.phrasing is None:
            continue
        if spans:
            spans.append(Text(text=" · "))
        if other.label == edition.label:
            spans.append(Code(text=other.label))
        else:
            spans.append(Link(text=other.label, target=page_of(page, other.label)))
    return Line(tuple(spans))


@make_kind("edition-note", "block", EDITION, _PAGE, takes_shelf=True)
def edition_note_kind(edition: Edition, page: str, shelf: EditionShelf) -> Content:
    """What a reader should know about the edition of this page, with the way to the others."""
    if edition.label == DEFAULT_EDITION:
        releases = [other for other in shelf.shipped() if other.label != edition.label]
        reworded = [
            release
            for release in releases
            if release.phrasing and release.phrasing.summary != phrasing_of(edition).summary
        ]
        if not reworded:
            return Paragraphs(lines=(line("Released daemons serve the same sentences."),))
        newest, first = reworded[0], reworded[-1]
        base = parse_profile(newest, "")
        opening = opening_of(newest, base, "summary")
        return Paragraphs(
            lines=(
                line(
                    "Released daemons say something else. Since release ",
                    Code(text=first.label),
                    " they serve other counts and a reworded ",
                    Code(text="summary"),
                    "; the newest is ",
                    Code(text=newest.label),
                    ". To the profile ",
                    Code(text=base.label),
                    f" it says: “{opening}” All its strings are on ",
                    Link(text="the page of that edition", target=page_of(page, newest.label)),
                    ".",
                ),
            )
        )
    what = edition.what
    return Paragraphs(
        lines=(
            line(
                "This page shows edition ",
                Code(text=edition.label),
                f": {what}. It is not the default edition; that is ",
                Link(text=DEFAULT_EDITION, target=page_of(page, DEFAULT_EDITION)),
                ", from whose page this one is generated.",
            ),
        )
    )


@make_kind("data-files", "block", takes_shelf=True)
def data_files_kind(shelf: EditionShelf) -> Content:
    """Links to the data files of every edition that phrases."""
    return Bullets(
        items=tuple(
            line(
                Code(text=edition.label),
                ": ",
                Link(text="JSON", target=f"phrasings/{edition.label}.json"),
                ", ",
                Link(text="CSV", target=f"phrasings/{edition.label}.csv"),
            )
            for edition in shelf.shipped()
            if edition.phrasing is not None
        )
    )


@make_kind("edition-pairs", "block", takes_shelf=True)
def edition_pairs_kind(shelf: EditionShelf) -> Content:
    """Links to the comparison of every two editions, as a table of both."""
    editions = by_time(shelf)
    labels = [edition.label for edition in editions]
    pairs = edition_pairs(editions)
    return Table(
        head=("Edition", *labels[1:]),
        rows=tuple(
            (
                line(Code(text=before)),
                *(
                    line(
                        Link(
                            text=f"{before} → {after}",
                            target=f"compare/{pair_name(before, after)}.md",
                        )
                    )
                    if (before, after) in pairs
                    else line("·")
                    for after in labels[1:]
                ),
            )
            for before in labels[:-1]
        ),
    )


def page_of(page: str, label: str) -> str:
    """File name of a page's version for an edition."""
    return f"{page}.md" if label == DEFAULT_EDITION else f"{page}-{label}.md"


PUBLISH_KINDS = (
    edition_switcher_kind,
    edition_note_kind,
    data_files_kind,
    edition_pairs_kind,
    figure_kind,
    profile_links_kind,
    profile_card_kind,
    *DOCUMENT_KINDS,
)
"""In the order of the reference page."""
