"""Profiles: which families a client loads, and how one is written.

Grammar of a profile string (the specification, "Profiles"):

    profile = token *( "," token )
    token   = blanks ( profile-name / family-name / "" ) blanks

An ASCII upper-case letter anywhere is an error of its own. Then tokens are read from left to
right: empty ones are skipped, the first name of a profile that holds every family ends the
reading, and an unknown token is an error. The base family is always among the result.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import product

from ai_memory_spec.phrasing.edition import Edition
from ai_memory_spec.phrasing.errors import (
    ProfileCaseError,
    UnknownFamilyError,
    UnknownProfileError,
)
from ai_memory_spec.phrasing.quoting import BLANKS


@dataclass(frozen=True, slots=True, kw_only=True)
class Profile:
    """A set of families; two spellings of one set are equal and hash equal."""

    families: tuple[str, ...]
    """In the edition's order, without duplicates; never empty."""
    label: str
    """The profile's name if the set has one, else the families joined with `,`."""

    def __str__(self) -> str:
        return self.label


def parse_profile(edition: Edition, text: str) -> Profile:
    """Read a profile string.

    Parameters:
        edition: The edition whose profile and family names are valid.
        text: A name or a comma-separated list of names; blanks around names do not count.
            Nothing but commas and blanks gives the base family alone, or every family in an
            edition without one.

    Raises:
        ProfileCaseError: An ASCII upper-case letter stands anywhere in the text.
        UnknownProfileError: A token that is reached names neither a profile nor a family.

    Source: the specification, "Profiles".
    """
    if any("A" <= letter <= "Z" for letter in text):
        raise ProfileCaseError(text, tuple(edition.profiles), edition.family_names)
    chosen: set[str] = set()
    for raw in text.split(","):
        token = raw.strip(BLANKS)
        if not token:
            continue
        if token in edition.profiles:
            chosen.update(edition.profiles[token])
            if len(set(edition.profiles[token])) == len(edition.families):
                break
        elif token in edition.family_names:
            chosen.add(token)
        else:
            raise UnknownProfileError(token, tuple(edition.profiles), edition.family_names)
    return make_profile(edition, chosen)


def make_profile(edition: Edition, families: Iterable[str]) -> Profile:
    """Make the profile that holds these families and the base family.

    Raises:
        UnknownFamilyError: The edition lacks one of the families.
    """
    wanted: set[str] = set()
    for family in families:
        if family not in edition.family_names:
            raise UnknownFamilyError(family, edition.label, edition.family_names)
        wanted.add(family)
    if edition.base_family is not None:
        wanted.add(edition.base_family)
    ordered = tuple(name for name in edition.family_names if name in wanted or not wanted)
    for name, members in edition.profiles.items():
        if set(members) == set(ordered):
            return Profile(families=ordered, label=name)
    return Profile(families=ordered, label=",".join(ordered))


def named_profiles(edition: Edition) -> tuple[Profile, ...]:
    """The edition's named profiles, in order of declaration."""
    return tuple(make_profile(edition, families) for families in edition.profiles.values())


def all_profiles(edition: Edition) -> Iterator[Profile]:
    """Every distinct profile: 2 to the power of the families beside the base family.

    The order is fixed: profiles with fewer of the later families first, as a binary counter
    over the families in order. Without a base family the empty set is left out.
    """
    free = [name for name in edition.family_names if name != edition.base_family]
    for switches in product((False, True), repeat=len(free)):
        chosen = [name for name, on in zip(reversed(free), switches, strict=True) if on]
        if chosen or edition.base_family is not None:
            yield make_profile(edition, chosen)
