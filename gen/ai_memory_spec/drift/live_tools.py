"""Tools: what a server holds and lists, against the families of an edition."""

from collections.abc import Iterator, Sequence

from ai_memory_spec.contract import Document, DocumentV3
from ai_memory_spec.drift.finding import Finding, NotChecked
from ai_memory_spec.drift.live_answers import Heard, Hearing, profile_list
from ai_memory_spec.drift.observed import always_on_of, surface_of
from ai_memory_spec.live import CouldNotCheckError, printable
from ai_memory_spec.phrasing import Edition, Family

SHOWN_NAMES = 12
"""So many names stand in a message; `core` and `server` of the finding hold them all."""

Surface = tuple[Family, ...]


def check_surface(hearing: Hearing, fix: str) -> Iterator[Finding]:
    """Tools added, removed and moved between families, by name; and their order."""
    surfaces: dict[Surface, list[Heard]] = {}
    for item in hearing.heard:
        surface = _surface(item, hearing.edition)
        if surface is not None:
            surfaces.setdefault(surface, []).append(item)
    if not surfaces:
        return
    if len(surfaces) > 1:
        yield _unsteady(surfaces)
    first = next(iter(surfaces))
    ordered = isinstance(surfaces[first][0].answer.document, DocumentV3)
    yield from compare_surfaces(hearing.edition, first, fix, ordered=ordered)


def compare_surfaces(
    edition: Edition, surface: Surface, fix: str, *, ordered: bool
) -> Iterator[Finding]:
    """Findings for every difference between the edition's families and these.

    Parameters:
        edition: What should be there.
        surface: What a server shows.
        fix: What to do about it.
        ordered: Whether the surface is in the order of the sentences, which counts.
    """
    core = dict(edition.family_by_tool)
    server = {tool: family.name for family in surface for tool in family.tools}
    added = _by_family((tool, family) for tool, family in server.items() if tool not in core)
    removed = _by_family((tool, family) for tool, family in core.items() if tool not in server)
    moved = [tool for tool in core if tool in server and core[tool] != server[tool]]
    if added:
        yield Finding(
            rule="live.tools-added",
            message=f"the server has {_tools(added)} that edition {edition.label} lacks: "
            f"{_shown(added)}",
            fix=fix,
            server=_all(added),
            live=_all(added),
        )
    if removed:
        yield Finding(
            rule="live.tools-removed",
            message=f"the server lacks {_tools(removed)} of edition {edition.label}: "
            f"{_shown(removed)}",
            fix=fix,
            core=_all(removed),
        )
    if moved:
        moves = [
            f"{shown_name(tool)} from {shown_name(core[tool])} to {shown_name(server[tool])}"
            for tool in moved
        ]
        number = "1 tool stands" if len(moved) == 1 else f"{len(moved)} tools stand"
        yield Finding(
            rule="live.tools-moved",
            message=f"{number} in another family: {cut_names(moves)}",
            fix=fix,
            core=", ".join(f"{shown_name(tool)}: {shown_name(core[tool])}" for tool in moved),
            server=", ".join(f"{shown_name(tool)}: {shown_name(server[tool])}" for tool in moved),
            live=", ".join(moves),
        )
    if ordered:
        yield from _compare_order(edition, surface, fix)


def check_listings(hearing: Hearing, fix: str) -> Iterator[Finding]:
    """`tools/list` as a set against the families; always-on tools against the edition's.

    Where the server shows its families, `tools/list` is held against those, so that a changed
    surface is reported once and not again per profile.
    """
    edition = hearing.edition
    refused = [item for item in hearing.heard if not item.answer.declares_tools]
    if refused:
        held = len(edition.tools)
        yield Finding(
            rule="live.no-tools",
            message=f"server declares no tools (it does not know tools/list), "
            f"edition {edition.label} holds {held}",
            fix=fix,
            core=f"{held} tools",
            server="0 tools",
            live="0 tools",
        )
    always_on = _always_on(hearing)
    if always_on is not None and set(always_on) != set(edition.always_on):
        yield Finding(
            rule="live.always-on",
            message="the always-on tools differ: the server serves "
            f"{cut_names([shown_name(tool) for tool in always_on]) or 'none'}, "
            f"edition {edition.label} has {', '.join(edition.always_on) or 'none'}",
            fix=fix,
            core=", ".join(edition.always_on),
            server=", ".join(shown_name(tool) for tool in always_on),
            live=", ".join(shown_name(tool) for tool in always_on),
        )
    differences: dict[tuple[tuple[str, ...], tuple[str, ...]], list[str]] = {}
    for item in hearing.heard:
        listed = item.answer.listed
        if not isinstance(listed, tuple) or not item.sound or not item.answer.declares_tools:
            continue
        should = _should_list(item, edition, always_on)
        missing = tuple(tool for tool in should if tool not in listed)
        extra = tuple(tool for tool in listed if tool not in should)
        if missing or extra:
            differences.setdefault((missing, extra), []).append(item.profile.label)
    for (missing, extra), labels in differences.items():
        yield _wrong_listing(missing, extra, labels, fix)


