"""What the commands share: the project's configuration, its pages, its editions."""

import argparse
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from ai_memory_spec.catalog import all_artifacts, all_kinds
from ai_memory_spec.config import Config, ConfigError, read_config
from ai_memory_spec.drift.markdown import Pages, read_pages
from ai_memory_spec.phrasing import EditionShelf
from ai_memory_spec.publish import Artifact
from ai_memory_spec.regions import Kinds
from ai_memory_spec.regions.page_file import PageEncodingError


@dataclass(frozen=True, slots=True, kw_only=True)
class Project:
    """One command's view of the project that it runs in."""

    config: Config
    kinds: Kinds
    shelf: EditionShelf
    paths: tuple[Path, ...]
    """What was asked for, or what the configuration names."""
    configured: bool
    """Whether the paths are those of the configuration."""

    def read_pages(self) -> Pages:
        """Read and render every page among the paths."""
        return read_pages(
            self.paths,
            self.kinds,
            self.shelf,
            Path.cwd(),
            self.config.root,
            configured=self.configured,
        )

    def artifacts(self) -> tuple[Artifact, ...]:
        """Every whole file among the paths that the configuration has generated.

        Raises:
            ConfigError: The source of a derived page cannot be read.
        """
        folders = [path.resolve() for path in self.paths]
        try:
            every = all_artifacts(self.config, self.kinds, self.shelf)
        except (OSError, PageEncodingError) as error:
            raise ConfigError(f"[tool.ai-memory-spec] derived: {error}") from error
        return tuple(
            item
            for item in every
            if any(item.path.resolve().is_relative_to(folder) for folder in folders)
        )


def open_project(args: argparse.Namespace) -> Project:
    """The project around the working folder, with the command's own paths and edition.

    Raises:
        ConfigError: The configuration is unfit.
        PhrasingError: The default edition is unknown or unfit.
    """
    config = read_config(Path.cwd())
    named: Sequence[str] = args.paths
    paths = [Path(name) for name in named] or [config.root / name for name in config.paths]
    shelf = EditionShelf(getattr(args, "edition", None) or config.edition, config.root)
    shelf.get()
    return Project(
        config=config,
        kinds=all_kinds(),
        shelf=shelf,
        paths=tuple(paths),
        configured=not named,
    )
