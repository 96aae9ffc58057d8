"""The gate fails when it must: one fault in the HTML, one finding that names it."""

import re
from collections.abc import Callable

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from ai_memory_spec.drift import Finding, Outcome, Report
from tests.drift.html.worlds import KINDS, REGION, World

UNITS = (
    re.compile(r"<tr>(?:(?!</?t(?:r|able)\b).)*?<td.*?</tr>\s*", re.DOTALL),
    re.compile(r"<li>.*?</li>\s*", re.DOTALL),
    re.compile(r"(?<=\n)<span id=\"__span-[^>]*>.*?\n</span>", re.DOTALL),
    re.compile(r"(?<![\w&#])\w+(?![^<>]*>)(?!\w*;)"),
)
"""What a region is a list of: rows, items, lines of code, else words."""


def change_digit(inner: str) -> str:
    """Another digit, or in a text without digits a digit for a letter."""
    for pattern in (r"\d(?![^<]*>)(?![^&<]*;)", r"[A-Za-z](?![^<]*>)(?![^&<\s]*;)"):
        match = re.search(pattern, inner)
        if match:
            digit = "7" if match[0] != "7" else "8"
            return inner[: match.start()] + digit + inner[match.end() :]
    raise AssertionError(inner)


def change_word(inner: str) -> str:
    return re.sub(r"(?<![&#])\b\w+\b(?![^<]*>)(?!;)", "walrus", inner, count=1)


def units(inner: str) -> list[re.Match[str]]:
    return next((found for unit in UNITS if (found := list(unit.finditer(inner)))), [])


def drop_row(inner: str) -> str:
    last = units(inner)[-1]
    return inner[: last.start()] + inner[last.end() :]


def swap_rows(inner: str) -> str:
    found = units(inner)
    one = found[0]
    other = next(each for each in reversed(found) if each[0].strip() != one[0].strip())
    return (
        inner[: one.start()]
        + other[0]
        + inner[one.end() : other.start()]
        + one[0]
        + inner[other.end() :]
    )


FAULTS = {
    "digit": change_digit,
    "word": change_word,
    "dropped row": drop_row,
    "swapped rows": swap_rows,
}


def text_of(html: str, region: re.Match[str]) -> tuple[int, int]:
    """Where the text of a region begins and ends in the page; of a figure, that of its `alt`."""
    if re.sub(r"<[^>]*>", "", region[2]).strip():
        return region.start(2), region.end(2)
    alt = re.compile(r'(?<=\balt=")[^"]+').search(html, region.start(2), region.end(2))
    assert alt is not None
    return alt.span()


def with_fault(html: str, fault: Callable[[str], str], ordinal: int) -> str:
    """The page with the fault in one of its regions; the rest stays as it was."""
    start, end = text_of(html, list(REGION.finditer(html))[ordinal])
    changed = fault(html[start:end])
    assert changed != html[start:end]
    return html[:start] + changed + html[end:]


def only(report: Report) -> Finding:
    """The one finding of a report that fails the run."""
    assert report.outcome is Outcome.DRIFT
    assert report.not_checked == ()
    assert len(report.findings) == 1, [found.message for found in report.findings]
    return report.findings[0]


@pytest.mark.parametrize("fault", FAULTS)
@pytest.mark.parametrize("kind", KINDS)
def test_a_fault_in_any_kind_is_one_finding(material: World, kind: str, fault: str) -> None:
    """A changed digit or word, a dropped row or two swapped rows: found in every kind."""
    html = material.html(f"{kind}/index.html")
    ordinals = range(len(REGION.findall(html)))
    first = slice(*text_of(html, next(REGION.finditer(html))))
    distinct = {each[0].strip() for each in units(html[first])}
    if fault == "swapped rows" and len(distinct) < 2:
        assert KINDS[kind].makes == "line"  # a number or a name alone
        return
    for ordinal in {0, len(ordinals) // 2, len(ordinals) - 1}:
        changed = with_fault(html, FAULTS[fault], ordinal)
        found = only(material.check({f"{kind}/index.html": changed}, only=[f"{kind}.md"]))
        assert found.rule == "html.stale"
        assert found.path == f"site/{kind}/index.html"
        assert found.region is not None
        assert found.region.startswith(f"docs/{kind}.{kind}.")
        assert found.published != found.live
        assert found.line == html.count("\n", 0, list(REGION.finditer(html))[ordinal].start()) + 1
        assert "build the site again" in found.fix


LETTER = re.compile(r"[A-Za-z0-9](?![^<]*>)(?![^&<\s]{0,9};)")
"""A letter or digit of a text, not of a tag or character reference."""


@settings(max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(data=st.data())
def test_any_changed_letter_is_one_finding(material: World, data: st.DataObject) -> None:
    """Any letter or digit of any region may not be another one, and nothing else is reported."""
    kind = data.draw(st.sampled_from(list(KINDS)))
    html = material.html(f"{kind}/index.html")
    region = data.draw(st.sampled_from(list(REGION.finditer(html))))
    start, end = text_of(html, region)
    place = data.draw(st.sampled_from(list(LETTER.finditer(html[start:end])))).start()
    letter = data.draw(st.sampled_from("aZ09ж"))
    offset = start + place
    changed = html[:offset] + letter + html[offset + 1 :]
    report = material.check({f"{kind}/index.html": changed}, only=[f"{kind}.md"])
    if changed == html:
        assert report.findings == ()
    else:
        assert only(report).line == html.count("\n", 0, region.start()) + 1
