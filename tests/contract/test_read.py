"""What a document says about its server."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from ai_memory_spec.contract import (
    DocumentError,
    DocumentV3,
    build_v3,
    loaded_families,
    parse_v3,
    profile_of_document,
    surface_of_document,
)
from ai_memory_spec.phrasing import (
    EditionShelf,
    UnknownFamilyError,
    all_profiles,
    load_edition,
    parse_edition,
    parse_profile,
)

Captured = Callable[[str, str, str], dict[str, Any]]
SPEC = load_edition("spec")


def changed(profile: str, **fields: dict[str, Any]) -> DocumentV3:
    """A document in which tools, by name, have other fields."""
    document = build_v3(SPEC, parse_profile(SPEC, profile))
    tools = tuple(replace(tool, **fields.get(tool.name, {})) for tool in document.tools)
    return replace(document, tools=tools)


def test_profile_is_found_again_for_every_profile(editions: EditionShelf) -> None:
    """All 128, in every edition that phrases."""
    for label in editions.labels():
        edition = editions.get(label)
        if edition.phrasing is None:
            continue
        for profile in all_profiles(edition):
            document = build_v3(edition, profile)
            assert loaded_families(document) == profile.families
            assert profile_of_document(edition, document) == profile


@pytest.mark.parametrize("release", ["0.7.0", "0.10.0"])
def test_real_document_shows_surface_and_profile(
    release: str, captured: Captured, editions: EditionShelf
) -> None:
    """Over HTTP too, where there is no list of families."""
    document = parse_v3(captured(release, "http", "v3"))
    edition = editions.get(release)
    assert surface_of_document(document) == edition.families
    assert profile_of_document(edition, document).label == "graph"


def test_family_that_is_loaded_in_part_is_no_profile() -> None:
    """Every tool that contradicts the first of its family is named."""
    document = changed("core", memory_link={"loaded": True}, memory_get={"loaded": False})
    with pytest.raises(DocumentError) as caught:
        profile_of_document(SPEC, document)
    assert [str(problem) for problem in caught.value.problems] == [
        "tools[3].loaded: false, but tools[0] of the same family (the text 'core') has true",
        "tools[15].loaded: true, but tools[12] of the same family (the text 'graph') has false",
    ]


def test_unloaded_base_family_is_no_profile() -> None:
    """Every profile holds it."""
    document = changed("graph", **{tool: {"loaded": False} for tool in SPEC.family("core").tools})
    with pytest.raises(DocumentError) as caught:
        profile_of_document(SPEC, document)
    assert str(caught.value) == (
        "document: 1 problem in this document\n"
        "  tools: the family 'core' is not loaded, and every profile of edition 'spec' loads it"
    )


def test_nothing_loaded_is_no_profile() -> None:
    """Also where an edition has no base family, and an empty set would mean all."""
    document = changed("core", **{tool: {"loaded": False} for tool in SPEC.tools})
    flat = parse_edition({"label": "flat", "families": {"all": ["echo"]}}, "test")
    for edition in (SPEC, flat):
        with pytest.raises(DocumentError, match="tools: no tool is loaded, and every profile"):
            profile_of_document(edition, document)


def test_family_of_another_edition_is_named() -> None:
    """A server with a newer surface."""
    document = changed("core", memory_store={"family": "new"})
    with pytest.raises(UnknownFamilyError, match="edition 'spec' has no family 'new'"):
        profile_of_document(SPEC, document)


def test_tool_that_stands_twice_is_no_surface() -> None:
    """Both places are named."""
    document = changed("core", memory_get={"name": "memory_store"})
    with pytest.raises(DocumentError) as caught:
        surface_of_document(document)
    assert str(caught.value) == (
        "document: 1 problem in this document\n"
        "  tools[3].name: the text 'memory_store' stands already at tools[0]"
    )


def test_families_may_be_told_apart_in_any_order() -> None:
    """The order is that of first appearance."""
    document = build_v3(SPEC, parse_profile(SPEC, "core"))
    turned = replace(document, tools=tuple(reversed(document.tools)))
    assert [family.name for family in surface_of_document(turned)] == [*reversed(SPEC.family_names)]
    assert surface_of_document(turned)[-1].tools == tuple(reversed(SPEC.family("core").tools))
