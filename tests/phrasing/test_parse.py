"""Raw data to an edition: what is taken, and every problem that is found on the way."""

import copy
import functools
from collections.abc import Callable, Mapping
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ai_memory_spec.phrasing import (
    Edition,
    EditionError,
    EditionProblem,
    NoPhrasingError,
    all_profiles,
    count,
    parse_edition,
    parse_profile,
    phrase,
)

GONE = object()
"""Stands for a key that is taken out."""

BREAKS = "could break a page or a region marker; use {} only, without a double hyphen"
GROUP = BREAKS.format("lower-case letters, digits, _ -")
TOOL = BREAKS.format("letters, digits, _ . : / -")
LABEL = BREAKS.format("letters, digits, . _ -")
TOP_KEYS = "label, what, total, base_family, always_on, families, profiles, phrasing, provenance"
PHRASING_KEYS = (
    "summary, describe_partial, describe_full, preview_loaded, preview_unloaded, strip_prefix, "
    "summary_counts_always_on, forbidden_in_describe"
)
SUMMARY_NAMES = "valid: label, total, unloaded, visible"
PARTIAL_NAMES = "valid: ellipsis, n_loaded, n_unloaded, preview_loaded, preview_unloaded, s"
FULL_NAMES = "valid: ellipsis, n_loaded, preview_loaded, s"
SIZE = "expected a whole number from 1 to 1000, found "


def changed(raw: dict[str, Any], changes: Mapping[str, object]) -> dict[str, Any]:
    """The data with other values at some places (`a.b.c`), or without them."""
    result = copy.deepcopy(raw)
    for place, value in changes.items():
        *parents, last = place.split(".")
        table = functools.reduce(lambda found, key: found[key], parents, result)
        if value is GONE:
            del table[last]
        else:
            table[last] = value
    return result


def problems_of(data: object) -> list[str]:
    """Every problem of the data, each as `place: message`."""
    with pytest.raises(EditionError) as caught:
        parse_edition(data, "x.toml")
    error = caught.value
    count = len(error.problems)
    assert error.source == "x.toml"
    assert str(error) == "\n".join(
        [
            f"x.toml: {count} problem{'s' if count > 1 else ''} in this edition",
            *(f"  {problem.place}: {problem.message}" for problem in error.problems),
        ]
    )
    return [str(problem) for problem in error.problems]


