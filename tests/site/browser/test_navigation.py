"""Finding things: navigation, search, and the way from one edition to another."""

import re

import pytest
from playwright.sync_api import expect

from tests.site.browser.conftest import Visitor

pytestmark = pytest.mark.browser


def test_the_navigation_leads_to_a_tool_by_name(visitor: Visitor) -> None:
    """From the start page to the tool surface, without a full load."""
    page = visitor.go("")
    page.evaluate("() => { window.stayed = true; }")
    page.get_by_role("link", name="Tool surface", exact=True).first.click()
    expect(page).to_have_url(re.compile("/tools/$"))
    expect(page.get_by_role("article").get_by_text("memory_smart_load").first).to_be_visible()
    assert page.evaluate("window.stayed") is True


def test_the_search_finds_a_tool_by_its_name(visitor: Visitor) -> None:
    """The results name the page of the tool surface."""
    page = visitor.go("")
    page.keyboard.press("/")
    page.get_by_role("textbox", name="Search").press_sequentially("memory_kg_timeline")
    result = page.locator('.md-search-result a[href*="/tools/"]').first
    expect(result).to_be_visible()
    result.click()
    expect(page).to_have_url(re.compile("/tools/"))


def test_the_search_prefers_the_default_edition(visitor: Visitor) -> None:
    """The same words stand on the pages of all editions."""
    page = visitor.go("")
    page.keyboard.press("/")
    page.get_by_role("textbox", name="Search").press_sequentially("tone constraint")
    first = page.locator(".md-search-result__link").first
    expect(first).to_be_visible()
    expect(first).to_have_attribute("href", re.compile("/canonical-phrasings/"))


@pytest.mark.parametrize("width", [1440, 390])
def test_the_edition_switcher_keeps_the_place(visitor: Visitor, width: int) -> None:
    """It stays in view while the reader scrolls, and the anchor of their place goes along."""
    visitor.page.set_viewport_size({"width": width, "height": 900})
    page = visitor.go("canonical-phrasings/#tone-constraint")
    page.evaluate("() => { window.stayed = true; }")
    switch = page.get_by_role("article").get_by_role("link", name="0.10.0", exact=True).first
    expect(switch).to_be_in_viewport()
    switch.click()
    expect(page).to_have_url(re.compile(r"/canonical-phrasings-0\.10\.0/#tone-constraint$"))
    expect(page.locator("#tone-constraint")).to_be_in_viewport()
    assert page.evaluate("window.stayed") is True
    page.get_by_role("article").get_by_role("link", name="spec", exact=True).first.click()
    expect(page).to_have_url(re.compile("/canonical-phrasings/#tone-constraint$"))
    expect(page.locator("#tone-constraint")).to_be_in_viewport()
    if width > 1000:  # the navigation is open, and its links do the same
        page.get_by_role("link", name="Edition 0.9.0", exact=True).first.click()
        expect(page).to_have_url(re.compile(r"/canonical-phrasings-0\.9\.0/#tone-constraint$"))


def test_the_start_page_leads_to_a_chosen_profile(visitor: Visitor) -> None:
    """The playground shows it, without a full load."""
    page = visitor.go("")
    page.evaluate("() => { window.stayed = true; }")
    page.get_by_role("article").get_by_role("link", name="graph", exact=True).click()
    expect(page).to_have_url(re.compile(r"/playground/\?edition=spec&profile=graph"))
    expect(page.get_by_label("Profile string").first).to_have_value("graph")
    assert page.evaluate("window.stayed") is True


def test_an_earlier_address_leads_on_and_keeps_the_place(visitor: Visitor) -> None:
    """What stands behind the address goes along."""
    page = visitor.go("canonical-phrasings-spec/#tone-constraint")
    expect(page).to_have_url(re.compile("/canonical-phrasings/#tone-constraint$"))
    expect(page.locator("#tone-constraint")).to_be_in_viewport()


def test_other_links_are_left_as_they_are(visitor: Visitor) -> None:
    """A link to another page does not take the anchor along."""
    page = visitor.go("canonical-phrasings/#tone-constraint")
    page.get_by_role("link", name="Tool surface", exact=True).first.click()
    expect(page).to_have_url(re.compile("/tools/$"))
