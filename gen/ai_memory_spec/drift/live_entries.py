"""What a document says in more than one place: its entries in `tools`, and `families` beside them.

`tools` is what the sentences are compared with; these checks hold the rest of the document to it.
"""

from collections import Counter
from collections.abc import Iterator

from ai_memory_spec.contract import DocumentV3
from ai_memory_spec.drift.finding import Finding
from ai_memory_spec.drift.live_answers import Hearing, profile_list
from ai_memory_spec.drift.live_tools import cut_names, shown_name


def check_entries(hearing: Hearing) -> Iterator[Finding]:
    """The entries of `tools`: each tool once, and `callable_now` as the document itself says."""
    twice: dict[tuple[str, ...], list[str]] = {}
    wrong: dict[tuple[tuple[str, bool], ...], list[str]] = {}
    for item in hearing.heard:
        document = item.answer.v3
        if not isinstance(document, DocumentV3):
            continue
        names = Counter(tool.name for tool in document.tools)
        if more := tuple(name for name, times in names.items() if times > 1):
            twice.setdefault(more, []).append(item.profile.label)
        permitted = document.agent_permitted_families
        if permitted is None and not hearing.source.per_profile:
            permitted = open_families(document)
        others = tuple(
            (tool.name, tool.callable_now)
            for tool in document.tools
            if tool.callable_now
            != (tool.loaded and (permitted is None or tool.family in permitted))
        )
        if others:
            wrong.setdefault(others, []).append(item.profile.label)
    for more, labels in twice.items():
        yield Finding(
            rule="live.tools-twice",
            message=f"`tools` names {cut_names([shown_name(tool) for tool in more])} more than "
            f"once under {profile_list(labels)}, so families and order cannot be compared",
            fix="mend the server: every tool has one entry (clause A3)",
            server=", ".join(shown_name(tool) for tool in more),
        )
    for others, labels in wrong.items():
        said = [f"{shown_name(tool)} {'true' if value else 'false'}" for tool, value in others]
        yield Finding(
            rule="live.callable-now",
            message=f"`callable_now` under {profile_list(labels)} does not follow from `loaded` "
            f"and `agent_permitted_families`: {cut_names(said)}",
            fix="mend the server: a tool is callable if its family is loaded, and permitted to "
            "the agent where an allowlist is on (clauses A3 and A4)",
            core=", ".join(
                f"{shown_name(tool)} {'false' if value else 'true'}" for tool, value in others
            ),
            server=", ".join(said),
            live=", ".join(said),
        )


def open_families(document: DocumentV3) -> tuple[str, ...]:
    """The families of which a tool is callable, or none is loaded.

    Over HTTP, and in a capture, there may have been no agent id, and what an allowlist does then is
    not the document's to tell (clause A4): release 0.7.0 closes whole families.
    """
    loaded = {tool.family for tool in document.tools if tool.loaded}
    callable_now = {tool.family for tool in document.tools if tool.callable_now}
    families = dict.fromkeys(tool.family for tool in document.tools)
    return tuple(name for name in families if name in callable_now or name not in loaded)


def check_overview(hearing: Hearing) -> Iterator[Finding]:
    """`families` against `tools`: the same families, loaded alike, with the same tools."""
    wrong: dict[tuple[str, ...], list[str]] = {}
    for item in hearing.heard:
        document = item.answer.v3
        if isinstance(document, DocumentV3) and (faults := tuple(_overview_faults(document))):
            wrong.setdefault(faults, []).append(item.profile.label)
    for faults, labels in wrong.items():
        yield Finding(
            rule="live.families",
            message=f"`families` says other than `tools` under {profile_list(labels)}: "
            f"{cut_names(faults)}",
            fix="mend the server: both are about the same surface (clause A3)",
            server="; ".join(faults),
            live="; ".join(faults),
        )


def _overview_faults(document: DocumentV3) -> Iterator[str]:
    if document.families is None:
        return
    tools: dict[str, set[str]] = {}
    loaded: dict[str, bool] = {}
    for tool in document.tools:
        tools.setdefault(tool.family, set()).add(tool.name)
        loaded[tool.family] = tool.loaded
    entries = document.families.families
    names = Counter(entry.name for entry in entries)
    yield from (f"{shown_name(name)} stands {n} times" for name, n in names.items() if n > 1)
    yield from (f"{shown_name(name)} is missing" for name in tools if name not in names)
    for entry in entries:
        name = shown_name(entry.name)
        if entry.name not in tools:
            yield f"{name} is in `families` alone"
            continue
        if entry.loaded != loaded[entry.name]:
            yield f"{name} is {'loaded' if entry.loaded else 'not loaded'}"
        if set(entry.tools) != tools[entry.name] or len(set(entry.tools)) != len(entry.tools):
            yield f"{name} has other tools"
        elif entry.tool_count != len(entry.tools):
            yield f"{name} counts {entry.tool_count} tools and has {len(entry.tools)}"
