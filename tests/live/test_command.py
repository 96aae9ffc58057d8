"""The command template: words, placeholder, and paths of the caller's."""

from pathlib import Path

import pytest

from ai_memory_spec.live import CommandTemplate, parse_command
from ai_memory_spec.live.command import absolute_path_list, resolve_command
from ai_memory_spec.phrasing import Profile

PROFILE = Profile(families=("core", "archive"), label="core,archive")


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("ai-memory mcp --profile {profile}", ("ai-memory", "mcp", "--profile", "core,archive")),
        ("x --p={profile} '{profile} {other}'", ("x", "--p=core,archive", "core,archive {other}")),
        ("'a b' \"$HOME\" ; rm", ("a b", "$HOME", ";", "rm")),
    ],
)
def test_words_are_filled_and_no_shell_runs(text: str, words: tuple[str, ...]) -> None:
    """Variables and semicolons are words like others."""
    assert parse_command(text).fill(PROFILE) == words


def test_template_knows_whether_it_takes_a_profile() -> None:
    """By its placeholder."""
    assert parse_command("x {profile}").per_profile
    assert not parse_command("x {families}").per_profile


def test_template_reads_as_it_was_written() -> None:
    """In messages."""
    assert str(parse_command("ai-memory mcp --profile {profile}")) == (
        "ai-memory mcp --profile {profile}"
    )
    assert str(CommandTemplate(words=("a b", "c"))) == "'a b' c"


def test_files_of_the_caller_become_absolute(tmp_path: Path) -> None:
    """The program, and arguments with a slash that name a file; nothing else."""
    (tmp_path / "dist").mkdir()
    for name in ("run", "dist/server.js", "mcp"):
        (tmp_path / name).write_text("")
        (tmp_path / name).chmod(0o755)
    words = ("./run", "dist/server.js", "./dist/server.js", "mcp", "dist/", "@scope/pkg", "/a/b")
    assert resolve_command((*words, "--a=dist/server.js", "x/\0"), tmp_path, "") == (
        str(tmp_path / "run"),
        str(tmp_path / "dist/server.js"),
        str(tmp_path / "dist/server.js"),
        *words[3:],
        "--a=dist/server.js",
        "x/\0",
    )


def test_relative_entries_of_path_are_the_callers() -> None:
    """And empty ones, which would mean the server's own folder, go."""
    assert absolute_path_list(".venv/bin::/usr/bin", Path("/work")) == "/work/.venv/bin:/usr/bin"
