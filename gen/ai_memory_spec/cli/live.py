"""The part of `check` that asks a server."""

import argparse
import sys
from dataclasses import replace

from ai_memory_spec.cli.live_options import ProgressLine, live_sources
from ai_memory_spec.cli.project import Project
from ai_memory_spec.drift import Report
from ai_memory_spec.drift.live import choose_profiles, compare_live, observed_edition, supersede
from ai_memory_spec.drift.live_regions import published_facts, published_sentences
from ai_memory_spec.drift.markdown import Pages


def with_live(
    args: argparse.Namespace, project: Project, pages: Pages, edition_name: str, report: Report
) -> Report:
    """The report of the pages, together with what every live source says of them.

    Parameters:
        args: The parsed options.
        project: The project whose pages were read.
        pages: Those pages.
        edition_name: The edition that the servers are compared with.
        report: What the check of the committed pages found.

    Raises:
        LiveOptionsError: An option has an unfit value.
        PhrasingError: The edition or a profile of `--profiles` is unknown.
    """
    edition = project.shelf.get(edition_name)
    sentences = tuple(published_sentences(pages.pages, project.kinds, project.shelf))
    profiles = choose_profiles(edition, args.profiles, sentences)
    for source in live_sources(args):
        fetched = source.fetch_all(profiles, ProgressLine.on(sys.stderr))
        if args.profiles is not None and not source.per_profile:
            # Whoever names a profile means that the server must serve that one.
            fetched = tuple(replace(item, profile=profiles[0]) for item in fetched)
        observed = observed_edition(source, edition, fetched)
        facts = published_facts(pages.pages, project.kinds, project.shelf, observed)
        if observed is None:
            facts = (item for item in facts if item.edition != edition.label)
        live = compare_live(
            source,
            edition,
            fetched,
            sentences,
            facts=tuple(facts),
            strict_protocol=args.strict_protocol,
        )
        report = supersede(report, live)
    # The servers were compared with one edition; what the core was compared with stays said.
    return replace(report, compared_with=tuple(dict.fromkeys(report.compared_with)))
