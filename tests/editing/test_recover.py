"""The phrasing recovered from sentences: exact where they show it, refused where they do not."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given

from ai_memory_spec.editing import PullError, SentenceError
from ai_memory_spec.editing.recover import Heard, recover_phrasing
from ai_memory_spec.phrasing import (
    Edition,
    Phrasing,
    all_profiles,
    named_profiles,
    phrase,
    phrasing_of,
)
from tests.editing.worlds import editions_by_chance

MakeEdition = Callable[..., Edition]


def heard_from(edition: Edition, **changes: tuple[str, str]) -> list[Heard]:
    """What a server of this edition says; `field=(old, new)` changes its last sentence."""
    heard = []
    for profile in named_profiles(edition):
        phrases = phrase(edition, profile)
        heard.append(
            Heard(profile=profile, summary=phrases.summary, describe=phrases.to_describe_to_user)
        )
    for field, (old, new) in changes.items():
        text = getattr(heard[-1], field)
        assert old in text
        heard[-1] = replace(heard[-1], **{field: text.replace(old, new, 1)})
    return heard


def bare(edition: Edition) -> Edition:
    """The surface alone."""
    return replace(edition, phrasing=None)


def reworded(edition: Edition, **texts: Any) -> Edition:
    """The same edition with other values in its phrasing."""
    return replace(edition, phrasing=replace(phrasing_of(edition), **texts))


def recover(edition: Edition, like: Phrasing) -> Phrasing:
    return recover_phrasing(bare(edition), heard_from(edition), like).phrasing


# ---- What is recovered -------------------------------------------------------------------------

REWORDINGS: dict[str, dict[str, str]] = {
    "a word more, as 0.7.0 did": {
        "summary": "{visible} of {total} memory tools are shown ({label}). {unloaded} are not."
    },
    "another order": {
        "summary": "Under {label}: {unloaded} hidden, {visible} shown, {total} in all (full)."
    },
    "a value twice": {
        "summary": "{label}: {visible} of {total}, {unloaded} left; profile {label} it is."
    },
    "numbers that are no values": {
        "summary": "{visible} of {total} ({label}), {unloaded} left; see RFC 2119 and -32601."
    },
    "another end of the partial form": {
        "describe_partial": (
            "I can directly use {n_loaded} memory tool{s} right now ({preview_loaded}{ellipsis}). "
            "Ask for {n_unloaded} others: {preview_unloaded}."
        )
    },
    "another opening of the full form": {
        "describe_full": "Everything, {n_loaded} tools: {preview_loaded}{ellipsis}."
    },
    "all at once": {
        "summary": "{label} has {visible}/{total}; {unloaded} are away",
        "describe_partial": (
            "Now {n_loaded} memory tool{s} at hand: {preview_loaded}{ellipsis}. Later "
            "{n_unloaded}: {preview_unloaded} and so on."
        ),
        "describe_full": "All {n_loaded} at hand: {preview_loaded}{ellipsis}",
    },
}


@pytest.mark.parametrize("counted", [True, False])
@pytest.mark.parametrize("name", REWORDINGS)
@pytest.mark.parametrize("label", ["spec", "0.10.0"])
def test_a_reworded_edition_comes_back_whole(
    editions: dict[str, Edition], label: str, name: str, counted: bool
) -> None:
    """Five profiles suffice for all 128 profiles, whatever the counting rule."""
    edition = reworded(editions[label], **REWORDINGS[name], summary_counts_always_on=counted)
    found = recover(edition, phrasing_of(editions["spec"]))
    assert found == replace(edition.phrasing, forbidden_in_describe=found.forbidden_in_describe)
    again = replace(edition, phrasing=found)
    for profile in all_profiles(edition):
        assert phrase(again, profile) == phrase(edition, profile)


@pytest.mark.parametrize("sizes", [(1, 1), (3, 7), (20, 12)])
@pytest.mark.parametrize("prefix", ["memory_", "", "mem"])
def test_sizes_and_prefix_are_seen(
    editions: dict[str, Edition], sizes: tuple[int, int], prefix: str
) -> None:
    """Whatever sizes the other edition has. A prefix that cuts words is taken if it is known."""
    edition = reworded(
        editions["spec"], preview_loaded=sizes[0], preview_unloaded=sizes[1], strip_prefix=prefix
    )
    like = replace(
        phrasing_of(editions["spec"]), strip_prefix="mem" if prefix == "mem" else "memory_"
    )
    found = recover(edition, like)
    assert (found.preview_loaded, found.preview_unloaded) == sizes
    assert found.strip_prefix == prefix


def test_a_wording_that_fits_is_taken_whatever_it_looks_like(make_edition: MakeEdition) -> None:
    """A value inside a word can be seen only by one who knows that it is there."""
    edition = make_edition(
        phrasing__summary="n-{visible} of-{total} {label} x{unloaded}",
        phrasing__describe_full="All{n_loaded}: ({preview_loaded}{ellipsis})",
    )
    assert recover(edition, phrasing_of(edition)) == edition.phrasing


def test_what_no_answer_shows_is_named(editions: dict[str, Edition]) -> None:
    """Plural and dots are the same in all five answers; the vocabulary is in none."""
    edition = editions["0.10.0"]
    like = replace(phrasing_of(editions["spec"]), forbidden_in_describe=("nothing",))
    recovered = recover_phrasing(bare(edition), heard_from(edition), like)
    assert recovered.assumed == (
        "{s} of describe_partial",
        "{ellipsis} of describe_partial",
        "{ellipsis} of describe_full",
        "forbidden_in_describe",
    )
    assert recovered.phrasing.forbidden_in_describe == ("nothing",)


def test_what_the_answers_do_show_is_not_assumed(make_edition: MakeEdition) -> None:
    """Under `core` one tool and no dots, under `rest` five tools and dots: both rules are seen."""
    edition = make_edition(
        families={"core": ["t_a"], "rest": ["t_b", "t_c", "t_d", "t_e"], "meta": ["t_help"]},
        profiles={"core": ["core"], "most": ["core", "rest"], "full": ["core", "rest", "meta"]},
        always_on=[],
    )
    recovered = recover_phrasing(bare(edition), heard_from(edition), phrasing_of(edition))
    assert recovered.phrasing == edition.phrasing
    assert recovered.assumed == (
        "summary_counts_always_on",
        "{ellipsis} of describe_full",
        "forbidden_in_describe",
    )


@pytest.mark.parametrize(
    "wording",
    [
        (
            "Now {n_loaded} tool{s} at hand: {preview_loaded}{ellipsis}. {n_unloaded} more: "
            "{preview_unloaded}"
        ),
        (
            "Ask for {preview_unloaded} ({n_unloaded}); {preview_loaded}{ellipsis} are here, "
            "{n_loaded} tool{s}"
        ),
    ],
)
def test_dots_that_no_answer_has_stand_where_the_other_edition_has_them(
    make_edition: MakeEdition, wording: str
) -> None:
    """A server with few tools never shows dots, whatever its wording."""
    edition = make_edition(
        families={"core": ["t_a", "t_b", "t_c"], "extra": ["t_sum"], "meta": ["t_help", "t_stat"]},
        phrasing__describe_partial=wording,
        phrasing__preview_loaded=9,
    )
    like = phrasing_of(make_edition(phrasing__preview_loaded=9))
    recovered = recover_phrasing(bare(edition), heard_from(edition), like)
    assert recovered.phrasing.describe_partial == wording
    assert "{ellipsis} of describe_partial" in recovered.assumed


def test_a_plural_that_could_stand_twice_is_placed_once(make_edition: MakeEdition) -> None:
    """Two places look the same; the most alike template has one of them."""
    wording = (
        "{n_loaded} tools, yes {n_loaded} tools ({preview_loaded}{ellipsis}); {n_unloaded} more "
        "({preview_unloaded}) on demand."
    )
    edition = make_edition()
    edition = reworded(edition, describe_partial=wording)
    found = recover(edition, phrasing_of(make_edition()))
    assert found.describe_partial.count("{s}") == 1


def test_values_that_are_always_equal_are_told_apart_by_the_other_edition(
    make_edition: MakeEdition,
) -> None:
    """Two loaded and two unloaded tools: which number is which, no answer shows."""
    edition = make_edition(profiles={"core": ["core"]})
    recovered = recover_phrasing(bare(edition), heard_from(edition), phrasing_of(edition))
    assert recovered.phrasing == edition.phrasing
    assert "which is {n_loaded} and which {n_unloaded} in describe_partial" in recovered.assumed


def test_a_form_that_was_not_heard_is_taken_whole(make_edition: MakeEdition) -> None:
    """Without a profile that loads everything nobody hears the full form."""
    edition = make_edition(profiles={"core": ["core"]})
    like = replace(
        phrasing_of(edition),
        describe_full="{n_loaded} {preview_loaded}{ellipsis}",
        preview_loaded=9,
    )
    recovered = recover_phrasing(bare(edition), heard_from(edition), like)
    assert recovered.phrasing.describe_full == like.describe_full
    assert recovered.phrasing.preview_loaded == 9
    assert "describe_full" in recovered.assumed
    assert "preview_loaded" in recovered.assumed


def test_without_always_on_tools_both_counting_rules_say_the_same(
    make_edition: MakeEdition,
) -> None:
    """Then the rule is the other edition's, and named as assumed."""
    edition = make_edition(always_on=[])
    for rule in (True, False):
        like = replace(phrasing_of(edition), summary_counts_always_on=rule)
        recovered = recover_phrasing(bare(edition), heard_from(edition), like)
        assert recovered.phrasing.summary_counts_always_on is rule
        assert "summary_counts_always_on" in recovered.assumed


