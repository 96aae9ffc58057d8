"""Paths on the command line: what is found, how it is named, and what cannot be read."""

import json
import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

STALE = "A server has <!-- live:count -->50<!-- /live --> tools.\n"
GOOD = STALE.replace("50", "51")


def report(run: Callable[..., Any], *paths: str) -> Any:
    return json.loads(run("check", "--format", "json", "--", *paths).out)


@pytest.mark.parametrize("name", ["a b.md", "-x.md", "ü'\".md", "$(id).md", "a;b.md"])
def test_the_fix_can_be_pasted_into_a_shell(
    run: Callable[..., Any], project: Path, name: str
) -> None:
    """Blanks, quotes and a leading dash are no trouble, and the command mends the page."""
    (project / name).write_text(STALE, encoding="utf-8")
    (finding,) = report(run, name)["findings"]
    assert finding["path"] == name
    command = finding["fix"].removeprefix("run `").removesuffix("` and review the diff")
    python = f"{sys.executable} -m ai_memory_spec"
    done = subprocess.run(
        command.replace("ai-memory-spec", python, 1), shell=True, cwd=project, capture_output=True
    )
    assert done.returncode == 0, done.stderr
    assert (project / name).read_text(encoding="utf-8") == GOOD


def test_the_order_of_a_report_is_that_of_the_paths(run: Callable[..., Any], project: Path) -> None:
    """Within a folder by name, however files were made; within a page by place; each page once."""
    for name in ("z", "b", "a"):
        text = f"{STALE}\n{STALE}## H <!-- live:count -->51<!-- /live -->\n"
        (project / "docs" / f"{name}.md").write_text(text, encoding="utf-8")
    found = report(run, "docs/z.md", "docs", "docs/a.md", ".")
    assert [(item["path"], item["line"]) for item in found["findings"]] == [
        (f"docs/{name}.md", line) for name in ("z", "a", "b") for line in (1, 3, 4)
    ]
    assert [item["path"] for item in found["checked"]] == [
        "docs/z.md",
        "docs/a.md",
        "docs/b.md",
    ]


def test_a_page_outside_the_project_has_a_relative_name(
    run: Callable[..., Any], project: Path, tmp_path_factory: pytest.TempPathFactory
) -> None:
    """Ids never hold an absolute path, so that they are the same on every machine."""
    other = tmp_path_factory.mktemp("other") / "x.md"
    other.write_text(STALE, encoding="utf-8")
    (finding,) = report(run, str(other))["findings"]
    relative = Path(os.path.relpath(other, project)).as_posix()
    assert finding["path"] == relative
    assert finding["region"] == f"{relative.removesuffix('.md')}.count.1"


def test_a_linked_page_has_the_name_that_was_given(run: Callable[..., Any], project: Path) -> None:
    """Not that of the file which the link leads to."""
    (project / "README.md").write_text(STALE, encoding="utf-8")
    (project / "docs" / "index.md").symlink_to("../README.md")
    assert [item["path"] for item in report(run, "docs")["findings"]] == ["docs/index.md"]
    assert [item["path"] for item in report(run, ".")["findings"]] == ["README.md"]


def test_a_page_that_is_not_utf_8_is_a_finding_and_keeps_generate_from_writing(
    run: Callable[..., Any], project: Path
) -> None:
    """With the place of the byte; the other pages are checked all the same."""
    (project / "docs" / "a.md").write_bytes(b"one\r\xe9\n")
    (project / "docs" / "b.md").write_text(STALE, encoding="utf-8")
    done = run("check", "docs")
    assert done.code == 1
    assert done.out.startswith(
        "docs/a.md:2:1: error page.encoding: byte 5 (0xe9) is not UTF-8\n"
        "  fix: save the page as UTF-8\n\n"
    )
    assert "docs/b.md:1:34: error region.stale" in done.out
    assert run("generate", "docs").code == 1
    assert (project / "docs" / "b.md").read_text(encoding="utf-8") == STALE


