"""The committed results of the releases, and what the site makes of them."""

import json
from dataclasses import replace
from pathlib import Path

import pytest

from ai_memory_spec.catalog import all_kinds
from ai_memory_spec.cli import main
from ai_memory_spec.conformance import (
    NoResultsError,
    Outcome,
    load_release,
    load_releases,
    load_requirements,
    measured_versions,
    requirements_json,
)
from ai_memory_spec.conformance.measured import RESULTS_FOLDER
from ai_memory_spec.conformance.report import render_json, render_text
from ai_memory_spec.conformance.report.json import read_json
from ai_memory_spec.conformance.requirements import Requirements
from ai_memory_spec.phrasing import load_edition
from tests.daemons import find_daemon

FAILED = (
    "summary.visible.advertised",
    "recovery.load-family",
    "recovery.smart-load",
    "recovery.error",
    "tools.denied-call",
)
"""What every release from 0.7.0 to 0.10.0 was measured to fail."""


def test_every_release_with_sentences_was_measured() -> None:
    """Newest first."""
    assert measured_versions() == ("0.10.0", "0.9.0", "0.8.0", "0.7.0")


@pytest.mark.parametrize("version", ["0.10.0", "0.9.0", "0.8.0", "0.7.0"])
def test_the_releases_fail_what_the_facts_say(version: str) -> None:
    """And nothing could not be checked; every requirement was looked at."""
    release = load_release(version)
    more = ("allowlist.no-agent",) if version == "0.7.0" else ()
    assert tuple(item.requirement.id for item in release.failures) == (*FAILED, *more)
    assert set(release.results) == set(load_requirements().by_id)
    assert Outcome.NOT_CHECKED not in {item.outcome for item in release.results.values()}


def test_results_hold_neither_folder_nor_date() -> None:
    """They are the same wherever and whenever they are made."""
    for path in RESULTS_FOLDER.glob("*.json"):
        text = path.read_text(encoding="utf-8")
        data = json.loads(text)
        assert data["subject"] == "ai-memory mcp --tier keyword"
        assert "/root" not in text
        assert "/tmp" not in text
        assert "/home" not in text


@pytest.mark.parametrize("version", measured_versions())
def test_a_report_is_read_as_it_was_written(version: str) -> None:
    """Nothing of the committed JSON is lost, so the text on a page is what was printed."""
    text = (RESULTS_FOLDER / f"{version}.json").read_text(encoding="utf-8")
    report = read_json(text, load_requirements())
    assert render_json(report) == text
    printed = render_text(report)
    assert printed.startswith(f"ai-memory mcp --tier keyword: ai-memory {version}, edition")
    assert printed.count("\nFAIL ") + printed.count("\nadvice ") == len(
        load_release(version).failures
    )


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("{", "Expecting property name"),
        ('{"edition": "spec"}', "the report lacks the key 'transport'"),
    ],
)
def test_a_report_that_is_none_is_refused(text: str, message: str) -> None:
    """With what is missing."""
    with pytest.raises(ValueError, match=message):
        read_json(text, load_requirements())


def test_results_under_an_earlier_id_are_found() -> None:
    """A requirement that was renamed keeps what was measured."""
    requirements = load_requirements()
    data = json.loads((RESULTS_FOLDER / "0.10.0.json").read_text(encoding="utf-8"))
    first = requirements.by_id[data["results"][0]["id"]]
    renamed = Requirements(all=(replace(first, id="new.id", was=(first.id,)),))
    data["results"] = data["results"][:1]
    (result,) = read_json(json.dumps(data), renamed).results
    assert result.requirement.id == "new.id"


def test_a_release_that_was_not_measured_is_named() -> None:
    """With those that were."""
    with pytest.raises(NoResultsError) as caught:
        load_release("0.6.4")
    assert "there are results of: 0.10.0, 0.9.0, 0.8.0, 0.7.0" in str(caught.value)


def test_published_requirements_join_tests_vectors_and_releases() -> None:
    """One object per requirement, in order."""
    data = json.loads(requirements_json({"wire.parse": ["tests/a.py::test_b"]}, load_edition()))
    by_id = {item["id"]: item for item in data["requirements"]}
    assert list(by_id) == list(load_requirements().by_id)
    assert by_id["wire.parse"]["tests"] == ["tests/a.py::test_b"]
    assert by_id["wire.parse"]["releases"]["0.7.0"] == {"outcome": "pass"}
    assert by_id["profiles.parse.case"]["vectors"] > 0
    found = by_id["recovery.error"]["releases"]["0.10.0"]
    assert (found["outcome"], found["failures"]) == ("fail", 7)
    assert data["commands"]["0.9.0"] == (
        "ai-memory-spec conform --edition 0.9.0 --format json -- ai-memory mcp --tier keyword"
    )
    assert data["redirects"] == {}


def test_kinds_are_in_the_catalog() -> None:
    """Pages can use them."""
    names = {
        "requirements",
        "requirement",
        "requirement-results",
        "findings-of",
        "results-command",
        "vectors-example",
        "requirement-tests",
    }
    assert names <= set(all_kinds())
    assert len(load_releases()) == 4


@pytest.mark.daemon
def test_the_newest_release_is_measured_as_committed(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A new run gives the committed file, byte for byte."""
    daemon = find_daemon("0.10.0")
    monkeypatch.chdir(tmp_path)
    code = main(["conform", "--format", "json", "--", str(daemon), "mcp", "--tier", "keyword"])
    assert capsys.readouterr().out == (RESULTS_FOLDER / "0.10.0.json").read_text(encoding="utf-8")
    assert code == 1


@pytest.mark.daemon
def test_the_release_before_v3_fails_what_it_lacks(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """0.6.4 has no v3 document: that fails, the sentences could not be checked, the rest runs."""
    daemon = find_daemon("0.6.4")
    monkeypatch.chdir(tmp_path)
    assert main(["conform", "--format", "json", "--", str(daemon), "mcp", "--tier", "keyword"]) == 1
    data = json.loads(capsys.readouterr().out)
    assert (data["edition"], data["server"]["version"]) == ("0.6.4", "0.6.4")
    outcome = {item["id"]: item["outcome"] for item in data["results"]}
    assert outcome["document.v3"] == outcome["recovery.load-family"] == "fail"
    assert outcome["recovery.error"] == outcome["profiles.parse.full"] == "pass"
    assert outcome["summary.template"] == outcome["tools.complete"] == "not-checked"
