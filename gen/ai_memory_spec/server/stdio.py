"""Serves lines on two file descriptors until one of them ends.

One thread, one message at a time: an answer is written before the next message is read, so
nothing is under way when the input ends. Bytes go through `os.read` and `os.write`, so that
neither a locale nor a buffer can change, hold back or lose one.

The loop ends, with exit code 0, when

- the input ends; a last message without a line end is answered all the same;
- nobody reads the output any more, also if no message comes;
- SIGTERM arrives.

Ctrl-C ends it with exit code 130, an output that takes no more (a full disk) with 1. A client that
keeps the output open and does not read it makes the loop wait, as every pipe does: answers that
are due are not thrown away.
"""

import errno
import os
import select
import signal
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from types import FrameType

from ai_memory_spec.server.lines import MAX_MESSAGE_BYTES, LineCutter, LineTooLongError
from ai_memory_spec.server.stderr import say

_CHUNK_BYTES = 64 * 1024
_GONE = (
    getattr(select, "POLLERR", 0) | getattr(select, "POLLHUP", 0) | getattr(select, "POLLNVAL", 0)
)

_CLOSED = frozenset({errno.EPIPE, errno.ECONNRESET, errno.EBADF, errno.EIO})

Answer = Callable[[bytes | LineTooLongError], Iterable[bytes]]
"""Takes one line, gives the lines that answer it."""


class _Terminated(BaseException):
    """SIGTERM arrived."""


class _OutputClosed(Exception):  # noqa: N818 - no error: it is how a session ends
    """Nobody reads the output any more."""


def serve_lines(
    answer: Answer, *, read_fd: int, write_fd: int, limit: int = MAX_MESSAGE_BYTES
) -> int:
    """Answer every line until the input or the output ends; returns the exit code.

    Parameters:
        answer: Called with each line that is not blank.
        read_fd: Where messages come from.
        write_fd: Where answers go to.
        limit: The longest message, in bytes.
    """
    cutter = LineCutter(limit)
    try:
        with _sigterm_raises():
            for data in _chunks(read_fd, write_fd):
                _answer_all(cutter.feed(data), answer, write_fd)
            _answer_all(cutter.end(), answer, write_fd)
    except (_OutputClosed, _Terminated):
        return 0
    except KeyboardInterrupt:
        return 128 + signal.SIGINT
    except OSError as error:
        say(f"the answers cannot be written: {error.strerror}")
        return 1
    return 0


def _answer_all(lines: Iterable[bytes | LineTooLongError], answer: Answer, write_fd: int) -> None:
    for line in lines:
        if isinstance(line, LineTooLongError) or line.strip():
            for reply in answer(line):
                _write_all(write_fd, reply)


def _chunks(read_fd: int, write_fd: int) -> Iterator[bytes]:
    """What the input holds, as it comes; `_OutputClosed` as soon as nobody reads the output."""
    while True:
        _wait(read_fd, write_fd)
        try:
            data = os.read(read_fd, _CHUNK_BYTES)
        except BlockingIOError:
            continue
        except OSError:  # a closed descriptor, or a terminal that is gone
            return
        if not data:
            return
        yield data


def _wait(read_fd: int, write_fd: int) -> None:
    if not hasattr(select, "poll"):  # Windows: a closed output is noticed with the next answer
        return
    poll = select.poll()
    poll.register(read_fd, select.POLLIN)
    poll.register(write_fd, 0)
    for descriptor, events in poll.poll():
        if descriptor == write_fd and events & _GONE:
            raise _OutputClosed


def _write_all(write_fd: int, data: bytes) -> None:
    rest = memoryview(data)
    while rest:
        try:
            rest = rest[os.write(write_fd, rest) :]
        except BlockingIOError:  # somebody made it non-blocking
            select.select([], [write_fd], [])
        except OSError as error:
            if error.errno in _CLOSED:
                raise _OutputClosed from error
            raise


@contextmanager
def _sigterm_raises() -> Iterator[None]:
    def terminate(_signal: int, _frame: FrameType | None) -> None:
        raise _Terminated

    previous = signal.signal(signal.SIGTERM, terminate)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, previous)
