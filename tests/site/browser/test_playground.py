"""The playground as a reader uses it: by pointer, by keyboard, by link and by ear."""

import re
from urllib.parse import parse_qs, quote, urlsplit

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from ai_memory_spec.cli import main
from ai_memory_spec.phrasing import ProfileError, load_edition, parse_profile
from tests.site.browser.conftest import RealSite, Visitor, visiting
from tests.site.browser.test_profile_strings import PHRASING

pytestmark = pytest.mark.browser

FIELDS = ("summary", "to_describe_to_user")
WITHOUT = """(quote) => ["INS", "DEL"].map((kind) => [...quote.childNodes]
  .filter((node) => node.nodeName !== kind).map((node) => node.textContent).join(""))"""
"""The text of a word diff without its insertions, and without its deletions."""
HOSTILE = "<img src=x onerror=alert(1)>"


def _show(capsys: pytest.CaptureFixture[str], edition: str, profile: str, field: str) -> str:
    """What `show --field` prints, without the newline at its end."""
    arguments = ["show", "--edition", edition, "--profile", profile, "--field", field]
    assert main(arguments) == 0
    return capsys.readouterr().out.removesuffix("\n")


def _sentence(page: Page, field: str) -> Locator:
    return page.locator(f'blockquote[data-field="{field}"]')


def _choice(page: Page, name: str = "Choice") -> Locator:
    return page.get_by_role("group", name=name, exact=True)


def _state(page: Page) -> dict[str, list[str]]:
    return parse_qs(urlsplit(page.url).query, keep_blank_values=True)


def _message(text: str, edition: str = "spec") -> str:
    with pytest.raises(ProfileError) as caught:
        parse_profile(load_edition(edition), text)
    return str(caught.value)


@pytest.mark.parametrize("edition", PHRASING)
def test_both_sentences_are_those_of_show(
    edition: str, visitor: Visitor, capsys: pytest.CaptureFixture[str]
) -> None:
    """For each edition, by name, by families and by string, on the page and in the clipboard."""
    page = visitor.go("playground/")
    form = _choice(page)
    form.get_by_label("Edition").select_option(edition)
    form.get_by_label("Named profile").select_option("admin")
    for field in FIELDS:
        expected = _show(capsys, edition, "admin", field)
        expect(_sentence(page, field)).to_have_text(expected)
        assert _sentence(page, field).text_content() == expected
    form.get_by_label(re.compile("^ ?archive")).check()
    for field in FIELDS:
        expected = _show(capsys, edition, "admin,archive", field)
        expect(_sentence(page, field)).to_have_text(expected)
    form.get_by_label("Profile string").fill("power, meta")
    for field in FIELDS:
        expected = _show(capsys, edition, "power,meta", field)
        expect(_sentence(page, field)).to_have_text(expected)
        page.get_by_role("button", name=f"Copy {field}", exact=True).click()
        expect(page.get_by_role("button", name=f"Copied {field}", exact=True)).to_be_visible()
        assert page.evaluate("navigator.clipboard.readText()") == expected


def test_the_three_ways_to_choose_agree(visitor: Visitor) -> None:
    """Each follows the others, and the address follows all."""
    page = visitor.go("playground/")
    form = _choice(page)
    text, named = form.get_by_label("Profile string"), form.get_by_label("Named profile")
    graph = form.get_by_label(re.compile("^ ?graph"))
    assert "edition" not in _state(page)
    expect(text).to_have_value("core")
    expect(form.get_by_label(re.compile("^ ?core"))).to_be_disabled()

    graph.check()
    expect(text).to_have_value("graph")
    expect(named).to_have_value("graph")
    assert _state(page) == {"edition": ["spec"], "profile": ["graph"]}

    form.get_by_label(re.compile("^ ?other")).check()
    expect(text).to_have_value("core,graph,other")
    expect(named.locator("option:checked")).to_have_text("custom")

    named.select_option("full")
    expect(text).to_have_value("full")
    for box in form.get_by_role("checkbox").all():
        expect(box).to_be_checked()

    text.fill(" graph,, core")
    expect(named).to_have_value("graph")
    expect(form.get_by_label(re.compile("^ ?other"))).not_to_be_checked()
    assert _state(page)["profile"] == [" graph,, core"]


