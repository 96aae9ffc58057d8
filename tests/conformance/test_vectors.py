"""The vectors: fit for their schema, and our own core and contract package keep them."""

from typing import Any

import pytest
from jsonschema import Draft202012Validator

from ai_memory_spec.conformance import load_requirements, load_vectors_schema, make_vectors
from ai_memory_spec.contract import (
    build_document,
    document_data,
    negotiate_accept,
    parse_allowlist,
    permitted_families,
)
from ai_memory_spec.phrasing import (
    Edition,
    ProfileCaseError,
    ProfileError,
    UnknownProfileError,
    all_profiles,
    count,
    edition_labels,
    load_edition,
    make_profile,
    parse_profile,
    phrase,
)

CAUSES = {"case": ProfileCaseError, "unknown": UnknownProfileError}


@pytest.fixture(scope="module", params=edition_labels())
def case(request: pytest.FixtureRequest) -> tuple[Edition, dict[str, list[dict[str, Any]]]]:
    """An edition with its vectors."""
    edition = load_edition(request.param)
    return edition, make_vectors(edition)["vectors"]


def test_vectors_fit_their_schema(case: tuple[Edition, Any]) -> None:
    """The schema is one of 2020-12, refers to nothing outside, and takes every edition."""
    schema = load_vectors_schema()
    Draft202012Validator.check_schema(schema)
    Draft202012Validator(schema).validate(make_vectors(case[0]))


@pytest.mark.parametrize(
    "change",
    [
        {"vectors": {}},
        {"schema": 2},
        {"more": 1},
        {"edition": ""},
    ],
)
def test_schema_refuses_what_is_no_set_of_vectors(spec: Edition, change: Any) -> None:
    """A schema that takes everything would show nothing."""
    assert not Draft202012Validator(load_vectors_schema()).is_valid(make_vectors(spec) | change)


@pytest.mark.requirement(
    "profiles.parse.case",
    "profiles.parse.blanks",
    "profiles.parse.empty",
    "profiles.parse.mix",
    "profiles.parse.full",
    "profiles.parse.unknown",
    "profiles.base",
    "profiles.same-set",
    "profiles.label",
)
def test_the_core_keeps_the_profile_vectors(case: tuple[Edition, Any]) -> None:
    """Each is read anew from its input, as an implementation in another language would."""
    edition, vectors = case
    for vector in vectors["profile"]:
        text = vector["input"]["profile"]
        if "error" in vector:
            with pytest.raises(ProfileError) as caught:
                parse_profile(edition, text)
            assert type(caught.value) is CAUSES[vector["error"]["cause"]]
            assert str(caught.value) == vector["error"]["message"]
            continue
        profile = parse_profile(edition, text)
        outcome = vector["outcome"]
        assert (profile.label, list(profile.families)) == (outcome["label"], outcome["families"])
        counts = count(edition, profile)
        assert {name: getattr(counts, name) for name in outcome["counts"]} == outcome["counts"]
        if edition.phrasing is not None:
            phrases = phrase(edition, profile)
            assert phrases.summary == outcome["summary"]
            assert phrases.to_describe_to_user == outcome["to_describe_to_user"]


@pytest.mark.requirement("allowlist.off", "allowlist.resolution", "allowlist.full")
def test_the_contract_keeps_the_allowlist_vectors(case: tuple[Edition, Any]) -> None:
    """Absent is not the same as empty."""
    edition, vectors = case
    for vector in vectors["allowlist"]:
        table = parse_allowlist(vector["input"]["allowlist"], "t")
        found = permitted_families(edition, table, vector["input"]["agent"])
        wanted = vector["outcome"]["agent_permitted_families"]
        assert (found if found is None else list(found)) == wanted, vector


@pytest.mark.requirement("accept.versions", "accept.default")
def test_the_contract_keeps_the_accept_vectors(case: tuple[Edition, Any]) -> None:
    """What is missing is not asked for as text."""
    edition, vectors = case
    for vector in vectors["accept"]:
        version = negotiate_accept(**vector["input"])
        document = build_document(edition, make_profile(edition, ()), version)
        answered = document_data(document)["schema_version"]
        assert answered == vector["outcome"]["schema_version"], vector


def test_an_edition_without_sentences_has_no_vectors_about_them(case: tuple[Edition, Any]) -> None:
    """Neither by requirement nor by outcome; every vector still shows something."""
    edition, vectors = case
    for vector in vectors["profile"]:
        assert vector["requirements"]
        named = any(id_.startswith(("summary.", "describe.")) for id_ in vector["requirements"])
        assert not (named and edition.phrasing is None), vector


def test_vectors_name_requirements_and_stand_once(case: tuple[Edition, Any]) -> None:
    """Ids exist, inputs do not repeat, and every parsing rule has its vectors."""
    known = load_requirements().by_id
    named: set[str] = set()
    for vectors in case[1].values():
        inputs = [vector["input"] for vector in vectors]
        assert all(inputs.count(one) == 1 for one in inputs)
        named.update(id_ for vector in vectors for id_ in vector["requirements"])
    assert named <= set(known)
    assert {id_ for id_ in known if id_.startswith(("profiles.parse.", "accept."))} <= named


def test_known_vectors_are_as_the_facts_say(spec: Edition) -> None:
    """A few by hand, so that the vectors do not only agree with their maker."""
    vectors = make_vectors(spec)["vectors"]
    profile = {item["input"]["profile"]: item for item in vectors["profile"]}
    assert profile["core"]["outcome"]["counts"] == {
        "visible": 8,
        "total": 51,
        "unloaded": 43,
        "n_loaded": 7,
        "n_unloaded": 43,
    }
    assert profile[" , ,, "]["outcome"]["label"] == "core"
    assert profile["full,bogus"]["outcome"]["label"] == "full"
    assert profile["bogus,full"]["error"]["token"] == "bogus"
    assert profile["full,Bogus"]["error"]["cause"] == "case"
    assert profile["\x1fother"]["error"]["token"] == "\x1fother"
    named = {item["outcome"]["label"] for item in vectors["profile"] if "outcome" in item}
    assert {"core", "graph", "admin", "power", "full"} <= named
    assert named <= {one.label for one in all_profiles(spec)}
    allowlist = {
        (
            str(item["input"]["allowlist"] and "*" in item["input"]["allowlist"]),
            item["input"]["agent"],
        ): item["outcome"]["agent_permitted_families"]
        for item in vectors["allowlist"]
    }
    assert allowlist["True", "ops-night-7"] == ["power"]
    assert allowlist["True", "alice"] == ["core", "other"]
    assert allowlist["True", None] is None
    assert allowlist["False", "zed"] == []
    accept = {
        item["input"].get("accept"): item["outcome"]["schema_version"] for item in vectors["accept"]
    }
    assert (accept[None], accept[" 2 "], accept["v4"]) == ("3", "2", "3")
