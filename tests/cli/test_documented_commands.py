"""The commands that the documentation prints: they are ones, and their options fit together."""

import re
import shlex
from pathlib import Path

import pytest

from ai_memory_spec.cli.live_options import live_sources
from ai_memory_spec.cli.parser import build_parser

ROOT = Path(__file__).parents[2]
PAGES = [
    ROOT / "README.md",
    ROOT / "CONTRIBUTING.md",
    *sorted((ROOT / "docs").glob("*.md")),
    *sorted((ROOT / "docs" / "guides").glob("*.md")),
]
FENCE = re.compile(r"^```(?:sh|yaml)[^\n]*\n(.*?)^```", re.MULTILINE | re.DOTALL)
COMMAND = re.compile(r"(?:^|[ $|])ai-memory-spec ([a-z].*)$", re.MULTILINE)


def printed_commands() -> list[tuple[str, str]]:
    """Page and arguments of every command of ours in a block that is meant to be run."""
    return [
        (page.relative_to(ROOT).as_posix(), match[1])
        for page in PAGES
        for block in FENCE.finditer(page.read_text(encoding="utf-8"))
        for match in COMMAND.finditer(block[1])
    ]


def test_there_are_commands_to_look_at() -> None:
    """The pattern finds them."""
    assert len(printed_commands()) > 20


@pytest.mark.parametrize(("page", "arguments"), printed_commands())
def test_a_printed_command_is_a_right_call(page: str, arguments: str) -> None:
    """A reader who copies it meets no usage error."""
    words = shlex.split(arguments, comments=True)
    for index, word in enumerate(words):
        if word in ("|", ">", "&&", ";"):
            words = words[:index]
            break
    args = build_parser().parse_args(words)
    if "live" in args:
        live_sources(args)  # raises where options do not fit together


def test_a_wrong_call_would_be_found() -> None:
    """The test is able to fail."""
    with pytest.raises(SystemExit):
        build_parser().parse_args(["check", "--no-such"])
