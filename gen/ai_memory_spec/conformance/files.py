"""The data files about requirements and vectors that a site offers to programs."""

from collections.abc import Iterator, Mapping, Sequence

from ai_memory_spec.config import Config
from ai_memory_spec.conformance.kinds import tests_folder
from ai_memory_spec.conformance.published import requirements_json
from ai_memory_spec.conformance.requirements import load_requirements
from ai_memory_spec.conformance.tests_of import collect_tests, tests_by_requirement
from ai_memory_spec.conformance.vectors import SCHEMA_FILE, vectors_json
from ai_memory_spec.phrasing import DEFAULT_EDITION, EditionShelf
from ai_memory_spec.publish import Artifact
from ai_memory_spec.regions import RenderError


def conformance_files(config: Config, shelf: EditionShelf) -> Iterator[Artifact]:
    """Requirements, vectors and their schema; none unless a folder for data is configured."""
    if config.data is None:
        return
    folder = config.root / config.data
    yield Artifact(
        path=folder / "requirements.json",
        text=requirements_json(known_tests(), shelf.get(DEFAULT_EDITION)),
        origin="requirements.toml, the tests and the committed results",
    )
    yield Artifact(
        path=folder / "schemas" / "vectors.json",
        text=SCHEMA_FILE.read_text(encoding="utf-8"),
        origin="the schema of the vectors",
    )
    for edition in shelf.shipped():
        yield Artifact(
            path=folder / "vectors" / f"{edition.label}.json",
            text=vectors_json(edition),
            origin=f"edition {edition.label}",
        )


def known_tests() -> Mapping[str, Sequence[str]]:
    """Node ids of tests by requirement id; none outside of a checkout of this project."""
    try:
        folder = tests_folder()
    except RenderError:
        return {}
    return tests_by_requirement(collect_tests(folder), load_requirements().redirects)
