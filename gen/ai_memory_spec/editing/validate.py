"""Edition files checked one by one, with every problem and its place."""

import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass

from ai_memory_spec.drift import NotChecked, Outcome
from ai_memory_spec.drift.report.text import safe
from ai_memory_spec.phrasing import (
    Edition,
    EditionError,
    EditionProblem,
    UnknownEditionError,
    load_edition,
)

SCHEMA = 1
"""Goes up when a key of the JSON report changes its meaning or goes away."""

_WORDS = {
    Outcome.IN_STEP: "sound",
    Outcome.DRIFT: "problems",
    Outcome.NOT_CHECKED: "not-checked",
}
_UNREAD = "(file)"
"""The place that the loader names for a file that cannot be read at all."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Validated:
    """One file that was read."""

    file: str
    edition: Edition | None
    """None if it has problems."""
    problems: tuple[EditionProblem, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class ValidationReport:
    """What a run found."""

    checked: tuple[Validated, ...]
    not_checked: tuple[NotChecked, ...]

    @property
    def outcome(self) -> Outcome:
        """A problem outweighs a file that cannot be read; neither is a pass."""
        if any(item.problems for item in self.checked):
            return Outcome.DRIFT
        return Outcome.NOT_CHECKED if self.not_checked else Outcome.IN_STEP


def validate_editions(names: Sequence[str]) -> ValidationReport:
    """Read and check edition files, or shipped editions by label."""
    checked: list[Validated] = []
    not_checked: list[NotChecked] = []
    for name in names:
        try:
            checked.append(Validated(file=name, edition=load_edition(name)))
        except UnknownEditionError as error:
            not_checked.append(NotChecked(subject=name, reason=str(error)))
        except EditionError as error:
            if error.problems[0].place == _UNREAD:
                not_checked.append(NotChecked(subject=name, reason=error.problems[0].message))
            else:
                checked.append(Validated(file=name, edition=None, problems=error.problems))
    return ValidationReport(checked=tuple(checked), not_checked=tuple(not_checked))


def render_text(report: ValidationReport) -> str:
    """One line per sound file and per problem; ends with a newline."""
    lines: list[str] = []
    for item in report.checked:
        if item.edition is not None:
            lines.append(f"{item.file}: sound: {_describe(item.edition)}")
        for problem in item.problems:
            place = item.file if problem.line is None else f"{item.file}:{problem.line}"
            lines.append(f"{place}: {problem}")
    lines += [f"not checked: {item.subject}: {item.reason}" for item in report.not_checked]
    return "\n".join(map(safe, lines)) + "\n"


def render_json(report: ValidationReport) -> str:
    """One object `{schema, outcome, checked, not_checked, problems}` and a newline."""
    data = {
        "schema": SCHEMA,
        "outcome": _WORDS[report.outcome],
        "checked": [
            {"file": item.file, "edition": item.edition.label if item.edition else None}
            for item in report.checked
        ],
        "not_checked": [asdict(item) for item in report.not_checked],
        "problems": [
            {"file": item.file, **asdict(problem)}
            for item in report.checked
            for problem in item.problems
        ],
    }
    return json.dumps(data, ensure_ascii=False, indent=2) + "\n"


def _describe(edition: Edition) -> str:
    phrased = "with sentences" if edition.phrasing else "without sentences"
    return (
        f"edition {edition.label}, tools {len(edition.tools)}, families {len(edition.families)}, "
        f"named profiles {len(edition.profiles)}, {phrased}"
    )
