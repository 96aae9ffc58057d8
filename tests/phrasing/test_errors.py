"""Suggestions, and errors that keep their data."""

import pytest

from ai_memory_spec.phrasing import (
    EditionError,
    EditionProblem,
    did_you_mean,
    nearest,
)

CHOICES = ["core", "graph", "governance", "archive", "summary"]


@pytest.mark.parametrize(
    ("word", "match"),
    [
        ("core", "core"),
        ("cor", "core"),
        ("grahp", "graph"),
        ("governence", "governance"),
        ("sumary", "summary"),
        ("xyz", None),
        ("", None),
        ("o", None),
    ],
)
def test_the_nearest_choice_is_suggested_or_none(word: str, match: str | None) -> None:
    """One suggestion at most, and none that looks like guessing."""
    assert nearest(word, CHOICES) == match
    assert did_you_mean(word, iter(CHOICES)) == (f" (did you mean {match!r}?)" if match else "")
    assert nearest(word, []) is None


def test_a_tie_is_broken_the_same_way_whatever_the_order_of_choices() -> None:
    """`list1` and `list2` are as near; the answer does not hang on set order."""
    assert nearest("list", ["list1", "list2"]) == nearest("list", ["list2", "list1"])


def test_an_edition_error_keeps_its_problems() -> None:
    """As data, in order, beside the text."""
    problems = [EditionProblem(place="a", message="b"), EditionProblem(place="c", message="d")]
    error = EditionError("file.toml", problems)
    problems.clear()
    assert error.source == "file.toml"
    assert [(problem.place, problem.message) for problem in error.problems] == [
        ("a", "b"),
        ("c", "d"),
    ]
    assert str(error) == "file.toml: 2 problems in this edition\n  a: b\n  c: d"
