"""Counts and sentences against an oracle, real daemons and the published page."""

import json
from collections.abc import Callable
from dataclasses import asdict
from pathlib import Path
from typing import Any

import pytest

from ai_memory_spec.phrasing import (
    COUNT_NAMES,
    FIELDS,
    Edition,
    NoPhrasingError,
    UnknownFamilyError,
    all_profiles,
    count,
    load_edition,
    make_profile,
    parse_edition,
    parse_profile,
    phrase,
    phrasing_of,
    split_tools,
)

PATHS = (
    "(a) restart the server with --profile <family> or --profile full",
    "(b) call memory_load_family(family=<name>) — preferred",
    "(c) call memory_smart_load(intent='<plain language>') — easiest",
    "(d) call the tool by name and recover from JSON-RPC -32601",
)


# ---- Every profile of every edition -------------------------------------------------------------


@pytest.mark.requirement("summary.template", "describe.template")
def test_both_sentences_of_every_profile_equal_the_oracle(
    editions: dict[str, Edition],
    raw_editions: dict[str, dict[str, Any]],
    oracle_of: Callable[[dict[str, Any]], Any],
) -> None:
    """All 128 profiles of every phrasing edition give both strings and all variables."""
    walked = []
    for label, raw in raw_editions.items():
        if "phrasing" not in raw:
            continue
        edition, oracle = editions[label], oracle_of(raw)
        differences: list[tuple[object, object]] = []
        for chosen in oracle.family_sets():
            got = phrase(edition, make_profile(edition, chosen))
            if (got.summary, got.to_describe_to_user) != oracle.sentences(chosen):
                differences.append((got, oracle.sentences(chosen)))
            if dict(got.variables) != oracle.variables(chosen):
                differences.append((got.variables, oracle.variables(chosen)))
            walked.append((label, chosen))
        assert differences == []
    assert len(walked) == len(set(walked)) >= 3 * 128
    assert {"spec", "0.10.0", "0.7.0"} <= {label for label, _ in walked}


@pytest.mark.requirement("summary.visible.counting-rule", "summary.unloaded", "describe.counts")
def test_counts_of_every_profile_equal_the_oracle(
    editions: dict[str, Edition],
    raw_editions: dict[str, dict[str, Any]],
    oracle_of: Callable[[dict[str, Any]], Any],
) -> None:
    """All counts hold in all editions, those without phrasing included, and add up."""
    for label, raw in raw_editions.items():
        edition, oracle = editions[label], oracle_of(raw)
        for chosen in oracle.family_sets():
            profile = make_profile(edition, chosen)
            counts = count(edition, profile)
            assert asdict(counts) == oracle.counts(chosen), (label, profile.label)
            assert counts.visible + counts.unloaded == counts.total
            loaded, unloaded = split_tools(edition, profile)
            assert (len(loaded), len(unloaded)) == (counts.n_loaded, counts.n_unloaded)
            assert sorted([*loaded, *unloaded, *edition.always_on]) == sorted(edition.tools)


def test_both_sentences_follow_the_edition_data_that_was_handed_over(
    editions: dict[str, Edition],
    handed_editions: dict[str, dict[str, Any]],
    oracle_of: Callable[[dict[str, Any]], Any],
) -> None:
    """The shipped TOML says for all profiles what the JSON originals say, byte for byte."""
    for label, raw in handed_editions.items():
        edition, oracle = editions[label], oracle_of(raw)
        profiles = list(all_profiles(edition))
        assert len(profiles) == 128
        assert [p.label for p in profiles] == [oracle.label(s) for s in oracle.family_sets()]
        if raw.get("phrasing"):
            assert [
                (phrase(edition, p).summary, phrase(edition, p).to_describe_to_user)
                for p in profiles
            ] == [oracle.sentences(chosen) for chosen in oracle.family_sets()]


@pytest.mark.requirement("summary.recovery-paths")
def test_every_summary_names_all_four_recovery_paths(editions: dict[str, Edition]) -> None:
    """Paths (a) to (d) stand in every summary, also when nothing is unloaded."""
    for edition in editions.values():
        for profile in all_profiles(edition) if edition.phrasing else ():
            summary = phrase(edition, profile).summary
            assert [path for path in PATHS if summary.count(path) != 1] == []


# ---- Real daemons -------------------------------------------------------------------------------


