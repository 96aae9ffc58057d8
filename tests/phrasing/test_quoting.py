"""Text from outside in messages: nothing in it is lost, unseen or obeyed."""

import re

import pytest

from ai_memory_spec.phrasing import BLANKS, UNSEEN, nearest, profile_messages, quote


@pytest.mark.parametrize(
    ("text", "quoted"),
    [
        ("core", "'core'"),
        ("", "''"),
        (" a b ", "' a b '"),
        ("a'b", r"'a\'b'"),
        ('a"b', "'a\"b'"),
        ("a\\b", r"'a\\b'"),
        ("\\'", r"'\\\''"),
        ("a\nb\tc", r"'a\u000ab\u0009c'"),
        ("\x1b[31m", r"'\u001b[31m'"),
        ("\x7f\x85\xa0", r"'\u007f\u0085\u00a0'"),
        ("\ufeff\u200b\u2028", r"'\ufeff\u200b\u2028'"),
        ("\u202egraph", r"'\u202egraph'"),  # would turn the line around
        ("\udcff", r"'\udcff'"),  # a byte of an argument that is not UTF-8
        ("É日本😀", "'É日本😀'"),
        ("<img src=x onerror=alert(1)>{hint}", "'<img src=x onerror=alert(1)>{hint}'"),
    ],
)
def test_text_is_quoted_so_that_all_of_it_shows(text: str, quoted: str) -> None:
    """Quotes and backslashes get a backslash; what cannot be seen becomes a number."""
    assert quote(text) == quoted
    quoted.encode()  # whatever the text, the message can be written out


def test_every_blank_but_the_space_is_shown_as_a_number() -> None:
    """So that a message about a blank can be read."""
    assert [blank for blank in BLANKS if not re.fullmatch(UNSEEN, blank)] == [" "]


def test_two_texts_never_look_alike() -> None:
    """Text that imitates an escape is told from the escape."""
    texts = ["\n", "\\u000a", "\\\\u000a", "'", "\\'", "\\", "\\\\"]
    assert len({quote(text) for text in texts}) == len(texts)


def test_a_long_word_gets_no_suggestion() -> None:
    """64 characters are looked at, 65 are not, however near they are."""
    assert nearest("a" * 63 + "b", ["a" * 64]) == "a" * 64
    assert nearest("a" * 65, ["a" * 64]) is None


def test_the_messages_of_an_edition_without_profiles_name_its_families_only() -> None:
    """No list is shown that is empty."""
    assert profile_messages((), ("tools",)) == {
        "case": "profile {text} has an upper-case letter; profile and family names are lower "
        "case.{hint} Valid families: tools.",
        "case_hint": " Write {text}.",
        "unknown": "unknown profile or family {token}{hint}. Valid families: tools.",
        "unknown_hint": " (did you mean {match}?)",
    }
