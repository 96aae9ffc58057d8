"""Committed Markdown against live text: what a check covers, and what it says about that."""

from pathlib import Path

import pytest

from ai_memory_spec.drift import CheckedPage, Comparison, NotChecked, Outcome, Report
from ai_memory_spec.drift.markdown import check_markdown, display_name, read_pages
from tests.drift.places import KINDS, SHELF

GOOD = "There are <!-- live:count -->12<!-- /live --> tools.\n"


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every test works in a folder of its own."""
    (tmp_path / "docs").mkdir()
    monkeypatch.chdir(tmp_path)


def check(*names: str, configured: bool = False) -> Report:
    paths = [Path(name) for name in names]
    pages = read_pages(paths, KINDS, SHELF, Path.cwd(), Path.cwd(), configured=configured)
    return check_markdown(pages, SHELF)


def test_the_report_names_every_edition_that_pages_show() -> None:
    """In the order of the pages; the default edition if no region shows one."""
    Path("a.md").write_text(
        f"{GOOD}\nOld: <!-- live:count edition=0.7.0 -->74<!-- /live -->\n", encoding="utf-8"
    )
    assert [item.edition for item in check("a.md").compared_with] == ["small", "0.7.0"]
    Path("b.md").write_text("<!-- live:exit-codes -->\n<!-- /live -->\n", encoding="utf-8")
    assert check("b.md").compared_with == (Comparison(source="core", edition="small"),)


@pytest.mark.parametrize(
    ("names", "configured", "outcome"),
    [
        (("none.md",), False, Outcome.IN_STEP),
        (("none.md", "docs/also.md"), False, Outcome.IN_STEP),
        (("docs",), False, Outcome.NOT_CHECKED),
        (("none.md", "docs"), False, Outcome.NOT_CHECKED),
        (("none.md",), True, Outcome.NOT_CHECKED),
        (("docs", "good.md"), False, Outcome.IN_STEP),
        (("none.md", "good.md"), True, Outcome.IN_STEP),
    ],
)
def test_a_run_with_nothing_to_check_is_no_pass(
    names: tuple[str, ...], configured: bool, outcome: Outcome
) -> None:
    """Folders and configured paths must lead to a region; a page that was named need not."""
    for name in ("none.md", "docs/also.md"):
        Path(name).write_text("# No region\n", encoding="utf-8")
    Path("good.md").write_text(GOOD, encoding="utf-8")
    assert check(*names, configured=configured).outcome is outcome


def test_a_page_without_regions_is_named() -> None:
    """It was read, and it passes."""
    Path("none.md").write_text("# No region\n", encoding="utf-8")
    report = check("none.md")
    assert report.checked == (CheckedPage(path="none.md", regions=0),)
    assert report.notes == ("none.md holds no live region",)


def test_nothing_found_says_where_it_was_looked_for() -> None:
    """One line for the whole run."""
    Path("docs/a.md").write_text("# No region\n", encoding="utf-8")
    assert check("docs").not_checked == (
        NotChecked(
            subject="docs",
            reason="no page there holds a live region, so nothing was compared; check the paths",
        ),
    )


def test_an_empty_folder_and_a_missing_page_are_named() -> None:
    """Whatever else was checked."""
    Path("good.md").write_text(GOOD, encoding="utf-8")
    assert [
        (item.subject, item.reason) for item in check("docs", "no.md", "good.md").not_checked
    ] == [
        ("docs", "the folder holds no Markdown page; check the path"),
        ("no.md", "there is no such page; check the path"),
    ]


def test_a_folder_whose_pages_were_named_before_is_not_empty() -> None:
    """Each page is checked once, and that is enough."""
    Path("docs/a.md").write_text(GOOD, encoding="utf-8")
    report = check("docs/a.md", "docs")
    assert (report.outcome, len(report.checked)) == (Outcome.IN_STEP, 1)


@pytest.mark.parametrize(
    ("path", "folder", "name"),
    [
        ("docs/a.md", ".", "docs/a.md"),
        ("./docs/../docs/a.md", ".", "docs/a.md"),
        ("docs/a.md", "docs", "a.md"),
        ("a.md", "docs", "../a.md"),
        ("docs/link.md", ".", "docs/link.md"),
        ("way/a.md", ".", "way/a.md"),
    ],
)
def test_names_are_relative_with_links_as_they_are(path: str, folder: str, name: str) -> None:
    """Forward slashes, no dots in between, and never an absolute path."""
    Path("docs/link.md").symlink_to("../a.md")
    Path("way").symlink_to("docs")
    assert display_name(Path(path), Path(folder)) == name
    assert display_name(Path(path).absolute(), Path(folder).absolute()) == name
