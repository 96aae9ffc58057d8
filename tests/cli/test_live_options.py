"""The options that name live sources: what they make, what they refuse, what they never print."""

import argparse
import io
from collections.abc import Callable
from pathlib import Path

import pytest

from ai_memory_spec.cli.live_options import (
    LiveOptionsError,
    ProgressLine,
    add_live_options,
    live_sources,
)
from ai_memory_spec.config import ConfigError
from ai_memory_spec.live import CaptureSource, HttpSource, StdioSource

TESTS = Path(__file__).resolve().parent.parent
WORLD = TESTS / "data" / "live" / "pantry.toml"
SECRET = "shelf-of-secrets-91"

Parse = Callable[..., argparse.Namespace]


@pytest.fixture
def parse() -> Parse:
    """Parse a command line of a command with these options."""

    def run(*words: str) -> argparse.Namespace:
        parser = argparse.ArgumentParser(prog="check", exit_on_error=False)
        add_live_options(parser)
        return parser.parse_args(words)

    return run


def test_without_a_source_there_is_none(parse: Parse) -> None:
    """And nothing is compared."""
    assert live_sources(parse()) == ()


def test_each_option_makes_its_source(parse: Parse) -> None:
    """Commands, addresses, files, in this order, with their settings."""
    args = parse(
        *("--live-file", "-", "--live-file", "x.json"),
        *("--live", "ai-memory mcp --profile {profile}", "--timeout", "2.5"),
        *("--live-url", "http://127.0.0.1:9077"),
        *("--pass-env", "HOME", "--header-env", "Authorization=TOKEN"),
    )
    command, address, first, second = live_sources(args, {"HOME": "/me", "TOKEN": SECRET})
    assert isinstance(command, StdioSource)
    assert command.timeout_s == 2.5
    assert command.surroundings.passed == {"HOME": "/me"}
    assert command.name == "ai-memory mcp --profile {profile}"
    assert isinstance(address, HttpSource)
    assert address.name == "http://127.0.0.1:9077/api/v1/capabilities"
    assert isinstance(first, CaptureSource)
    assert isinstance(second, CaptureSource)
    assert (first.name, second.name) == ("standard input", "x.json")


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (
            ["--profiles", "core"],
            "--profiles needs a live source; add --live, --live-url or --live-file",
        ),
        (
            ["--timeout", "5"],
            "--timeout needs a live source; add --live, --live-url or --live-file",
        ),
        (
            ["--strict-protocol"],
            "--strict-protocol needs a live source; add --live, --live-url or --live-file",
        ),
        (["--live", "x 'y"], '--live: the command "x \'y" cannot be split: No closing quotation'),
        (["--live-file", ""], "--live-file: name the file, or - for standard input"),
        (["--live", ""], "--live: the command is empty; give the program and its arguments"),
        (
            ["--live-url", "localhost"],
            (
                '--live-url: "localhost" is no address of a server; '
                "write it like http://127.0.0.1:9077"
            ),
        ),
        (
            ["--live", "x", "--profiles", "core;graph"],
            (
                "--profiles: x answers for the one profile that it serves; "
                "put {profile} into the command, name that one, or leave --profiles out"
            ),
        ),
        (
            ["--live-file", "x.json", "--profiles", "all"],
            (
                "--profiles: x.json answers for the one profile that it serves; "
                "name that one, or leave --profiles out"
            ),
        ),
        (["--live", "x", "--pass-env", "NOPE"], "--pass-env: the variable NOPE is not set"),
        (
            ["--live", "x", "--pass-env", f"TOKEN={SECRET}"],
            ("--pass-env takes the name of a variable, without a value; set it in the environment"),
        ),
        (
            ["--live-url", "http://x", "--header-env", f"Authorization: {SECRET}"],
            (
                "--header-env takes HEADER=NAME, such as Authorization=MY_TOKEN, where NAME is the "
                "variable that holds the value"
            ),
        ),
        (
            ["--live-url", "http://x", "--header-env", f"Authorization={SECRET}"],
            "--header-env: the variable for the header Authorization is not set",
        ),
        (
            ["--live-url", "http://x", "--header-env", "X Y=TOKEN"],
            '--live-url: "X Y" is no name of a header',
        ),
        (
            ["--live-url", "http://x", "--header-env", "X=BROKEN"],
            "--live-url: the value for the header X holds a control character",
        ),
        (
            ["--live-file", "x", "--pass-env", "TOKEN"],
            "--pass-env is for a stdio server; add --live COMMAND",
        ),
        (
            ["--live", "x", "--header-env", "X=TOKEN"],
            "--header-env is for an HTTP server; add --live-url URL",
        ),
    ],
)
def test_unfit_options_are_refused(parse: Parse, words: list[str], message: str) -> None:
    """As a usage error, with the remedy, and without the value of any variable."""
    with pytest.raises(LiveOptionsError) as caught:
        live_sources(parse(*words), {"TOKEN": SECRET, "BROKEN": f"{SECRET}\n"})
    assert str(caught.value) == message
    assert SECRET not in str(caught.value)
    assert isinstance(caught.value, ConfigError)


@pytest.mark.parametrize("seconds", ["0", "-1", "nan", "inf", "soon", "1e9"])
def test_unfit_timeout_is_refused(parse: Parse, seconds: str) -> None:
    """By the parser."""
    with pytest.raises(argparse.ArgumentError) as caught:
        parse(f"--timeout={seconds}")
    assert "is no number of seconds; give one from 0.1 to 86400" in str(caught.value)


def test_progress_is_for_terminals_only() -> None:
    """A log gets none; on a terminal the line is gone at the end."""
    assert ProgressLine.on(io.StringIO()) is None

    class Terminal(io.StringIO):
        def isatty(self) -> bool:
            return True

    terminal = Terminal()
    line = ProgressLine.on(terminal)
    assert line is not None
    line(1, 2)
    line(2, 2)
    assert terminal.getvalue() == "\rasked 1 of 2\r            \r"
