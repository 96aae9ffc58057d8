"""A page with fresh regions: only regions change, and they change once."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ai_memory_spec.phrasing import EditionShelf
from ai_memory_spec.regions import (
    Bullets,
    Code,
    Content,
    Fence,
    Page,
    RenderedPage,
    Table,
    line,
    make_kind,
    render_page,
)
from tests.regions.hostile import TEXTS

SHELF = EditionShelf()
WORDS = "8 of 51 <tools>, | and `code`"


@make_kind("words", "line")
def words_kind() -> Content:
    """Words."""
    return line(WORDS, Code(text="a|b"))


@make_kind("table", "block")
def table_kind() -> Content:
    """A table."""
    return Table(head=("a", "b"), rows=((line(WORDS), line("9")), (line("x"), line("10"))))


@make_kind("mixed", "block")
def mixed_kind() -> Content:
    """Everything."""
    fence = Fence(text="```\n<!-- /live -->\n\n{{ x }}\tend")
    return (Bullets(items=(line(WORDS), line("2"))), fence, Fence(text="x\n\ny"))


KINDS = {kind.name: kind for kind in (words_kind, table_kind, mixed_kind)}


def render(text: str) -> RenderedPage:
    return render_page(text, "page.md", KINDS, SHELF)


def outside(text: str, page: Page) -> list[str]:
    """The text before, between and behind the regions, markers included."""
    ends = [0, *(region.end for region in page.regions)]
    starts = [*(region.start for region in page.regions), len(text)]
    return [text[end:start] for end, start in zip(ends, starts, strict=True)]


# ---- Properties ----------------------------------------------------------------------------------

REGIONS = [
    "Words <!-- live:words -->{}<!-- /live --> end.",
    "- item <!-- live:words -->{}<!-- /live -->\n- <b>x</b> <!-- live:words --><!-- /live -->",
    "## Head <!-- live:words -->{}<!-- /live --> {{: #a }}",
    "| a | b |\n| --- | --- |\n| <!-- live:words -->{}<!-- /live --> | z |",
    "> quoted <!-- live:words -->{}<!-- /live -->",
    "<!-- live:table -->\n{}\n<!-- /live -->",
    "<!-- live:words -->\n{}\n<!-- /live -->",
    "Text\n<!-- live:mixed -->\n<!-- /live -->\ntext",
    "- item\n\n    <!-- live:mixed -->\n    {}\n    <!-- /live -->\n\n- item",
    "> <!-- live:table -->\n> {}\n> <!-- /live -->",
    "!!! note\n\n    <!-- live:mixed -->\n\n    {}\n\n    <!-- /live -->",
]
OTHERS = [
    *(
        "Text.",
        "# Head",
        "```\n<!-- live:words -->\n```",
        "Text.\n\n    <!-- /live -->",
        "* * *",
        "<br>",
    ),
    *(
        "`<!-- live:words -->`",
        "<!-- live demo -->",
        "<pre>\n<!-- live:x\n</pre>",
        "Line  \nbreak\\",
    ),
]
FRONT = ["", "---\ntitle: <!-- live:words -->x\n---\n", "\ufeff", "\ufeff---\na: b # ö\n---\n"]

pages = st.builds(
    lambda front, blocks, eol, last: (front + "\n\n".join(blocks) + last).replace("\n", eol),
    st.sampled_from(FRONT),
    st.lists(
        st.one_of(
            st.sampled_from(OTHERS),
            st.builds(str.format, st.sampled_from(REGIONS), st.sampled_from(["old", "8 of", ""])),
        ),
        max_size=6,
    ),
    st.sampled_from(["\n", "\r\n", "\r"]),
    st.sampled_from(["", "\n", "\n\n"]),
)
"""Pages without mistakes."""


@settings(max_examples=150)
@given(pages)
def test_what_stands_outside_regions_never_moves(text: str) -> None:
    """Regions alone change, once, and are in step then.

    Proves: generate is idempotent; bytes outside regions never move; generate then check is clean.
    """
    first = render(text)
    assert first.problems == ()
    again = render(first.text)
    assert outside(first.text, again.page) == outside(text, first.page)
    assert again.text == first.text
    assert [item.stale for item in again.regions] == [False] * len(first.regions)
    assert [item.region.id for item in again.regions] == [item.region.id for item in first.regions]


@settings(max_examples=150)
@given(
    st.lists(
        st.one_of(
            TEXTS,
            st.sampled_from(
                [
                    *("<!-- live:words -->", "<!-- /live -->", "<!-- live:table -->\n", "\n"),
                    *("\n<!-- /live -->\n", "<!-- live:mixed", "-->", "\n\n", "- ", "> ", "    "),
                    *("| a | b |\n| - | - |\n| ", " | ", "`", "```\n", "<div>\n", "!!! note\n    "),
                ]
            ),
        ),
        max_size=12,
    ).map("".join)
)
def test_no_page_is_too_broken_to_be_read(text: str) -> None:
    """Any text gives regions and problems; a page with problems keeps what is outside, too."""
    first = render(text)
    for region in first.page.regions:
        assert text[region.opening.start : region.opening.end] == region.opening.source
        assert region.opening.end <= region.closing.start
    again = render(first.text)
    assert outside(first.text, again.page) == outside(text, first.page)
    assert again.text == first.text


# ---- Examples ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("page", "expected"),
    [
        (
            "a <!-- live:words -->old\ntext<!-- /live --> b",
            (
                "a <!-- live:words -->8 of 51 &lt;tools&gt;, &#124; and &#96;code&#96;"
                "<code>a&#124;b</code><!-- /live --> b"
            ),
        ),
        (
            "- x\n\n    <!-- live:mixed -->\n    <!-- /live -->",
            (
                "- x\n\n    <!-- live:mixed -->\n\n"
                "    - 8 of 51 &lt;tools&gt;, &#124; and &#96;code&#96;\n    - 2\n\n"
                "    <pre><code>&#96;&#96;&#96;&#10;&#60;&#33;&#45;&#45;&#32;&#47;live&#32;&#45;"
                "&#45;&#62;&#10;&#10;&#123;&#123;&#32;x&#32;&#125;&#125;&#9;end</code></pre>\n\n"
                "    ```text\n    x\n\n    y\n    ```\n\n    <!-- /live -->"
            ),
        ),
        (
            "> <!-- live:table -->\r\n> | a |\r\n> <!-- /live -->\r\nlast\n",
            (
                "> <!-- live:table -->\r\n>\r\n> | a | b |\r\n> | --- | --- |\r\n"
                "> | 8 of 51 &lt;tools&gt;, &#124; and &#96;code&#96; | 9 |\r\n"
                "> | x | 10 |\r\n>\r\n> <!-- /live -->\r\nlast\n"
            ),
        ),
    ],
)
def test_a_region_is_written_with_the_indentation_of_its_marker(page: str, expected: str) -> None:
    """Blank lines beside the markers, the prefix on every line, the page's own line ending."""
    assert render(page).text == expected


