"""Every page at every width: nothing sticks out, nothing is heavy, nothing leaves the site."""

import pytest
from playwright.sync_api import Browser

from tests.site.browser.conftest import RealSite, Visitor, visiting

pytestmark = pytest.mark.browser

STICKS_OUT = """() => {
  const width = document.documentElement.clientWidth;
  if (document.documentElement.scrollWidth <= width) return [];
  return [...document.querySelectorAll("body *")]
    .filter((element) => element.getBoundingClientRect().right > width + 1)
    .map((element) => `${element.tagName} ${element.className}`).slice(0, 5);
}"""
UNREACHABLE = """() => [...document.querySelectorAll("article *")].filter((element) =>
  element.checkVisibility() && element.tabIndex < 0 &&
  element.scrollWidth > element.clientWidth + 1 &&
  ["auto", "scroll"].includes(getComputedStyle(element).overflowX)
).map((element) => `${element.tagName} ${element.className}`)"""
MAX_HTML = 150_000


def test_no_page_scrolls_sideways_and_what_does_is_in_reach(
    browser: Browser, real_site: RealSite
) -> None:
    """At 1440, 768 and 390 px, light and dark; a wide table has a box that takes the focus."""
    context = browser.new_context(viewport={"width": 1440, "height": 900}, reduced_motion="reduce")
    visitor = visiting(context, real_site)
    found = []
    for path in real_site.pages:
        page = visitor.go(path)
        for width in (1440, 768, 390):
            page.set_viewport_size({"width": width, "height": 900})
            for scheme in ("light", "dark"):
                page.emulate_media(color_scheme=scheme)
                page.evaluate("() => new Promise(requestAnimationFrame)")
                found += [(path, width, scheme, what) for what in page.evaluate(STICKS_OUT)]
            page.evaluate("() => new Promise((done) => setTimeout(done, 50))")
            found += [(path, width, "box", what) for what in page.evaluate(UNREACHABLE)]
    context.close()
    assert found == []
    assert visitor.faults == []


def test_words_in_figures_keep_their_size_on_a_phone(browser: Browser, real_site: RealSite) -> None:
    """A figure of the tool surface is as wide as it was drawn."""
    context = browser.new_context(viewport={"width": 390, "height": 900})
    visitor = visiting(context, real_site)
    for path in ("tools/", "editions/"):
        page = visitor.go(path)
        sizes = page.evaluate(
            "() => [...document.querySelectorAll('article img')]"
            ".map((image) => [image.clientWidth, image.naturalWidth])"
        )
        assert sizes
        for shown, drawn in sizes:
            assert shown >= drawn - 1, path
    context.close()


def test_no_page_is_heavy(real_site: RealSite) -> None:
    """At most 150 KB of HTML for each, and less than 15,000 bytes for the playground's script."""
    sizes = {
        str(path.relative_to(real_site.folder)): path.stat().st_size
        for path in real_site.folder.glob("**/*.html")
    }
    assert {name: size for name, size in sizes.items() if size > MAX_HTML} == {}
    assert (real_site.folder / "javascripts/playground.js").stat().st_size < 15_000


def test_data_is_fetched_where_it_is_needed_only(visitor: Visitor) -> None:
    """No other page asks for a data file of ours, and the playground asks for one edition."""
    visitor.go("profile-matrix/")
    visitor.go("")
    data = [path for path in visitor.requested if path.endswith((".json", ".csv"))]
    assert set(data) <= {"/search/search_index.json"}  # Material's own
    visitor.go("playground/")
    assert [path for path in visitor.requested if "phrasings" in path] == ["/phrasings/spec.json"]