def test_numbers_are_explained_and_the_tone_is_checked(visitor: Visitor) -> None:
    """Each count has its sum beside it, by the edition's counting rule."""
    page = visitor.go("playground/?edition=spec&profile=graph")
    rows = page.get_by_role("group", name="Counts").locator("tr")
    later = "governance 8 + power 9 + meta 4 + archive 4 + other 2"
    assert [row.locator("th, td").all_text_contents() for row in rows.all()] == [
        ["Number", "Value", "Why"],
        ["visible", "19", "core 7 + graph 11 + always on 1"],
        [
            "total",
            "51",
            f"core 7 + lifecycle 5 + graph 11 + {later} + always on 1",
        ],
        ["unloaded", "32", "51 − 19"],
        ["n_loaded", "18", "core 7 + graph 11"],
        ["n_unloaded", "32", f"lifecycle 5 + {later}"],
    ]
    expect(page.locator(".pg-tone")).to_have_text(
        "Tone check passed: it holds none of the 8 forbidden strings."
    )
    _choice(page).get_by_label("Edition").select_option("0.10.0")
    expect(rows.nth(1)).to_contain_text("core 7 + graph 12")
    expect(rows.nth(1)).not_to_contain_text("always on")


def test_two_choices_are_compared_word_by_word(
    visitor: Visitor, capsys: pytest.CaptureFixture[str]
) -> None:
    """What is struck out and kept makes the first sentence, what is underlined the second."""
    page = visitor.go("playground/")
    page.get_by_label("Compare with a second choice").check()
    second = _choice(page, "Second choice")
    second.get_by_label("Edition").select_option("0.10.0")
    second.get_by_label("Profile string").fill("core,archive")
    for field in FIELDS:
        shown = page.locator(f'blockquote[data-diff="{field}"]')
        expect(shown.locator("ins").last).to_be_visible()
        sides = shown.evaluate(WITHOUT)
        assert sides == [
            _show(capsys, "spec", "core", field),
            _show(capsys, "0.10.0", "core,archive", field),
        ]
    assert _state(page) == {
        "edition": ["spec"],
        "profile": ["core"],
        "with-edition": ["0.10.0"],
        "with": ["core,archive"],
    }
    page.get_by_label("Compare with a second choice").uncheck()
    expect(second).to_be_hidden()
    expect(page.locator("blockquote[data-diff]")).to_have_count(0)
    assert _state(page) == {"edition": ["spec"], "profile": ["core"]}


def test_a_link_brings_the_state_back(visitor: Visitor, capsys: pytest.CaptureFixture[str]) -> None:
    """Every part of it; parts that are not there have their defaults."""
    query = "edition=0.7.0&profile=core,meta&with-edition=0.10.0&with=full"
    page = visitor.go(f"playground/?{query}")
    for field in FIELDS:
        expect(_sentence(page, field)).to_have_text(_show(capsys, "0.7.0", "core,meta", field))
        expect(page.locator(f'blockquote[data-diff="{field}"] ins').first).to_be_visible()
    expect(_choice(page, "Second choice").get_by_label("Named profile")).to_have_value("full")
    page = visitor.go("playground/")
    expect(_choice(page).get_by_label("Edition")).to_have_value("spec")
    expect(_sentence(page, "summary")).to_have_text(_show(capsys, "spec", "core", "summary"))


@pytest.mark.parametrize("label", ["0.6.4", "9.9.9", "constructor", "__proto__"])
def test_an_edition_without_sentences_is_said(
    visitor: Visitor, capsys: pytest.CaptureFixture[str], label: str
) -> None:
    """Never another one in its place; one that has them can be chosen then."""
    page = visitor.go(f"playground/?edition={label}&profile=graph")
    text = f"The data could not be loaded: no edition '{label}' has sentences."
    expect(page.locator(".pg-output")).to_have_text(text)
    expect(page.locator("#pg-root [role=status]")).to_have_text(text)
    assert _state(page) == {"edition": [label], "profile": ["graph"]}
    _choice(page).get_by_label("Edition").select_option("0.10.0")
    expect(_sentence(page, "summary")).to_have_text(_show(capsys, "0.10.0", "graph", "summary"))


