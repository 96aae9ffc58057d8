"""Any edit of a region's text, in any kind and place: found where it is, or invisible.

An edit is *neutral* if both readers of Markdown show the page as before: padding, bullets, line
breaks in a sentence, the spelling of an escape. Everything else must be a finding.
"""

from functools import cache
from typing import Any

from hypothesis import assume, given, settings
from hypothesis import strategies as st

from ai_memory_spec.drift import Finding, Severity
from ai_memory_spec.regions import Lines
from tests.drift.places import (
    KINDS,
    NOT_FOR_COMMONMARK,
    NOT_FOR_PYTHON_MARKDOWN,
    content_span,
    findings_of,
    fresh_page,
    places_of,
)
from tests.regions.readers import Seen, read_commonmark, read_python_markdown

WHERE = [(name, place) for name, kind in KINDS.items() for place in places_of(kind)]

CHARACTERS = [
    *"ab8 \n\t\\`*_|-#>[](){}<>&!~=+:.;,'\"$^",
    *("\r", "\u00a0", "\u200b", "\x0c", "\u2028", "é", "<!--", "-->", "    ", "{{"),
]


@cache
def page_of(name: str, place: str) -> str:
    return fresh_page(KINDS[name], place)


def shown(text: str, place: str) -> list[Any]:
    """All that a person sees of the page, in each reader that can show the place."""
    seen: list[Seen] = []
    place = place.removeprefix("block ")
    if place not in NOT_FOR_COMMONMARK:
        seen.append(Seen(read_commonmark(text)))
    if place not in NOT_FOR_PYTHON_MARKDOWN:
        seen.append(Seen(read_python_markdown(text)))
    codes = [[code.replace("\n", " ") for code in each.codes] for each in seen]
    return [*codes, *((each.text, each.blocks, each.rows) for each in seen)]


@cache
def shown_before(name: str, place: str) -> list[Any]:
    return shown(page_of(name, place), place)


def errors_of(text: str) -> list[Finding]:
    return [found for found in findings_of(text) if found.severity is Severity.ERROR]


@settings(max_examples=250)
@given(st.data())
def test_a_changed_letter_or_digit_is_one_finding_on_its_line(data: st.DataObject) -> None:
    """One letter or digit for another: exactly one finding, of the region, on that line.

    Proves: any changed letter or digit of a region's content is exactly one finding on its line.
    """
    name, place = data.draw(st.sampled_from(WHERE))
    text = page_of(name, place)
    start, end = content_span(text)
    letters = [at for at in range(start, end) if text[at].isalnum()]
    assume(letters)
    at = data.draw(st.sampled_from(letters))
    letter = data.draw(st.sampled_from("abcXYZ0123456789é").filter(lambda new: new != text[at]))
    changed = text[:at] + letter + text[at + 1 :]
    errors = errors_of(changed)
    assert [(error.rule, error.line) for error in errors] == [
        ("region.stale", Lines(text).place(at)[0])
    ]


@settings(max_examples=500)
@given(st.data())
def test_any_other_edit_is_seen_or_cannot_be_seen(data: st.DataObject) -> None:
    """A character changed, put in or taken out: a finding, or both readers show what they did.

    Proves: any other change there is neutral, drift or a structure error, never a miss or a crash.
    """
    name, place = data.draw(st.sampled_from(WHERE))
    text = page_of(name, place)
    start, end = content_span(text)
    at = data.draw(st.integers(start, end))
    new = data.draw(st.sampled_from(["", *CHARACTERS]))
    until = at + data.draw(st.integers(0 if new else 1, 1))
    changed = text[:at] + new + text[min(until, end) :]
    assume(changed != text)
    if not errors_of(changed):
        assert shown(changed, place) == shown_before(name, place)


def test_every_character_of_a_page_with_all_forms_counts() -> None:
    """Walked whole: each letter and digit in a sentence, a table and a code block, one by one."""
    for name, place in (
        ("sentence", "second line"),
        ("provenance", "item in a container"),
        ("sentence-block", "quote"),
        ("forbidden", "top"),
    ):
        place = place if place == "second line" else f"block {place}"
        text = page_of(name, place)
        start, end = content_span(text)
        for at in range(start, end):
            if text[at].isalnum():
                changed = text[:at] + ("7" if text[at] != "7" else "8") + text[at + 1 :]
                (error,) = errors_of(changed)
                assert (error.rule, error.line) == ("region.stale", Lines(text).place(at)[0])
