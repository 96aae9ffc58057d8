"""Why the text of a built region is not the live text, as far as the two texts tell."""

import re
from collections.abc import Iterable

from ai_memory_spec.drift.html.pieces import Pieces

_TYPOGRAPHY = {
    **dict.fromkeys("“”„‟«»″", '"'),
    **dict.fromkeys("‘’‚‛‹›′", "'"),
    **dict.fromkeys("–—―−", "--"),
    "…": "...",
    "\u00a0": " ",
    "©": "(c)",
    "®": "(r)",
    "™": "(tm)",
    "℅": "c/o",
    "±": "+/-",
    "≠": "=/=",
    "→": "-->",
    "←": "<--",
    "↔": "<-->",
    "¼": "1/4",
    "½": "1/2",
    "¾": "3/4",
    "⅓": "1/3",
    "⅔": "2/3",
}
"""What typography extensions write, and what an author wrote."""

_DASHES = re.compile(r"-{2,}")
_QUOTED = re.compile(r"<<|>>|,,")
TYPOGRAPHY_EXTENSIONS = ("smarty", "smartsymbols", "typogrify", "typographer")
"""A word in the name of every extension or plugin that is known to change characters."""


def is_typography(published: Pieces, live: Pieces) -> bool:
    """Whether two texts differ in no more than how quotes, dashes, dots and symbols are written."""
    return _plain(published) == _plain(live)


def typography_extensions(extensions: Iterable[str]) -> tuple[str, ...]:
    """Those of the site's extensions and plugins that change characters."""
    return tuple(name for name in extensions if any(word in name for word in TYPOGRAPHY_EXTENSIONS))


def _plain(pieces: Pieces) -> list[tuple[str, str]]:
    plain = []
    for piece in pieces:
        text = "".join(_TYPOGRAPHY.get(char, char) for char in piece.text)
        text = _QUOTED.sub('"', _DASHES.sub("--", text)).lower()
        plain.append((piece.mark.value, " ".join(text.split())))
    return plain
