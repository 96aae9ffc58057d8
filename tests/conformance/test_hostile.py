"""Servers that are broken or hostile: could not check, in bounded time, never a traceback."""

import time
from collections.abc import Callable

import pytest

from ai_memory_spec.conformance import (
    ConformanceReport,
    Exit,
    Outcome,
    ProcessLauncher,
    StdioWorld,
    load_requirements,
    run_checks,
)
from ai_memory_spec.live import parse_command
from ai_memory_spec.phrasing import Edition
from tests.conformance.conftest import outcomes

Words = Callable[..., list[str]]


def hold(words: list[str], spec: Edition, *ids: str, timeout_s: float = 20.0) -> ConformanceReport:
    """A run against a program."""
    with ProcessLauncher(parse_command(words), timeout_s=timeout_s) as launcher:
        world = StdioWorld(spec, launcher)
        return run_checks(world, load_requirements(), ids, subject=launcher.subject)


@pytest.mark.parametrize(
    ("manner", "reason"),
    [
        ("silent", "no answer within 0.3 seconds; give it longer with --timeout"),
        ("asleep", "no answer within 0.3 seconds; give it longer with --timeout"),
        ("echo", "no answer within 0.3 seconds; give it longer with --timeout"),
    ],
)
def test_a_server_that_never_answers_is_given_up(
    program: Words, spec: Edition, manner: str, reason: str
) -> None:
    """Three conversations are enough to know; nothing is called a failure."""
    started = time.monotonic()
    report = hold(program("hostile.py", manner), spec, timeout_s=0.3)
    assert report.exit_code is Exit.NOT_CHECKED
    assert outcomes(report, Outcome.FAIL) == outcomes(report, Outcome.PASS) == set()
    reasons = {item.reason for item in report.results if item.outcome is Outcome.NOT_CHECKED}
    assert reasons == {reason, "not tried, as the first 3 servers did not answer"}
    assert time.monotonic() - started < 30


@pytest.mark.parametrize(
    ("manner", "beginning"),
    [
        ("dead", "the server ended with exit code 3 before it answered initialize"),
        ("noise", "the server sent too much: "),
        ("flood", "the server sent too much: "),
    ],
)
def test_the_reason_says_what_the_server_did(
    program: Words, spec: Edition, manner: str, beginning: str
) -> None:
    """The first requirement that needs an answer says why there is none."""
    report = hold(program("hostile.py", manner), spec, "summary.template", "wire.initialize")
    assert report.exit_code is Exit.NOT_CHECKED
    assert all(item.reason.startswith(beginning) for item in report.results)
    assert (report.server_name, report.server_version) == (None, None)


@pytest.mark.parametrize("manner", ["nothing", "list", "deep", "wrong", "shapes"])
def test_answers_of_any_shape_are_survived(program: Words, spec: Edition, manner: str) -> None:
    """Every requirement comes out in one of the four ways, and the reports can be written."""
    ids = [
        "profiles.base",
        "summary.template",
        "summary.visible.advertised",
        "recovery.error",
        "describe.preview",
        "tools.complete",
        "tools.callable-now",
        "permitted.absent",
        "permitted.present",
        "allowlist.full",
        "accept.default",
        "document.v3",
        "document.v1",
        "document.families",
        "document.family-list",
        "wire.initialize",
        "wire.document",
        "wire.parse",
    ]
    report = hold(program("hostile.py", manner), spec, *ids)
    assert len(report.results) == len(ids)
    assert Outcome.PASS not in {
        item.outcome for item in report.results if item.requirement.area in ("summary", "tools")
    }
    assert not any("\u202e" in item.found for item in report.results)


def test_a_command_that_is_not_there(spec: Edition) -> None:
    """No server at all is no failure of the contract."""
    report = hold(["no-such-program-here"], spec, "wire.parse")
    assert report.exit_code is Exit.NOT_CHECKED
    assert report.results[0].reason == (
        'command not found: "no-such-program-here" is in no folder of PATH; '
        "install it, or give its path"
    )


@pytest.mark.parametrize(
    ("fault", "broken"),
    [
        ("LoadsNoFamily", "recovery.load-family"),
        ("OtherCode", "profiles.refused-at-start"),
        ("ListsNothing", "profiles.parse.unknown"),
        ("NoStar", "allowlist.resolution"),
        ("VariableFirst", "profiles.precedence"),
        ("Chatty", "wire.stdout"),
    ],
)
def test_programs_behave_as_in_this_process(
    program: Words, spec: Edition, fault: str, broken: str
) -> None:
    """The same servers behind pipes, with a home, variables and an exit code of their own."""
    report = hold(program("bent.py", fault, "spec"), spec, broken, "wire.initialize")
    assert outcomes(report, Outcome.FAIL) == {broken}
    assert outcomes(report, Outcome.PASS) == {"wire.initialize"}
    assert report.server_name == "ai-memory-spec-reference"


@pytest.mark.parametrize(
    ("words", "subject", "can_omit"),
    [
        (
            ["/opt/x/bin/ai-memory", "mcp", "--tier", "keyword"],
            "ai-memory mcp --tier keyword",
            True,
        ),
        (["ai-memory", "--profile", "{profile}"], "ai-memory --profile {profile}", True),
        (["ai-memory", "--profile={profile}"], "ai-memory --profile={profile}", True),
        (["ai-memory", "--start=/srv/{profile}.toml"], "ai-memory --start={profile}.toml", False),
    ],
)
def test_the_subject_has_no_folders(words: list[str], subject: str, can_omit: bool) -> None:
    """A committed result is the same wherever the program was; the option can be left out."""
    launcher = ProcessLauncher(parse_command(words), timeout_s=1.0)
    assert launcher.subject.replace("'", "") == subject
    assert launcher.can_omit_profile is can_omit
