"""`generate` writes all stale pages of a run, or none at all."""

from pathlib import Path

import pytest

from ai_memory_spec.drift import Outcome
from ai_memory_spec.drift.generate import GenerateResult, generate
from ai_memory_spec.drift.markdown import check_markdown, read_pages
from tests.drift.places import KINDS, SHELF

STALE = "There are <!-- live:count -->11<!-- /live --> tools.\n"
GOOD = STALE.replace("11", "12")

MALFORMED = {
    "marker.unclosed": "x <!-- live:count -->12\n",
    "marker.stray-close": "x 12<!-- /live -->\n",
    "marker.nested": "<!-- live:count -->\n<!-- live:count -->\n<!-- /live -->\n<!-- /live -->\n",
    "marker.misspelt": "x <!-- Live:count -->12<!-- /live -->\n",
    "marker.unknown-kind": "x <!-- live:cuont -->12<!-- /live -->\n",
    "marker.argument": "x <!-- live:count off=tools -->12<!-- /live -->\n",
    "marker.unsafe": "x <!-- live:count of=a|b -->12<!-- /live -->\n",
    "marker.duplicate-id": "x <!-- live:count id=a -->12<!-- /live -->\n" * 2,
    "marker.first-on-line": "<!-- live:count -->12<!-- /live --> tools\n",
    "marker.multiline": "<!-- live:count -- >\n\n12\n",
    "marker.place": "<div>\n<!-- live:count -->12<!-- /live -->\n</div>\n",
    "marker.form": "x <!-- live:profiles -->12<!-- /live -->\n",
    "region.render": "x <!-- live:sentence field=summary edition=0.6.4 -->12<!-- /live -->\n",
}
"""A page with each error that forbids writing, and nothing else wrong."""


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every test works in a folder of its own."""
    monkeypatch.chdir(tmp_path)


def write(**pages: str) -> None:
    for name, text in pages.items():
        Path(f"{name}.md").write_text(text, encoding="utf-8")


def run(*names: str) -> GenerateResult:
    paths = [Path(name) for name in names or (".",)]
    pages = read_pages(paths, KINDS, SHELF, Path.cwd(), Path.cwd())
    return generate(pages, lambda: (), Path.cwd())


def check(*names: str) -> Outcome:
    paths = [Path(name) for name in names or (".",)]
    pages = read_pages(paths, KINDS, SHELF, Path.cwd(), Path.cwd())
    return check_markdown(pages, SHELF).outcome


@pytest.mark.parametrize("rule", MALFORMED)
def test_one_malformed_region_keeps_every_page_as_it_is(rule: str) -> None:
    """In any page of the run, before or after the stale one; the only finding is that error."""
    write(a=STALE, m=MALFORMED[rule] + STALE, z=STALE)
    result = run()
    assert [(found.rule, found.path) for found in result.report.findings] == [(rule, "m.md")]
    assert (result.refused, result.written, result.report.outcome) == (True, (), Outcome.DRIFT)
    assert {path.read_text(encoding="utf-8") for path in Path().glob("[az].md")} == {STALE}
    assert Path("m.md").read_text(encoding="utf-8") == MALFORMED[rule] + STALE
    assert check("m.md") is Outcome.DRIFT
    assert run("a.md", "z.md").refused is False


def test_a_missing_page_keeps_every_page_as_it_is() -> None:
    """Could not refresh everything: nothing is half done."""
    write(a=STALE)
    result = run("a.md", "none.md")
    assert (result.refused, result.report.outcome) == (True, Outcome.NOT_CHECKED)
    assert Path("a.md").read_text(encoding="utf-8") == STALE


def test_advice_keeps_nothing_from_being_written() -> None:
    """It is reported all the same."""
    write(a=f"## {STALE}\n<!-- live -->\n")
    result = run()
    assert [found.rule for found in result.report.findings] == ["heading.anchor", "marker.bare"]
    assert [page.regions for page in result.written] == [("a.count.1",)]
    assert result.report.outcome is Outcome.IN_STEP


def test_only_pages_that_change_are_written() -> None:
    """The others keep their modification time; so does every page of a second run."""
    write(a=STALE, b=GOOD, c="no region\n")
    assert [page.path for page in run().written] == ["a.md"]
    before = {path: path.stat().st_mtime_ns for path in Path().iterdir()}
    assert run().written == ()
    assert {path: path.stat().st_mtime_ns for path in Path().iterdir()} == before
    assert check() is Outcome.IN_STEP


def test_a_page_that_cannot_be_written_does_not_keep_the_others(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """It is named with its reason, and the run is no success."""
    write(a=STALE, b=STALE)
    replace = Path.replace

    def refuse(path: Path, target: Path) -> Path:
        if target.name == "a.md":
            raise PermissionError(13, "Permission denied")
        return replace(path, target)

    monkeypatch.setattr(Path, "replace", refuse)
    result = run()
    assert [(item.subject, item.reason) for item in result.report.not_checked] == [
        ("a.md", "cannot be written: Permission denied")
    ]
    assert [page.path for page in result.written] == ["b.md"]
    assert result.report.outcome is Outcome.NOT_CHECKED
    assert sorted(path.name for path in Path().iterdir()) == ["a.md", "b.md"]
