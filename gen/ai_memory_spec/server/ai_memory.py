"""The console script `ai-memory`: the line that the published page prints works as it stands.

    echo '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"memory_capabilities",
    "arguments":{"accept":"v3"}}}' | ai-memory mcp

A real daemon goes first: if there is one further along PATH, this script becomes it and says so
on stderr. Otherwise it serves the reference, in the default edition, and says that. It takes the
daemon's options; those of `ai-memory-spec mcp` belong to that command alone.
"""

import os
import sys
from collections.abc import Sequence
from pathlib import Path

from ai_memory_spec.server.handover import COMMAND, find_daemons, hand_over
from ai_memory_spec.server.stderr import say

# What the daemons have and the reference has no use for. `--agent-id` is among them: to the
# daemons it names who stores, and does not set the agent id of the allowlist.
_FOR_DAEMONS = ("--tier", "--db", "--agent-id", "--db-passphrase-file")


def main(argv: Sequence[str] | None = None) -> int:
    """Hand over to a daemon, or serve.

    Returns:
        The exit code. 0: the session ended, or help was asked for. 2: wrong options, a bad
        profile, or a subcommand that needs the daemon.
    """
    arguments = list(sys.argv[1:] if argv is None else argv)
    for daemon in find_daemons(Path(sys.argv[0]), os.environ):
        say(f"{COMMAND}: handing over to {daemon}")
        try:
            hand_over(daemon, arguments, os.environ)
        except OSError as error:
            say(f"{COMMAND}: {daemon} cannot be executed: {error.strerror}")
    return _serve_reference(arguments)


def _serve_reference(arguments: Sequence[str]) -> int:
    import argparse

    parser = argparse.ArgumentParser(
        prog=COMMAND,
        usage=f"{COMMAND} mcp [--profile PROFILE]",
        description="No ai-memory daemon was found on PATH. Without one this command serves the "
        "reference of ai-memory-spec over MCP on stdin and stdout, and holds no memories.",
        epilog="The daemon's own options are taken and have no effect. For more options, see "
        "`ai-memory-spec mcp --help`.",
        allow_abbrev=False,
    )
    parser.add_argument("subcommand", nargs="?", help=argparse.SUPPRESS)
    parser.add_argument("--profile", help="a profile, or families with commas between")
    for option in _FOR_DAEMONS:
        parser.add_argument(option, help=argparse.SUPPRESS)
    parser.add_argument("--json", action="store_const", const="", help=argparse.SUPPRESS)
    try:
        options, unknown = parser.parse_known_args(arguments)
    except SystemExit as end:
        return end.code if isinstance(end.code, int) else 2
    if options.subcommand != "mcp":
        wanted = "it needs a subcommand"
        if options.subcommand is not None:
            wanted = f"{options.subcommand!r} needs the ai-memory daemon, and none is on PATH"
        say(
            f"{COMMAND}: {wanted}. Without the daemon this command only serves the reference: run "
            f"`{COMMAND} mcp`, or install the daemon (`cargo install ai-memory`)."
        )
        return 2
    if unknown:
        say(f"{COMMAND}: the reference does not know {unknown[0]!r}; see `{COMMAND} mcp --help`.")
        return 2
    for option in (*_FOR_DAEMONS, "--json"):
        if getattr(options, option.strip("-").replace("-", "_")) is not None:
            say(f"{COMMAND}: {option} is for the daemon and has no effect on the reference")
    return _serve(options.profile)


def _serve(profile: str | None) -> int:
    from ai_memory_spec.server.launch import Options, run_server

    return run_server(Options(command=f"{COMMAND} mcp", profile=profile))
