"""Documents in and out: real ones of every release, ours, and broken ones."""

import json
from collections.abc import Callable
from dataclasses import FrozenInstanceError, replace
from typing import Any

import pytest

from ai_memory_spec.contract import (
    DocumentError,
    DocumentV1,
    DocumentV2,
    DocumentV3,
    DocumentVersion,
    DocumentVersionError,
    FamilyList,
    document_data,
    parse_document,
    parse_family_list,
    parse_v3,
    read_document,
    render_document,
)

Captured = Callable[[str, str, str], dict[str, Any]]
CLASSES = {"v1": DocumentV1, "v2": DocumentV2, "v3": DocumentV3}


def problems_of(data: object, parse: Callable[[object], object] = parse_document) -> list[str]:
    with pytest.raises(DocumentError) as caught:
        parse(data)
    return [str(problem) for problem in caught.value.problems]


# ---- Real documents ----------------------------------------------------------------------------


def test_every_release_is_read_without_loss(
    captures: dict[tuple[str, str, str], dict[str, Any]],
) -> None:
    """Unknown fields of real daemons are kept; 0.6.4 answers v2 when it is asked for v3."""
    assert len(captures) == 30
    for (release, transport, asked), data in captures.items():
        document = read_document(json.dumps(data))
        served = "v2" if (release, asked) == ("0.6.4", "v3") else asked
        assert type(document) is CLASSES[served]
        assert document.version == release
        assert document_data(document) == data
        assert json.loads(render_document(document)) == data
        if isinstance(document, DocumentV2):
            assert (document.families is not None) == (transport == "stdio")


def test_v1_says_its_version_over_mcp_only(captured: Captured) -> None:
    """And not before 0.7.0."""
    stated = {
        (release, transport): parse_document(captured(release, transport, "v1")).states_version
        for release in ("0.6.4", "0.7.0", "0.10.0")
        for transport in ("stdio", "http")
    }
    assert [key for key, value in stated.items() if value] == [
        ("0.7.0", "stdio"),
        ("0.10.0", "stdio"),
    ]


def test_unknown_fields_are_kept_at_every_level(captured: Captured) -> None:
    """Clients ignore what they do not know, and do not lose it."""
    data = captured("0.10.0", "stdio", "v3")
    data["new"] = {"deep": [1, {"x": None}]}
    data["tools"][0]["note"] = "a"
    data["families"]["note"] = "b"
    data["families"]["families"][0]["note"] = "c"
    document = parse_v3(data)
    assert document.extra["new"] == {"deep": (1, {"x": None})}
    assert document.tools[0].extra["note"] == "a"
    assert document.families is not None
    assert document.families.extra["note"] == "b"
    assert document.families.families[0].extra["note"] == "c"
    assert document_data(document) == data


def test_documents_cannot_be_changed(captured: Captured) -> None:
    """Not even deep inside what the contract does not name."""
    document = parse_v3(captured("0.10.0", "stdio", "v3"))
    with pytest.raises(FrozenInstanceError):
        document.summary = "x"
    with pytest.raises(TypeError):
        document.features["x"] = 1
    reflection = document.features["memory_reflection"]
    with pytest.raises(TypeError):
        reflection["x"] = 1
    assert hash(document) == hash(replace(document))


@pytest.mark.requirement("document.v3")
def test_v3_adds_to_v2(captured: Captured) -> None:
    """Clause "v3 is additive over v2": whoever takes v2 can take v3."""
    document = parse_document(captured("0.10.0", "stdio", "v3"))
    assert isinstance(document, DocumentV2)
    assert document.shape is DocumentVersion.V3


@pytest.mark.requirement("permitted.absent", "permitted.present")
def test_absent_permissions_are_not_empty_ones(captured: Captured) -> None:
    """Clause A4."""
    data = captured("0.10.0", "stdio", "v3")
    absent = parse_v3(data)
    data["agent_permitted_families"] = []
    empty = parse_v3(data)
    assert absent.agent_permitted_families is None
    assert empty.agent_permitted_families == ()
    assert "agent_permitted_families" not in document_data(absent)
    assert document_data(empty)["agent_permitted_families"] == []


