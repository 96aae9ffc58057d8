"""Region kinds about requirements: what is asked, what tests it, what releases do.

All but `requirement-tests` show committed package data; that one reads the tests' source text.
"""

import json
from pathlib import Path

from ai_memory_spec.config import read_config
from ai_memory_spec.conformance.measured import (
    NoResultsError,
    Release,
    load_release,
    load_releases,
    measured_versions,
    repeat_command,
)
from ai_memory_spec.conformance.report.text import render_text
from ai_memory_spec.conformance.requirements import (
    Requirement,
    UnknownRequirementError,
    load_requirements,
)
from ai_memory_spec.conformance.result import Outcome, Result
from ai_memory_spec.conformance.tests_of import collect_tests, tests_by_requirement
from ai_memory_spec.conformance.vectors import make_vectors
from ai_memory_spec.phrasing import Edition, did_you_mean
from ai_memory_spec.regions import (
    EDITION,
    Bullets,
    Code,
    Content,
    Fence,
    Line,
    Link,
    Parameter,
    RenderError,
    Table,
    Text,
    code_list,
    line,
    make_kind,
)
from ai_memory_spec.regions.kind import ArgumentError, Resolving

OUTCOME_WORDS = {
    Outcome.PASS: "pass",
    Outcome.FAIL: "fail",
    Outcome.NOT_CHECKED: "could not check",
    Outcome.NOT_APPLICABLE: "not measured",
}
"""How a table of releases says what came of a requirement."""
NO_RESULT = "not measured"
"""What it says where the committed results are older than the requirement."""


def outcome_word(measured: Result | None) -> str:
    """What a table of releases says; a failed SHOULD is advice, as in the command."""
    if measured is None:
        return NO_RESULT
    return "advice" if measured.is_advice else OUTCOME_WORDS[measured.outcome]


def requirement_link(requirement: Requirement) -> Line:
    """The id as a link to its place on the page of requirements, which lies beside this one."""
    return line(Link(text=requirement.id, target=f"requirements.md#{requirement.id}"))


def statement_line(statement: str) -> Line:
    """A statement with what stands between backticks as code."""
    pieces = statement.split("`")
    return Line(
        tuple(
            Code(text=piece) if index % 2 else Text(text=piece)
            for index, piece in enumerate(pieces)
            if piece
        )
    )


def tests_folder() -> Path:
    """The folder of tests: of the checkout that this package is in, else of the project here.

    Raises:
        RenderError: There is none.
    """
    checkout = Path(__file__).resolve().parents[3]
    for root in (checkout, read_config(Path.cwd()).root):
        if (root / "tests" / "conformance").is_dir():
            return root / "tests"
    raise RenderError("the tests of this project are not here; run this in its checkout")


def read_clause(raw: str, _: Resolving) -> str:
    """A clause of the requirements, or the empty text for all."""
    clauses = load_requirements().clauses
    if raw and raw not in clauses:
        raise ArgumentError(
            f"no requirement has this clause{did_you_mean(raw, clauses)}",
            f"use one of: {', '.join(clauses)}",
        )
    return raw


def _read_id(raw: str, _: Resolving) -> Requirement:
    try:
        return load_requirements().get(raw)
    except UnknownRequirementError as error:
        raise ArgumentError(str(error), "use an id of requirements.toml") from error


def _read_release(raw: str, _: Resolving) -> Release:
    try:
        return load_release(raw)
    except NoResultsError as error:
        choices = ", ".join(measured_versions())
        raise ArgumentError(str(error), f"use one of: {choices}") from error


CLAUSE = Parameter(
    name="clause",
    meaning="Leaves out the requirements of every other clause.",
    values="a clause of the specification, such as A1",
    read=read_clause,
    default="",
    default_words="all clauses",
)
_REQUIREMENT = Parameter(
    name="requirement",
    meaning="Which requirement.",
    values="the id of a requirement, such as profiles.parse.case",
    read=_read_id,
)
_REQUIREMENTS = Parameter(
    name="requirements",
    meaning="Which requirements, in this order.",
    values="ids of requirements separated by semicolons",
    read=lambda raw, resolving: tuple(_read_id(part.strip(), resolving) for part in raw.split(";")),
)
_RELEASE = Parameter(
    name="release",
    meaning="Which released daemon.",
    values="a release with committed results, such as 0.10.0",
    read=_read_release,
)


