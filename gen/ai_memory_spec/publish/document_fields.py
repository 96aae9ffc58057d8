"""A JSON Schema of ours as rows for people: one for every field that it names."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True, kw_only=True)
class SchemaField:
    """One field of a document."""

    path: str
    """Where it stands, such as `tools[].name`."""
    type: str
    """What it holds, in the words of JSON."""
    required: bool
    """Whether an object that could hold it must do so."""
    description: str


def schema_fields(schema: Mapping[str, Any]) -> Iterator[SchemaField]:
    """Every field that the schema names, each object's fields after the object.

    Understood is what our schemas use: `properties`, `items`, and `$ref` into `$defs`.
    """
    yield from _fields(schema, schema, "")


def _fields(part: Mapping[str, Any], schema: Mapping[str, Any], path: str) -> Iterator[SchemaField]:
    required = part.get("required", ())
    for name, raw in part.get("properties", {}).items():
        field = _resolve(raw, schema)
        here = f"{path}{name}"
        yield SchemaField(
            path=here,
            type=_type(field, schema),
            required=name in required,
            description=field.get("description", ""),
        )
        yield from _fields(field, schema, f"{here}.")
        if "items" in field:
            yield from _fields(_resolve(field["items"], schema), schema, f"{here}[].")


def _resolve(part: Mapping[str, Any], schema: Mapping[str, Any]) -> Mapping[str, Any]:
    reference = part.get("$ref")
    if reference is None:
        return part
    target: Mapping[str, Any] = schema["$defs"][reference.removeprefix("#/$defs/")]
    return {**target, **{key: value for key, value in part.items() if key != "$ref"}}


def _type(field: Mapping[str, Any], schema: Mapping[str, Any]) -> str:
    if "const" in field:
        return f'"{field["const"]}"'
    if field.get("type") == "array":
        item = _resolve(field["items"], schema)
        return f"array of {item['type']}s"
    return str(field["type"])
