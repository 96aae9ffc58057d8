"""Pieces of documents, as far as an answer has them; what is not there cannot be checked."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from ai_memory_spec.conformance.messages import CannotCheckError
from ai_memory_spec.drift.recovery import align_sentence
from ai_memory_spec.phrasing import Edition, Phrasing, edition_labels, load_edition


@dataclass(frozen=True, slots=True, kw_only=True)
class Observation:
    """One thing that was looked at; it is as it should be if both values are equal."""

    where: str
    """In which situation."""
    expected: object
    """A JSON value, or words."""
    found: object
    """The same."""


Check = Iterator[Observation]
"""What a check returns: observations, until it is done or raises `CannotCheckError`."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ToolRow:
    """An entry of the document's `tools`; flags are as the server wrote them."""

    name: str
    family: str
    loaded: object
    callable_now: object


def tool_rows(document: Mapping[str, Any]) -> tuple[ToolRow, ...]:
    """The entries of `tools`.

    Raises:
        CannotCheckError: There is no such list, or an entry has no name or family.
    """
    tools = document.get("tools")
    if not isinstance(tools, list):
        raise CannotCheckError(f"the document has no list of tools{_not_v3(document)}")
    rows: list[ToolRow] = []
    for tool in tools:
        name = tool.get("name") if isinstance(tool, Mapping) else None
        family = tool.get("family") if isinstance(tool, Mapping) else None
        if not isinstance(name, str) or not isinstance(family, str):
            raise CannotCheckError("an entry of the document's tools has no name or no family")
        rows.append(
            ToolRow(
                name=name,
                family=family,
                loaded=tool.get("loaded"),
                callable_now=tool.get("callable_now"),
            )
        )
    return tuple(rows)


def loaded_families(document: Mapping[str, Any]) -> frozenset[str]:
    """Families that the document shows as loaded, by v3's `tools`, else by v2's `families`.

    Raises:
        CannotCheckError: It shows neither.
    """
    if isinstance(document.get("tools"), list):
        return frozenset(row.family for row in tool_rows(document) if row.loaded is True)
    overview = document.get("families")
    entries = overview.get("families") if isinstance(overview, Mapping) else None
    if not isinstance(entries, list):
        raise CannotCheckError("the document shows neither tools nor families")
    return frozenset(
        entry["name"]
        for entry in entries
        if isinstance(entry, Mapping)
        and isinstance(entry.get("name"), str)
        and entry.get("loaded") is True
    )


def in_order(edition: Edition, families: frozenset[str]) -> str:
    """Families joined with commas, the edition's own in its order, then strangers."""
    known = [name for name in edition.family_names if name in families]
    return ",".join([*known, *sorted(families - set(known))])


def sentence(document: Mapping[str, Any], field: str) -> str:
    """One of the two sentences.

    Raises:
        CannotCheckError: The document has no such text.
    """
    text = document.get(field)
    if not isinstance(text, str):
        raise CannotCheckError(f"the document has no `{field}`{_not_v3(document)}")
    return text


def phrasing_of(edition: Edition) -> Phrasing:
    """The edition's phrasing.

    Raises:
        CannotCheckError: It has none.
    """
    if edition.phrasing is None:
        raise CannotCheckError(f"edition {edition.label} has no sentences to compare with")
    return edition.phrasing


def summary_values(edition: Edition, text: str) -> dict[str, str]:
    """The values in a `summary`, by the edition's template, else by that of a shipped edition.

    Raises:
        CannotCheckError: It fits no template that is known.
    """
    for template in _templates(edition, ("summary",)):
        values = align_sentence(template, text)
        if values is not None:
            return values
    raise CannotCheckError("the summary fits no template of an edition, so it shows no counts")


def describe_values(edition: Edition, text: str) -> dict[str, str]:
    """The values in a `to_describe_to_user`, of either form; errors as for `summary_values`."""
    for template in _templates(edition, ("describe_partial", "describe_full")):
        values = align_sentence(template, text)
        if values is not None:
            return values
    raise CannotCheckError(
        "to_describe_to_user fits no template of an edition, so it shows no counts"
    )


def _templates(edition: Edition, names: tuple[str, ...]) -> Iterator[str]:
    phrasing = phrasing_of(edition)
    yield from (phrasing.templates[name] for name in names)
    for label in edition_labels():
        other = load_edition(label).phrasing
        if other is not None and other is not phrasing:
            yield from (other.templates[name] for name in names)


def _not_v3(document: Mapping[str, Any]) -> str:
    version = document.get("schema_version")
    if version in ("1", "2"):
        return f": asked for v3, the server answered v{version}"
    return ""
