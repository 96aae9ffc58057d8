"""Committed Markdown against the live text of its regions."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from pathlib import Path

from ai_memory_spec.drift.finding import CheckedPage, Comparison, Finding, NotChecked, Report
from ai_memory_spec.drift.rules import RULES, Severity
from ai_memory_spec.phrasing import EditionShelf
from ai_memory_spec.regions import (
    Kinds,
    Lines,
    Problem,
    RenderedPage,
    RenderedRegion,
    render_page,
)
from ai_memory_spec.regions.region import strip_prefix
from ai_memory_spec.regions.page_file import PageEncodingError, find_pages, read_page

_BLANKS = re.compile(r"[ \t]+")
_RULE_ROW = re.compile(r"^[|:\- \t]+$")


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


def read_pages(
    paths: Sequence[Path], kinds: Kinds, shelf: EditionShelf, folder: Path, root: Path
) -> Pages:
    """Read and render every page among these files and folders.

    Parameters:
        paths: Files and folders; one that is missing is reported as not checked.
        kinds: The region kinds that pages may use.
        shelf: Where editions come from.
        folder: The working folder that names in messages are relative to.
        root: The project's folder that region ids are relative to, wherever a command runs.
    """
    pages: list[ReadPage] = []
    findings: list[Finding] = []
    not_checked: list[NotChecked] = []
    for path in paths:
        if path.is_dir() and next(find_pages([path]), None) is None:
            not_checked.append(
                NotChecked(
                    subject=display_name(path, folder),
                    reason="the folder holds no Markdown page; check the path",
                )
            )
    for path in find_pages(paths):
        name = display_name(path, folder)
        try:
            text = read_page(path)
        except PageEncodingError as error:
            findings.append(
                Finding(
                    rule="page.encoding",
                    path=name,
                    line=error.line,
                    message=str(error),
                    fix="save the page as UTF-8",
                )
            )
            continue
        except FileNotFoundError:
            not_checked.append(
                NotChecked(subject=name, reason="there is no such page; check the path")
            )
            continue
        except OSError as error:
            not_checked.append(
                NotChecked(subject=name, reason=f"cannot be read: {error.strerror or error}")
            )
            continue
        rendered = render_page(text, display_name(path, root), kinds, shelf)
        pages.append(ReadPage(path=path, name=name, text=text, rendered=rendered))
    return Pages(pages=tuple(pages), findings=tuple(findings), not_checked=tuple(not_checked))


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
    return Report(
        compared_with=tuple(Comparison(source="core", edition=label) for label in editions)
        or (Comparison(source="core", edition=shelf.get().label),),
        checked=tuple(checked),
        not_checked=pages.not_checked,
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
    return [finding for _, finding in sorted(placed, key=lambda pair: pair[0])]


def stale_finding(item: RenderedRegion, name: str, line: int, column: int) -> Finding:
    """The finding for a region whose committed text is not the live text."""
    region = item.region
    of_edition = f" (edition {item.edition})" if item.edition else ""
    return Finding(
        rule="region.stale",
        path=name,
        line=line,
        column=column,
        region=region.id,
        published=region.content.strip("\n") if region.is_block else region.content,
        live=item.live,
        message=f'region "{region.id}" is out of date{of_edition}',
        fix=f"run `ai-memory-spec generate {name}` and review the diff",
    )


def first_difference(lines: Lines, item: RenderedRegion) -> int:
    """Offset in the page of the first character that differs, formatting aside."""
    region = item.region
    if not region.is_block:
        content = lines.text[region.start : region.end]
        return region.start + _common(content, item.live)
    live = [_plain(line) for line in item.live.split("\n") if _plain(line)]
    published: list[tuple[int, str]] = []
    for index in range(lines.index(region.start) + 1, lines.index(region.end)):
        raw = strip_prefix(lines[index], region.prefix)
        if _plain(raw):
            published.append((lines.ends[index] - len(raw.lstrip()), raw.lstrip()))
    plain = [_plain(raw) for _, raw in published]
    matcher = SequenceMatcher(None, plain, live, autojunk=False)
    for tag, old_start, _, new_start, _ in matcher.get_opcodes():
        if tag == "equal":
            continue
        if old_start >= len(published):
            break
        start, raw = published[old_start]
        expected = live[new_start] if new_start < len(live) else ""
        return start + _common(raw, expected)
    return published[-1][0] if published else region.opening.start


def display_name(path: Path, folder: Path) -> str:
    """The path relative to the folder where it is inside, with forward slashes."""
    try:
        return path.resolve().relative_to(folder.resolve()).as_posix()
    except ValueError:
        return path.as_posix()


def _plain(line: str) -> str:
    """A line without what a formatter may change; a table's rule row is nothing."""
    if _RULE_ROW.match(line):
        return ""
    return _BLANKS.sub(" ", line).strip().lstrip("*-+ ")


def _common(one: str, other: str) -> int:
    """Length of the common start, not past the last character of the first text."""
    length = 0
    for a, b in zip(one, other, strict=False):
        if a != b:
            break
        length += 1
    return min(length, max(len(one) - 1, 0))
