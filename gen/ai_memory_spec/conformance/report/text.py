"""The report for a terminal: each requirement on a line, and below it why it is no pass."""

from collections.abc import Iterator

from ai_memory_spec.conformance.result import ConformanceReport, Exit, Outcome, Result
from ai_memory_spec.drift.report.text import safe

_WORDS = {
    Outcome.PASS: "pass",
    Outcome.FAIL: "FAIL",
    Outcome.NOT_CHECKED: "could not check",
    Outcome.NOT_APPLICABLE: "does not apply",
}
_WIDTH = max(map(len, _WORDS.values()))


def render_text(report: ConformanceReport) -> str:
    """The whole report; ends with a newline."""
    lines = [f"{safe(report.subject)}: {describe_server(report)}, edition {safe(report.edition)}"]
    lines.append("")
    if cause := _common_cause(report):
        return "\n".join([*lines, f"nothing could be checked: {cause}", "", summary(report)]) + "\n"
    for result in report.results:
        word = "advice" if result.is_advice else _WORDS[result.outcome]
        lines.append(f"{word:<{_WIDTH}}  {result.requirement.id}")
        lines += [f"{'':<{_WIDTH}}    {line}" for line in _details(result)]
    return "\n".join([*lines, "", summary(report)]) + "\n"


def describe_server(report: ConformanceReport) -> str:
    """What the server calls itself."""
    parts = [part for part in (report.server_name, report.server_version) if part]
    return safe(" ".join(parts)) if parts else "an unnamed server"


def summary(report: ConformanceReport) -> str:
    """The last line."""
    counts = report.counts
    advice = report.advice
    parts = [
        f"{counts[Outcome.PASS]} pass",
        f"{counts[Outcome.FAIL] - advice} fail",
        f"{counts[Outcome.NOT_CHECKED]} could not be checked",
        f"{counts[Outcome.NOT_APPLICABLE]} do not apply",
    ]
    if advice:
        parts.append(f"{advice} advice")
    head = {
        Exit.CONFORMS: "Conforms",
        Exit.FAILS: "Does not conform",
        Exit.USAGE: "Not run",
        Exit.NOT_CHECKED: "Could not check everything",
    }[report.exit_code]
    return f"{head}: {', '.join(parts)}."


def _common_cause(report: ConformanceReport) -> str:
    """Why nothing at all could be checked: a dead server is dead for every requirement."""
    missed = [item.reason for item in report.results if item.outcome is Outcome.NOT_CHECKED]
    seen = report.counts[Outcome.PASS] + report.counts[Outcome.FAIL]
    return safe(missed[0]) if len(missed) > 1 and not seen else ""


def _details(result: Result) -> Iterator[str]:
    if result.outcome is Outcome.FAIL:
        requirement = result.requirement
        yield f"{requirement.level} {requirement.clause}: {requirement.statement}"
        more = result.failures - 1
        others = f" (and {more} more of {result.observations} observations)" if more else ""
        yield f"where:    {safe(result.where)}{others}"
        yield f"expected: {safe(result.expected)}"
        yield f"found:    {safe(result.found)}"
    elif result.reason:
        yield safe(result.reason)
