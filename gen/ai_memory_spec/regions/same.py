"""Whether two texts of a region mean the same.

A Markdown formatter may pad cells, change bullets or escape in another way. None of that is
drift: what counts is the HTML that both texts give, and every letter and digit in them. The
second test catches what HTML hides, such as a cell beyond the last column.
"""

import html
import re

from ai_memory_spec.regions.markdown import parser

_PRE = re.compile(r"(<pre\b.*?</pre>)", re.DOTALL)
_BETWEEN_BLOCKS = re.compile(
    r"\s*(</?(?:table|thead|tbody|tr|th|td|ul|ol|li|p|h[1-6]|blockquote|hr|div)\b[^>]*>)\s*"
)
_BLANKS = re.compile(r"[ \t\n]+")
_LOOSE_ITEM = re.compile(r"<li>\s*<p>(.*?)</p>\s*</li>", re.DOTALL)


def same_meaning(published: str, live: str, *, block: bool) -> bool:
    """Whether a reader sees the same in both texts.

    Parameters:
        published: A region's text as Markdown sees it: LF, without block prefixes.
        live: The text that the region should hold.
        block: Whether the region has the block form.
    """
    if published.strip("\n") == live.strip("\n"):
        return True
    if _letters(published) != _letters(live):
        return False
    return _canonical(published, block=block) == _canonical(live, block=block)


def _letters(text: str) -> str:
    return "".join(char for char in html.unescape(text) if char.isalnum())


def _canonical(text: str, *, block: bool) -> tuple[str, ...]:
    env: dict[str, object] = {}
    if not block:
        inline = _BLANKS.sub(" ", text).strip(" ")
        return (_BLANKS.sub(" ", parser().renderInline(inline, env)),)
    rendered = _LOOSE_ITEM.sub(r"<li>\1</li>", parser().render(text, env))
    pieces = _PRE.split(rendered)
    flat = tuple(
        piece if index % 2 else _BLANKS.sub(" ", _BETWEEN_BLOCKS.sub(r"\1", piece)).strip(" ")
        for index, piece in enumerate(pieces)
    )
    return (*flat, repr(sorted(env.get("references", {}))))  # type: ignore[call-overload]
