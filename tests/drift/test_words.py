"""Word-level differences."""

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ai_memory_spec.drift.words import align, diff_words, show_change


@pytest.mark.parametrize(
    ("before", "after", "shown"),
    [
        ("8 of 43 tools", "8 of 51 tools", "8 of [-43-]{+51+} tools"),
        ("8 of 51", "8 of 51 tools", "8 of 51{+ tools+}"),
        ("8 of 51 tools", "8 of tools", "8 of [-51 -]tools"),
        ("(core)", "(graph)", "([-core-]{+graph+})"),
        ("a-b", "a b", "a[---]{+ +}b"),
        ("to_describe", "to_Describe", "[-to_describe-]{+to_Describe+}"),
        ("", "x", "{+x+}"),
        ("one\ntwo", "one two", "one[-⏎-]{+ +}two"),
        ("x" * 60 + " 1", "x" * 60 + " 2", " … " + "x" * 23 + " [-1-]{+2+}"),
        ("1 " + "y" * 60, "2 " + "y" * 60, "[-1-]{+2+} " + "y" * 23 + " … "),
        (
            "8 of 51 tools are advertised in tools/list under the profile (core). The other 43",
            "8 of 52 tools are advertised in tools/list under the profile (core). The other 44",
            "8 of [-51-]{+52+} tools are advertised … (core). The other [-43-]{+44+}",
        ),
        ("same", "same", "same"),
    ],
)
def test_a_change_is_shown_in_one_line(before: str, after: str, shown: str) -> None:
    """Words that went and words that came, with a little of what stayed."""
    assert show_change(before, after) == shown


@given(st.text("ab 1,\n", max_size=30), st.text("ab 1,\n", max_size=30))
def test_the_runs_make_up_both_texts(before: str, after: str) -> None:
    """Nothing is lost, and what is called the same is the same."""
    changes = list(diff_words(before, after))
    assert "".join(change.before for change in changes) == before
    assert "".join(change.after for change in changes) == after


@pytest.mark.parametrize(
    ("before", "after", "same"),
    [
        (["x"] * 3000, ["x"] * 2999 + ["y"], 2999),
        (["x"] * 3000, ["y"] + ["x"] * 2999, 2999),
        (["x"] * 3000, ["x"] * 1500, 1500),
        (["x"] * 3000, ["y"] * 3000, 0),
        (["x"] * 3000, ["x"] * 3000, 3000),
    ],
)
def test_long_texts_are_aligned_at_their_ends(
    before: list[str], after: list[str], same: int
) -> None:
    """The spans still make up both texts."""
    spans = align(before, after)
    assert sum(span[2] - span[1] for span in spans if span[0] == "equal") == same
    assert [item for span in spans for item in before[span[1] : span[2]]] == before
    assert [item for span in spans for item in after[span[3] : span[4]]] == after


def test_long_texts_take_time_in_proportion_to_their_length() -> None:
    """A ratio, not a time."""

    def seconds(words: int) -> float:
        start = time.process_time()
        list(diff_words("a b " * words, "a b " * words + "c"))
        return time.process_time() - start

    assert seconds(4_000) < 9 * seconds(1_000) + 0.01
