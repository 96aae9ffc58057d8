"""Which region of a built page is which region of its Markdown.

Markers that say the same ask for the same live text, so it only matters how many there are of
each. A generator may move regions (footnotes go to the end of a page); their order decides
nothing but which of several equal ones is named as missing.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher

from ai_memory_spec.regions import Marker

_MAX_ALIGNED = 2000
"""Longer lists are paired off in order: aligning takes quadratic time."""

Key = tuple[str, tuple[tuple[str, str], ...]]
"""What a marker asks for, however it is written."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Matched:
    """How two lists of markers go together, by their 0-based indexes."""

    pairs: tuple[tuple[int, int], ...]
    """Index in the Markdown, index in the HTML; in the order of the Markdown."""
    missing: tuple[int, ...]
    """Only in the Markdown."""
    extra: tuple[int, ...]
    """Only in the HTML."""


def marker_key(marker: Marker) -> Key:
    """The same for markers that ask for the same."""
    arguments = sorted((argument.key, argument.value) for argument in marker.arguments)
    return marker.kind or "", tuple(arguments)


def match_markers(markdown: Sequence[Key], html: Sequence[Key]) -> Matched:
    """Pair the markers of a page's Markdown with those of its HTML."""
    pairs: dict[int, int] = {}
    if Counter(markdown) != Counter(html) and max(len(markdown), len(html)) <= _MAX_ALIGNED:
        aligned = SequenceMatcher(None, markdown, html, autojunk=False)
        for start, other, size in aligned.get_matching_blocks():
            pairs.update(zip(range(start, start + size), range(other, other + size), strict=True))
    taken = set(pairs.values())
    waiting: dict[Key, list[int]] = {}
    for index in reversed(range(len(html))):
        if index not in taken:
            waiting.setdefault(html[index], []).append(index)
    for index, key in enumerate(markdown):
        if index not in pairs and waiting.get(key):
            pairs[index] = waiting[key].pop()
    return Matched(
        pairs=tuple(sorted(pairs.items())),
        missing=tuple(index for index in range(len(markdown)) if index not in pairs),
        extra=tuple(sorted(index for left in waiting.values() for index in left)),
    )
