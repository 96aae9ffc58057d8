"""The options that name a live source, and the sources made of them.

`check`, `edition pull` and `conform` share them:

    --live COMMAND        a stdio server; `{profile}` in it stands for the profile
    --live-url URL        an HTTP server
    --live-file FILE      a recorded document, or `-` for standard input
    --profiles LIST       which profiles to ask for
    --timeout SECONDS     how long one server may take
    --pass-env NAME       let a stdio server see a variable
    --header-env H=NAME   send a header whose value is in a variable
    --strict-protocol     let faults of the protocol fail the run
"""

import argparse
import math
import os
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, TextIO

from ai_memory_spec.config import ConfigError

if TYPE_CHECKING:
    from ai_memory_spec.live import LiveSource


_TIMEOUT_S = 20.0


class LiveOptionsError(ConfigError):
    """The live options cannot be used as given; never shows the value of a variable."""


def add_live_options(
    parser: argparse.ArgumentParser, *, profiles: bool = True, strict: bool = True
) -> None:
    """Declare the options.

    Parameters:
        parser: Of the command.
        profiles: Whether the command lets its caller choose the profiles.
        strict: Whether the command reports faults of the protocol.
    """
    group = parser.add_argument_group(
        "live output",
        "A stdio server runs in a temporary folder and home, and sees PATH, HOME, TMPDIR, LANG and "
        "AI_MEMORY_SPEC_CHILD, by which its processes are found, and no other variable; "
        "it needs the extra `live`.",
    )
    group.add_argument(
        "--live",
        metavar="COMMAND",
        action="append",
        default=[],
        help="start this MCP server, once per profile: 'ai-memory mcp --profile {profile}'",
    )
    group.add_argument(
        "--live-url",
        metavar="URL",
        action="append",
        default=[],
        help="ask this HTTP server, such as http://127.0.0.1:9077",
    )
    group.add_argument(
        "--live-file",
        metavar="FILE",
        action="append",
        default=[],
        help="read this recorded document; - is standard input",
    )
    if profiles:
        group.add_argument(
            "--profiles",
            metavar="LIST",
            help="profiles to ask for, with semicolons between, or `named`, or `all`; "
            "default: the named ones and those on pages. Of a server that serves one profile: "
            "the one that it must be",
        )
    group.add_argument(
        "--timeout",
        metavar="SECONDS",
        type=read_seconds,
        help=f"how long one server may take to answer everything; default: {_TIMEOUT_S:g}",
    )
    group.add_argument(
        "--pass-env",
        metavar="NAME",
        action="append",
        default=[],
        help="let a stdio server see this variable too; HOME gives it your home",
    )
    group.add_argument(
        "--header-env",
        metavar="HEADER=NAME",
        action="append",
        default=[],
        help="send an HTTP server this header, with the value of the variable NAME, "
        "which is never printed",
    )
    if strict:
        group.add_argument(
            "--strict-protocol",
            action="store_true",
            help="fail if a server breaks the protocol, even if it could be understood",
        )


