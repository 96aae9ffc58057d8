"""Whether two texts of a region mean the same.

A Markdown formatter may pad cells, change bullets or escape in another way. None of that is
drift: what counts is the HTML that both texts give, and every letter and digit in them. What
that HTML hides, and another reader shows, is compared beside it:

    a cell beyond the last column          letters and digits of the raw text
    blanks that are not ASCII              the same; markdown-it-py strips them from cells
    a backslash before a comma             Python-Markdown shows it, CommonMark does not
    backticks in place of `<code>`         letters of the raw text; readers differ on pipes there
"""

import html
import re

from ai_memory_spec.regions.markdown import parse_blocks, parser

_CODE = re.compile(r"(<pre\b.*?</pre>|<code\b.*?</code>)", re.DOTALL)
_BETWEEN_BLOCKS = re.compile(
    r"[ \t\n]*(</?(?:table|thead|tbody|tr|th|td|ul|ol|li|p|h[1-6]|blockquote|hr|div)\b[^>]*>)"
    r"[ \t\n]*"
)
_BLANKS = re.compile(r"[ \t\n]+")
_SYNTAX = re.compile(r"[\t\n -/:-@\[-`{-~]+")
_LOOSE_ITEM = re.compile(r"<li>\s*<p>(.*?)</p>\s*</li>", re.DOTALL)
# Formatters write `\<`, `\&` and `\~`; what becomes of these is said by `has_lost_references`.
_FOREIGN_ESCAPE = re.compile(r"""\\[^\w\s\\`*{}\[\]()>#+.!|\-<&~]""")
_REFERENCE = re.compile(r"&(?:lt|amp|#38|#60|#123);")


def same_meaning(published: str, live: str, *, block: bool) -> bool:
    """Whether a reader sees the same in both texts.

    Parameters:
        published: A region's text as Markdown sees it: LF, without block prefixes.
        live: The text that the region should hold.
        block: Whether the region has the block form.
    """
    if published == live or (block and published.strip("\n") == live.strip("\n")):
        return True
    if _letters(published) != _letters(live):
        return False
    if _FOREIGN_ESCAPE.findall(published) != _FOREIGN_ESCAPE.findall(live):
        return False
    return _canonical(published, block=block) == _canonical(live, block=block)


def is_readable(content: str, *, contained: bool) -> bool:
    """Whether Python-Markdown finds the same blocks as CommonMark in a block region's text.

    It wants blank lines between blocks, all of them at the margin, pipes around table rows, both
    ends of a fence alike, and no tabs; generated text is so, and formatters keep it so.

    Parameters:
        content: The region's text as Markdown sees it.
        contained: Whether it stands in a list, quote or container, where Python-Markdown wants
            blank lines beside the markers too.
    """
    lines = content.split("\n")
    if "\t" in content:
        return False
    if contained and content.strip() and (lines[0].strip() or lines[-1].strip()):
        return False
    for token in parse_blocks(content):
        if token.nesting < 0 or token.map is None:
            continue
        first, after = token.map
        if token.type in ("fence", "table_open", "list_item_open") or not token.level:
            own = lines[first:after] if token.type == "table_open" else lines[first : first + 1]
            if any(line[:1] == " " for line in own):
                return False
        if not token.level and first and lines[first - 1].strip():
            return False
        if token.type == "fence" and lines[after - 1] != token.markup:
            return False
        if token.type == "table_open":
            rows = [line.strip() for line in lines[first:after] if line.strip()]
            if not all(row.startswith("|") and row.endswith("|") for row in rows):
                return False
    return True


def has_lost_references(published: str, live: str) -> bool:
    """Whether a formatter has put other escapes where Python-Markdown needs references."""
    return len(_REFERENCE.findall(published)) < len(_REFERENCE.findall(live))


def _letters(text: str) -> str:
    """Letters, digits, and every other character that no Markdown syntax is made of."""
    return "".join(_SYNTAX.split(html.unescape(text)))


def _canonical(text: str, *, block: bool) -> tuple[str, ...]:
    env: dict[str, object] = {}
    tokens = parse_blocks(text, env) if block else parser().parseInline(text, env)
    rendered = parser().renderer.render(tokens, parser().options, env)
    if block:
        rendered = _LOOSE_ITEM.sub(r"<li>\1</li>", rendered)
    pieces = tuple(
        _squeeze_code(piece) if index % 2 else _squeeze(piece, block=block)
        for index, piece in enumerate(_CODE.split(rendered))
    )
    references = repr(sorted(env.get("references", {})))  # type: ignore[call-overload]
    return (*pieces, references)


def _squeeze(piece: str, *, block: bool) -> str:
    if block:
        piece = _BETWEEN_BLOCKS.sub(r"\1", piece)
    return _BLANKS.sub(" ", piece)


def _squeeze_code(piece: str) -> str:
    return piece if piece.startswith("<pre") else piece.replace("\n", " ")
