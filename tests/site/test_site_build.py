"""A site as one build sees it, without a generator."""

from pathlib import Path
from typing import Any

import pytest

from ai_memory_spec.site_build import SiteBuild, open_site

MINE = 'label = "mine"\nwhat = "An edition of the tests."\n\n[families]\nonly = ["one", "two"]\n'
ASKS = "now <!-- live:count of=total edition=editions/mine.toml -->2<!-- /live -->\n"


def open_project(site: Any) -> SiteBuild:
    return open_site(site.root, site.root / "docs", None)


def rules_of(build: SiteBuild, page: Path) -> list[str]:
    return [finding.rule for finding in build.refresh(page, "", page.read_text()).findings]


def test_again_sees_the_files_of_now_with_the_editions_of_then(site: Any) -> None:
    """What was read stays as it was; what could not be read is asked for again."""
    page = site.write("docs/index.md", ASKS)
    first = open_project(site)
    assert rules_of(first, page) == ["marker.argument"]
    site.write("editions/mine.toml", MINE)
    second = first.again()
    assert rules_of(second, page) == []
    site.write("editions/mine.toml", MINE.replace('"two"', '"two", "three"'))
    page.write_text(ASKS.replace("now", "then"))
    third = second.again()
    assert rules_of(third, page) == []
    assert third.refresh(page, "", page.read_text()).markdown == page.read_text()


def test_lost_is_what_could_be_read_before(site: Any) -> None:
    """An edition that never could be read is the page's fault, not a loss."""
    site.write("docs/index.md", ASKS)
    without = open_project(site)
    site.write("editions/mine.toml", MINE)
    complete = open_project(site)
    site.write("editions/mine.toml", "label = \n")
    broken = open_project(site)
    assert broken.lost(without) == ()
    [error] = broken.lost(complete)
    assert str(error).startswith("editions/mine.toml: 1 problem")


def test_watched_are_settings_and_folders_of_editions(site: Any) -> None:
    """Files in the project's own folder are named themselves: a log may be written beside them."""
    site.write("pyproject.toml", "[tool.ai-memory-spec]\n")
    site.write("editions/mine.toml", MINE)
    site.write("own.toml", MINE)
    site.write("docs/index.md", ASKS + ASKS.replace("editions/mine", "own"))
    assert open_project(site).watched == (
        site.root / "pyproject.toml",
        site.root / "editions",
        site.root / "own.toml",
    )


def test_source_of_a_copied_page_is_watched(site: Any) -> None:
    """It lies outside of the pages, and the page follows it."""
    site.write("NEWS.md", "# News\n")
    site.write(
        "pyproject.toml",
        "[[tool.ai-memory-spec.copied]]\n"
        'source = "NEWS.md"\npath = "docs/news.md"\ntitle = "News"\ndescription = "All of it."\n',
    )
    assert site.root / "NEWS.md" in open_project(site).watched


def test_changed_text_has_the_region_ids_of_the_project(
    site: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Ids start at the project's folder, names at the working folder."""
    page = site.root / "docs/index.md"
    monkeypatch.chdir(tmp_path)
    changed = "More: <!-- live:count of=total family=core -->x<!-- /live -->\n"
    [finding] = open_project(site).refresh(page, "", changed).findings
    assert (finding.path, finding.region) == ("project/docs/index.md", "docs/index.count.1")


def test_edit_links_lead_to_what_a_reader_may_edit() -> None:
    """Of the project's own site: a derived page to its source, other generated pages nowhere."""
    root = Path(__file__).parents[2]
    site = open_site(root, root / "docs", None)
    assert site.edited_page("profiles.md") == "profiles.md"
    assert site.edited_page("canonical-phrasings-0.10.0.md") == "canonical-phrasings.md"
    assert site.edited_page("changelog.md") is None
    assert site.edited_page("compare/spec-0.10.0.md") is None
