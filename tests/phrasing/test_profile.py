"""How a profile is written, what it is called, and in which order profiles come."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ai_memory_spec.phrasing import (
    BLANKS,
    Edition,
    Profile,
    ProfileCaseError,
    ProfileError,
    UnknownFamilyError,
    UnknownProfileError,
    all_profiles,
    load_edition,
    make_profile,
    named_profiles,
    parse_edition,
    parse_profile,
    quote,
)

FAMILIES = ("core", "lifecycle", "graph", "governance", "power", "meta", "archive", "other")
NAMED = {
    "core": ("core",),
    "graph": ("core", "graph"),
    "admin": ("core", "lifecycle", "governance"),
    "power": ("core", "power"),
    "full": FAMILIES,
}
VALID = (
    "Valid profiles: core, graph, admin, power, full. "
    "Valid families: core, lifecycle, graph, governance, power, meta, archive, other."
)


@pytest.fixture(scope="module")
def spec() -> Edition:
    """The default edition."""
    return load_edition()


@pytest.fixture
def flat() -> Edition:
    """The tool list of some MCP server: one family, no profiles, no phrasing."""
    return parse_edition({"label": "srv", "families": {"tools": ["a.b", "GetIt", "c/d"]}}, "t")


# ---- What a spelling means ----------------------------------------------------------------------


@pytest.mark.requirement(
    "profiles.parse.blanks",
    "profiles.parse.empty",
    "profiles.parse.mix",
    "profiles.parse.full",
    "profiles.base",
    "profiles.label",
)
@pytest.mark.parametrize(
    ("text", "families", "label"),
    [
        # names of profiles and of families
        ("core", ("core",), "core"),
        ("graph", ("core", "graph"), "graph"),
        ("admin", ("core", "lifecycle", "governance"), "admin"),
        ("power", ("core", "power"), "power"),
        ("full", FAMILIES, "full"),
        ("archive", ("core", "archive"), "core,archive"),
        ("other", ("core", "other"), "core,other"),
        ("lifecycle", ("core", "lifecycle"), "core,lifecycle"),
        # lists, in any order, mixing both
        ("core,archive", ("core", "archive"), "core,archive"),
        ("archive,core", ("core", "archive"), "core,archive"),
        ("governance,lifecycle", ("core", "lifecycle", "governance"), "admin"),
        ("other,meta,graph", ("core", "graph", "meta", "other"), "core,graph,meta,other"),
        (
            "admin,power",
            ("core", "lifecycle", "governance", "power"),
            "core,lifecycle,governance,power",
        ),
        ("admin,graph", FAMILIES[:4], "core,lifecycle,graph,governance"),
        (",".join(FAMILIES), FAMILIES, "full"),
        ("other,archive,meta,power,graph,admin", FAMILIES, "full"),
        # the empty string, and nothing but commas and blanks
        ("", ("core",), "core"),
        ("   ", ("core",), "core"),
        (",", ("core",), "core"),
        (" , ,, ", ("core",), "core"),
        ("\t\n", ("core",), "core"),
        # blanks and empty tokens
        ("  graph  ", ("core", "graph"), "graph"),
        (" core , archive ", ("core", "archive"), "core,archive"),
        (",,archive,,", ("core", "archive"), "core,archive"),
        ("graph\n", ("core", "graph"), "graph"),
        ("\u3000graph\u2003,\u00a0\x85archive\u2028", ("core", "graph", "archive"), None),
        ("\v\f\r", ("core",), "core"),
        # duplicates merge
        ("graph,graph", ("core", "graph"), "graph"),
        ("core,core,core", ("core",), "core"),
        ("power,core,power,core", ("core", "power"), "power"),
        # the first `full` ends the reading
        ("full,bogus", FAMILIES, "full"),
        ("core,full", FAMILIES, "full"),
        ("archive, full ,bogus,,nonsense", FAMILIES, "full"),
        ("full,full", FAMILIES, "full"),
    ],
)
def test_a_spelling_gives_its_families_and_label(
    text: str, families: tuple[str, ...], label: str | None, spec: Edition
) -> None:
    """The base family is in, order is the edition's, and a named set has its name."""
    profile = parse_profile(spec, text)
    assert (profile.families, profile.label) == (families, label or ",".join(families))
    assert str(profile) == profile.label


