"""A difference as Markdown, for a pull request or a page."""

from collections.abc import Iterator

from ai_memory_spec.editing.content import (
    counts_table,
    rules_table,
    sentences_table,
    templates_table,
    tools_table,
)
from ai_memory_spec.editing.difference import EditionDiff
from ai_memory_spec.regions import Code, Content, line, render_content, render_line


def render_diff_markdown(diff: EditionDiff) -> str:
    """What differs, under headings of the second level and below; ends with a newline.

    Deleted and inserted words are `<del>` and `<ins>`, which GitHub and Python-Markdown both
    keep.
    """
    title = line("Edition ", Code(text=diff.before), " → ", Code(text=diff.after))
    pieces = [f"## {render_line(title)}"]
    if not diff.differs:
        pieces.append("No difference.")
    for heading, content in _sections(diff):
        pieces += [f"### {heading}", render_content(content)]
    return "\n\n".join(pieces) + "\n"


def _sections(diff: EditionDiff) -> Iterator[tuple[str, Content]]:
    if diff.added or diff.removed or diff.moved:
        yield "Tools", tools_table(diff)
    rules = rules_table(diff)
    if rules.rows:
        yield "Rules", rules
    if any(pair.changed for pair in diff.counts):
        yield "Counts", counts_table(diff)
    if any(pair.changed for pair in diff.templates):
        yield "Templates", templates_table(diff)
    if any(pair.changed for pair in diff.sentences):
        yield "Sentences", sentences_table(diff)
