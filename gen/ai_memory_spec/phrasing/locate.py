"""The line of an edition file that a place in its data stands on.

The parsers of the standard library do not say where a value came from, so the text is searched
for the keys of the place in turn. What cannot be found that way has no line: a message then
names the place alone, which is always right.
"""

import re

_STEP = re.compile(r'"((?:[^"\\]|\\.)*)"|([^.\[\]"]+)|\[(\d+)\]')
_IN_LIST = re.compile(r"""(?P<string>"(?:[^"\\\n]|\\.)*"|'[^'\n]*')|#[^\n]*|(?P<end>\])""")


def line_of(text: str, place: str) -> int | None:
    """1-based line of a place such as `families.core[2]` in TOML or JSON text."""
    offset = 0
    found: int | None = None
    for match in _STEP.finditer(place):
        quoted, bare, index = match.groups()
        at = _item(text, offset, int(index)) if index else _key(text, offset, quoted or bare)
        if at is None:
            break
        found = offset = at
    return None if found is None else text.count("\n", 0, found) + 1


def _key(text: str, offset: int, key: str) -> int | None:
    """Offset of a key: `[key]`, `key =` or `"key":` at the start of a line or after `{` or `,`."""
    name = re.escape(key)
    pattern = re.compile(
        rf"""(?:^|[{{,])\s*(?:\[\s*(?P<table>["']?{name}["']?)\s*\]|(?P<key>["']?{name}["']?)\s*[=:])""",
        re.MULTILINE,
    )
    match = pattern.search(text, offset)
    return match.start(match.lastgroup or 0) if match else None


def _item(text: str, offset: int, index: int) -> int | None:
    """Offset of the n-th text of the list that begins after an offset."""
    begin = text.find("[", offset)
    if begin < 0:
        return None
    number = 0
    for match in _IN_LIST.finditer(text, begin):
        if match["end"]:
            return None
        if match["string"]:
            if number == index:
                return match.start()
            number += 1
    return None