@pytest.mark.parametrize("release", ["0.7.0", "0.10.0"])
def test_released_daemons_answered_the_same(
    release: str, data_folder: Path, editions: dict[str, Edition]
) -> None:
    """Both sentences, the order of tools and what is loaded are as the daemon answered."""
    edition = editions[release]
    for spelling in ("core", "graph", "admin", "power", "full", "core,archive"):
        name = spelling.replace(",", "+") + ".v3.json"
        document = json.loads((data_folder / "captures" / release / name).read_text("utf-8"))
        profile = parse_profile(edition, spelling)
        phrases = phrase(edition, profile)
        assert {field: getattr(phrases, field) for field in FIELDS} == {
            field: document[field] for field in FIELDS
        }
        assert [(t["name"], t["family"], t["loaded"]) for t in document["tools"]] == [
            (tool, edition.family_by_tool[tool], edition.family_by_tool[tool] in profile.families)
            for tool in edition.tools
        ]


@pytest.mark.parametrize("release", ["0.7.0", "0.10.0"])
def test_released_daemons_list_the_loaded_and_the_always_on_tools(
    release: str, data_folder: Path, editions: dict[str, Edition]
) -> None:
    """`tools/list` of a profile holds its loaded tools and the always-on tools, no other."""
    edition = editions[release]
    served = json.loads((data_folder / "captures" / release / "tools-list.json").read_text("utf-8"))
    assert len(served) == 6
    for spelling, names in served.items():
        loaded, _ = split_tools(edition, parse_profile(edition, spelling))
        assert sorted(names) == sorted([*loaded, *edition.always_on]), spelling


# ---- The published page -------------------------------------------------------------------------


@pytest.mark.parametrize("profile", ["core", "graph", "full"])
def test_worked_examples_of_the_published_page_hold(
    profile: str, editions: dict[str, Edition], published_page: dict[str, Any]
) -> None:
    """The default edition says byte for byte what the published page shows."""
    edition = editions["spec"]
    phrases = phrase(edition, parse_profile(edition, profile))
    opening = published_page["summary_openings"][profile].removesuffix(" …")
    assert phrases.summary.startswith(opening + " are listed in this manifest")
    assert phrases.to_describe_to_user == published_page["to_describe_to_user"][profile]
    expected = published_page["variables"][profile]
    assert {name: phrases.variables[name] for name in expected} == expected


def test_templates_of_the_published_page_hold(
    editions: dict[str, Edition], published_page: dict[str, Any]
) -> None:
    """The default edition's three templates are the page's, byte for byte."""
    assert dict(phrasing_of(editions["spec"]).templates) == published_page["templates"]


COUNTS_OF_FACTS = {
    "spec": {
        "core": (8, 51, 43, 7, 43),
        "graph": (19, 51, 32, 18, 32),
        "admin": (21, 51, 30, 20, 30),
        "power": (17, 51, 34, 16, 34),
        "full": (51, 51, 0, 50, 0),
    },
    "0.7.0": {"core": (7, 73, 66, 7, 66), "full": (73, 73, 0, 73, 0)},
    "0.10.0": {"core": (7, 100, 93, 7, 93), "full": (100, 100, 0, 100, 0)},
    # No counting rule without phrasing: an always-on tool can be called, so it counts.
    "0.6.4": {"core": (6, 43, 37, 5, 37), "full": (43, 43, 0, 42, 0)},
}


@pytest.mark.parametrize(
    ("label", "profile", "expected"),
    [(label, name, row) for label, rows in COUNTS_OF_FACTS.items() for name, row in rows.items()],
)
def test_counts_are_the_known_numbers(
    label: str, profile: str, expected: tuple[int, ...], editions: dict[str, Edition]
) -> None:
    """Typed numbers, from the contract's own table, guard both the core and the oracle."""
    edition = editions[label]
    counts = count(edition, parse_profile(edition, profile))
    assert tuple(getattr(counts, name) for name in COUNT_NAMES) == expected


# ---- Rules at their edges -----------------------------------------------------------------------


def _summary(raw: dict[str, Any], profile: str) -> str:
    edition = parse_edition(raw, "test")
    return phrase(edition, parse_profile(edition, profile)).summary


def _describe(raw: dict[str, Any], profile: str) -> str:
    edition = parse_edition(raw, "test")
    return phrase(edition, parse_profile(edition, profile)).to_describe_to_user


@pytest.mark.requirement("summary.visible.counting-rule")
def test_an_always_on_tool_counts_once_in_summary(small: dict[str, Any]) -> None:
    """Under the rule of `spec` it is visible in every profile, and never counted twice."""
    assert _summary(small, "core") == "3/6 (core), 3 hidden"
    assert _summary(small, "core,meta") == "5/6 (core,meta), 1 hidden"
    assert _summary(small, "full") == "6/6 (full), 0 hidden"


