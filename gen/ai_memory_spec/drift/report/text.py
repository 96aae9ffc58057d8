"""The report for a terminal: where, what, how to mend it, and a summary."""

import re
from collections.abc import Iterator

from ai_memory_spec.drift.finding import Finding, Outcome, Report
from ai_memory_spec.drift.words import align, show_change

_CONTROL = re.compile(
    r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff\ud800-\udfff]"
)
_RULE_ROW = re.compile(r"[|:\- ]+")
MAX_LENGTH = 2000
"""Characters shown of one line; the JSON report has them all."""
MAX_CHANGED_LINES = 6
"""Changed lines shown per finding; the JSON report has them all."""


def render_text(report: Report, *, verbose: bool = False) -> str:
    """The whole report; ends with a newline.

    Parameters:
        report: What the run found.
        verbose: Whether every checked page is listed.
    """
    lines: list[str] = []
    for finding in report.findings:
        lines += [*render_finding(finding), ""]
    for item in report.not_checked:
        # A reason that begins with its subject needs no subject in front.
        subject = "" if item.reason.startswith(item.subject) else f"{safe(item.subject)}: "
        lines.append(f"not checked: {subject}{safe(item.reason)}")
    if report.not_checked:
        lines.append("")
    lines += [f"note: {safe(note)}" for note in report.notes]
    if verbose:
        lines += [
            f"checked: {safe(page.path)}: {_count(page.regions, 'region')}"
            for page in report.checked
        ]
    lines.append(summary(report))
    return "\n".join(lines) + "\n"


def render_finding(finding: Finding) -> list[str]:
    """One finding as lines: place and message, then what differs, then the fix."""
    place = f"{safe(finding.place)}: " if finding.path else ""
    head = f"{place}{finding.severity.value} {finding.rule}: {safe(finding.message)}"
    body = list(_difference(finding))
    if finding.fix:
        body.append(f"fix: {safe(finding.fix)}")
    return [head, *(f"  {line}" for line in body)]


def summary(report: Report) -> str:
    """The last line: what was compared with what, and the outcome."""
    pages = len(report.checked)
    regions = sum(page.regions for page in report.checked)
    sources = ", ".join(
        dict.fromkeys(
            f"{item.source} {safe(item.server)}" if item.server else item.source
            for item in report.compared_with
        )
    )
    editions = ", ".join(dict.fromkeys(item.edition for item in report.compared_with))
    base = f"{_count(pages, 'page')}, {_count(regions, 'region')} against {sources} ({editions})"
    errors = len(report.errors)
    advice = len(report.findings) - errors
    extra = f", {advice} advice" if advice else ""
    missed = f", {len(report.not_checked)} not checked" if report.not_checked else ""
    if report.outcome is Outcome.IN_STEP:
        return f"In step: {base}{extra}."
    if report.outcome is Outcome.DRIFT:
        return f"Drift: {_count(errors, 'error')} in {base}{extra}{missed}."
    return f"Could not check everything: {base}{extra}{missed}."


def safe(text: str) -> str:
    """The text with control characters spelled out, so that none reaches a terminal."""
    return _CONTROL.sub(lambda match: match[0].encode("unicode_escape").decode(), text)


def _difference(finding: Finding) -> Iterator[str]:
    parties = {
        name: value
        for name in ("published", "core", "server")
        if (value := getattr(finding, name)) is not None
    }
    if finding.core is None and finding.server is None:
        if finding.published is not None and finding.live is not None:
            yield from _two_sides("published", finding.published, "live", finding.live)
    elif finding.server is not None and any("\n" in value for value in parties.values()):
        # Of a whole table the lines that differ are enough; a page that is stale too has both.
        for name, value in parties.items():
            if value != finding.server:
                yield from _two_sides(name, value, "server", finding.server)
                return
    else:
        for name, value in parties.items():
            yield f"{name + ':':<10} {_cut(safe(value))}"


def _two_sides(name: str, one: str, other_name: str, other: str) -> Iterator[str]:
    """The lines that differ, each with its words; the first few of them."""
    changes = list(_changed_lines(one, other))
    for before, after in changes[:MAX_CHANGED_LINES]:
        if before and after:
            squeezed = _squeeze(before), _squeeze(after)
            pair = squeezed if squeezed[0] != squeezed[1] else (before, after)
            yield f"change:    {_cut(safe(show_change(*pair)))}"
        yield f"{name + ':':<10} {_cut(safe(before)) if before else '(nothing)'}"
        yield f"{other_name + ':':<10} {_cut(safe(after)) if after else '(nothing)'}"
    if len(changes) > MAX_CHANGED_LINES:
        yield f"(and {len(changes) - MAX_CHANGED_LINES} more changed lines)"


def _changed_lines(published: str, live: str) -> Iterator[tuple[str, str]]:
    old = [line for line in published.split("\n") if line.strip()]
    new = [line for line in live.split("\n") if line.strip()]
    squeezed = [_squeeze(line) for line in old], [_squeeze(line) for line in new]
    # Where nothing else differs, blanks do.
    spans = align(*squeezed) if squeezed[0] != squeezed[1] else align(old, new)
    for tag, old_start, old_end, new_start, new_end in spans:
        if tag == "equal":
            continue
        for index in range(max(old_end - old_start, new_end - new_start)):
            yield (
                old[old_start + index] if old_start + index < old_end else "",
                new[new_start + index] if new_start + index < new_end else "",
            )


def _squeeze(line: str) -> str:
    """The line without the padding that a formatter adds to table cells."""
    line = re.sub(r"[ \t]+", " ", line).strip()
    return re.sub(r"-+", "-", line) if _RULE_ROW.fullmatch(line) else line


def _cut(text: str) -> str:
    return text if len(text) <= MAX_LENGTH else f"{text[: MAX_LENGTH - 1]}…"


def _count(number: int, noun: str) -> str:
    return f"{number} {noun}{'' if number == 1 else 's'}"
