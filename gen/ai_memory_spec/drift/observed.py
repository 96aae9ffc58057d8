"""The edition that a server's answers show: its surface, with another edition's words.

It serves to compute what the server's sentences should say by its own account, so it is not
checked as an edition that is published must be: names are what the server sent.
"""

from collections.abc import Sequence
from dataclasses import replace
from types import MappingProxyType

from ai_memory_spec.contract import (
    Document,
    DocumentError,
    DocumentV2,
    DocumentV3,
    surface_of_document,
)
from ai_memory_spec.phrasing import Edition, Family


def surface_of(document: Document, edition: Edition) -> tuple[Family, ...] | None:
    """Families with their tools, in the order of the sentences.

    A v2 document does not tell that order: what the edition has too stands as there, and the rest
    behind it. None for a document without families: v1, v2 over HTTP, or one that names a tool
    twice.
    """
    if isinstance(document, DocumentV3):
        try:
            return surface_of_document(document)
        except DocumentError:
            return None
    if isinstance(document, DocumentV2) and document.families is not None:
        tools = {item.name: item.tools for item in document.families.families}
        return tuple(
            Family(
                name=name,
                tools=_in_order(
                    tools[name],
                    edition.family(name).tools if name in edition.family_names else (),
                ),
            )
            for name in _in_order(tuple(tools), edition.family_names)
        )
    return None


def _in_order(names: Sequence[str], order: Sequence[str]) -> tuple[str, ...]:
    """The names, those of the order first and as there."""
    return tuple(sorted(names, key=lambda name: order.index(name) if name in order else len(order)))


def always_on_of(document: Document) -> tuple[str, ...] | None:
    """The always-on tools that the document states; None over HTTP."""
    if isinstance(document, DocumentV2) and document.families is not None:
        return document.families.always_on
    return None


def observe_edition(
    surface: Sequence[Family], always_on: Sequence[str], like: Edition, label: str
) -> Edition:
    """The edition with this surface and with the profiles and the phrasing of another one.

    Parameters:
        surface: Families in the server's order; names must be unique.
        always_on: Tools that every client can call; those that no family holds are left out.
        like: Gives base family, named profiles and phrasing, as far as the families are there.
        label: What to call it.
    """
    names = {family.name for family in surface}
    tools = {tool for family in surface for tool in family.tools}
    return replace(
        like,
        label=label,
        what=f"what a server showed, compared with edition {like.label}",
        families=tuple(surface),
        always_on=tuple(tool for tool in always_on if tool in tools),
        profiles=MappingProxyType(
            {name: members for name, members in like.profiles.items() if names.issuperset(members)}
        ),
        base_family=like.base_family if like.base_family in names else None,
        provenance=MappingProxyType({}),
    )


def with_counting_rule(edition: Edition, counts_always_on: bool) -> Edition:
    """The same edition with this counting rule; as it is if it has no phrasing."""
    if edition.phrasing is None:
        return edition
    phrasing = replace(edition.phrasing, summary_counts_always_on=counts_always_on)
    return replace(edition, phrasing=phrasing)
