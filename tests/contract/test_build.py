"""Documents made from an edition and a profile."""

import json
from collections.abc import Callable
from typing import Any

import pytest

from ai_memory_spec.contract import (
    Allowlist,
    DocumentV1,
    DocumentV2,
    DocumentV3,
    DocumentVersion,
    ServerState,
    build_document,
    build_family_list,
    build_v1,
    build_v2,
    build_v3,
    document_data,
    parse_document,
    parse_v3,
    render_document,
)
from ai_memory_spec.phrasing import (
    Edition,
    EditionShelf,
    NoPhrasingError,
    Profile,
    UnknownFamilyError,
    all_profiles,
    parse_edition,
    parse_profile,
    phrase,
)

Captured = Callable[[str, str, str], dict[str, Any]]


@pytest.mark.requirement("document.families", "document.v2", "document.v3")
@pytest.mark.parametrize("release", ["0.7.0", "0.10.0"])
def test_contract_fields_equal_those_of_the_released_daemon(
    release: str, captured: Captured, editions: EditionShelf
) -> None:
    """Sentences, tools and families; only the server's own state differs."""
    edition = editions.get(release)
    own = document_data(build_v3(edition, parse_profile(edition, "graph")))
    real = captured(release, "stdio", "v3")
    for tool in real["tools"]:
        tool.pop("examples", None)
    for field in ("schema_version", "summary", "to_describe_to_user", "tools"):
        assert own[field] == real[field]
    assert own["families"]["always_on"] == real["families"]["always_on"]
    assert own["families"]["schema_version"] == real["families"]["schema_version"]
    for ours, theirs in zip(own["families"]["families"], real["families"]["families"], strict=True):
        # Theirs are in order of registration, which an edition does not know.
        assert sorted(theirs.pop("tools")) == sorted(ours.pop("tools"))
        assert ours == theirs


@pytest.mark.requirement("tools.complete", "tools.loaded")
def test_every_profile_of_every_edition(editions: EditionShelf) -> None:
    """Clause A3, told in another way: by sets of names."""
    for label in editions.labels():
        edition = editions.get(label)
        if edition.phrasing is None:
            continue
        for profile in all_profiles(edition):
            document = build_v3(edition, profile)
            assert [tool.name for tool in document.tools] == list(edition.tools)
            loaded = {tool.name for tool in document.tools if tool.loaded}
            assert loaded == {
                tool for name in profile.families for tool in edition.family(name).tools
            }
            assert loaded == {tool.name for tool in document.tools if tool.callable_now}
            assert document.summary == phrase(edition, profile).summary
            assert parse_document(document_data(document)) == document


@pytest.mark.requirement("tools.loaded", "tools.callable-now")
def test_always_on_tool_of_an_unloaded_family_is_not_callable_now(editions: EditionShelf) -> None:
    """Although every client can call it: clients take the always-on list into account."""
    spec = editions.get("spec")
    document = build_v3(spec, parse_profile(spec, "core"))
    entry = next(tool for tool in document.tools if tool.name == "memory_capabilities")
    assert (entry.loaded, entry.callable_now) == (False, False)
    assert document.families is not None
    assert "memory_capabilities" in document.families.always_on


@pytest.mark.requirement("tools.callable-now", "permitted.present", "permitted.absent")
def test_allowlist_shapes_callable_now_and_the_permitted_families(editions: EditionShelf) -> None:
    """Clauses A3 and A4."""
    spec = editions.get("spec")
    gate = Allowlist(entries={"alice": ("meta", "core")})
    document = build_v3(spec, parse_profile(spec, "graph"), gate, "alice")
    assert document.agent_permitted_families == ("core", "meta")
    assert {tool.family for tool in document.tools if tool.callable_now} == {"core"}
    assert {tool.family for tool in document.tools if tool.loaded} == {"core", "graph"}
    nobody = build_v3(spec, parse_profile(spec, "graph"), gate)
    assert nobody.agent_permitted_families is None
    denied = build_v3(spec, parse_profile(spec, "graph"), gate, "bob")
    assert denied.agent_permitted_families == ()
    assert not any(tool.callable_now for tool in denied.tools)


def test_http_has_no_families_and_v1_no_version(editions: EditionShelf) -> None:
    """Clause "On the wire", HTTP."""
    spec = editions.get("spec")
    profile = parse_profile(spec, "core")
    assert "families" not in document_data(build_v3(spec, profile, over_mcp=False))
    assert "families" not in document_data(build_v2(spec, profile, over_mcp=False))
    assert "schema_version" not in document_data(build_v1(over_mcp=False))
    assert document_data(build_v1())["schema_version"] == "1"


def test_negotiated_version_decides(editions: EditionShelf) -> None:
    """An edition without sentences answers v2 to v3, as release 0.6.4 does."""
    spec, old = editions.get("spec"), editions.get("0.6.4")

    def classes(edition: Edition) -> list[type]:
        profile = parse_profile(edition, "core")
        return [type(build_document(edition, profile, version)) for version in DocumentVersion]

    assert classes(spec) == [DocumentV1, DocumentV2, DocumentV3]
    assert classes(old) == [DocumentV1, DocumentV2, DocumentV2]
    with pytest.raises(NoPhrasingError):
        build_v3(old, parse_profile(old, "core"))


def test_profile_of_another_edition_is_refused() -> None:
    """A family that the edition lacks is an error in every builder."""
    flat = parse_edition({"label": "flat", "families": {"all": ["echo"]}}, "test")
    stranger = Profile(families=("core",), label="core")
    for build in (build_v2, build_v3):
        with pytest.raises(UnknownFamilyError, match="has no family 'core'"):
            build(flat, stranger)
    with pytest.raises(UnknownFamilyError, match="has no family 'core'"):
        build_family_list(flat, stranger, "all")
    with pytest.raises(UnknownFamilyError) as caught:
        build_family_list(flat, parse_profile(flat, ""), "core")
    assert str(caught.value) == "edition 'flat' has no family 'core'. Valid families: all."


def test_state_fills_the_fields_about_the_server(editions: EditionShelf) -> None:
    """And its extra fields stand in every version."""
    spec = editions.get("spec")
    state = ServerState(tier="t", version="9", hnsw={"x": (1,)}, extra={"db_schema_version": 4})
    for version in DocumentVersion:
        data = document_data(
            build_document(spec, parse_profile(spec, "core"), version, state=state)
        )
        assert (data["tier"], data["version"], data["db_schema_version"]) == ("t", "9", 4)
    assert data["hnsw"] == {"x": [1]}


def test_text_is_indented_and_sorted_and_not_escaped(editions: EditionShelf) -> None:
    """As the daemons send it."""
    spec = editions.get("spec")
    text = render_document(build_v3(spec, parse_profile(spec, "core")))
    assert text.startswith('{\n  "approval": {\n    "pending_requests": 0\n  },\n')
    assert "— preferred" in text
    assert parse_v3(json.loads(text)) == build_v3(spec, parse_profile(spec, "core"))
