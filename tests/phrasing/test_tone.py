"""The tone constraint: no jargon in the sentence for the end user, in any profile."""

import copy
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from ai_memory_spec.phrasing import (
    EDITIONS_FOLDER,
    Edition,
    EditionError,
    NoPhrasingError,
    ToneBreach,
    all_profiles,
    check_sentence,
    check_tone,
    load_edition,
    parse_edition,
    phrase,
    phrasing_of,
)

FORBIDDEN = (
    "--profile <family>",
    "--profile full",
    "memory_load_family",
    "memory_smart_load",
    "JSON-RPC",
    "-32601",
    "tools/list",
    "memory_",
)


def breaches_of(raw: dict[str, Any]) -> list[str]:
    """The problems of an edition whose only fault is its tone."""
    with pytest.raises(EditionError) as caught:
        parse_edition(raw, "t")
    assert {problem.place for problem in caught.value.problems} == {
        "phrasing.forbidden_in_describe"
    }
    return [problem.message for problem in caught.value.problems]


@pytest.mark.requirement("describe.tone")
def test_no_shipped_edition_breaks_the_tone(editions: dict[str, Edition]) -> None:
    """No forbidden string stands in any of the 128 sentences; the list is the contract's."""
    for edition in editions.values():
        if edition.phrasing is None:
            continue
        assert edition.phrasing.forbidden_in_describe == FORBIDDEN
        assert check_tone(edition) == ()
        for profile in all_profiles(edition):
            sentence = phrase(edition, profile).to_describe_to_user
            assert [word for word in FORBIDDEN if sentence.count(word)] == []


@pytest.mark.requirement("describe.tone")
def test_jargon_in_any_single_sentence_keeps_an_edition_from_loading(
    raw_editions: dict[str, dict[str, Any]], oracle_of: Callable[[dict[str, Any]], Any]
) -> None:
    """Each of the 128 sentences, forbidden alone, is found with the first profile that says it."""
    raw = copy.deepcopy(raw_editions["spec"])
    oracle = oracle_of(raw)
    first: dict[str, str] = {}
    for chosen in oracle.family_sets():
        first.setdefault(oracle.sentences(chosen)[1], oracle.label(chosen))
    assert len(first) > 64
    for sentence, label in first.items():
        raw["phrasing"]["forbidden_in_describe"] = [sentence]
        assert breaches_of(raw) == [
            (
                f"to_describe_to_user of profile {label!r} holds the forbidden string "
                f"{sentence!r}: {sentence!r}; reword the template, the tool names or strip_prefix"
            )
        ]


def test_jargon_that_only_one_profile_shows_keeps_an_edition_from_loading(
    raw_editions: dict[str, dict[str, Any]], oracle_of: Callable[[dict[str, Any]], Any]
) -> None:
    """A tool of the last family is named by the one profile that lacks just that family."""
    raw = copy.deepcopy(raw_editions["0.10.0"])
    raw["families"]["other"][0] = "memory_JSON-RPC"
    oracle = oracle_of(raw)
    (chosen,) = (s for s in oracle.family_sets() if "JSON-RPC" in oracle.sentences(s)[1])
    (message,) = breaches_of(raw)
    assert oracle.label(chosen) == "core,lifecycle,graph,governance,power,meta,archive"
    assert message.startswith(
        f"to_describe_to_user of profile {oracle.label(chosen)!r} holds the forbidden string "
        "'JSON-RPC': "
    )


@pytest.mark.parametrize("template", ["describe_partial", "describe_full"])
@pytest.mark.parametrize("word", FORBIDDEN)
def test_jargon_in_either_template_keeps_an_edition_from_loading(
    word: str, template: str, raw_editions: dict[str, dict[str, Any]]
) -> None:
    """Each forbidden string in each form; `full` alone uses the full form."""
    raw = copy.deepcopy(raw_editions["spec"])
    raw["phrasing"][template] += f" ({word})"
    label = "core" if template == "describe_partial" else "full"
    found = [entry for entry in FORBIDDEN if entry in word]
    assert [message.split(": ")[0] for message in breaches_of(raw)] == [
        f"to_describe_to_user of profile {label!r} holds the forbidden string {entry!r}"
        for entry in found
    ]


