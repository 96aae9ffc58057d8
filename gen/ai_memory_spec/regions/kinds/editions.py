"""Kinds that show what editions there are."""

from ai_memory_spec.phrasing import Edition, EditionShelf
from ai_memory_spec.regions.content import Code, Content, Table, line
from ai_memory_spec.regions.kind import EDITION, make_kind


@make_kind("editions", "block", takes_shelf=True)
def editions_kind(shelf: EditionShelf) -> Content:
    """The shipped editions: tools, families, phrasing, and what each is."""
    return Table(
        head=("Edition", "Tools", "Families", "Sentences", "What it is"),
        rows=tuple(
            (
                line(Code(text=edition.label)),
                line(str(len(edition.tools))),
                line(str(len(edition.families))),
                line("yes" if edition.phrasing else "no"),
                line(edition.what),
            )
            for edition in shelf.shipped()
        ),
        numeric=frozenset({1, 2}),
    )


@make_kind("provenance", "block", EDITION)
def provenance_kind(edition: Edition) -> Content:
    """Where an edition's data comes from."""
    return Table(
        head=("Note", "Text"),
        rows=tuple(
            (line(Code(text=key)), line(value)) for key, value in edition.provenance.items()
        ),
    )


EDITION_KINDS = (editions_kind, provenance_kind)
