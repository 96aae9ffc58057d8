"""Reports: one finding, several renderings."""

import json
from typing import Any

import pytest

from ai_memory_spec.drift import CheckedPage, Comparison, Finding, NotChecked, Outcome, Report
from ai_memory_spec.drift.report import render_finding, render_json, render_text


def finding(**changes: Any) -> Finding:
    values: dict[str, Any] = {
        "rule": "region.stale",
        "message": 'region "docs/a.count.1" is out of date (edition spec)',
        "fix": "run `ai-memory-spec generate docs/a.md` and review the diff",
        "path": "docs/a.md",
        "line": 3,
        "column": 34,
        "region": "docs/a.count.1",
        "published": "8 of 43 tools",
        "live": "8 of 51 tools",
    }
    return Finding(**values | changes)


ADVICE = finding(rule="heading.anchor", message="m", published=None, live=None, region=None)
CORE = (Comparison(source="core", edition="spec"),)
PAGE = CheckedPage(path="docs/a.md", regions=2)
MISSING = NotChecked(subject="docs/b.md", reason="there is no such page; check the path")


def test_a_finding_says_where_what_and_how() -> None:
    """Place, message, difference, both texts, fix."""
    assert render_finding(finding()) == [
        'docs/a.md:3:34: error region.stale: region "docs/a.count.1" is out of date (edition spec)',
        "  change:    8 of [-43-]{+51+} tools",
        "  published: 8 of 43 tools",
        "  live:      8 of 51 tools",
        "  fix: run `ai-memory-spec generate docs/a.md` and review the diff",
    ]


@pytest.mark.parametrize(
    ("changes", "head"),
    [
        ({"line": None, "column": None}, "docs/a.md: error region.stale: m"),
        ({"column": None}, "docs/a.md:3: error region.stale: m"),
        ({"path": None, "line": None, "column": None}, "error region.stale: m"),
    ],
)
def test_a_place_is_as_long_as_it_is_known(changes: dict[str, Any], head: str) -> None:
    """A finding about no line, or no file, has no such part."""
    assert render_finding(finding(message="m", **changes))[0] == head


@pytest.mark.parametrize(
    ("published", "live", "lines"),
    [
        # Padding is no difference to show beside one.
        (
            "| a   | b |\n| --- | - |\n| x   | 1 |",
            "| a | b |\n| - | - |\n| x | 2 |",
            ["change:    | x | [-1-]{+2+} |", "published: | x   | 1 |", "live:      | x | 2 |"],
        ),
        ("", "new", ["published: (nothing)", "live:      new"]),
        ("old\nkept", "kept", ["published: old", "live:      (nothing)"]),
        ("a-b", "a b", ["change:    a[---]{+ +}b", "published: a-b", "live:      a b"]),
        ("a  b", "a b", ["change:    a[-  -]{+ +}b", "published: a  b", "live:      a b"]),
        ("same", "same", []),
    ],
)
def test_only_lines_that_differ_are_shown(published: str, live: str, lines: list[str]) -> None:
    """Each with both texts."""
    shown = render_finding(finding(published=published, live=live, fix=""))[1:]
    assert shown == [f"  {line}" for line in lines]


def test_many_changed_lines_are_counted() -> None:
    """Six are shown; the JSON report has them all."""
    published = "\n".join(f"old {number}" for number in range(9))
    live = "\n".join(f"new {number}" for number in range(9))
    shown = render_finding(finding(published=published, live=live))
    assert sum(line.startswith("  published:") for line in shown) == 6
    assert shown[-2] == "  (and 3 more changed lines)"


def test_no_control_character_reaches_the_terminal() -> None:
    """Escapes, bells, carriage returns and direction marks are spelled out; long lines are cut."""
    evil = "\x1b[31mred\x07\r\u202e\ud800\x9b"
    shown = "\n".join(render_finding(finding(published=f"{evil} 1", live="2", message=evil)))
    assert "\\x1b[31mred\\x07\\r\\u202e\\ud800\\x9b" in shown
    assert [char for char in shown if not char.isprintable() and char != "\n"] == []
    assert max(map(len, render_finding(finding(published="x" * 9999)))) < 2100


