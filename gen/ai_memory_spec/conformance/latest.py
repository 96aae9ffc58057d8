"""The latest run of the tests on the page of requirements of a built site.

The committed page says "not run", so that it never depends on a run. What a run found is put
into the built HTML alone, in place of the element that stands for it, outside of all regions.
"""

import re
import xml.etree.ElementTree as ElementTree
from collections.abc import Mapping, Sequence
from enum import StrEnum
from html import escape
from pathlib import Path

from ai_memory_spec.conformance.files import known_tests
from ai_memory_spec.conformance.requirements import load_requirements

PAGES = ("requirements/index.html", "requirements.html")
"""Where the page of requirements may be in a built site."""
_SLOT = re.compile(r'<p class="latest-results">.*?</p>', re.DOTALL)


class ResultsError(Exception):
    """There is no page for the results, or the file holds none; the message says which."""


class Latest(StrEnum):
    """What the latest run says about a requirement."""

    PASS = "pass"  # noqa: S105 (no password)
    """At least one of its tests ran, and each that ran passed."""
    FAIL = "fail"
    """A test failed."""
    NOT_RUN = "not run"
    """No test of it ran."""


def show_results(site: Path, results: Path) -> str:
    """Put a run's results into the built page of requirements; returns the page's path.

    Raises:
        ResultsError: See there.
    """
    try:
        outcomes = read_junit(results.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError, ElementTree.ParseError) as error:
        raise ResultsError(f"{results}: no JUnit file that can be read: {error}") from error
    if not outcomes:
        raise ResultsError(f"{results}: holds no test")
    for name in PAGES:
        page = site / name
        if not page.is_file():
            continue
        html = page.read_text(encoding="utf-8")
        table = results_table(latest_results(outcomes, known_tests()))
        slot = _SLOT.search(html)
        if slot:
            changed = html[: slot.start()] + table + html[slot.end() :]
            page.write_text(changed, encoding="utf-8", newline="\n")
            return name
    raise ResultsError(f"{site}: no page of requirements has a place for results")


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
) -> dict[str, tuple[Latest, int]]:
    """What a run says about each requirement, with the number of its tests that ran.

    Parameters:
        outcomes: From `read_junit`.
        tests: Node ids by requirement id.
    """
    found: dict[str, tuple[Latest, int]] = {}
    for item in load_requirements().all:
        ran = [
            outcomes[key]
            for node in tests.get(item.id, ())
            if (key := junit_name(node)) in outcomes
        ]
        latest = Latest.NOT_RUN if not ran else Latest.PASS if all(ran) else Latest.FAIL
        found[item.id] = (latest, len(ran))
    return found


def junit_name(node: str) -> str:
    """What a JUnit file calls a node id: `a/test_b.py::T::test_c` is `a.test_b.T::test_c`."""
    path, _, rest = node.partition("::")
    *classes, name = rest.split("::")
    return f"{'.'.join([path.removesuffix('.py').replace('/', '.'), *classes])}::{name}"


def results_table(latest: Mapping[str, tuple[Latest, int]]) -> str:
    """The results as an HTML table, in the order of the requirements."""
    rows = "".join(
        f'<tr><td><a href="#{escape(id_)}">{escape(id_)}</a></td><td>{outcome}</td>'
        f"<td>{number}</td></tr>"
        for id_, (outcome, number) in latest.items()
    )
    head = "<tr><th>Requirement</th><th>Latest result</th><th>Tests that ran</th></tr>"
    return f"<table><thead>{head}</thead><tbody>{rows}</tbody></table>"
