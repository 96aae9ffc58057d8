"""`requirements.json`: every requirement with what tests, vectors and releases say about it."""

import json
from collections.abc import Mapping, Sequence
from typing import Any

from ai_memory_spec.conformance.measured import Release, load_releases, repeat_command
from ai_memory_spec.conformance.report.json import details_of
from ai_memory_spec.conformance.requirements import Requirements, load_requirements
from ai_memory_spec.conformance.vectors import make_vectors
from ai_memory_spec.phrasing import Edition

SCHEMA = 1
"""Goes up when a key changes its meaning or goes away."""


def requirements_json(tests: Mapping[str, Sequence[str]], edition: Edition) -> str:
    """One JSON object and a newline.

    Parameters:
        tests: Node ids of tests by requirement id, from `tests_by_requirement`.
        edition: Whose vectors are counted.
    """
    requirements = load_requirements()
    releases = load_releases()
    vectors = count_vectors(edition)
    data = {
        "schema": SCHEMA,
        "requirements": [
            {
                "id": item.id,
                "level": item.level.value,
                "clause": item.clause,
                "statement": item.statement,
                "was": list(item.was),
                "tests": list(tests.get(item.id, ())),
                "vectors": vectors.get(item.id, 0),
                "releases": {
                    release.version: _outcome(release, item.id)
                    for release in releases
                    if item.id in release.results
                },
            }
            for item in requirements.all
        ],
        "redirects": dict(requirements.redirects),
        "commands": {release.version: repeat_command(release.version) for release in releases},
    }
    return json.dumps(data, ensure_ascii=False, indent=1) + "\n"


def count_vectors(edition: Edition) -> Mapping[str, int]:
    """How many vectors of an edition show each requirement."""
    counts: dict[str, int] = {}
    for vectors in make_vectors(edition)["vectors"].values():
        for vector in vectors:
            for id_ in vector["requirements"]:
                counts[id_] = counts.get(id_, 0) + 1
    return counts


def redirects(requirements: Requirements | None = None) -> Mapping[str, str]:
    """Earlier requirement ids, each with the present one, for a site's redirects."""
    return (requirements or load_requirements()).redirects


def _outcome(release: Release, id_: str) -> Mapping[str, Any]:
    item = release.results[id_]
    return {"outcome": item.outcome.value, **details_of(item)}