# ---- Broken documents --------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("change", "problem"),
    [
        (lambda d: d.pop("summary"), "summary: missing; expected text, not empty"),
        (lambda d: d.update(summary=""), "summary: expected text, not empty, found the text ''"),
        (
            lambda d: d.update(to_describe_to_user=None),
            "to_describe_to_user: expected text, not empty, found null",
        ),
        (lambda d: d.pop("tools"), "tools: missing; expected an array of objects, not empty"),
        (
            lambda d: d.update(tools=[]),
            "tools: expected an array of objects, not empty, found an empty array",
        ),
        (lambda d: d["tools"].insert(2, "x"), "tools[2]: expected an object, found the text 'x'"),
        (
            lambda d: d["tools"][3].update(loaded=1),
            "tools[3].loaded: expected true or false, found the number 1",
        ),
        (
            lambda d: d["tools"][3].pop("callable_now"),
            "tools[3].callable_now: missing; expected true or false",
        ),
        (
            lambda d: d["tools"][0].update(name=["x"]),
            "tools[0].name: expected text, not empty, found an array",
        ),
        (
            lambda d: d["tools"][0].update(family=False),
            "tools[0].family: expected text, not empty, found false",
        ),
        (
            lambda d: d.update(agent_permitted_families="core"),
            "agent_permitted_families: expected an array of names, found the text 'core'",
        ),
        (
            lambda d: d.update(agent_permitted_families=["core", "meta", "core"]),
            (
                "agent_permitted_families[2]: the text 'core' stands already at "
                "agent_permitted_families[0]"
            ),
        ),
        (lambda d: d.pop("hnsw"), "hnsw: missing; expected an object"),
        (lambda d: d.update(models=[]), "models: expected an object, found an empty array"),
        (lambda d: d.update(tier=3.5), "tier: expected text, not empty, found the number 3.5"),
        (lambda d: d.update(families=None), "families: expected an object, found null"),
        (
            lambda d: d["families"].pop("always_on"),
            "families.always_on: missing; expected an array of names",
        ),
        (
            lambda d: d["families"]["families"][1].update(tool_count=-1),
            (
                "families.families[1].tool_count: expected a whole number from 0 up, "
                "found the number -1"
            ),
        ),
        (
            lambda d: d["families"]["families"][1].update(tool_count=True),
            "families.families[1].tool_count: expected a whole number from 0 up, found true",
        ),
        (
            lambda d: d["families"]["families"][0]["tools"].append(5),
            "families.families[0].tools[7]: expected a name, found the number 5",
        ),
    ],
)
def test_wrong_field_is_named_by_its_path(
    captured: Captured, change: Callable[[dict[str, Any]], object], problem: str
) -> None:
    """One change, one problem."""
    data = captured("0.10.0", "stdio", "v3")
    change(data)
    assert problems_of(data) == [problem]


@pytest.mark.parametrize(
    ("data", "problem"),
    [
        ([], "(top): expected an object, found an empty array"),
        ("x", "(top): expected an object, found the text 'x'"),
        (None, "(top): expected an object, found null"),
        (
            {"schema_version": "4"},
            'schema_version: expected "1", "2" or "3", found the text \'4\'',
        ),
        ({"schema_version": 3}, 'schema_version: expected "1", "2" or "3", found the number 3'),
        ({"schema_version": None}, 'schema_version: expected "1", "2" or "3", found null'),
        (
            {"schema_version": "v0.6.4-family-list-1"},
            "schema_version: this is the list of one family; ask without the argument family",
        ),
        ({"summary": "x"}, "schema_version: missing, though 'summary' is a field of v3"),
        ({"hooks": {}}, "schema_version: missing, though 'hooks' is a field of v2"),
        (
            {"schema_version": "x\x1b[31m" + "y" * 100},
            'schema_version: expected "1", "2" or "3", found the text \'x\\x1b[31m'
            + "y" * 54
            + "'...",
        ),
    ],
)
def test_what_is_no_document_is_said(data: object, problem: str) -> None:
    """The version decides what is expected; strangers' text is quoted and cut."""
    assert problems_of(data) == [problem]


@pytest.mark.requirement("document.v1", "document.v2")
@pytest.mark.parametrize(
    ("asked", "field", "first"), [("v1", "hnsw", 2), ("v1", "summary", 3), ("v2", "tools", 3)]
)
def test_older_version_holds_no_newer_field(
    captured: Captured, asked: str, field: str, first: int
) -> None:
    """Clause "v1 and v2 carry none of v3's new fields"."""
    data = captured("0.10.0", "stdio", asked)
    data[field] = captured("0.10.0", "stdio", "v3")[field]
    expected = f"{field}: a field of v{first} in a document that is {asked}"
    assert problems_of(data) == [expected]


