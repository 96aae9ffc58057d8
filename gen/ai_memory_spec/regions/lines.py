"""Lines of a page as an editor counts them.

Only CR LF, LF and CR end a line, as in Markdown; `str.splitlines` also splits at form feeds and
Unicode separators, which would shift every later line number.
"""

import re
from bisect import bisect_right
from collections import Counter
from collections.abc import Iterator

_LINE_END = re.compile(r"\r\n|\r|\n")


class Lines:
    """Where the lines of a text begin and end; offsets are characters from the start."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.starts = [0]
        self.ends: list[int] = []
        ends: Counter[str] = Counter()
        for match in _LINE_END.finditer(text):
            self.ends.append(match.start())
            self.starts.append(match.end())
            ends[match[0]] += 1
        self.ends.append(len(text))
        self.eol = max(ends, key=lambda eol: ends[eol]) if ends else "\n"
        """The line ending that most lines have; LF for a text of one line."""

    def __len__(self) -> int:
        return len(self.starts)

    def __getitem__(self, index: int) -> str:
        """Text of the line with this 0-based index, without its line ending."""
        return self.text[self.starts[index] : self.ends[index]]

    def __iter__(self) -> Iterator[str]:
        return (self[index] for index in range(len(self)))

    def index(self, offset: int) -> int:
        """0-based index of the line that holds this offset."""
        return bisect_right(self.starts, offset) - 1

    def place(self, offset: int) -> tuple[int, int]:
        """1-based line and column of this offset, in characters; a BOM has no column."""
        line = self.index(offset)
        column = offset - self.starts[line] + 1
        if line == 0 and self.text.startswith("\ufeff"):
            column = max(1, column - 1)
        return line + 1, column


def to_lf(text: str) -> str:
    """The text with LF line endings."""
    return _LINE_END.sub("\n", text)