@pytest.mark.parametrize(
    "text", ["grahp", "Core,Archive", "bogus,full", "a'b\\c", HOSTILE, "core,😀", "{hint}"]
)
def test_a_bad_string_gets_the_message_of_the_core(text: str, visitor: Visitor) -> None:
    """Typed or from a link, shown beside the field, tied to it, and announced; never markup."""
    page = visitor.go(f"playground/?profile={quote(text)}")
    field = _choice(page).get_by_label("Profile string")
    error = page.locator("#pg-error-0")
    expect(error).to_have_text(_message(text))
    expect(page.get_by_role("status").filter(has_text=_message(text))).to_have_count(1)
    expect(field).to_have_attribute("aria-invalid", "true")
    expect(field).to_have_accessible_description(_message(text))
    expect(_sentence(page, "summary")).to_have_count(0)
    assert page.locator("article img, article script").count() == 0

    field.fill("core")
    expect(error).to_be_hidden()
    expect(field).to_have_attribute("aria-invalid", "false")
    expect(_sentence(page, "summary")).to_have_count(1)
    field.fill(text)
    expect(error).to_have_text(_message(text))


def test_hostile_text_is_nowhere_markup(visitor: Visitor) -> None:
    """In both strings and both editions of the address, nothing becomes an element."""
    bad = quote(HOSTILE)
    page = visitor.go(f"playground/?profile={bad}&with={bad}")
    expect(page.locator("#pg-error-0")).to_have_text(_message(HOSTILE))
    expect(page.locator("#pg-error-1")).to_have_text(_message(HOSTILE))
    assert page.locator("article img").count() == 0
    page = visitor.go(f"playground/?edition={bad}&profile={bad}&with-edition={bad}&with={bad}")
    expect(page.locator(".pg-output")).to_contain_text(f"no edition '{HOSTILE}' has sentences.")
    assert page.locator("article img, article script").count() == 0


def test_the_keyboard_is_enough(visitor: Visitor, capsys: pytest.CaptureFixture[str]) -> None:
    """Tab, arrows, space and letters reach every control; the focus stays where it is, visibly."""
    page = visitor.go("playground/")
    expect(_sentence(page, "summary")).to_be_visible()
    _choice(page).get_by_label("Edition").focus()
    keys = page.keyboard
    focus = page.locator(":focus")
    keys.press("0")  # the first edition that begins so
    expect(focus).to_have_value("0.10.0")
    expect(_sentence(page, "summary")).to_have_text(_show(capsys, "0.10.0", "core", "summary"))
    keys.press("Tab")
    keys.press("g")
    expect(focus).to_have_value("graph")
    expect(_sentence(page, "summary")).to_have_text(_show(capsys, "0.10.0", "graph", "summary"))
    keys.press("Tab")
    expect(focus).to_have_attribute("type", "text")
    outline = focus.evaluate("(element) => getComputedStyle(element).outlineStyle")
    assert outline == "solid"
    keys.press("Control+A")
    keys.type("grahp")
    expect(page.locator("#pg-error-0")).to_have_text(_message("grahp", "0.10.0"))
    keys.press("Control+A")
    keys.type("power")
    keys.press("Enter")  # does not leave the page
    expect(_sentence(page, "summary")).to_have_text(_show(capsys, "0.10.0", "power", "summary"))
    keys.press("Tab")
    expect(focus).to_have_value("lifecycle")
    keys.press("Space")
    expect(_sentence(page, "summary")).to_have_text(
        _show(capsys, "0.10.0", "lifecycle,power", "summary")
    )
    expect(focus).to_have_value("lifecycle")
    for _ in range(6):
        keys.press("Tab")
    expect(focus).to_have_value("other")
    keys.press("Tab")
    keys.press("Space")
    expect(_choice(page, "Second choice")).to_be_visible()
    keys.press("Space")
    keys.press("Tab")
    expect(focus).to_have_text("Copy summary")
    keys.press("Enter")
    expect(page.get_by_role("status").filter(has_text="Copied summary")).to_have_count(1)
    keys.press("Tab")
    keys.press("Tab")
    expect(focus).to_have_attribute("aria-label", "Counts")
    keys.press("Tab")
    expect(focus).to_have_text("Show JSON")
    keys.press("Enter")
    expect(page.locator('[data-field="document"]')).to_be_visible()
    keys.press("Tab")
    expect(focus).to_have_attribute("data-field", "document")
    keys.press("Tab")
    keys.press("Enter")
    expect(focus).to_have_text("Copied document")


