"""Committed Markdown against the live text of its regions."""

import os
import shlex
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from ai_memory_spec.drift.finding import CheckedPage, Comparison, Finding, NotChecked, Report
from ai_memory_spec.drift.rules import RULES, Severity
from ai_memory_spec.drift.where import first_difference
from ai_memory_spec.phrasing import EditionShelf
from ai_memory_spec.regions import (
    Kinds,
    Problem,
    RenderedPage,
    RenderedRegion,
    render_page,
)
from ai_memory_spec.regions.page_file import PageEncodingError, pages_in, read_page, unique


@dataclass(frozen=True, slots=True, kw_only=True)
class ReadPage:
    """A page that was read and rendered."""

    path: Path
    name: str
    """The path as messages give it: relative to the working folder, forward slashes."""
    text: str
    rendered: RenderedPage

    @property
    def errors(self) -> tuple[Problem, ...]:
        """Problems that forbid writing."""
        return tuple(
            problem
            for problem in self.rendered.problems
            if RULES[problem.rule].severity is Severity.ERROR
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class Pages:
    """All pages of a run."""

    pages: tuple[ReadPage, ...]
    findings: tuple[Finding, ...]
    """About pages that are not text."""
    not_checked: tuple[NotChecked, ...]
    """Pages that are missing or cannot be read."""
    expected: tuple[str, ...] = ()
    """Folders and configured paths, so that a run without any region is not taken for a pass."""


def read_pages(
    paths: Sequence[Path],
    kinds: Kinds,
    shelf: EditionShelf,
    folder: Path,
    root: Path,
    *,
    configured: bool = False,
) -> Pages:
    """Read and render every page among these files and folders.

    Parameters:
        paths: Files and folders; one that is missing is reported as not checked.
        kinds: The region kinds that pages may use.
        shelf: Where editions come from.
        folder: The working folder that names in messages are relative to.
        root: The project's folder that region ids are relative to, wherever a command runs.
        configured: Whether the paths come from the configuration, not from a caller.
    """
    findings: list[Finding] = []
    not_checked: list[NotChecked] = []
    found: list[Path] = []
    expected = [path for path in paths if configured or path.is_dir()]
    for path in paths:
        name = display_name(path, folder)
        try:
            inside = pages_in(path)
        except OSError as error:
            not_checked.append(_unreadable(name, error))
            continue
        if not inside:
            reason = "the folder holds no Markdown page; check the path"
            not_checked.append(NotChecked(subject=name, reason=reason))
        found += inside
    pages: list[ReadPage] = []
    for path in unique(found):
        name = display_name(path, folder)
        try:
            text = read_page(path)
        except PageEncodingError as error:
            findings.append(
                Finding(
                    rule="page.encoding",
                    path=name,
                    line=error.line,
                    column=error.column,
                    message=str(error),
                    fix="save the page as UTF-8",
                )
            )
        except OSError as error:
            not_checked.append(_unreadable(name, error))
        else:
            rendered = render_page(text, display_name(path, root), kinds, shelf)
            pages.append(ReadPage(path=path, name=name, text=text, rendered=rendered))
    return Pages(
        pages=tuple(pages),
        findings=tuple(findings),
        not_checked=tuple(not_checked),
        expected=tuple(display_name(path, folder) for path in expected),
    )


def _unreadable(name: str, error: OSError) -> NotChecked:
    if isinstance(error, FileNotFoundError):
        return NotChecked(subject=name, reason="there is no such page; check the path")
    return NotChecked(subject=name, reason=f"cannot be read: {error.strerror or error}")


def check_markdown(pages: Pages, shelf: EditionShelf) -> Report:
    """Compare the committed text of every region with its live text; writes nothing."""
    findings = list(pages.findings)
    checked: list[CheckedPage] = []
    notes: list[str] = []
    editions: dict[str, None] = {}
    for page in pages.pages:
        findings.extend(page_findings(page))
        count = len(page.rendered.regions)
        checked.append(CheckedPage(path=page.name, regions=count))
        if not count and not page.rendered.problems:
            notes.append(f"{page.name} holds no live region")
        editions.update(
            dict.fromkeys(region.edition for region in page.rendered.regions if region.edition)
        )
    not_checked = pages.not_checked
    if pages.expected and not (not_checked or findings or any(page.regions for page in checked)):
        reason = "no page there holds a live region, so nothing was compared; check the paths"
        not_checked = (NotChecked(subject=", ".join(pages.expected), reason=reason),)
    return Report(
        compared_with=tuple(Comparison(source="core", edition=label) for label in editions)
        or (Comparison(source="core", edition=shelf.get().label),),
        checked=tuple(checked),
        not_checked=not_checked,
        findings=tuple(findings),
        notes=tuple(notes),
    )


def page_findings(page: ReadPage) -> Iterable[Finding]:
    """Everything wrong with one page, in order of place."""
    lines = page.rendered.page.lines
    placed: list[tuple[int, Finding]] = []
    for problem in page.rendered.problems:
        line, column = lines.place(problem.offset)
        finding = Finding(
            rule=problem.rule,
            path=page.name,
            line=line,
            column=column,
            region=problem.region,
            message=problem.message,
            fix=problem.fix,
        )
        placed.append((problem.offset, finding))
    for item in page.rendered.regions:
        if item.stale:
            offset = first_difference(lines, item)
            line, column = lines.place(offset)
            placed.append((offset, stale_finding(item, page.name, line, column)))
        elif item.reescaped:
            offset = item.region.opening.start
            line, column = lines.place(offset)
            finding = Finding(
                rule="region.escape",
                path=page.name,
                line=line,
                column=column,
                region=item.region.id,
                message=f'a formatter has escaped region "{item.region.id}" in its own way, '
                "which Python-Markdown may show",
                fix="turn on pymdownx.escapeall, or keep the formatter off this page; "
                "`ai-memory-spec check --html` tells what readers see",
            )
            placed.append((offset, finding))
    return [finding for _, finding in sorted(placed, key=lambda pair: pair[0])]


def stale_finding(item: RenderedRegion, name: str, line: int, column: int) -> Finding:
    """The finding for a region whose committed text is not the live text."""
    region = item.region
    of_edition = f" (edition {item.edition})" if item.edition else ""
    what = f"is out of date{of_edition}"
    if item.misshaped:
        what = "means the same, but its lines stand so that Python-Markdown misreads them"
    return Finding(
        rule="region.stale",
        path=name,
        line=line,
        column=column,
        region=region.id,
        published=region.content.strip("\n") if region.is_block else region.content,
        live=item.live,
        message=f'region "{region.id}" {what}',
        fix=f"run `ai-memory-spec generate {as_argument(name)}` and review the diff",
    )


def display_name(path: Path, folder: Path) -> str:
    """The path relative to the folder, with forward slashes; links in it stay as they are."""
    for absolute in (os.path.abspath, os.path.realpath):
        name, outer = Path(absolute(path)), absolute(folder)
        if name.is_relative_to(outer):
            return name.relative_to(outer).as_posix()
    try:
        return Path(os.path.relpath(path, folder)).as_posix()
    except ValueError:  # another drive
        return path.as_posix()


def as_argument(name: str) -> str:
    """The name as a shell takes it for a path, be it blanks or a leading dash that it has."""
    return shlex.quote(f"./{name}" if name.startswith("-") else name)
