"""Plain texts for programs: markers gone, words kept."""

import pytest

from ai_memory_spec.catalog import all_kinds
from ai_memory_spec.publish.texts import (
    TextPage,
    full_text,
    index_text,
    make_text_page,
    navigation,
    strip_markers,
)

CASES = {
    "inline": (
        "It has <!-- live:count of=tools -->51<!-- /live --> tools.\n",
        "It has 51 tools.\n",
    ),
    "block": (
        "Before.\n\n<!-- live:families -->\n\n| A |\n| --- |\n\n<!-- /live -->\n\nAfter.\n",
        "Before.\n\n| A |\n| --- |\n\nAfter.\n",
    ),
    "block at the end": (
        "Before.\n\n<!-- live:families -->\n\nText\n\n<!-- /live -->\n",
        "Before.\n\nText\n",
    ),
    "block without blank lines": (
        "<!-- live:families -->\nText\n<!-- /live -->\n\nAfter.\n",
        "Text\n\nAfter.\n",
    ),
    "block in a container": (
        '!!! note "N"\n\n    <!-- live:families -->\n\n    Text\n\n    <!-- /live -->\n\nAfter.\n',
        '!!! note "N"\n\n    Text\n\nAfter.\n',
    ),
    "block in a quote": (
        "> <!-- live:families -->\n>\n> Text\n>\n> <!-- /live -->\n",
        "> Text\n>\n",
    ),
    "sample": (
        "```md\n<!-- live:count of=tools -->51<!-- /live -->\n```\n",
        "```md\n<!-- live:count of=tools -->51<!-- /live -->\n```\n",
    ),
    "empty": ("<!-- live:families -->\n<!-- /live -->\n", ""),
    "no markers": ("Words <!-- a comment -->\n", "Words <!-- a comment -->\n"),
}


@pytest.mark.parametrize(("text", "plain"), CASES.values(), ids=CASES)
def test_markers_are_stripped_and_nothing_else(text: str, plain: str) -> None:
    """Blank lines beside markers go with them; samples stay."""
    assert strip_markers(text, "page.md", all_kinds()) == plain


def test_text_page_takes_title_and_description_from_front_matter() -> None:
    """Without a title the first heading is it."""
    text = "---\ntitle: A title\ndescription: What it is.\n---\n\n# A heading\n\nWords.\n"
    page = make_text_page(text, "a.md", "Part", all_kinds())
    assert (page.title, page.description) == ("A title", "What it is.")
    assert page.markdown == "# A heading\n\nWords.\n"
    bare = make_text_page("# A heading { #a }\n\nWords.\n", "a.md", "", all_kinds())
    assert (bare.title, bare.description) == ("A heading", "")


def test_navigation_is_read_in_order_with_its_top_sections() -> None:
    """Links to other hosts are no pages."""
    nav = [
        {"Home": "index.md"},
        {"Part": [{"Inner": [{"A": "a.md"}]}, "b.md", {"Else": "https://example.invalid/"}]},
    ]
    assert list(navigation(nav)) == [("", "index.md"), ("Part", "a.md"), ("Part", "b.md")]


def pages() -> list[TextPage]:
    """Two pages of the navigation, and one that it lacks."""
    return [
        TextPage(path="index.md", section="", title="Home", description="D.", markdown="# H\n"),
        TextPage(
            path="guides/a.md",
            section="Part",
            title="A",
            description="",
            markdown="# A\n\n[b](../b.md#x) [s](#s) [o](https://e.invalid/)\n\n```md\n[b](b.md)\n```\n",
        ),
        TextPage(path="c.md", section="Optional", title="C", description="", markdown="# C\n"),
    ]


def test_index_has_heading_quote_and_sections_of_links() -> None:
    """The common format of llms.txt."""
    assert index_text("Site", "About it.", "https://e.invalid/", pages()) == (
        "# Site\n\n> About it.\n\n"
        "## Start here\n\n- [Home](https://e.invalid/index.md): D.\n\n"
        "## Part\n\n- [A](https://e.invalid/guides/a.md)\n\n"
        "## Optional\n\n- [C](https://e.invalid/c.md)\n"
    )


def test_full_text_has_the_pages_of_the_navigation_with_links_from_the_root() -> None:
    """Code is left as it is."""
    text = full_text("Site", "About it.", "", pages())
    assert "# C" not in text
    assert "[b](b.md#x) [s](guides/a.md#s) [o](https://e.invalid/)" in text
    assert "```md\n[b](b.md)\n```" in text
