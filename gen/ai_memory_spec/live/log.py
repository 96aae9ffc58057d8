"""What was noticed about one server while it was talked to."""

from collections.abc import Mapping

from ai_memory_spec.live.errors import CouldNotCheckError, Reason
from ai_memory_spec.live.lines import LineKind
from ai_memory_spec.live.text import quoted, redacted

MAX_WARNINGS = 50
"""How many faults of one server are listed; the rest are counted."""


class ProtocolLog:
    """Faults that were survived, and the one that ended the conversation."""

    def __init__(self, secrets: Mapping[str, str]) -> None:
        self._secrets = secrets
        self.awaiting = "the start of the session"
        """The method whose answer is awaited."""
        self.failure: CouldNotCheckError | None = None
        """What ended the conversation, if the transport ended it."""
        self.closed = False
        """Whether the server's stdout has come to its end."""
        self.suspect: CouldNotCheckError | None = None
        """Why the awaited answer will probably never come."""
        self.heard = False
        """Whether any message came."""
        self.noise: str | None = None
        """The first line that was neither blank nor a message, quoted."""
        self._warnings: list[str] = []
        self._more = 0

    def quote(self, text: str, limit: int = 120) -> str:
        """Text of the server for a message: printable, shortened, without secrets."""
        return quoted(redacted(text, self._secrets), limit)

    def fault(self, fault: str) -> None:
        """Note a fault that does not keep us from going on."""
        if len(self._warnings) < MAX_WARNINGS:
            self._warnings.append(fault)
        else:
            self._more += 1

    def note_line(self, number: int, kind: LineKind, text: str) -> None:
        """Note a line of stdout that is no message."""
        what = f"line {number} of stdout is {kind.value}"
        if kind is not LineKind.BLANK:
            what = f"{what}: {self.quote(text)}"
            self.noise = self.noise or self.quote(text)
        if kind is LineKind.GLUED:
            self.suspect = CouldNotCheckError(
                Reason.GLUED_LINE, what, "a server writes each message on a line of its own"
            )
        elif kind is LineKind.MALFORMED:
            self.suspect = CouldNotCheckError(
                Reason.PROTOCOL, what, "a server answers with a JSON-RPC 2.0 result or error"
            )
        self.fault(what)

    @property
    def noise_only(self) -> bool:
        """Whether the server wrote something, and never a message."""
        return self.noise is not None and not self.heard

    @property
    def warnings(self) -> tuple[str, ...]:
        """All faults in the order in which they were noticed."""
        if not self._more:
            return tuple(self._warnings)
        return (*self._warnings, f"{self._more} more faults of this kind")