@pytest.mark.requirement("summary.visible.counting-rule")
def test_an_always_on_tool_is_left_out_of_summary_where_the_rule_says_so(
    small: dict[str, Any],
) -> None:
    """Under the rule of 0.7.0 it is in neither number, whether its family is loaded or not."""
    small["phrasing"]["summary_counts_always_on"] = False
    assert _summary(small, "core") == "2/5 (core), 3 hidden"
    assert _summary(small, "core,meta") == "4/5 (core,meta), 1 hidden"
    assert _summary(small, "full") == "5/5 (full), 0 hidden"


@pytest.mark.requirement("describe.counts", "describe.preview")
def test_an_always_on_tool_never_stands_in_the_describe_sentence(small: dict[str, Any]) -> None:
    """It is left out of both sides and both previews, under either counting rule."""
    for rule in (True, False):
        small["phrasing"]["summary_counts_always_on"] = rule
        assert _describe(small, "core") == "2 tools: add, get; 3 more: sum, stat"
        assert _describe(small, "core,meta") == "4 tools: add, get, stat, ...; 1 more: sum"
        assert _describe(small, "full") == "all 5: add, get, sum, ..."


@pytest.mark.requirement("describe.preview")
def test_the_ellipsis_stands_only_when_more_is_loaded_than_shown(small: dict[str, Any]) -> None:
    """Exactly as many tools as the preview shows need no ellipsis."""
    assert _describe(small, "core,extra") == "3 tools: add, get, sum; 2 more: stat, u_log"
    small["phrasing"]["preview_loaded"] = 2
    assert _describe(small, "core,extra") == "3 tools: add, get, ...; 2 more: stat, u_log"


def test_one_loaded_tool_is_singular_and_none_is_plural(small: dict[str, Any]) -> None:
    """`s` is empty for 1 alone."""
    small["families"]["core"] = ["t_add"]
    small["total"] = 5
    assert _describe(small, "core") == "1 tool: add; 3 more: sum, stat"
    small["always_on"] = ["t_add"]
    assert _describe(small, "core") == "0 tools: ; 4 more: sum, help"


@pytest.mark.requirement("describe.template")
def test_the_full_form_is_used_when_only_always_on_tools_are_unloaded(
    small: dict[str, Any],
) -> None:
    """The form depends on tools, not on families: an always-on tool is never unloaded."""
    small["families"]["meta"] = ["t_help"]
    small["total"] = 4
    assert _describe(small, "core,extra") == "all 3: add, get, sum"


@pytest.mark.requirement("describe.preview")
def test_the_prefix_is_cut_off_the_front_only_and_once(small: dict[str, Any]) -> None:
    """`t_t_a` keeps its second prefix, `at_b` and `T_c` keep theirs; no prefix cuts nothing."""
    small["families"]["core"] = ["t_t_a", "at_b", "T_c"]
    small["total"] = 7
    small["phrasing"]["forbidden_in_describe"] = []
    assert _describe(small, "core") == "3 tools: t_a, at_b, T_c; 3 more: sum, stat"
    small["phrasing"]["strip_prefix"] = ""
    assert _describe(small, "core") == "3 tools: t_t_a, at_b, T_c; 3 more: t_sum, t_stat"
    del small["phrasing"]["strip_prefix"]
    assert _describe(small, "core") == "3 tools: t_t_a, at_b, T_c; 3 more: t_sum, t_stat"


# ---- Errors -------------------------------------------------------------------------------------


def test_an_edition_without_phrasing_says_so_and_still_counts() -> None:
    """Sentences give a clear error; counts, names and profiles work."""
    edition = load_edition("0.6.4")
    core = parse_profile(edition, "core")
    for ask in (lambda: phrase(edition, core), lambda: phrasing_of(edition)):
        with pytest.raises(NoPhrasingError) as caught:
            ask()
        assert str(caught.value) == (
            "edition '0.6.4' has no phrasing: it predates the two sentences or is a plain tool "
            "list. Counts, names and tables work; for sentences choose another edition."
        )
        assert caught.value.edition == "0.6.4"
    assert count(edition, core).n_loaded == 5
    assert len(list(all_profiles(edition))) == 128


def test_a_profile_of_another_edition_is_refused(
    small: dict[str, Any], editions: dict[str, Edition]
) -> None:
    """A family that the edition lacks is named, with the valid ones and the nearest."""
    edition = parse_edition(small, "test")
    foreign = parse_profile(editions["spec"], "core,meta,archive")
    for ask in (count, phrase, split_tools):
        with pytest.raises(UnknownFamilyError) as caught:
            ask(edition, foreign)
        assert str(caught.value) == (
            "edition 'small' has no family 'archive'. Valid families: core, extra, meta."
        )
        assert (caught.value.family, caught.value.edition) == ("archive", "small")
        assert caught.value.families == ("core", "extra", "meta")
