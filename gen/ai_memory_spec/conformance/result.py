"""What a run says about each requirement, and what that comes to as an exit code.

pass             the implementation was seen to do it
fail             it was seen to do otherwise: what was expected, what was found
not-checked      it could not be seen, and the reason why not
not-applicable   the way of asking cannot show it (such as `tools/list` over HTTP)

Only the second of these is a failure, and only the first is a pass.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import IntEnum, StrEnum

from ai_memory_spec.conformance.requirements import Level, Requirement


class Outcome(StrEnum):
    """What came of one requirement."""

    PASS = "pass"  # noqa: S105  no password, but an outcome
    FAIL = "fail"
    NOT_CHECKED = "not-checked"
    NOT_APPLICABLE = "not-applicable"


class Exit(IntEnum):
    """The exit code of a run, as for `check`."""

    CONFORMS = 0
    """Every MUST that applies was seen to hold."""
    FAILS = 1
    """A MUST does not hold."""
    USAGE = 2
    """The call or the configuration is wrong."""
    NOT_CHECKED = 3
    """A MUST could not be checked, and none was seen to fail."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Result:
    """What came of one requirement."""

    requirement: Requirement
    outcome: Outcome
    where: str = ""
    """In which situation it failed, such as `profile core`."""
    expected: str = ""
    """Only with a failure, in printable form."""
    found: str = ""
    """Only with a failure, in printable form."""
    failures: int = 0
    """How many observations were not as expected; only with a failure."""
    observations: int = 0
    """How many there were in all; only with a failure."""
    reason: str = ""
    """Why it was not checked, or does not apply."""

    @property
    def is_advice(self) -> bool:
        """Whether it is a failure that does not make the run fail."""
        return self.outcome is Outcome.FAIL and self.requirement.level is not Level.MUST


@dataclass(frozen=True, slots=True, kw_only=True)
class ConformanceReport:
    """A whole run."""

    edition: str
    """Label of the edition that the implementation was held to."""
    transport: str
    """`stdio` or `http`."""
    subject: str
    """The command or address, without folders, in printable form."""
    server_name: str | None
    """As the server calls itself, in printable form."""
    server_version: str | None
    """The same."""
    results: tuple[Result, ...]
    """In the order of the requirements."""

    @property
    def exit_code(self) -> Exit:
        """What the run comes to; only a MUST decides."""
        musts = [item for item in self.results if item.requirement.level is Level.MUST]
        if any(item.outcome is Outcome.FAIL for item in musts):
            return Exit.FAILS
        if any(item.outcome is Outcome.NOT_CHECKED for item in musts):
            return Exit.NOT_CHECKED
        return Exit.CONFORMS

    @property
    def advice(self) -> int:
        """How many results are advice; `counts` has them among the failures."""
        return sum(item.is_advice for item in self.results)

    @property
    def counts(self) -> Mapping[Outcome, int]:
        """How many results have each outcome; all four are there."""
        return {
            outcome: sum(item.outcome is outcome for item in self.results) for outcome in Outcome
        }