# ---- One problem each ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("changes", "expected"),
    [
        # label, what, total, provenance
        ({"label": GONE}, "label: missing"),
        ({"label": ""}, "label: empty text"),
        ({"label": 7}, "label: expected text, found a number"),
        ({"label": "0 1"}, f"label: '0 1' {LABEL}"),
        ({"label": "a|b"}, f"label: 'a|b' {LABEL}"),
        ({"label": "a--b"}, f"label: 'a--b' {LABEL}"),
        ({"label": "a/b"}, f"label: 'a/b' {LABEL}"),
        ({"label": "spec\n"}, f"label: 'spec\\n' {LABEL}"),
        ({"label": "x" * 65}, f"label: '{'x' * 65}' {LABEL}"),
        ({"what": 1.5}, "what: expected text, found a number with a fraction"),
        ({"what": "a\nb"}, "what: control character '\\n' at character 2; remove it"),
        ({"what": "ab\u2028"}, "what: control character '\\u2028' at character 3; remove it"),
        ({"what": "\ud800"}, "what: control character '\\ud800' at character 1; remove it"),
        ({"total": 5}, "total: says 5, but the families hold 6 tools"),
        ({"total": -6}, "total: says -6, but the families hold 6 tools"),
        ({"total": 10**5000}, "total: says a huge number, but the families hold 6 tools"),
        ({"total": "6"}, "total: expected a whole number, found text"),
        ({"total": 6.5}, "total: expected a whole number, found a number with a fraction"),
        ({"total": True}, "total: expected a whole number, found true or false"),
        ({"provenance": []}, "provenance: expected a table of text, found a list"),
        ({"provenance": {"a b": 1}}, 'provenance."a b": expected text, found a number'),
        (
            {"provenance.source": "a\x1b[2J"},
            "provenance.source: control character '\\x1b' at character 2; remove it",
        ),
        ({"lable": "x"}, f"lable: unknown key (did you mean 'label'?); valid: {TOP_KEYS}"),
        ({"zz\n": 1}, f'"zz\\n": unknown key; valid: {TOP_KEYS}'),
        # families and tools
        (
            {"families.core": ["t_add", "t_get", "t_add"], "total": 7},
            "families.core[2]: tool 't_add' stands already at families.core[0]",
        ),
        (
            {"families.extra": ["t_get"]},
            "families.extra[0]: tool 't_get' stands already at families.core[1]",
        ),
        (
            {"families.more": []},
            "families.more: empty; remove the family or give it a tool",
        ),
        (
            {"families.extra": "t_sum", "total": 5},
            "families.extra: expected a list of text, found text",
        ),
        (
            {"families.extra": {"t_sum": 1}, "total": 5},
            "families.extra: expected a list of text, found a table",
        ),
        ({"families.extra": [None]}, "families.extra[0]: expected text, found null"),
        ({"families.extra": [["t_sum"]]}, "families.extra[0]: expected text, found a list"),
        ({"families.extra": [""]}, "families.extra[0]: empty text"),
        ({"families.Extra": ["x"], "total": 7}, f"families.Extra: 'Extra' {GROUP}"),
        ({"families.": ["x"], "total": 7}, 'families."": empty text'),
        # always-on tools
        (
            {"always_on": ["t_hlep"]},
            (
                "always_on[0]: no family holds the tool 't_hlep' (did you mean 't_help'?); "
                "add it to a family or remove it here"
            ),
        ),
        (
            {"always_on": ["t_help", "other"]},
            "always_on[1]: no family holds the tool 'other'; add it to a family or remove it here",
        ),
        (
            {"always_on": ["t_help", "t_add", "t_help"]},
            "always_on[2]: 't_help' stands already at always_on[0]",
        ),
        ({"always_on": "t_help"}, "always_on: expected a list of text, found text"),
        ({"always_on": [True]}, "always_on[0]: expected text, found true or false"),
        ({"always_on": None}, "always_on: expected a list of text, found null"),
        # named profiles
        (
            {"profiles.most": ["core", "extr"]},
            (
                "profiles.most[1]: unknown family 'extr' (did you mean 'extra'?); "
                "valid: core, extra, meta"
            ),
        ),
        (
            {"profiles.most": ["core", "bogus"]},
            "profiles.most[1]: unknown family 'bogus'; valid: core, extra, meta",
        ),
        ({"profiles.most": []}, "profiles.most: empty; a profile holds at least one family"),
        ({"profiles.most": "core"}, "profiles.most: expected a list of text, found text"),
        ({"profiles.most": [3]}, "profiles.most[0]: expected text, found a number"),
        (
            {"profiles.most": ["core", "meta", "core"]},
            "profiles.most[2]: 'core' stands already at profiles.most[0]",
        ),
        (
            {"profiles.most": ["meta", "extra", "core"]},
            "profiles.most: holds the same families as profiles.full; keep one name",
        ),
        ({"profiles.most": ["meta"]}, "profiles.most: lacks the base family 'core'; add it"),
        (
            {"profiles.meta": ["core", "extra"]},
            (
                "profiles.meta: named like the family 'meta', so it must hold 'core' and 'meta' "
                "only; rename it or change its families"
            ),
        ),
        (
            {"profiles.core": ["core", "meta"]},
            (
                "profiles.core: named like the family 'core', so it must hold 'core' only; "
                "rename it or change its families"
            ),
        ),
        (
            {"profiles": {"extra": ["core", "extra", "meta"]}},
            (
                "profiles.extra: named like the family 'extra', so it must hold 'core' and "
                "'extra' only; rename it or change its families"
            ),
        ),
        (
            {"base_family": "", "profiles": {"meta": ["extra", "meta"]}},
            (
                "profiles.meta: named like the family 'meta', so it must hold 'meta' only; "
                "rename it or change its families"
            ),
        ),
        ({"profiles.a|b": ["core", "meta"]}, f"profiles.\"a|b\": 'a|b' {GROUP}"),
        ({"profiles": ["core"]}, "profiles: expected a table of family lists, found a list"),
        # the base family
        (
            {"base_family": "coer"},
            (
                "base_family: no family is named 'coer' (did you mean 'core'?); "
                'valid: core, extra, meta, or "" for none'
            ),
        ),
        (
            {"base_family": "bogus"},
            "base_family: no family is named 'bogus'; valid: core, extra, meta, or \"\" for none",
        ),
        ({"base_family": 1}, "base_family: expected the name of a family, found a number"),
        (
            {"base_family": GONE, "families.core": GONE, "total": 4, "profiles": {"x": ["meta"]}},
            (
                "base_family: no family is named 'core' (assumed, as there are named profiles); "
                'valid: extra, meta, or "" for none'
            ),
        ),
        # phrasing: templates
        ({"phrasing": "x"}, "phrasing: expected a table, found text"),
        ({"phrasing.summary": GONE}, "phrasing.summary: missing"),
        ({"phrasing.summary": 1}, "phrasing.summary: expected text, found a number"),
        (
            {"phrasing.summary": "{visible} {total} {label} {unloaded}\n"},
            "phrasing.summary: control character '\\n' at character 37; remove it",
        ),
        (
            {"phrasing.summary": "{visible} {total} {label}"},
            "phrasing.summary: the placeholder {unloaded} is missing",
        ),
        (
            {"phrasing.summary": "{visible} {total} {label} {unloaded} {totl}"},
            "phrasing.summary: unknown placeholder {totl} (did you mean 'total'?); "
            + SUMMARY_NAMES,
        ),
        (
            {"phrasing.summary": "{visible} {total} {label} {unloaded} {s}"},
            f"phrasing.summary: unknown placeholder {{s}}; {SUMMARY_NAMES}",
        ),
        (
            {
                "phrasing.describe_partial": "{n_loaded}{s}{preview_loaded}{ellipsis}"
                "{n_unloaded}{preview_unloaded}{x}{x}"
            },
            f"phrasing.describe_partial: unknown placeholder {{x}}; {PARTIAL_NAMES}",
        ),
        (
            {"phrasing.describe_full": "{n_loaded}{preview_loaded}"},
            "phrasing.describe_full: the placeholder {ellipsis} is missing",
        ),
        (
            {"phrasing.describe_full": "{n_loaded}{preview_loaded}{ellipsis}{label}"},
            f"phrasing.describe_full: unknown placeholder {{label}}; {FULL_NAMES}",
        ),
        (
            {"phrasing.summary": "{visible} {total} {label} {unloaded} }"},
            (
                "phrasing.summary: unbalanced brace '}' at character 38, near 'unloaded} }'; "
                "a placeholder is {name}"
            ),
        ),
        (
            {"phrasing.summary": "{ {visible} {total} {label} {unloaded}"},
            (
                "phrasing.summary: unbalanced brace '{' at character 1, near '{ {visible}'; "
                "a placeholder is {name}"
            ),
        ),
        (
            {"phrasing.summary": "{visible} {total} {label} {{unloaded}}"},
            (
                "phrasing.summary: unbalanced brace '{' at character 27, near "
                "'} {label} {{unloaded}'; a placeholder is {name}"
            ),
        ),
        (
            {"phrasing.summary": "{visible} {total} {label} {unloaded} {}"},
            (
                "phrasing.summary: unbalanced brace '{' at character 38, near 'unloaded} {}'; "
                "a placeholder is {name}"
            ),
        ),
        (
            {"phrasing.summary": "{visible} {total} {label} {unloaded} {total!r}"},
            (
                "phrasing.summary: unbalanced brace '{' at character 38, near "
                "'unloaded} {total!r}'; a placeholder is {name}"
            ),
        ),
        # phrasing: the rest
        ({"phrasing.preview_loaded": 0}, f"phrasing.preview_loaded: {SIZE}0"),
        ({"phrasing.preview_loaded": -1}, f"phrasing.preview_loaded: {SIZE}-1"),
        ({"phrasing.preview_loaded": 1001}, f"phrasing.preview_loaded: {SIZE}1001"),
        (
            {"phrasing.preview_loaded": 10**5000},
            f"phrasing.preview_loaded: {SIZE}a huge number",
        ),
        ({"phrasing.preview_unloaded": GONE}, f"phrasing.preview_unloaded: {SIZE}nothing"),
        (
            {"phrasing.preview_unloaded": 2.5},
            f"phrasing.preview_unloaded: {SIZE}a number with a fraction",
        ),
        ({"phrasing.preview_unloaded": True}, f"phrasing.preview_unloaded: {SIZE}true or false"),
        ({"phrasing.preview_unloaded": "4"}, f"phrasing.preview_unloaded: {SIZE}text"),
        (
            {"phrasing.summary_counts_always_on": 1},
            "phrasing.summary_counts_always_on: expected true or false, found a number",
        ),
        (
            {"phrasing.summary_counts_always_on": GONE},
            "phrasing.summary_counts_always_on: expected true or false, found nothing",
        ),
        ({"phrasing.strip_prefix": None}, "phrasing.strip_prefix: expected text, found null"),
        (
            {"phrasing.forbidden_in_describe": "x"},
            "phrasing.forbidden_in_describe: expected a list of text, found text",
        ),
        (
            {"phrasing.forbidden_in_describe": ["x", ""]},
            "phrasing.forbidden_in_describe[1]: empty text",
        ),
        (
            {"phrasing.forbidden_in_describe": ["x", "x"]},
            (
                "phrasing.forbidden_in_describe[1]: 'x' stands already at "
                "phrasing.forbidden_in_describe[0]"
            ),
        ),
        (
            {"phrasing.sumary": "x"},
            "phrasing.sumary: unknown key (did you mean 'summary'?); valid: " + PHRASING_KEYS,
        ),
        (
            {"phrasing.forbidden_in_describe": ["jargon", "add"]},
            (
                "phrasing.forbidden_in_describe: to_describe_to_user of profile 'core' holds the "
                "forbidden string 'add': '2 tools: add, get; 3 more: sum, stat'; reword the "
                "template, the tool names or strip_prefix"
            ),
        ),
    ],
)
def test_a_problem_is_reported_with_its_place(
    changes: dict[str, object], expected: str, small: dict[str, Any]
) -> None:
    """One change gives exactly one problem: where, what is wrong, what is valid."""
    assert problems_of(changed(small, changes)) == [expected]


