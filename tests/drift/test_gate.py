"""The gate fails when it must, and only then: every kind of region, in each of its forms.

`test_edits.py` goes on from here with any edit in any place.
"""

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ai_memory_spec.drift import Finding
from ai_memory_spec.regions import render_page
from tests.drift.places import (
    KINDS,
    SHELF,
    content_span,
    findings_of,
    fresh_page,
    places_of,
)

FORMS = ("sentence", "cell", "block top", "block item in a container")
PAGES = [
    (f"{name} in {place}", fresh_page(kind, place))
    for name, kind in KINDS.items()
    for place in places_of(kind)
    if place in FORMS
]


def refresh(text: str) -> str:
    """What `generate` would save."""
    return render_page(text, "page.md", KINDS, SHELF).text


def drift_of(text: str) -> list[Finding]:
    """What a check finds, without the advice that a two-space list always earns."""
    return [item for item in findings_of(text) if item.rule != "list.indent"]


def edited(text: str, offset: int, new: str) -> str:
    """The page with one character replaced."""
    return text[:offset] + new + text[offset + 1 :]


def test_every_kind_of_the_catalog_has_pages() -> None:
    """A new kind is held to these tests without a word here."""
    assert {name.partition(" in ")[0] for name, _ in PAGES} == set(KINDS)


def test_a_changed_digit_is_one_finding_on_its_line() -> None:
    """For each kind and form, the last digit of the content."""
    tried = 0
    for name, text in PAGES:
        start, end = content_span(text)
        digits = [match.start() for match in re.finditer(r"\d", text[start:end])]
        for at in digits[-1:]:
            offset = start + at
            new = edited(text, offset, "7" if text[offset] != "7" else "3")
            found = drift_of(new)
            assert [item.rule for item in found] == ["region.stale"], name
            assert found[0].line == new.count("\n", 0, offset) + 1, name
            tried += 1
    assert tried > 60


def test_a_changed_word_is_one_finding_on_its_line() -> None:
    """For each kind and form, a word in the middle of the content."""
    tried = 0
    for name, text in PAGES:
        start, end = content_span(text)
        words = list(re.finditer(r"[A-Za-z]{3,}", text[start:end]))
        if not words:
            continue
        word = words[len(words) // 2]
        new = text[: start + word.start()] + "zebra" + text[start + word.end() :]
        found = drift_of(new)
        assert [item.rule for item in found] == ["region.stale"], name
        assert found[0].line == new.count("\n", 0, start + word.start()) + 1, name
        tried += 1
    assert tried > 60


@pytest.mark.parametrize("change", ["drop", "swap"])
def test_a_dropped_row_and_swapped_rows_are_one_finding(change: str) -> None:
    """For each kind whose content has rows, items or lines to lose."""
    tried = set()
    for name, kind in KINDS.items():
        if "block top" not in places_of(kind):
            continue
        text = fresh_page(kind, "block top")
        start, end = content_span(text)
        lines = text[start:end].split("\n")
        rows = [n for n, line in enumerate(lines) if line.startswith(("| ", "- "))]
        rows = [n for n in rows if not re.fullmatch(r"[| :-]+", lines[n])]
        if len(rows) < 3 or lines[rows[-1]] == lines[rows[-2]]:
            continue
        if change == "drop":
            del lines[rows[-1]]
        else:
            one, two = rows[-2], rows[-1]
            lines[one], lines[two] = lines[two], lines[one]
        found = drift_of(text[:start] + "\n".join(lines) + text[end:])
        assert [item.rule for item in found] == ["region.stale"], name
        tried.add(name)
    assert len(tried) >= 8


def test_generate_then_check_is_clean_and_generating_twice_changes_nothing() -> None:
    """Whatever stood in the region before."""
    for name, text in PAGES:
        start, end = content_span(text)
        inside = "\n" in text[start:end]
        emptied = text[:start] + ("\n" if inside else "gone") + text[end:]
        if inside:
            emptied = text[:start] + "\n" + text[end - len(text[:end].rpartition("\n")[2]) :]
        fresh = refresh(emptied)
        assert drift_of(fresh) == []
        assert refresh(fresh) == fresh, name
        assert fresh[:start] == text[:start], name


@settings(max_examples=60)
@given(st.data())
def test_bytes_outside_regions_never_move(data: st.DataObject) -> None:
    """Text around a region, of any kind, stays as it is when the region is refreshed."""
    _, text = data.draw(st.sampled_from(PAGES))
    before = data.draw(st.text("ab#\u2028\x0cé\U0001f600 \t.", max_size=12))
    eol = data.draw(st.sampled_from(["\n", "\r\n", "\r"]))
    page = f"{before}\n\n{text}".replace("\n", eol)
    start, end = content_span(page)
    fresh = refresh(page[:start] + page[start:end].replace("5", "6") + page[end:])
    assert fresh.startswith(page[:start])
    assert fresh.endswith(page[end:])
