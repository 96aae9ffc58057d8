"""The region kinds that show facts of an edition: each fact, counted by hand."""

import re
from pathlib import Path

import pytest

from ai_memory_spec.phrasing import EditionShelf, edition_labels, load_edition
from ai_memory_spec.regions import EDITION_FACTS, reference_kinds, render_page

KINDS = {kind.name: kind for kind in EDITION_FACTS}
SMALL = Path(__file__).parents[2] / "data" / "drift" / "small.toml"
NO_PHRASING = (
    "`live:template` cannot be rendered: edition '0.6.4' has no phrasing: it predates the two "
    "sentences or is a plain tool list. Counts, names and tables work; for sentences choose "
    "another edition."
)
CASES = Path(__file__).parents[1] / "cases" / "kinds.md"


def render(page: str, edition: Path | str = SMALL) -> str:
    rendered = render_page(page, "page.md", KINDS, EditionShelf(str(edition)))
    assert rendered.problems == ()
    return rendered.text


def rows(page: str) -> list[list[str]]:
    """Cells of the table that a page shows, without the head."""
    lines = [line for line in page.split("\n") if line.startswith("| ")]
    return [line.strip("| ").split(" | ") for line in lines[2:]]


@pytest.mark.cases("kinds")
def test_a_kind_shows_these_facts(case: tuple[str, str]) -> None:
    """Every number, name and sentence of the small edition, in order."""
    given, expected = case
    assert render(given) == expected


def test_every_kind_has_a_case() -> None:
    """Those that show the same as others for every profile or edition are tested below."""
    shown = set(re.findall(r"<!-- live:([a-z-]+)", CASES.read_text(encoding="utf-8")))
    assert shown == KINDS.keys() - {"editions", "profile-matrix"}


def test_the_editions_table_has_a_row_for_each_shipped_edition() -> None:
    """The default first, then the newest."""
    found = rows(render("<!-- live:editions -->\n<!-- /live -->"))
    assert [row[0] for row in found] == [f"`{label}`" for label in edition_labels()]
    for row, label in zip(found, edition_labels(), strict=True):
        edition = load_edition(label)
        assert row[1:3] == [str(len(edition.tools)), str(len(edition.families))]


def test_the_matrix_has_a_row_for_each_of_the_128_profiles() -> None:
    """Each label once; the numbers add up."""
    found = rows(render("<!-- live:profile-matrix -->\n<!-- /live -->"))
    assert len({row[0] for row in found}) == len(found) == 128
    for _, families, visible, unloaded, n_loaded, n_unloaded in found:
        assert int(visible) + int(unloaded) == 12
        assert int(n_loaded) + int(n_unloaded) == 11
        assert "`core`" in families


@pytest.mark.parametrize(
    ("marker", "message"),
    [
        (
            "live:count of=families family=core",
            "`live:count` cannot be rendered: family= narrows of=tools only, not of=families",
        ),
        (
            "live:template name=summary edition=0.6.4",
            NO_PHRASING,
        ),
        (
            "live:tool name=memory_lnk",
            (
                "`live:tool` cannot be rendered: edition 'small' has no tool 'memory_lnk' "
                "(did you mean 'memory_link'?)"
            ),
        ),
    ],
)
def test_what_cannot_be_shown_is_said(marker: str, message: str) -> None:
    """An error at the marker; nothing is shown in its place."""
    page = f"<!-- {marker} -->\n\nold\n\n<!-- /live -->"
    rendered = render_page(page, "page.md", KINDS, EditionShelf(str(SMALL)))
    assert [problem.message for problem in rendered.problems] == [message]
    assert rendered.text == page


def test_an_edition_without_base_family_or_phrasing_still_has_counts_and_tables() -> None:
    """A flat list of tools is an edition too."""
    flat = SMALL.parent / "flat.toml"
    page = render(
        "x <!-- live:count --><!-- /live --> y <!-- live:names of=profiles --><!-- /live -->\n\n"
        "<!-- live:tools -->\n<!-- /live -->",
        flat,
    )
    assert "-->2<!--" in page
    assert "-->none<!--" in page
    assert rows(page) == [
        ["`read_file`", "`all`", "no named profile"],
        ["`write_file`", "`all`", "no named profile"],
    ]


def test_the_reference_lists_every_kind_and_itself() -> None:
    """Two tables: kinds, and their arguments with values and defaults."""
    reference = reference_kinds(EDITION_FACTS)
    kinds = KINDS | {kind.name: kind for kind in reference}
    page = "<!-- live:kinds -->\n<!-- /live -->\n\n<!-- live:arguments -->\n<!-- /live -->\n"
    text = render_page(page, "page.md", kinds, EditionShelf()).text
    first, second = text.split("<!-- live:arguments -->")
    assert [row[0] for row in rows(first)] == [f"`live:{name}`" for name in kinds]
    assert [row[:2] for row in rows(second)] == [
        [f"`{kind.name}`", f"`{item.name}`"] for kind in kinds.values() for item in kind.parameters
    ]
