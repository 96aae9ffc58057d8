"""What released daemons were measured to do: the committed reports of `conform`.

`results/<version>.json` is what `conform --format json` printed for that release; `make live` and
a test compare it with a new run. To make one anew, run the command that `repeat_command` gives.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ai_memory_spec.conformance.result import Outcome
from ai_memory_spec.phrasing import did_you_mean, edition_labels

RESULTS_FOLDER = Path(__file__).resolve().parent / "results"


class NoResultsError(Exception):
    """No results are committed for this release."""

    def __init__(self, version: str, choices: tuple[str, ...]) -> None:
        super().__init__(
            f"no results of release {version!r}{did_you_mean(version, choices)}; "
            f"there are results of: {', '.join(choices)}"
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class Measured:
    """What one release was seen to do about one requirement."""

    id: str
    outcome: Outcome
    where: str = ""
    expected: str = ""
    found: str = ""
    failures: int = 0
    """How many observations were not as expected."""
    observations: int = 0
    """Of how many; 0 unless it failed."""
    reason: str = ""
    """Why it was not checked, or does not apply."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Release:
    """The committed results of one release."""

    version: str
    edition: str
    results: Mapping[str, Measured]
    """By requirement id, in the order of the requirements."""

    @property
    def failures(self) -> tuple[Measured, ...]:
        """What failed, in order."""
        return tuple(item for item in self.results.values() if item.outcome is Outcome.FAIL)


def measured_versions() -> tuple[str, ...]:
    """Releases with committed results, newest first."""
    there = {path.stem for path in RESULTS_FOLDER.glob("*.json")}
    return tuple(label for label in edition_labels() if label in there)


def load_release(version: str) -> Release:
    """Read the committed results of a release.

    Raises:
        NoResultsError: There are none.
    """
    if version not in measured_versions():
        raise NoResultsError(version, measured_versions())
    text = (RESULTS_FOLDER / f"{version}.json").read_text(encoding="utf-8")
    data: Any = json.loads(text)
    results = (_measured(item) for item in data["results"])
    return Release(
        version=version, edition=data["edition"], results={item.id: item for item in results}
    )


def load_releases() -> tuple[Release, ...]:
    """All releases with committed results, newest first."""
    return tuple(map(load_release, measured_versions()))


def repeat_command(version: str) -> str:
    """The command whose output is the committed result of this release."""
    return (
        f"ai-memory-spec conform --edition {version} --format json -- ai-memory mcp --tier keyword"
    )


def _measured(item: Mapping[str, Any]) -> Measured:
    fields = {key: value for key, value in item.items() if key not in ("level", "outcome")}
    return Measured(**fields, outcome=Outcome(item["outcome"]))
