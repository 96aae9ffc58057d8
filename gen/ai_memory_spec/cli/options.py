"""Arguments that several commands share."""

import argparse


def add_paths(parser: argparse.ArgumentParser) -> None:
    """Declare the pages that a command works on."""
    parser.add_argument(
        "paths",
        metavar="PATH",
        nargs="*",
        help="pages or folders of pages; default: `paths` of [tool.ai-memory-spec] in "
        "pyproject.toml",
    )


def add_edition(parser: argparse.ArgumentParser) -> None:
    """Declare the edition of markers that name none."""
    parser.add_argument(
        "--edition",
        help="edition of markers that name none: a label, or the path of a .toml or .json file; "
        "default: `edition` of [tool.ai-memory-spec]",
    )
