"""Lines of a server's stdout: bounded, and told apart.

A stdio server writes one JSON-RPC message per line and nothing else. What else it writes is of
three kinds: noise, which is reported and skipped; a message that shares its line with other
text, and a JSON-RPC object that is no valid message, both of which may hold the very answer
that is awaited and can never be taken for it.
"""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum

MAX_LINE_BYTES = 16 * 1024 * 1024
"""The longest message; `tools/list` of a large server has some hundred kilobytes."""
MAX_TOTAL_BYTES = 64 * 1024 * 1024
"""All that one server may write to stdout in one run."""
MAX_LINES = 20_000
"""The number of lines that one server may write to stdout in one run."""

_MAX_BRACES = 64
"""How many places of a line are tried as the beginning of a message."""


class TooMuchOutputError(Exception):
    """A bound was passed; the message says which."""


class LineKind(Enum):
    """What a line that is no message may be."""

    BLANK = "a blank line"
    NOISE = "a line that is no message"
    GLUED = "a message and other text on one line"
    MALFORMED = "a JSON-RPC object that is no valid message"


@dataclass(slots=True)
class LineBuffer:
    """Cuts a stream of bytes into lines and keeps the bounds."""

    _rest: bytearray
    _total: int = 0
    _lines: int = 0

    @classmethod
    def empty(cls) -> "LineBuffer":
        """A buffer at the beginning of a stream."""
        return cls(bytearray())

    def feed(self, chunk: bytes) -> Iterator[bytes]:
        """Take in a chunk and give the lines that are complete now, without their ends.

        Raises:
            TooMuchOutputError: The stream or a line of it is too long.
        """
        self._total += len(chunk)
        if self._total > MAX_TOTAL_BYTES:
            raise TooMuchOutputError(f"more than {MAX_TOTAL_BYTES // 2**20} MiB on stdout")
        *complete, rest = chunk.split(b"\n")
        for part in complete:
            line = bytes(self._rest + part)
            self._rest.clear()
            self._lines += 1
            if self._lines > MAX_LINES:
                raise TooMuchOutputError(f"more than {MAX_LINES} lines on stdout")
            yield line.removesuffix(b"\r")
        self._rest += rest
        if len(self._rest) > MAX_LINE_BYTES:
            raise TooMuchOutputError(f"a line of more than {MAX_LINE_BYTES // 2**20} MiB on stdout")

    def finish(self) -> bytes | None:
        """What stands behind the last line end, if anything does."""
        rest = bytes(self._rest).removesuffix(b"\r")
        self._rest.clear()
        return rest or None


def classify_line(line: str) -> LineKind:
    """What a line is that could not be read as a message."""
    if not line.strip():
        return LineKind.BLANK
    try:
        value = json.loads(line)
    except (ValueError, RecursionError):
        return LineKind.GLUED if _holds_message(line) else LineKind.NOISE
    return LineKind.MALFORMED if _looks_like_message(value) else LineKind.NOISE


def _holds_message(line: str) -> bool:
    """Whether a JSON-RPC object stands somewhere in the line."""
    decoder = json.JSONDecoder()
    start = line.find("{")
    for _ in range(_MAX_BRACES):
        if start < 0:
            return False
        try:
            value, _ = decoder.raw_decode(line, start)
        except (ValueError, RecursionError):
            start = line.find("{", start + 1)
            continue
        if _looks_like_message(value):
            return True
        start = line.find("{", start + 1)
    return False


def _looks_like_message(value: object) -> bool:
    return isinstance(value, dict) and "jsonrpc" in value