@pytest.mark.parametrize(
    ("data", "found"),
    [
        (None, "null"),
        ([], "a list"),
        ("text", "text"),
        (1, "a number"),
        (False, "true or false"),
        (object(), "object"),
    ],
)
def test_data_that_is_no_table_is_refused(data: object, found: str) -> None:
    """Whatever a parser returned, the kind that was found is named."""
    assert problems_of(data) == [f"(top): expected a table of keys, found {found}"]


@pytest.mark.parametrize(
    ("data", "expected"),
    [
        (
            {},
            ["label: missing", "families: missing; give at least one family with its tools"],
        ),
        (
            {"label": "x", "families": {}},
            ["families: empty; give at least one family with its tools"],
        ),
        (
            {"label": "x", "families": ["a"]},
            ["families: expected a table of tool lists, found a list"],
        ),
        (
            {"label": "x", "families": {"tools": ["a"]}, "phrasing": {}},
            [
                "phrasing.summary: missing",
                "phrasing.describe_partial: missing",
                "phrasing.describe_full: missing",
                f"phrasing.preview_loaded: {SIZE}nothing",
                f"phrasing.preview_unloaded: {SIZE}nothing",
                "phrasing.summary_counts_always_on: expected true or false, found nothing",
            ],
        ),
        (
            {"label": "x", "profiles": {"all": ["core"]}},
            [
                "families: missing; give at least one family with its tools",
                "profiles.all[0]: unknown family 'core'; valid: none",
                (
                    "base_family: no family is named 'core' (assumed, as there are named "
                    'profiles); valid: none, or "" for none'
                ),
            ],
        ),
    ],
)
def test_missing_parts_are_named(data: dict[str, Any], expected: list[str]) -> None:
    """All that is missing is said at once."""
    assert problems_of(data) == expected


