"""The finding model: one finding, several renderings; three outcomes, never two."""

from dataclasses import dataclass
from enum import IntEnum

from ai_memory_spec.drift.rules import RULES, Severity


class Outcome(IntEnum):
    """What a run says as its exit code."""

    IN_STEP = 0
    """All that was to be checked was checked, and nothing differs."""
    DRIFT = 1
    """Something published differs from live output, or a page is malformed."""
    USAGE = 2
    """The call or the configuration is wrong."""
    NOT_CHECKED = 3
    """Something could not be checked, and no drift was found in the rest."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Finding:
    """One difference between what is published and what is live."""

    rule: str
    """Id of a rule in `RULES`."""
    message: str
    """One sentence: what is wrong."""
    fix: str
    """One sentence or command: how to mend it; may be empty for advice."""
    path: str | None = None
    """Page or file, relative to the working folder, with forward slashes; or a URL."""
    line: int | None = None
    """1-based line in the file."""
    column: int | None = None
    """1-based column, in characters."""
    region: str | None = None
    """Id of the region."""
    published: str | None = None
    """What the page says."""
    live: str | None = None
    """What live output says; with a server in play, what the two agree on or the server says."""
    core: str | None = None
    """What the phrasing core computes; only where a server was asked too."""
    server: str | None = None
    """What the server answered; only where one was asked."""

    @property
    def severity(self) -> Severity:
        """From the one table of rules."""
        return RULES[self.rule].severity

    @property
    def place(self) -> str:
        """`path:line:column`, as far as it is known."""
        parts = (self.path, self.line, self.column)
        return ":".join(str(part) for part in parts if part is not None)


@dataclass(frozen=True, slots=True, kw_only=True)
class NotChecked:
    """Something that should have been checked and could not be."""

    subject: str
    """What: a path, a region, a URL, a profile."""
    reason: str
    """Why, in one sentence, with what to do about it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CheckedPage:
    """A page that was read, with the number of its regions that were compared."""

    path: str
    regions: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Comparison:
    """The live source that the pages were compared with."""

    source: str
    """Such as `core`, `stdio`, `http`, `capture`."""
    edition: str
    """Label of the edition whose facts were compared."""
    server: str | None = None
    """Name and version as the server gives them, if a server was asked."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Report:
    """All that one run found."""

    compared_with: tuple[Comparison, ...]
    checked: tuple[CheckedPage, ...] = ()
    not_checked: tuple[NotChecked, ...] = ()
    findings: tuple[Finding, ...] = ()
    notes: tuple[str, ...] = ()
    """Sentences for the reader that are neither findings nor failures."""

    @property
    def errors(self) -> tuple[Finding, ...]:
        """Findings that fail the run."""
        return tuple(found for found in self.findings if found.severity is Severity.ERROR)

    @property
    def outcome(self) -> Outcome:
        """Drift outweighs what could not be checked; neither is ever a pass."""
        if self.errors:
            return Outcome.DRIFT
        return Outcome.NOT_CHECKED if self.not_checked else Outcome.IN_STEP

    def joined(self, other: "Report") -> "Report":
        """Both reports as one, in this order."""
        return Report(
            compared_with=tuple(dict.fromkeys(self.compared_with + other.compared_with)),
            checked=self.checked + other.checked,
            not_checked=self.not_checked + other.not_checked,
            findings=self.findings + other.findings,
            notes=self.notes + other.notes,
        )
