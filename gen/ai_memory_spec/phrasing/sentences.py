"""Counts and sentences: the heart of the contract.

Two ways of counting stand side by side. `summary` counts what a client sees, and each edition
says whether always-on tools belong to that. `to_describe_to_user` counts by family membership
and never counts an always-on tool.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType

from ai_memory_spec.phrasing.edition import Edition, Phrasing
from ai_memory_spec.phrasing.errors import NoPhrasingError, UnknownFamilyError
from ai_memory_spec.phrasing.profile import Profile
from ai_memory_spec.phrasing.template import fill_template

FIELDS = ("summary", "to_describe_to_user")
"""The two fields of the v3 document that hold a sentence."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Counts:
    """How many tools a profile shows and hides; all are numbers of tools."""

    visible: int
    """Shown, by the edition's counting rule."""
    total: int
    """In all families, by the edition's counting rule."""
    unloaded: int
    """`total` minus `visible`."""
    n_loaded: int
    """In loaded families, always-on tools left out."""
    n_unloaded: int
    """In families that are not loaded, always-on tools left out."""


COUNT_NAMES = tuple(Counts.__dataclass_fields__)


@dataclass(frozen=True, slots=True, kw_only=True)
class Phrases:
    """Both sentences of one profile, with the values that fill their templates."""

    summary: str
    """For the operator (clause A1)."""
    to_describe_to_user: str
    """For the end user (clause A2)."""
    variables: Mapping[str, str] = field(hash=False)
    """Every template variable with its value, as text."""


def count(edition: Edition, profile: Profile) -> Counts:
    """Count the tools of a profile in every way the contract knows.

    Parameters:
        edition: Where an edition has no phrasing, and so no counting rule, always-on tools
            count as visible, since every client can call them.
        profile: A profile of this edition.

    Raises:
        UnknownFamilyError: The profile holds a family that this edition lacks.

    Source: the specification, clause A1 "summary" and clause A2 "to_describe_to_user".
    """
    loaded, unloaded = split_tools(edition, profile)
    counts_always_on = edition.phrasing is None or edition.phrasing.summary_counts_always_on
    visible = len(loaded) + (len(edition.always_on) if counts_always_on else 0)
    total = len(loaded) + len(unloaded) + (len(edition.always_on) if counts_always_on else 0)
    return Counts(
        visible=visible,
        total=total,
        unloaded=total - visible,
        n_loaded=len(loaded),
        n_unloaded=len(unloaded),
    )


def phrase(edition: Edition, profile: Profile) -> Phrases:
    """Compute both canonical sentences of a profile.

    Raises:
        NoPhrasingError: The edition has no phrasing templates.
        UnknownFamilyError: The profile holds a family that this edition lacks.

    Source: the specification, clauses A1 and A2.
    """
    phrasing = phrasing_of(edition)
    values = _variables(edition, profile, phrasing)
    full = values["n_unloaded"] == "0"
    return Phrases(
        summary=fill_template(phrasing.summary, values),
        to_describe_to_user=fill_template(
            phrasing.describe_full if full else phrasing.describe_partial, values
        ),
        variables=MappingProxyType(values),
    )


def phrasing_of(edition: Edition) -> Phrasing:
    """The edition's phrasing; `NoPhrasingError` if it has none."""
    if edition.phrasing is None:
        raise NoPhrasingError(edition.label)
    return edition.phrasing


def split_tools(edition: Edition, profile: Profile) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Loaded and unloaded tools by family membership, in order, without always-on tools.

    Raises:
        UnknownFamilyError: The profile holds a family that this edition lacks.
    """
    for name in profile.families:
        if name not in edition.family_names:
            raise UnknownFamilyError(name, edition.label, edition.family_names)
    loaded: list[str] = []
    unloaded: list[str] = []
    for family in edition.families:
        side = loaded if family.name in profile.families else unloaded
        side.extend(tool for tool in family.tools if tool not in edition.always_on)
    return tuple(loaded), tuple(unloaded)


def _variables(edition: Edition, profile: Profile, phrasing: Phrasing) -> dict[str, str]:
    counts = count(edition, profile)
    loaded, unloaded = split_tools(edition, profile)
    return {
        "visible": str(counts.visible),
        "total": str(counts.total),
        "label": profile.label,
        "unloaded": str(counts.unloaded),
        "n_loaded": str(counts.n_loaded),
        "s": "" if counts.n_loaded == 1 else "s",
        "preview_loaded": _preview(loaded, phrasing.preview_loaded, phrasing.strip_prefix),
        "ellipsis": ", ..." if counts.n_loaded > phrasing.preview_loaded else "",
        "n_unloaded": str(counts.n_unloaded),
        "preview_unloaded": _preview(unloaded, phrasing.preview_unloaded, phrasing.strip_prefix),
    }


def _preview(tools: Sequence[str], size: int, prefix: str) -> str:
    return ", ".join(tool.removeprefix(prefix) for tool in tools[:size])
