"""The report as JUnit XML, one case per requirement.

    pass             a case without anything in it
    fail             <failure>; of a SHOULD or MAY <skipped>, as it is advice
    not-checked      <error>
    not-applicable   <skipped>

XML 1.0 has no way to write most control characters, not even as references, so they are spelt
out as Python writes them, and the file can be read by any strict parser.
"""

import re
from xml.sax.saxutils import escape, quoteattr

from ai_memory_spec.conformance.report.text import describe_server
from ai_memory_spec.conformance.result import ConformanceReport, Outcome, Result

_FORBIDDEN = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_SUITE = "ai-memory-spec conform"


def render_junit(report: ConformanceReport) -> str:
    """A `testsuites` document with one suite; ends with a newline."""
    failures = report.counts[Outcome.FAIL] - report.advice
    errors = report.counts[Outcome.NOT_CHECKED]
    skipped = report.counts[Outcome.NOT_APPLICABLE] + report.advice
    properties = {
        "subject": report.subject,
        "server": describe_server(report),
        "edition": report.edition,
        "transport": report.transport,
    }
    lines = [
        '<?xml version="1.0" encoding="UTF-8"?>',
        "<testsuites>",
        (
            f'<testsuite name={attribute(_SUITE)} tests="{len(report.results)}" '
            f'failures="{failures}" errors="{errors}" skipped="{skipped}">'
        ),
        "<properties>",
        *(
            f"<property name={attribute(name)} value={attribute(value)}/>"
            for name, value in properties.items()
        ),
        "</properties>",
        *(line for result in report.results for line in _case(result)),
        "</testsuite>",
        "</testsuites>",
    ]
    return "\n".join(lines) + "\n"


def spelt(text: str) -> str:
    """The text with what XML 1.0 forbids spelt out."""
    return _FORBIDDEN.sub(_spell, text)


def attribute(text: str) -> str:
    """The text as a quoted attribute value, its line ends and tabs kept as references."""
    return quoteattr(spelt(text), {"\n": "&#10;", "\r": "&#13;", "\t": "&#9;"})


def _spell(match: re.Match[str]) -> str:
    return match[0].encode("unicode_escape", "backslashreplace").decode("ascii")


def _case(result: Result) -> list[str]:
    requirement = result.requirement
    head = (
        f"<testcase classname={attribute(f'{_SUITE}.{requirement.area}')} "
        f"name={attribute(requirement.id)}"
    )
    if result.outcome is Outcome.PASS:
        return [f"{head}/>"]
    if result.outcome is Outcome.FAIL:
        message = f"{result.where}: expected {result.expected}, found {result.found}"
        text = "\n".join(
            [
                f"{requirement.level} {requirement.clause}: {requirement.statement}",
                f"where:    {result.where}",
                f"expected: {result.expected}",
                f"found:    {result.found}",
            ]
        )
        if result.is_advice:
            return [f"{head}>", f"<skipped message={attribute(message)}/>", "</testcase>"]
        body = escape(spelt(text))
        return [
            f"{head}>",
            f"<failure message={attribute(message)}>{body}</failure>",
            "</testcase>",
        ]
    tag = "error" if result.outcome is Outcome.NOT_CHECKED else "skipped"
    return [f"{head}>", f"<{tag} message={attribute(result.reason)}/>", "</testcase>"]
