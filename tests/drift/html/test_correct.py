"""Correct HTML passes, whatever built it, and every region of it was compared."""

import re
from collections.abc import Callable

import pytest

from ai_memory_spec.drift import Outcome, Report
from tests.drift.html.worlds import KINDS, MATERIAL, World, kind_page, refresh

HIGHLIGHT = (
    "pymdownx.highlight: {anchor_linenums: true, line_spans: __span, pygments_lang_class: true}"
)

VARIANTS = {
    "line numbers in a table": MATERIAL.replace(
        HIGHLIGHT, "pymdownx.highlight: {linenums: true, linenums_style: table, auto_title: true}"
    ),
    "line numbers in line": MATERIAL.replace(
        HIGHLIGHT, "pymdownx.highlight: {linenums: true, linenums_style: inline}"
    ),
    "line numbers by style": MATERIAL.replace(
        HIGHLIGHT,
        "pymdownx.highlight: {linenums: true, linenums_style: pymdownx-inline, auto_title: true}",
    ),
    "no Pygments": MATERIAL.replace(HIGHLIGHT, "pymdownx.highlight: {use_pygments: false}"),
    "theme mkdocs": re.sub(r"theme:\n(  .*\n)+", "theme: mkdocs\n", MATERIAL),
    "theme readthedocs": re.sub(r"theme:\n(  .*\n)+", "theme: readthedocs\n", MATERIAL),
    "files instead of folders": MATERIAL + "use_directory_urls: false\n",
    "more extensions": MATERIAL
    + "  - pymdownx.betterem\n  - pymdownx.caret\n  - pymdownx.critic\n  - pymdownx.keys\n"
    "  - pymdownx.mark\n  - pymdownx.tilde\n  - pymdownx.magiclink\n  - sane_lists\n"
    "  - pymdownx.tasklist: {custom_checkbox: true}\n  - pymdownx.arithmatex: {generic: true}\n"
    "  - pymdownx.emoji\n  - pymdownx.snippets\n",
}


def assert_in_step(report: Report, regions: int) -> None:
    assert [(found.path, found.region, found.message) for found in report.findings] == []
    assert report.not_checked == ()
    assert report.outcome is Outcome.IN_STEP
    assert sum(page.regions for page in report.checked) == regions


def count_regions(world: World) -> int:
    return sum(len(page.rendered.regions) for page in world.pages())


@pytest.mark.parametrize("kind", KINDS)
def test_every_kind_has_a_page(kind: str) -> None:
    """A new kind joins these tests by itself, or says here what is missing for that."""
    assert refresh(kind_page(KINDS[kind]), f"docs/{kind}.md")


def test_every_kind_in_every_place_passes(material: World) -> None:
    """MkDocs with Material and the usual extensions changes no region's text."""
    assert_in_step(material.check(), count_regions(material))


@pytest.mark.parametrize("config", VARIANTS.values(), ids=VARIANTS.keys())
def test_themes_and_extensions_pass(make_site: Callable[..., World], config: str) -> None:
    """What a theme or an extension adds around and inside a region is not the region's text."""
    world = make_site(config)
    assert_in_step(world.check(), count_regions(world))


def test_zensical_passes(make_site: Callable[..., World]) -> None:
    """Zensical, which runs no plugins, keeps the markers and the text of every region."""
    world = make_site(MATERIAL, "zensical", KINDS)
    assert_in_step(world.check(), count_regions(world))


def test_omitted_end_tags_pass(material: World) -> None:
    """A minifier may leave out end tags and white space that the HTML standard makes optional."""
    minified = {}
    for page in material.config.pages:
        pieces = re.split(r"(<pre>.*?</pre>)", material.html(page.html), flags=re.DOTALL)
        for index in range(0, len(pieces), 2):
            short = re.sub(r"</(?:p|li|td|th|tr|thead|tbody|dd|dt|body|html)>", "", pieces[index])
            pieces[index] = re.sub(r"(?<=>)\s*\n\s*(?=<)", "", short)
        minified[page.html] = "".join(pieces)
    assert_in_step(material.check(minified), count_regions(material))


def test_crlf_and_bom_pass(material: World) -> None:
    """Line endings and a byte-order mark are no text."""
    changed = {
        page.html: material.html(page.html).replace("\n", "\r\n") for page in material.config.pages
    }
    assert_in_step(material.check(changed), count_regions(material))


def test_moved_footnotes_pass(material: World) -> None:
    """A footnote is at the end of the page in HTML, so regions come in another order there."""
    html = material.html("count/index.html")
    assert html.index("In a footnote") > html.index("Nested")
    assert_in_step(
        material.check(only=["count.md"]), len(material.pages("count.md")[0].rendered.regions)
    )
