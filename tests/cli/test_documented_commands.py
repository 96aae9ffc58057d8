"""The commands that the documentation prints: they are ones, and their options fit together."""

import re
import shlex
from pathlib import Path
from typing import Any

import pytest
import yaml

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
COMMAND = re.compile(r"^(?:.*[$|:] )?ai-memory-spec ([a-z].*)$", re.MULTILINE)


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


def blocks(page: str, language: str) -> list[str]:
    """The code blocks of a page in this language."""
    text = (ROOT / "docs" / page).read_text(encoding="utf-8")
    return re.findall(rf"^```{language}\n(.*?)^```", text, re.MULTILINE | re.DOTALL)


def test_the_samples_for_ci_are_yaml() -> None:
    """A workflow with the three commands, and a hook that runs ours."""
    workflow, hooks = (yaml.safe_load(block) for block in blocks("drift-checks.md", "yaml"))
    commands = [step["run"] for step in workflow["jobs"]["docs"]["steps"] if "run" in step]
    assert [command.split()[0] for command in commands] == [
        "pip",
        "ai-memory-spec",
        "mkdocs",
        "ai-memory-spec",
    ]
    [hook] = hooks["repos"][0]["hooks"]
    assert hook["entry"] == "ai-memory-spec check"
    assert re.search(hook["files"], "docs/a.md")


@pytest.mark.parametrize(("number", "passes"), [("51", True), ("52", False)])
def test_the_sample_for_pytest_guards_pages(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, number: str, passes: bool
) -> None:
    """It passes for a page in step and fails for another."""
    [sample] = blocks("drift-checks.md", "python")
    (tmp_path / "README.md").write_text(
        f"It has <!-- live:count of=tools -->{number}<!-- /live --> tools.\n", encoding="utf-8"
    )
    monkeypatch.chdir(tmp_path)
    names: dict[str, Any] = {}
    exec(compile(sample, "sample", "exec"), names)
    if passes:
        names["test_published_docs_are_in_step"]()
    else:
        with pytest.raises(AssertionError):
            names["test_published_docs_are_in_step"]()


def test_a_wrong_call_would_be_found() -> None:
    """The test is able to fail."""
    with pytest.raises(SystemExit):
        build_parser().parse_args(["check", "--no-such"])