@pytest.mark.requirement("profiles.parse.full", "profiles.parse.mix", "profiles.label")
def test_the_parsing_rules_hold_in_every_edition(editions: dict[str, Edition]) -> None:
    """The five named profiles hold the same families everywhere, in order of declaration."""
    for edition in editions.values():
        assert edition.family_names == FAMILIES
        assert edition.base_family == "core"
        assert {p.label: p.families for p in named_profiles(edition)} == NAMED
        assert [p.label for p in named_profiles(edition)] == list(NAMED)


def test_all_eight_families_do_not_end_the_reading_without_the_word_full(spec: Edition) -> None:
    """Only the token `full` ends it: a list that amounts to all families is read on."""
    with pytest.raises(UnknownProfileError):
        parse_profile(spec, ",".join(FAMILIES) + ",bogus")


@pytest.mark.requirement("profiles.parse.blanks")
def test_blanks_are_the_white_space_of_unicode() -> None:
    """All that `str.isspace` knows but the four separators, which are no White_Space."""
    separators = set("\x1c\x1d\x1e\x1f")
    assert set(BLANKS) == {c for c in map(chr, range(0x110000)) if c.isspace()} - separators


# ---- Errors -------------------------------------------------------------------------------------


@pytest.mark.requirement("profiles.parse.unknown")
@pytest.mark.parametrize(
    ("text", "token", "hint"),
    [
        ("bogus", "bogus", ""),
        ("a" * 64 + "rchive", "a" * 64 + "rchive", ""),
        ("bogus,full", "bogus", ""),
        ("core,bogus,full", "bogus", ""),
        ("nope,bogus", "nope", ""),
        ("grahp", "grahp", " (did you mean 'graph'?)"),
        ("core, archives", "archives", " (did you mean 'archive'?)"),
        ("fulll", "fulll", " (did you mean 'full'?)"),
        ("core archive", "core archive", " (did you mean 'archive'?)"),
        ("core;archive", "core;archive", " (did you mean 'archive'?)"),
        ("co re", "co re", " (did you mean 'core'?)"),
        ("cor\u0435", "cor\u0435", " (did you mean 'core'?)"),  # the last letter is Cyrillic
        ("É", "É", ""),  # upper case, but not ASCII
        ("core,ΩΩ", "ΩΩ", ""),
        ("--profile=core", "--profile=core", ""),
        ("a'b", "a'b", ""),
        # no blanks: a separator of old, a byte-order mark, a space without width
        ("\x1fzz", "\x1fzz", ""),
        ("core,\x1c", "\x1c", ""),
        ("\ufeff", "\ufeff", ""),
        ("zz\u200b", "zz\u200b", ""),
        ("a\x1b[31mb", "a\x1b[31mb", ""),
    ],
)
def test_an_unknown_token_lists_the_valid_names(
    text: str, token: str, hint: str, spec: Edition
) -> None:
    """The first unknown token is named, with the valid profiles and families and the nearest."""
    with pytest.raises(UnknownProfileError) as caught:
        parse_profile(spec, text)
    assert str(caught.value) == f"unknown profile or family {quote(token)}{hint}. {VALID}"
    assert (caught.value.token, caught.value.profiles) == (token, tuple(NAMED))
    assert caught.value.families == FAMILIES


@pytest.mark.requirement("profiles.parse.case")
@pytest.mark.parametrize(
    ("text", "hint"),
    [
        ("Core", " Write 'core'."),
        ("CORE", " Write 'core'."),
        ("core,Archive", " Write 'core,archive'."),
        ("Core, Archive", " Write 'core,archive'."),
        ("Grpah", " Write 'graph'."),
        # the case error comes first, whatever else is wrong and wherever the letter stands
        ("full,BOGUS", ""),
        ("bogus,Core", ""),
        ("Bogus", ""),
        ("X", ""),
        ("core,,Z,", ""),
        (" Full ", " Write 'full'."),
        ("Full,", " Write 'full,'."),
    ],
)
def test_an_upper_case_letter_is_an_error_of_its_own(text: str, hint: str, spec: Edition) -> None:
    """It is found before any token is read; the spelling to use follows where there is one."""
    with pytest.raises(ProfileCaseError) as caught:
        parse_profile(spec, text)
    assert str(caught.value) == (
        f"profile {quote(text)} has an upper-case letter; profile and family names are lower case."
        f"{hint} {VALID}"
    )
    assert (caught.value.text, caught.value.profiles) == (text, tuple(NAMED))
    assert caught.value.families == FAMILIES


