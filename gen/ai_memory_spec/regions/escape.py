"""Text to Markdown that CommonMark, GFM tables and Python-Markdown all read as that text.

Character references are the one escape that all of them accept in every place, inside table
cells and raw `<code>` too, and that no template plugin evaluates.
"""

import re

_ALWAYS = frozenset("&<>\\`*[]{}|~^$@")
_SHORTCODE = re.compile(r":(?=[A-Za-z0-9_+-]+:)")
_AUTOLINK = re.compile(r":(?=//)|(?<=www)\.", re.IGNORECASE)
_DOUBLED = re.compile(r"([=+])(?=\1)")
_UNDERSCORE = re.compile(r"(?<![^\W_])_+|_+(?![^\W_])")
_BLOCK_START = re.compile(r"[#\-+=:?!/%>~]|\d+(?=[.)])")
_BACKTICK_UNSAFE = re.compile(r"`|\||\{\{|\{%|\{#|<!--|-->|--8<--|^\s|\s$|^$|^#!|^:::")
_CODE_PLAIN = re.compile(r"[A-Za-z0-9 ]|[^\x00-\x7f]")
_CONTROL = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\ud800-\udfff]")
_BREAK = re.compile(r"[ \t]*(?:\r\n|[\r\n\u2028\u2029\x85])[ \t\r\n]*")


def reference(text: str) -> str:
    """The text as character references."""
    return "".join(f"&#{ord(char)};" for char in text)


def flatten(text: str) -> str:
    """The text on one line: a line break becomes a blank, a control character U+FFFD."""
    return _CONTROL.sub("\ufffd", _BREAK.sub(" ", text))


def escape_text(text: str) -> str:
    """Text for a sentence, heading, list item or table cell; line breaks become blanks."""
    flat = flatten(text)
    named = {"&": "&amp;", "<": "&lt;", ">": "&gt;"}
    marks: set[int] = set()
    for pattern in (_SHORTCODE, _AUTOLINK, _DOUBLED, _UNDERSCORE):
        for match in pattern.finditer(flat):
            marks.update(range(match.start(), match.end()))
    pieces = [
        named.get(char, reference(char)) if char in _ALWAYS or index in marks else char
        for index, char in enumerate(flat)
    ]
    if flat.endswith("#"):
        pieces[-1] = reference("#")
    return "".join(pieces)


def escape_line_start(text: str) -> str:
    """Text that begins a paragraph or list item: nothing in front may start a block."""
    match = _BLOCK_START.match(text)
    if match is None:
        return text
    if match[0].isdigit():
        return match[0] + reference(text[match.end()]) + text[match.end() + 1 :]
    return reference(text[0]) + text[1:]


def code_span(text: str) -> str:
    """Text as inline code: in backticks, or in `<code>` where backticks would not hold it."""
    if _BREAK.search(text) or _BACKTICK_UNSAFE.search(text):
        flat = flatten(text)
        inner = "".join(char if _CODE_PLAIN.match(char) else reference(char) for char in flat)
        if inner != inner.strip(" ") or not inner:
            inner = inner.replace(" ", "&#32;")
        return f"<code>{inner}</code>"
    return f"`{_CONTROL.sub(chr(0xFFFD), text)}`"


def code_block(text: str, language: str) -> str:
    """Text as a fenced block, or as `<pre>` where a template plugin would act on a fence."""
    clean = _CONTROL.sub("\ufffd", re.sub(r"\r\n|\r", "\n", text))
    if re.search(r"\{\{|\{%|\{#|--8<--", clean):
        inner = "".join(
            char if char == "\n" or _CODE_PLAIN.match(char) else reference(char) for char in clean
        )
        return f"<pre><code>{inner}\n</code></pre>"
    longest = max((len(run) for run in re.findall(r"`+", clean)), default=0)
    fence = "`" * max(3, longest + 1)
    return f"{fence}{language}\n{clean}\n{fence}"
