"""Regions of pages, with what page, core and server say in each."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from ai_memory_spec.contract import DocumentV3
from ai_memory_spec.drift.finding import Finding
from ai_memory_spec.drift.live_answers import Hearing
from ai_memory_spec.drift.live_sentences import RULE_OF_FIELD
from ai_memory_spec.live import printable
from ai_memory_spec.phrasing import Edition, Profile

Place = Callable[[str], tuple[int, int]]
"""Line and column, 1-based and in characters, of the first character of a region that differs
from the core; where none does, from what the server has, which is the argument."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PublishedSentence:
    """A region of a page that shows one whole sentence of a server."""

    path: str
    """The page, as findings name it."""
    place: Place
    region: str
    """Id of the region."""
    edition: str
    """Label of the edition that the region shows."""
    profile: Profile
    field: str
    """`summary` or `to_describe_to_user`."""
    published: str
    """What the page says, as plain text."""
    core: str
    """What the core computes for it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PublishedFact:
    """A region of a page that shows another fact: a count, a name, a template, a table."""

    path: str
    """The page, as findings name it."""
    place: Place
    region: str
    """Id of the region."""
    edition: str
    """Label of the edition that the region shows."""
    published: str
    """What the page says."""
    core: str
    """What the core computes for it."""
    server: str
    """What it would be for the server: rendered with `observed_edition`."""


def page_findings(
    hearing: Hearing, published: Sequence[PublishedSentence], fix: str
) -> Iterator[Finding]:
    """Findings for every sentence on a page of which page, core and server say different things."""
    documents = {
        item.profile: item.answer.v3
        for item in hearing.heard
        if item.sound and isinstance(item.answer.v3, DocumentV3)
    }
    for item in published:
        document = documents.get(item.profile)
        if item.edition != hearing.edition.label or document is None:
            continue
        server: str = getattr(document, item.field)
        if item.published == item.core == server:
            continue
        line, column = item.place(server)
        yield Finding(
            rule=RULE_OF_FIELD[item.field],
            path=item.path,
            line=line,
            column=column,
            region=item.region,
            published=item.published,
            core=item.core,
            server=printable(server),
            live=printable(server),
            message=f"{item.field} of profile {item.profile.label}: {_who(item, server)}",
            fix=_page_fix(item, server, fix),
        )


def fact_findings(edition: Edition, facts: Sequence[PublishedFact], fix: str) -> Iterator[Finding]:
    """The same for the other regions."""
    for item in facts:
        if item.edition != edition.label or item.published == item.core == item.server:
            continue
        line, column = item.place(item.server)
        yield Finding(
            rule="live.region",
            path=item.path,
            line=line,
            column=column,
            region=item.region,
            published=item.published,
            core=item.core,
            server=_printable_lines(item.server),
            live=_printable_lines(item.server),
            message=f'region "{item.region}": {_who(item, item.server)}',
            fix=_page_fix(item, item.server, fix),
        )


def _printable_lines(text: str) -> str:
    """Text that may have lines, since it is Markdown of ours around what the server said."""
    return "\n".join(printable(line) for line in text.split("\n"))


def _who(item: PublishedSentence | PublishedFact, server: str) -> str:
    if item.core == server:
        return "core and server agree, the page says something else"
    if item.published == item.core:
        return "page and core agree, the server says something else"
    if item.published == server:
        return "page and server agree, the core computes something else"
    return "page, core and server all say something else"


def _page_fix(item: PublishedSentence | PublishedFact, server: str, fix: str) -> str:
    if item.core == server:
        return f"run `ai-memory-spec generate {item.path}` and review the diff"
    return fix
