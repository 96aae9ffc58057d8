"""Content to Markdown, and a region's new text into a page."""

from collections.abc import Iterator, Sequence
from itertools import groupby

from ai_memory_spec.regions.content import (
    Anchor,
    Bullets,
    Code,
    Content,
    Deleted,
    Fence,
    Image,
    Inserted,
    Line,
    Link,
    Paragraphs,
    Span,
    Table,
    Text,
)
from ai_memory_spec.regions.escape import code_block, code_span, escape_line_start, escape_text
from ai_memory_spec.regions.region import Page, Region


def render_content(content: Content) -> str:
    """Block Markdown for any content; LF between lines, none at the end."""
    match content:
        case tuple():
            return "\n\n".join(render_content(block) for block in content)
        case Line():
            return _paragraph(content)
        case Fence():
            return code_block(content.text, content.language)
        case Table():
            return _render_table(content)
        case Bullets():
            if not content.items:
                return "None."
            return "\n".join(f"- {escape_line_start(render_line(item))}" for item in content.items)
        case Paragraphs():
            return "\n\n".join(_paragraph(item) for item in content.lines)


def render_line(content: Line) -> str:
    """Inline Markdown on one physical line; fit for a sentence, a heading and a table cell."""
    text = ""
    for span in _merged(content.spans):
        text += _render_span(span, after_backtick=text.endswith("`"))
    return text


def _paragraph(content: Line) -> str:
    """A line as a block of its own; a picture in front is meant to be one."""
    rendered = render_line(content)
    starts_with_picture = bool(content.spans) and isinstance(content.spans[0], Image)
    return rendered if starts_with_picture else escape_line_start(rendered)


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


def _merged(spans: Sequence[Span]) -> Iterator[Span]:
    """The spans with neighbouring texts as one: escaping looks at what stands side by side."""
    for is_text, group in groupby(spans, key=lambda span: isinstance(span, Text)):
        if is_text:
            yield Text(text="".join(span.text for span in group if isinstance(span, Text)))
        else:
            yield from group


def _render_span(span: Span, *, after_backtick: bool) -> str:
    match span:
        case Code():
            return code_span(span.text, after_backtick=after_backtick)
        case Link():
            return f"[{escape_text(span.text)}]({span.target})"
        case Image():
            return f"![{escape_text(span.alt)}]({span.target})"
        case Anchor():
            # An element that GitHub and Python-Markdown both keep; attribute lists are neither's.
            return f'<a id="{span.name}"></a>'
        case Deleted():
            # No Markdown for these is read alike everywhere; inline HTML is.
            return f"<del>{escape_text(span.text)}</del>"
        case Inserted():
            return f"<ins>{escape_text(span.text)}</ins>"
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