def test_a_region_that_means_the_same_is_left_as_it_is() -> None:
    """Whatever a formatter has made of it, nothing is rewritten."""
    page = render("<!-- live:table -->\n<!-- /live -->").text
    padded = page.replace("| x | 10 |", "| x    |    10 |").replace("| --- | --- |", "|:---|---|")
    assert render(padded.replace("|:---", "| ---")).text == padded.replace("|:---", "| ---")


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("-->\n\n    |", "-->\n    |"),
        ("|\n\n    <!-- /", "|\n    <!-- /"),
        ("    | x", "  | x"),
        ("    | x", "    x"),
        ("table -->\n", "table --> \n"),
    ],
)
def test_a_region_that_only_commonmark_reads_right_is_written_anew(old: str, new: str) -> None:
    """Python-Markdown would not show the table; the finding is about the layout."""
    page = render("- item\n\n    <!-- live:table -->\n    <!-- /live -->").text
    assert page.count(old) == 1
    rendered = render(page.replace(old, new))
    (item,) = rendered.regions
    assert (item.differs, item.misshaped, item.stale) == (False, True, True)
    assert rendered.text == page


def test_regions_with_mistakes_keep_their_text() -> None:
    """The sound regions of the page are rendered, those with anything wrong are not touched."""
    page = (
        "<!-- live:table -->\n\nx <!-- live:words -->old<!-- /live --> y\n\n<!-- /live -->\n\n"
        "x <!-- live:words -->old<!-- /live --> y <!-- live:words a=1 -->old<!-- /live -->\n"
    )
    rendered = render(page)
    assert [problem.rule for problem in rendered.problems] == ["marker.nested", "marker.argument"]
    assert rendered.text.count("old") == 2
