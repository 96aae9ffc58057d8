"""Whole generated files: the same each time, in step in this checkout, and guarded by `check`."""

import json
from collections.abc import Mapping
from pathlib import Path

import pytest

from ai_memory_spec.catalog import all_artifacts, all_kinds
from ai_memory_spec.cli import main
from ai_memory_spec.config import Config, MovedPage
from ai_memory_spec.phrasing import EditionShelf, edition_labels
from ai_memory_spec.publish import Artifact
from ai_memory_spec.publish.moved import moved_page, moved_path

PAGE = "# A page\n\nIt has <!-- live:count of=tools -->51<!-- /live --> tools.\n"
SETTINGS = """\
[tool.ai-memory-spec]
paths = ["docs"]
data = "docs"
compare = "docs/compare"

[[tool.ai-memory-spec.copied]]
source = "NEWS.md"
path = "docs/news.md"
title = "News: all of it"
description = "What is new."

[[tool.ai-memory-spec.moved]]
was = "docs/guide/first.md"
page = "docs/index.md"
"""


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A small project with every kind of generated file, in step."""
    (tmp_path / "docs").mkdir()
    (tmp_path / "docs" / "index.md").write_text(PAGE)
    (tmp_path / "NEWS.md").write_bytes(b"\xef\xbb\xbf# News\r\n\r\n- one\r\n")
    (tmp_path / "pyproject.toml").write_text(SETTINGS)
    monkeypatch.chdir(tmp_path)
    assert main(["generate"]) == 0
    return tmp_path


@pytest.mark.parametrize(
    ("was", "page", "file", "address"),
    [
        ("docs/old.md", "docs/new.md", "docs/old/index.html", "../new/"),
        ("docs/old.md", "docs/index.md", "docs/old/index.html", "../"),
        ("docs/a/old.md", "docs/b/new.md", "docs/a/old/index.html", "../../b/new/"),
        ("docs/old.md", "docs/old/index.md", "docs/old/index.html", "./"),
    ],
)
def test_an_earlier_address_leads_to_the_page(was: str, page: str, file: str, address: str) -> None:
    """By a relative address, so that it holds wherever the site stands."""
    moved = MovedPage(was=was, page=page)
    assert moved_path(moved) == file
    assert f'content="0; url={address}"' in moved_page(moved)
    assert f'<a href="{address}">' in moved_page(moved)


def test_artifacts_are_the_same_each_time(
    config: Config, artifacts: Mapping[str, Artifact]
) -> None:
    """A second run with nothing kept from the first makes the same text of the same files."""
    again = all_artifacts(config, all_kinds(), EditionShelf(config.edition, config.root))
    assert [item.text for item in again] == [item.text for item in artifacts.values()]


def test_each_path_is_written_once(artifacts: Mapping[str, Artifact], config: Config) -> None:
    """No two artifacts share a file."""
    again = all_artifacts(config, all_kinds(), EditionShelf(config.edition, config.root))
    assert len(again) == len(artifacts)


def test_artifacts_end_with_one_newline_and_have_lf(artifacts: Mapping[str, Artifact]) -> None:
    """Every generated file is a text file in the manner of POSIX."""
    for item in artifacts.values():
        assert item.text.endswith("\n"), item.path
        assert "\r" not in item.text, item.path


def test_there_is_a_file_for_every_edition(artifacts: Mapping[str, Artifact]) -> None:
    """A new edition gets its data without further settings."""
    for label in edition_labels():
        assert f"docs/figures/profiles-{label}.svg" in artifacts
        assert f"docs/vectors/{label}.json" in artifacts
        assert any(f"/compare/{label}-" in name or f"-{label}.md" in name for name in artifacts)


def test_every_two_editions_are_compared_once(artifacts: Mapping[str, Artifact]) -> None:
    """Of n editions there are n(n-1)/2 pairs, and no edition meets itself."""
    number = len(edition_labels())
    pages = [name for name in artifacts if name.startswith("docs/compare/")]
    assert len(pages) == number * (number - 1) // 2


def test_json_files_are_json(artifacts: Mapping[str, Artifact]) -> None:
    """Each parses, and none holds a bare NaN."""
    for name, item in artifacts.items():
        if name.endswith(".json"):
            json.loads(item.text, parse_constant=pytest.fail)


def test_generated_project_is_in_step(project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """What `generate` wrote, `check` finds nothing about."""
    assert main(["check"]) == 0


def test_copied_page_has_front_matter_notice_and_the_text(project: Path) -> None:
    """The title is quoted, the mark of byte order is gone, line endings are LF."""
    assert (project / "docs/news.md").read_text() == (
        '---\ntitle: "News: all of it"\ndescription: "What is new."\n---\n\n'
        "<!-- Generated from NEWS.md by `ai-memory-spec generate`: edit that file. -->\n\n"
        "# News\n\n- one\n"
    )


GUARDED = (
    "docs/figures/growth.svg",
    "docs/figures/profiles-spec.svg",
    "docs/schemas/capabilities-v3.json",
    "docs/phrasings/spec.json",
    "docs/phrasings/spec.csv",
    "docs/vectors/spec.json",
    "docs/requirements.json",
    "docs/schemas/vectors.json",
    "docs/news.md",
    "docs/compare/spec-0.10.0.md",
)


def stale(capsys: pytest.CaptureFixture[str]) -> dict[str, tuple[int | None, str]]:
    """Line and message of every `page.stale` finding, by path."""
    capsys.readouterr()
    assert main(["check", "--format", "json"]) == 1
    findings = json.loads(capsys.readouterr().out)["findings"]
    return {
        item["path"]: (item["line"], item["message"])
        for item in findings
        if item["rule"] == "page.stale"
    }


def test_check_finds_changed_and_missing_files(
    project: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """One changed character is found on its line; a file that is gone is found by its name."""
    changed: dict[str, int] = {}
    for name in GUARDED:
        lines = (project / name).read_text(encoding="utf-8").split("\n")
        index = len(lines) // 2
        while not lines[index].strip():
            index += 1
        lines[index] += "x"
        changed[name] = index + 1
        (project / name).write_text("\n".join(lines), encoding="utf-8")
    assert {name: line for name, (line, _) in stale(capsys).items()} == changed
    for name in GUARDED:
        (project / name).unlink()
    found = stale(capsys)
    assert set(found) == set(GUARDED)
    for _, message in found.values():
        assert message.startswith("the generated file is missing (made from ")
    assert main(["generate"]) == 0
    assert main(["check"]) == 0


@pytest.mark.parametrize(
    ("setting", "message"),
    [
        ("compare = 1", "compare must be the name of a folder"),
        ('[[tool.ai-memory-spec.copied]]\nsource = "a"', "must have exactly the keys"),
    ],
)
def test_unfit_settings_are_named(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    setting: str,
    message: str,
) -> None:
    """A setting of the wrong shape is exit 2 with its name."""
    (tmp_path / "pyproject.toml").write_text(f"[tool.ai-memory-spec]\n{setting}\n")
    monkeypatch.chdir(tmp_path)
    assert main(["check"]) == 2
    assert message in capsys.readouterr().err


def test_missing_source_of_a_copied_page_is_named(
    project: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Without the changelog there is no page of it, and that is a fault of the configuration."""
    (project / "NEWS.md").unlink()
    assert main(["check"]) == 2
    assert "NEWS.md" in capsys.readouterr().err
