"""What is wrong with a page, before it is known which page it is."""

from dataclasses import dataclass

_QUOTED = 80


@dataclass(frozen=True, slots=True, kw_only=True)
class Problem:
    """One thing wrong at one place of a page's text."""

    rule: str
    """Id of the rule; the drift package says how severe it is."""
    offset: int
    """Where, in characters from the start of the page's text."""
    message: str
    fix: str
    region: str | None = None
    """Id of the region, if there is one."""


def quote(text: str) -> str:
    """Text of a page for a message: in quotes, without control characters, not too long."""
    return repr(text if len(text) <= _QUOTED else f"{text[: _QUOTED - 1]}…")
