"""What all tests share: the browser, skips that may not happen in CI, Hypothesis profiles."""

import os
import shutil
import signal
from collections.abc import Iterator

import pytest
from hypothesis import settings
from playwright.sync_api import Browser, Page, sync_playwright

BROWSER_COMMANDS = ("chromium", "chromium-browser", "google-chrome")

BROWSER_OPTIONS = (
    "--no-sandbox",  # CI runs as root, where Chromium refuses its sandbox
    "--disable-gpu",
    "--disable-quic",
    # Chromium asks its maker's hosts for this and that unless it is told not to.
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)

settings.register_profile("dev", deadline=None)
settings.register_profile("ci", deadline=None, derandomize=True, database=None, print_blob=True)
settings.load_profile("ci" if os.environ.get("CI") else "dev")


# ---- Signals -----------------------------------------------------------------------------------

# A run in the background (`nohup make test &`) inherits ignored signals, and so would every
# process that a test starts and ends by one.
for _number, _handler in (
    (signal.SIGINT, signal.default_int_handler),
    (signal.SIGHUP, signal.SIG_DFL),
):
    if signal.getsignal(_number) is signal.SIG_IGN:
        signal.signal(_number, _handler)


# ---- Tests that may not be skipped -------------------------------------------------------------


def _markers_that_must_run() -> frozenset[str]:
    """Markers whose tests fail where others would be skipped.

    In CI that is `browser`. `.ci/run` adds what it has built by naming it, with blanks between,
    in AI_MEMORY_SPEC_MUST_RUN: `daemon`, once there is a daemon.
    """
    named = os.environ.get("AI_MEMORY_SPEC_MUST_RUN", "").split()
    return frozenset(named + (["browser"] if os.environ.get("CI") else []))


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> Iterator[None]:
    """Turn a skip of a test that must run into a failure with the skip's reason."""
    report = yield
    must_run = sorted(_markers_that_must_run().intersection(m.name for m in item.iter_markers()))
    if report.skipped and must_run and not hasattr(report, "wasxfail"):
        reason = report.longrepr[2] if isinstance(report.longrepr, tuple) else report.longrepr
        report.outcome = "failed"
        report.longrepr = f"A `{must_run[0]}` test may not be skipped here. {reason}"
    return report


# ---- The browser -------------------------------------------------------------------------------


def _find_browser() -> str | None:
    return next(filter(None, map(shutil.which, BROWSER_COMMANDS)), None)


def pytest_report_header() -> str:
    """Say before the first test whether the browser tests will run."""
    missing = "none, so browser tests are skipped (to run them: apt install chromium)"
    return f"browser: {_find_browser() or missing}"


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """Start Chromium, headless, for the tests of one module.

    While it is open Playwright keeps an event loop running in this thread, and `asyncio.run` then
    refuses to work. It is closed at the end of each module for the sake of the tests that come
    next in the same process; keep tests that run a loop of their own out of the module.
    """
    executable = _find_browser()
    if executable is None:
        pytest.skip(f"no browser found ({', '.join(BROWSER_COMMANDS)}): apt install chromium")
    with sync_playwright() as playwright:
        opened = playwright.chromium.launch(executable_path=executable, args=[*BROWSER_OPTIONS])
        yield opened
        opened.close()


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    """Open an empty page with storage, permissions and history of its own."""
    context = browser.new_context()
    yield context.new_page()
    context.close()
