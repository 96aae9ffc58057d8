"""The place of a finding: the first character that differs, as an editor counts."""

from pathlib import Path

import pytest

from ai_memory_spec.drift.markdown import ReadPage, page_findings
from ai_memory_spec.phrasing import EditionShelf
from ai_memory_spec.regions import (
    Bullets,
    Code,
    Content,
    Fence,
    Paragraphs,
    Table,
    line,
    make_kind,
    render_page,
)

CONTENTS: dict[str, Content] = {
    "s": line("8 of 51 tools are <open>, really"),
    "t": Table(
        head=("a", "b"),
        rows=tuple((line(Code(text=name)), line(f"{name} is 5")) for name in "xyz"),
    ),
    "l": Bullets(items=(line("one"), line("two"), line("three"))),
    "p": Paragraphs(lines=(line("first words"), line("second words"))),
    "f": Fence(text="- one\n\n  two  three"),
}


def kind_of(name: str, content: Content):
    @make_kind(name, "line" if name == "s" else "block")
    def kind() -> Content:
        """X."""
        return content

    return kind


KINDS = {name: kind_of(name, content) for name, content in CONTENTS.items()}


def place_of(text: str) -> tuple[int | None, int | None]:
    """Line and column of the page's only finding."""
    rendered = render_page(text, "page.md", KINDS, EditionShelf())
    page = ReadPage(path=Path("page.md"), name="page.md", text=text, rendered=rendered)
    (finding,) = [each for each in page_findings(page) if each.rule == "region.stale"]
    return finding.line, finding.column


S = "8 of 51 tools are &lt;open&gt;, really"
T = "| a | b |\n| --- | --- |\n| `x` | x is 5 |\n| `y` | y is 5 |\n| `z` | z is 5 |"


@pytest.mark.parametrize(
    ("text", "place"),
    [
        # In a sentence; the content begins at column 17.
        ("x <!-- live:s --><!-- /live -->", (1, 3)),
        (f"x <!-- live:s -->{S.replace('51', '52')}<!-- /live -->", (1, 23)),
        (f"x <!-- live:s -->{S.replace('51', '5')}<!-- /live -->", (1, 23)),
        (f"x <!-- live:s -->{S.replace('51', '511')}<!-- /live -->", (1, 24)),
        (f"x <!-- live:s -->{S} x<!-- /live -->", (1, 58)),
        (f"x <!-- live:s -->{S.replace(', really', ',')}<!-- /live -->", (1, 48)),
        (f"x <!-- live:s -->{S.replace('tools', 'wools')}<!-- /live -->", (1, 26)),
        (f"𝄞 <!-- live:s -->{S.replace('51', '52')}<!-- /live -->", (1, 23)),
        (
            f"x <!-- live:s -->{S.replace('are', 'ars').replace('51 ', '51' + chr(10))}<!-- /live -->",
            (2, 9),
        ),
        (
            f"> x <!-- live:s -->{S.replace('are', 'ars').replace('51 ', '51' + chr(10) + '> ')}"
            "<!-- /live -->",
            (2, 11),
        ),
        # Formatted, and one character changed.
        (
            f"x <!-- live:s -->{S.replace('&lt;', chr(92) + '<').replace('really', 'rally')}"
            "<!-- /live -->",
            (1, 48),
        ),
        # In a table.
        (f"<!-- live:t -->\n\n{T.replace('y is 5', 'y is 6')}\n\n<!-- /live -->", (6, 14)),
        (f"<!-- live:t -->\r\n\r\n{T.replace('y is 5', 'y is 6')}\r\n\r\n<!-- /live -->", (6, 14)),
        (
            f"> <!-- live:t -->\n>\n> {T.replace('y is 5', 'y is 6').replace(chr(10), chr(10) + '> ')}"
            "\n>\n> <!-- /live -->",
            (6, 16),
        ),
        (
            f"<!-- live:t -->\n\n{T.replace('| `y` | y is 5 |' + chr(10), '')}\n\n<!-- /live -->",
            (6, 4),
        ),
        (f"<!-- live:t -->\n\n{T.rpartition(chr(10))[0]}\n\n<!-- /live -->", (8, 1)),
        (
            "<!-- live:t -->\n\n| a   | b      |\n| --- | ------ |\n| `x` | x is 5 |\n| `y` | y is 6 |\n"
            "| `z` | z is 5 |\n\n<!-- /live -->",
            (6, 14),
        ),
        (f"<!-- live:t -->\n\n{T.replace('--- |', '---:|', 1)}\n\n<!-- /live -->", (4, 6)),
        ("<!-- live:t -->\n\n<!-- /live -->", (1, 1)),
        # In a list, paragraphs and a code block.
        ("<!-- live:l -->\n\n* one\n* tvo\n* three\n\n<!-- /live -->", (4, 4)),
        ("<!-- live:l -->\n\n- one\n- two\n\n<!-- /live -->", (6, 1)),
        ("<!-- live:l -->\n\n- one\n- two\n- three\n- four\n\n<!-- /live -->", (6, 3)),
        ("<!-- live:p -->\n\nfirst\nwords\n\nsecond\nwards\n\n<!-- /live -->", (7, 2)),
        ("<!-- live:f -->\n\n```text\n- one\n\n  two three\n```\n\n<!-- /live -->", (6, 7)),
        ("<!-- live:f -->\n\n```sh\n- one\n\n  two  three\n```\n\n<!-- /live -->", (3, 4)),
        # Means the same, but stands so that Python-Markdown misreads it.
        ("<!-- live:p -->\n\nfirst words\n\n\tsecond words\n\n<!-- /live -->", (5, 1)),
        (
            "- i\n\n    <!-- live:l -->\n    - one\n    - two\n    - three\n    <!-- /live -->",
            (3, 5),
        ),
    ],
)
def test_the_place_is_the_first_character_that_differs(text: str, place: tuple[int, int]) -> None:
    """Formatting aside; the closing marker where text is missing at the end."""
    assert place_of(text) == place
