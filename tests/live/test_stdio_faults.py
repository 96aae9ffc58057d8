"""Stdio servers that are noisy, silent, slow, endless, or end too early."""

import time
from collections.abc import Callable

import pytest

from ai_memory_spec.contract import DocumentV3
from ai_memory_spec.live import Answer, CouldNotCheckError, Reason, StdioSource
from ai_memory_spec.phrasing import Edition, Profile, all_profiles

MakeSource = Callable[..., StdioSource]
MakeProfile = Callable[[str], Profile]
AskInVain = Callable[..., CouldNotCheckError]


@pytest.fixture
def in_vain(source: MakeSource, profile: MakeProfile) -> AskInVain:
    """Ask a server that cannot answer; the reason why not."""

    def ask(*server: str, **settings: object) -> CouldNotCheckError:
        with pytest.raises(CouldNotCheckError) as caught:
            source(*server, **settings).fetch(profile("core"))
        return caught.value

    return ask


# ---- MC1: noise on stdout ----------------------------------------------------------------------


def test_noise_is_reported_once_per_line(source: MakeSource, profile: MakeProfile) -> None:
    """Banners, blank lines, colours and stray JSON are skipped, and told in harmless form."""
    answer = source("noisy", "--noise", "banner").fetch(profile("core"))
    assert isinstance(answer.v3, DocumentV3)
    assert answer.warnings[:4] == (
        'line 1 of stdout is a line that is no message: "pantry ready ✓"',
        "line 2 of stdout is a blank line",
        'line 3 of stdout is a line that is no message: "WARN cache cold"',
        'line 4 of stdout is a line that is no message: "[1, 2]"',
    )
    assert len(answer.warnings) == 8


def test_glued_line_is_a_clear_failure(in_vain: AskInVain) -> None:
    """Neither a traceback nor `0 tools`, and without waiting for the whole timeout."""
    begun = time.monotonic()
    error = in_vain("noisy", "--noise", "glued", timeout_s=60)
    assert time.monotonic() - begun < 20
    assert error.reason is Reason.GLUED_LINE
    assert str(error).startswith(
        'line 1 of stdout is a message and other text on one line: "loading shelves... {"jsonrpc"'
    )
    assert str(error).endswith("; a server writes each message on a line of its own")


def test_message_repeated_in_a_log_line_does_no_harm(
    source: MakeSource, profile: MakeProfile
) -> None:
    """It looks like a spoilt answer, and the proper one follows."""
    answer = source("noisy", "--noise", "echo").fetch(profile("core"))
    assert isinstance(answer.v3, DocumentV3)
    assert len(answer.warnings) == 3
    assert all("a message and other text on one line" in line for line in answer.warnings)


def test_answer_that_is_no_valid_message_is_named(in_vain: AskInVain) -> None:
    """A result must be an object."""
    error = in_vain("noisy", "--noise", "malformed", timeout_s=60)
    assert error.reason is Reason.PROTOCOL
    assert "is a JSON-RPC object that is no valid message" in str(error)


def test_chatty_stderr_never_blocks(source: MakeSource, profile: MakeProfile) -> None:
    """More than a pipe holds, before each answer."""
    answer = source("noisy", "--noise", "chatty").fetch(profile("core"))
    assert isinstance(answer.v3, DocumentV3)
    assert answer.warnings == ()


# ---- MC2: ends too early, or never -------------------------------------------------------------


@pytest.mark.parametrize(
    ("when", "message"),
    [
        (
            "start",
            (
                "the server ended with exit code 1 before it answered initialize; its last words "
                "on stderr: reading the cupboard | PANTRY_TOKEN is not set"
            ),
        ),
        (
            "list",
            (
                "the server ended with exit code 7 before it answered tools/list; its last words "
                "on stderr: ERROR the shelf is on fire"
            ),
        ),
        ("killed", "the server was ended by signal 9 before it answered tools/list"),
        ("closes", "the server closed its output before it answered tools/list"),
    ],
)
def test_early_end_says_when_how_and_why(in_vain: AskInVain, when: str, message: str) -> None:
    """With the exit code and the last lines of stderr, long before the timeout."""
    begun = time.monotonic()
    error = in_vain("ending", "--when", when, timeout_s=60)
    assert time.monotonic() - begun < 20
    assert error.reason is Reason.EARLY_EXIT
    assert str(error) == message


