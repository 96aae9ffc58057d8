"""The report as one JSON object: the form in which results are kept.

It holds no date, folder or timing, so that equal behaviour gives equal text.
"""

import json

from ai_memory_spec.conformance.result import ConformanceReport, Outcome

SCHEMA = 1
"""Goes up when a key changes its meaning or goes away."""


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
                **{
                    key: value
                    for key in ("where", "expected", "found", "failures", "observations", "reason")
                    if (value := getattr(result, key))
                },
            }
            for result in report.results
        ],
    }
    return json.dumps(data, ensure_ascii=False, indent=2) + "\n"