# ---- What is refused ---------------------------------------------------------------------------


def refusal(edition: Edition, heard: Sequence[Heard], like: Phrasing | None = None) -> str:
    with pytest.raises(SentenceError) as caught:
        recover_phrasing(bare(edition), heard, like or phrasing_of(edition))
    return str(caught.value)


def test_a_summary_that_differs_from_the_others_is_refused(make_edition: MakeEdition) -> None:
    """With profile, character and surroundings; under both counting rules."""
    edition = make_edition()
    heard = heard_from(edition, summary=("hidden", "concealed"))
    assert refusal(edition, heard) == (
        "summary: the sentence of profile 'full' does not fit one template (summary) with the "
        "others: character 28, near 'tools under full; 0 concealed.' "
        "(neither with the always-on tools counted nor without them)"
    )


def test_a_wrong_count_is_refused(make_edition: MakeEdition) -> None:
    """A number that is no count of the documents' tools fits no template."""
    edition = make_edition()
    heard = heard_from(edition, summary=("5 of 5", "6 of 5"))
    assert refusal(edition, heard) == (
        "summary: the sentence of profile 'full' does not fit one template (summary) with the "
        "others: character 1, near '6 of 5 tools under f' "
        "(neither with the always-on tools counted nor without them)"
    )


def test_a_description_that_differs_is_refused(editions: dict[str, Edition]) -> None:
    """The same for the sentence to the user."""
    edition = editions["spec"]
    heard = heard_from(edition)
    heard[1] = replace(heard[1], describe=heard[1].describe.replace("on demand", "at once"))
    assert refusal(edition, heard) == (
        "to_describe_to_user: the sentence of profile 'graph' does not fit one template "
        "(describe_partial) with the others: character 144, near 'etc.) are available at once "
        "— I can load'"
    )


