"""What was seen of one run of a server, from its start to its end."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Generic, Protocol

from ai_memory_spec.conformance.messages import CannotCheckError, TalkMaker, Value
from ai_memory_spec.contract.values import parse_json


@dataclass(frozen=True, slots=True, kw_only=True)
class Start:
    """How a server is started."""

    profile: str | None
    """The profile string as given; None to start without the option."""
    config: str = ""
    """Text of `.config/ai-memory/config.toml` in the server's home; empty for no file."""
    variables: tuple[tuple[str, str], ...] = ()
    """Variables of the environment, beside those that every server gets."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Transcript(Generic[Value]):
    """One run of a server."""

    outcome: Value | CannotCheckError
    """What the conversation came to, or why it did not come to its end."""
    lines: tuple[bytes, ...] = ()
    """Every line on stdout, without its end."""
    cut: bool = False
    """Whether the last line has no line end."""
    answered: int = 0
    """How many requests were answered."""
    exit_code: int | None = None
    """None if the server had to be ended."""
    timed_out: bool = False
    """Whether the time was over."""
    stderr: str = field(default="", repr=False)
    """The end of what it wrote to stderr."""

    @property
    def value(self) -> Value:
        """What the conversation came to.

        Raises:
            CannotCheckError: It did not come to its end.
        """
        if isinstance(self.outcome, CannotCheckError):
            raise self.outcome
        return self.outcome

    def answers_to(self, id_: object) -> tuple[Mapping[str, Any], ...]:
        """Responses on stdout that carry this id, also None."""
        found = (message_of(line) for line in self.lines)
        return tuple(
            message
            for message in found
            if message is not None
            and ("result" in message or "error" in message)
            and message.get("id") == id_
            and type(message.get("id")) is type(id_)
        )


class Launcher(Protocol):
    """Starts servers and holds conversations with them."""

    @property
    def subject(self) -> str:
        """What is started, without folders, in printable form."""

    @property
    def can_omit_profile(self) -> bool:
        """Whether the server can be started without the option for the profile."""

    def run(self, start: Start, make_talk: TalkMaker[Value]) -> Transcript[Value]:
        """Start a server, hold the conversation, end the server; never raises for a server."""


def message_of(line: bytes) -> Mapping[str, Any] | None:
    """The JSON-RPC 2.0 message of a line, or None if it is none."""
    try:
        data = parse_json(line)
    except ValueError:
        return None
    if not isinstance(data, Mapping) or data.get("jsonrpc") != "2.0":
        return None
    return data if {"method", "result", "error"} & set(data) else None
