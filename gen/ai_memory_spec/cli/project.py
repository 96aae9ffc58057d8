"""What the commands share: the project's configuration, its pages, its editions."""

import argparse
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from ai_memory_spec.catalog import all_kinds
from ai_memory_spec.config import Config, read_config
from ai_memory_spec.drift.markdown import Pages, read_pages
from ai_memory_spec.phrasing import EditionShelf
from ai_memory_spec.regions import Kinds


@dataclass(frozen=True, slots=True, kw_only=True)
class Project:
    """One command's view of the project that it runs in."""

    config: Config
    kinds: Kinds
    shelf: EditionShelf
    paths: tuple[Path, ...]
    """What was asked for, or what the configuration names."""

    def read_pages(self) -> Pages:
        """Read and render every page among the paths."""
        return read_pages(self.paths, self.kinds, self.shelf, Path.cwd(), self.config.root)


def open_project(args: argparse.Namespace) -> Project:
    """The project around the working folder, with the command's own paths and edition.

    Raises:
        ConfigError: The configuration is unfit.
        PhrasingError: The default edition is unknown or unfit.
    """
    config = read_config(Path.cwd())
    named: Sequence[str] = args.paths
    paths = [Path(name) for name in named] or [config.root / name for name in config.paths]
    shelf = EditionShelf(getattr(args, "edition", None) or config.edition)
    shelf.get()
    return Project(config=config, kinds=all_kinds(), shelf=shelf, paths=tuple(paths))