def test_a_sentence_without_a_count_is_refused(make_edition: MakeEdition) -> None:
    """A template must use every value; the message says which one has no place."""
    edition = make_edition(profiles={"core": ["core"]})
    heard = heard_from(edition, summary=("3 of 5", "3"))
    assert refusal(edition, heard) == (
        "summary: the sentence of profile 'core' has no place for {total} ('5') in the template "
        "summary: '3 tools under core; 2 hidden.'; --like may name an edition with a wording "
        "that is nearer to it (neither with the always-on tools counted nor without them)"
    )


def test_a_sentence_without_previews_is_refused(make_edition: MakeEdition) -> None:
    """Tool names are part of the contract's sentence."""
    edition = make_edition()
    heard = heard_from(edition, describe=("add, get", "many"))
    assert refusal(edition, heard) == (
        "to_describe_to_user: the sentence of profile 'full' does not show its first loaded "
        "tool, 'add'"
    )


def test_dots_without_a_place_are_refused(make_edition: MakeEdition) -> None:
    """No answer has them, and the other edition's wording around them is nowhere."""
    edition = make_edition(phrasing__preview_loaded=9)
    like = replace(
        phrasing_of(edition),
        describe_partial=(
            "Have {n_loaded} tool{s}, {preview_loaded} and so on{ellipsis}; "
            "{n_unloaded} more, {preview_unloaded}."
        ),
    )
    assert refusal(edition, heard_from(edition), like) == (
        "to_describe_to_user: the sentence of profile 'core' has no place for {ellipsis} ('') in "
        "the template describe_partial: 'I have 2 tools (add, get); 2 more (sum, stat) on "
        "demand.'; --like may name an edition with a wording that is nearer to it"
    )


@pytest.mark.parametrize("brace", ["{", "}", "{total}", "{bogus}"])
def test_a_brace_is_refused(make_edition: MakeEdition, brace: str) -> None:
    """A sentence cannot smuggle a placeholder into the template."""
    edition = make_edition()
    heard = heard_from(edition, summary=("hidden", f"hidden {brace}"))
    near = f"5 of 5 tools under full; 0 hidden {brace}."[14:54]
    assert refusal(edition, heard) == (
        "summary: the sentence of profile 'full' holds a brace, which no template can: "
        f"character 35, near {near!r}"
    )


def test_a_hostile_sentence_cannot_steer_the_terminal(make_edition: MakeEdition) -> None:
    """Escape sequences are dropped from what a message quotes."""
    edition = make_edition()
    heard = heard_from(edition, summary=("hidden", "\x1b[2J\u202ehid"))
    message = refusal(edition, heard)
    assert message.isprintable()
    assert "\x1b" not in message


@given(editions_by_chance())
def test_its_own_wording_always_comes_back(edition: Edition) -> None:
    """Recovered template times values gives every sentence of every profile back."""
    recovered = recover_phrasing(bare(edition), heard_from(edition), phrasing_of(edition))
    again = replace(edition, phrasing=recovered.phrasing)
    for profile in all_profiles(edition):
        assert phrase(again, profile) == phrase(edition, profile)


@given(editions_by_chance(), editions_by_chance())
def test_with_another_wording_it_is_right_or_refused(edition: Edition, other: Edition) -> None:
    """Whatever the other edition's templates: the heard sentences come back, or an error."""
    heard = heard_from(edition)
    try:
        recovered = recover_phrasing(bare(edition), heard, phrasing_of(other))
    except PullError:
        return
    again = replace(edition, phrasing=recovered.phrasing)
    for item in heard:
        phrases = phrase(again, item.profile)
        assert (phrases.summary, phrases.to_describe_to_user) == (item.summary, item.describe)