UNSAFE = [
    "a|b",
    "a`b",
    "a\nb",
    "a\r\nb",
    "a\tb",
    "a<b",
    "a>b",
    "<family>",
    "a--b",
    "-->",
    "a{b",
    "{a}",
    "a}b",
    "a b",
    " a",
    "a ",
    "a\n",
    "a&amp;b",
    "a*b",
    "a[b]",
    "a\\b",
    'a"b',
    "a'b",
    "a,b",
    "a=b",
    "a#b",
    "a!b",
    "a$b",
    "a\x00b",
    "a\x1b[31mb",
    "a\u2028b",
    "a\ud800b",
    "a\u200bb",
    "aé",
    "-a",
    ".a",
]


@pytest.mark.parametrize("name", UNSAFE)
def test_a_name_that_could_break_markdown_is_refused(name: str, small: dict[str, Any]) -> None:
    """As a tool, a family, a profile or a label; once each, and shown escaped."""
    small["families"]["extra"] = [name]
    assert problems_of(small) == [f"families.extra[0]: {name!r} {TOOL}"]
    small["families"] = {"core": ["t_add"], name: ["t_sum"]}
    small["profiles"] = {"core": ["core"]}
    small["always_on"], small["total"] = [], 2
    (problem,) = problems_of(small)
    assert problem.startswith("families.")
    assert problem.endswith(f": {name!r} {GROUP}")
    assert problem.isprintable()
    del small["families"][name]
    small["families"]["extra"] = ["t_sum"]
    small["profiles"][name] = ["core", "extra"]
    (problem,) = problems_of(small)
    assert problem.startswith("profiles.")
    assert problem.endswith(f": {name!r} {GROUP}")
    del small["profiles"][name]
    small["label"] = name
    assert problems_of(small) == [f"label: {name!r} {LABEL}"]


