"""The argument parser of all commands.

Command modules import what they need inside `run`, so that building the parser stays cheap:
`show` and `mcp` are called once per answer.
"""

import argparse
import re
import textwrap
from collections.abc import Sequence
from typing import Protocol

from ai_memory_spec import __version__
from ai_memory_spec.cli import (
    check,
    conform,
    edition,
    finish,
    generate,
    mcp,
    regions,
    show,
    vectors,
)
from ai_memory_spec.phrasing import did_you_mean

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


COMMANDS: tuple[Command, ...] = (
    show,
    generate,
    check,
    finish,
    regions,
    edition,
    mcp,
    conform,
    vectors,
)
"""In the order of `--help`."""


class _Formatter(argparse.RawDescriptionHelpFormatter):
    """The same text in every terminal and under every Python."""

    def __init__(self, prog: str) -> None:
        super().__init__(prog, width=HELP_WIDTH, max_help_position=26)

    def _fill_text(self, text: str, width: int, indent: str) -> str:
        """Fill paragraphs, but leave those with indented lines as they are."""
        filled = (
            textwrap.indent(part, indent)
            if re.search(r"^[ \t]", part, re.MULTILINE)
            else textwrap.fill(part, width, initial_indent=indent, subsequent_indent=indent)
            for part in text.split("\n\n")
        )
        return "\n\n".join(filled)

    def _format_action_invocation(self, action: argparse.Action) -> str:
        """`-o, --output FILE`, as Python 3.13 has it; 3.11 names FILE twice."""
        if not action.option_strings or action.nargs == 0:
            return super()._format_action_invocation(action)
        metavar = self._format_args(action, self._get_default_metavar_for_optional(action))
        return f"{', '.join(action.option_strings)} {metavar}"


class _Parser(argparse.ArgumentParser):
    """Refuses a misspelt option with the usage of the command that it was given to."""

    def parse_known_args(  # type: ignore[override] # typeshed's overloads say no more than this
        self, args: Sequence[str] | None = None, namespace: argparse.Namespace | None = None
    ) -> tuple[argparse.Namespace, list[str]]:
        found, unknown = super().parse_known_args(args, namespace)
        if unknown:
            options = [name for action in self._actions for name in action.option_strings]
            words = (
                word + (did_you_mean(word.partition("=")[0], options) if word[:1] == "-" else "")
                for word in unknown
            )
            self.error(f"unrecognized arguments: {' '.join(words)}")
        return found, unknown


def build_parser() -> argparse.ArgumentParser:
    """The parser; a parsed command line has the command module as `command`."""
    parser = _Parser(
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
    _colourless(parser)
    return parser


def _colourless(parser: argparse.ArgumentParser) -> None:
    """Keep Python 3.14 from colouring help texts, which are regions; older ones do not look."""
    vars(parser)["color"] = False
    for child in subcommands(parser).values():
        _colourless(child)


def help_text(name: str) -> str:
    """The help of a command, such as `edition diff`; of the whole program for an empty name.

    Raises:
        KeyError: There is no such command.
    """
    parser = build_parser()
    for word in name.split():
        parser = subcommands(parser)[word]
    return parser.format_help()


def command_names() -> tuple[str, ...]:
    """Every command and subcommand, as `help_text` takes them, in the order of `--help`."""
    names: list[str] = []
    for name, child in subcommands(build_parser()).items():
        names += [name, *(f"{name} {inner}" for inner in subcommands(child))]
    return tuple(names)


def subcommands(parser: argparse.ArgumentParser) -> dict[str, argparse.ArgumentParser]:
    """The parsers below this one by name; empty if it takes no subcommand."""
    # argparse has no public way from a parser to those below it.
    for action in parser._actions:  # noqa: SLF001
        if isinstance(action, argparse._SubParsersAction):  # noqa: SLF001
            return dict(action.choices)
    return {}
