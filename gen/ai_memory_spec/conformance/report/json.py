"""The report as one JSON object: the form in which results are kept.

It holds no date, folder or timing, so that equal behaviour gives equal text.
"""

import json
from typing import Any

from ai_memory_spec.conformance.requirements import Requirements
from ai_memory_spec.conformance.result import ConformanceReport, Outcome, Result

SCHEMA = 1
"""Goes up when a key changes its meaning or goes away."""

_DETAILS = ("where", "expected", "found", "failures", "observations", "reason")
"""Keys that a result has only if they say something."""


def render_json(report: ConformanceReport) -> str:
    """One object and a newline; a result has only the keys that say something."""
    data = {
        "schema": SCHEMA,
        "edition": report.edition,
        "server": {"name": report.server_name, "version": report.server_version},
        "transport": report.transport,
        "subject": report.subject,
        "outcome": report.exit_code.name.lower().replace("_", "-"),
        "counts": {
            **{outcome.value: number for outcome, number in report.counts.items()},
            Outcome.FAIL.value: report.counts[Outcome.FAIL] - report.advice,
            "advice": report.advice,
        },
        "results": [
            {
                "id": result.requirement.id,
                "level": result.requirement.level.value,
                "outcome": result.outcome.value,
                **details_of(result),
            }
            for result in report.results
        ],
    }
    return json.dumps(data, ensure_ascii=False, indent=2) + "\n"


def details_of(result: Result) -> dict[str, str | int]:
    """What a result says beside its outcome, by key."""
    return {key: value for key in _DETAILS if (value := getattr(result, key))}


def read_json(text: str, requirements: Requirements) -> ConformanceReport:
    """The report that `render_json` wrote; results under earlier ids get the present ones.

    Raises:
        ValueError: The text is no JSON, or lacks a key.
        UnknownRequirementError: A result names no requirement.
    """
    data: Any = json.loads(text)
    try:
        return ConformanceReport(
            edition=data["edition"],
            transport=data["transport"],
            subject=data["subject"],
            server_name=data["server"]["name"],
            server_version=data["server"]["version"],
            results=tuple(
                Result(
                    requirement=requirements.get(item["id"]),
                    outcome=Outcome(item["outcome"]),
                    **{key: item[key] for key in _DETAILS if key in item},
                )
                for item in data["results"]
            ),
        )
    except KeyError as error:
        raise ValueError(f"the report lacks the key {error}") from error
