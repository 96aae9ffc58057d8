"""The requirements of the contract, read from the one file that states them.

[[requirement]]
id = "profiles.parse.case"    general to specific, lower case, dots between; never reused
level = "MUST"                MUST, SHOULD or MAY (RFC 2119)
clause = "Profiles"           where the specification says it
statement = "…"               one sentence
was = ["profiles.case"]       earlier ids that redirect here; may be missing

The order of the file is the order of every table and report.
"""

import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property
from pathlib import Path
from types import MappingProxyType

from ai_memory_spec.phrasing import did_you_mean

REQUIREMENTS_FILE = Path(__file__).resolve().parent / "requirements.toml"

_ID = re.compile(r"[a-z0-9]+(?:-[a-z0-9]+)*(?:\.[a-z0-9]+(?:-[a-z0-9]+)*)+")
_KEYS = ("id", "level", "clause", "statement", "was")


class Level(StrEnum):
    """How binding a requirement is, in the words of RFC 2119."""

    MUST = "MUST"
    """An implementation without it does not conform."""
    SHOULD = "SHOULD"
    """To leave it out needs a reason; a run reports it as advice."""
    MAY = "MAY"
    """An implementation is free to do it; a run reports it as advice."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Requirement:
    """One normative statement."""

    id: str
    """Such as `profiles.parse.case`; never reused."""
    level: Level
    clause: str
    """Where the specification says it, such as `A1`."""
    statement: str
    """One sentence, with code between backticks."""
    was: tuple[str, ...] = ()
    """Earlier ids of the same requirement."""

    @property
    def area(self) -> str:
        """The first part of the id, such as `profiles`."""
        return self.id.partition(".")[0]


class RequirementsError(Exception):
    """The file of requirements is unfit; holds every problem."""

    def __init__(self, source: str, problems: tuple[str, ...]) -> None:
        self.problems = problems
        super().__init__("\n".join([f"{source}: unfit", *(f"  {item}" for item in problems)]))


class UnknownRequirementError(Exception):
    """No requirement has this id, and none had it earlier."""

    def __init__(self, id_: str, known: tuple[str, ...]) -> None:
        self.id = id_
        super().__init__(
            f"no requirement has the id {id_!r}{did_you_mean(id_, known)}; "
            "`ai-memory-spec conform --list` lists them"
        )


@dataclass(frozen=True, kw_only=True)
class Requirements:
    """All requirements, in the order of the file."""

    all: tuple[Requirement, ...]

    @cached_property
    def by_id(self) -> Mapping[str, Requirement]:
        """Requirements by their present id."""
        return MappingProxyType({item.id: item for item in self.all})

    @cached_property
    def redirects(self) -> Mapping[str, str]:
        """Earlier ids, each with the present one."""
        return MappingProxyType({old: item.id for item in self.all for old in item.was})

    @cached_property
    def clauses(self) -> tuple[str, ...]:
        """Clauses without what follows a comma (`A1, path (a)` is `A1`), in order."""
        return tuple(dict.fromkeys(clause_of(item) for item in self.all))

    def get(self, id_: str) -> Requirement:
        """The requirement of this present or earlier id.

        Raises:
            UnknownRequirementError: There is none.
        """
        found = self.by_id.get(self.redirects.get(id_, id_))
        if found is None:
            raise UnknownRequirementError(id_, tuple(self.by_id))
        return found

    def of_clause(self, clause: str) -> tuple[Requirement, ...]:
        """The requirements of one clause, in order; all of them for an empty text."""
        return tuple(item for item in self.all if clause in ("", clause_of(item)))


def clause_of(requirement: Requirement) -> str:
    """The clause without the place in it: `A1` of `A1, path (a)`."""
    return requirement.clause.partition(",")[0]


def load_requirements(path: Path = REQUIREMENTS_FILE) -> Requirements:
    """Read and check the file of requirements.

    Raises:
        RequirementsError: It cannot be read, or an entry is unfit; lists every problem.
    """
    source = path.name
    try:
        data = tomllib.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise RequirementsError(source, (str(error),)) from error
    return parse_requirements(data, source)


def parse_requirements(data: Mapping[str, object], source: str) -> Requirements:
    """Check raw data, as a TOML parser returned it.

    Raises:
        RequirementsError: An entry is unfit; lists every problem.
    """
    problems: list[str] = []
    entries = data.get("requirement")
    if not isinstance(entries, list) or not entries or set(data) != {"requirement"}:
        raise RequirementsError(source, ("expected [[requirement]] tables and nothing else",))
    found = [_read(entry, f"requirement[{i}]", problems) for i, entry in enumerate(entries)]
    places: dict[str, str] = {}
    for index, item in enumerate(found):
        for id_ in (item.id, *item.was):
            place = f"requirement[{index}]"
            if id_ and id_ in places:
                problems.append(
                    f"{place}: the id {id_!r} stands already in {places[id_]}; ids are never reused"
                )
            places.setdefault(id_, place)
    if problems:
        raise RequirementsError(source, tuple(problems))
    return Requirements(all=tuple(found))


def _read(entry: object, place: str, problems: list[str]) -> Requirement:
    fields = entry if isinstance(entry, dict) else {}
    problems.extend(
        f"{place}: unknown key {key!r}; valid: {', '.join(_KEYS)}"
        for key in fields
        if key not in _KEYS
    )
    texts: dict[str, str] = {}
    for key in ("id", "level", "clause", "statement"):
        value = fields.get(key)
        if not isinstance(value, str) or not value or value != value.strip():
            problems.append(f"{place}.{key}: expected text without blanks around it")
            value = ""
        texts[key] = value
    was = fields.get("was", [])
    if not isinstance(was, list) or not all(isinstance(item, str) for item in was):
        problems.append(f"{place}.was: expected a list of earlier ids")
        was = []
    problems.extend(
        f"{place}: the id {id_!r} is not made of lower-case words with dots between"
        for id_ in (texts["id"], *was)
        if id_ and not _ID.fullmatch(id_)
    )
    statement = texts["statement"]
    if statement and (not statement.endswith(".") or "\n" in statement):
        problems.append(f"{place}.statement: expected one sentence that ends with a full stop")
    if texts["level"] not in list(Level):
        problems.append(f"{place}.level: {texts['level']!r}; valid: {', '.join(Level)}")
        texts["level"] = Level.MUST
    return Requirement(
        id=texts["id"],
        level=Level(texts["level"]),
        clause=texts["clause"],
        statement=statement,
        was=tuple(was),
    )
