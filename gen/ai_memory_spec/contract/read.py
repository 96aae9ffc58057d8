"""What a v3 document says about its server: profile, loaded families, tool surface."""

from collections.abc import Iterator

from ai_memory_spec.contract.document import DocumentV3, ToolEntry
from ai_memory_spec.contract.errors import DataProblem, DocumentError
from ai_memory_spec.contract.values import kind
from ai_memory_spec.phrasing import Edition, Family, Profile, make_profile


def surface_of_document(document: DocumentV3) -> tuple[Family, ...]:
    """The families in order of first appearance in `tools`, each with its tools in order.

    Raises:
        DocumentError: A tool stands twice.
    """
    places: dict[str, int] = {}
    families: dict[str, list[str]] = {}
    problems: list[DataProblem] = []
    for index, tool in enumerate(document.tools):
        if tool.name in places:
            problems.append(
                DataProblem(
                    path=f"tools[{index}].name",
                    message=f"{kind(tool.name)} stands already at tools[{places[tool.name]}]",
                )
            )
        places.setdefault(tool.name, index)
        families.setdefault(tool.family, []).append(tool.name)
    if problems:
        raise DocumentError("document", problems)
    return tuple(Family(name=name, tools=tuple(tools)) for name, tools in families.items())


def loaded_families(document: DocumentV3) -> tuple[str, ...]:
    """The families whose tools are loaded, in order of first appearance in `tools`.

    Raises:
        DocumentError: A family has both loaded and unloaded tools.
    """
    return tuple(family for family, first in _first_tools(document) if first.loaded)


def profile_of_document(edition: Edition, document: DocumentV3) -> Profile:
    """The profile under which a server sent this document, by `tools[].loaded`.

    Raises:
        UnknownFamilyError: A loaded family is none of the edition's.
        DocumentError: No profile shows these tools: a family is loaded in part, or nothing is
            loaded, or the edition's base family is not.
    """
    loaded = loaded_families(document)
    if not loaded:
        raise _no_profile("no tool is loaded, and every profile loads some")
    profile = make_profile(edition, loaded)
    if edition.base_family is not None and edition.base_family not in loaded:
        raise _no_profile(
            f"the family {edition.base_family!r} is not loaded, and every profile of edition "
            f"{edition.label!r} loads it"
        )
    return profile


def _first_tools(document: DocumentV3) -> Iterator[tuple[str, ToolEntry]]:
    """Each family with its first tool, whose `loaded` all others of the family must share."""
    first: dict[str, tuple[int, ToolEntry]] = {}
    problems: list[DataProblem] = []
    for index, tool in enumerate(document.tools):
        place, entry = first.setdefault(tool.family, (index, tool))
        if tool.loaded is not entry.loaded:
            problems.append(
                DataProblem(
                    path=f"tools[{index}].loaded",
                    message=f"{kind(tool.loaded)}, but tools[{place}] of the same family "
                    f"({kind(tool.family)}) has {kind(entry.loaded)}",
                )
            )
    if problems:
        raise DocumentError("document", problems)
    return ((family, entry) for family, (_, entry) in first.items())


def _no_profile(message: str) -> DocumentError:
    return DocumentError("document", [DataProblem(path="tools", message=message)])
