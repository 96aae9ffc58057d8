"""Comments that were meant as region markers, told from free comments.

What a comment says, and what it is:

    live demo on Friday, lives:9              free: no kind is near
    Live:count, live : count, LIVE:anything   meant to open: the word and a colon
    live count of=tools, live-count, live;x   meant to open: the word and a kind, nothing more
    lvie:count                                meant to open: nearly the word, a colon, a kind
    /Live, / lvie, /live:count                meant to close
    end live, endlive, live/                  meant to close, as other tools write it
"""

import re
from collections.abc import Collection
from dataclasses import dataclass
from difflib import SequenceMatcher
from enum import Enum

from ai_memory_spec.phrasing import nearest

_SHAPE = re.compile(
    r"[\s-]*+(?P<slash>[/\\]\s*+|end[\s:_-]*+)?(?P<word>[^\W\d_]{3,6})"
    r"(?P<between>[\s:;=.,_/-]*+)(?P<name>[\w-]*+)(?P<rest>.*)",
    re.ASCII | re.IGNORECASE | re.DOTALL,
)
_ARGUMENTS = re.compile(r"(?:\s++[\w-]++=.*|[\s-]*+)", re.DOTALL)
_LIKENESS = 0.75


class Near(Enum):
    """What the comment was meant to be."""

    OPENING = "opening"
    CLOSING = "closing"


@dataclass(frozen=True, slots=True, kw_only=True)
class NearMiss:
    """A comment that misses being a marker."""

    near: Near
    fix: str


def read_near_miss(body: str, kinds: Collection[str]) -> NearMiss | None:
    """What the text of a comment that is no marker was meant to be; None for a free comment."""
    match = _SHAPE.match(body)
    if match is None:
        return None
    word = match["word"].lower()
    if SequenceMatcher(None, word, "live").ratio() < _LIKENESS:
        return None
    name = match["name"].strip("-")
    between = match["between"].strip()
    if match["slash"] or between == "/":
        alone = not name and not match["rest"].strip(" \t\r\n-")
        of_one = (match["slash"] or "").strip() == "/" and (word == "live" or between == ":")
        return _closing() if alone or of_one else None
    kind = name if name in kinds else nearest(name.lower(), kinds)
    if ":" in between and word == "live":
        return _opening(kind or "NAME")
    takes_arguments = bool(match["between"]) and _ARGUMENTS.fullmatch(match["rest"]) is not None
    if kind is None or not takes_arguments:
        return None
    if word == "live" and (name == kind or between):
        return _opening(kind)
    return _opening(kind) if match["between"] == ":" else None


def _opening(kind: str) -> NearMiss:
    return NearMiss(
        near=Near.OPENING, fix=f"write `<!-- live:{kind} … -->`, lower case, without a blank"
    )


def _closing() -> NearMiss:
    return NearMiss(near=Near.CLOSING, fix="write `<!-- /live -->`; a closing marker has no name")