def test_a_message_never_carries_raw_control_characters(small: dict[str, Any]) -> None:
    """Hostile names stand escaped in places, in lists of valid names and in messages."""
    hostile = "x\x1b[2J\n\ud800y"
    small["families"] = {"core": [hostile], hostile: [hostile]}
    small["profiles"] = {"core": ["core", "nope"], hostile: [hostile]}
    small["always_on"] = [hostile, "z"]
    small["base_family"] = hostile + "!"
    small["phrasing"]["summary"] = hostile
    small[hostile] = small["provenance"][hostile] = hostile
    problems = problems_of(small)
    assert len(problems) > 8
    assert [problem for problem in problems if not problem.isprintable()] == []


@pytest.mark.parametrize(
    "name", ["a", "A.b", "get_it", "a/b:c", "_x", "9", "a-b", "x" * 128, "mcp.server/tool-1"]
)
def test_tool_names_of_other_servers_are_taken(name: str) -> None:
    """What an MCP server may call a tool, as far as it is safe on a page."""
    edition = parse_edition({"label": "srv", "families": {"tools": [name]}}, "t")
    assert edition.tools == (name,)


# ---- Many problems at once ----------------------------------------------------------------------


def test_all_problems_are_reported_together(small: dict[str, Any]) -> None:
    """Each in its place, in the order of the data's parts, tone included."""
    data = changed(
        small,
        {
            "label": "a b",
            "what": "x\ny",
            "families.core": ["t_add", "t_get", 5, "a|b", "t_add"],
            "families.extra": [],
            "families.meta": ["t_help", "t_get", "u_log"],
            "always_on": ["t_hlep"],
            "profiles.core": ["cor"],
            "base_family": "corr",
            "phrasing.summary": "{visible",
            "phrasing.preview_loaded": 0,
            "total": 99,
            "provenance.source": 3,
            "extra": 1,
        },
    )
    assert problems_of(data) == [
        f"extra: unknown key; valid: {TOP_KEYS}",
        f"label: 'a b' {LABEL}",
        "what: control character '\\n' at character 2; remove it",
        "families.core[2]: expected text, found a number",
        f"families.core[3]: 'a|b' {TOOL}",
        "families.core[4]: tool 't_add' stands already at families.core[0]",
        "families.extra: empty; remove the family or give it a tool",
        "families.meta[1]: tool 't_get' stands already at families.core[1]",
        "profiles.core[0]: unknown family 'cor' (did you mean 'core'?); valid: core, extra, meta",
        (
            "base_family: no family is named 'corr' (did you mean 'core'?); "
            'valid: core, extra, meta, or "" for none'
        ),
        (
            "always_on[0]: no family holds the tool 't_hlep' (did you mean 't_help'?); "
            "add it to a family or remove it here"
        ),
        (
            "phrasing.summary: unbalanced brace '{' at character 1, near '{visible'; "
            "a placeholder is {name}"
        ),
        "phrasing.summary: the placeholder {label} is missing",
        "phrasing.summary: the placeholder {total} is missing",
        "phrasing.summary: the placeholder {unloaded} is missing",
        "phrasing.summary: the placeholder {visible} is missing",
        f"phrasing.preview_loaded: {SIZE}0",
        "provenance.source: expected text, found a number",
        "total: says 99, but the families hold 8 tools",
    ]


