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
    Kind,
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


def kind_of(name: str, content: Content) -> Kind:
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
PADDED = T.replace("| b |", "| b      |").replace("--- |\n", "------ |\n")


def sentence(text: str, before: str = "x") -> str:
    """A page with this text in a sentence; in the first line it begins at column 18."""
    return f"{before} <!-- live:s -->{text}<!-- /live -->"


def block(name: str, text: str, prefix: str = "", eol: str = "\n") -> str:
    """A page with this text in a block; it begins on line 3."""
    page = f"<!-- live:{name} -->\n\n{text}\n\n<!-- /live -->"
    return eol.join(f"{prefix}{line}" for line in page.split("\n"))


SENTENCES = [
    ("nothing", sentence(""), (1, 3)),
    ("another digit", sentence(S.replace("51", "52")), (1, 24)),
    ("a digit less", sentence(S.replace("51", "5")), (1, 23)),
    ("a digit more", sentence(S.replace("51", "511")), (1, 25)),
    ("a word more", sentence(f"{S} x"), (1, 57)),
    ("a word less", sentence(S.replace(" really", "")), (1, 49)),
    ("another letter", sentence(S.replace("tools", "wools")), (1, 26)),
    ("after a character of two units", sentence(S.replace("51", "52"), "𝄞"), (1, 24)),
    ("wrapped", sentence(S.replace("51 ", "51\n").replace("are", "ars")), (2, 9)),
    ("wrapped in a quote", sentence(S.replace("51 ", "5\n> "), "> x"), (1, 25)),
    ("reescaped", sentence(S.replace("&lt;", "\\<").replace("really", "rally")), (1, 49)),
]

BLOCKS = [
    ("nothing", block("t", ""), (1, 1)),
    ("another digit", block("t", T.replace("y is 5", "y is 6")), (6, 14)),
    ("the same with CR LF", block("t", T.replace("y is 5", "y is 6"), eol="\r\n"), (6, 14)),
    ("the same in a quote", block("t", T.replace("y is 5", "y is 6"), "> "), (6, 16)),
    ("the same, padded", block("t", PADDED.replace("y is 5", "y is 6")), (6, 14)),
    ("a row less", block("t", T.replace("| `y` | y is 5 |\n", "")), (6, 4)),
    ("the last row less", block("t", T.rpartition("\n")[0]), (8, 1)),
    ("alignment", block("t", T.replace("--- |", "---:|", 1)), (4, 6)),
    ("another item, other bullets", block("l", "* one\n* tvo\n* three"), (4, 4)),
    ("an item less", block("l", "- one\n- two"), (6, 1)),
    ("an item more", block("l", "- one\n- two\n- three\n- four"), (6, 3)),
    ("in wrapped paragraphs", block("p", "first\nwords\n\nsecond\nwards"), (7, 2)),
    ("a blank in code", block("f", "```text\n- one\n\n  two three\n```"), (6, 7)),
    ("another language", block("f", "```sh\n- one\n\n  two  three\n```"), (3, 4)),
    ("a tab", block("p", "first words\n\n\tsecond words"), (5, 1)),
    ("cramped", "> <!-- live:l -->\n> - one\n> - two\n> - three\n> <!-- /live -->", (1, 3)),
]


@pytest.mark.parametrize(
    ("text", "place"),
    [pytest.param(text, place, id=what) for what, text, place in SENTENCES + BLOCKS],
)
def test_the_place_is_the_first_character_that_differs(text: str, place: tuple[int, int]) -> None:
    """Formatting aside; the closing marker where text is missing at the end."""
    assert place_of(text) == place
