"""Content to Markdown, and a region's new text into a page."""

from ai_memory_spec.regions.content import (
    Bullets,
    Code,
    Content,
    Fence,
    Line,
    Link,
    Paragraphs,
    Span,
    Table,
)
from ai_memory_spec.regions.escape import code_block, code_span, escape_line_start, escape_text
from ai_memory_spec.regions.find import Page, Region


def render_content(content: Content) -> str:
    """Block Markdown for any content; LF between lines, none at the end."""
    match content:
        case tuple():
            return "\n\n".join(render_content(block) for block in content)
        case Line():
            return escape_line_start(render_line(content))
        case Fence():
            return code_block(content.text, content.language)
        case Table():
            return _render_table(content)
        case Bullets():
            if not content.items:
                return "None."
            return "\n".join(f"- {escape_line_start(render_line(item))}" for item in content.items)
        case Paragraphs():
            return "\n\n".join(escape_line_start(render_line(item)) for item in content.lines)


def render_line(content: Line) -> str:
    """Inline Markdown on one physical line; fit for a sentence, a heading and a table cell."""
    return "".join(_render_span(span) for span in content.spans)


def replacement(region: Region, live: str, page: Page) -> str:
    """The page text between the region's markers that holds this live Markdown.

    A block stands between blank lines, with the opening marker's indentation before each line
    and the line ending that most lines of the page have.
    """
    eol = page.lines.eol
    if not region.is_block:
        return live
    bare = region.prefix.rstrip()
    body = [f"{region.prefix}{line}" if line else bare for line in ["", *live.split("\n"), ""]]
    return eol + eol.join(body) + eol + region.prefix


def _render_span(span: Span) -> str:
    match span:
        case Code():
            return code_span(span.text)
        case Link():
            return f"[{escape_text(span.text)}]({span.target})"
        case _:
            return escape_text(span.text)


def _render_table(table: Table) -> str:
    if not table.rows:
        return "None."
    head = " | ".join(escape_text(name) for name in table.head)
    rule = " | ".join(
        "---:" if index in table.numeric else "---" for index in range(len(table.head))
    )
    rows = [" | ".join(render_line(cell) for cell in row) for row in table.rows]
    return "\n".join(f"| {row} |" for row in [head, rule, *rows])
