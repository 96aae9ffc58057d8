r"""Text from outside in a message: trimmed and quoted by rules that other languages can follow.

The playground reads profile strings in the browser and must say, letter for letter, what the core
says. So both rules are data: a set of blanks, and a character class that means the same to Python
and to JavaScript (there with the flag `u`). `repr` and `str.strip` hang on Python's own tables.
"""

import re

BLANKS = (
    "\t\n\x0b\x0c\r \x85\xa0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008"
    "\u2009\u200a\u2028\u2029\u202f\u205f\u3000"
)
"""Unicode's White_Space, which the daemons trim; `str.strip` would trim U+001C to U+001F too."""

UNSEEN = (
    r"[\u0000-\u001f\u007f-\u00a0\u00ad\u061c\u1680\u180e\u2000-\u200f\u2028-\u202f\u205f-\u206f"
    r"\u3000\ud800-\udfff\ufeff\ufff9-\ufffb]"
)
r"""What a reader could not see or a terminal would obey: it is written as \u and four digits.

Controls, blanks but the space, formatting characters, and halves of surrogate pairs, which no
output can encode.
"""

_UNSEEN = re.compile(UNSEEN)


def quote(text: str) -> str:
    """The text in single quotes, with a backslash before each quote and backslash in it."""
    plain = text.replace("\\", "\\\\").replace("'", "\\'")
    return "'" + _UNSEEN.sub(lambda match: f"\\u{ord(match[0]):04x}", plain) + "'"


def lower_ascii(text: str) -> str:
    """The text with A to Z, and no other letter, in lower case."""
    return re.sub("[A-Z]", lambda match: match[0].lower(), text)
