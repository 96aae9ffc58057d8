"""Which family fits an intent."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ai_memory_spec.phrasing import Edition, load_edition, parse_edition
from ai_memory_spec.server.smart_load import Choice, choose_family

SPEC = load_edition("spec")
NEWEST = load_edition("0.10.0")


@pytest.mark.parametrize(
    ("intent", "family"),
    [
        ("remember something", "core"),
        ("search for a word", "core"),
        ("delete a memory", "lifecycle"),
        ("please remove this memory", "lifecycle"),
        ("forgetting about things", "lifecycle"),
        ("run the garbage collection", "lifecycle"),
        ("show me how things are connected", "graph"),
        ("relationships between entities", "graph"),
        ("find a path from a to b", "graph"),
        ("load the graph family", "graph"),
        ("approve pending requests", "governance"),
        ("DENY it", "governance"),
        ("find contradictions", "power"),
        ("merge duplicate memories", "power"),
        ("tag memories automatically", "power"),
        ("who are the agents?", "meta"),
        ("some statistics", "meta"),
        ("restore archived memories", "archive"),
        ("list what is old", "archive"),
        ("notify me", "other"),
        ("notify another agent", "other"),
        ("subscribe to changes", "governance"),
        ("delete old memories", "lifecycle"),
        ("tag this note automatically", "power"),
        ("i do not want to delete anything", "lifecycle"),
        ("do not lose this note", "core"),
        ("memory_kg_query", "graph"),
    ],
)
@pytest.mark.parametrize("edition", [SPEC, NEWEST], ids=lambda edition: edition.label)
def test_plain_language_finds_its_family(edition: Edition, intent: str, family: str) -> None:
    """The vocabulary is that of the tools' names, and plain words for it."""
    choice = choose_family(edition, intent)
    assert (choice.family, choice.source) == (family, "keyword")


@pytest.mark.parametrize("edition", [SPEC, NEWEST], ids=lambda edition: edition.label)
def test_name_of_a_tool_or_family_finds_it(edition: Edition) -> None:
    """Every tool, by its full name or by the words of it."""
    for family in edition:
        assert choose_family(edition, f"use {family.name} now").family == family.name
    for tool, family in edition.family_by_tool.items():
        assert choose_family(edition, tool).family == family
        words = tool.removeprefix("memory_").replace("_", " ")
        assert choose_family(edition, f"I want to {words}").family == family


@pytest.mark.parametrize(
    "intent",
    ["", "   ", "hello there", "do not", "Not this!", "memory tool", "löschen", "—", "x" * 9999],
)
def test_nothing_that_fits_falls_back_to_the_base_family(intent: str) -> None:
    """And says so."""
    assert choose_family(SPEC, intent) == Choice(
        family="core",
        source="fallback",
        reason="no word of the intent names a tool or a family, so it falls back to core",
    )


def test_reason_names_the_words_and_their_tools() -> None:
    """One sentence, in the order of the intent."""
    assert choose_family(SPEC, "Merge what the archive holds, then check duplicates").reason == (
        "'merge' names memory_consolidate; 'check' names memory_check_duplicate; "
        "'duplicates' names memory_check_duplicate"
    )
    assert choose_family(SPEC, "archive").reason == "'archive' names the family"


def test_families_with_equal_points_keep_their_order() -> None:
    """The first in the edition's order."""
    raw = {"families": {"b": ["t_find_x"], "a": ["t_find_y"]}, "label": "two"}
    assert choose_family(parse_edition(raw, "test"), "find it").family == "b"


def test_edition_without_base_family_falls_back_to_the_first() -> None:
    """A flat list of tools is an edition too."""
    raw = {"families": {"b": ["t_x"], "a": ["t_y"]}, "label": "two"}
    assert choose_family(parse_edition(raw, "test"), "nothing").family == "b"


@given(st.text(), st.permutations(["delete", "archive", "link", "approve"]))
def test_choice_depends_on_nothing_else(noise: str, words: list[str]) -> None:
    """The same words, the same family; any text is accepted."""
    choose_family(SPEC, noise)
    intent = " ".join(words)
    assert choose_family(SPEC, intent) == choose_family(SPEC, intent)
    # "archive" names a family, which counts more than the other words, wherever it stands.
    assert choose_family(SPEC, intent).family == "archive"
