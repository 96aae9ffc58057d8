"""A page with one region of any kind in any place where it may stand."""

from pathlib import Path

from ai_memory_spec.catalog import all_kinds
from ai_memory_spec.drift import Finding
from ai_memory_spec.drift.markdown import ReadPage, page_findings
from ai_memory_spec.phrasing import EditionShelf
from ai_memory_spec.regions import Kind, Page, RenderedPage, find_regions, render_page
from tests.drift.html.worlds import marker_of

KINDS = all_kinds()
SMALL = Path(__file__).parents[1] / "data" / "drift" / "small.toml"
SHELF = EditionShelf(str(SMALL))

INLINE_PLACES = {
    "sentence": "Before {} after, and **so** on.\n",
    "second line": "Before\nit, {} after.\n",
    "deep line": "Before\n    {} after.\n",
    "deep line of an item": "- before\n      {} after\n",
    "list item": "- before {} after\n- next\n",
    "heading": "## Before {} after {{ #anchor }}\n",
    "cell": "| h | k |\n| --- | --- |\n| before {} | z |\n",
    "head of a table": "| {} | k |\n| --- | --- |\n| y | z |\n",
    "quote": "> before {} after\n",
    "bold": "It is **{}** so.\n",
    "container": "!!! note\n\n    before {} after\n",
}

BLOCK_PLACES = {
    "top": "",
    "three blanks": "   ",
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

NOT_FOR_COMMONMARK = {"container", "admonition", "details", "tab", "item in a container"}
NOT_FOR_PYTHON_MARKDOWN = {"three blanks", "two-space item", "three-space item"}


def places_of(kind: Kind) -> list[str]:
    """Names of the places where the kind may stand; a block place has `block` in front."""
    inline = list(INLINE_PLACES) if kind.makes == "line" else []
    return [*inline, *(f"block {place}" for place in BLOCK_PLACES)]


def fresh_page(kind: Kind, place: str) -> str:
    """A page with an up-to-date region of the kind in the place."""
    opening = marker_of(kind)
    rendered = _render(opening, place)
    if any(problem.rule == "region.render" for problem in rendered.problems):
        # Some kinds show shipped editions only.
        rendered = _render(opening.replace(" -->", " edition=spec -->"), place)
    assert {problem.rule for problem in rendered.problems} <= {"list.indent"}, rendered.problems
    again = render_page(rendered.text, "page.md", KINDS, SHELF)
    assert [item.stale for item in again.regions] == [False]
    return rendered.text


def _render(opening: str, place: str) -> RenderedPage:
    if place in INLINE_PLACES:
        body = INLINE_PLACES[place].format(f"{opening}old<!-- /live -->")
    else:
        before = BLOCK_PLACES[place.removeprefix("block ")]
        indent = before.rpartition("\n")[2]
        body = f"{before}{opening}\n{indent}<!-- /live -->\n"
    return render_page(f"# Page\n\n{body}\nThe end.\n", "page.md", KINDS, SHELF)


def content_span(text: str) -> tuple[int, int]:
    """Where the content of the page's only region begins and ends."""
    page: Page = find_regions(text, "page.md", KINDS)
    (region,) = page.regions
    return region.start, region.end


def findings_of(text: str) -> list[Finding]:
    """What a check of the page finds."""
    rendered = render_page(text, "page.md", KINDS, SHELF)
    page = ReadPage(path=Path("page.md"), name="page.md", text=text, rendered=rendered)
    return list(page_findings(page))
