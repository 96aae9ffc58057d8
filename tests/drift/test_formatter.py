"""A real formatter and the generator live in peace, and drift is seen through the formatting."""

import re

import mdformat
import pytest

from ai_memory_spec.drift import Severity
from ai_memory_spec.regions import render_page
from tests.drift.places import (
    KINDS,
    NOT_FOR_COMMONMARK,
    SHELF,
    content_span,
    findings_of,
    fresh_page,
    places_of,
)

PLACES = ("sentence", "list item", "cell", "quote", "block top", "block nested item")


def reformat(text: str, wrap: object = "keep") -> str:
    return mdformat.text(text, extensions={"tables"}, options={"wrap": wrap})


def refresh(text: str) -> str:
    return render_page(text, "page.md", KINDS, SHELF).text


@pytest.mark.parametrize("wrap", ["keep", 60])
@pytest.mark.parametrize("name", KINDS)
def test_formatted_regions_are_in_step(name: str, wrap: object) -> None:
    """Neither tool undoes what the other did, in any order; nothing is reported but advice."""
    for place in places_of(KINDS[name]):
        if place not in PLACES or place.removeprefix("block ") in NOT_FOR_COMMONMARK:
            continue
        formatted = reformat(fresh_page(KINDS[name], place), wrap)
        found = findings_of(formatted)
        assert [item for item in found if item.severity is Severity.ERROR] == [], place
        assert refresh(formatted) == formatted
        assert reformat(formatted, wrap) == formatted


@pytest.mark.parametrize("name", ["examples", "tools", "families", "forbidden", "sentence"])
def test_one_changed_word_is_seen_through_the_formatting(name: str) -> None:
    """In a padded cell, under another bullet, in a wrapped sentence: on its line."""
    text = reformat(fresh_page(KINDS[name], places_of(KINDS[name])[0]), 60)
    start, end = content_span(text)
    for word in re.finditer(r"[A-Za-z]{4,}", text[start:end]):
        at = start + word.start()
        changed = text[:at] + "zebra" + text[at + len(word[0]) :]
        errors = [item for item in findings_of(changed) if item.severity is Severity.ERROR]
        assert [(item.rule, item.line) for item in errors] == [
            ("region.stale", changed.count("\n", 0, at) + 1)
        ]


def test_what_the_formatter_breaks_for_python_markdown_is_said() -> None:
    """`\\<` is right for GitHub; Python-Markdown shows the backslash unless it is told not to."""
    text = reformat(
        fresh_page(KINDS["sentence"], "sentence").replace("to_describe_to_user", "summary")
    )
    formatted = reformat(refresh(text))
    assert "family=\\<name>" in formatted
    (found,) = findings_of(formatted)
    assert (found.rule, found.severity, found.line) == ("region.escape", Severity.ADVICE, 3)
    assert found.message == (
        'a formatter has escaped region "page.sentence.1" in its own way, which Python-Markdown '
        "may show"
    )
    assert found.fix == (
        "turn on pymdownx.escapeall, or keep the formatter off this page; "
        "`ai-memory-spec check --html` tells what readers see"
    )


@pytest.mark.parametrize("first", [refresh, reformat])
def test_hooks_settle_in_two_rounds_in_both_orders(first: object) -> None:
    """A stale page, our hook, the formatter and the end-of-file fixer."""
    second = reformat if first is refresh else refresh
    page = (
        "# T\n\n| n | m |\n|:-|-:|\n| <!-- live:count -->9<!-- /live --> | x |\n\n"
        "- a\n\n    <!-- live:families -->\n    * old\n    <!-- /live -->\n\n"
        "<!-- live:forbidden -->\n* old\n<!-- /live -->"
    )
    rounds = [page]
    for _ in range(4):
        for tool in (first, second):
            page = tool(page)  # type: ignore[operator]
        page = page.rstrip("\n") + "\n"
        rounds.append(page)
    assert rounds[2] == rounds[3] == rounds[4]
    assert [item.rule for item in findings_of(page)] in ([], ["list.indent"])