def test_odd_exit_code_after_the_answer_is_a_warning(
    source: MakeSource, profile: MakeProfile
) -> None:
    """The result is used."""
    answer = source("ending", "--when", "after").fetch(profile("core"))
    assert isinstance(answer.v3, DocumentV3)
    assert answer.warnings == ("ended with exit code 3 after it had answered",)


def test_server_that_stays_is_ended_and_that_is_a_warning(
    source: MakeSource, profile: MakeProfile
) -> None:
    """The result is used; a server should end with its input."""
    answer = source("ending", "--when", "never").fetch(profile("core"))
    assert isinstance(answer.v3, DocumentV3)
    assert answer.warnings == ("still ran 2 seconds after its input had ended, and was stopped",)


@pytest.mark.parametrize("method", ["initialize", "tools/list", "tools/call"])
def test_timeout_names_the_method_awaited(in_vain: AskInVain, method: str) -> None:
    """And nothing else of the server is taken for an answer."""
    begun = time.monotonic()
    error = in_vain("silent", "--method", method, timeout_s=0.7)
    assert time.monotonic() - begun < 5
    assert error.reason is Reason.TIMEOUT
    assert str(error) == (
        f"no answer to {method} within 0.7 seconds; "
        "give it longer with --timeout if it is slow to start"
    )


def test_slow_server_is_waited_for(source: MakeSource, profile: MakeProfile) -> None:
    """As long as it keeps within the time allowed."""
    answer = source("silent", "--seconds", "0.4").fetch(profile("core"))
    assert isinstance(answer.v3, DocumentV3)


@pytest.mark.parametrize(
    ("what", "message"),
    [
        ("lines", "more than 20000 lines on stdout"),
        ("line", "a line of more than 16 MiB on stdout"),
        ("messages", "more than 20000 lines on stdout"),
    ],
)
def test_endless_output_is_bounded(in_vain: AskInVain, what: str, message: str) -> None:
    """Lines that are no messages, a line without an end, messages without an end."""
    error = in_vain("endless", "--what", what, timeout_s=60)
    assert error.reason is Reason.TOO_MUCH_OUTPUT
    assert str(error) == message


def test_endless_stderr_is_drained_and_bounded(in_vain: AskInVain) -> None:
    """Only its last lines are kept."""
    error = in_vain("endless", "--what", "stderr", timeout_s=1)
    assert error.reason is Reason.TIMEOUT
    assert "; its last words on stderr: complaint | complaint | complaint;" in str(error)


def test_profiles_are_given_up_after_the_same_failure(source: MakeSource, pantry: Edition) -> None:
    """A server that never answers is not waited for 128 times."""
    profiles = [*all_profiles(pantry), *all_profiles(pantry)]
    fetched = source("silent", timeout_s=0.3, at_once=2).fetch_all(profiles)
    reasons = [item.result.reason for item in fetched]
    assert reasons[:4] == [Reason.TIMEOUT] * 4
    assert set(reasons[4:]) == {Reason.NOT_TRIED}
    assert str(fetched[-1].result) == "not tried, as the first 3 attempts failed"


def test_one_bad_profile_does_not_hide_the_others(source: MakeSource, pantry: Edition) -> None:
    """Failures are per profile once something has worked."""
    good, *_ = all_profiles(pantry)
    bad = Profile(families=("core", "nope"), label="core,--bogus")
    fetched = source("honest", at_once=1).fetch_all([good, bad, good])
    assert [type(item.result) for item in fetched] == [Answer, Answer, Answer]


@pytest.mark.parametrize("seed", range(6))
def test_garbled_answers_never_break_us(source: MakeSource, pantry: Edition, seed: int) -> None:
    """Each honest message spoilt somewhere: an answer or a reason, in printable words."""
    garbled = source("garbled", "--seed", str(seed), "--spare", str(seed % 4), timeout_s=1)
    for item in garbled.fetch_all(list(all_profiles(pantry))):
        if isinstance(item.result, Answer):
            assert all(warning.isprintable() for warning in item.result.warnings)
        else:
            assert "broke down" not in str(item.result)
            assert str(item.result).isprintable()
