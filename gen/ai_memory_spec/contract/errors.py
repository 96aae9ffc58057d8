"""What can be wrong with a document or an allowlist, one class per cause.

Values that a message quotes come from strangers: they are shown as `repr` gives them, cut short,
so that they can neither flood nor steer a terminal.
"""

from collections.abc import Sequence
from dataclasses import dataclass

SHOWN_PROBLEMS = 12
"""A message lists so many problems; `problems` holds them all."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DataProblem:
    """One thing that is wrong with raw data."""

    path: str
    """Where, as a path into the data, such as `tools[3].loaded`; `(top)` is all of it."""
    message: str
    """What is wrong, in one sentence without a full stop."""

    def __str__(self) -> str:
        return f"{self.path}: {self.message}"


class ContractError(Exception):
    """Base of all errors about documents and allowlists."""


class DataError(ContractError):
    """Raw data does not have the shape that the contract asks for; holds every problem."""

    what = "data"

    def __init__(self, source: str, problems: Sequence[DataProblem]) -> None:
        self.source = source
        self.problems = tuple(problems)
        count = len(self.problems)
        lines = [f"{source}: {count} problem{'' if count == 1 else 's'} in this {self.what}"]
        lines += [f"  {problem}" for problem in self.problems[:SHOWN_PROBLEMS]]
        if count > SHOWN_PROBLEMS:
            lines.append(f"  and {count - SHOWN_PROBLEMS} more")
        super().__init__("\n".join(lines))


class DocumentError(DataError):
    """A document of `memory_capabilities` lacks contract fields, or has wrong ones."""

    what = "document"


class DocumentVersionError(DocumentError):
    """A sound document, but of another version than the one that is needed."""

    def __init__(self, source: str, wanted: str, found: str) -> None:
        self.wanted = wanted
        self.found = found
        super().__init__(
            source,
            [
                DataProblem(
                    path="schema_version",
                    message=f"a v{wanted} document is needed, this is v{found}; "
                    f'ask with accept="v{wanted}", or ask a server that serves v{wanted}',
                )
            ],
        )


class AllowlistError(DataError):
    """An allowlist is not a table of family lists."""

    what = "allowlist"
