"""The values: frozen through and through, comparable, and easy to ask."""

import dataclasses
from typing import Any

import pytest

from ai_memory_spec.phrasing import (
    COUNT_NAMES,
    DESCRIBE_VARIABLES,
    FIELDS,
    SUMMARY_VARIABLES,
    TEMPLATE_NAMES,
    Edition,
    EditionProblem,
    Family,
    ToneBreach,
    count,
    load_edition,
    parse_edition,
    parse_profile,
    phrase,
    phrasing_of,
    placeholders,
)


def _values() -> list[Any]:
    edition = load_edition()
    profile = parse_profile(edition, "graph")
    return [
        edition,
        edition.families[0],
        phrasing_of(edition),
        profile,
        count(edition, profile),
        phrase(edition, profile),
        SUMMARY_VARIABLES[0],
        ToneBreach(forbidden="a", profile="b", sentence="c"),
        EditionProblem(place="a", message="b"),
    ]


@pytest.mark.parametrize("value", _values(), ids=lambda value: type(value).__name__)
def test_a_value_cannot_be_changed(value: Any) -> None:
    """No field can be set, deleted or changed in place; tuples and read-only tables all down."""
    assert isinstance(value, Edition) or not hasattr(value, "__dict__")
    for field in dataclasses.fields(value):
        assert field.kw_only, f"{field.name} could be given by position and mixed up"
        with pytest.raises(dataclasses.FrozenInstanceError):
            setattr(value, field.name, None)
        with pytest.raises(dataclasses.FrozenInstanceError):
            delattr(value, field.name)
        inner = getattr(value, field.name)
        assert not isinstance(inner, list | set | dict), field.name
        if hasattr(inner, "keys"):
            with pytest.raises(TypeError):
                inner["new"] = 1
    with pytest.raises((dataclasses.FrozenInstanceError, TypeError, AttributeError)):
        value.brand_new = 1


@pytest.mark.parametrize(
    ("value", "twin"),
    list(zip(_values(), _values(), strict=True)),
    ids=lambda value: type(value).__name__,
)
def test_equal_values_hash_equal(value: Any, twin: Any) -> None:
    """Made twice from the same data, two values are one in a set."""
    assert value is not twin or value in SUMMARY_VARIABLES
    assert value == twin
    assert hash(value) == hash(twin)
    assert len({value, twin}) == 1


@pytest.mark.parametrize(
    "change",
    [
        {"label": "other"},
        {"what": "other"},
        {"profiles": {"all": ["core", "extra", "meta"]}},
        {"always_on": []},
        {"provenance": {}},
    ],
)
def test_editions_that_differ_anywhere_are_not_equal(
    change: dict[str, object], small: dict[str, Any]
) -> None:
    """The tables count, though they take no part in the hash."""
    assert parse_edition(small, "t") != parse_edition(small | change, "t")


def test_the_order_of_families_and_tools_is_part_of_an_edition(small: dict[str, Any]) -> None:
    """Two orders are two editions."""
    turned = small | {"families": dict(reversed(small["families"].items()))}
    assert parse_edition(small, "t") != parse_edition(turned, "t")
    assert parse_edition(turned, "t").family_names == ("meta", "extra", "core")


def test_an_edition_answers_for_its_families_and_tools(small: dict[str, Any]) -> None:
    """Names, tools and the family of a tool, all in order."""
    edition = parse_edition(small, "t")
    assert edition.family_names == ("core", "extra", "meta")
    assert edition.tools == ("t_add", "t_get", "t_sum", "t_help", "t_stat", "u_log")
    assert list(edition) == list(edition.families)
    assert edition.family("extra") == Family(name="extra", tools=("t_sum",))
    assert dict(edition.family_by_tool) == {
        "t_add": "core",
        "t_get": "core",
        "t_sum": "extra",
        "t_help": "meta",
        "t_stat": "meta",
        "u_log": "meta",
    }
    with pytest.raises(TypeError):
        edition.family_by_tool["x"] = "y"  # type: ignore[index]
    with pytest.raises(KeyError, match=r"^'extr'$"):
        edition.family("extr")


def test_the_templates_stand_under_their_names(editions: dict[str, Edition]) -> None:
    """All three, in order, read-only."""
    phrasing = phrasing_of(editions["spec"])
    assert tuple(phrasing.templates) == TEMPLATE_NAMES
    assert phrasing.templates["summary"] == phrasing.summary
    with pytest.raises(TypeError):
        phrasing.templates["summary"] = ""  # type: ignore[index]


def test_names_of_fields_counts_and_variables_are_the_contracts() -> None:
    """What pages and reports may ask for, in order."""
    assert FIELDS == ("summary", "to_describe_to_user")
    assert COUNT_NAMES == ("visible", "total", "unloaded", "n_loaded", "n_unloaded")
    assert [variable.name for variable in SUMMARY_VARIABLES] == [
        "visible",
        "total",
        "label",
        "unloaded",
    ]
    assert sorted(variable.name for variable in DESCRIBE_VARIABLES) == [
        "ellipsis",
        "n_loaded",
        "n_unloaded",
        "preview_loaded",
        "preview_unloaded",
        "s",
    ]
    for variable in (*SUMMARY_VARIABLES, *DESCRIBE_VARIABLES):
        assert variable.meaning.endswith(".")
        assert variable.meaning.isprintable()


def test_variables_are_exactly_what_the_templates_use(editions: dict[str, Edition]) -> None:
    """Each variable stands in a template, each placeholder has a value and a meaning."""
    for edition in editions.values():
        if edition.phrasing is None:
            continue
        summary = set(placeholders(edition.phrasing.summary))
        describe = {
            *placeholders(edition.phrasing.describe_partial),
            *placeholders(edition.phrasing.describe_full),
        }
        assert summary == {variable.name for variable in SUMMARY_VARIABLES}
        assert describe == {variable.name for variable in DESCRIBE_VARIABLES}
        phrases = phrase(edition, parse_profile(edition, "core"))
        assert set(phrases.variables) == summary | describe
