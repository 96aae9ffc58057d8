"""What a formatter may change is not drift; everything that a reader sees is."""

import pytest

from ai_memory_spec.regions import same_meaning
from ai_memory_spec.regions.same import has_lost_references, is_readable

TABLE = "| a | b |\n| --- | ---: |\n| `x` | 8 |\n| y&#124;z | 9 |"
LIST = "- a\n- `b`"
FENCE = "```text\na  b\n```"
PLAIN = "8 of 51 tools, a&#95; and &lt;b&gt; c"

SAME = {
    "blank lines beside markers": (TABLE, f"\n{TABLE}\n\n", True),
    "padded cells": (
        TABLE,
        "| a     |   b |\n| ----- | --: |\n| `x`   |   8 |\n| y\\|z  |   9 |",
        True,
    ),
    "other bullets": (LIST, "* a\n* `b`", True),
    "more blanks after bullets": (LIST, "-   a\n-   `b`", True),
    "blank lines between items": (LIST, "- a\n\n- `b`", True),
    "other escapes": (PLAIN, "8 of 51 tools, a\\_ and \\<b> c", True),
    "wrapped lines": (PLAIN, "8 of 51\ntools, a&#95; and\n&lt;b&gt; c", True),
    "wrapped lines in a sentence": (PLAIN, "8 of 51\ntools, a&#95; and &lt;b&gt; c", False),
    "two blanks for one": (PLAIN, "8 of  51 tools, a&#95; and &lt;b&gt; c", False),
    "a longer fence": (FENCE, "````text\na  b\n````", True),
    "tildes": (FENCE, "~~~text\na  b\n~~~", True),
}

DIFFERENT = {
    "a digit": (TABLE, TABLE.replace("8", "7"), True),
    "a letter": (TABLE, TABLE.replace("x", "X"), True),
    "a dropped row": (TABLE, TABLE.rpartition("\n")[0], True),
    "a cell beyond the last column": (TABLE, f"{TABLE}x", True),
    "swapped rows": (TABLE, "\n".join(TABLE.split("\n")[at] for at in (0, 1, 3, 2)), True),
    "no longer code": (LIST, LIST.replace("`", ""), True),
    "emphasis": (LIST, "- *a*\n- `b`", True),
    "alignment": (TABLE, TABLE.replace("---:", "---"), True),
    "a lost item": (LIST, "- a", True),
    "another list": (LIST, "- a\n* `b`", True),
    "blanks in a code block": (FENCE, FENCE.replace("  ", " "), True),
    "blanks in code": ("`a  b`", "`a b`", False),
    "another language": (FENCE, FENCE.replace("text", "sh"), True),
    "a blank at the end of a sentence's value": ("8", "8 ", False),
    "a blank in front of it": ("8", " 8", False),
    "a line break at its end": ("8", "8\n", False),
    "a hard break": ("8 of 51", "8  \nof 51", False),
    "a blank that is none in ASCII": ("8 of 51", "8\u00a0of 51", False),
    "the same at the edge of a cell": (TABLE, TABLE.replace("`x` ", "`x`\u00a0"), True),
    "a character that is not seen": ("8", "8\u200b", False),
    "a backslash that only one reader drops": ("a, b", "a\\, b", False),
    "a pipe in backticks": (
        "| h |\n| --- |\n| <code>a&#124;b</code> |",
        "| h |\n| --- |\n| `a\\|b` |",
        True,
    ),
    "a comment": ("8", "8<!-- x -->", False),
    "a link": ("a", "[a](b)", False),
    "a definition": ("a", "a\n\n[x]: y", True),
}


@pytest.mark.parametrize("what", SAME)
def test_what_formatters_change_means_the_same(what: str) -> None:
    """Padding, bullets, blank lines, line breaks, escapes and fences do not count."""
    live, published, block = SAME[what]
    assert same_meaning(published, live, block=block)


@pytest.mark.parametrize("what", DIFFERENT)
def test_what_a_reader_sees_does_not(what: str) -> None:
    """One character of content, or of structure, is a difference."""
    live, published, block = DIFFERENT[what]
    assert not same_meaning(published, live, block=block)
    assert same_meaning(live, live, block=block)


@pytest.mark.parametrize(
    ("content", "contained", "readable"),
    [
        (f"\n{TABLE}\n", True, True),
        (TABLE, False, True),
        (TABLE, True, False),
        (f"\n{TABLE}", True, False),
        ("", True, True),
        (f"\nText\n\n{LIST}\n", True, True),
        (f"\nText\n{LIST}\n", False, False),
        (f"\n{FENCE}\n{LIST}\n", False, False),
        ("\n ```text\na\n```\n", False, False),
        ("\n```text\na\n ```\n", False, False),
        ("\na | b |\n| --- | --- |\n| c | d |\n", False, False),
        ("\n| a | b |\n| --- | ---\n| c | d |\n", False, False),
        ("\n- a\n-\tb\n", False, False),
        ("\n```text\na\n````\n", False, False),
        ("\n```text\na\n", False, False),
        ("\n text\n", False, False),
        ("\n- a\n - b\n", False, False),
        ("\n| a |\n | - |\n| b |\n", False, False),
        ("\n- a\n  more\n- b\n", False, True),
        ("\ntext\n  more\n", False, True),
        ("\n```text\na\n\n b\n```\n", True, True),
    ],
)
def test_python_markdown_needs_more_than_commonmark(
    content: str, contained: bool, readable: bool
) -> None:
    """Blank lines between blocks, beside markers in containers; pipes; no indented fence."""
    assert is_readable(content, contained=contained) is readable


def test_lost_references_are_noticed() -> None:
    """A formatter's `\\<` means the same to GitHub, and something else to Python-Markdown."""
    assert has_lost_references("a \\<b>", "a &lt;b&gt;")
    assert not has_lost_references("a &lt;b>", "a &lt;b&gt;")
