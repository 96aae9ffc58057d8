"""Compare what is published with live output; writes nothing.

Checks the committed Markdown; with --html the built or deployed site too; with a
live source, such as a server, the pages, the core and the server against each
other. Then --edition chooses what the server is compared with.
"""

import argparse
import sys
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ai_memory_spec.drift import Finding

NAME = "check"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    from ai_memory_spec.cli.live_options import add_live_options
    from ai_memory_spec.cli.options import add_edition, add_paths

    add_paths(parser)
    add_edition(parser)
    parser.add_argument(
        "--html",
        metavar="DIR|URL",
        help="also check the site that was built into this folder, or deployed at this address",
    )
    parser.add_argument("--format", choices=("text", "json"), default="text", help="default: text")
    parser.add_argument(
        "-v", "--verbose", action="store_true", help="name every page that was checked"
    )
    add_live_options(parser)


def run(args: argparse.Namespace) -> int:
    """Check and report; the exit code is the report's outcome."""
    from ai_memory_spec.cli.live_options import live_sources
    from ai_memory_spec.cli.project import open_project
    from ai_memory_spec.drift.artifacts import check_artifacts
    from ai_memory_spec.drift.markdown import check_markdown
    from ai_memory_spec.drift.report import render_json, render_text

    asks_server = bool(live_sources(args))
    compared = args.edition if asks_server else None
    if asks_server:
        args.edition = None  # the pages keep their own default edition
    project = open_project(args)
    pages = project.read_pages()
    report = check_markdown(pages, project.shelf)
    stale = tuple(check_artifacts(project.artifacts(), Path.cwd()))
    report = replace(report, findings=_once(report.findings, stale) + stale)
    if asks_server:
        from ai_memory_spec.cli.live import with_live

        report = with_live(args, project, pages, compared or project.config.edition, report)
    if args.html is not None:
        from ai_memory_spec.cli.html import check_site

        report = report.joined(check_site(args.html, project, pages, args.paths))
    if args.format == "json":
        sys.stdout.write(render_json(report))
    else:
        sys.stdout.write(render_text(report, verbose=args.verbose))
    return int(report.outcome)


def _once(
    findings: "tuple[Finding, ...]", generated: "tuple[Finding, ...]"
) -> "tuple[Finding, ...]":
    """The findings about pages, without stale regions of pages that are stale as a whole."""
    told = {finding.path for finding in generated}
    return tuple(
        finding
        for finding in findings
        if finding.rule != "region.stale" or finding.path not in told
    )
