"""Differences as region content: tables, and word diffs with deleted and inserted runs.

The one form that region kinds and the Markdown report share, so that escaping is decided where
all regions have it decided.
"""

from collections.abc import Iterable, Sequence

from ai_memory_spec.drift.words import diff_words
from ai_memory_spec.editing.difference import (
    CountsPair,
    EditionDiff,
    NameChanges,
    Reordered,
    TextPair,
)
from ai_memory_spec.phrasing import COUNT_NAMES
from ai_memory_spec.regions import (
    Code,
    Deleted,
    Inserted,
    Line,
    Table,
    Text,
    code_list,
    line,
)

Span = Text | Code | Deleted | Inserted
ABSENT = "–"
"""Stands for what an edition does not have."""
ARROW = " → "
SAME = "the same in both"


SETTING_WORDS = {
    "summary_counts_always_on": "whether summary counts always-on tools",
    "preview_loaded": "how many loaded tools to_describe_to_user names",
    "preview_unloaded": "how many tools on demand it names",
    "strip_prefix": "what a tool loses of its name there",
}
"""What each setting of `[phrasing]` is, for readers of a table."""


def word_line(before: str | None, after: str | None) -> Line:
    """Both texts as one line: what only the first has is deleted, only the second inserted."""
    spans: list[Span] = []
    for change in diff_words(before or "", after or ""):
        if change.same:
            spans.append(Text(text=change.before))
            continue
        if change.before:
            spans.append(Deleted(text=change.before))
        if change.after:
            spans.append(Inserted(text=change.after))
    return Line(tuple(spans))


def counts_table(diff: EditionDiff) -> Table:
    """Counts of every named profile, first edition → second edition."""
    return Table(
        head=("Profile", *COUNT_NAMES),
        rows=tuple(
            (line(Code(text=pair.profile)), *(line(_count(pair, name)) for name in COUNT_NAMES))
            for pair in diff.counts
        ),
        numeric=frozenset(range(1, len(COUNT_NAMES) + 1)),
    )


def tools_table(diff: EditionDiff) -> Table:
    """Families with the tools that were added, removed, or came from another family."""
    rows: list[tuple[Line, ...]] = []
    for size in diff.family_sizes:
        moved: list[Span] = []
        for item in diff.moved:
            if item.after == size.family:
                moved += [Text(text=", ")] if moved else []
                moved += [Code(text=item.tool), Text(text=" from "), Code(text=item.before)]
        rows.append(
            (
                line(Code(text=size.family)),
                line(_sides(size.before, size.after)),
                _names(item.tool for item in diff.added if item.family == size.family),
                _names(item.tool for item in diff.removed if item.family == size.family),
                Line(tuple(moved)) if moved else line("none"),
            )
        )
    total = _sides(diff.total_before, diff.total_after)
    numbers = (len(diff.added), len(diff.removed), len(diff.moved))
    rows.append((line("all"), line(total), *(line(str(number)) for number in numbers)))
    return Table(
        head=("Family", "Tools", "Added", "Removed", "Moved here"),
        rows=tuple(rows),
        numeric=frozenset({1}),
    )


def rules_table(diff: EditionDiff) -> Table:
    """Everything else that differs: families, order, profiles, always-on tools, settings."""
    rows: list[tuple[Line, ...]] = []
    for what, names in (("families", diff.families), ("always-on tools", diff.always_on)):
        rows += _name_rows(what, names)
    rows += [_order_row(item) for item in diff.reordered]
    for change in diff.profiles:
        rows.append(
            (
                line("profile ", Code(text=change.profile)),
                _optional_list(change.before),
                _optional_list(change.after),
            )
        )
    for setting in diff.settings:
        rows.append(
            (
                _setting(setting.setting),
                _optional(setting.before),
                _optional(setting.after),
            )
        )
    rows += _name_rows("forbidden strings", diff.forbidden)
    return Table(head=("What", diff.before, diff.after), rows=tuple(rows))


def _setting(name: str) -> Line:
    words = SETTING_WORDS.get(name)
    return line(words, " (", Code(text=name), ")") if words else line(Code(text=name))


def templates_table(diff: EditionDiff) -> Table:
    """Word diffs of the templates; one that only one edition has is deleted or inserted whole."""
    return Table(
        head=("Template", "Words"),
        rows=tuple(
            (
                line(Code(text=pair.name)),
                word_line(pair.before, pair.after) if pair.changed else line(SAME),
            )
            for pair in diff.templates
        ),
    )


def sentences_table(diff: EditionDiff) -> Table:
    """Word diffs of both sentences of every named profile."""
    return Table(
        head=("Profile", "Field", "Words"),
        rows=tuple(
            (line(Code(text=pair.profile or "")), line(Code(text=pair.name)), _words(diff, pair))
            for pair in diff.sentences
        ),
    )


def _words(diff: EditionDiff, pair: TextPair) -> Line:
    if pair.before is None or pair.after is None:
        owner = diff.after if pair.before is None else diff.before
        return line("only in ", Code(text=owner))
    return word_line(pair.before, pair.after) if pair.changed else line(SAME)


def _count(pair: CountsPair, name: str) -> str:
    before = getattr(pair.before, name) if pair.before else None
    after = getattr(pair.after, name) if pair.after else None
    return _sides(before, after)


def _sides(before: int | None, after: int | None) -> str:
    if before == after:
        return str(before)
    return ARROW.join(ABSENT if side is None else str(side) for side in (before, after))


def _names(names: Iterable[str]) -> Line:
    listed = tuple(names)
    return code_list(listed) if listed else line("none")


def _name_rows(what: str, names: NameChanges) -> list[tuple[Line, ...]]:
    if not names:
        return []
    return [(line(f"{what} that only one has"), _names(names.removed), _names(names.added))]


def _order_row(item: Reordered) -> tuple[Line, ...]:
    what = (
        line("order of the families")
        if item.family is None
        else line("order in ", Code(text=item.family))
    )
    return (what, code_list(item.before), code_list(item.after))


def _optional(value: str | None) -> Line:
    return line(ABSENT) if value is None else line(Code(text=value) if value else "(empty)")


def _optional_list(names: Sequence[str] | None) -> Line:
    return line(ABSENT) if names is None else code_list(names)
