"""What a server says is shown in a form that steers nothing."""

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ai_memory_spec.live import printable, quoted, redacted
from ai_memory_spec.phrasing import edition_labels, load_edition


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("plain", "plain"),
        ("naïve — ✓ 日本", "naïve — ✓ 日本"),
        ("\x1b[1;31mred\x1b[0m", "red"),
        ("\x9b31mred", "red"),
        ("\x1b]0;title\x07after", "after"),
        ("\x1b]8;;http://x\x1b\\link\x1b]8;;\x1b\\", "link"),
        ("\x1bPdevice\x1b\\x", "x"),
        ("\x1bc", ""),
        ("\x1b", "\\x1b"),
        ("a\nb\r\tc\0", "a\\nb\\r\\tc\\x00"),
        ("\u202eevil\u200b", "\\u202eevil\\u200b"),
        ("\ud800", "\\ud800"),
        ("\u2028", "\\u2028"),
        ("a|b`c<script> --> <!-- live:x -->", "a|b`c<script> --> <!-- live:x -->"),
    ],
)
def test_printable(text: str, shown: str) -> None:
    """Escape sequences go, what else does not print is spelt out, the rest stays."""
    assert printable(text) == shown


@given(st.text(st.characters(codec=None)))
def test_printable_prints_and_is_stable(text: str) -> None:
    """Nothing is left that a terminal acts upon, and showing it again changes nothing."""
    shown = printable(text)
    assert not {unicodedata.category(c) for c in shown} & {"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"}
    assert printable(shown) == shown
    assert shown.encode("utf-8").decode() == shown


@given(st.text(st.characters(codec=None)), st.integers(1, 30))
def test_limit_is_kept(text: str, limit: int) -> None:
    """However long the spelt-out form is."""
    assert len(printable(text, limit)) <= limit


@pytest.mark.parametrize("label", edition_labels())
def test_sentences_of_editions_are_printable_as_they_are(label: str) -> None:
    """A comparison shows the very text."""
    edition = load_edition(label)
    if edition.phrasing is not None:
        for template in edition.phrasing.templates.values():
            assert printable(template) == template


def test_quotation_is_shortened() -> None:
    """With an ellipsis for what is cut off."""
    assert quoted("  a long line  ", 6) == '"a lon…"'


def test_longer_secrets_go_first() -> None:
    """So that no part of one is left beside another's name."""
    secrets = {"A": "tok", "B": "tok-en", "C": ""}
    assert redacted("tok-en and tok", secrets) == "[B] and [A]"
