"""List, show, compare, validate and pull editions.

An edition is named by its label or by the path of a .toml or .json file.
"""

import argparse
import sys
from typing import TYPE_CHECKING

from ai_memory_spec.config import ConfigError

if TYPE_CHECKING:
    from ai_memory_spec.phrasing import Edition

NAME = "edition"

_LIST = """List the shipped editions.

The default edition comes first, then the newest release.
"""
_SHOW = """Show an edition.

As text: what it holds, in short. As toml or json: the edition file, in the
style of ours.
"""
_DIFF = """Show what differs between two editions.

Tools that were added, removed or moved between families; profiles, order and
settings; counts per named profile; a word diff of both sentences and of their
templates. Label, description and provenance are not compared.

Exit codes: 0, whether they differ or not; with --exit-code, 1 if they differ,
as git diff has it; 2 if an edition cannot be read.
"""
_VALIDATE = """Check edition files, and report every problem with its place.

Exit codes: 0 all are sound; 1 one has a problem; 3 one cannot be read, and no
other has a problem.
"""
_PULL = """Make an edition of what a running server says.

From a server with memory_capabilities: families, order, always-on tools, named
profiles, counting rule and templates, taken from its documents for the named
profiles of --like; the command of --live must hold {profile}. What no answer
can show is taken from --like too, and the provenance of the new edition says
so. From any other MCP server: its tools, as one family.

Exit codes: 0 done; 1 the answers make no edition, such as sentences that do not
fit one template; 2 the call is wrong; 3 an answer could not be had.
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the subcommands."""
    from ai_memory_spec.cli.live_options import add_live_options

    actions = parser.add_subparsers(metavar="ACTION", required=True)

    def add(name: str, description: str) -> argparse.ArgumentParser:
        child: argparse.ArgumentParser = actions.add_parser(
            name,
            help=description.split("\n", 1)[0].rstrip("."),
            description=description,
            formatter_class=parser.formatter_class,
            allow_abbrev=False,
        )
        return child

    child = add("list", _LIST)
    _add_format(child, "text", "json")
    child.set_defaults(action=_list)

    child = add("show", _SHOW)
    child.add_argument(
        "edition",
        metavar="EDITION",
        nargs="?",
        help="default: `edition` of [tool.ai-memory-spec]",
    )
    _add_format(child, "text", "toml", "json")
    child.set_defaults(action=_show)

    child = add("diff", _DIFF)
    child.add_argument("a", metavar="A", help="the first edition")
    child.add_argument("b", metavar="B", help="the second edition")
    _add_format(child, "text", "json", "markdown")
    child.add_argument("--exit-code", action="store_true", help="exit 1 if the editions differ")
    child.set_defaults(action=_diff)

    child = add("validate", _VALIDATE)
    child.add_argument("files", metavar="FILE", nargs="+", help="edition files, or labels")
    _add_format(child, "text", "json")
    child.set_defaults(action=_validate)

    child = add("pull", _PULL)
    child.add_argument(
        "-o", "--output", metavar="FILE", help="default: standard output, which - is too"
    )
    child.add_argument(
        "--like",
        metavar="EDITION",
        help="edition that names the profiles and gives what no answer shows; default: "
        "`edition` of [tool.ai-memory-spec]",
    )
    child.add_argument("--label", help="default: the server's version, or its name")
    child.add_argument("--what", help="one line that says what the edition is")
    add_live_options(child, profiles=False, strict=False)
    child.set_defaults(action=_pull)


def run(args: argparse.Namespace) -> int:
    """Do what the subcommand says; returns the exit code."""
    return int(args.action(args))


def _add_format(parser: argparse.ArgumentParser, *choices: str) -> None:
    parser.add_argument(
        "--format", choices=choices, default=choices[0], help=f"default: {choices[0]}"
    )


def _list(args: argparse.Namespace) -> int:
    import json

    from ai_memory_spec.phrasing import edition_labels, load_edition

    editions = [load_edition(label) for label in edition_labels()]
    if args.format == "json":
        rows = [
            {
                "label": edition.label,
                "tools": len(edition.tools),
                "families": len(edition.families),
                "profiles": len(edition.profiles),
                "sentences": edition.phrasing is not None,
                "what": edition.what,
            }
            for edition in editions
        ]
        print(json.dumps(rows, ensure_ascii=False, indent=2))
        return 0
    width = max(len(edition.label) for edition in editions)
    for edition in editions:
        print(f"{edition.label:<{width}}  {len(edition.tools):>4} tools  {edition.what}")
    return 0


