"""Word-level differences, the same for every reporter."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher

_ALIGNED_AT_MOST = 4_000_000
_START = re.compile(r"(?<=\s)\S{1,15}\Z")
"""The word at which a text was cut, unless it is a long one."""
_END = re.compile(r"\A\S{1,15}(?=\s)")
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
    for _, old_start, old_end, new_start, new_end in align(old, new):
        yield Change("".join(old[old_start:old_end]), "".join(new[new_start:new_end]))


def align(old: Sequence[str], new: Sequence[str]) -> Sequence[tuple[str, int, int, int, int]]:
    """Opcodes as of `difflib`, in bounded time: beyond a size only the ends are compared.

    Aligning takes time in proportion to the product of both lengths; a page may hold anything.
    """
    if len(old) * len(new) <= _ALIGNED_AT_MOST:
        return SequenceMatcher(None, old, new, autojunk=False).get_opcodes()
    shorter = min(len(old), len(new))
    head = 0
    while head < shorter and old[head] == new[head]:
        head += 1
    tail = 0
    while tail < shorter - head and old[-1 - tail] == new[-1 - tail]:
        tail += 1
    spans = [
        ("equal", 0, head, 0, head),
        ("replace", head, len(old) - tail, head, len(new) - tail),
        ("equal", len(old) - tail, len(old), len(new) - tail, len(new)),
    ]
    return [span for span in spans if span[1] < span[2] or span[3] < span[4]]


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
    head = _START.sub("", text[:context]) if after_change else ""
    tail = _END.sub("", text[-context:]) if before_change else ""
    return f"{head.rstrip()} … {tail.lstrip()}" if head or tail else text