def test_results_are_announced_once_typing_rests(visitor: Visitor) -> None:
    """The live region is there from the start and names edition, profile and count."""
    page = visitor.go("playground/")
    status = page.locator("#pg-root [role=status]")
    expect(status).to_have_text("edition spec, profile core, 8 of 51 tools visible")
    _choice(page).get_by_label("Named profile").select_option("graph")
    expect(status).to_have_text("edition spec, profile graph, 19 of 51 tools visible")


def test_it_starts_after_instant_navigation_and_again(visitor: Visitor) -> None:
    """Material swaps the page without a load; going away and back works, with the state."""
    page = visitor.go("")
    page.evaluate("() => { window.stayed = true; }")
    nav = page.get_by_role("navigation", name="Navigation")
    nav.get_by_role("link", name="Playground", exact=True).click()
    expect(_sentence(page, "summary")).to_have_count(1)
    _choice(page).get_by_label("Named profile").select_option("power")
    nav.get_by_role("link", name="Profile matrix", exact=True).click()
    expect(page.get_by_role("searchbox", name="Show rows")).to_be_visible()
    page.go_back()
    expect(_choice(page).get_by_label("Named profile")).to_have_value("power")
    expect(page.locator("#pg-root [role=status]")).to_contain_text("profile power")
    assert page.evaluate("window.stayed") is True


def test_back_on_the_page_brings_the_address_and_its_choice_back(visitor: Visitor) -> None:
    """A link to a place on the page is a step of the history like any other."""
    page = visitor.go("playground/")
    expect(_sentence(page, "summary")).to_have_count(1)
    page.evaluate("location.hash = 'the-data'")
    _choice(page).get_by_label("Named profile").select_option("admin")
    expect(page.locator("#pg-root [role=status]")).to_contain_text("profile admin")
    page.go_back()
    expect(page).to_have_url(re.compile("/playground/$"))
    expect(page.locator("#pg-root [role=status]")).to_contain_text("profile core")
    expect(_choice(page).get_by_label("Named profile")).to_have_value("core")


@pytest.mark.parametrize(
    ("status", "body", "why"),
    [
        (503, "", "the server answered 503"),
        (200, "{}", "it holds no profiles"),
        (200, "[]", "it holds no profiles"),
    ],
)
def test_data_that_does_not_come_is_said(
    browser: Browser, real_site: RealSite, status: int, body: str, why: str
) -> None:
    """The controls stay, and another edition can be chosen."""
    context = browser.new_context()
    context.route(
        "**/phrasings/spec.json", lambda route: route.fulfill(status=status, body=body)
    )
    page = visiting(context, real_site).go("playground/")
    text = f"The data could not be loaded: {why}."
    expect(page.locator(".pg-output")).to_have_text(text)
    expect(page.locator("#pg-root [role=status]")).to_have_text(text)
    _choice(page).get_by_label("Edition").select_option("0.10.0")
    expect(_sentence(page, "summary")).to_have_count(1)
    context.close()


def test_it_works_on_a_phone(browser: Browser, real_site: RealSite) -> None:
    """By touch, without sideways scrolling; fields are large enough not to be zoomed."""
    context = browser.new_context(
        viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True
    )
    visitor = visiting(context, real_site)
    page = visitor.go("playground/")
    _choice(page).get_by_label(re.compile("^ ?archive")).tap()
    expect(_sentence(page, "summary")).to_contain_text("(core,archive)")
    size = (
        _choice(page)
        .get_by_label("Profile string")
        .evaluate("(element) => parseFloat(getComputedStyle(element).fontSize)")
    )
    assert size >= 16
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    context.close()
    assert visitor.faults == []
