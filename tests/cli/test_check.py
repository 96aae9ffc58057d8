"""`check`: exit codes, the JSON report, and what is never a pass."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

GOOD = "A server has <!-- live:count -->51<!-- /live --> tools.\n"
STALE = "A server has <!-- live:count -->50<!-- /live --> tools.\n"
BROKEN = "A server has <!-- live:cuont -->50<!-- /live --> tools.\n"


def write(project: Path, **pages: str) -> None:
    """Write pages by name; `README` lands at the top, all others in docs."""
    for name, text in pages.items():
        folder = project if name == "README" else project / "docs"
        (folder / f"{name}.md").write_text(text, encoding="utf-8")


def test_pages_in_step_pass(run: Callable[..., Any], project: Path) -> None:
    """The summary says what was compared with what; a page without regions is named."""
    write(project, README="# No region\n", a=GOOD)
    done = run("check")
    assert (done.code, done.err) == (0, "")
    assert done.out == (
        "note: README.md holds no live region\nIn step: 2 pages, 1 region against core (spec).\n"
    )


def test_a_stale_region_is_drift_with_place_difference_and_fix(
    run: Callable[..., Any], project: Path
) -> None:
    """The whole report, as a newcomer reads it."""
    write(project, README=GOOD, a=f"# Title\n\n{STALE}")
    done = run("check")
    assert done.code == 1
    assert done.out == (
        'docs/a.md:3:34: error region.stale: region "docs/a.count.1" is out of date '
        "(edition spec)\n"
        "  change:    [-50-]{+51+}\n"
        "  published: 50\n"
        "  live:      51\n"
        "  fix: run `ai-memory-spec generate docs/a.md` and review the diff\n"
        "\n"
        "Drift: 1 error in 2 pages, 2 regions against core (spec).\n"
    )


def test_check_writes_nothing(run: Callable[..., Any], project: Path) -> None:
    """Not even for a stale page."""
    write(project, README=GOOD, a=STALE)
    before = {path: path.stat().st_mtime_ns for path in project.rglob("*")}
    assert run("check").code == 1
    assert {path: path.stat().st_mtime_ns for path in project.rglob("*")} == before


def test_json_has_the_documented_shape(run: Callable[..., Any], project: Path) -> None:
    """One object; a finding has all its keys, in order."""
    write(project, README=GOOD, a=STALE)
    done = run("check", "--format", "json")
    assert done.code == 1
    data = json.loads(done.out)
    assert list(data) == ["schema", "compared_with", "checked", "not_checked", "findings"]
    assert data["schema"] == 1
    assert data["compared_with"] == [{"source": "core", "edition": "spec", "server": None}]
    assert data["checked"] == [
        {"path": "docs/a.md", "regions": 1},
        {"path": "README.md", "regions": 1},
    ]
    (finding,) = data["findings"]
    assert finding == {
        "path": "docs/a.md",
        "line": 1,
        "column": 34,
        "rule": "region.stale",
        "severity": "error",
        "region": "docs/a.count.1",
        "published": "50",
        "live": "51",
        "message": 'region "docs/a.count.1" is out of date (edition spec)',
        "fix": "run `ai-memory-spec generate docs/a.md` and review the diff",
    }


@pytest.mark.parametrize(
    ("pages", "arguments", "code", "words"),
    [
        ({"README": GOOD, "a": GOOD}, ("docs/none.md",), 3, "there is no such page"),
        ({"README": GOOD, "a": STALE}, ("docs/none.md", "docs"), 1, "there is no such page"),
        ({"a": GOOD}, (), 3, "README.md: there is no such page"),
        ({"README": GOOD}, (), 3, "docs: the folder holds no Markdown page"),
        ({"README": "# None\n", "a": "# None\n"}, (), 3, "no page there holds a live region"),
        ({"README": "# None\n"}, ("README.md",), 0, "README.md holds no live region"),
        ({"README": GOOD, "a": BROKEN}, (), 1, "write `live:count`"),
    ],
)
def test_could_not_check_is_never_a_pass(
    run: Callable[..., Any],
    project: Path,
    pages: dict[str, str],
    arguments: tuple[str, ...],
    code: int,
    words: str,
) -> None:
    """Missing pages and empty runs are 3, drift beside them is 1, a named empty page passes."""
    write(project, **pages)
    done = run("check", *arguments)
    assert done.code == code
    assert words in done.out


def test_advice_fails_no_run(run: Callable[..., Any], project: Path) -> None:
    """A live value in a heading without an anchor is said and passes."""
    write(project, README=GOOD, a=f"## With {GOOD}")
    done = run("check")
    assert done.code == 0
    assert "advice heading.anchor" in done.out


@pytest.mark.parametrize(
    ("table", "words"),
    [
        ('path = ["docs"]', "unknown setting 'path' (did you mean 'paths'?)"),
        ('paths = "docs"', "paths must be a list of text"),
        ('edition = "0.10"', "(did you mean '0.10.0'?)"),
        ("edition = 3", "edition must be text"),
        ('derived = [{source = "docs/a.md"}]', "must have exactly the keys source, edition, path"),
        ("derived = [", "cannot be read"),
        ('moved = [{was = "docs/old.md"}]', "must have exactly the keys was, page"),
        ('moved = [{was = "docs/old.md", page = "docs/no.md"}]', "'docs/no.md' is not there"),
        ('moved = [{was = "docs/a.md", page = "docs/a.md"}]', "so it has not moved"),
        ('moved = [{was = "../a.md", page = "docs/a.md"}]', "must be the path of a page below"),
        ('moved = [{was = "docs/\\"a.md", page = "docs/a.md"}]', "must be the path of a page"),
        (
            (
                'moved = [{was = "docs/o.md", page = "docs/a.md"}, '
                '{was = "docs/o.md", page = "docs/a.md"}]'
            ),
            "'docs/o.md' stands twice",
        ),
    ],
)
def test_a_bad_configuration_is_a_usage_error(
    run: Callable[..., Any], project: Path, table: str, words: str
) -> None:
    """Exit code 2, and the message says where, what and how."""
    write(project, README=GOOD, a=GOOD)
    text = f"[tool.ai-memory-spec]\n{table}\n"
    (project / "pyproject.toml").write_text(text, encoding="utf-8")
    done = run("check")
    assert (done.code, done.out) == (2, "")
    assert words in done.err


def test_paths_are_relative_to_the_working_folder_and_ids_to_the_project(
    run: Callable[..., Any], project: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """From a folder below, the place is clickable and the id is the same."""
    write(project, README=GOOD, a=STALE)
    monkeypatch.chdir(project / "docs")
    done = run("check", "a.md")
    assert done.out.startswith('a.md:1:34: error region.stale: region "docs/a.count.1"')