def unread_listings(hearing: Hearing) -> Iterator[NotChecked]:
    """Listings that should have been read and could not be."""
    failures: dict[str, list[str]] = {}
    for item in hearing.heard:
        if isinstance(item.answer.listed, CouldNotCheckError):
            failures.setdefault(str(item.answer.listed), []).append(item.profile.label)
    for reason, labels in failures.items():
        yield NotChecked(
            subject=f"{hearing.source.name}: tools/list under {profile_list(labels)}",
            reason=reason,
        )


def _surface(item: Heard, edition: Edition) -> Surface | None:
    document = item.answer.document
    return None if isinstance(document, CouldNotCheckError) else surface_of(document, edition)


def _unsteady(surfaces: dict[Surface, list[Heard]]) -> Finding:
    (first, first_heard), (other, other_heard), *_ = surfaces.items()
    tools = [{tool for family in each for tool in family.tools} for each in (first, other)]
    differing = sorted(tools[0] ^ tools[1])
    what = (
        f"the tools differ by {cut_names([shown_name(tool) for tool in differing])}"
        if differing
        else "families or order differ"
    )
    labels = [[item.profile.label for item in heard] for heard in (first_heard, other_heard)]
    return Finding(
        rule="live.surface",
        message=f"the server shows another surface under {profile_list(labels[1])} than under "
        f"{profile_list(labels[0])}: {what}",
        fix="mend the server: every tool is shown whatever the profile (clause A3)",
    )


def _compare_order(edition: Edition, surface: Surface, fix: str) -> Iterator[Finding]:
    """Order of families, and of tools in each, as far as both sides have them."""
    families = [family.name for family in surface]
    pairs = [("families", list(edition.family_names), families)]
    for family in surface:
        if family.name in edition.family_names:
            tools = list(edition.family(family.name).tools)
            pairs.append((f"the family {shown_name(family.name)}", tools, list(family.tools)))
    for what, ours, theirs in pairs:
        both = set(ours) & set(theirs)
        core = [name for name in ours if name in both]
        server = [shown_name(name) for name in theirs if name in both]
        if core != server:
            yield Finding(
                rule="live.tools-order",
                message=f"the order of {what} differs, which changes labels and previews",
                fix=fix,
                core=", ".join(core),
                server=", ".join(server),
                live=", ".join(server),
            )


def _always_on(hearing: Hearing) -> tuple[str, ...] | None:
    """What the documents state, else what is listed though its family is not loaded."""
    for item in hearing.heard:
        if not isinstance(item.answer.document, CouldNotCheckError):
            stated = always_on_of(item.answer.document)
            if stated is not None:
                return stated
    for item in hearing.heard:
        v3 = item.answer.v3
        if isinstance(v3, DocumentV3) and isinstance(item.answer.listed, tuple) and item.sound:
            unloaded = [tool.name for tool in v3.tools if not tool.loaded]
            return tuple(tool for tool in unloaded if tool in item.answer.listed)
    return None


def _should_list(
    item: Heard, edition: Edition, always_on: tuple[str, ...] | None
) -> tuple[str, ...]:
    document = item.answer.document
    surface = _surface(item, edition)
    if surface is None:
        surface, loaded = edition.families, set(item.profile.families)
    else:
        assert not isinstance(document, CouldNotCheckError)
        loaded = _loaded_names(document)
    everywhere = set(edition.always_on if always_on is None else always_on)
    return tuple(
        tool
        for family in surface
        for tool in family.tools
        if family.name in loaded or tool in everywhere
    )


def _loaded_names(document: Document) -> set[str]:
    if isinstance(document, DocumentV3):
        return {tool.family for tool in document.tools if tool.loaded}
    overview = getattr(document, "families", None)
    return {item.name for item in overview.families if item.loaded} if overview else set()


def _wrong_listing(
    missing: tuple[str, ...], extra: tuple[str, ...], labels: Sequence[str], fix: str
) -> Finding:
    parts = []
    if missing:
        parts.append(f"lacks {cut_names([shown_name(tool) for tool in missing])}")
    if extra:
        parts.append(f"also has {cut_names([shown_name(tool) for tool in extra])}")
    return Finding(
        rule="live.listed",
        message=f"tools/list under {profile_list(labels)} {' and '.join(parts)}",
        fix=fix,
        core=", ".join(shown_name(tool) for tool in missing),
        server=", ".join(shown_name(tool) for tool in extra),
    )


def _by_family(pairs: Iterator[tuple[str, str]]) -> dict[str, list[str]]:
    result: dict[str, list[str]] = {}
    for tool, family in pairs:
        result.setdefault(family, []).append(tool)
    return result


def _tools(groups: dict[str, list[str]]) -> str:
    number = sum(len(tools) for tools in groups.values())
    return f"{number} tool{'' if number == 1 else 's'}"


def _shown(groups: dict[str, list[str]]) -> str:
    return cut_names(
        [f"{shown_name(tool)} ({shown_name(group)})" for group in groups for tool in groups[group]]
    )


def _all(groups: dict[str, list[str]]) -> str:
    return "; ".join(
        f"{shown_name(group)}: {', '.join(map(shown_name, tools))}"
        for group, tools in groups.items()
    )


def cut_names(names: Sequence[str]) -> str:
    """As many names as a message holds."""
    more = f" and {len(names) - SHOWN_NAMES} more" if len(names) > SHOWN_NAMES else ""
    return ", ".join(names[:SHOWN_NAMES]) + more


def shown_name(name: str) -> str:
    """A name that a server sent, fit for a terminal."""
    return printable(name, 120)
