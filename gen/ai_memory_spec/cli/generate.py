"""Refresh the live regions of pages, and say which files changed.

Nothing at all is written while any page has a malformed region.
"""

import argparse
import sys
from pathlib import Path

NAME = "generate"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    from ai_memory_spec.cli.options import add_edition, add_paths

    add_paths(parser)
    add_edition(parser)


def run(args: argparse.Namespace) -> int:
    """Refresh the pages; exit 1 without writing if a page is malformed."""
    from ai_memory_spec.cli.project import open_project
    from ai_memory_spec.drift.generate import generate
    from ai_memory_spec.drift.report import render_finding

    project = open_project(args)
    result = generate(project.read_pages(), project.artifacts, Path.cwd())
    for finding in result.report.findings:
        print("\n".join(render_finding(finding)), file=sys.stderr)
    for item in result.report.not_checked:
        print(f"not refreshed: {item.subject}: {item.reason}", file=sys.stderr)
    if result.refused:
        print("Nothing was written: mend the findings above first.", file=sys.stderr)
        return int(result.report.outcome)
    for change in result.written:
        what = f"refreshed {change.path}: {', '.join(change.regions)}"
        print(what if change.regions else f"wrote {change.path}")
    pages = len(result.report.checked)
    regions = sum(page.regions for page in result.report.checked)
    changed = len(result.written)
    print(
        f"{changed} file{'' if changed == 1 else 's'} changed; "
        f"{pages} page{'' if pages == 1 else 's'}, "
        f"{regions} region{'' if regions == 1 else 's'} read."
    )
    return int(result.report.outcome)
