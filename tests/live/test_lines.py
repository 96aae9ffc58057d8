"""Lines of stdout: cut at any place, bounded, and told apart."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ai_memory_spec.live import lines
from ai_memory_spec.live.lines import LineBuffer, LineKind, TooMuchOutputError, classify_line


@given(st.lists(st.binary(max_size=20), max_size=20))
def test_chunks_do_not_matter(chunks: list[bytes]) -> None:
    """The same lines come out wherever the stream is cut."""
    buffer = LineBuffer.empty()
    found = [line for chunk in chunks for line in buffer.feed(chunk)]
    rest = buffer.finish()
    whole = b"".join(chunks).split(b"\n")
    assert found == [line.removesuffix(b"\r") for line in whole[:-1]]
    assert (rest or b"") == whole[-1].removesuffix(b"\r")


def test_bounds_are_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    """On a line, on the number of lines, and on all together."""
    monkeypatch.setattr(lines, "MAX_LINE_BYTES", 10)
    monkeypatch.setattr(lines, "MAX_LINES", 3)
    monkeypatch.setattr(lines, "MAX_TOTAL_BYTES", 40)
    with pytest.raises(TooMuchOutputError, match="a line of more than"):
        list(LineBuffer.empty().feed(b"x" * 11))
    with pytest.raises(TooMuchOutputError, match="more than 3 lines"):
        list(LineBuffer.empty().feed(b"\n" * 4))
    buffer = LineBuffer.empty()
    for _ in range(8):
        list(buffer.feed(b"1234\n"[: 5 if _ % 4 == 3 else 3]))
    with pytest.raises(TooMuchOutputError, match="MiB on stdout"):
        list(buffer.feed(b"x" * 20))


ANSWER = '{"jsonrpc":"2.0","id":1,"result":{}}'


@pytest.mark.parametrize(
    ("line", "kind"),
    [
        ("", LineKind.BLANK),
        (" \t", LineKind.BLANK),
        ("pantry ready", LineKind.NOISE),
        ("[1, 2]", LineKind.NOISE),
        ("null", LineKind.NOISE),
        ('{"level": "info"}', LineKind.NOISE),
        (json.dumps({"sent": ANSWER}), LineKind.NOISE),
        ("{" * 500, LineKind.NOISE),
        ("[" * 100_000, LineKind.NOISE),
        (f"loading... {ANSWER}", LineKind.GLUED),
        (f"{ANSWER} done", LineKind.GLUED),
        (ANSWER + ANSWER, LineKind.GLUED),
        ('{"result":{},"id":1,"jsonrpc":"2.0"} x', LineKind.GLUED),
        (f"{{half {ANSWER}", LineKind.GLUED),
        ('{"jsonrpc":"2.0","id":1,"result":[]}', LineKind.MALFORMED),
        ('{"jsonrpc":"1.0"}', LineKind.MALFORMED),
    ],
)
def test_lines_are_told_apart(line: str, kind: LineKind) -> None:
    """Whatever the order of keys."""
    assert classify_line(line) is kind