@pytest.mark.requirement("profiles.parse.case")
def test_every_ascii_upper_case_letter_is_refused_and_no_other_letter_is(spec: Edition) -> None:
    """A to Z give the case error; every other character gives it never."""
    for code in range(0x250):
        with pytest.raises(ProfileError) as caught:
            parse_profile(spec, f"x{chr(code)}x")
        upper = 65 <= code <= 90
        assert type(caught.value) is (ProfileCaseError if upper else UnknownProfileError)


def test_a_family_that_the_edition_lacks_cannot_be_made_a_profile(spec: Edition) -> None:
    """`make_profile` names the first unknown family in the order given."""
    with pytest.raises(UnknownFamilyError) as caught:
        make_profile(spec, ["core", "achive", "bogus"])
    assert str(caught.value) == (
        "edition 'spec' has no family 'achive' (did you mean 'archive'?). Valid families: "
        "core, lifecycle, graph, governance, power, meta, archive, other."
    )
    assert (caught.value.family, caught.value.edition) == ("achive", "spec")


# ---- One set, one profile -----------------------------------------------------------------------

blanks = st.text(alphabet=" \t\n\r\u00a0\u2003", max_size=3)
free_families = st.frozensets(st.sampled_from(FAMILIES[1:]))


@st.composite
def spellings(draw: st.DrawFn) -> tuple[frozenset[str], str]:
    """A family set and one way to write it: any order, duplicates, blanks, profile names."""
    chosen = draw(free_families) | {"core"}
    usable = [*chosen, *(name for name, held in NAMED.items() if chosen.issuperset(held))]
    extra = draw(st.lists(st.sampled_from(["", *usable]), max_size=6))
    tokens = draw(st.permutations([*(chosen - {"core"}), *extra]))
    if draw(st.booleans()) and chosen == set(FAMILIES):
        rest = st.lists(st.text(alphabet="abz-_.é'\"{|", max_size=5), max_size=3)
        tokens = [*draw(st.permutations(tokens[:3])), "full", *draw(rest)]
    return chosen, ",".join(draw(blanks) + token + draw(blanks) for token in tokens)


@pytest.mark.requirement("profiles.same-set")
@given(spelling=spellings())
def test_all_spellings_of_a_set_are_equal_and_hash_equal(
    spelling: tuple[frozenset[str], str], spec: Edition
) -> None:
    """'Two spellings of one family set are the same profile.'"""
    chosen, text = spelling
    profile, same = parse_profile(spec, text), make_profile(spec, sorted(chosen, reverse=True))
    assert profile == same
    assert hash(profile) == hash(same)
    assert len({profile, same, parse_profile(spec, profile.label)}) == 1
    assert frozenset(profile.families) == chosen


@given(
    tokens=st.lists(
        st.one_of(
            st.sampled_from([*FAMILIES, *NAMED, "", "bogus", "Core", "full", "grap"]),
            st.text(max_size=4),
        ),
        max_size=6,
    )
)
@settings(max_examples=200)
def test_any_text_is_read_as_the_rules_say_or_refused_by_them(
    tokens: list[str], spec: Edition
) -> None:
    """A second reading, written from the rules as prose, agrees about result and error."""
    text = ",".join(tokens)
    expected: object
    if re.search("[A-Z]", text):
        expected = ProfileCaseError
    else:
        stripped = [
            re.sub(r"\A[^\S\x1c-\x1f]+|[^\S\x1c-\x1f]+\Z", "", token) for token in text.split(",")
        ]
        if "full" in stripped:
            stripped = stripped[: stripped.index("full") + 1]
        unknown = [t for t in stripped if t and t not in FAMILIES and t not in NAMED]
        meant = {family for t in stripped for family in NAMED.get(t, (t,))} | {"core"}
        expected = UnknownProfileError if unknown else meant - {""}
    try:
        result: object = set(parse_profile(spec, text).families)
    except ProfileError as error:
        result = type(error)
    assert result == expected


