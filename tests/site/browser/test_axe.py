"""Accessibility: axe-core finds nothing on any kind of page."""

from pathlib import Path
from typing import Any

import axe_playwright_python
import pytest
from playwright.sync_api import Browser

from tests.site.browser.conftest import RealSite, visiting

pytestmark = pytest.mark.browser

AXE = (Path(axe_playwright_python.__file__).parent / "axe.min.js").read_text(encoding="utf-8")
RUN = """async (context) => {
  const found = await axe.run(context, { resultTypes: ["violations"] });
  return found.violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id}: ${target}: ${failureSummary}`));
}"""

KINDS = (
    "",
    "canonical-phrasings/",
    "canonical-phrasings-0.10.0/",
    "editions/",
    "compare/spec-0.10.0/",
    "profiles/",
    "tools/",
    "playground/?profile=graph&with=core,archive&with-edition=0.10.0",
    "playground/?profile=grahp",
    "capabilities-document/",
    "profile-matrix/",
    "requirements/",
    "conformance/",
    "live-regions/",
    "404.html",
)
"""One page of each kind: prose, sentences, figures, tables, code, the playground in two states."""

VIEWS = [(1440, "light"), (1440, "dark"), (390, "light"), (390, "dark")]


@pytest.mark.parametrize(("width", "scheme"), VIEWS)
def test_axe_finds_nothing(browser: Browser, real_site: RealSite, width: int, scheme: Any) -> None:
    """In both colour schemes, wide and narrow."""
    context = browser.new_context(
        viewport={"width": width, "height": 900}, color_scheme=scheme, reduced_motion="reduce"
    )
    visitor = visiting(context, real_site)
    found = []
    for path in KINDS:
        page = visitor.go(path)
        page.evaluate(AXE)
        found += [f"/{path}: {finding}" for finding in page.evaluate(RUN, "html")]
    context.close()
    assert found == []
    assert visitor.faults == []


def test_axe_would_find_something(browser: Browser, real_site: RealSite) -> None:
    """The check is able to fail."""
    context = browser.new_context()
    visitor = visiting(context, real_site)
    page = visitor.go("")
    page.evaluate(AXE)
    page.evaluate("() => document.querySelector('article').append(document.createElement('img'))")
    assert any(finding.startswith("image-alt: ") for finding in page.evaluate(RUN, "html"))
    context.close()