@pytest.mark.parametrize("word", FORBIDDEN)
def test_the_summary_may_hold_what_the_describe_sentence_may_not(
    word: str, raw_editions: dict[str, dict[str, Any]]
) -> None:
    """The tone constraint binds `to_describe_to_user` alone."""
    raw = copy.deepcopy(raw_editions["spec"])
    raw["phrasing"]["summary"] += f" {word}"
    assert check_tone(parse_edition(raw, "t")) == ()


@pytest.mark.parametrize("suffix", [".toml", ".json"])
def test_an_edition_file_with_jargon_cannot_be_loaded(
    suffix: str, tmp_path: Path, data_folder: Path
) -> None:
    """The whole way, from a file, with the text of the error in full."""
    folder = EDITIONS_FOLDER if suffix == ".toml" else data_folder / "editions"
    text = (folder / f"spec{suffix}").read_text(encoding="utf-8")
    path = tmp_path / f"spec{suffix}"
    path.write_text(text.replace("Nothing more to load", "No more JSON-RPC"), encoding="utf-8")
    with pytest.raises(EditionError) as caught:
        load_edition(path)
    line = path.read_text(encoding="utf-8").split("forbidden_in_describe")[0].count("\n") + 1
    assert str(caught.value) == (
        f"{path}: 1 problem in this edition\n"
        f"  {path}:{line}: phrasing.forbidden_in_describe: to_describe_to_user of profile 'full' "
        "holds the forbidden string 'JSON-RPC': 'I can directly use all 50 memory tools right now "
        "(store, recall, list, get, search, ...). No more JSON-RPC — the full memory surface is "
        "already active.'; reword the template, the tool names or strip_prefix"
    )


def test_a_prefix_that_is_not_cut_off_is_a_breach(small: dict[str, Any]) -> None:
    """`t_` is forbidden, so an edition that forgets to strip it cannot be loaded."""
    small["phrasing"]["strip_prefix"] = ""
    (message,) = breaches_of(small)
    assert message.startswith(
        "to_describe_to_user of profile 'core' holds the forbidden string 't_': "
        "'2 tools: t_add, t_get; 3 more: t_sum, t_stat'"
    )


def test_breaches_come_in_the_order_of_the_list_with_their_first_profile(
    small: dict[str, Any],
) -> None:
    """One breach per forbidden string, whatever the number of profiles that hold it."""
    edition = parse_edition(small, "t")
    phrasing = phrasing_of(edition)
    stricter = type(edition)(
        label="s",
        what="",
        families=edition.families,
        always_on=edition.always_on,
        profiles=edition.profiles,
        base_family="core",
        phrasing=type(phrasing)(
            **{name: getattr(phrasing, name) for name in phrasing.__dataclass_fields__}
            | {"forbidden_in_describe": ("all", "nowhere", "more", "get")}
        ),
    )
    assert check_tone(stricter) == (
        ToneBreach(forbidden="all", profile="full", sentence="all 5: add, get, sum, ..."),
        ToneBreach(
            forbidden="more",
            profile="core",
            sentence="2 tools: add, get; 3 more: sum, stat",
        ),
        ToneBreach(
            forbidden="get",
            profile="core",
            sentence="2 tools: add, get; 3 more: sum, stat",
        ),
    )


@pytest.mark.parametrize(
    ("sentence", "found"),
    [
        ("I can use 7 tools.", ()),
        ("", ()),
        ("call memory_load_family", ("memory_load_family", "memory_")),
        ("MEMORY_", ()),
        ("json-rpc", ()),
        ("error -32601!", ("-32601",)),
        ("run --profile full, see tools/list", ("--profile full", "tools/list")),
        ("--profile <family>", ("--profile <family>",)),
    ],
)
def test_a_sentence_is_searched_for_each_string_as_it_stands(
    sentence: str, found: tuple[str, ...]
) -> None:
    """Case counts, parts of words count, and the order is the list's."""
    assert check_sentence(sentence, FORBIDDEN) == found


def test_tone_needs_phrasing() -> None:
    """An edition without sentences has no tone to check, and is told so."""
    with pytest.raises(NoPhrasingError):
        check_tone(load_edition("0.6.4"))
