"""This checkout's settings, kinds and artifacts, read once."""

from collections.abc import Mapping
from pathlib import Path

import pytest

from ai_memory_spec.catalog import all_artifacts, all_kinds
from ai_memory_spec.config import Config, read_config
from ai_memory_spec.phrasing import EditionShelf
from ai_memory_spec.publish import Artifact

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="session")
def config() -> Config:
    """The settings of this checkout."""
    return read_config(ROOT)


@pytest.fixture(scope="session")
def artifacts(config: Config) -> Mapping[str, Artifact]:
    """Every generated file of this checkout by its path below the root."""
    shelf = EditionShelf(config.edition, config.root)
    return {
        item.path.relative_to(config.root).as_posix(): item
        for item in all_artifacts(config, all_kinds(), shelf)
    }
