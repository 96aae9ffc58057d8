"""Help texts: pinned, since they are live regions of the docs."""

import argparse
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from ai_memory_spec.cli.parser import COMMANDS, build_parser, command_names, help_text

NAMES = ["", *command_names()]


@pytest.mark.parametrize("name", NAMES)
def test_no_line_of_help_is_longer_than_80_columns(name: str) -> None:
    """Descriptions are filled, whatever their docstring's lines are."""
    assert [line for line in help_text(name).splitlines() if len(line) > 80] == []


@pytest.mark.parametrize(
    "environment",
    [
        {"COLUMNS": "35"},
        {"COLUMNS": "200"},
        {"FORCE_COLOR": "1", "TERM": "xterm-256color"},
        {"LC_ALL": "C", "LANGUAGE": "de"},
        {"PYTHONHASHSEED": "7"},
    ],
    ids=str,
)
def test_help_is_the_same_in_every_terminal(environment: dict[str, str], tmp_path: Path) -> None:
    """Neither width nor colour nor language of the terminal shows."""
    program = (
        "from ai_memory_spec.cli.parser import command_names, help_text\n"
        "print(*map(help_text, ['', *command_names()]), sep='')"
    )
    done = subprocess.run(
        [sys.executable, "-c", program],
        env={**os.environ, **environment},
        cwd=tmp_path,
        capture_output=True,
        encoding="utf-8",
        check=True,
    )
    assert done.stdout == "".join(map(help_text, NAMES)) + "\n"


def test_help_lists_every_command_with_its_first_sentence() -> None:
    """In the order of the table, and each command has a help of its own."""
    listed = help_text("").partition("COMMAND\n")[2].partition("\n\n")[0]
    words = [line.split()[0] for line in listed.splitlines() if line[4] != " "]
    assert words == [command.NAME for command in COMMANDS]
    assert set(words) <= set(command_names())
    with pytest.raises(KeyError):
        help_text("none")


def test_an_option_with_a_value_is_shown_alike_under_every_python() -> None:
    """Python 3.11 would name the value twice, 3.13 names it once."""
    parser = argparse.ArgumentParser(
        prog="x", formatter_class=build_parser().formatter_class, add_help=False
    )
    parser.add_argument("-o", "--output", metavar="FILE", help="where to")
    parser.add_argument("-q", "--quiet", action="store_true", help="say less")
    assert "  -o, --output FILE  where to\n  -q, --quiet        say less\n" in parser.format_help()


@pytest.mark.parametrize(
    "arguments", [(), ("--no-such",), ("chekc",), ("check", "--formt", "json")]
)
def test_a_bad_command_line_is_a_usage_error(
    run: Callable[..., Any], arguments: tuple[str, ...]
) -> None:
    """Exit code 2, usage on standard error, nothing on standard output; no abbreviations."""
    done = run(*arguments)
    assert (done.code, done.out) == (2, "")
    assert done.err.startswith("usage: ai-memory-spec")


@pytest.mark.parametrize(
    ("arguments", "usage", "error"),
    [
        (
            ("check", "--htlm=site"),
            "ai-memory-spec check",
            "--htlm=site (did you mean '--html'?)",
        ),
        (
            ("edition", "diff", "a", "b", "--exitcode"),
            "ai-memory-spec edition diff",
            "--exitcode (did you mean '--exit-code'?)",
        ),
        (("show", "core"), "ai-memory-spec show", "core"),
    ],
)
def test_a_misspelt_option_is_told_by_its_own_command(
    run: Callable[..., Any], arguments: tuple[str, ...], usage: str, error: str
) -> None:
    """With the usage that lists the right one, and the right one by name."""
    done = run(*arguments)
    assert done.code == 2
    assert done.err.startswith(f"usage: {usage} [-h]")
    assert done.err.endswith(f"{usage}: error: unrecognized arguments: {error}\n")


@pytest.mark.parametrize("arguments", [("--help",), ("check", "-h"), ("--version",)])
def test_help_and_version_are_results(run: Callable[..., Any], arguments: tuple[str, ...]) -> None:
    """Standard output and exit code 0."""
    done = run(*arguments)
    assert (done.code, done.err) == (0, "")
    assert "ai-memory-spec" in done.out
