"""Kinds that show profiles, families and tools."""

from ai_memory_spec.phrasing import (
    Edition,
    PhrasingError,
    Profile,
    all_profiles,
    count,
    did_you_mean,
    named_profiles,
    parse_profile,
)
from ai_memory_spec.regions.content import Code, Content, Line, Table, code_list, line
from ai_memory_spec.regions.kind import EDITION, FAMILY, PROFILES, RenderError, make_kind, text


@make_kind("profiles", "block", EDITION, PROFILES)
def profiles_kind(edition: Edition, profiles: tuple[Profile, ...]) -> Content:
    """Profiles with their families, counts and the option that selects each."""
    rows = []
    for profile in profiles:
        counts = count(edition, profile)
        rows.append(
            (
                line(Code(text=profile.label)),
                code_list(profile.families),
                line(str(counts.visible)),
                line(str(counts.total)),
                line(str(counts.n_loaded)),
                line(str(counts.n_unloaded)),
                line(Code(text=f"--profile {profile.label}")),
            )
        )
    return Table(
        head=("Profile", "Families", "visible", "total", "n_loaded", "n_unloaded", "Option"),
        rows=tuple(rows),
        numeric=frozenset({2, 3, 4, 5}),
    )


@make_kind("profile-matrix", "block", EDITION)
def profile_matrix_kind(edition: Edition) -> Content:
    """Every distinct set of families, with its counts."""
    rows = []
    for profile in all_profiles(edition):
        counts = count(edition, profile)
        rows.append(
            (
                line(Code(text=profile.label)),
                code_list(profile.families),
                line(str(counts.visible)),
                line(str(counts.unloaded)),
                line(str(counts.n_loaded)),
                line(str(counts.n_unloaded)),
            )
        )
    return Table(
        head=("Label", "Families", "visible", "unloaded", "n_loaded", "n_unloaded"),
        rows=tuple(rows),
        numeric=frozenset({2, 3, 4, 5}),
    )


@make_kind("families", "block", EDITION, FAMILY)
def families_kind(edition: Edition, family: str | None) -> Content:
    """Families with their tools and the named profiles that load them."""
    return Table(
        head=("Family", "Tools", "Names", "Loaded by"),
        rows=tuple(
            (
                line(Code(text=each.name)),
                line(str(len(each.tools))),
                code_list(each.tools),
                _loaders(edition, each.name),
            )
            for each in edition.families
            if family in (None, each.name)
        ),
        numeric=frozenset({1}),
    )


@make_kind("tools", "block", EDITION, FAMILY)
def tools_kind(edition: Edition, family: str | None) -> Content:
    """Tools in order, each with its family and the named profiles that load it."""
    return Table(
        head=("Tool", "Family", "Loaded by"),
        rows=tuple(
            (
                line(Code(text=tool)),
                line(Code(text=each.name)),
                line("every client (always on)")
                if tool in edition.always_on
                else _loaders(edition, each.name),
            )
            for each in edition.families
            if family in (None, each.name)
            for tool in each.tools
        ),
    )


@make_kind("tool", "line", EDITION, text("name", "a tool of the edition", "Which tool."))
def tool_kind(edition: Edition, name: str) -> Line:
    """The name of one tool; an error once the edition has no such tool."""
    if name not in edition.tools:
        raise RenderError(
            f"edition {edition.label!r} has no tool {name!r}{did_you_mean(name, edition.tools)}"
        )
    return line(Code(text=name))


@make_kind(
    "spellings",
    "block",
    EDITION,
    text("texts", "profile strings separated by semicolons", "What a user might write."),
)
def spellings_kind(edition: Edition, texts: str) -> Content:
    """What profile strings resolve to: a label, or the error that a user sees."""
    rows: list[tuple[Line, ...]] = []
    for spelling in texts.split(";"):
        try:
            result = line(Code(text=parse_profile(edition, spelling).label))
        except PhrasingError as error:
            result = line("Error: ", str(error))
        rows.append((line(Code(text=spelling) if spelling else "(empty)"), result))
    return Table(head=("Spelling", "Result"), rows=tuple(rows))


def _loaders(edition: Edition, family: str) -> Line:
    names = [profile.label for profile in named_profiles(edition) if family in profile.families]
    return code_list(names) if names else line("no named profile")


SURFACE_KINDS = (
    tool_kind,
    profiles_kind,
    profile_matrix_kind,
    families_kind,
    tools_kind,
    spellings_kind,
)
