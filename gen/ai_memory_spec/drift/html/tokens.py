"""HTML text to tokens, as the tokenizer of the HTML standard reads it.

Why not `html.parser`: its patch releases read comments, scripts and broken tags in different
ways, some raise `AssertionError` on `<![`, and some take minutes for 150 KB of `<a <a <a`
(CPython issues 77057, 135462, 135661). A gate must read a page alike on every machine, and in
linear time, since it reads deployed pages too. Here every character is looked at a bounded
number of times: each pattern is possessive, and whatever has no end runs to the end of the text.

Left out, since no content of a page depends on it: CDATA sections of SVG, and scripts that hold
both `<!--` and `<script>`.

Source: the HTML standard, section 13.2.5 "Tokenization".
"""

import re
from collections.abc import Iterator
from enum import Enum
from html import unescape
from typing import NamedTuple

_TAG = re.compile(
    r"""<(?P<slash>/?)(?P<name>[a-zA-Z][^\t\n\f />]*+)
    (?P<attributes>(?:
        [\t\n\f\ /]++
      | [^\t\n\f />][^\t\n\f />=]*+
        (?:[\t\n\f\ ]*+=[\t\n\f\ ]*+
          (?:"[^"]*+(?:"|\Z) | '[^']*+(?:'|\Z) | [^\t\n\f >"'][^\t\n\f >]*+ | (?=>))
        )?+
    )*+)>""",
    re.VERBOSE,
)
_ATTRIBUTE = re.compile(
    r"""([^\t\n\f />][^\t\n\f />=]*+)
    (?:[\t\n\f\ ]*+=[\t\n\f\ ]*+ (?:"([^"]*+)"|'([^']*+)'|([^\t\n\f >"'][^\t\n\f >]*+)|(?=\Z)))?+
    """,
    re.VERBOSE,
)
_COMMENT_END = re.compile(r"--!?>")
_RAW_TEXT = frozenset({"script", "style", "xmp", "iframe", "noembed", "noframes"})
_ESCAPABLE_TEXT = frozenset({"textarea", "title"})
_MARKUP = frozenset("/!?")
_NEWLINES = re.compile(r"\r\n?")


class TokenKind(Enum):
    """What a token is."""

    TEXT = "text"
    """Characters, with character references resolved."""
    RAW = "raw"
    """What a script, a style sheet or the like holds; no text of the page."""
    START = "start"
    """A start tag; `data` is its name in lower case."""
    END = "end"
    """An end tag; `data` is its name in lower case."""
    COMMENT = "comment"
    """A comment; `data` is what stands between its delimiters."""


class Token(NamedTuple):
    """One token; a named tuple, since a page has thousands."""

    kind: TokenKind
    data: str
    attributes: str
    """The attributes of a start tag as written, for `read_attributes`; else empty."""
    offset: int
    """Where it begins, in characters from the start of the text."""


def normalize(text: str) -> str:
    """The text with LF line endings and without NUL, as the standard reads any stream."""
    return _NEWLINES.sub("\n", text).replace("\0", "\ufffd")


def tokenize(text: str) -> Iterator[Token]:
    """Tokens of a normalized text, in order; any text has tokens, none is an error."""
    position = 0
    while position < len(text):
        begin = text.find("<", position)
        if begin < 0:
            begin = len(text)
        mark = text[begin + 1 : begin + 2]
        if begin < len(text) and not (mark.isascii() and mark.isalpha()) and mark not in _MARKUP:
            # A lone `<`; text goes on behind it.
            begin += 1
        if begin > position:
            yield Token(TokenKind.TEXT, _resolve(text[position:begin]), "", position)
            position = begin
            continue
        if mark == "!" and text.startswith("<!--", position):
            body, position = _comment(text, position)
            yield Token(TokenKind.COMMENT, body, "", begin)
            continue
        after = text[begin + 2 : begin + 3]
        if mark in ("!", "?") or (mark == "/" and not (after.isascii() and after.isalpha())):
            if mark == "/" and not after:
                yield Token(TokenKind.TEXT, "</", "", begin)
            # A doctype, a bogus comment or `</>`: none is shown.
            end = text.find(">", begin)
            position = len(text) if end < 0 else end + 1
            continue
        tag = _TAG.match(text, position)
        if tag is None:
            # The text ends inside a tag, which the standard drops.
            return
        name = tag["name"].lower()
        position = tag.end()
        if tag["slash"]:
            yield Token(TokenKind.END, name, "", begin)
            continue
        yield Token(TokenKind.START, name, tag["attributes"], begin)
        if name in _RAW_TEXT or name in _ESCAPABLE_TEXT:
            end = _raw_end(text, position, name)
            if end > position and name in _RAW_TEXT:
                yield Token(TokenKind.RAW, text[position:end], "", position)
            elif end > position:
                yield Token(TokenKind.TEXT, _resolve(text[position:end]), "", position)
            position = end


def read_attributes(source: str) -> dict[str, str]:
    """The attributes of a start tag by lower-case name; of a repeated one, the first."""
    attributes: dict[str, str] = {}
    for name, *values in _ATTRIBUTE.findall(source):
        attributes.setdefault(name.lower(), _resolve("".join(values)))
    return attributes


def _comment(text: str, begin: int) -> tuple[str, int]:
    """What the comment holds, and the offset behind it."""
    start = begin + 4
    for empty in (">", "->"):
        if text.startswith(empty, start):
            return "", start + len(empty)
    end = _COMMENT_END.search(text, start)
    if end is None:
        return text[start:], len(text)
    return text[start : end.start()], end.end()


def _raw_end(text: str, position: int, name: str) -> int:
    end = re.compile(rf"</{name}(?=[\t\n\f />])", re.IGNORECASE).search(text, position)
    return len(text) if end is None else end.start()


def _resolve(text: str) -> str:
    return unescape(text) if "&" in text else text
