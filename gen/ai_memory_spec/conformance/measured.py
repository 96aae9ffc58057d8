"""What released daemons were measured to do: the committed reports of `conform`.

`results/<version>.json` is what `conform --format json` printed for that release; `make live` and
a test compare it with a new run. To make one anew, run the command that `repeat_command` gives.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from ai_memory_spec.conformance.report.json import read_json
from ai_memory_spec.conformance.requirements import load_requirements
from ai_memory_spec.conformance.result import ConformanceReport, Outcome, Result
from ai_memory_spec.phrasing import did_you_mean, edition_labels

RESULTS_FOLDER = Path(__file__).resolve().parent / "results"


class NoResultsError(Exception):
    """No results are committed for this release."""

    def __init__(self, version: str, choices: tuple[str, ...]) -> None:
        super().__init__(
            f"no results of release {version!r}{did_you_mean(version, choices)}; "
            f"there are results of: {', '.join(choices)}"
        )


@dataclass(frozen=True, kw_only=True)
class Release:
    """The committed results of one release."""

    version: str
    report: ConformanceReport
    """As the run made it."""

    @cached_property
    def results(self) -> Mapping[str, Result]:
        """By the present id of the requirement, in the order of the requirements."""
        return {item.requirement.id: item for item in self.report.results}

    @property
    def failures(self) -> tuple[Result, ...]:
        """What failed, in order."""
        return tuple(item for item in self.report.results if item.outcome is Outcome.FAIL)


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
    return Release(version=version, report=read_json(text, load_requirements()))


def load_releases() -> tuple[Release, ...]:
    """All releases with committed results, newest first."""
    return tuple(map(load_release, measured_versions()))


def repeat_command(version: str) -> str:
    """The command whose output is the committed result of this release."""
    return (
        f"ai-memory-spec conform --edition {version} --format json -- ai-memory mcp --tier keyword"
    )
