"""The containers of Python-Markdown: known to the finder exactly where Python-Markdown has them."""

import pytest

from ai_memory_spec.regions import find_regions
from tests.regions.readers import read_python_markdown

OPENERS = [
    *(
        "!!! note",
        "!!!note",
        "!!! note inline end",
        '!!! note "Title"',
        '!!! note ""',
        "!!! note  ",
    ),
    *("??? tip", "???+ tip", '??? "Title"', '???+ "Title"', '??? tip "Title"', "???tip"),
    *('=== "Tab"', '===+ "Tab"', '===! "Tab"', '===+! "Tab"', '===!+ "Tab"', '===  "Tab"'),
    *("!!!", "!!!!", "!!! note!", "!!! <b>", '!!! "Title"', "!! note", '!!! note "no end'),
    *("???", "????", '??? "no end', "?? tip", "???- tip", "??? tip!"),
    *("===", "=== Tab", '==="Tab"', '==== "Tab"', "=== 'Tab'", '===? "Tab"', "=== note"),
]

PLACES = {
    "at the top": ("", ""),
    "after a paragraph": ("Text\n", ""),
    "in an item": ("- item\n\n", "    "),
    "in a container": ("!!! note\n\n", "    "),
}


@pytest.mark.parametrize("place", PLACES)
@pytest.mark.parametrize("opener", OPENERS)
def test_a_block_region_is_found_where_python_markdown_shows_one(opener: str, place: str) -> None:
    """The body of a container is Markdown; after any other line it is code, and no region."""
    before, indent = PLACES[place]
    page = (
        f"{before}{indent}{opener}\n\n{indent}    <!-- live:count -->\n\n{indent}    **x**\n\n"
        f"{indent}    <!-- /live -->\n"
    )
    shown = "<strong>x</strong>" in read_python_markdown(page)
    found = find_regions(page, "page.md", ("count",))
    assert [region.id for region in found.regions] == (["page.count.1"] if shown else [])
    assert found.problems == ()


@pytest.mark.parametrize(
    ("page", "places"),
    [
        ("!!! note\n    x\n\n    y\n<!-- live:count -->\n<!-- /live -->\n", [5]),
        ("!!! note\n\n\n    <!-- live:count -->\n    <!-- /live -->\n\n\ntext\n", [4]),
        ("!!! note\n  <!-- live:count -->\n  <!-- /live -->\n", [2]),
        ("!!! note\n\t<!-- live:count -->\n\t<!-- /live -->\n", [2]),
        ("!!! note\n\n  x\n\n    <!-- live:count -->\n    <!-- /live -->\n", []),
        ("> !!! note\n>     <!-- live:count -->\n>     <!-- /live -->\n", [2]),
    ],
)
def test_a_container_ends_with_its_indentation(page: str, places: list[int]) -> None:
    """Blank lines do not end it, a line further left does."""
    found = find_regions(page, "page.md", ("count",))
    assert [found.lines.place(region.opening.start)[0] for region in found.regions] == places
    assert found.problems == ()
