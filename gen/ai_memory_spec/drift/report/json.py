"""The report as one JSON object, for other programs."""

import json
from dataclasses import asdict
from typing import Any

from ai_memory_spec.drift.finding import Finding, Report

SCHEMA = 1
"""Goes up when a key changes its meaning or goes away."""


def render_json(report: Report) -> str:
    """One object `{schema, compared_with, checked, not_checked, findings}` and a newline."""
    data = {
        "schema": SCHEMA,
        "compared_with": [
            # What a server was asked, and what it was not, belongs to the comparison with it.
            asdict(item) | ({"notes": list(report.notes)} if item.server else {})
            for item in report.compared_with
        ],
        "checked": [asdict(item) for item in report.checked],
        "not_checked": [asdict(item) for item in report.not_checked],
        "findings": [_finding(item) for item in report.findings],
    }
    return json.dumps(data, ensure_ascii=False, indent=2) + "\n"


def _finding(finding: Finding) -> dict[str, Any]:
    data: dict[str, Any] = {
        "path": finding.path,
        "line": finding.line,
        "column": finding.column,
        "rule": finding.rule,
        "severity": finding.severity.value,
        "region": finding.region,
        "published": finding.published,
        "live": finding.live,
        "message": finding.message,
        "fix": finding.fix,
    }
    if finding.core is not None or finding.server is not None:
        data |= {"core": finding.core, "server": finding.server}
    return data