def test_a_tone_breach_is_reported_beside_other_problems(small: dict[str, Any]) -> None:
    """As long as the sentences can be computed, jargon in them does not wait for a second run."""
    small["total"] = 7
    small["phrasing"]["forbidden_in_describe"] = ["jargon", "more"]
    assert problems_of(small) == [
        "total: says 7, but the families hold 6 tools",
        (
            "phrasing.forbidden_in_describe: to_describe_to_user of profile 'core' holds the "
            "forbidden string 'more': '2 tools: add, get; 3 more: sum, stat'; reword the template, "
            "the tool names or strip_prefix"
        ),
    ]


def test_tone_is_not_judged_on_a_surface_that_is_unsound(small: dict[str, Any]) -> None:
    """With its base family misspelt, an edition has no sentences that could be trusted."""
    small["base_family"] = "meta1"
    small["phrasing"]["forbidden_in_describe"] = ["more"]
    assert problems_of(small) == [
        (
            "base_family: no family is named 'meta1' (did you mean 'meta'?); "
            'valid: core, extra, meta, or "" for none'
        )
    ]


def test_profiles_that_cannot_be_read_are_not_called_equal(small: dict[str, Any]) -> None:
    """Two empty profiles, and two with a value of a wrong type, are two problems each."""
    small["profiles"] |= {"a": [], "b": [], "c": [1], "d": [2]}
    assert problems_of(small) == [
        "profiles.a: empty; a profile holds at least one family",
        "profiles.b: empty; a profile holds at least one family",
        "profiles.c[0]: expected text, found a number",
        "profiles.d[0]: expected text, found a number",
    ]


def test_bad_values_in_one_list_are_reported_once_each(small: dict[str, Any]) -> None:
    """Two values of a wrong type are two problems, not duplicates of each other too."""
    small["phrasing"]["forbidden_in_describe"] = [1, 2, "ok", "ok", ""]
    place = "phrasing.forbidden_in_describe"
    assert problems_of(small) == [
        f"{place}[0]: expected text, found a number",
        f"{place}[1]: expected text, found a number",
        f"{place}[3]: 'ok' stands already at {place}[2]",
        f"{place}[4]: empty text",
    ]


def test_an_edition_with_too_many_profiles_is_refused_before_they_are_walked() -> None:
    """13 families are walked whole; 14, or 30 with 2**30 profiles, only without phrasing."""
    phrasing = {
        "summary": "{visible}{total}{label}{unloaded}",
        "describe_partial": "{n_loaded}{s}{preview_loaded}{ellipsis}{n_unloaded}{preview_unloaded}",
        "describe_full": "{n_loaded}{preview_loaded}{ellipsis}",
        "preview_loaded": 1,
        "preview_unloaded": 1,
        "summary_counts_always_on": True,
        "forbidden_in_describe": ["!"],
    }

    def flat(size: int) -> dict[str, Any]:
        return {"label": "x", "families": {f"f{n}": [f"t{n}"] for n in range(size)}}

    assert parse_edition(flat(13) | {"phrasing": phrasing}, "t").phrasing is not None
    assert len(parse_edition(flat(30), "t").families) == 30
    assert problems_of(flat(14) | {"phrasing": phrasing})[0].startswith("families: 14 families; ")
    assert problems_of(flat(30) | {"phrasing": phrasing}) == [
        "families: 30 families; an edition that phrases has at most 13, as every profile is checked"
    ]


@pytest.mark.parametrize("size", [1, 2, 1000])
def test_a_preview_may_show_from_one_to_a_thousand_names(size: int, small: dict[str, Any]) -> None:
    """Both ends of the range are in it."""
    small["phrasing"]["preview_loaded"] = small["phrasing"]["preview_unloaded"] = size
    phrasing = parse_edition(small, "t").phrasing
    assert phrasing is not None
    assert (phrasing.preview_loaded, phrasing.preview_unloaded) == (size, size)


# ---- What is taken ------------------------------------------------------------------------------


def test_a_valid_edition_keeps_every_part_in_order(small: dict[str, Any]) -> None:
    """Families, tools, profiles and phrasing come out as they went in."""
    edition = parse_edition(small, "t")
    assert (edition.label, edition.what) == ("small", "a small edition with every part")
    assert [(family.name, list(family.tools)) for family in edition] == list(
        small["families"].items()
    )
    assert edition.always_on == ("t_help",)
    assert {name: list(held) for name, held in edition.profiles.items()} == small["profiles"]
    assert edition.base_family == "core"
    assert edition.phrasing is not None
    for key, value in small["phrasing"].items():
        got = getattr(edition.phrasing, key)
        assert (list(got) if isinstance(got, tuple) else got) == value
    assert edition.provenance == small["provenance"]


