"""Every whole file that a project's configuration asks for."""

from collections.abc import Iterator
from pathlib import Path

from ai_memory_spec.config import Config
from ai_memory_spec.contract import SCHEMA_NAMES, SCHEMAS_FOLDER
from ai_memory_spec.phrasing import EditionShelf
from ai_memory_spec.publish.artifact import Artifact
from ai_memory_spec.publish.compare import compare_pages
from ai_memory_spec.publish.copied import copied_page
from ai_memory_spec.publish.derive import derive_page
from ai_memory_spec.publish.figure_kinds import by_time
from ai_memory_spec.publish.figures import draw_growth, draw_profiles
from ai_memory_spec.publish.flow import draw_flow
from ai_memory_spec.publish.moved import moved_page, moved_path
from ai_memory_spec.publish.phrasings import phrasings_csv, phrasings_json
from ai_memory_spec.regions import Kinds
from ai_memory_spec.regions.page_file import read_page


def derived_pages(config: Config, kinds: Kinds, shelf: EditionShelf) -> Iterator[Artifact]:
    """The derived pages, made from their sources as these are on disk.

    Raises:
        OSError: A source cannot be read.
        PageEncodingError: A source is not UTF-8.
    """
    for page in config.derived:
        text = read_page(config.root / page.source)
        yield Artifact(
            path=config.root / page.path,
            text=derive_page(
                text,
                source=Path(page.source).name,
                name=page.path,
                edition=page.edition,
                kinds=kinds,
                shelf=shelf,
            ),
            origin=f"{page.source}, edition {page.edition}",
        )


def copied_pages(config: Config) -> Iterator[Artifact]:
    """The pages whose text is a file outside of the site.

    Raises:
        OSError: A file cannot be read.
        PageEncodingError: A file is not UTF-8.
    """
    for page in config.copied:
        yield Artifact(
            path=config.root / page.path,
            text=copied_page(read_page(config.root / page.source), page),
            origin=page.source,
        )


def moved_pages(config: Config) -> Iterator[Artifact]:
    """A file at each earlier address of a page, which leads on."""
    for page in config.moved:
        yield Artifact(
            path=config.root / moved_path(page), text=moved_page(page), origin="the page that moved"
        )


def comparisons(config: Config, kinds: Kinds, shelf: EditionShelf) -> Iterator[Artifact]:
    """A page for every two editions; none unless the configuration names a folder for them."""
    if config.compare is None:
        return
    for name, text in compare_pages(by_time(shelf), config.compare, kinds, shelf):
        yield Artifact(
            path=config.root / config.compare / name, text=text, origin="the shipped editions"
        )


def data_files(config: Config, shelf: EditionShelf) -> Iterator[Artifact]:
    """The data files for programs; none unless the configuration names a folder for them."""
    if config.data is None:
        return
    folder = config.root / config.data
    for edition in shelf.shipped():
        label = edition.label
        origin = f"edition {label}"
        if edition.phrasing is not None:
            for suffix, text in (
                ("json", phrasings_json(edition)),
                ("csv", phrasings_csv(edition)),
            ):
                path = folder / "phrasings" / f"{label}.{suffix}"
                yield Artifact(path=path, text=text, origin=origin)
        path = folder / "figures" / f"profiles-{label}.svg"
        yield Artifact(path=path, text=draw_profiles(edition), origin=origin)
    yield Artifact(
        path=folder / "figures" / "growth.svg",
        text=draw_growth(by_time(shelf)),
        origin="the shipped editions",
    )
    yield Artifact(
        path=folder / "figures" / "flow.svg", text=draw_flow(), origin="the figure of the data flow"
    )
    for name in SCHEMA_NAMES:
        file = f"{name}.json"
        yield Artifact(
            path=folder / "schemas" / file,
            text=(SCHEMAS_FOLDER / file).read_text(encoding="utf-8"),
            origin=f"the schema {name}",
        )
