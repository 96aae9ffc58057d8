"""The file of requirements: read into typed values, every fault named."""

import pytest

from ai_memory_spec.conformance import (
    Level,
    RequirementsError,
    UnknownRequirementError,
    load_requirements,
    parse_requirements,
)
from ai_memory_spec.conformance.checks import CHECKS

Entry = dict[str, object]
ENTRY: Entry = {"id": "a.b", "level": "MUST", "clause": "A1, x", "statement": "It is so."}


def test_the_shipped_file_is_sound() -> None:
    """Every requirement has a check, and every check a requirement."""
    requirements = load_requirements()
    assert set(requirements.by_id) == set(CHECKS)
    assert requirements.clauses == ("Profiles", "On the wire", "A1", "A2", "A3", "A4", "A5")
    assert {item.level for item in requirements.all} == {Level.MUST, Level.SHOULD}
    assert sum(len(requirements.of_clause(name)) for name in requirements.clauses) == len(
        requirements.all
    )


def test_an_earlier_id_leads_to_the_present_one() -> None:
    """Whoever linked to an old id finds the requirement."""
    found = parse_requirements({"requirement": [ENTRY | {"was": ["a.old", "b.old"]}]}, "t")
    assert found.get("b.old").id == "a.b"
    assert found.redirects == {"a.old": "a.b", "b.old": "a.b"}


def test_an_unknown_id_names_its_neighbour() -> None:
    """The message helps on."""
    with pytest.raises(UnknownRequirementError) as caught:
        load_requirements().get("profiles.parse.cases")
    assert str(caught.value) == (
        "no requirement has the id 'profiles.parse.cases' (did you mean 'profiles.parse.case'?); "
        "`ai-memory-spec conform --list` lists them"
    )


@pytest.mark.parametrize(
    ("change", "problem"),
    [
        ({"id": "Upper.case"}, "the id 'Upper.case' is not made of lower-case words with dots"),
        ({"id": "single"}, "the id 'single' is not made of lower-case words with dots"),
        ({"level": "must"}, "requirement[1].level: 'must'; valid: MUST, SHOULD, MAY"),
        ({"statement": "No stop"}, "requirement[1].statement: expected one sentence"),
        ({"statement": " "}, "requirement[1].statement: expected text without blanks around it"),
        ({"clause": 3}, "requirement[1].clause: expected text"),
        ({"was": "a.c"}, "requirement[1].was: expected a list of earlier ids"),
        ({"note": "x"}, "requirement[1]: unknown key 'note'; valid: id, level, clause"),
        ({"id": "a.b"}, "requirement[1]: the id 'a.b' stands already in requirement[0]"),
        ({"was": ["a.b"]}, "requirement[1]: the id 'a.b' stands already in requirement[0]"),
    ],
)
def test_a_wrong_entry_is_named(change: Entry, problem: str) -> None:
    """Where, what and what would be right."""
    entries = [ENTRY, ENTRY | {"id": "a.c"} | change]
    with pytest.raises(RequirementsError) as caught:
        parse_requirements({"requirement": entries}, "requirements.toml")
    assert problem in str(caught.value)


@pytest.mark.parametrize("data", [{}, {"requirement": []}, {"requirement": [ENTRY], "x": 1}])
def test_a_file_of_something_else_is_refused(data: Entry) -> None:
    """There must be requirements, and nothing beside them."""
    with pytest.raises(RequirementsError, match="expected"):
        parse_requirements(data, "t")


def test_all_problems_come_together() -> None:
    """One run is enough to mend the file."""
    with pytest.raises(RequirementsError) as caught:
        parse_requirements({"requirement": [{"id": "x"}, 3]}, "t")
    assert len(caught.value.problems) > 5
