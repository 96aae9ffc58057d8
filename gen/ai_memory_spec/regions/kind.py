"""Region kinds: what a marker's name stands for, and the arguments that it takes.

A kind is a pure function from checked arguments to content, with its parameters declared beside
it; `resolve` turns the raw arguments of a marker into what the function takes.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from ai_memory_spec.phrasing import (
    Edition,
    EditionShelf,
    PhrasingError,
    Profile,
    did_you_mean,
    named_profiles,
    parse_profile,
)
from ai_memory_spec.regions.content import Content
from ai_memory_spec.regions.marker import Marker
from ai_memory_spec.regions.problem import Problem


class ArgumentError(Exception):
    """An argument has a value that its type does not take."""

    def __init__(self, message: str, fix: str) -> None:
        self.message = message
        self.fix = fix
        super().__init__(message)


class RenderError(Exception):
    """A kind cannot show what its arguments ask for; the message says why and what to do."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Resolving:
    """What is known while arguments are read: editions, and the arguments before this one."""

    shelf: EditionShelf
    values: Mapping[str, Any]

    @property
    def edition(self) -> Edition:
        """The edition of this marker."""
        edition: Edition = self.values["edition"]
        return edition


@dataclass(frozen=True, slots=True, kw_only=True)
class Parameter:
    """One argument that a kind takes."""

    name: str
    meaning: str
    """One sentence for page authors."""
    values: str
    """Which values are valid, in words."""
    read: Callable[[str, Resolving], Any]
    """Text to value; raises `ArgumentError` or a `PhrasingError`."""
    default: str | None = None
    """Read when the argument is not given; None if it must be given."""
    default_words: str | None = None
    """How the documentation names the default; the default itself if None."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Kind:
    """One region kind."""

    name: str
    meaning: str
    """One sentence: what it shows."""
    makes: str
    """`line` (both forms of a region) or `block` (the block form only)."""
    parameters: tuple[Parameter, ...]
    function: Callable[..., Content] = field(repr=False)
    takes_shelf: bool = False
    """Whether the function also takes `shelf`: it shows editions that no argument names."""

    @property
    def example(self) -> str:
        """A marker with all arguments that must be given."""
        needed = [f"{item.name}=…" for item in self.parameters if item.default is None]
        return " ".join([f"live:{self.name}", *needed])


def make_kind(
    name: str, makes: str, *parameters: Parameter, takes_shelf: bool = False
) -> Callable[[Callable[..., Content]], Kind]:
    """Decorator: make a kind of a function; its docstring's first sentence is the meaning."""

    def wrap(function: Callable[..., Content]) -> Kind:
        meaning = " ".join((function.__doc__ or "").strip().split("\n\n")[0].split())
        return Kind(
            name=name,
            meaning=meaning,
            makes=makes,
            parameters=parameters,
            function=function,
            takes_shelf=takes_shelf,
        )

    return wrap


def resolve(
    kind: Kind, marker: Marker, shelf: EditionShelf
) -> tuple[dict[str, Any], list[Problem]]:
    """Check a marker's arguments against the kind's parameters.

    Returns:
        The values by parameter name, complete if there is no problem; and the problems.
    """
    problems: list[Problem] = []
    names = [parameter.name for parameter in kind.parameters]
    given = {argument.key: argument for argument in marker.arguments}
    for key, argument in given.items():
        if key != "id" and key not in names:
            problems.append(
                Problem(
                    rule="marker.argument",
                    offset=marker.start + argument.offset,
                    message=f"`live:{kind.name}` has no argument {key!r}"
                    f"{did_you_mean(key, [*names, 'id'])}",
                    fix=f"valid arguments: {', '.join([*names, 'id'])}",
                )
            )
    if "id" in given and not _is_id(given["id"].value):
        problems.append(
            Problem(
                rule="marker.argument",
                offset=marker.start + given["id"].offset,
                message=f"the id {given['id'].value!r} is not made of letters, digits and . _ - /",
                fix="use letters, digits, dots, underscores, hyphens and slashes",
            )
        )
    values: dict[str, Any] = {}
    for parameter in kind.parameters:
        argument_or_none = given.get(parameter.name)
        raw = argument_or_none.value if argument_or_none else parameter.default
        offset = marker.start + (argument_or_none.offset if argument_or_none else 0)
        if raw is None:
            problems.append(
                Problem(
                    rule="marker.argument",
                    offset=offset,
                    message=f"`live:{kind.name}` needs the argument {parameter.name!r}",
                    fix=f"add {parameter.name}=…; valid values: {parameter.values}",
                )
            )
            continue
        try:
            values[parameter.name] = parameter.read(raw, Resolving(shelf=shelf, values=values))
        except ArgumentError as error:
            message, fix = error.message, error.fix
        except PhrasingError as error:
            message, fix = str(error), f"valid values of {parameter.name}: {parameter.values}"
        except KeyError:  # the edition before this argument could not be read: said already
            continue
        else:
            continue
        problems.append(
            Problem(
                rule="marker.argument",
                offset=offset,
                message=f"{parameter.name}={raw!r}: {message}",
                fix=fix,
            )
        )
    return values, problems


# Parameter types


def choice(name: str, values: Sequence[str], meaning: str, default: str | None = None) -> Parameter:
    """A parameter that takes one of these words."""

    def read(raw: str, _: Resolving) -> str:
        if raw not in values:
            raise ArgumentError(
                f"no such value{did_you_mean(raw, values)}", f"use one of: {', '.join(values)}"
            )
        return raw

    return Parameter(
        name=name,
        meaning=meaning,
        values=", ".join(each or "(empty)" for each in values),
        read=read,
        default=default,
    )


def text(name: str, values: str, meaning: str, default: str | None = None) -> Parameter:
    """A parameter that takes any text."""
    return Parameter(
        name=name, meaning=meaning, values=values, read=lambda raw, _: raw, default=default
    )


def _read_edition(raw: str, resolving: Resolving) -> Edition:
    return resolving.shelf.get(raw or None)


def _read_profile(raw: str, resolving: Resolving) -> Profile:
    return parse_profile(resolving.edition, raw)


def _read_profiles(raw: str, resolving: Resolving) -> tuple[Profile, ...]:
    if raw == "named":
        return named_profiles(resolving.edition)
    return tuple(parse_profile(resolving.edition, part) for part in raw.split(";"))


def _read_family(raw: str, resolving: Resolving) -> str | None:
    if not raw:
        return None
    names = resolving.edition.family_names
    if raw not in names:
        raise ArgumentError(
            f"edition {resolving.edition.label!r} has no such family{did_you_mean(raw, names)}",
            f"use one of: {', '.join(names)}",
        )
    return raw


EDITION = Parameter(
    name="edition",
    meaning="Which edition's facts are shown.",
    values="a label from `ai-memory-spec show --list`, or a path to an edition file",
    read=_read_edition,
    default="",
    default_words="the configured edition",
)
PROFILE = Parameter(
    name="profile",
    meaning="Which profile the facts are for.",
    values="a profile string, such as core,archive",
    read=_read_profile,
    default="",
    default_words="the base family",
)
PROFILES = Parameter(
    name="profiles",
    meaning="Which profiles get a row or a column, in this order.",
    values="profile strings separated by semicolons, or `named`",
    read=_read_profiles,
    default="named",
)
FAMILY = Parameter(
    name="family",
    meaning="Leaves out every other family.",
    values="a family of the edition",
    read=_read_family,
    default="",
    default_words="all families",
)


def _is_id(value: str) -> bool:
    return bool(value) and all(char.isalnum() or char in "._-/" for char in value)
