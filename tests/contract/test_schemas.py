"""The JSON Schemas: they accept what is real and ours, and refuse what is missing or wrong."""

import copy
import json
from collections.abc import Callable, Iterator
from itertools import cycle
from typing import Any

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

from ai_memory_spec.contract import (
    SCHEMA_NAMES,
    SCHEMAS_FOLDER,
    V1_FIELDS,
    V2_OBJECTS,
    V3_FIELDS,
    Allowlist,
    DocumentError,
    build_family_list,
    build_v1,
    build_v2,
    build_v3,
    document_data,
    load_schema,
    parse_document,
    parse_family_list,
)
from ai_memory_spec.phrasing import EditionShelf, all_profiles, load_edition, parse_profile

Captured = Callable[[str, str, str], dict[str, Any]]
Validators = dict[str, Draft202012Validator]


def own_documents() -> dict[str, dict[str, Any]]:
    """One of ours for each schema, with every optional field."""
    spec = load_edition("spec")
    profile = parse_profile(spec, "graph")
    allowlist = Allowlist(entries={"*": ("core", "meta")})
    return {
        "capabilities-v1": document_data(build_v1()),
        "capabilities-v2": document_data(build_v2(spec, profile)),
        "capabilities-v3": document_data(build_v3(spec, profile, allowlist, "me")),
        "capabilities-family": document_data(build_family_list(spec, profile, "meta")),
    }


OWN = own_documents()


# ---- The schemas themselves --------------------------------------------------------------------


def test_schemas_are_listed_named_and_valid() -> None:
    """Each file is in the list, is a 2020-12 schema and is named by a URN, not by an address."""
    assert sorted(path.stem for path in SCHEMAS_FOLDER.iterdir()) == sorted(SCHEMA_NAMES)
    for name in SCHEMA_NAMES:
        schema = load_schema(name)
        Draft202012Validator.check_schema(schema)
        assert schema["$schema"] == "https://json-schema.org/draft/2020-12/schema"
        assert schema["$id"] == f"urn:ai-memory-spec:schema:{name}"


def test_schemas_refer_to_nothing_outside() -> None:
    """A reader needs one file, and no network."""

    def references(node: object) -> Iterator[str]:
        if isinstance(node, dict):
            yield from (value for key, value in node.items() if key == "$ref")
            node = list(node.values())
        for item in node if isinstance(node, list) else ():
            yield from references(item)

    for name in SCHEMA_NAMES:
        assert all(ref.startswith("#/$defs/") for ref in references(load_schema(name)))


def test_every_field_is_described() -> None:
    """The site's field tables are made from these."""
    for name in SCHEMA_NAMES:
        schema = load_schema(name)
        objects = [schema, *schema.get("$defs", {}).values()]
        for node in objects:
            for field, rule in node["properties"].items():
                assert rule.get("description", "").endswith("."), (name, field)


def test_versions_say_the_same_about_shared_fields() -> None:
    """v3 is additive over v2, and v2 over v1, so a field has one rule."""
    v1, v2, v3 = (load_schema(f"capabilities-v{n}") for n in (1, 2, 3))
    for field in V1_FIELDS:
        assert v1["properties"][field] == v2["properties"][field] == v3["properties"][field]
    for field in (*V2_OBJECTS, "families"):
        assert v2["properties"][field] == v3["properties"][field]
    assert v2["$defs"].items() <= v3["$defs"].items()
    assert set(v3["properties"]) == {*v2["properties"], *V3_FIELDS}
    assert set(v3["required"]) == {*v2["required"], *V3_FIELDS} - {"agent_permitted_families"}


def test_unknown_schema_is_a_key_error_with_the_names() -> None:
    """The valid names are in the message."""
    with pytest.raises(KeyError) as caught:
        load_schema("capabilities-v4")
    assert caught.value.args == (
        (
            "no schema is named 'capabilities-v4'; valid: capabilities-v1, capabilities-v2, "
            "capabilities-v3, capabilities-family"
        ),
    )


