"""A difference for a terminal."""

from collections.abc import Iterator, Sequence

from ai_memory_spec.drift.report.text import safe
from ai_memory_spec.drift.words import show_change
from ai_memory_spec.editing.difference import (
    CountsPair,
    EditionDiff,
    NameChanges,
    TextPair,
)
from ai_memory_spec.phrasing import COUNT_NAMES

_NONE = "-"


def render_diff_text(diff: EditionDiff) -> str:
    """What differs, as lines; ends with a newline.

    Removed names have a minus sign, added ones a plus sign, in word diffs too: `[-old-]`,
    `{+new+}`. Nothing that is alike on both sides is shown, but for the counts beside others
    that differ.
    """
    if not diff.differs:
        return f"{diff.before} and {diff.after}: no difference.\n"
    blocks = [_tools(diff), _rules(diff), _counts(diff.counts), _templates(diff), _sentences(diff)]
    lines = [f"{diff.before} -> {diff.after}"]
    for block in blocks:
        shown = list(block)
        if shown:
            lines += ["", *shown]
    return "\n".join(map(safe, lines)) + "\n"


def _tools(diff: EditionDiff) -> Iterator[str]:
    if not (diff.added or diff.removed or diff.moved):
        return
    yield (
        f"tools: {diff.total_before} -> {diff.total_after} ({len(diff.added)} added, "
        f"{len(diff.removed)} removed, {len(diff.moved)} moved)"
    )
    for tool in diff.removed:
        yield f"  - {tool.tool} ({tool.family})"
    for tool in diff.added:
        yield f"  + {tool.tool} ({tool.family})"
    for moved in diff.moved:
        yield f"  > {moved.tool} ({moved.before} -> {moved.after})"


def _rules(diff: EditionDiff) -> Iterator[str]:
    yield from _names("families", diff.families)
    for item in diff.reordered:
        what = "the families" if item.family is None else f"family {item.family}"
        yield f"order of {what}:"
        yield f"  - {', '.join(item.before)}"
        yield f"  + {', '.join(item.after)}"
    yield from _names("always-on tools", diff.always_on)
    for change in diff.profiles:
        yield f"profile {change.profile}: {_list(change.before)} -> {_list(change.after)}"
    for setting in diff.settings:
        yield f"{setting.setting}: {_value(setting.before)} -> {_value(setting.after)}"
    yield from _names("forbidden strings", diff.forbidden)


def _names(what: str, names: NameChanges) -> Iterator[str]:
    if names:
        yield f"{what}:"
        yield from (f"  - {name}" for name in names.removed)
        yield from (f"  + {name}" for name in names.added)


def _counts(pairs: Sequence[CountsPair]) -> Iterator[str]:
    if not any(pair.changed for pair in pairs):
        return
    rows = [("counts", *COUNT_NAMES), *(_row(pair) for pair in pairs)]
    widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
    for row in rows:
        cells = (cell.ljust(width) for cell, width in zip(row, widths, strict=True))
        yield "  ".join(cells).rstrip()


def _row(pair: CountsPair) -> tuple[str, ...]:
    cells = [f"  {pair.profile}"]
    for name in COUNT_NAMES:
        before = str(getattr(pair.before, name)) if pair.before else _NONE
        after = str(getattr(pair.after, name)) if pair.after else _NONE
        cells.append(before if before == after else f"{before} -> {after}")
    return tuple(cells)


def _templates(diff: EditionDiff) -> Iterator[str]:
    for pair in diff.templates:
        if pair.changed:
            yield f"template {pair.name}:"
            yield f"  {_words(pair)}"


def _sentences(diff: EditionDiff) -> Iterator[str]:
    for pair in diff.sentences:
        if not pair.changed:
            continue
        if pair.before is None or pair.after is None:
            owner = diff.after if pair.before is None else diff.before
            yield f"profile {pair.profile}, {pair.name}: only in {owner}"
        else:
            yield f"profile {pair.profile}, {pair.name}:"
            yield f"  {_words(pair)}"


def _words(pair: TextPair) -> str:
    return show_change(pair.before or "", pair.after or "").strip()


def _list(names: Sequence[str] | None) -> str:
    return _NONE if names is None else ", ".join(names)


def _value(value: str | None) -> str:
    return _NONE if value is None else value or "(empty)"