def live_sources(
    args: argparse.Namespace, environment: Mapping[str, str] = os.environ
) -> "tuple[LiveSource, ...]":
    """The sources that the options name, in the order command, address, file.

    Parameters:
        args: The parsed options.
        environment: Where the values of `--pass-env` and `--header-env` come from.

    Raises:
        LiveOptionsError: An option has an unfit value, or does not fit the others.
    """
    if not (args.live or args.live_url or args.live_file):
        _refuse_without_source(args)
        return ()
    from ai_memory_spec.live import (
        AddressError,
        CaptureSource,
        CommandSyntaxError,
        HttpSource,
        StdioSource,
    )

    if "" in args.live_file:
        raise LiveOptionsError("--live-file: name the file, or - for standard input")
    timeout_s = _TIMEOUT_S if args.timeout is None else args.timeout
    passed = passed_variables(args.pass_env, environment)
    headers = sent_headers(args.header_env, environment)
    if passed and not args.live:
        raise LiveOptionsError("--pass-env is for a stdio server; add --live COMMAND")
    if headers and not args.live_url:
        raise LiveOptionsError("--header-env is for an HTTP server; add --live-url URL")
    try:
        sources: tuple[LiveSource, ...] = (
            *(StdioSource(command, timeout_s=timeout_s, passed=passed) for command in args.live),
            *(HttpSource(url, headers=headers, timeout_s=timeout_s) for url in args.live_url),
            *(CaptureSource(path) for path in args.live_file),
        )
    except CommandSyntaxError as error:
        raise LiveOptionsError(f"--live: {error}") from error
    except AddressError as error:
        raise LiveOptionsError(f"--live-url: {error}") from error
    named = getattr(args, "profiles", None)
    if named is not None and (named.strip() in ("named", "all") or ";" in named):
        for source in sources:
            if not source.per_profile:
                remedy = "put {profile} into the command, " if source.kind == "stdio" else ""
                raise LiveOptionsError(
                    f"--profiles: {source.name} answers for the one profile that it serves; "
                    f"{remedy}name that one, or leave --profiles out"
                )
    return sources


class ProgressLine:
    """One line on a terminal that counts conversations and is gone at the end."""

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream

    @classmethod
    def on(cls, stream: TextIO) -> "ProgressLine | None":
        """A line on this stream if a terminal shows it, else None."""
        return cls(stream) if stream.isatty() else None

    def __call__(self, done: int, total: int) -> None:
        """Show how far it is."""
        text = f"asked {done} of {total}"
        self._stream.write(f"\r{text}" if done < total else f"\r{' ' * len(text)}\r")
        self._stream.flush()


def read_seconds(text: str) -> float:
    """The argument type of a time limit, from 0.1 seconds to a day."""
    try:
        seconds = float(text)
    except ValueError:
        seconds = math.nan
    if not 0 < seconds <= 86400:
        raise argparse.ArgumentTypeError(
            f"{text!r} is no number of seconds; give one from 0.1 to 86400"
        )
    return seconds


def _refuse_without_source(args: argparse.Namespace) -> None:
    """An option that would do nothing is a mistake of the caller's."""
    given = {
        "--profiles": getattr(args, "profiles", None) is not None,
        "--timeout": args.timeout is not None,
        "--pass-env": bool(args.pass_env),
        "--header-env": bool(args.header_env),
        "--strict-protocol": getattr(args, "strict_protocol", False),
    }
    for option, is_given in given.items():
        if is_given:
            raise LiveOptionsError(
                f"{option} needs a live source; add --live, --live-url or --live-file"
            )


def passed_variables(
    names: Sequence[str], environment: Mapping[str, str] = os.environ
) -> dict[str, str]:
    """The variables of `--pass-env` with their values.

    Raises:
        LiveOptionsError: One is not set, or is given with a value.
    """
    passed: dict[str, str] = {}
    for name in names:
        if "=" in name:
            raise LiveOptionsError(
                "--pass-env takes the name of a variable, without a value; set it in the "
                "environment"
            )
        if name not in environment:
            raise LiveOptionsError(f"--pass-env: the variable {name} is not set")
        passed[name] = environment[name]
    return passed


def sent_headers(
    options: Sequence[str], environment: Mapping[str, str] = os.environ
) -> dict[str, str]:
    """The headers of `--header-env` with their values.

    Raises:
        LiveOptionsError: An option is malformed, or its variable is not set.
    """
    headers: dict[str, str] = {}
    for option in options:
        header, separator, name = option.partition("=")
        if not separator or not header or not name:
            raise LiveOptionsError(
                "--header-env takes HEADER=NAME, such as Authorization=MY_TOKEN, where NAME is the "
                "variable that holds the value"
            )
        if name not in environment:
            raise LiveOptionsError(f"--header-env: the variable for the header {header} is not set")
        headers[header] = environment[name]
    return headers