def test_the_smallest_edition_is_a_label_and_a_tool_list() -> None:
    """The flat tool list of any server: no base, no profiles, no phrasing; the rest works."""
    edition = parse_edition({"label": "srv", "families": {"tools": ["b", "a"]}}, "t")
    assert edition == Edition(label="srv", what="", families=edition.families)
    assert (edition.base_family, edition.phrasing, edition.always_on) == (None, None, ())
    assert edition.tools == ("b", "a")
    counts = count(edition, parse_profile(edition, ""))
    assert (counts.visible, counts.total, counts.unloaded) == (2, 2, 0)
    with pytest.raises(NoPhrasingError):
        phrase(edition, parse_profile(edition, ""))


@pytest.mark.parametrize(
    ("changes", "base"),
    [
        ({}, "core"),
        ({"base_family": GONE}, "core"),
        ({"base_family": "", "profiles": {"some": ["meta"]}}, None),
        ({"base_family": None}, None),
        ({"base_family": GONE, "profiles": GONE}, None),
        ({"base_family": GONE, "profiles": {}}, None),
        ({"base_family": "meta", "profiles": {"full": ["core", "meta"]}}, "meta"),
    ],
)
def test_the_base_family_is_the_editions_to_name(
    changes: dict[str, object], base: str | None, small: dict[str, Any]
) -> None:
    """Named, none, or `core` where named profiles imply it."""
    assert parse_edition(changed(small, changes), "t").base_family == base


def test_later_changes_to_the_raw_data_change_no_edition(small: dict[str, Any]) -> None:
    """An edition shares no list and no table with what it was made from."""
    edition, same = parse_edition(small, "t"), parse_edition(copy.deepcopy(small), "t")
    small["families"]["core"].append("t_new")
    small["profiles"]["full"].clear()
    small["profiles"]["new"] = ["core"]
    small["provenance"].clear()
    small["phrasing"]["forbidden_in_describe"].append("x")
    assert edition == same


# ---- Whatever comes in --------------------------------------------------------------------------

json_values = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.sampled_from(["", "core", "t_add", "{visible}", "a|b", "\ud800"])
    | st.text(max_size=8),
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(
            st.sampled_from(["core", "families", "profiles", "label"]) | st.text(max_size=6),
            inner,
            max_size=4,
        )
    ),
    max_leaves=12,
)


def _parse_or_problems(data: object) -> Edition | None:
    """The edition, or None after an `EditionError` that holds problems and can be shown."""
    try:
        return parse_edition(data, "fuzz")
    except EditionError as raised:
        error = raised
    assert error.problems
    assert all(isinstance(problem, EditionProblem) for problem in error.problems)
    assert len(str(error).splitlines()) == len(error.problems) + 1
    assert str(error).encode()
    return None


@given(data=json_values)
@settings(max_examples=200)
def test_any_json_value_is_an_edition_or_an_edition_error(data: object) -> None:
    """No other exception comes out, and every message is one line that can be written."""
    _parse_or_problems(data)


@given(
    data=st.fixed_dictionaries(
        {},
        optional={
            "label": st.just("x") | json_values,
            "families": st.dictionaries(
                st.sampled_from(["core", "b", "c"]), st.lists(st.sampled_from("stuvw")), max_size=3
            )
            | json_values,
            "profiles": st.dictionaries(
                st.sampled_from(["core", "b", "all"]), st.lists(st.sampled_from(["core", "b"]))
            )
            | json_values,
            "base_family": st.sampled_from(["core", "b", ""]) | json_values,
            "always_on": st.lists(st.sampled_from("stuvw")) | json_values,
            "phrasing": json_values,
            "total": json_values,
            "provenance": json_values,
        },
    )
)
@settings(max_examples=200)
def test_data_that_looks_like_an_edition_is_one_or_an_edition_error(data: object) -> None:
    """What is accepted keeps the promise that each label reads back as its own profile."""
    edition = _parse_or_problems(data)
    if edition is not None:
        profiles = list(all_profiles(edition))
        assert [parse_profile(edition, profile.label) for profile in profiles] == profiles