# ---- What they accept --------------------------------------------------------------------------


def test_real_documents_are_accepted_by_their_schema_alone(
    captures: dict[tuple[str, str, str], dict[str, Any]], validators: Validators
) -> None:
    """Every release, over stdio and HTTP; no document passes as another version."""
    for (release, _, asked), data in captures.items():
        served = "v2" if (release, asked) == ("0.6.4", "v3") else asked
        accepted = [name for name, validator in validators.items() if validator.is_valid(data)]
        assert accepted == [f"capabilities-{served}"]


def test_own_documents_are_accepted(editions: EditionShelf, validators: Validators) -> None:
    """All 128 profiles of every edition that phrases, gated or not, over MCP and HTTP."""
    gate = Allowlist(entries={"a": ("core",), "b": ()})
    variants = cycle(((None, True), ("a", True), ("b", False)))
    for label in editions.labels():
        edition = editions.get(label)
        for profile, (agent, over_mcp) in zip(all_profiles(edition), variants, strict=False):
            v2 = document_data(build_v2(edition, profile, over_mcp=over_mcp))
            validators["capabilities-v2"].validate(v2)
            if edition.phrasing is not None:
                v3 = document_data(build_v3(edition, profile, gate, agent, over_mcp=over_mcp))
                validators["capabilities-v3"].validate(v3)
    for over_mcp in (True, False):
        validators["capabilities-v1"].validate(document_data(build_v1(over_mcp=over_mcp)))


@pytest.mark.requirement("document.family-list")
def test_own_family_lists_are_accepted(editions: EditionShelf, validators: Validators) -> None:
    """And those that the daemons sent have the same shape."""
    edition = editions.get("0.10.0")
    for family in edition.family_names:
        data = document_data(build_family_list(edition, parse_profile(edition, "graph"), family))
        validators["capabilities-family"].validate(data)
        assert data["loaded_under_active_profile"] == (family in ("core", "graph"))


# ---- What they refuse --------------------------------------------------------------------------


