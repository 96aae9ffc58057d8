"""What is wrong with a page, before it is known which page it is."""

from dataclasses import dataclass


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