def test_all_problems_are_reported_and_few_are_shown() -> None:
    """The message stays readable, whatever a server sends."""
    data = {"schema_version": "3", "tools": [5] * 30}
    with pytest.raises(DocumentError) as caught:
        parse_document(data, "http://127.0.0.1:9077")
    assert len(caught.value.problems) == 42
    lines = str(caught.value).splitlines()
    assert lines[0] == "http://127.0.0.1:9077: 42 problems in this document"
    assert lines[1] == "  tier: missing; expected text, not empty"
    assert lines[-1] == "  and 30 more"
    assert len(lines) == 14


def test_v3_is_needed_and_v2_came(captured: Captured) -> None:
    """A document of another version is sound, and is told apart."""
    with pytest.raises(DocumentVersionError) as caught:
        parse_v3(captured("0.6.4", "stdio", "v3"), "ai-memory mcp")
    assert (caught.value.wanted, caught.value.found) == ("3", "2")
    assert str(caught.value) == (
        "ai-memory mcp: 1 problem in this document\n"
        "  schema_version: a v3 document is needed, this is v2; "
        'ask with accept="v3", or ask a server that serves v3'
    )


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("", "not JSON: Expecting value at line 1 column 1"),
        ("<html>", "not JSON: Expecting value at line 1 column 1"),
        ('{\n"a" 1}', "not JSON: Expecting ':' delimiter at line 2 column 5"),
        (b"\xff", "not UTF-8: invalid start byte at byte 1"),
        ('{"a": NaN}', "NaN is no JSON number"),
        ('{"a": -Infinity}', "-Infinity is no JSON number"),
        ('{"a": 1e999}', "the number 1e999 is out of range"),
        ('{"a": 1, "a": 2}', "the key 'a' stands twice in one object"),
        ("[" * 100_000, "nested too deeply"),
    ],
)
def test_what_is_no_json_is_said(text: str | bytes, problem: str) -> None:
    """With its place, where there is one."""
    with pytest.raises(DocumentError) as caught:
        read_document(text, "doc.json")
    assert str(caught.value) == f"doc.json: 1 problem in this document\n  (top): {problem}"


def test_number_with_too_many_digits_is_no_crash() -> None:
    """Python refuses to turn it into a number."""
    with pytest.raises(DocumentError, match="a number of 5000 digits; at most 4000 are read"):
        read_document('{"a": ' + "9" * 5000 + "}")
    huge = 10**5000
    assert problems_of({"schema_version": huge}) == [
        'schema_version: expected "1", "2" or "3", found the number with very many digits'
    ]


def test_deep_nesting_is_a_problem_and_no_crash(captured: Captured) -> None:
    """Deep enough for the parser of JSON, too deep to be made immutable."""
    deep: list[Any] = []
    for _ in range(900):
        deep = [deep]
    data = captured("0.10.0", "stdio", "v3")
    data["features"] = {"x": deep}
    data["more"] = deep
    assert problems_of(data) == ["features: nested too deeply", "(top): nested too deeply"]


def test_what_json_cannot_hold_is_refused(captured: Captured) -> None:
    """For data that came from elsewhere than a parser."""
    data = captured("0.10.0", "stdio", "v1")
    data["models"] = {"x": object()}
    assert problems_of(data) == ["models: object is no JSON value"]


def test_byte_order_mark_does_not_hurt(captured: Captured) -> None:
    """Files saved on Windows begin with one."""
    text = "\ufeff" + json.dumps(captured("0.10.0", "http", "v1"))
    assert read_document(text) == read_document(text.encode())


# ---- The list of one family --------------------------------------------------------------------


FAMILY = {
    "schema_version": "v0.6.4-family-list-1",
    "family": "graph",
    "loaded_under_active_profile": False,
    "tools": ["memory_link", "memory_verify"],
    "more": 1,
}


def test_family_list_goes_in_and_out() -> None:
    """Unknown fields are kept here as well."""
    parsed = parse_family_list(FAMILY)
    assert parsed == FamilyList(
        family="graph",
        loaded_under_active_profile=False,
        tools=("memory_link", "memory_verify"),
        extra={"more": 1},
    )
    assert document_data(parsed) == FAMILY


def test_wrong_family_list_is_said(captured: Captured) -> None:
    """A whole document is no family list."""
    assert problems_of(captured("0.10.0", "stdio", "v3"), parse_family_list) == [
        "schema_version: expected \"v0.6.4-family-list-1\", found the text '3'",
        "family: missing; expected text, not empty",
        "loaded_under_active_profile: missing; expected true or false",
    ] + [
        f"tools[{index}]: expected a name, found an object"
        for index in range(len(captured("0.10.0", "stdio", "v3")["tools"]))
    ]
