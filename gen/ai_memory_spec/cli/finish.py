"""Write the plain texts for programs into a built site.

Every page as Markdown without markers, llms.txt and llms-full.txt. The MkDocs
plugin does this by itself; other generators need this command after each build.
"""

import argparse
from pathlib import Path

NAME = "finish"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    from ai_memory_spec.cli.options import add_edition

    parser.add_argument("site", metavar="DIR", help="the folder that the site was built into")
    parser.add_argument(
        "--results",
        metavar="FILE",
        help="a JUnit file of a run of this project's tests, to show on the page of requirements",
    )
    add_edition(parser)


def run(args: argparse.Namespace) -> int:
    """Write the texts; exit 2 if there is no such site."""
    from ai_memory_spec.cli.project import open_project
    from ai_memory_spec.config import ConfigError
    from ai_memory_spec.conformance.latest import ResultsError, show_not_run, show_results
    from ai_memory_spec.drift.markdown import read_pages
    from ai_memory_spec.drift.site_config import read_site_config
    from ai_memory_spec.drift.site_settings import SiteConfigError
    from ai_memory_spec.drift.site_texts import site_texts, write_texts

    args.paths = []
    project = open_project(args)
    folder = Path(args.site)
    if not (folder / "index.html").is_file():
        raise ConfigError(f"{args.site}: no site was built into this folder; build it first")
    try:
        config = read_site_config(project.config.root / project.config.site_config)
    except SiteConfigError as error:
        raise ConfigError(str(error)) from error
    pages = read_pages(
        [page.source for page in config.pages],
        project.kinds,
        project.shelf,
        Path.cwd(),
        project.config.root,
    )
    fresh = {page.path.resolve(): page.rendered.text for page in pages.pages}
    written = write_texts(folder, site_texts(config, fresh, project.kinds))
    try:
        if args.results is not None:
            written += show_results(folder, Path(args.results))
        else:
            written += show_not_run(folder)
    except ResultsError as error:
        raise ConfigError(str(error)) from error
    print(f"{len(written)} file{'' if len(written) == 1 else 's'} written into {args.site}")
    return 0