@make_kind("requirements", "block", CLAUSE)
def requirements_kind(clause: str) -> Content:
    """The requirements: id, level, statement and the clause that says it."""
    return Table(
        head=("Requirement", "Level", "Statement", "Clause"),
        rows=tuple(
            (
                line(Code(text=item.id)),
                line(item.level.value),
                statement_line(item.statement),
                line(item.clause),
            )
            for item in load_requirements().of_clause(clause)
        ),
    )


@make_kind("requirement", "line", _REQUIREMENT)
def requirement_kind(requirement: Requirement) -> Line:
    """The statement of one requirement, as a sentence."""
    return statement_line(requirement.statement)


@make_kind("requirement-list", "block", _REQUIREMENTS)
def requirement_list_kind(requirements: tuple[Requirement, ...]) -> Content:
    """The statements of some requirements, each with a link to all about it."""
    return Bullets(
        items=tuple(
            Line(
                (
                    *statement_line(item.statement).spans,
                    Text(text=" ("),
                    *requirement_link(item).spans,
                    Text(text=")"),
                )
            )
            for item in requirements
        )
    )


@make_kind("requirement-results", "block", CLAUSE)
def requirement_results_kind(clause: str) -> Content:
    """What each release was measured to do, requirement by requirement."""
    releases = load_releases()
    rows = []
    for item in load_requirements().of_clause(clause):
        measured = (release.results.get(item.id) for release in releases)
        cells = (line(outcome_word(one)) for one in measured)
        rows.append((requirement_link(item), line(item.level.value), *cells))
    return Table(
        head=("Requirement", "Level", *(release.version for release in releases)),
        rows=tuple(rows),
    )


@make_kind("findings-of", "block", _RELEASE)
def findings_of_kind(release: Release) -> Content:
    """The requirements that a release was measured to fail: what was expected, what was found."""
    if not release.failures:
        return Bullets(items=(line("None: every requirement that was measured holds."),))
    return Bullets(
        items=tuple(
            Line(
                (
                    *requirement_link(item.requirement).spans,
                    Text(
                        text=f", {item.requirement.level.value}, in {item.failures} of "
                        f"{item.observations} observations. For one, {item.where}: "
                        f"expected {item.expected}; found {item.found}."
                    ),
                )
            )
            for item in release.failures
        )
    )


@make_kind("conform-run", "block", _RELEASE)
def conform_run_kind(release: Release) -> Content:
    """What `conform` printed when a release was measured."""
    return Fence(text=render_text(release.report).rstrip("\n"), language="console")


@make_kind("results-command", "line", _RELEASE)
def results_command_kind(release: Release) -> Line:
    """The command that repeats the measurement of a release."""
    return line(Code(text=repeat_command(release.version)))


@make_kind("vectors-example", "block", EDITION)
def vectors_example_kind(edition: Edition) -> Content:
    """One conformance vector of each list of an edition, and one that must be an error."""
    lists = make_vectors(edition)["vectors"]
    profiles = lists["profile"]
    error = next(vector for vector in profiles if "error" in vector)
    examples = {name: [vectors[-1]] for name, vectors in lists.items()}
    examples["profile"] = [profiles[0], error]
    return Fence(text=json.dumps(examples, ensure_ascii=False, indent=2), language="json")


@make_kind("requirement-tests", "block", CLAUSE)
def requirement_tests_kind(clause: str) -> Content:
    """The tests of this project that hold each requirement."""
    requirements = load_requirements()
    tests = tests_by_requirement(collect_tests(tests_folder()), requirements.redirects)
    return Table(
        head=("Requirement", "Tests"),
        rows=tuple(
            (
                line(Code(text=item.id)),
                code_list(tests[item.id]) if item.id in tests else line("none"),
            )
            for item in requirements.of_clause(clause)
        ),
    )


CONFORMANCE_KINDS = (
    requirements_kind,
    requirement_kind,
    requirement_list_kind,
    requirement_results_kind,
    findings_of_kind,
    conform_run_kind,
    results_command_kind,
    vectors_example_kind,
    requirement_tests_kind,
)
"""In the order of the reference page."""
