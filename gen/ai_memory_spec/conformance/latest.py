"""The latest run of the tests on the page of requirements of a built site.

The committed page holds no result, so that it never depends on a run. What a run found is put
into the built HTML alone: one item more in the list of each requirement, of a class that the check
of the HTML leaves out, and the sum of all in the element that stands for it.
"""

import re
import xml.etree.ElementTree as ElementTree
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from html import escape
from pathlib import Path

from ai_memory_spec.conformance.files import known_tests
from ai_memory_spec.conformance.requirements import load_requirements
from ai_memory_spec.regions.page_file import write_page

PAGES = ("requirements/index.html", "requirements.html")
"""Where the page of requirements may be in a built site."""
_SUMMARY = re.compile(r'<p class="latest-results">.*?</p>', re.DOTALL)
_RESULT = re.compile(r'<li class="latest-result">.*?</li>\n?', re.DOTALL)


class ResultsError(Exception):
    """There is no page for the results, or the file holds none; the message says which."""


class Latest(StrEnum):
    """What the latest run says about a requirement."""

    PASS = "pass"  # noqa: S105 (no password)
    """Each of its tests ran and passed."""
    PARTLY = "not run in full"
    """Some of its tests ran, and those passed."""
    FAIL = "fail"
    """A test failed."""
    NOT_RUN = "not run"
    """No test of it ran."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LatestResult:
    """What the latest run says about one requirement."""

    outcome: Latest
    ran: int
    """How many of its tests ran."""
    tests: int
    """How many it has."""

    def __str__(self) -> str:
        if self.outcome is Latest.NOT_RUN:
            return str(self.outcome)
        return f"{self.outcome}, {self.ran} of {self.tests} tests ran"


def show_results(site: Path, results: Path) -> tuple[str, ...]:
    """Put a run's results into the built page of requirements.

    Returns:
        The page's path if it changed.

    Raises:
        ResultsError: See there.
    """
    try:
        outcomes = read_junit(results.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError, ElementTree.ParseError) as error:
        raise ResultsError(f"{results}: no JUnit file that can be read: {error}") from error
    if not outcomes:
        raise ResultsError(f"{results}: holds no test")
    page = _page_of(site)
    if page is None:
        raise ResultsError(f"{site}: no page of requirements has a place for results")
    return _mark(page, site, latest_results(outcomes, known_tests()))


def show_not_run(site: Path) -> tuple[str, ...]:
    """Say that nothing was run, on a page of requirements that says nothing yet.

    Returns:
        The page's path if it changed; nothing for a site without such a page.
    """
    page = _page_of(site)
    if page is None or _RESULT.search(page.read_text(encoding="utf-8")):
        return ()
    return _mark(page, site, latest_results({}, known_tests()))


def _page_of(site: Path) -> Path | None:
    for name in PAGES:
        page = site / name
        if page.is_file() and _SUMMARY.search(page.read_text(encoding="utf-8")):
            return page
    return None


def _mark(page: Path, site: Path, latest: Mapping[str, LatestResult]) -> tuple[str, ...]:
    html = page.read_text(encoding="utf-8")
    changed = write_page(page, mark_results(html, latest))
    return (page.relative_to(site).as_posix(),) if changed else ()


def mark_results(html: str, latest: Mapping[str, LatestResult]) -> str:
    """The page with one more item in the list of each requirement, and the sum of all."""
    html = _SUMMARY.sub(lambda _: f'<p class="latest-results">{_summary(latest)}</p>', html)
    html = _RESULT.sub("", html)
    for id_, result in latest.items():
        anchor = html.find(f'id="{escape(id_)}"')
        end = html.find("</ul>", anchor)
        if anchor < 0 or end < 0:
            continue
        item = f'<li class="latest-result">Latest result: {result}</li>\n'
        html = html[:end] + item + html[end:]
    return html


def _summary(latest: Mapping[str, LatestResult]) -> str:
    counts = Counter(result.outcome for result in latest.values())
    if counts[Latest.NOT_RUN] == len(latest):
        return "Not run: this build holds no results of a test run."
    parts = [f"{counts[outcome]} {outcome}" for outcome in Latest if counts[outcome]]
    return f"Of {len(latest)} requirements: {', '.join(parts)}."


def read_junit(text: str) -> dict[str, bool]:
    """Whether each test passed, by class and name without parameters; skipped ones are left out.

    Raises:
        ParseError: It is no XML.
    """
    outcomes: dict[str, bool] = {}
    root = ElementTree.fromstring(text)  # noqa: S314 (a file that our own test run has written)
    for case in root.iter("testcase"):
        children = {child.tag for child in case}
        if "skipped" in children:
            continue
        name = f"{case.get('classname', '')}::{case.get('name', '').partition('[')[0]}"
        passed = not children & {"failure", "error"}
        outcomes[name] = outcomes.get(name, True) and passed
    return outcomes


def latest_results(
    outcomes: Mapping[str, bool], tests: Mapping[str, Sequence[str]]
) -> dict[str, LatestResult]:
    """What a run says about each requirement.

    Parameters:
        outcomes: From `read_junit`.
        tests: Node ids by requirement id.
    """
    found: dict[str, LatestResult] = {}
    for item in load_requirements().all:
        nodes = tests.get(item.id, ())
        ran = [outcomes[key] for node in nodes if (key := junit_name(node)) in outcomes]
        if not ran:
            outcome = Latest.NOT_RUN
        elif not all(ran):
            outcome = Latest.FAIL
        else:
            outcome = Latest.PASS if len(ran) == len(nodes) else Latest.PARTLY
        found[item.id] = LatestResult(outcome=outcome, ran=len(ran), tests=len(nodes))
    return found


def junit_name(node: str) -> str:
    """What a JUnit file calls a node id: `a/test_b.py::T::test_c` is `a.test_b.T::test_c`."""
    path, _, rest = node.partition("::")
    *classes, name = rest.split("::")
    return f"{'.'.join([path.removesuffix('.py').replace('/', '.'), *classes])}::{name}"
