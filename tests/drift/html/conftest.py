"""Sites that are built once and looked at by many tests."""

from collections.abc import Callable, Iterable
from pathlib import Path

import pytest

from tests.drift.html.worlds import FEW, MATERIAL, World, kind_files


@pytest.fixture
def world(tmp_path: Path) -> World:
    """An empty project of the test's own."""
    return World(root=tmp_path)


@pytest.fixture(scope="session")
def material(tmp_path_factory: pytest.TempPathFactory) -> World:
    """Every kind in every place, built by MkDocs and Material; not to be changed."""
    world = World(root=tmp_path_factory.mktemp("material"))
    return world.write({**kind_files(), "mkdocs.yml": MATERIAL}).build()


@pytest.fixture(scope="session")
def make_site(tmp_path_factory: pytest.TempPathFactory) -> Callable[..., World]:
    """Build pages of some kinds with another configuration or generator."""

    def make(config: str, generator: str = "mkdocs", kinds: Iterable[str] = FEW) -> World:
        world = World(root=tmp_path_factory.mktemp("site"))
        return world.write({**kind_files(kinds), "mkdocs.yml": config}).build(generator)

    return make
