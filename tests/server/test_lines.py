"""Cutting bytes into lines."""

import itertools

from hypothesis import given
from hypothesis import strategies as st

from ai_memory_spec.server.lines import MAX_MESSAGE_BYTES, LineCutter, LineTooLongError


def cut(chunks: list[bytes], limit: int) -> list[bytes | None]:
    """All lines; None stands for one that is too long."""
    cutter = LineCutter(limit)
    lines = [line for chunk in chunks for line in cutter.feed(chunk)]
    lines += cutter.end()
    return [None if isinstance(line, LineTooLongError) else line for line in lines]


BYTES = st.lists(st.sampled_from([b"a", b"\n", b"\r", b"\x00", b"\xff"]), max_size=40).map(b"".join)


@given(BYTES, st.lists(st.integers(0, 40)), st.integers(1, 8))
def test_lines_do_not_depend_on_how_bytes_arrive(data: bytes, cuts: list[int], limit: int) -> None:
    """Any cutting into chunks gives the lines that `split` gives, long ones replaced."""
    places = [0, *sorted(cuts), len(data)]
    chunks = [data[start:stop] for start, stop in itertools.pairwise(places)]
    *complete, rest = data.split(b"\n")
    expected = [*complete, *([rest] if rest else [])]
    assert cut(chunks, limit) == [line if len(line) <= limit else None for line in expected]


def test_long_line_is_not_kept() -> None:
    """However long it gets, memory stays bounded."""
    cutter = LineCutter(10)
    for _ in range(1000):
        assert list(cutter.feed(b"x" * 1000)) == []
        assert len(cutter._kept) <= 10
    (line,) = cutter.feed(b"\n")
    assert str(line) == "a message may have at most 10 bytes, this one had more"
    assert list(cutter.feed(b"next\n")) == [b"next"]


def test_limit_is_four_mebibytes() -> None:
    """Far more than a call needs, far less than hurts."""
    assert MAX_MESSAGE_BYTES == 4_194_304
