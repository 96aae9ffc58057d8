"""`check` with a live source: pages, core and server in one report."""

import shlex
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

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
