"""Text from a server, made fit to be shown: nothing in it can steer a terminal or a log.

What a server says is untrusted. Escape sequences are dropped, and what else does not print
(control characters, invisible and direction-changing ones, lone surrogates) is spelt out.
Printable text stays byte for byte what it was.
"""

import re
import unicodedata
from collections.abc import Mapping

_ESCAPE_SEQUENCE = re.compile(
    r"(?:\x1b\[|\x9b)[0-?]*[ -/]*[@-~]"  # CSI: colours, cursor movement
    r"|(?:\x1b[\]PX^_]|[\x9d\x90\x98\x9e\x9f])[^\x07\x1b\x9c]*(?:\x07|\x1b\\|\x9c)?"  # OSC, DCS, …
    r"|\x1b[ -/]*[0-~]"  # two-character sequences
)
_UNPRINTABLE = frozenset({"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"})


def printable(text: str, limit: int | None = None) -> str:
    """The text on one line, without anything that a terminal acts upon.

    Parameters:
        text: Any text, however hostile.
        limit: The longest result in characters; what is cut off is shown as an ellipsis.
    """
    if limit is not None:
        text = text[: 4 * limit]  # enough, however much of it is escape sequences
    shown = "".join(map(_shown, _ESCAPE_SEQUENCE.sub("", text)))
    if limit is not None and len(shown) > limit:
        shown = shown[: limit - 1] + "…"
    return shown


def quoted(text: str, limit: int = 120) -> str:
    """The text in printable form, shortened, between double quotes."""
    return f'"{printable(text.strip(), limit)}"'


def redacted(text: str, secrets: Mapping[str, str]) -> str:
    """The text with each secret replaced by its name in brackets.

    Parameters:
        text: What is to be shown.
        secrets: Values that must not be shown, by the name to show in their place.
    """
    for name, value in sorted(secrets.items(), key=lambda item: -len(item[1])):
        if value:
            text = text.replace(value, f"[{name}]")
    return text


def _shown(character: str) -> str:
    if character.isascii() and character.isprintable():
        return character
    if unicodedata.category(character) in _UNPRINTABLE:
        return character.encode("unicode_escape", "backslashreplace").decode("ascii")
    return character