def places(schema: dict[str, Any], data: Any) -> Iterator[tuple[str, ...]]:
    """Paths of all contract fields of a document, first items standing for arrays."""

    def walk(rule: dict[str, Any], node: Any, path: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
        if "$ref" in rule:
            rule = schema["$defs"][rule["$ref"].removeprefix("#/$defs/")]
        for field, inner in rule.get("properties", {}).items():
            if field in node:
                yield (*path, field)
                yield from walk(inner, node[field], (*path, field))
        if "items" in rule and node:
            yield from walk(rule["items"], node[0], (*path, "0"))

    return walk(schema, data, ())


ALL_PLACES = [
    pytest.param(name, path, id=f"{name}:{'.'.join(path)}")
    for name in SCHEMA_NAMES
    for path in places(load_schema(name), OWN[name])
]

OPTIONAL = {
    ("capabilities-v1", ("schema_version",)),
    ("capabilities-v2", ("families",)),
    ("capabilities-v3", ("families",)),
    ("capabilities-v3", ("agent_permitted_families",)),
}


def parent_of(data: Any, path: tuple[str, ...]) -> Any:
    for step in path[:-1]:
        data = data[int(step)] if isinstance(data, list) else data[step]
    return data


def parse_any(name: str, data: object) -> object:
    return parse_family_list(data) if name == "capabilities-family" else parse_document(data)


def test_places_are_all_there() -> None:
    """The walk below must not become empty in silence."""
    assert len(ALL_PLACES) == 5 + 18 + 26 + 4


@pytest.mark.requirement("document.v1", "document.v2", "document.v3")
@pytest.mark.parametrize(("name", "path"), ALL_PLACES)
def test_missing_contract_field_is_refused(
    name: str, path: tuple[str, ...], validators: Validators
) -> None:
    """By schema and parser alike; a field that may be absent may be absent."""
    data = copy.deepcopy(OWN[name])
    del parent_of(data, path)[path[-1]]
    if (name, path) in OPTIONAL:
        validators[name].validate(data)
        parse_any(name, data)
        return
    assert not validators[name].is_valid(data)
    with pytest.raises(DocumentError):
        parse_any(name, data)


@pytest.mark.parametrize(("name", "path"), ALL_PLACES)
@pytest.mark.parametrize("wrong", [None, 7.5, "", [], {}, [None], True], ids=repr)
def test_wrong_contract_field_is_refused(
    name: str, path: tuple[str, ...], wrong: object, validators: Validators
) -> None:
    """A value of another kind; what the schema refuses the parser refuses, and the reverse."""
    data = copy.deepcopy(OWN[name])
    parent = parent_of(data, path)
    right = parent[path[-1]]
    parent[path[-1]] = wrong
    fits = (
        (isinstance(right, bool) and isinstance(wrong, bool))
        or (path[-1] in {*V2_OBJECTS, "features", "models"} and wrong == {})
        or (path[-1] in ("always_on", "agent_permitted_families") and wrong == [])
        or (path[-1] == "tools" and path != ("tools",) and wrong == [])
        or (path == ("tools",) and name == "capabilities-family" and wrong == [])
    )
    assert validators[name].is_valid(data) == fits
    try:
        parse_any(name, data)
        parsed = True
    except DocumentError:
        parsed = False
    assert parsed == fits


@pytest.mark.requirement("document.v1", "document.v2")
@pytest.mark.parametrize(
    ("name", "field"),
    [("capabilities-v1", field) for field in (*V2_OBJECTS, "families", *V3_FIELDS)]
    + [("capabilities-v2", field) for field in V3_FIELDS],
)
def test_field_of_a_newer_version_is_refused(name: str, field: str, validators: Validators) -> None:
    """Clause "v1 and v2 carry none of v3's new fields"."""
    data = OWN[name] | {field: OWN["capabilities-v3"][field]}
    assert not validators[name].is_valid(data)


def test_tool_that_is_callable_but_not_loaded_is_refused(validators: Validators) -> None:
    """Clause A3: `callable_now` is `loaded` and more. The reading itself does not judge this."""
    data = copy.deepcopy(OWN["capabilities-v3"])
    unloaded = next(tool for tool in data["tools"] if not tool["loaded"])
    unloaded["callable_now"] = True
    assert not validators["capabilities-v3"].is_valid(data)
    parse_document(data)


@pytest.mark.parametrize("path", [("agent_permitted_families",), ("families", "always_on")])
def test_names_that_stand_twice_are_refused(path: tuple[str, ...], validators: Validators) -> None:
    """By schema and parser alike."""
    data = copy.deepcopy(OWN["capabilities-v3"])
    names = parent_of(data, path)[path[-1]]
    names.append(names[0])
    assert not validators["capabilities-v3"].is_valid(data)
    with pytest.raises(DocumentError):
        parse_document(data)


JSON_VALUES = st.recursive(
    st.none() | st.booleans() | st.integers(-9, 9) | st.text(max_size=3),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=3), inner),
    max_leaves=6,
)


@given(st.data())
def test_schema_and_parser_agree_on_any_document(data: st.DataObject) -> None:
    """Replace any contract field by any JSON value: both accept, or both refuse."""
    param = data.draw(st.sampled_from(ALL_PLACES))
    name, path = param.values
    document = copy.deepcopy(OWN[name])
    parent_of(document, path)[path[-1]] = data.draw(JSON_VALUES)
    # The schema also holds the two flags to each other, and another version has another schema.
    assume(path[-1] not in ("schema_version", "loaded", "callable_now"))
    accepted = Draft202012Validator(load_schema(name)).is_valid(document)
    try:
        again = document_data(parse_any(name, json.loads(json.dumps(document))))
    except DocumentError:
        assert not accepted
    else:
        assert accepted
        assert again == document
