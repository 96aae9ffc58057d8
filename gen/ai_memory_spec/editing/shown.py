"""What a server's documents show of its edition: families, tools, always-on tools, profiles.

A v3 document gives tools in the order of the sentences. A v2 document, the newest that release
0.6.4 has, gives them in order of registration; such an edition has no sentences to follow the
other order.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from ai_memory_spec.contract import (
    Document,
    DocumentError,
    DocumentV2,
    DocumentV3,
    loaded_families,
    surface_of_document,
)
from ai_memory_spec.editing.errors import SurfaceError
from ai_memory_spec.live import Answer, CouldNotCheckError, printable
from ai_memory_spec.phrasing import Family


@dataclass(frozen=True, slots=True, kw_only=True)
class Shown:
    """What one document shows."""

    families: tuple[Family, ...]
    always_on: tuple[str, ...]
    loaded: tuple[str, ...]
    """Families that are loaded, in order."""
    sentences: tuple[str, str] | None
    """`summary` and `to_describe_to_user`; None in a v2 document."""


def show_all(answers: Mapping[str, Answer]) -> Mapping[str, Shown]:
    """What the documents show, one per profile, all with the same surface.

    Parameters:
        answers: By the profile's label; each holds a document.

    Raises:
        SurfaceError: A document does not name families, or two contradict each other.
        CouldNotCheckError: A document could not be had.
    """
    result: dict[str, Shown] = {}
    for label, answer in answers.items():
        try:
            result[label] = _show(answer)
        except DocumentError as error:
            problem = printable(str(error.problems[0]), 200)
            raise SurfaceError(f"the document of profile {label!r}: {problem}") from error
        except SurfaceError as error:
            raise SurfaceError(f"the document of profile {label!r}: {error}") from error
    first, *others = result
    for label in others:
        _compare(first, result[first], label, result[label])
    if others and len({shown.loaded for shown in result.values()}) == 1:
        raise SurfaceError(
            f"the server loads the same families under each of {', '.join(result)}: "
            "does the command pass {profile} on?"
        )
    return result


def _show(answer: Answer) -> Shown:
    document = answer.document
    if isinstance(document, CouldNotCheckError):
        raise document
    if isinstance(document, DocumentV3):
        return Shown(
            families=_families_in_order(document),
            always_on=_always_on(document, answer.listed),
            loaded=loaded_families(document),
            sentences=(document.summary, document.to_describe_to_user),
        )
    if isinstance(document, DocumentV2) and document.families is not None:
        overview = document.families
        return Shown(
            families=tuple(Family(name=each.name, tools=each.tools) for each in overview.families),
            always_on=overview.always_on,
            loaded=tuple(each.name for each in overview.families if each.loaded),
            sentences=None,
        )
    raise SurfaceError(f"{_version(document)} names no families, so it makes no edition")


def _families_in_order(document: DocumentV3) -> tuple[Family, ...]:
    families = surface_of_document(document)
    in_order = [tool for family in families for tool in family.tools]
    for index, tool in enumerate(document.tools):
        if tool.name != in_order[index]:
            raise SurfaceError(
                f"tools[{index}]: the tools of family {printable(tool.family, 80)!r} do not stand "
                "together, so the order of previews cannot be told"
            )
    return families


def _always_on(
    document: DocumentV3, listed: tuple[str, ...] | CouldNotCheckError | None
) -> tuple[str, ...]:
    """What the document states, else what is listed although its family is not loaded."""
    if document.families is not None:
        return document.families.always_on
    if not isinstance(listed, tuple):
        raise SurfaceError("it has no `families`, so the always-on tools cannot be told")
    return tuple(tool.name for tool in document.tools if not tool.loaded and tool.name in listed)


def _compare(first: str, one: Shown, label: str, other: Shown) -> None:
    if (one.sentences is None) != (other.sentences is None):
        raise SurfaceError(f"the documents of profiles {first!r} and {label!r} differ in version")
    for what, a, b in (
        ("families", _names(one.families), _names(other.families)),
        ("tools", _tools(one.families), _tools(other.families)),
        ("always-on tools", one.always_on, other.always_on),
    ):
        if a != b:
            index = next(
                (i for i, (x, y) in enumerate(zip(a, b, strict=False)) if x != y),
                min(len(a), len(b)),
            )
            raise SurfaceError(
                f"the documents of profiles {first!r} and {label!r} name other {what}: "
                f"number {index + 1} is {_at(a, index)} and {_at(b, index)}"
            )


def _names(families: Sequence[Family]) -> tuple[str, ...]:
    return tuple(family.name for family in families)


def _tools(families: Sequence[Family]) -> tuple[str, ...]:
    return tuple(f"{family.name}: {tool}" for family in families for tool in family.tools)


def _at(names: Sequence[str], index: int) -> str:
    return repr(printable(names[index], 80)) if index < len(names) else "missing"


def _version(document: Document) -> str:
    return f"a v{document.shape} document"
