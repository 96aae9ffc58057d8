"""All pages of `tools/list`, by one rule that always ends.

    nextCursor missing, null or ""   the last page
    any other cursor                 ask again with it
    a cursor that was used before    could not check: the list never ends
    more than MAX_PAGES pages        the same

A page may be empty. A name that stands twice is a fault of the server and counts once.
"""

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass

from ai_memory_spec.live.errors import CouldNotCheckError, Reason
from ai_memory_spec.live.text import quoted

MAX_PAGES = 1000


@dataclass(frozen=True, slots=True, kw_only=True)
class Page:
    """One answer to `tools/list`."""

    names: Sequence[str]
    next_cursor: str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Listing:
    """The whole of `tools/list`."""

    names: tuple[str, ...]
    """Each name once, in the server's order."""
    duplicates: tuple[str, ...]
    """Names that stood more than once."""


async def read_all_pages(get_page: Callable[[str | None], Awaitable[Page]]) -> Listing:
    """Ask for page after page until the last one.

    Parameters:
        get_page: Fetches the page of a cursor; None asks for the first page.

    Raises:
        CouldNotCheckError: With ENDLESS_LIST, or what `get_page` raises.
    """
    names: dict[str, int] = {}
    used: set[str] = set()
    cursor: str | None = None
    for _ in range(MAX_PAGES):
        page = await get_page(cursor)
        for name in page.names:
            names[name] = names.get(name, 0) + 1
        cursor = page.next_cursor
        if not cursor:
            return Listing(
                names=tuple(names),
                duplicates=tuple(name for name, times in names.items() if times > 1),
            )
        if cursor in used:
            raise CouldNotCheckError(
                Reason.ENDLESS_LIST,
                f"tools/list never ends: it gave the cursor {quoted(cursor, 40)} a second time",
            )
        used.add(cursor)
    raise CouldNotCheckError(
        Reason.ENDLESS_LIST, f"tools/list never ends: more than {MAX_PAGES} pages"
    )
