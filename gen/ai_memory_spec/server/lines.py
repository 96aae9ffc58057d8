"""Cuts a stream of bytes into lines of bounded length."""

from collections.abc import Iterator

MAX_MESSAGE_BYTES = 4 * 1024 * 1024
"""A longer line is thrown away and refused; the session goes on."""


class LineTooLongError(Exception):
    """A line was longer than the limit; none of it was kept."""

    def __init__(self, limit: int) -> None:
        self.limit = limit
        super().__init__(f"a message may have at most {limit} bytes, this one had more")


class LineCutter:
    """Takes bytes as they come and gives whole lines, without their end.

    At most `limit` bytes are kept. What stands after the last line end when the stream ends is a
    line as well, so that a message without one is not lost.
    """

    def __init__(self, limit: int = MAX_MESSAGE_BYTES) -> None:
        self.limit = limit
        self._kept = bytearray()
        self._too_long = False

    def feed(self, data: bytes) -> Iterator[bytes | LineTooLongError]:
        """The lines that these bytes complete; an error stands in for a line that is too long."""
        *complete, rest = data.split(b"\n")
        for part in complete:
            self._keep(part)
            yield self._take()
        self._keep(rest)

    def end(self) -> Iterator[bytes | LineTooLongError]:
        """The line that the end of the stream completes, if there is one."""
        if self._kept or self._too_long:
            yield self._take()

    def _keep(self, part: bytes) -> None:
        if self._too_long or len(self._kept) + len(part) > self.limit:
            self._too_long = True
        else:
            self._kept += part

    def _take(self) -> bytes | LineTooLongError:
        line: bytes | LineTooLongError = bytes(self._kept)
        if self._too_long:
            line = LineTooLongError(self.limit)
        self._kept.clear()
        self._too_long = False
        return line