@pytest.mark.requirement("profiles.label")
def test_every_label_reads_back_as_its_own_profile(editions: dict[str, Edition]) -> None:
    """`parse(label) == profile` for all 128 profiles of every edition."""
    for edition in editions.values():
        profiles = list(all_profiles(edition))
        assert [parse_profile(edition, p.label) for p in profiles] == profiles
        assert len({p.label for p in profiles}) == len(profiles) == 128


def test_different_sets_are_different_profiles(spec: Edition) -> None:
    """All 128 differ as values, in hash and in label."""
    profiles = list(all_profiles(spec))
    assert len(set(profiles)) == len({frozenset(p.families) for p in profiles}) == 128
    assert Profile(families=("core",), label="core") == profiles[0]


# ---- The order of profiles ----------------------------------------------------------------------


def test_profiles_come_in_the_order_of_a_binary_counter(
    editions: dict[str, Edition],
    raw_editions: dict[str, dict[str, Any]],
    oracle_of: Callable[[dict[str, Any]], Any],
) -> None:
    """From `core` to `full`, the first free family switching fastest."""
    for label, edition in editions.items():
        walked = [frozenset(profile.families) for profile in all_profiles(edition)]
        assert walked == list(oracle_of(raw_editions[label]).family_sets())
        assert [profile.label for profile in all_profiles(edition)][:5] == [
            "core",
            "core,lifecycle",
            "graph",
            "core,lifecycle,graph",
            "core,governance",
        ]
        assert list(all_profiles(edition))[-1].label == "full"


# ---- Other base families, and none --------------------------------------------------------------


@pytest.mark.requirement("profiles.base")
def test_another_base_family_is_in_every_profile(small: dict[str, Any]) -> None:
    """The edition names its base; it keeps its place in the order."""
    small["base_family"] = "extra"
    small["profiles"] = {"most": ["extra", "core"]}
    edition = parse_edition(small, "t")
    assert [p.families for p in all_profiles(edition)] == [
        ("extra",),
        ("core", "extra"),
        ("extra", "meta"),
        ("core", "extra", "meta"),
    ]
    assert parse_profile(edition, "").label == "extra"
    assert parse_profile(edition, "core").label == "most"
    assert parse_profile(edition, "meta").label == "extra,meta"


def test_without_a_base_family_the_empty_text_means_every_family(small: dict[str, Any]) -> None:
    """Nothing is added to a set, and the empty set is no profile."""
    small["base_family"] = ""
    small["profiles"] = {"full": ["core", "extra", "meta"]}
    edition = parse_edition(small, "t")
    assert [p.label for p in all_profiles(edition)] == [
        "core",
        "extra",
        "core,extra",
        "meta",
        "core,meta",
        "extra,meta",
        "full",
    ]
    assert parse_profile(edition, " , ").label == "full"
    assert parse_profile(edition, "extra").families == ("extra",)
    assert [parse_profile(edition, p.label) for p in all_profiles(edition)] == list(
        all_profiles(edition)
    )


def test_a_flat_edition_has_one_profile(flat: Edition) -> None:
    """One family, no profile names: its family is all there is."""
    (only,) = all_profiles(flat)
    assert (only.families, only.label) == (("tools",), "tools")
    assert named_profiles(flat) == ()
    for text in ("", "tools", " tools , tools", ","):
        assert parse_profile(flat, text) == only
    with pytest.raises(UnknownProfileError) as unknown:
        parse_profile(flat, "full")
    assert str(unknown.value) == "unknown profile or family 'full'. Valid families: tools."
    with pytest.raises(ProfileCaseError) as case:
        parse_profile(flat, "Tools")
    assert str(case.value) == (
        "profile 'Tools' has an upper-case letter; profile and family names are lower case. "
        "Write 'tools'. Valid families: tools."
    )