def test_a_folder_that_cannot_be_listed_is_not_checked(
    run: Callable[..., Any], project: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Said with its reason, exit code 3; a page beside it is checked."""
    (project / "README.md").write_text(GOOD, encoding="utf-8")
    listed = Path.iterdir

    def refuse(folder: Path) -> Iterator[Path]:
        if folder.name == "docs":
            raise PermissionError(13, "Permission denied")
        return listed(folder)

    monkeypatch.setattr(Path, "iterdir", refuse)
    done = run("check", "docs", "README.md")
    assert done.code == 3
    assert done.out == (
        "not checked: docs: cannot be read: Permission denied\n\n"
        "Could not check everything: 1 page, 1 region against core (spec), 1 not checked.\n"
    )


def test_a_page_that_is_a_loop_of_links_is_not_checked(
    run: Callable[..., Any], project: Path
) -> None:
    """Nor does it end the run."""
    (project / "docs" / "a.md").symlink_to("b.md")
    (project / "docs" / "b.md").symlink_to("a.md")
    done = run("check", "docs")
    assert done.code == 3
    assert "not checked: docs/a.md: " in done.out


def test_an_edition_of_the_project_is_found_from_every_folder(
    run: Callable[..., Any], project: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its path in a marker starts at the project's root."""
    source = Path(__file__).parents[1] / "data" / "drift" / "small.toml"
    (project / "small.toml").write_bytes(source.read_bytes())
    page = project / "docs" / "a.md"
    page.write_text("x <!-- live:count edition=small.toml -->12<!-- /live -->\n", encoding="utf-8")
    assert run("check", "docs").code == 0
    monkeypatch.chdir(project / "docs")
    assert run("check", "a.md").code == 0


# ---- Many processes ------------------------------------------------------------------------------


def test_chunks_of_a_file_list_can_run_at_the_same_time(project: Path) -> None:
    """Eight processes with overlapping lists: every page whole, and none written by a stranger."""
    names = [f"docs/page {number:03}.md" for number in range(60)]
    for name in names:
        (project / name).write_text(STALE * 5, encoding="utf-8")
    (project / "README.md").write_text(STALE, encoding="utf-8")
    chunks = [["README.md", *names[start::7], *names[::10]] for start in range(7)]
    chunks.append(["README.md"])
    given = {name for chunk in chunks for name in chunk}
    (project / "docs" / "not given.md").write_text(STALE, encoding="utf-8")
    running = [
        subprocess.Popen(
            [sys.executable, "-m", "ai_memory_spec", "generate", "--", *chunk],
            cwd=project,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            encoding="utf-8",
        )
        for chunk in chunks
    ]
    outputs = [process.communicate(timeout=60) for process in running]
    assert [process.returncode for process in running] == [0] * 8, outputs
    said = [
        line.split(": ")[0].removeprefix("refreshed ")
        for out, _ in outputs
        for line in out.splitlines()
        if line.startswith("refreshed ")
    ]
    assert set(said) == given
    for name in names:
        assert (project / name).read_text(encoding="utf-8") == GOOD * 5
    assert (project / "README.md").read_text(encoding="utf-8") == GOOD
    assert (project / "docs" / "not given.md").read_text(encoding="utf-8") == STALE
    assert list(project.rglob(".*")) == []


def test_a_deleted_name_keeps_the_others_as_they_are(
    run: Callable[..., Any], project: Path
) -> None:
    """A hook that passes a deleted page hears of it; nothing is half done."""
    (project / "docs" / "a.md").write_text(STALE, encoding="utf-8")
    done = run("generate", "docs/a.md", "docs/deleted.md")
    assert done.code == 3
    assert done.err == (
        "not refreshed: docs/deleted.md: there is no such page; check the path\n"
        "Nothing was written: mend the findings above first.\n"
    )
    assert (project / "docs" / "a.md").read_text(encoding="utf-8") == STALE


def test_what_an_editor_saves_in_the_meantime_is_not_lost(
    run: Callable[..., Any], project: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The page is left alone, and the run is no success; other pages are written."""
    from ai_memory_spec.drift import generate

    first, second = project / "docs" / "a.md", project / "docs" / "b.md"
    first.write_text(STALE, encoding="utf-8")
    second.write_text(STALE, encoding="utf-8")
    write = generate.write_page

    def edited_before(path: Path, text: str, **options: Any) -> bool:
        if path.name == "a.md":
            path.write_text(f"{STALE}Saved.\n", encoding="utf-8")
        return write(path, text, **options)

    monkeypatch.setattr(generate, "write_page", edited_before)
    done = run("generate", "docs")
    assert done.code == 3
    assert done.err == (
        "not refreshed: docs/a.md: cannot be written: it has changed since it was read; "
        "run the command again\n"
    )
    assert done.out.startswith("refreshed docs/b.md: docs/b.count.1\n")
    assert first.read_text(encoding="utf-8") == f"{STALE}Saved.\n"
    assert second.read_text(encoding="utf-8") == GOOD
