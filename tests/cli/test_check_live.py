"""`check` with a live source: pages, core and server in one report."""

import json
import shlex
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from ai_memory_spec.contract import render_document
from ai_memory_spec.live import CoreSource
from ai_memory_spec.phrasing import parse_profile, read_edition

TESTS = Path(__file__).resolve().parent.parent
WORLD = TESTS / "data" / "live" / "pantry.toml"


def server(program: str = "honest", *options: str) -> str:
    """The command line of a server program of the tests."""
    script = TESTS / "live" / "servers" / f"{program}.py"
    words = [sys.executable, "-S", "-E", str(script), "--world", str(WORLD), *options]
    return f"{shlex.join(words)} --profile {{profile}}"


@pytest.fixture
def check(run: Callable[..., Any], project: Path) -> Callable[..., Any]:
    """Run `check` on a page that shows the servers' edition."""
    (project / "pyproject.toml").write_text(
        f"[tool.ai-memory-spec]\npaths = ['docs']\nedition = '{WORLD}'\n", encoding="utf-8"
    )
    (project / "docs" / "a.md").write_text(
        "# A\n\n<!-- live:tools -->\n<!-- /live -->\n\n"
        "It says: <!-- live:sentence field=summary profile=cook -->x<!-- /live -->\n",
        encoding="utf-8",
    )
    assert run("generate").code == 0
    return lambda *options: run("check", *options)


def test_an_honest_server_is_in_step(check: Callable[..., Any]) -> None:
    """The summary names source and server."""
    done = check("--live", server())
    assert done.code == 0, done.out
    assert "against core, stdio pantry" in done.out.splitlines()[-1]


def test_the_server_as_a_whole_comes_before_single_regions(check: Callable[..., Any]) -> None:
    """A region is told with page, core and server, once, and after the cause of it."""
    done = check("--live", server("drifted", "--drift", "counts"), "--profiles", "cook")
    assert done.code == 1
    whole = done.out.index("error live.counts: summary of profile cook: visible 8 → 9")
    region = done.out.index("docs/a.md:")
    assert whole < region
    assert "page and core agree, the server says something else" in done.out
    assert "region.stale" not in done.out


def test_of_a_table_the_lines_that_differ_are_shown(check: Callable[..., Any]) -> None:
    """Not the whole table three times."""
    done = check("--live", server("drifted", "--drift", "tools"))
    assert done.code == 1
    start = done.out.index('region "docs/a.tools.1"')
    told = done.out[start:].split("\n\n")[0]
    assert "published: (nothing)" in told
    assert "pantry_feast" in told
    assert "| Tool | Family |" not in told
    assert "core:" not in told


def test_a_region_is_told_at_the_first_character_that_differs(
    check: Callable[..., Any], project: Path
) -> None:
    """Of the page against the core; where they agree, of the page against the server."""
    page = project / "docs" / "a.md"
    text = page.read_text(encoding="utf-8")
    drifted = server("drifted", "--drift", "counts")
    start = text.splitlines()[-1].index("-->") + 4
    done = check("--live", drifted, "--profiles", "cook")
    assert f"docs/a.md:{len(text.splitlines())}:{start}: error live.summary" in done.out
    page.write_text(text.replace("pantry_week", "pantry_weak"), encoding="utf-8")
    row = next(number for number, line in enumerate(text.splitlines(), 1) if "pantry_week" in line)
    column = text.splitlines()[row - 1].index("pantry_week") + len("pantry_we") + 1
    done = check("--live", server())
    assert f"docs/a.md:{row}:{column}: error live.region" in done.out


def test_a_server_of_one_profile_must_serve_the_one_that_is_named(
    check: Callable[..., Any], project: Path
) -> None:
    """The name is a demand; several names are a wrong call."""
    edition = read_edition(WORLD)
    [fetched] = CoreSource(edition).fetch_all([parse_profile(edition, "cook")])
    capture = project / "cook.json"
    capture.write_text(render_document(fetched.result.document), encoding="utf-8")
    assert check("--live-file", "cook.json", "--profiles", "cook").code == 0
    done = check("--live-file", "cook.json", "--profiles", "core")
    assert done.code == 1
    assert "asked for profile core, the server loaded core, plan" in done.out
    assert "fix: name the profile that the server serves with --profiles" in done.out
    for several in ("named", "all", "core;cook"):
        done = check("--live-file", "cook.json", "--profiles", several)
        assert done.code == 2
        assert "name that one, or leave --profiles out" in done.err


def test_a_document_without_v3_fields_is_not_checked_and_no_drift(
    run: Callable[..., Any], project: Path
) -> None:
    """Its families come in another order than the sentences name them."""
    documents = json.loads((TESTS / "data" / "captures" / "0.10.0.documents.json").read_text())
    (project / "core.v2.json").write_text(json.dumps(documents["stdio v2"]), encoding="utf-8")
    (project / "docs" / "a.md").write_text(
        "<!-- live:tools edition=0.10.0 -->\n<!-- /live -->\n\n"
        "<!-- live:variables edition=0.10.0 field=to_describe_to_user -->\n<!-- /live -->\n",
        encoding="utf-8",
    )
    assert run("generate", "docs").code == 0
    done = run("check", "docs", "--live-file", "core.v2.json", "--edition", "0.10.0")
    assert done.code == 3, done.out
    assert "error" not in done.out
    assert "asked for v3 and answered v2" in done.out


def test_several_sources_are_one_report(check: Callable[..., Any]) -> None:
    """What one of them finds is kept beside the other's silence."""
    drifted = server("drifted", "--drift", "counts")
    done = check("--live", server(), "--live", drifted, "--profiles", "cook")
    assert done.code == 1
    assert done.out.count("note: compared with pantry") == 2


def test_strict_protocol_fails_the_run(check: Callable[..., Any]) -> None:
    """Where the server could be understood."""
    noisy = server("noisy", "--noise", "banner")
    assert check("--live", noisy).code == 0
    assert check("--live", noisy, "--strict-protocol").code == 1


@pytest.mark.parametrize("ending", ["exit 0", "cat >/dev/null"])
def test_rubbish_in_place_of_messages_is_quoted(
    check: Callable[..., Any], tmp_path: Path, ending: str
) -> None:
    """Whether the program ends or waits: the reason is what it wrote, not that it was slow."""
    program = tmp_path / "rubbish.sh"
    program.write_text(f"#!/bin/sh\necho 'Welcome <b>rubbish'\n{ending}\n", encoding="utf-8")
    program.chmod(0o755)
    done = check("--live", f"{program} {{profile}}", "--profiles", "cook", "--timeout", "2")
    assert done.code == 3
    assert "no JSON-RPC message" in done.out
    assert '"Welcome <b>rubbish"' in done.out
    assert "give it longer" not in done.out
