"""What differs between two editions: every kind of change, alone and by chance."""

import subprocess
import sys
from collections.abc import Callable
from dataclasses import fields, replace
from typing import Any

import pytest
from hypothesis import given

from ai_memory_spec.drift.words import diff_words
from ai_memory_spec.editing import (
    EditionDiff,
    FamilySize,
    MovedTool,
    NameChanges,
    PlacedTool,
    ProfileChange,
    Reordered,
    SettingChange,
    diff_editions,
)
from ai_memory_spec.phrasing import Edition, make_profile, named_profiles, phrase
from tests.editing.worlds import editions_by_chance

MakeEdition = Callable[..., Edition]

FAMILIES = {"core": ["t_add", "t_get"], "extra": ["t_sum"], "meta": ["t_help", "t_stat"]}


def changes(before: Edition, after: Edition) -> dict[str, Any]:
    """The lists of changes that are not empty, by field."""
    diff = diff_editions(before, after)
    side_by_side = {"family_sizes", "counts", "templates", "sentences"}
    return {
        field.name: getattr(diff, field.name)
        for field in fields(diff)
        if field.name not in side_by_side
        and not isinstance(getattr(diff, field.name), str | int)
        and getattr(diff, field.name)
    }


# ---- One change at a time ----------------------------------------------------------------------

ONE_CHANGE: dict[str, tuple[dict[str, Any], dict[str, Any]]] = {
    "a tool added": (
        {"families": FAMILIES | {"extra": ["t_sum", "t_new"]}},
        {"added": (PlacedTool(tool="t_new", family="extra"),)},
    ),
    "a tool removed": (
        {"families": FAMILIES | {"core": ["t_add"]}},
        {"removed": (PlacedTool(tool="t_get", family="core"),)},
    ),
    "a tool moved": (
        {"families": FAMILIES | {"core": ["t_add"], "extra": ["t_sum", "t_get"]}},
        {"moved": (MovedTool(tool="t_get", before="core", after="extra"),)},
    ),
    "tools of a family in another order": (
        {"families": FAMILIES | {"core": ["t_get", "t_add"]}},
        {
            "reordered": (
                Reordered(family="core", before=("t_add", "t_get"), after=("t_get", "t_add")),
            )
        },
    ),
    "families in another order": (
        {"families": {name: FAMILIES[name] for name in ("core", "meta", "extra")}},
        {"reordered": (Reordered(family=None, before=("extra", "meta"), after=("meta", "extra")),)},
    ),
    "a family added": (
        {"families": FAMILIES | {"new": ["t_new"]}},
        {
            "added": (PlacedTool(tool="t_new", family="new"),),
            "families": NameChanges(added=("new",)),
        },
    ),
    "a family removed": (
        {
            "families": {"core": FAMILIES["core"], "meta": FAMILIES["meta"]},
            "profiles": {"core": ["core"], "full": ["core", "meta"]},
        },
        {
            "removed": (PlacedTool(tool="t_sum", family="extra"),),
            "families": NameChanges(removed=("extra",)),
            "profiles": (
                ProfileChange(
                    profile="full", before=("core", "extra", "meta"), after=("core", "meta")
                ),
            ),
        },
    ),
    "an always-on tool added": (
        {"always_on": ["t_help", "t_stat"]},
        {"always_on": NameChanges(added=("t_stat",))},
    ),
    "no always-on tool": ({"always_on": []}, {"always_on": NameChanges(removed=("t_help",))}),
    "a profile added": (
        {"profiles": {"core": ["core"], "some": ["core", "extra"], "full": [*FAMILIES]}},
        {
            "profiles": (ProfileChange(profile="some", before=None, after=("core", "extra")),),
        },
    ),
    "a profile removed": (
        {"profiles": {"core": ["core"]}},
        {"profiles": (ProfileChange(profile="full", before=(*FAMILIES,), after=None),)},
    ),
    "no base family": (
        {"base_family": ""},
        {"settings": (SettingChange(setting="base_family", before="core", after=None),)},
    ),
    "the other counting rule": (
        {"phrasing__summary_counts_always_on": False},
        {
            "settings": (
                SettingChange(setting="summary_counts_always_on", before="true", after="false"),
            )
        },
    ),
    "another preview size": (
        {"phrasing__preview_unloaded": 9},
        {"settings": (SettingChange(setting="preview_unloaded", before="2", after="9"),)},
    ),
    "no prefix": (
        {"phrasing__strip_prefix": "", "phrasing__forbidden_in_describe": []},
        {
            "settings": (SettingChange(setting="strip_prefix", before="t_", after=""),),
            "forbidden": NameChanges(removed=("t_",)),
        },
    ),
    "a forbidden string": (
        {"phrasing__forbidden_in_describe": ["t_", "jargon"]},
        {"forbidden": NameChanges(added=("jargon",))},
    ),
}


