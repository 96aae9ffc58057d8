"""A skip of a test that must run is a failure, and says why."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

HERE = Path(__file__).parent

PAGE_TEST = """
import asyncio
import pytest

@pytest.mark.browser
def test_page(page):
    page.set_content("<h1>Tools</h1>")
    assert page.locator("h1").text_content() == "Tools"
"""

LOOP_TEST = """
import asyncio

async def give():
    return 9

def test_loop():
    assert asyncio.run(give()) == 9
"""

SKIPPED_TEST = """
import pytest

@pytest.mark.{marker}
def test_marked():
    pytest.skip("no {marker} here: make {marker}")
"""


def run_pytest(folder: Path, *, path: str | None = None, **variables: str) -> tuple[int, str]:
    """Run the tests in a folder with this project's conftest; return exit code and output."""
    shutil.copy(HERE / "conftest.py", folder)
    shutil.copy(HERE.parent / "pyproject.toml", folder)
    inherited = {k: v for k, v in os.environ.items() if k not in {"CI", "AI_MEMORY_SPEC_MUST_RUN"}}
    environment = inherited | variables | ({} if path is None else {"PATH": path})
    command = [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", "-p", "no:xdist", folder]
    done = subprocess.run(
        command, cwd=folder, env=environment, capture_output=True, text=True, timeout=120
    )
    return done.returncode, done.stdout + done.stderr


@pytest.mark.browser
def test_browser_opens_a_page_and_leaves_no_event_loop_running(tmp_path: Path) -> None:
    """Chromium shows a page, and the module that comes next can run a loop of its own."""
    if not any(map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))):
        pytest.skip("no browser found: apt install chromium")
    (tmp_path / "test_a.py").write_text(PAGE_TEST)
    (tmp_path / "test_b.py").write_text(LOOP_TEST)
    code, output = run_pytest(tmp_path)
    assert "2 passed" in output
    assert code == 0


def test_missing_browser_is_a_skip_that_says_what_to_install(tmp_path: Path) -> None:
    """On a newcomer's machine the rest of the tests still run."""
    (tmp_path / "test_a.py").write_text(PAGE_TEST)
    code, output = run_pytest(tmp_path, path=str(tmp_path))
    assert (
        "browser: none, so browser tests are skipped (to run them: apt install chromium)" in output
    )
    assert "no browser found (chromium, chromium-browser, google-chrome): apt install" in output
    assert "1 skipped" in output
    assert code == 0


def test_missing_browser_is_a_failure_in_ci(tmp_path: Path) -> None:
    """There a skip would hide that nothing was tested."""
    (tmp_path / "test_a.py").write_text(PAGE_TEST)
    code, output = run_pytest(tmp_path, path=str(tmp_path), CI="true")
    assert "A `browser` test may not be skipped here." in output
    assert "apt install chromium" in output
    assert code == 1


@pytest.mark.parametrize(("must_run", "expected"), [("", 0), ("daemon", 1), ("serve daemon", 1)])
def test_named_markers_may_not_be_skipped(tmp_path: Path, must_run: str, expected: int) -> None:
    """What `.ci/run` has built must be tested."""
    (tmp_path / "test_a.py").write_text(SKIPPED_TEST.format(marker="daemon"))
    code, output = run_pytest(tmp_path, CI="true", AI_MEMORY_SPEC_MUST_RUN=must_run)
    assert "no daemon here: make daemon" in output
    assert code == expected