def _places(value: object, place: tuple[object, ...] = ()) -> list[tuple[object, ...]]:
    found = [place]
    if isinstance(value, dict | list):
        items = value.items() if isinstance(value, dict) else enumerate(value)
        for key, inner in list(items):
            found += _places(inner, (*place, key))
    return found


@given(choose=st.data())
@settings(max_examples=200)
def test_one_broken_value_anywhere_is_an_edition_or_an_edition_error(
    choose: st.DataObject, raw_editions: dict[str, dict[str, Any]]
) -> None:
    """A shipped edition with any one value replaced never makes the parser stumble."""
    data: Any = copy.deepcopy(raw_editions["spec"])
    *parents, last = choose.draw(st.sampled_from(_places(data)[1:]))
    table: Any = functools.reduce(lambda found, key: found[key], parents, data)
    table[last] = choose.draw(json_values)
    _parse_or_problems(data)


# ---- Any edition that is accepted ---------------------------------------------------------------

TEMPLATE_SETS = (
    (
        "{visible}|{total}|{label}|{unloaded}|{label}",
        "{n_loaded} tool{s} ({preview_loaded}{ellipsis}), {n_unloaded}: {preview_unloaded}",
        "{n_loaded} tool{s}: {preview_loaded}{ellipsis}",
    ),
    (
        "({unloaded}) of {total}: {visible} — {label}",
        "{preview_unloaded}/{n_unloaded}/{ellipsis}{preview_loaded}{s}{n_loaded}",
        "{ellipsis}{preview_loaded}{n_loaded}{n_loaded}",
    ),
)


@st.composite
def valid_editions(draw: st.DrawFn) -> dict[str, Any]:
    """Raw data of an edition that must be accepted."""
    names = draw(st.lists(st.sampled_from("abcdefg"), min_size=1, max_size=5, unique=True))
    tools = draw(
        st.lists(
            st.from_regex(r"(m_|x)?[a-z]{1,3}", fullmatch=True),
            min_size=len(names),
            max_size=14,
            unique=True,
        )
    )
    cuts = draw(
        st.lists(
            st.integers(1, len(tools) - 1),
            min_size=len(names) - 1,
            max_size=len(names) - 1,
            unique=True,
        )
        if len(names) > 1
        else st.just([])
    )
    ends = [0, *sorted(cuts), len(tools)]
    families = {
        name: tools[start:end] for name, start, end in zip(names, ends, ends[1:], strict=False)
    }
    base = draw(st.sampled_from(["", *names]))
    always_on = draw(st.lists(st.sampled_from(tools), unique=True, max_size=3))
    sets = draw(st.lists(st.frozensets(st.sampled_from(names), min_size=1), max_size=4))
    profiles = {
        f"p{number}": draw(st.permutations(sorted(held)))
        for number, held in enumerate(dict.fromkeys(s | ({base} - {""}) for s in sets))
    }
    summary, partial, full = draw(st.sampled_from(TEMPLATE_SETS))
    return {
        "label": "drawn",
        "base_family": base,
        "families": families,
        "always_on": always_on,
        "profiles": profiles,
        "phrasing": {
            "summary": summary,
            "describe_partial": partial,
            "describe_full": full,
            "preview_loaded": draw(st.integers(1, 6)),
            "preview_unloaded": draw(st.integers(1, 6)),
            "strip_prefix": draw(st.sampled_from(["", "m_", "x"])),
            "summary_counts_always_on": draw(st.booleans()),
        },
    }


@given(raw=valid_editions())
@settings(max_examples=100)
def test_any_accepted_edition_phrases_as_the_oracle_says(
    raw: dict[str, Any], oracle_of: Callable[[dict[str, Any]], Any]
) -> None:
    """Sentences, labels, order and the way back from a label, for editions of any shape."""
    edition, oracle = parse_edition(raw, "drawn"), oracle_of(raw)
    profiles = list(all_profiles(edition))
    assert [frozenset(p.families) for p in profiles] == list(oracle.family_sets())
    for profile in profiles:
        chosen = frozenset(profile.families)
        phrases = phrase(edition, profile)
        assert (phrases.summary, phrases.to_describe_to_user) == oracle.sentences(chosen)
        assert profile.label == oracle.label(chosen)
        assert parse_profile(edition, profile.label) == profile
