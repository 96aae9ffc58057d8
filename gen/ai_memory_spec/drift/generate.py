"""Save the expected text of pages; the sibling of `check_markdown`, over the same rendering."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from ai_memory_spec.drift.artifacts import is_current, write_artifact
from ai_memory_spec.drift.finding import CheckedPage, Comparison, NotChecked, Report
from ai_memory_spec.drift.markdown import Pages, display_name, page_findings
from ai_memory_spec.drift.rules import Severity
from ai_memory_spec.publish import Artifact
from ai_memory_spec.regions.page_file import PageChangedError, write_page


@dataclass(frozen=True, slots=True, kw_only=True)
class WrittenPage:
    """A page whose text changed."""

    path: str
    regions: tuple[str, ...]
    """Ids of the regions that were refreshed; empty for a file that is generated whole."""


@dataclass(frozen=True, slots=True, kw_only=True)
class GenerateResult:
    """What a run wrote, or why it wrote nothing."""

    report: Report
    """Malformed regions, and pages that could not be read or written; never stale regions."""
    written: tuple[WrittenPage, ...]
    refused: bool
    """Whether the run wrote nothing because of what the report says."""


def generate(
    pages: Pages, artifacts: Callable[[], Sequence[Artifact]], folder: Path
) -> GenerateResult:
    """Write every page with a stale region, or nothing if any page is malformed or missing.

    Parameters:
        pages: The pages, read and rendered.
        artifacts: Gives the whole files that are generated; asked for after the pages are
            written, since derived pages are made from them.
        folder: The working folder that names in messages are relative to.

    One that cannot be written does not keep the others from being written.
    """
    findings = [
        *pages.findings,
        *(
            finding
            for page in pages.pages
            for finding in page_findings(page)
            if finding.rule != "region.stale"
        ),
    ]
    report = Report(
        compared_with=(Comparison(source="core", edition=""),),
        checked=tuple(
            CheckedPage(path=page.name, regions=len(page.rendered.regions)) for page in pages.pages
        ),
        not_checked=pages.not_checked,
        findings=tuple(findings),
    )
    refused = bool(report.not_checked) or any(
        finding.severity is Severity.ERROR for finding in findings
    )
    written: list[WrittenPage] = []
    if not refused:
        failed: list[NotChecked] = []
        written += _write_pages(pages, failed)
        known = {page.path for page in written}
        for page in _write_artifacts(artifacts(), folder, failed):
            if page.path not in known:
                written.append(page)
        report = replace(report, not_checked=tuple(failed))
    return GenerateResult(report=report, written=tuple(written), refused=refused)


def _write_pages(pages: Pages, failed: list[NotChecked]) -> Iterator[WrittenPage]:
    for page in pages.pages:
        if page.rendered.text == page.text:
            continue
        try:
            changed = write_page(page.path, page.rendered.text, was=page.text)
        except (OSError, PageChangedError) as error:
            failed.append(_unwritten(page.name, error))
            continue
        if changed:  # else another process was faster
            stale = tuple(item.region.id for item in page.rendered.regions if item.stale)
            yield WrittenPage(path=page.name, regions=stale)


def _write_artifacts(
    artifacts: Sequence[Artifact], folder: Path, failed: list[NotChecked]
) -> Iterator[WrittenPage]:
    for artifact in artifacts:
        name = display_name(artifact.path, folder)
        try:
            if not is_current(artifact):
                write_artifact(artifact)
                yield WrittenPage(path=name, regions=())
        except OSError as error:
            failed.append(_unwritten(name, error))


def _unwritten(name: str, error: Exception) -> NotChecked:
    reason = f"cannot be written: {getattr(error, 'strerror', None) or error}"
    return NotChecked(subject=name, reason=reason)