@pytest.mark.parametrize("name", ONE_CHANGE)
def test_one_change_is_one_entry(make_edition: MakeEdition, name: str) -> None:
    """Each kind of change is told by its own field, and by no other."""
    changed, expected = ONE_CHANGE[name]
    assert changes(make_edition(), make_edition(**changed)) == expected
    assert diff_editions(make_edition(), make_edition(**changed)).differs


@pytest.mark.parametrize(
    "changed",
    [
        {"label": "other"},
        {"what": "another line"},
        {"provenance": {"source": "elsewhere"}},
        {"profiles": {"core": ["core"], "full": ["meta", "core", "extra"]}},
    ],
)
def test_what_is_no_part_of_the_contract_is_no_difference(
    make_edition: MakeEdition, changed: dict[str, Any]
) -> None:
    """Label, description and provenance; and the order in which a profile lists its families."""
    diff = diff_editions(make_edition(), make_edition(**changed))
    assert not diff.differs
    assert changes(make_edition(), make_edition(**changed)) == {}


def test_the_ends_of_an_order_that_did_not_change_are_left_out(make_edition: MakeEdition) -> None:
    """Of a long family only the part between the first and the last changed place is shown."""
    before = make_edition(families=FAMILIES | {"extra": ["a", "b", "c", "d", "e"]})
    after = make_edition(families=FAMILIES | {"extra": ["a", "c", "b", "new", "d", "e"]})
    assert diff_editions(before, after).reordered == (
        Reordered(family="extra", before=("b", "c"), after=("c", "b")),
    )


def test_family_sizes_stand_side_by_side(make_edition: MakeEdition) -> None:
    """Every family of either edition, changed or not, in the first edition's order."""
    after = make_edition(
        families={"new": ["t_new"], "core": ["t_add"], "meta": ["t_help", "t_stat"]},
        profiles={"core": ["core"]},
    )
    sizes = diff_editions(make_edition(), after).family_sizes
    assert sizes == (
        FamilySize(family="core", before=2, after=1),
        FamilySize(family="extra", before=1, after=None),
        FamilySize(family="meta", before=2, after=2),
        FamilySize(family="new", before=None, after=1),
    )
    assert [size.changed for size in sizes] == [True, True, False, True]


def test_templates_and_sentences_stand_side_by_side(make_edition: MakeEdition) -> None:
    """A changed template shows in its own entry and in the sentences that it fills."""
    before = make_edition()
    after = make_edition(phrasing__describe_full="All {n_loaded} ({preview_loaded}{ellipsis}).")
    diff = diff_editions(before, after)
    assert [pair.name for pair in diff.templates if pair.changed] == ["describe_full"]
    assert [(pair.profile, pair.name, pair.before, pair.after) for pair in diff.sentences] == [
        (profile.label, field, getattr(phrase(before, profile), field), getattr(new, field))
        for profile in named_profiles(before)
        for new in [phrase(after, profile)]
        for field in ("summary", "to_describe_to_user")
    ]
    assert [(pair.profile, pair.name) for pair in diff.sentences if pair.changed] == [
        ("full", "to_describe_to_user")
    ]
    assert changes(before, after) == {}
    assert diff.differs


def test_a_side_without_phrasing_has_no_texts(make_edition: MakeEdition) -> None:
    """Counts are there nevertheless."""
    diff = diff_editions(make_edition(phrasing=None), make_edition())
    assert {pair.before for pair in (*diff.templates, *diff.sentences)} == {None}
    assert len(diff.templates) == 3
    assert len(diff.sentences) == 4
    assert all(pair.before == pair.after for pair in diff.counts)
    assert diff.differs


def test_editions_without_phrasing_have_no_texts_at_all(make_edition: MakeEdition) -> None:
    """Nothing is made up."""
    diff = diff_editions(make_edition(phrasing=None), make_edition(phrasing=None))
    assert (diff.templates, diff.sentences) == ((), ())
    assert not diff.differs


# ---- The shipped editions ----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("before", "after", "numbers"),
    [
        ("spec", "0.10.0", (51, 101, 50, 0, 0)),
        ("0.6.4", "spec", (43, 51, 8, 0, 0)),
        ("spec", "0.7.0", (51, 74, 23, 0, 0)),
        ("0.7.0", "0.8.0", (74, 100, 26, 0, 0)),
        ("0.8.0", "0.9.0", (100, 101, 1, 0, 0)),
        ("0.9.0", "0.10.0", (101, 101, 0, 0, 0)),
    ],
)
def test_the_numbers_between_shipped_editions(
    editions: dict[str, Edition], before: str, after: str, numbers: tuple[int, ...]
) -> None:
    """Total before and after, added, removed, moved."""
    diff = diff_editions(editions[before], editions[after])
    found = (diff.total_before, diff.total_after)
    assert (*found, len(diff.added), len(diff.removed), len(diff.moved)) == numbers
    assert diff.differs == (before != "0.9.0")


