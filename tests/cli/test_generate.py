"""`generate`: what is written, what is said, and when nothing is written at all."""

import json
import stat
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from ai_memory_spec.phrasing import load_edition

STALE = "A server has <!-- live:count -->50<!-- /live --> tools.\n"
GOOD = STALE.replace("50", "51")


def test_generate_says_which_files_changed(run: Callable[..., Any], project: Path) -> None:
    """A second run changes nothing, and says that."""
    (project / "README.md").write_text(GOOD, encoding="utf-8")
    (project / "docs" / "a.md").write_text(STALE, encoding="utf-8")
    done = run("generate")
    assert (done.code, done.err) == (0, "")
    assert done.out == (
        "refreshed docs/a.md: docs/a.count.1\n1 file changed; 2 pages, 2 regions read.\n"
    )
    assert (project / "docs" / "a.md").read_text(encoding="utf-8") == GOOD
    assert run("generate").out == "0 files changed; 2 pages, 2 regions read.\n"
    assert run("check").code == 0


def test_one_malformed_page_keeps_every_page_as_it_is(
    run: Callable[..., Any], project: Path
) -> None:
    """The message names the page; the others stay stale."""
    (project / "README.md").write_text(STALE, encoding="utf-8")
    (project / "docs" / "a.md").write_text(STALE, encoding="utf-8")
    (project / "docs" / "b.md").write_text("x <!-- live:count -->\n", encoding="utf-8")
    done = run("generate")
    assert done.code == 1
    assert "docs/b.md:1:3: error marker.unclosed" in done.err
    assert "Nothing was written" in done.err
    assert (project / "README.md").read_text(encoding="utf-8") == STALE
    assert (project / "docs" / "a.md").read_text(encoding="utf-8") == STALE


def test_a_missing_page_keeps_every_page_as_it_is(run: Callable[..., Any], project: Path) -> None:
    """Exit code 3: something could not be done."""
    (project / "docs" / "a.md").write_text(STALE, encoding="utf-8")
    done = run("generate")
    assert done.code == 3
    assert "not refreshed: README.md: there is no such page" in done.err
    assert (project / "docs" / "a.md").read_text(encoding="utf-8") == STALE


def test_bytes_around_regions_mode_and_link_stay(run: Callable[..., Any], project: Path) -> None:
    """BOM, CRLF, front matter, no final newline, mode and symbolic link survive."""
    real = project / "real.md"
    raw = '\ufeff---\r\ntitle: "<!-- live:count -->7<!-- /live -->"\r\ntags: [ a,b ]\r\n---\r\n\r\n'
    real.write_bytes((raw + STALE.rstrip("\n")).encode())
    real.chmod(0o640)
    (project / "docs" / "a.md").symlink_to(real)
    assert run("generate", "docs").code == 0
    assert real.read_bytes() == (raw + GOOD.rstrip("\n")).encode()
    assert stat.S_IMODE(real.stat().st_mode) == 0o640
    assert (project / "docs" / "a.md").is_symlink()
    assert [path.name for path in project.glob(".real*")] == []


def test_derived_pages_and_data_are_written_and_checked(
    run: Callable[..., Any], project: Path
) -> None:
    """A derived page shows its edition; a touched data file is `page.stale` with its line."""
    (project / "pyproject.toml").write_text(
        '[tool.ai-memory-spec]\npaths = ["docs"]\ndata = "docs"\n'
        '[[tool.ai-memory-spec.derived]]\nsource = "docs/a.md"\nedition = "0.10.0"\n'
        'path = "docs/a-0.10.0.md"\n',
        encoding="utf-8",
    )
    (project / "docs" / "a.md").write_text(f"---\ntitle: A\n---\n\n{STALE}", encoding="utf-8")
    missing = run("check")
    assert missing.code == 1
    assert "docs/a-0.10.0.md: error page.stale: the generated file is missing" in missing.out
    assert run("generate").code == 0
    derived = (project / "docs" / "a-0.10.0.md").read_text(encoding="utf-8")
    tools = len(load_edition("0.10.0").tools)
    assert "title: A (edition 0.10.0)" in derived
    assert "Generated from a.md" in derived
    assert f"<!-- live:count edition=0.10.0 -->{tools}<!-- /live -->" in derived
    data = project / "docs" / "phrasings" / "spec.json"
    assert len(json.loads(data.read_text(encoding="utf-8"))["profiles"]) == 128
    assert run("check").code == 0
    data.write_text(data.read_text(encoding="utf-8").replace("8 of 51", "8 of 50"), "utf-8")
    done = run("check")
    assert done.code == 1
    assert "docs/phrasings/spec.json:" in done.out
    assert "8 of [-50-]{+51+} tools" in done.out


def test_a_folder_that_cannot_be_written_is_said_without_a_traceback(
    run: Callable[..., Any], project: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The page stays whole."""
    page = project / "docs" / "a.md"
    page.write_text(STALE, encoding="utf-8")

    def refuse(*_: object, **__: object) -> None:
        raise PermissionError(13, "Permission denied", str(page))

    monkeypatch.setattr(Path, "replace", refuse)
    done = run("generate", "docs")
    assert done.code not in (0, 1)
    assert "Permission denied" in done.err
    assert page.read_text(encoding="utf-8") == STALE


def test_many_processes_at_once_lose_nothing(project: Path) -> None:
    """Every page is whole and fresh afterwards, and no temporary file is left."""
    pages = [project / "docs" / f"p{number} x.md" for number in range(40)]
    for page in pages:
        page.write_text(STALE * 20, encoding="utf-8")
    command = [sys.executable, "-m", "ai_memory_spec", "generate", "docs"]
    running = [subprocess.Popen(command, cwd=project, stdout=subprocess.DEVNULL) for _ in range(4)]
    assert [process.wait(60) for process in running] == [0, 0, 0, 0]
    assert {page.read_text(encoding="utf-8") for page in pages} == {GOOD * 20}
    assert len(list((project / "docs").iterdir())) == len(pages)
