"""Content to Markdown: two readers see what was meant, whatever the words are."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from ai_memory_spec.phrasing import EditionShelf
from ai_memory_spec.regions import (
    Bullets,
    Code,
    Content,
    Deleted,
    Fence,
    Inserted,
    Line,
    Link,
    Paragraphs,
    Table,
    Text,
    code_list,
    line,
    make_kind,
    render_content,
    render_line,
    render_page,
)
from tests.regions.hostile import TEXTS
from tests.regions.readers import Seen, read_commonmark, read_python_markdown, squeeze

SHELF = EditionShelf()
BRACES = str.maketrans({"{": "&#123;", "}": "&#125;"})


def flat(text: str) -> str:
    """What is left of a text on one line, by the documented rule.

    A line break with the blanks around it, or a tab, becomes a blank; what no reader can show
    becomes U+FFFD.
    """
    text = re.sub(r"[ \t]*(\r\n|[\r\n\u2028\u2029\x85])[ \t\r\n]*", " ", text).replace("\t", " ")
    return re.sub(r"[\x00-\x1f\x7f-\x9f\ud800-\udfff]", "\ufffd", text)


def block(text: str) -> str:
    """What is left of the text of a code block: all lines, but no empty ones at the ends."""
    text = re.sub(r"\r\n|\r", "\n", text)
    return re.sub(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\ud800-\udfff]", "\ufffd", text).strip("\n")


# ---- One line of text ---------------------------------------------------------------------------

INLINE_PLACES = {
    "sentence": ("before {} after", "before {} after"),
    "item": ("- word {} after\n- next", "word {} after next"),
    "heading": ("# word {} after", "word {} after"),
    "end of heading": ("# word {}", "word {}"),
    "cell": ("| h | k |\n| --- | --- |\n| {} | z |", "h k {} z"),
    "head of table": ("| {} | k |\n| --- | --- |\n| y | z |", "{} k y z"),
    "quote": ("> word {} after", "word {} after"),
}
"""A page around an inline region, and what a person reads there."""

CONTAINER_PLACES = {
    "admonition": ("!!! note\n\n    word {} after", "Note word {} after"),
    "details": ('??? tip "T"\n\n    word {} after', "T word {} after"),
    "tab": ('=== "T"\n\n    word {} after', "T word {} after"),
}
"""The same in containers, which only Python-Markdown knows."""


@pytest.mark.parametrize("more", [False, True], ids=["material", "with more extensions"])
@pytest.mark.parametrize("span", [Text, Code, Deleted, Inserted])
@settings(max_examples=100)
@example("8 of 51 tools (core): <family> `x` | {{ y }}")
@example("http://a.example/ and www.example.com and a@b.example")
@example("\u00a0")
@example("^\t^")
@given(TEXTS)
def test_any_words_read_alike_in_every_place(
    span: Callable[..., Any], more: bool, text: str
) -> None:
    """Both readers show exactly the words, in a sentence, item, heading, cell, quote, container.

    Proves: generated text means the same to GitHub (CommonMark + GFM tables) and to
    Python-Markdown.
    """
    markdown = render_line(line(span(text=text)))
    assert "\n" not in markdown
    assert "\r" not in markdown
    for page, seen in (INLINE_PLACES | CONTAINER_PLACES).values():
        expected = squeeze(seen.format(flat(text)))
        html = read_python_markdown(page.format(markdown), more=more)
        assert Seen(html).text == expected, (page, html)
        if page in dict(INLINE_PLACES.values()):
            html = read_commonmark(page.format(markdown))
            assert Seen(html).text == expected, (page, html)


@settings(max_examples=150)
@example("a  b")
@example(" a ")
@example("")
@given(TEXTS)
def test_code_keeps_every_blank(text: str) -> None:
    """Code is code in both readers, with its blanks as they are."""
    page = f"before {render_line(line(Code(text=text)))} after"
    for html in (read_commonmark(page), read_python_markdown(page)):
        assert Seen(html).codes == [flat(text)]


SPANS = st.lists(st.tuples(st.sampled_from([Text, Code]), TEXTS), min_size=2, max_size=4)


@settings(max_examples=150)
@example([(Code, "a"), (Code, "b")])
@example([(Text, "_"), (Text, "a_")])
@example([(Text, ":smile"), (Text, ":")])
@example([(Text, "http:"), (Text, "//x")])
@example([(Text, "\\"), (Code, "a\\"), (Text, "|"), (Code, "b")])
@given(SPANS)
def test_neighbours_do_not_change_each_other(parts: list[tuple[Callable[..., Any], str]]) -> None:
    """Spans side by side read as the same spans apart, however they are cut."""
    markdown = render_line(line(*(span(text=text) for span, text in parts)))
    # Texts in a row are one text: a line break at the seam takes the blanks around it along.
    joined: list[list[Any]] = []
    for span, text in parts:
        if joined and span is Text and joined[-1][0] is Text:
            joined[-1][1] += text
        else:
            joined.append([span, text])
    words = "".join(flat(text) for _, text in joined)
    page = f"| h | k |\n| --- | --- |\n| x {markdown} y | z |"
    for html in (read_commonmark(page), read_python_markdown(page)):
        assert Seen(html).rows[1] == [squeeze(f"x {words} y"), "z"]


@pytest.mark.parametrize(
    ("content", "markdown"),
    [
        (line("8 of 51 tools"), "8 of 51 tools"),
        (line("a_b and _c_"), "a_b and &#95;c&#95;"),
        (line("{{ x }} {% y %} { .c }"), "{{ x }} {% y %} { .c }".translate(BRACES)),
        (line("x ", Code(text="core,archive"), " y"), "x `core,archive` y"),
        (line(Code(text="a|b")), "<code>a&#124;b</code>"),
        (line(Code(text="{{ x }}")), "<code>&#123;&#123; x &#125;&#125;</code>"),
        (line(Code(text="--profile <family>")), "`--profile <family>`"),
        (line(Code(text="a"), Code(text="b")), "`a`<code>b</code>"),
        (line(Code(text=" a ")), "<code>&#32;a&#32;</code>"),
        (line("a\r\nb  \n\n c\td"), "a b c d"),
        (line(Link(text="a]b", target="x.md#y")), "[a&#93;b](x.md#y)"),
        (code_list(["a", "b"]), "`a`, `b`"),
        (code_list([]), ""),
    ],
)
def test_a_line_is_written_so(content: Line, markdown: str) -> None:
    """Plain words stay plain; what a reader acts on is a character reference."""
    assert render_line(content) == markdown


# ---- Blocks --------------------------------------------------------------------------------------

BLOCK_PLACES = {
    "top": "",
    "four-space item": "- item\n\n    ",
    "nested item": "- item\n\n    - inner\n\n        ",
    "two-space item": "- item\n\n  ",
    "three-space item": "1. item\n\n   ",
    "quote": "> quoted\n>\n> ",
    "item in a quote": "> - item\n>\n>     ",
    "admonition": "!!! note\n\n    ",
    "details": '??? tip "T"\n\n    ',
    "tab": '=== "T"\n\n    ',
    "item in a container": "!!! note\n\n    - item\n\n        ",
}
"""What stands before a block region; its last line is the indentation."""

NOT_FOR_COMMONMARK = {"admonition", "details", "tab", "item in a container"}
NOT_FOR_PYTHON_MARKDOWN = {"two-space item", "three-space item"}
"""Python-Markdown nests at four spaces only; the finder says so as advice."""


def page_with(content: Content, place: str) -> str:
    """A page with one block region of this content, generated; a paragraph follows."""

    @make_kind("x", "block")
    def kind() -> Content:
        """X."""
        return content

    before = BLOCK_PLACES[place]
    indent = before.rpartition("\n")[2]
    page = f"{before}<!-- live:x -->\n{indent}<!-- /live -->\n\nend of page\n"
    rendered = render_page(page, "page.md", {"x": kind}, SHELF)
    assert {problem.rule for problem in rendered.problems} <= {"list.indent"}
    again = render_page(rendered.text, "page.md", {"x": kind}, SHELF)
    assert [item.stale for item in again.regions] == [False]
    assert again.text == rendered.text
    return rendered.text


def each_reading(content: Content, place: str) -> list[Any]:
    """What a person sees of that page in each reader that can show it."""
    page = page_with(content, place)
    seen = []
    if place not in NOT_FOR_COMMONMARK:
        seen.append(Seen(read_commonmark(page)))
    if place not in NOT_FOR_PYTHON_MARKDOWN:
        seen.append(Seen(read_python_markdown(page)))
        seen.append(Seen(read_python_markdown(page, more=True)))
    assert all(each.text.endswith("end of page") for each in seen)
    return seen


@pytest.mark.parametrize("place", BLOCK_PLACES)
@settings(max_examples=25)
@example("Find a recipe.\r\n\r\n- by name\r\n- by colour", "a\nb")
@given(TEXTS, TEXTS)
def test_a_table_has_the_same_cells_in_both_readers(place: str, one: str, two: str) -> None:
    """Every row is one physical line with as many cells as the head, and each cell its words."""
    table = Table(
        head=("a", one, "c"),
        rows=(
            (line(two), line(Code(text=one)), line("z")),
            (line(one), line(Code(text=two), " ", Code(text=one)), line("y")),
        ),
        numeric=frozenset({2}),
    )
    assert len(render_content(table).split("\n")) == 4
    first, second = squeeze(flat(one)), squeeze(flat(two))
    both = squeeze(f"{flat(two)} {flat(one)}")
    for seen in each_reading(table, place):
        assert seen.rows == [["a", first, "c"], [second, first, "z"], [first, both, "y"]]


@pytest.mark.parametrize("place", BLOCK_PLACES)
@settings(max_examples=40)
@example('```json\n{"a": 1}\n```\nend it with <!-- /live -->')
@example("a\tb\n \n  c ")
@example("\ufeff")
@example("{{ today }}\n\n{% raw %}")
@given(TEXTS)
def test_a_code_block_is_shown_byte_for_byte(place: str, text: str) -> None:
    """A code block holds its lines as they are, fences, markers, tabs and braces included."""
    for seen in each_reading(Fence(text=text), place):
        assert [shown.strip("\n") for shown in seen.blocks] == [block(text)]


@pytest.mark.parametrize("place", BLOCK_PLACES)
@settings(max_examples=25)
@example("    code", "1. x")
@example("!!! note", "# x #")
@given(TEXTS, TEXTS)
def test_lists_and_paragraphs_are_shown_as_such(place: str, one: str, two: str) -> None:
    """Words at the start of a paragraph or item start no other block."""
    content = (
        Paragraphs(lines=(line("first ", one), line(two), line(Code(text=one)))),
        Bullets(items=(line(one), line(Code(text=two)), line(two, " last"))),
        Fence(text="code"),
    )
    words = f"first {flat(one)} {flat(two)} {flat(one)} {flat(one)} {flat(two)} {flat(two)}"
    expected = squeeze(f"{words} last code end of page")
    for seen in each_reading(content, place):
        assert seen.text.endswith(expected), seen.text
        assert seen.tags.count("li") in (3, 4, 5)


@pytest.mark.parametrize(
    "place",
    ["four-space item", "nested item", "two-space item", "three-space item", "item in a quote"],
)
def test_the_list_around_a_region_stays_one_list(place: str) -> None:
    """The item after a generated block belongs to the same list and keeps its number."""
    content = (Table(head=("a",), rows=((line("b"),),)), Fence(text="x\n\ny"))
    next_item = {"three-space item": "2. last", "item in a quote": ">\n> - last"}
    page = page_with(content, place).replace("end of page", next_item.get(place, "- last"))
    if place == "item in a quote":
        page = page.replace("\n\n>", "\n>")
    html = read_commonmark(page)
    assert html.count("<ol") + html.count("<ul") == (2 if place == "nested item" else 1)
    assert re.search(r"<li>\s*(<p>)?last", html)


@pytest.mark.parametrize(
    ("content", "markdown"),
    [
        (line("# 8"), "&#35; 8"),
        (line("12. x"), "12&#46; x"),
        (line("  - x"), "&#45; x"),
        (Fence(text="a", language="sh"), "```sh\na\n```"),
        (Fence(text="\n```` x\n"), "`````text\n```` x\n`````"),
        (Fence(text="a\tb\n{x}"), "<pre><code>a&#9;b&#10;&#123;x&#125;</code></pre>"),
        (Fence(text="a \nb"), "<pre><code>a&#32;&#10;b</code></pre>"),
        (Fence(text=""), "```text\n\n```"),
        (Bullets(items=(line("a"), line(Code(text="b")))), "- a\n- `b`"),
        (Bullets(items=()), "None."),
        (Table(head=("a",), rows=()), "None."),
        (
            Table(head=("a|b", "n"), rows=((line("c"), line("1")),), numeric=frozenset({1})),
            "| a&#124;b | n |\n| --- | ---: |\n| c | 1 |",
        ),
        ((line("a"), Fence(text="b")), "a\n\n```text\nb\n```"),
    ],
)
def test_a_block_is_written_so(content: Content, markdown: str) -> None:
    """Blocks stand apart by one blank line; a table without rows says so."""
    assert render_content(content) == markdown
