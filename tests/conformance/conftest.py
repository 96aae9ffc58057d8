"""What the tests of conformance share: servers with faults, in this process and as programs."""

import sys
import tomllib
from collections.abc import Callable
from pathlib import Path

import pytest

from ai_memory_spec.conformance import (
    ConformanceReport,
    Outcome,
    Start,
    StdioWorld,
    Transcript,
    load_requirements,
    run_checks,
)
from ai_memory_spec.conformance.launch import answers, stamp
from ai_memory_spec.conformance.messages import (
    Answer,
    CannotCheckError,
    Request,
    TalkMaker,
    Value,
)
from ai_memory_spec.conformance.transcript import message_of
from ai_memory_spec.phrasing import Edition, load_edition
from tests.conformance.servers.bent import FAULTS, RefusedError

SERVERS = Path(__file__).resolve().parent / "servers"


class DirectLauncher:
    """Drives a server with a fault in this process: what a pipe carries, without the pipe."""

    subject = "bent"
    can_omit_profile = True

    def __init__(self, fault: str, edition: Edition) -> None:
        self.fault = fault
        self.edition = edition
        self.runs = 0

    def run(self, start: Start, make_talk: TalkMaker[Value]) -> Transcript[Value]:
        self.runs += 1
        config = tomllib.loads(start.config)
        try:
            server = FAULTS[self.fault](self.edition, start.profile, config, dict(start.variables))
        except RefusedError as error:
            reason = CannotCheckError(f"the server ended with exit code {error.code}")
            return Transcript(outcome=reason, exit_code=error.code, stderr=str(error))
        lines = [*server.greeting]
        talk = make_talk()
        answer: Answer | None = None
        asked = answered = 0
        outcome: Value | CannotCheckError
        try:
            while True:
                message = talk.send(answer)
                answer = None
                asked += isinstance(message, Request)
                text = stamp(message, asked) if isinstance(message, Request) else message.text
                said = list(server.take(text.encode()))
                lines += said
                if isinstance(message, Request):
                    found = [one for line in said if (one := message_of(line)) is not None]
                    given = [one for one in found if answers(one, asked)]
                    if not given:
                        raise CannotCheckError(f"no answer to {message.method}")
                    answered += 1
                    answer = Answer(message=given[0])
        except StopIteration as stop:
            outcome = stop.value
        except CannotCheckError as error:
            outcome = error
        return Transcript(
            outcome=outcome, lines=tuple(lines), answered=answered, exit_code=0, stderr=""
        )


@pytest.fixture(scope="session")
def spec() -> Edition:
    """The default edition."""
    return load_edition()


@pytest.fixture
def conform(spec: Edition) -> Callable[..., ConformanceReport]:
    """Hold a server with this fault to all requirements, or to those of the ids."""

    def run(fault: str, *ids: str, edition: Edition = spec) -> ConformanceReport:
        world = StdioWorld(edition, DirectLauncher(fault, edition))
        return run_checks(world, load_requirements(), ids, subject="bent")

    return run


@pytest.fixture
def program() -> Callable[..., list[str]]:
    """The words that start one of the servers as a program."""

    def words(name: str, *arguments: str) -> list[str]:
        return [sys.executable, str(SERVERS / name), *arguments]

    return words


def outcomes(report: ConformanceReport, outcome: Outcome) -> set[str]:
    """Ids of the requirements with this outcome."""
    return {item.requirement.id for item in report.results if item.outcome is outcome}