@pytest.mark.parametrize(
    ("report", "outcome", "last"),
    [
        (
            Report(compared_with=CORE, checked=(PAGE,)),
            Outcome.IN_STEP,
            "In step: 1 page, 2 regions against core (spec).",
        ),
        (
            Report(compared_with=CORE, checked=(PAGE, PAGE), findings=(ADVICE,)),
            Outcome.IN_STEP,
            "In step: 2 pages, 4 regions against core (spec), 1 advice.",
        ),
        (
            Report(compared_with=CORE, checked=(PAGE,), findings=(finding(), ADVICE)),
            Outcome.DRIFT,
            "Drift: 1 error in 1 page, 2 regions against core (spec), 1 advice.",
        ),
        (
            Report(compared_with=CORE, not_checked=(MISSING,)),
            Outcome.NOT_CHECKED,
            "Could not check everything: 0 pages, 0 regions against core (spec), 1 not checked.",
        ),
        (
            Report(compared_with=CORE, findings=(finding(),), not_checked=(MISSING,)),
            Outcome.DRIFT,
            "Drift: 1 error in 0 pages, 0 regions against core (spec), 1 not checked.",
        ),
    ],
)
def test_a_report_ends_with_its_outcome(report: Report, outcome: Outcome, last: str) -> None:
    """Drift outweighs what could not be checked; advice fails nothing."""
    assert report.outcome is outcome
    assert render_text(report).splitlines()[-1] == last


def test_a_text_report_lists_findings_gaps_and_notes() -> None:
    """In this order, and every page where that is asked for."""
    report = Report(
        compared_with=CORE,
        checked=(PAGE,),
        not_checked=(MISSING,),
        findings=(ADVICE,),
        notes=("docs/c.md holds no live region",),
    )
    assert render_text(report, verbose=True) == (
        "docs/a.md:3:34: advice heading.anchor: m\n"
        "  fix: run `ai-memory-spec generate docs/a.md` and review the diff\n"
        "\n"
        "not checked: docs/b.md: there is no such page; check the path\n"
        "\n"
        "note: docs/c.md holds no live region\n"
        "checked: docs/a.md: 2 regions\n"
        "Could not check everything: 1 page, 2 regions against core (spec), 1 advice, "
        "1 not checked.\n"
    )


def test_a_json_report_has_exactly_the_documented_keys() -> None:
    """One object; text is text, also what no terminal should see."""
    report = Report(
        compared_with=CORE,
        checked=(PAGE,),
        not_checked=(MISSING,),
        findings=(finding(published="ü\x1b"),),
    )
    text = render_json(report)
    assert text.endswith("}\n")
    data = json.loads(text)
    assert list(data) == ["schema", "compared_with", "checked", "not_checked", "findings"]
    assert data["compared_with"] == [{"source": "core", "edition": "spec", "server": None}]
    assert data["checked"] == [{"path": "docs/a.md", "regions": 2}]
    assert data["not_checked"] == [
        {"subject": "docs/b.md", "reason": "there is no such page; check the path"}
    ]
    (found,) = data["findings"]
    assert list(found) == [
        *("path", "line", "column", "rule", "severity"),
        *("region", "published", "live", "message", "fix"),
    ]
    assert found["published"] == "ü\x1b"
    assert found["severity"] == "error"


def test_joined_reports_keep_everything_in_order() -> None:
    """What was compared is named once."""
    one = Report(compared_with=CORE, checked=(PAGE,), findings=(ADVICE,))
    two = Report(compared_with=CORE, not_checked=(MISSING,), notes=("x",))
    both = one.joined(two)
    assert both == Report(
        compared_with=CORE,
        checked=(PAGE,),
        findings=(ADVICE,),
        not_checked=(MISSING,),
        notes=("x",),
    )
