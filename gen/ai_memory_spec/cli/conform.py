"""Hold an implementation to the contract, requirement by requirement.

Over stdio the command is started anew for each conversation, in a temporary
folder and home that hold the configuration a requirement needs. {profile} in
it stands for the profile; without it, --profile P is appended.

    ai-memory-spec conform -- ai-memory mcp --tier keyword
    ai-memory-spec conform --url http://127.0.0.1:9077

Each requirement comes out as pass, fail, could not check, or does not apply:
over HTTP there is one profile and no session, so most requirements do not.
A SHOULD or MAY that fails is advice.

Exit codes: 0 every MUST that applies holds; 1 a MUST does not; 2 the call or
the configuration is wrong; 3 a MUST could not be checked and none failed.
"""

import argparse
import sys
from typing import TYPE_CHECKING

from ai_memory_spec.config import ConfigError

if TYPE_CHECKING:
    from ai_memory_spec.conformance.requirements import Requirements
    from ai_memory_spec.conformance.result import ConformanceReport
    from ai_memory_spec.phrasing import Edition

NAME = "conform"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    from ai_memory_spec.cli.live_options import read_seconds

    parser.add_argument(
        "words",
        metavar="-- COMMAND",
        nargs="*",
        help="the program of a stdio server and its arguments; needs the extra `live`",
    )
    parser.add_argument("--url", metavar="URL", help="an HTTP server instead")
    parser.add_argument(
        "--edition",
        help="what to hold it to: a label, or the path of a .toml or .json file; default: the "
        "edition of the server's own version, else `edition` of [tool.ai-memory-spec]",
    )
    parser.add_argument(
        "--requirement",
        metavar="ID",
        action="append",
        default=[],
        help="look at this requirement only; may be given more than once",
    )
    parser.add_argument(
        "--list", action="store_true", help="list the requirements, and look at nothing"
    )
    parser.add_argument(
        "--format", choices=("text", "json", "junit"), default="text", help="default: text"
    )
    parser.add_argument(
        "--timeout",
        metavar="SECONDS",
        type=read_seconds,
        default=20.0,
        help="how long one conversation may take; default: 20",
    )
    parser.add_argument(
        "--pass-env",
        metavar="NAME",
        action="append",
        default=[],
        help="let a stdio server see this variable too",
    )
    parser.add_argument(
        "--header-env",
        metavar="HEADER=NAME",
        action="append",
        default=[],
        help="send an HTTP server this header, with the value of the variable NAME, "
        "which is never printed",
    )


def run(args: argparse.Namespace) -> int:
    """Run the checks and report; returns the exit code."""
    from ai_memory_spec.conformance.report import render_json, render_junit, render_text
    from ai_memory_spec.conformance.requirements import UnknownRequirementError, load_requirements

    requirements = load_requirements()
    if args.list:
        if args.format == "junit":
            raise ConfigError("--list comes as text or json, not as junit")
        sys.stdout.write(_list_json(requirements) if args.format == "json" else _list(requirements))
        return 0
    try:
        only = [requirements.get(id_).id for id_ in args.requirement]
    except UnknownRequirementError as error:
        raise ConfigError(f"--requirement: {error}") from error
    render = {"text": render_text, "json": render_json, "junit": render_junit}[args.format]
    report = _conform(args, requirements, only)
    sys.stdout.write(render(report))
    return int(report.exit_code)


def _conform(
    args: argparse.Namespace, requirements: "Requirements", only: list[str]
) -> "ConformanceReport":
    from ai_memory_spec.cli.live_options import ProgressLine, passed_variables, sent_headers
    from ai_memory_spec.conformance.launch import ProcessLauncher
    from ai_memory_spec.conformance.run import run_checks
    from ai_memory_spec.conformance.world import HttpWorld, StdioWorld
    from ai_memory_spec.live import AddressError, CommandSyntaxError, HttpSource, parse_command

    if bool(args.words) == (args.url is not None):
        raise ConfigError("give a command behind `--`, or an address with --url, and not both")
    progress = ProgressLine.on(sys.stderr)
    if args.url is not None:
        if args.pass_env:
            raise ConfigError("--pass-env is for a stdio server; give a command behind `--`")
        try:
            source = HttpSource(
                args.url, headers=sent_headers(args.header_env), timeout_s=args.timeout
            )
        except AddressError as error:
            raise ConfigError(f"--url: {error}") from error
        world = HttpWorld(_configured(args.edition), source)
        if args.edition is None:
            world = world.held_to(_edition_of(world.server()[1], world.edition))
        return run_checks(world, requirements, only, subject=source.name, on_progress=progress)
    if args.header_env:
        raise ConfigError("--header-env is for an HTTP server; give its address with --url")
    try:
        command = parse_command(args.words)
    except CommandSyntaxError as error:
        raise ConfigError(str(error)) from error
    edition = _configured(args.edition)
    launcher = ProcessLauncher(
        command, timeout_s=args.timeout, passed=passed_variables(args.pass_env)
    )
    with launcher:
        stdio = StdioWorld(edition, launcher)
        if args.edition is None:
            stdio = stdio.held_to(_edition_of(stdio.server()[1], edition))
        return run_checks(stdio, requirements, only, subject=launcher.subject, on_progress=progress)


def _configured(name: str | None) -> "Edition":
    from pathlib import Path

    from ai_memory_spec.config import read_config
    from ai_memory_spec.phrasing import load_edition

    return load_edition(read_config(Path.cwd()).edition if name is None else name)


def _edition_of(version: str | None, configured: "Edition") -> "Edition":
    """The shipped edition of this version, else the configured one."""
    from ai_memory_spec.phrasing import edition_labels, load_edition

    return load_edition(version) if version in edition_labels() and version else configured


def _list_json(requirements: "Requirements") -> str:
    import json

    rows = [
        {
            "id": item.id,
            "level": item.level.value,
            "clause": item.clause,
            "statement": item.statement,
        }
        for item in requirements.all
    ]
    return json.dumps(rows, ensure_ascii=False, indent=2) + "\n"


def _list(requirements: "Requirements") -> str:
    width = max(len(item.id) for item in requirements.all)
    return "".join(
        f"{item.id:<{width}}  {item.level:<6}  {item.clause:<12}  {item.statement}\n"
        for item in requirements.all
    )
