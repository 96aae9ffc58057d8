"""Two editions in, what differs out; pure."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TypeVar

from ai_memory_spec.editing.difference import (
    CountsPair,
    EditionDiff,
    FamilySize,
    MovedTool,
    NameChanges,
    PlacedTool,
    ProfileChange,
    Reordered,
    SettingChange,
    TextPair,
)
from ai_memory_spec.phrasing import (
    FIELDS,
    TEMPLATE_NAMES,
    Counts,
    Edition,
    Profile,
    count,
    named_profiles,
    phrase,
)

SETTINGS = ("summary_counts_always_on", "preview_loaded", "preview_unloaded", "strip_prefix")
"""Keys of `[phrasing]` that hold a single value."""

_Value = TypeVar("_Value")


def diff_editions(before: Edition, after: Edition) -> EditionDiff:
    """Compare two editions.

    Parameters:
        before: The edition that is called the first one, or `a`.
        after: The edition that is called the second one, or `b`.

    Returns:
        What differs, and what is shown side by side whether it differs or not. Named profiles
        come in the first edition's order, then those that only the second one has.
    """
    old, new = before.family_by_tool, after.family_by_tool
    return EditionDiff(
        before=before.label,
        after=after.label,
        total_before=len(before.tools),
        total_after=len(after.tools),
        added=tuple(PlacedTool(tool=t, family=new[t]) for t in after.tools if t not in old),
        removed=tuple(PlacedTool(tool=t, family=old[t]) for t in before.tools if t not in new),
        moved=tuple(
            MovedTool(tool=tool, before=old[tool], after=new[tool])
            for tool in after.tools
            if tool in old and old[tool] != new[tool]
        ),
        reordered=tuple(_reordered(before, after)),
        families=_names(before.family_names, after.family_names),
        family_sizes=tuple(
            FamilySize(family=name, before=_size(before, name), after=_size(after, name))
            for name in _union(before.family_names, after.family_names)
        ),
        always_on=_names(before.always_on, after.always_on),
        profiles=tuple(_profiles(before, after)),
        settings=tuple(_settings(before, after)),
        forbidden=_names(_forbidden(before), _forbidden(after)),
        counts=tuple(_counts(before, after)),
        templates=tuple(_templates(before, after)),
        sentences=tuple(_sentences(before, after)),
    )


def _union(before: Iterable[str], after: Iterable[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys((*before, *after)))


def _names(before: Sequence[str], after: Sequence[str]) -> NameChanges:
    return NameChanges(
        added=tuple(name for name in after if name not in before),
        removed=tuple(name for name in before if name not in after),
    )


def _size(edition: Edition, family: str) -> int | None:
    return len(edition.family(family).tools) if family in edition.family_names else None


def _reordered(before: Edition, after: Edition) -> Iterator[Reordered]:
    lists: list[tuple[str | None, tuple[str, ...], tuple[str, ...]]] = [
        (None, before.family_names, after.family_names),
        *(
            (name, before.family(name).tools, after.family(name).tools)
            for name in after.family_names
            if name in before.family_names
        ),
    ]
    for family, one, other in lists:
        old = [name for name in one if name in other]
        new = [name for name in other if name in one]
        if old == new:
            continue
        start = next(i for i, (a, b) in enumerate(zip(old, new, strict=True)) if a != b)
        end = len(old)
        while old[end - 1] == new[end - 1]:
            end -= 1
        yield Reordered(family=family, before=tuple(old[start:end]), after=tuple(new[start:end]))


def _profiles(before: Edition, after: Edition) -> Iterator[ProfileChange]:
    for name in _union(before.profiles, after.profiles):
        old, new = before.profiles.get(name), after.profiles.get(name)
        if old is None or new is None or set(old) != set(new):
            yield ProfileChange(profile=name, before=old, after=new)


def _settings(before: Edition, after: Edition) -> Iterator[SettingChange]:
    pairs = [("base_family", before.base_family, after.base_family)]
    pairs += [(name, _setting(before, name), _setting(after, name)) for name in SETTINGS]
    for name, old, new in pairs:
        if old != new:
            yield SettingChange(setting=name, before=old, after=new)


def _setting(edition: Edition, name: str) -> str | None:
    if edition.phrasing is None:
        return None
    value = getattr(edition.phrasing, name)
    return str(value).lower() if isinstance(value, bool) else str(value)


def _forbidden(edition: Edition) -> tuple[str, ...]:
    return edition.phrasing.forbidden_in_describe if edition.phrasing else ()


def _counts(before: Edition, after: Edition) -> Iterator[CountsPair]:
    def counts(edition: Edition, profile: Profile) -> Counts:
        return count(edition, profile)

    for name in _union(before.profiles, after.profiles):
        yield CountsPair(
            profile=name,
            before=_of_profile(before, name, counts),
            after=_of_profile(after, name, counts),
        )


def _templates(before: Edition, after: Edition) -> Iterator[TextPair]:
    for name in TEMPLATE_NAMES:
        old = before.phrasing.templates[name] if before.phrasing else None
        new = after.phrasing.templates[name] if after.phrasing else None
        if old is not None or new is not None:
            yield TextPair(name=name, before=old, after=new)


def _sentences(before: Edition, after: Edition) -> Iterator[TextPair]:
    for name in _union(before.profiles, after.profiles):
        for field in FIELDS:

            def sentence(edition: Edition, profile: Profile, field: str = field) -> str | None:
                if edition.phrasing is None:
                    return None
                return str(getattr(phrase(edition, profile), field))

            old = _of_profile(before, name, sentence)
            new = _of_profile(after, name, sentence)
            if old is not None or new is not None:
                yield TextPair(name=field, profile=name, before=old, after=new)


def _of_profile(
    edition: Edition, name: str, make: Callable[[Edition, Profile], _Value]
) -> _Value | None:
    for profile in named_profiles(edition):
        if profile.label == name:
            return make(edition, profile)
    return None
