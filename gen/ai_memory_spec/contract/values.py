"""JSON values: from text, what they are called, and how they become immutable and raw again."""

import json
import math
from collections.abc import Mapping
from types import MappingProxyType
from typing import NoReturn, TypeAlias

Json: TypeAlias = "bool | int | float | str | tuple[Json, ...] | Mapping[str, Json] | None"
"""A JSON value whose objects and arrays cannot be changed."""

JsonObject: TypeAlias = Mapping[str, Json]

_SHOWN_CHARACTERS = 60
_MAX_DIGITS = 4000
"""Python itself reads no number of more than 4300."""


def parse_json(text: str | bytes) -> object:
    """Turn JSON text into plain data, with only what JSON has.

    Refused beside what is no JSON: bytes that are not UTF-8, `NaN`, numbers out of range, and an
    object with one key twice, of which one would silently replace the other.

    Raises:
        ValueError: With a message that says what is wrong and where.
    """
    try:
        decoded = text if isinstance(text, str) else text.decode("utf-8")
        return json.loads(
            decoded.removeprefix("\ufeff"),
            parse_float=_finite,
            parse_int=_writable,
            parse_constant=_no_constant,
            object_pairs_hook=_unique,
        )
    except json.JSONDecodeError as error:
        place = f"line {error.lineno} column {error.colno}"
        raise ValueError(f"not JSON: {error.msg} at {place}") from error
    except UnicodeDecodeError as error:
        raise ValueError(f"not UTF-8: {error.reason} at byte {error.start + 1}") from error
    except RecursionError as error:
        raise ValueError("nested too deeply") from error


def _writable(digits: str) -> int:
    """Python reads no number of more digits than this, and says so in its own terms."""
    if len(digits) > _MAX_DIGITS:
        raise ValueError(f"a number of {len(digits)} digits; at most {_MAX_DIGITS} are read")
    return int(digits)


def freeze(value: object) -> Json:
    """Turn a parsed JSON value into an immutable one.

    Raises:
        TypeError: The value holds something that JSON cannot.
    """
    if value is None or isinstance(value, bool | int | float | str):
        return value
    if isinstance(value, Mapping):
        return freeze_object(value)
    if isinstance(value, list | tuple):
        return tuple(freeze(item) for item in value)
    raise TypeError(f"{type(value).__name__} is no JSON value")


def freeze_object(value: Mapping[str, object]) -> JsonObject:
    """Turn a parsed JSON object into an immutable one; errors as for `freeze`."""
    return MappingProxyType({key: freeze(item) for key, item in value.items()})


def thaw(value: Json) -> object:
    """Turn an immutable JSON value into plain dicts and lists, for `json.dumps`."""
    if isinstance(value, Mapping):
        return {key: thaw(item) for key, item in value.items()}
    if isinstance(value, tuple):
        return [thaw(item) for item in value]
    return value


def kind(value: object) -> str:
    """What a raw value is, in the words of JSON; long text is cut short."""
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int | float):
        return f"the number {_shown(value)}"
    if isinstance(value, str):
        return f"the text {_shown(value)}"
    if isinstance(value, Mapping):
        return "an object"
    if isinstance(value, list | tuple):
        return "an array" if value else "an empty array"
    return type(value).__name__


def _shown(value: int | float | str) -> str:
    if isinstance(value, str) and len(value) > _SHOWN_CHARACTERS:
        return ascii(value[:_SHOWN_CHARACTERS]) + "..."
    try:
        text = ascii(value)
    except ValueError:  # more digits than Python turns into text
        return "with very many digits"
    return text if len(text) <= 8 * _SHOWN_CHARACTERS else text[:_SHOWN_CHARACTERS] + "..."


def _finite(text: str) -> float:
    number = float(text)
    if math.isinf(number):
        raise ValueError(f"the number {text[:_SHOWN_CHARACTERS]} is out of range")
    return number


def _no_constant(name: str) -> NoReturn:
    raise ValueError(f"{name} is no JSON number")


def _unique(pairs: list[tuple[str, object]]) -> dict[str, object]:
    result: dict[str, object] = {}
    for key, value in pairs:
        if key in result:
            raise ValueError(f"the key {_shown(key)} stands twice in one object")
        result[key] = value
    return result
