"""A whole run: every requirement looked at, and the report of what came of it.

A check yields observations. The first that is not as expected is shown as the failure; if a later
one could not be made, that changes nothing. If none failed and one could not be made, the
requirement could not be checked, and neither could it if there was nothing to observe.
"""

import json
from collections.abc import Callable, Collection

from ai_memory_spec.conformance.checks import CHECKS
from ai_memory_spec.conformance.messages import CannotCheckError
from ai_memory_spec.conformance.observe import Observation
from ai_memory_spec.conformance.requirements import Requirement, Requirements
from ai_memory_spec.conformance.result import ConformanceReport, Outcome, Result
from ai_memory_spec.conformance.world import World
from ai_memory_spec.live import printable
from ai_memory_spec.phrasing import PhrasingError

LAST = "wire.stdout"
"""Looks at what all the others saw, so it comes last."""
MAX_SHOWN = 1200
"""Characters of one expected or found value; a sentence has about 600."""

Progress = Callable[[int, int], None]


def run_checks(
    world: World,
    requirements: Requirements,
    only: Collection[str] = (),
    *,
    subject: str,
    on_progress: Progress | None = None,
) -> ConformanceReport:
    """Look at every requirement.

    Parameters:
        world: The implementation.
        requirements: All of them; the results come in their order.
        only: Ids to look at; all if empty.
        subject: What the implementation is called in reports.
        on_progress: Told after each requirement how many are done, of how many.
    """
    wanted = [item for item in requirements.all if not only or item.id in only]
    results: dict[str, Result] = {}
    for item in sorted(wanted, key=lambda item: item.id == LAST):
        results[item.id] = check_requirement(world, item)
        if on_progress is not None:
            on_progress(len(results), len(wanted))
    name, version = world.server()
    return ConformanceReport(
        edition=world.edition.label,
        transport=world.transport,
        subject=subject,
        server_name=name,
        server_version=version,
        results=tuple(results[item.id] for item in wanted),
    )


def check_requirement(world: World, requirement: Requirement) -> Result:
    """Look at one requirement; never raises for what a server does."""
    entry = CHECKS.get(requirement.id)
    if entry is None:
        return _not_checked(requirement, "this version of ai-memory-spec has no check for it")
    if world.transport not in entry.over:
        return Result(
            requirement=requirement,
            outcome=Outcome.NOT_APPLICABLE,
            reason=f"can be seen over {' and '.join(entry.over)} only"
            if entry.over
            else "a run cannot see it: it takes a server that is configured and started for it",
        )
    seen = 0
    failed: list[Observation] = []
    problem: str | None = None
    try:
        for observation in entry.function(world):
            seen += 1
            if not same(observation.expected, observation.found):
                failed.append(observation)
    except (CannotCheckError, PhrasingError) as error:
        problem = str(error)
    except (ArithmeticError, LookupError, RecursionError, TypeError, ValueError) as error:
        # What a server says is checked where it is read; this is the net below.
        problem = f"the answers could not be understood ({type(error).__name__}: {error})"
    if failed:
        first = failed[0]
        return Result(
            requirement=requirement,
            outcome=Outcome.FAIL,
            where=printable(first.where, 300),
            expected=shown(first.expected),
            found=shown(first.found),
            failures=len(failed),
            observations=seen,
        )
    if problem is not None:
        return _not_checked(requirement, problem)
    if seen == 0:
        edition = world.edition.label
        return _not_checked(requirement, f"edition {edition} has nothing to see it by")
    return Result(requirement=requirement, outcome=Outcome.PASS)


def same(one: object, other: object) -> bool:
    """Whether two JSON values are the same; 1 and true are not."""
    return json.dumps(one, sort_keys=True) == json.dumps(other, sort_keys=True)


def shown(value: object) -> str:
    """A value for people: words as they are, anything else as JSON; in printable form."""
    text = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
    return printable(text, MAX_SHOWN)


def _not_checked(requirement: Requirement, reason: str) -> Result:
    return Result(
        requirement=requirement, outcome=Outcome.NOT_CHECKED, reason=printable(reason, 500)
    )
