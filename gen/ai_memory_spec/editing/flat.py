"""The edition of a server that has tools and no capabilities document."""

import re
from collections.abc import Mapping

from ai_memory_spec.editing.errors import SurfaceError
from ai_memory_spec.editing.pulled import Naming
from ai_memory_spec.live import Answer, CouldNotCheckError
from ai_memory_spec.phrasing import Edition, parse_edition

CAPABILITIES_TOOL = "memory_capabilities"
FLAT_FAMILY = "tools"
"""The one family of a flat edition."""

_LABEL_LENGTH = 64
_NO_LABEL = re.compile(r"[^0-9A-Za-z._]+")


def is_flat(answer: Answer) -> bool:
    """Whether the server lists its tools and the capabilities tool is not among them."""
    return (
        isinstance(answer.document, CouldNotCheckError)
        and isinstance(answer.listed, tuple)
        and CAPABILITIES_TOOL not in answer.listed
    )


def flat_edition(answers: Mapping[str, Answer], naming: Naming) -> Edition:
    """One family with all tools of `tools/list`, in the server's order.

    Parameters:
        answers: By the label of the profile that was asked for; each has a list.
        naming: What to call the edition.

    Raises:
        SurfaceError: There are no tools, or other ones under another profile.
        EditionError: A name could break a page.
    """
    lists: dict[tuple[str, ...], str] = {}
    for name, answer in answers.items():
        assert isinstance(answer.listed, tuple)
        lists.setdefault(answer.listed, name)
    if len(lists) > 1:
        one, other = list(lists.values())[:2]
        raise SurfaceError(
            f"the server lists other tools under profile {one!r} than under {other!r}, and has no "
            f"{CAPABILITIES_TOOL} to say why; ask it without {{profile}}"
        )
    (tools,) = lists
    answer = next(iter(answers.values()))
    if not tools:
        raise SurfaceError("the server lists no tools, so they make no edition")
    name = _NO_LABEL.sub("-", answer.server.name or "")[:_LABEL_LENGTH].strip("-._") or "server"
    return parse_edition(
        {
            **naming.head(answer.server, name),
            "families": {FLAT_FAMILY: tools},
            "provenance": naming.provenance(
                answer.server,
                needs_like=False,
                observed=f"tools/list; the server has no {CAPABILITIES_TOOL}, so there is one "
                "family, without profiles and phrasing",
            ),
        },
        naming.source.name,
    )
