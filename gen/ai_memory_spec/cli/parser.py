"""The argument parser of all commands.

Command modules import what they need inside `run`, so that building the parser stays cheap:
`show` and `mcp` are called once per answer.
"""

import argparse
from typing import Protocol

from ai_memory_spec import __version__
from ai_memory_spec.cli import check, generate, regions, show

HELP_WIDTH = 80
"""Columns of every help text, whatever the terminal: the help pages are live regions."""


class Command(Protocol):
    """What a command module offers; its docstring is the help text."""

    NAME: str
    __doc__: str | None

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        """Declare the command's arguments."""

    def run(self, args: argparse.Namespace) -> int:
        """Do it and return the exit code."""


COMMANDS: tuple[Command, ...] = (show, generate, check, regions)
"""In the order of `--help`."""


class _Formatter(argparse.RawDescriptionHelpFormatter):
    def __init__(self, prog: str) -> None:
        super().__init__(prog, width=HELP_WIDTH, max_help_position=26)


def build_parser() -> argparse.ArgumentParser:
    """The parser; a parsed command line has the command module as `command`."""
    parser = argparse.ArgumentParser(
        prog="ai-memory-spec",
        description="Canonical phrasings of ai-memory capabilities v3, live regions that show "
        "them in Markdown, and checks that fail when a page and live output differ.",
        formatter_class=_Formatter,
        allow_abbrev=False,
    )
    parser.add_argument("--version", action="version", version=f"ai-memory-spec {__version__}")
    commands = parser.add_subparsers(metavar="COMMAND", required=True)
    for command in COMMANDS:
        description = (command.__doc__ or "").strip()
        child = commands.add_parser(
            command.NAME,
            help=description.split("\n", 1)[0].rstrip("."),
            description=description,
            formatter_class=_Formatter,
            allow_abbrev=False,
        )
        command.add_arguments(child)
        child.set_defaults(command=command)
    return parser


def help_text(name: str) -> str:
    """The help of the whole program (empty name) or of one command; `KeyError` if unknown."""
    parser = build_parser()
    if not name:
        return parser.format_help()
    actions = [
        action for action in parser._actions if isinstance(action, argparse._SubParsersAction)
    ]
    child: argparse.ArgumentParser = actions[0].choices[name]
    return child.format_help()
