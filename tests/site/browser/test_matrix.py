"""The profile matrix: rows are found by what they hold."""

import pytest
from playwright.sync_api import Page, expect

from tests.site.browser.conftest import Visitor

pytestmark = pytest.mark.browser


def _labels(page: Page) -> list[str]:
    rows = page.get_by_role("article").locator("tbody tr:visible td:first-child")
    return rows.all_text_contents()


def test_only_rows_with_every_word_stay(visitor: Visitor) -> None:
    """Words in any order, the beginnings of words too; the number of rows is announced."""
    page = visitor.go("profile-matrix/")
    field = page.get_by_role("searchbox", name="Show rows with these words")
    status = page.get_by_role("article").get_by_role("status")
    expect(status).to_have_text("128 of 128 sets shown")
    assert len(_labels(page)) == 128

    field.fill("archive gov")
    expect(status).to_have_text("32 of 128 sets shown")
    labels = _labels(page)
    assert len(labels) == 32
    assert all(
        label == "full" or {"archive", "governance"} <= set(label.split(",")) for label in labels
    )

    field.fill("admin")
    expect(status).to_have_text("1 of 128 sets shown")
    assert _labels(page) == ["admin"]

    field.fill("<img src=x onerror=alert(1)>")
    expect(status).to_have_text("0 of 128 sets shown")
    field.fill("")
    expect(status).to_have_text("128 of 128 sets shown")


def test_the_data_is_one_click_away(visitor: Visitor) -> None:
    """JSON and CSV of every edition that phrases."""
    page = visitor.go("profile-matrix/")
    for kind in ("JSON", "CSV"):
        links = page.get_by_role("article").get_by_role("link", name=kind, exact=True)
        addresses = [str(link.evaluate("link => link.href")) for link in links.all()]
        assert len(addresses) == 5
        assert all(page.request.get(address).ok for address in addresses)