def test_the_published_page_and_the_newest_release(editions: dict[str, Edition]) -> None:
    """The story of the site: counts of the specification's table, and the reworded summary."""
    diff = diff_editions(editions["spec"], editions["0.10.0"])
    spec = {pair.profile: pair.before for pair in diff.counts}
    assert {
        name: (counts.visible, counts.total, counts.unloaded, counts.n_loaded, counts.n_unloaded)
        for name, counts in spec.items()
        if counts
    } == {
        "core": (8, 51, 43, 7, 43),
        "graph": (19, 51, 32, 18, 32),
        "admin": (21, 51, 30, 20, 30),
        "power": (17, 51, 34, 16, 34),
        "full": (51, 51, 0, 50, 0),
    }
    changed = [pair for pair in diff.templates if pair.changed]
    assert [pair.name for pair in changed] == ["summary"]
    words = diff_words(changed[0].before or "", changed[0].after or "")
    assert [(change.before, change.after) for change in words if not change.same] == [
        ("", " memory")
    ]
    assert diff.settings == (
        SettingChange(setting="summary_counts_always_on", before="true", after="false"),
    )


# ---- By chance ---------------------------------------------------------------------------------


@given(editions_by_chance())
def test_an_edition_does_not_differ_from_itself(edition: Edition) -> None:
    """Nothing is reported, and both sides of all that is shown are alike."""
    diff = diff_editions(edition, edition)
    assert not diff.differs
    assert changes(edition, edition) == {}
    assert not any(pair.changed for pair in (*diff.counts, *diff.templates, *diff.sentences))


def turned(diff: EditionDiff) -> EditionDiff:
    """The same difference, told from the other side."""

    def sides(item: Any) -> Any:
        return replace(item, before=item.after, after=item.before)

    def names(item: NameChanges) -> NameChanges:
        return NameChanges(added=item.removed, removed=item.added)

    return replace(
        diff,
        before=diff.after,
        after=diff.before,
        total_before=diff.total_after,
        total_after=diff.total_before,
        added=diff.removed,
        removed=diff.added,
        families=names(diff.families),
        always_on=names(diff.always_on),
        forbidden=names(diff.forbidden),
        **{
            name: tuple(map(sides, getattr(diff, name)))
            for name in (
                *("moved", "reordered", "family_sizes", "profiles", "settings"),
                *("counts", "templates", "sentences"),
            )
        },
    )


def in_any_order(diff: EditionDiff) -> dict[str, Any]:
    """The fields, with lists as sets: each side lists in its own order."""
    values = {field.name: getattr(diff, field.name) for field in fields(diff)}
    for name in ("families", "always_on", "forbidden"):
        values[name] = (frozenset(values[name].added), frozenset(values[name].removed))
    return {
        name: frozenset(value) if isinstance(value, tuple) and name != "families" else value
        for name, value in values.items()
    }


@given(editions_by_chance(), editions_by_chance())
def test_the_other_way_round_says_the_same_from_the_other_side(
    one: Edition, other: Edition
) -> None:
    """What was added is removed, and every pair changes its sides."""
    there, back = diff_editions(one, other), diff_editions(other, one)
    assert in_any_order(turned(there)) == in_any_order(back)
    assert there.differs == back.differs


@given(editions_by_chance(), editions_by_chance())
def test_the_changes_lead_from_one_surface_to_the_other(one: Edition, other: Edition) -> None:
    """Removing, adding and moving tools in the first edition gives the second one's surface."""
    diff = diff_editions(one, other)
    place = dict(one.family_by_tool)
    for tool in diff.removed:
        assert place.pop(tool.tool) == tool.family
    for tool in diff.added:
        assert tool.tool not in place
        place[tool.tool] = tool.family
    for moved in diff.moved:
        assert place[moved.tool] == moved.before
        place[moved.tool] = moved.after
    assert place == dict(other.family_by_tool)
    assert {size.family: size.after for size in diff.family_sizes if size.after} == {
        family.name: len(family.tools) for family in other
    }


@given(editions_by_chance(), editions_by_chance())
def test_word_diffs_hold_both_texts(one: Edition, other: Edition) -> None:
    """Joined, the runs of each side give that side's sentence."""
    for pair in diff_editions(one, other).sentences:
        runs = list(diff_words(pair.before or "", pair.after or ""))
        assert "".join(run.before for run in runs) == (pair.before or "")
        assert "".join(run.after for run in runs) == (pair.after or "")


@given(editions_by_chance())
def test_every_sentence_is_the_cores_own(edition: Edition) -> None:
    """For each named profile, whatever its spelling."""
    for pair in diff_editions(edition, edition).sentences:
        profile = make_profile(edition, edition.profiles[pair.profile or ""])
        assert pair.after == getattr(phrase(edition, profile), pair.name)


def test_it_is_the_same_in_every_process() -> None:
    """No order of sets reaches the output."""
    program = (
        "from ai_memory_spec.editing import *; from ai_memory_spec.phrasing import *; "
        "print(diff_editions(load_edition('0.6.4'), load_edition('0.10.0')))"
    )
    said = {
        subprocess.run(
            [sys.executable, "-c", program],
            env={"PYTHONHASHSEED": seed, "PYTHONPATH": ":".join(sys.path)},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for seed in ("0", "1", "2")
    }
    assert len(said) == 1
