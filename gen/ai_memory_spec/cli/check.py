"""Compare what is published with live output; writes nothing.

Checks the committed Markdown; with --html the built or deployed site too.
"""

import argparse
import sys

NAME = "check"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    from ai_memory_spec.cli.options import add_edition, add_paths

    add_paths(parser)
    add_edition(parser)
    parser.add_argument(
        "--html", metavar="DIR", help="also check the site that was built into this folder"
    )
    parser.add_argument("--format", choices=("text", "json"), default="text", help="default: text")
    parser.add_argument(
        "-v", "--verbose", action="store_true", help="name every page that was checked"
    )


def run(args: argparse.Namespace) -> int:
    """Check and report; the exit code is the report's outcome."""
    from ai_memory_spec.cli.project import open_project
    from ai_memory_spec.drift.markdown import check_markdown
    from ai_memory_spec.drift.report import render_json, render_text

    project = open_project(args)
    report = check_markdown(project.read_pages(), project.shelf)
    if args.format == "json":
        sys.stdout.write(render_json(report))
    else:
        sys.stdout.write(render_text(report, verbose=args.verbose))
    return int(report.outcome)
