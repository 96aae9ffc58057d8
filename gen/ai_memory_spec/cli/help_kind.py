"""The region kind that shows a command's help."""

from ai_memory_spec.cli.parser import command_names, help_text
from ai_memory_spec.regions import Content, Fence, choice, make_kind


@make_kind(
    "help",
    "block",
    choice(
        "command",
        ("", *command_names()),
        "Which command or subcommand; empty for the whole program.",
        default="",
    ),
)
def help_kind(command: str) -> Content:
    """The help text of the command line."""
    return Fence(text=help_text(command).rstrip("\n"), language="console")
