"""Kinds that show a single value inside a sentence."""

from ai_memory_spec.phrasing import (
    COUNT_NAMES,
    DESCRIBE_VARIABLES,
    SUMMARY_VARIABLES,
    Edition,
    Profile,
    all_profiles,
    count,
    phrase,
    phrasing_of,
)
from ai_memory_spec.regions.content import Code, Line, Text, code_list, line
from ai_memory_spec.regions.kind import (
    EDITION,
    FAMILY,
    PROFILE,
    RenderError,
    choice,
    make_kind,
)

_COUNTED = ("tools", "families", "always-on", "profiles", "family-sets", "forbidden")
_VARIABLES = tuple(variable.name for variable in (*SUMMARY_VARIABLES, *DESCRIBE_VARIABLES))


@make_kind(
    "count",
    "line",
    EDITION,
    PROFILE,
    FAMILY,
    choice(
        "of",
        (*_COUNTED, *COUNT_NAMES),
        "What is counted; `tools` may be narrowed to one family, the names with a value per "
        "profile are those of the templates.",
        default="tools",
    ),
)
def count_kind(edition: Edition, profile: Profile, family: str | None, of: str) -> Line:
    """One number: tools, families, profiles, or a count of one profile."""
    if family is not None and of != "tools":
        raise RenderError(f"family= narrows of=tools only, not of={of}")
    match of:
        case "tools":
            number = len(edition.family(family).tools if family else edition.tools)
        case "families":
            number = len(edition.families)
        case "always-on":
            number = len(edition.always_on)
        case "profiles":
            number = len(edition.profiles)
        case "family-sets":
            number = sum(1 for _ in all_profiles(edition))
        case "forbidden":
            number = len(phrasing_of(edition).forbidden_in_describe)
        case _:
            number = getattr(count(edition, profile), of)
    return line(str(number))


@make_kind(
    "name",
    "line",
    EDITION,
    PROFILE,
    choice("of", ("edition", "what", "base-family", "label"), "Whose name is shown."),
)
def name_kind(edition: Edition, profile: Profile, of: str) -> Line:
    """One name: of the edition, of its base family, or the label of a profile."""
    match of:
        case "edition":
            return line(Code(text=edition.label))
        case "what":
            return line(edition.what)
        case "label":
            return line(Code(text=profile.label))
        case _:
            if edition.base_family is None:
                raise RenderError(f"edition {edition.label!r} has no base family")
            return line(Code(text=edition.base_family))


@make_kind(
    "names",
    "line",
    EDITION,
    FAMILY,
    choice(
        "of",
        ("tools", "families", "profiles", "always-on", "forbidden"),
        "Whose names are listed; `tools` may be narrowed to one family.",
    ),
)
def names_kind(edition: Edition, family: str | None, of: str) -> Line:
    """A list of names inside a sentence, separated by commas."""
    match of:
        case "tools":
            names = edition.family(family).tools if family else edition.tools
        case "families":
            names = edition.family_names
        case "profiles":
            names = tuple(edition.profiles)
        case "always-on":
            names = edition.always_on
        case _:
            names = phrasing_of(edition).forbidden_in_describe
    return code_list(names) if names else line("none")


@make_kind(
    "variable",
    "line",
    EDITION,
    PROFILE,
    choice("name", _VARIABLES, "Which variable of the templates."),
)
def variable_kind(edition: Edition, profile: Profile, name: str) -> Line:
    """The value of one template variable for one profile."""
    value = phrase(edition, profile).variables[name]
    return Line((Text(text=value),)) if value else line("(empty)")


VALUE_KINDS = (count_kind, name_kind, names_kind, variable_kind)
