"""Everything that is published takes its editions from the one shelf of the run."""

from pathlib import Path

import pytest

from ai_memory_spec.catalog import all_artifacts, all_kinds
from ai_memory_spec.config import read_config
from ai_memory_spec.phrasing import Edition, EditionError, EditionProblem, EditionShelf, load
from ai_memory_spec.regions import render_page
from ai_memory_spec.regions.page_file import read_page

ROOT = Path(__file__).parents[2]


def test_no_kind_and_no_file_reads_an_edition_past_the_shelf(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """One run reads each edition once, so all that it publishes agrees, and serve stays quick."""
    shelf, kinds = EditionShelf(), all_kinds()
    assert len(shelf.shipped()) == len(shelf.labels())

    def read_again(path: Path) -> Edition:
        raise AssertionError(f"{path} is read a second time")

    monkeypatch.setattr(load, "read_edition", read_again)
    used = set()
    for page in sorted((ROOT / "docs").rglob("*.md")):
        rendered = render_page(read_page(page), page.name, kinds, shelf)
        assert not rendered.problems, page
        used |= {item.region.opening.kind for item in rendered.regions}
    assert {name for name, kind in kinds.items() if kind.takes_shelf} <= used
    assert list(all_artifacts(read_config(ROOT), kinds, shelf))


def test_an_edition_that_broke_is_what_a_kind_of_all_editions_reports(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The fix is not the marker's, and the shelf knows of the failure."""

    def broken(path: Path) -> Edition:
        raise EditionError(str(path), [EditionProblem(place="(syntax)", message="half saved")])

    monkeypatch.setattr(load, "read_edition", broken)
    shelf = EditionShelf()
    page = render_page("<!-- live:editions -->\n\n<!-- /live -->\n", "a.md", all_kinds(), shelf)
    (problem,) = page.problems
    assert "half saved" in problem.message
    assert problem.fix == "mend the edition"
    assert shelf.failures
