"""`show`: what an edition says."""

import json
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from ai_memory_spec.phrasing import edition_labels, load_edition, parse_profile, phrase


@pytest.mark.parametrize("edition", [e for e in edition_labels() if load_edition(e).phrasing])
@pytest.mark.parametrize("profile", ["", "graph", "core,archive", "full"])
@pytest.mark.parametrize("field", ["summary", "to_describe_to_user"])
def test_field_prints_exactly_the_sentence(
    run: Callable[..., Any], edition: str, profile: str, field: str
) -> None:
    """And a newline, and nothing else."""
    loaded = load_edition(edition)
    expected = getattr(phrase(loaded, parse_profile(loaded, profile)), field)
    done = run("show", "--edition", edition, "--profile", profile, "--field", field)
    assert (done.code, done.out, done.err) == (0, f"{expected}\n", "")


def test_field_is_utf8_whatever_the_locale(process: Callable[..., Any], project: Path) -> None:
    """The sentence holds a dash that ASCII lacks."""
    environment = {**os.environ, "LC_ALL": "C", "LANG": "C", "PYTHONUTF8": "0"}
    environment.pop("PYTHONIOENCODING", None)
    done = process(project, "show", "--field", "summary", environment=environment)
    assert done.returncode == 0
    edition = load_edition()
    assert done.stdout == (phrase(edition, parse_profile(edition, "")).summary + "\n").encode()


def test_json_is_one_object_with_counts_and_sentences(run: Callable[..., Any]) -> None:
    """Numbers are numbers, and the families are in order."""
    data = json.loads(run("show", "--profile", "archive", "--json").out)
    assert data["edition"] == "spec"
    assert data["profile"] == "core,archive"
    assert data["families"] == ["core", "archive"]
    assert (data["visible"], data["total"], data["unloaded"]) == (12, 51, 39)
    assert data["summary"].startswith("12 of 51 tools are advertised")


def test_an_edition_without_phrasing_shows_everything_else(run: Callable[..., Any]) -> None:
    """Counts and families are there; the missing sentences are said, and a field is an error."""
    done = run("show", "--edition", "0.6.4")
    assert done.code == 0
    assert "visible" in done.out
    assert "Edition 0.6.4 has no phrasing, so it has no sentences." in done.out
    refused = run("show", "--edition", "0.6.4", "--field", "summary")
    assert refused.code == 2
    assert refused.out == ""
    assert "edition '0.6.4' has no phrasing" in refused.err


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("--profile", "archiv"), "(did you mean 'archive'?)"),
        (("--profile", "Core"), "upper-case letter"),
        (("--edition", "0.10"), "(did you mean '0.10.0'?)"),
        (("--edition", "no/such.toml"), "there is no edition file 'no/such.toml'; check the path"),
    ],
)
def test_a_bad_value_is_a_usage_error(
    run: Callable[..., Any], arguments: tuple[str, ...], words: str
) -> None:
    """The core's own message on standard error, exit code 2, nothing on standard output."""
    done = run("show", *arguments)
    assert (done.code, done.out) == (2, "")
    assert done.err.startswith("ai-memory-spec: ")
    assert words in done.err


def test_list_names_every_edition(run: Callable[..., Any]) -> None:
    """The default edition comes first."""
    lines = run("show", "--list").out.splitlines()
    assert [line.split()[0] for line in lines] == list(edition_labels())
