"""Text, JSON and JUnit of the same run."""

import json
from xml.etree import ElementTree

import pytest

from ai_memory_spec.conformance import (
    ConformanceReport,
    Exit,
    Outcome,
    Requirement,
    Result,
    load_requirements,
)
from ai_memory_spec.conformance.report import render_json, render_junit, render_text

HOSTILE = '\x1b[31mred\x1b[0m \x00 \x0b \ufffe ]]> <&> "q" \ud800 \x1b[3'


def requirement(id_: str) -> Requirement:
    return load_requirements().get(id_)


def make_report(*results: Result, subject: str = "ai-memory mcp") -> ConformanceReport:
    return ConformanceReport(
        edition="0.10.0",
        transport="stdio",
        subject=subject,
        server_name="ai-memory",
        server_version="0.10.0",
        results=results,
    )


PASSED = Result(requirement=requirement("wire.parse"), outcome=Outcome.PASS)
FAILED = Result(
    requirement=requirement("recovery.load-family"),
    outcome=Outcome.FAIL,
    where="memory_update after memory_load_family",
    expected="callable",
    found="error -32601",
    failures=7,
    observations=7,
)
ADVICE = Result(
    requirement=requirement("tools.denied-call"),
    outcome=Outcome.FAIL,
    where="a call",
    expected="refused",
    found="answered",
    failures=1,
    observations=3,
)
MISSED = Result(
    requirement=requirement("describe.tone"), outcome=Outcome.NOT_CHECKED, reason="no answer"
)
APART = Result(
    requirement=requirement("http.document"), outcome=Outcome.NOT_APPLICABLE, reason="over http"
)


@pytest.mark.parametrize(
    ("results", "code"),
    [
        ((PASSED,), Exit.CONFORMS),
        ((PASSED, APART, ADVICE), Exit.CONFORMS),
        ((PASSED, MISSED), Exit.NOT_CHECKED),
        ((PASSED, MISSED, FAILED), Exit.FAILS),
        ((APART,), Exit.CONFORMS),
    ],
)
def test_exit_code_is_decided_by_what_must_be(results: tuple[Result, ...], code: Exit) -> None:
    """A failure goes before what could not be checked; advice and what does not apply are none."""
    assert make_report(*results).exit_code is code


def test_text_says_each_and_why() -> None:
    """The whole report, as a terminal shows it."""
    assert render_text(make_report(PASSED, FAILED, ADVICE, MISSED, MISSED, APART)) == (
        "ai-memory mcp: ai-memory 0.10.0, edition 0.10.0\n"
        "\n"
        "pass             wire.parse\n"
        "FAIL             recovery.load-family\n"
        "                   MUST A1, path (b): After `memory_load_family` with its family, an "
        "unloaded tool is callable in the same session.\n"
        "                   where:    memory_update after memory_load_family (and 6 more of 7 "
        "observations)\n"
        "                   expected: callable\n"
        "                   found:    error -32601\n"
        "advice           tools.denied-call\n"
        "                   SHOULD A3: A call to a loaded tool whose family the allowlist denies "
        "to the agent is refused.\n"
        "                   where:    a call\n"
        "                   expected: refused\n"
        "                   found:    answered\n"
        "could not check  describe.tone\n"
        "                   no answer\n"
        "could not check  describe.tone\n"
        "                   no answer\n"
        "does not apply   http.document\n"
        "                   over http\n"
        "\n"
        "Does not conform: 1 pass, 1 fail, 2 could not be checked, 1 do not apply, 1 advice.\n"
    )


def test_json_holds_only_what_says_something() -> None:
    """A number for the schema, and a result per requirement."""
    data = json.loads(render_json(make_report(PASSED, FAILED, MISSED)))
    assert data["schema"] == 1
    assert data["outcome"] == "fails"
    assert data["counts"] == {
        "pass": 1,
        "fail": 1,
        "not-checked": 1,
        "not-applicable": 0,
        "advice": 0,
    }
    assert data["results"][0] == {"id": "wire.parse", "level": "MUST", "outcome": "pass"}
    assert data["results"][1]["failures"] == data["results"][1]["observations"] == 7
    assert data["results"][2]["reason"] == "no answer"


def test_junit_has_a_case_per_requirement() -> None:
    """Failure, error and skip each in their own way."""
    root = ElementTree.fromstring(render_junit(make_report(PASSED, FAILED, ADVICE, MISSED, APART)))
    suite = root[0]
    counts = {name: suite.get(name) for name in ("tests", "failures", "errors", "skipped")}
    assert counts == {"tests": "5", "failures": "1", "errors": "1", "skipped": "2"}
    cases = suite.findall("testcase")
    assert [[child.tag for child in case] for case in cases] == [
        [],
        ["failure"],
        ["skipped"],
        ["error"],
        ["skipped"],
    ]
    assert cases[1].get("classname") == "ai-memory-spec conform.recovery"


def test_re3_junit_holds_no_forbidden_character() -> None:
    """Whatever a server says, a strict parser reads the file, and nothing is dropped silently."""
    hostile = Result(
        requirement=requirement("wire.parse"),
        outcome=Outcome.FAIL,
        where=HOSTILE,
        expected=HOSTILE,
        found=HOSTILE,
        failures=1,
        observations=1,
    )
    missed = Result(
        requirement=requirement("wire.stdout"), outcome=Outcome.NOT_CHECKED, reason=HOSTILE
    )
    text = render_junit(make_report(hostile, missed, subject=HOSTILE))
    root = ElementTree.fromstring(text.encode("utf-8"))
    shown = '\\x1b[31mred\\x1b[0m \\x00 \\x0b \\ufffe ]]> <&> "q" \\ud800 \\x1b[3'
    assert shown in (root.findtext(".//failure") or "")
    assert root.find(".//error").get("message") == shown  # type: ignore[union-attr]
    assert root.find(".//property").get("value") == shown  # type: ignore[union-attr]
    assert len(root.findall(".//testcase")) == 2


def test_an_empty_run_is_a_valid_and_empty_suite() -> None:
    """Nothing was looked at, and the file says so."""
    root = ElementTree.fromstring(render_junit(make_report()))
    assert root[0].get("tests") == "0"
    assert root.findall(".//testcase") == []


def test_text_sends_no_control_characters() -> None:
    """A subject or reason cannot steer the terminal."""
    missed = Result(
        requirement=requirement("wire.stdout"), outcome=Outcome.NOT_CHECKED, reason=HOSTILE
    )
    assert "\x1b" not in render_text(make_report(missed, subject=HOSTILE))
