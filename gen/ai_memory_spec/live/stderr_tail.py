"""The last lines that a server wrote to stderr, for messages."""

from collections.abc import Mapping

from ai_memory_spec.live.text import printable, redacted

_KEPT_BYTES = 16 * 1024
_SHOWN_LINES = 3
_SHOWN_CHARACTERS = 200


class StderrTail:
    """Keeps the end of a stream of any length."""

    def __init__(self, secrets: Mapping[str, str]) -> None:
        self._secrets = secrets
        self._kept = bytearray()

    def feed(self, chunk: bytes) -> None:
        """Take in a chunk; what is far from the end is forgotten."""
        self._kept += chunk[-_KEPT_BYTES:]
        del self._kept[:-_KEPT_BYTES]

    def text(self) -> str:
        """All that is kept, as the server wrote it, without secrets; fit to be searched only."""
        return redacted(bytes(self._kept).decode("utf-8", "replace"), self._secrets)

    def last_lines(self) -> tuple[str, ...]:
        """The last lines that are not blank, in printable form, shortened, without secrets."""
        lines = self.text().splitlines()
        shown = (printable(line.strip(), _SHOWN_CHARACTERS) for line in lines)
        return tuple(line for line in shown if line)[-_SHOWN_LINES:]

    def last_words(self) -> str:
        """The last lines as the end of a message; empty if the server said nothing there."""
        lines = self.last_lines()
        return f"; its last words on stderr: {' | '.join(lines)}" if lines else ""
