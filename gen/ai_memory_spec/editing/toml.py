"""An edition as an edition file: TOML in the one style that all shipped files have.

A small writer of its own: the shape is known, key order and line breaks are part of the style,
and a library that keeps both would be a dependency of every install.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import fields

from ai_memory_spec.phrasing import Edition, Phrasing

_ESCAPES = {
    "\\": "\\\\",
    '"': '\\"',
    "\b": "\\b",
    "\t": "\\t",
    "\n": "\\n",
    "\f": "\\f",
    "\r": "\\r",
}
_BARE = frozenset("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-")


def edition_data(edition: Edition) -> dict[str, object]:
    """The raw data of an edition, as `parse_edition` reads it; a key that says nothing is left out.

    The order of keys is that of the files. `base_family` is written wherever leaving it out
    would mean another one.
    """
    data: dict[str, object] = {"label": edition.label, "what": edition.what}
    if edition.base_family is not None or edition.profiles:
        data["base_family"] = edition.base_family or ""
    if edition.always_on:
        data["always_on"] = list(edition.always_on)
    data["families"] = {family.name: list(family.tools) for family in edition.families}
    if edition.profiles:
        data["profiles"] = {name: list(members) for name, members in edition.profiles.items()}
    if edition.phrasing is not None:
        data["phrasing"] = _phrasing_data(edition.phrasing)
    if edition.provenance:
        data["provenance"] = dict(edition.provenance)
    return data


def render_edition_toml(edition: Edition) -> str:
    """The text of an edition file; `read_edition` gives the same edition back."""
    return "\n".join(_lines(edition)) + "\n"


def _lines(edition: Edition) -> Iterator[str]:
    is_flat = not edition.profiles and edition.phrasing is None
    subject = (
        ", the tools of an MCP server" if is_flat else " of the ai-memory capabilities contract"
    )
    yield f"# Edition {edition.label}{subject}. Data, not prose: every page follows it."
    yield (
        "# The order of families and of tools counts. "
        "`ai-memory-spec check` shows what a change moves."
    )
    yield ""
    for key, value in edition_data(edition).items():
        if isinstance(value, Mapping):
            yield ""
            yield f"[{key}]"
            for name, item in value.items():
                yield from _pair(name, item, spread=key in ("families", "phrasing"))
        else:
            yield from _pair(key, value, spread=False)


def _pair(key: str, value: object, *, spread: bool) -> Iterator[str]:
    """One key with its value; a list to be spread has an item on each line."""
    name = key if key and _BARE.issuperset(key) else _text(key)
    if spread and isinstance(value, Sequence) and not isinstance(value, str) and value:
        yield f"{name} = ["
        for item in value:
            yield f"  {_value(item)},"
        yield "]"
    else:
        yield f"{name} = {_value(value)}"


def _value(value: object) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int):
        return str(value)
    if isinstance(value, Sequence) and not isinstance(value, str):
        return f"[{', '.join(_value(item) for item in value)}]"
    return _text(str(value))


def _text(text: str) -> str:
    """A basic string."""
    return f'"{"".join(map(_character, text))}"'


def _character(char: str) -> str:
    if char in _ESCAPES:
        return _ESCAPES[char]
    return f"\\u{ord(char):04X}" if char < " " or char == "\x7f" else char


def _phrasing_data(phrasing: Phrasing) -> dict[str, object]:
    data: dict[str, object] = {}
    for field in fields(phrasing):
        value = getattr(phrasing, field.name)
        data[field.name] = list(value) if isinstance(value, tuple) else value
    return data
