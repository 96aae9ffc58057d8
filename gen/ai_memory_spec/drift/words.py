"""Word-level differences, the same for every reporter."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from difflib import SequenceMatcher

_WORD = re.compile(r"\w+|\s+|[^\w\s]")


@dataclass(frozen=True, slots=True)
class Change:
    """A run of words that both texts share, or that one has in place of the other's."""

    before: str
    after: str

    @property
    def same(self) -> bool:
        """Whether both texts have this run."""
        return self.before == self.after


def diff_words(before: str, after: str) -> Iterator[Change]:
    """Runs of shared and of changed words, in order; joined they give both texts."""
    old, new = _WORD.findall(before), _WORD.findall(after)
    matcher = SequenceMatcher(None, old, new, autojunk=False)
    for _, old_start, old_end, new_start, new_end in matcher.get_opcodes():
        yield Change("".join(old[old_start:old_end]), "".join(new[new_start:new_end]))


def show_change(before: str, after: str, *, context: int = 24) -> str:
    """One line such as `8 of [-43-]{+51+} tools`, with unchanged runs shortened.

    Parameters:
        before: The published text.
        after: The live text.
        context: How many characters of an unchanged run are kept beside a change.
    """
    changes = list(diff_words(before, after))
    pieces: list[str] = []
    for index, change in enumerate(changes):
        if change.same:
            pieces.append(_shorten(change.before, index > 0, index < len(changes) - 1, context))
            continue
        if change.before:
            pieces.append(f"[-{change.before}-]")
        if change.after:
            pieces.append(f"{{+{change.after}+}}")
    return "".join(pieces).replace("\n", "⏎")


def _shorten(text: str, after_change: bool, before_change: bool, context: int) -> str:
    if len(text) <= 2 * context + 3:
        return text
    head = text[:context] if after_change else ""
    tail = text[-context:] if before_change else ""
    return f"{head} … {tail}" if head or tail else text
