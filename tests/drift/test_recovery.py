"""Templates recovered from sentences."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ai_memory_spec.drift.recovery import (
    MAX_CHARACTERS,
    NoTemplateError,
    Sample,
    align_sentence,
    recover_template,
)
from ai_memory_spec.phrasing import (
    Edition,
    all_profiles,
    fill_template,
    load_edition,
    named_profiles,
    phrase,
    phrasing_of,
)

PHRASING = ("spec", "0.10.0", "0.7.0")


def samples(edition: Edition, template: str, profiles: object = None) -> list[Sample]:
    """The sentences that the edition makes of a template."""
    found = []
    for profile in profiles or named_profiles(edition):
        said = phrase(edition, profile)
        full = said.variables["n_unloaded"] == "0"
        if template == "summary":
            sentence = said.summary
        elif full is (template == "describe_full"):
            sentence = said.to_describe_to_user
        else:
            continue
        found.append(Sample(profile=profile.label, sentence=sentence, values=said.variables))
    return found


@pytest.mark.parametrize("template", ["summary", "describe_partial", "describe_full"])
@pytest.mark.parametrize("label", PHRASING)
@pytest.mark.parametrize("hint", PHRASING)
def test_template_is_recovered_from_named_profiles(label: str, hint: str, template: str) -> None:
    """Of every edition, with any other edition's template as the hint."""
    edition = load_edition(label)
    like = phrasing_of(load_edition(hint)).templates[template]
    expected = phrasing_of(edition).templates[template]
    assert recover_template(like, samples(edition, template)) == expected


@pytest.mark.parametrize("label", PHRASING)
def test_every_sentence_aligns_with_its_values(label: str) -> None:
    """All profiles, all templates."""
    edition = load_edition(label)
    for template, text in phrasing_of(edition).templates.items():
        for item in samples(edition, template, all_profiles(edition)):
            values = align_sentence(text, item.sentence)
            assert values is not None
            assert values == {name: item.values[name] for name in values}
            assert fill_template(text, values) == item.sentence


def test_other_words_do_not_align() -> None:
    """Nor a text of any length."""
    assert align_sentence("{visible} tools", "8 jars") is None
    assert align_sentence("{visible} tools", "x tools") is None
    assert align_sentence("{label}", "x" * (MAX_CHARACTERS + 1)) is None
    assert align_sentence("{label} is {label}", "a is a") == {"label": "a"}
    assert align_sentence("{label} is {label}", "a is b") is None


def sample(sentence: str, profile: str = "p", **values: str) -> Sample:
    """A sentence of a small template."""
    return Sample(profile=profile, sentence=sentence, values=values)


def test_repeated_and_equal_values_are_told_apart_by_other_sentences() -> None:
    """A value that stands twice, and one that is also a literal of the template."""
    hint = "{visible} of {total}"
    found = recover_template(
        hint,
        [
            sample("7 seen, 7 of 9 (7 days)", visible="7", total="9"),
            sample("8 seen, 8 of 9 (7 days)", visible="8", total="9"),
            sample("9 seen, 9 of 9 (7 days)", visible="9", total="9"),
        ],
    )
    assert found == "{visible} seen, {visible} of {total} (7 days)"


def test_empty_value_stands_where_the_hint_has_it() -> None:
    """No sentence can show it."""
    hint = "I use {n_loaded} tool{s} now ({preview_loaded}{ellipsis})."
    one = sample("I use 1 tool now (put).", n_loaded="1", s="", preview_loaded="put", ellipsis="")
    assert recover_template(hint, [one]) == ("I use {n_loaded} tool{s} now ({preview_loaded}).")


def test_sentences_of_no_one_template_are_refused_with_the_place() -> None:
    """The profile, the character, and the words around it."""
    with pytest.raises(NoTemplateError) as caught:
        recover_template(
            "{visible} of {total} tools",
            [
                sample("7 of 9 jars", "core", visible="7", total="9"),
                sample("8 of 9 jars", "cook", visible="8", total="9"),
                sample("9 of 9 tins", "full", visible="9", total="9"),
            ],
        )
    assert str(caught.value) == (
        "the sentence of profile 'full' does not fit one template with the others: "
        "character 8, near '9 of 9 tins'"
    )
    assert caught.value.offset == 7


@pytest.mark.parametrize("sentence", ["Ask me anything!", "9 tools {or more}", "7 {visible}", "}"])
def test_sentence_that_shows_no_known_value_is_refused(sentence: str) -> None:
    """Nor can a template hold braces that are no placeholder."""
    with pytest.raises(NoTemplateError):
        recover_template("{visible} tools", [sample(sentence, visible="7")])


def test_counts_that_are_not_known_are_refused() -> None:
    """A server that lies about its counts has no template."""
    with pytest.raises(NoTemplateError):
        recover_template("{visible} tools", [sample("9 tools", visible="7")])


@given(st.text(alphabet="19 {}visbletoa(),.", max_size=60))
def test_any_text_is_read_or_refused(text: str) -> None:
    """And what is read gives the text again."""
    one = sample(text, visible="1", total="9", label="vis")
    try:
        template = recover_template("{visible} of {total} ({label})", [one])
    except NoTemplateError:
        return
    assert fill_template(template, one.values) == text


def test_many_places_are_bounded() -> None:
    """A hostile sentence does not keep us busy."""
    text = "1 " * 1900 + "x"
    one = sample(text, visible="1", total="1", unloaded="1", label="x")
    hint = "{visible} {total} {unloaded} {label}"
    assert fill_template(recover_template(hint, [one]), one.values) == text
