"""Text to Markdown that CommonMark, GFM tables and Python-Markdown all read as that text.

Character references are the one escape that all of them accept in every place, inside table
cells and raw `<code>` too, and that no template plugin evaluates.

    the text holds                    Text                 Code               Fence
    a line break, a tab               a blank              a blank            as it is
    a control character, a surrogate  U+FFFD               U+FFFD             U+FFFD
    what a reader or plugin acts on   character reference  `<code>`, all of   `<pre>`, all of it
                                                           it referenced      referenced
"""

import re

_ALWAYS = frozenset("&<>\\`*[]{}|~^$@")
_SHORTCODE = re.compile(r":(?=[A-Za-z0-9_+-]+:)")
_AUTOLINK = re.compile(r":(?=//)|(?<=www)\.", re.IGNORECASE)
_DOUBLED = re.compile(r"([=+])(?=\1)")
_UNDERSCORE = re.compile(r"(?<![^\W_])_+|_+(?![^\W_])")
_ODD_BLANK = re.compile(r"[^\S ]")
_BLOCK_START = re.compile(r"[#\-+=:?!/%>~]|\d+(?=[.)])")
_TEMPLATE = r"\{\{|\{%|\{#|-8<-"
_BACKTICK_UNSAFE = re.compile(
    rf"[`|]|{_TEMPLATE}|-->|^\s|\s$|^$|^#!|^:::"
    # What the HTML parser under Python-Markdown may take for more than a tag, backticks or not.
    r"|<(?:[!?/]|script|style|textarea|title|xmp|iframe|noembed|noframes|noscript|plaintext)",
    re.IGNORECASE,
)
# Python-Markdown expands tabs, highlighters drop a byte-order mark, and so-called fixers cut
# blanks off the ends of lines.
_FENCE_UNSAFE = re.compile(rf"{_TEMPLATE}|\t|\ufeff| $", re.MULTILINE)
_CODE_PLAIN = re.compile(r"[A-Za-z0-9 ]|[^\x00-\x7f\s]")
_CONTROL = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\ud800-\udfff]")
_BREAK = re.compile(r"[ \t]*(?:\r\n|[\r\n\u2028\u2029\x85])[ \t\r\n]*|\t")


def reference(text: str) -> str:
    """The text as character references."""
    return "".join(f"&#{ord(char)};" for char in text)


def flatten(text: str) -> str:
    """The text on one line: a line break or tab becomes a blank, a control character U+FFFD."""
    return _CONTROL.sub("\ufffd", _BREAK.sub(" ", text))


def escape_text(text: str) -> str:
    """Text for a sentence, heading, list item or table cell; line breaks become blanks."""
    flat = flatten(text)
    named = {"&": "&amp;", "<": "&lt;", ">": "&gt;"}
    marks: set[int] = set()
    for pattern in (_SHORTCODE, _AUTOLINK, _DOUBLED, _UNDERSCORE, _ODD_BLANK):
        for match in pattern.finditer(flat):
            marks.update(range(match.start(), match.end()))
    pieces = [
        named.get(char, reference(char)) if char in _ALWAYS or index in marks else char
        for index, char in enumerate(flat)
    ]
    if flat.rstrip(" ").endswith("#"):  # at the end of a heading it would be no text
        pieces[len(flat.rstrip(" ")) - 1] = reference("#")
    return "".join(pieces)


def escape_line_start(text: str) -> str:
    """Inline Markdown that makes a whole block: nothing in front may start another block."""
    text = text.strip(" ")
    match = _BLOCK_START.match(text)
    if match is None:
        return text
    if match[0].isdigit():
        return match[0] + reference(text[match.end()]) + text[match.end() + 1 :]
    return reference(text[0]) + text[1:]


def code_span(text: str, *, after_backtick: bool = False) -> str:
    """Text as inline code: in backticks, or in `<code>` where backticks would not hold it.

    Parameters:
        text: Any text; line breaks become blanks.
        after_backtick: Whether a backtick stands right before the span.
    """
    flat = flatten(text)
    if not after_backtick and not _BACKTICK_UNSAFE.search(flat):
        return f"`{flat}`"
    inner = _referenced(flat)
    if inner != inner.strip(" "):
        inner = inner.replace(" ", reference(" "))
    return f"<code>{inner}</code>"


def code_block(text: str, language: str) -> str:
    """Text as a fenced block, or as `<pre>` on one line where a plugin would act on a fence.

    Line breaks at both ends are left out, since highlighters drop them.
    """
    clean = _CONTROL.sub("\ufffd", re.sub(r"\r\n|\r", "\n", text)).strip("\n")
    if _FENCE_UNSAFE.search(clean):
        return f"<pre><code>{_referenced(clean).replace(' ', reference(' '))}</code></pre>"
    longest = max((len(run) for run in re.findall(r"`+", clean)), default=0)
    fence = "`" * max(3, longest + 1)
    return f"{fence}{language}\n{clean}\n{fence}"


def _referenced(text: str) -> str:
    return "".join(char if _CODE_PLAIN.match(char) else reference(char) for char in text)