def _show(args: argparse.Namespace) -> int:
    import json

    from ai_memory_spec.editing import edition_data, render_edition_toml
    from ai_memory_spec.editing.show_text import render_edition_text

    edition = _load(args.edition)
    if args.format == "json":
        print(json.dumps(edition_data(edition), ensure_ascii=False, indent=2))
    elif args.format == "toml":
        sys.stdout.write(render_edition_toml(edition))
    else:
        sys.stdout.write(render_edition_text(edition))
    return 0


def _diff(args: argparse.Namespace) -> int:
    from ai_memory_spec.editing import diff_editions
    from ai_memory_spec.editing.report_json import render_diff_json
    from ai_memory_spec.editing.report_markdown import render_diff_markdown
    from ai_memory_spec.editing.report_text import render_diff_text

    diff = diff_editions(_load(args.a), _load(args.b))
    render = {
        "text": render_diff_text,
        "json": render_diff_json,
        "markdown": render_diff_markdown,
    }[args.format]
    sys.stdout.write(render(diff))
    return 1 if args.exit_code and diff.differs else 0


def _validate(args: argparse.Namespace) -> int:
    from ai_memory_spec.editing.validate import render_json, render_text, validate_editions

    report = validate_editions(args.files)
    sys.stdout.write(render_json(report) if args.format == "json" else render_text(report))
    return int(report.outcome)


def _pull(args: argparse.Namespace) -> int:
    from ai_memory_spec.cli.live_options import LiveOptionsError, ProgressLine, live_sources
    from ai_memory_spec.editing import (
        LikeError,
        OneProfileError,
        PullError,
        pull_edition,
        render_edition_toml,
    )
    from ai_memory_spec.live import CouldNotCheckError
    from ai_memory_spec.phrasing import EditionError, is_edition_label

    sources = live_sources(args)
    if len(sources) != 1:
        raise LiveOptionsError(
            "edition pull takes exactly one of --live, --live-url and --live-file; "
            f"{len(sources)} were given"
        )
    if args.label is not None and not is_edition_label(args.label):
        raise ConfigError(
            f"--label: {args.label!r} is no label; use letters, digits and . _ -, at most 64, with "
            "a letter or digit in front"
        )
    if args.output not in (None, "-"):
        _refuse_unwritable(args.output)
    like = _load(args.like)
    try:
        pulled = pull_edition(
            sources[0],
            like,
            label=args.label,
            what=args.what,
            on_progress=ProgressLine.on(sys.stderr),
        )
    except CouldNotCheckError as error:
        return _fail(f"could not ask {sources[0].name}: {error}", 3)
    except (OneProfileError, LikeError) as error:
        return _fail(str(error), 2)
    except (PullError, EditionError) as error:
        return _fail(str(error), 1)
    text = render_edition_toml(pulled.edition)
    if args.output in (None, "-"):
        sys.stdout.write(text)
    elif not _save(args.output, text):
        return 2
    for warning in pulled.warnings:
        print(f"note: {pulled.server}: {warning}", file=sys.stderr)
    print(_summary(pulled.edition, str(pulled.server), pulled.assumed), file=sys.stderr)
    return 0


def _summary(edition: "Edition", server: str, assumed: tuple[str, ...]) -> str:
    text = (
        f"edition {edition.label} from {server}: tools {len(edition.tools)}, "
        f"families {len(edition.families)}, named profiles {len(edition.profiles)}"
    )
    return f"{text}; assumed, as no answer shows it: {', '.join(assumed)}" if assumed else text


def _refuse_unwritable(name: str) -> None:
    """Say before a server is asked that its answers would have no place to go."""
    import os

    if not name:
        raise ConfigError("-o: name the file; the text is empty")
    if name.lower().endswith(".json"):
        raise ConfigError(
            f"-o: an edition is written as TOML, so {name} cannot be read as it is called"
        )
    # `os.path` and not `Path`: a name that no file system takes is said by the attempt to write.
    folder = os.path.dirname(name)  # noqa: PTH120
    if os.path.isdir(name):  # noqa: PTH112
        raise ConfigError(f"-o: {name} is a folder; name a file in it")
    if folder and not os.path.isdir(folder):  # noqa: PTH112
        raise ConfigError(f"-o: there is no folder {folder}; make it first")


def _save(name: str, text: str) -> bool:
    from pathlib import Path

    from ai_memory_spec.regions.page_file import write_page

    try:
        write_page(Path(name), text)
    except OSError as error:
        _fail(f"cannot write {name}: {error.strerror or error}", 2)
        return False
    return True


def _fail(message: str, code: int) -> int:
    print(f"ai-memory-spec: {message}", file=sys.stderr)
    return code


def _load(name: str | None) -> "Edition":
    from pathlib import Path

    from ai_memory_spec.config import read_config
    from ai_memory_spec.phrasing import load_edition

    return load_edition(read_config(Path.cwd()).edition if name is None else name)
