"""Lines and columns as an editor counts them."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ai_memory_spec.regions import Lines
from ai_memory_spec.regions.lines import to_lf

X = "a <!-- live:count -->"


@pytest.mark.parametrize(
    ("before", "line", "column"),
    [
        ("", 1, 3),
        ("one\n", 2, 3),
        ("one\r\n", 2, 3),
        ("one\r", 2, 3),
        ("\r\n\r\n\n\r", 5, 3),
        ("\ufeff", 1, 3),
        ("\ufeffone\n", 2, 3),
        ("\t", 1, 4),
        ("𝄞é", 1, 5),
        ("one\x0ctwo\x0bthree\x1cfour\n", 2, 3),
        ("one\u2028two\u2029three\x85four\n", 2, 3),
    ],
)
def test_only_line_endings_end_a_line(before: str, line: int, column: int) -> None:
    """LF, CR LF and CR count; form feeds and Unicode separators do not; a BOM has no column."""
    text = before + X
    assert Lines(text).place(text.index("<")) == (line, column)


@pytest.mark.parametrize(
    ("text", "eol"),
    [
        ("a", "\n"),
        ("a\nb\r\nc\n", "\n"),
        ("a\r\nb\r\nc\n", "\r\n"),
        ("a\rb\r", "\r"),
    ],
)
def test_the_line_ending_of_a_page_is_that_of_most_lines(text: str, eol: str) -> None:
    """What generated lines get."""
    assert Lines(text).eol == eol


@given(st.text(st.sampled_from("ab\r\n\u2028\x0c"), max_size=20))
def test_lines_and_their_ends_make_up_the_text(text: str) -> None:
    """Nothing is lost or doubled, and every offset belongs to the line that holds it."""
    lines = Lines(text)
    assert [*lines] == to_lf(text).split("\n")
    for offset in range(len(text)):
        index = lines.index(offset)
        assert lines.starts[index] <= offset
        assert index + 1 == len(lines) or offset < lines.starts[index + 1]
