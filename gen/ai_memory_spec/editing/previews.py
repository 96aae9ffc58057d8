"""How the sentences show tool names: which prefix they strip, and how many names they show.

Both are found by looking for the names themselves: the longest run of a profile's first names,
joined as previews are, that stands in every sentence.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from ai_memory_spec.editing.errors import SentenceError

_FIELD = "to_describe_to_user"


@dataclass(frozen=True, slots=True, kw_only=True)
class Sides:
    """One profile's sentence with the names that it may show."""

    profile: str
    """Label, for messages."""
    sentence: str
    loaded: tuple[str, ...]
    """In order, without always-on tools."""
    unloaded: tuple[str, ...]
    """In order, without always-on tools."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Previews:
    """What the sentences show of tool names."""

    strip_prefix: str
    loaded: int
    """Most loaded names that any sentence shows; 0 if none of them has loaded tools."""
    unloaded: int
    """Most unloaded names that any sentence shows; 0 if none of them has unloaded tools."""
    loaded_is_whole: bool
    """Whether every sentence shows all its loaded names, so that the size may be larger."""
    unloaded_is_whole: bool
    """Whether every sentence shows all its unloaded names."""


def find_previews(sides: Sequence[Sides], prefix_of_like: str) -> Previews:
    """Find prefix and preview sizes that hold for all these sentences.

    Parameters:
        sides: At least one profile.
        prefix_of_like: Tried first, if any name has it.

    Raises:
        SentenceError: The sentences do not show the first tool names of their profile.
    """
    names = [name for side in sides for name in (*side.loaded, *side.unloaded)]
    shared = _shared_prefix(names)
    found: list[Previews] = []
    known = prefix_of_like if any(name.startswith(prefix_of_like) for name in names) else ""
    for prefix in dict.fromkeys((known, shared, "")):
        loaded = _size([(side.sentence, side.loaded) for side in sides], prefix)
        unloaded = _size([(side.sentence, side.unloaded) for side in sides], prefix)
        shows_loaded = loaded or not any(side.loaded for side in sides)
        shows_unloaded = unloaded or not any(side.unloaded for side in sides)
        if shows_loaded and shows_unloaded:
            found.append(
                Previews(
                    strip_prefix=prefix,
                    loaded=loaded,
                    unloaded=unloaded,
                    loaded_is_whole=loaded >= max(len(side.loaded) for side in sides),
                    unloaded_is_whole=unloaded >= max(len(side.unloaded) for side in sides),
                )
            )
    if not found:
        raise _not_shown(sides, prefix_of_like)
    return max(found, key=lambda previews: previews.loaded + previews.unloaded)


def preview(names: Sequence[str], size: int, prefix: str) -> str:
    """The first names as a sentence shows them."""
    return ", ".join(name.removeprefix(prefix) for name in names[:size])


def _shared_prefix(names: Sequence[str]) -> str:
    """What all names begin with, up to an underscore and with it; empty if there is none."""
    first, last = min(names, default=""), max(names, default="")
    length = 0
    while first[length : length + 1] and first[length : length + 1] == last[length : length + 1]:
        length += 1
    return first[: first.rfind("_", 0, length) + 1]


def _size(shown: Sequence[tuple[str, tuple[str, ...]]], prefix: str) -> int:
    """The largest size whose preview stands in every sentence that has names; 0 for none."""
    limit = max((len(names) for _, names in shown), default=0)
    fits = 0
    for size in range(1, limit + 1):
        if not all(
            _holds(sentence, preview(names, size, prefix)) for sentence, names in shown if names
        ):
            break
        fits = size
    return fits


def _holds(sentence: str, text: str) -> bool:
    """Whether the text stands in the sentence as a whole, and not inside a longer name."""
    return bool(text) and re.search(rf"(?<!\w){re.escape(text)}(?!\w)", sentence) is not None


def _not_shown(sides: Sequence[Sides], prefix: str) -> SentenceError:
    for side in sides:
        for what, names in (("loaded", side.loaded), ("unloaded", side.unloaded)):
            if names and not any(
                _holds(side.sentence, names[0].removeprefix(tried)) for tried in (prefix, "")
            ):
                return SentenceError(
                    _FIELD,
                    f"the sentence of profile {side.profile!r} does not show its first {what} "
                    f"tool, {names[0].removeprefix(prefix)!r}",
                    side.profile,
                )
    return SentenceError(
        _FIELD, "the sentences show tool names without one prefix and size for all profiles"
    )
