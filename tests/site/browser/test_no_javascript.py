"""Without JavaScript every page can be read, and the playground says what it needs."""

import pytest
from playwright.sync_api import Browser, expect

from tests.site.browser.conftest import RealSite

pytestmark = pytest.mark.browser


def test_the_playground_says_that_it_needs_javascript(
    browser: Browser, real_site: RealSite
) -> None:
    """In words, with links to the same data; no control is shown that could not work."""
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(f"{real_site.origin}/playground/")
    article = page.get_by_role("article")
    expect(article).to_contain_text("The playground needs JavaScript.")
    assert article.locator("select, input, button").count() == 0
    for link in article.get_by_role("link", name="JSON", exact=True).all():
        assert page.request.get(str(link.evaluate("link => link.href"))).ok
    page.goto(f"{real_site.origin}/profile-matrix/")
    assert article.locator("tbody tr").count() == 128
    assert article.locator("input").count() == 0
    context.close()
