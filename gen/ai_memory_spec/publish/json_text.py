"""JSON for people to read: small objects and lists stay on one line."""

import json

WIDTH = 116


def readable_json(value: object, indent: int = 0) -> str:
    """JSON text in the order of the value's keys, broken only where a line would be too long."""
    flat = json.dumps(value, ensure_ascii=False)
    # A list of objects has a line for each, however short they are.
    is_rows = isinstance(value, list) and any(isinstance(item, dict) for item in value)
    if not is_rows and (
        not isinstance(value, dict | list) or not value or len(flat) + indent <= WIDTH
    ):
        return flat
    assert isinstance(value, dict | list)
    pad, end = " " * (indent + 2), " " * indent
    if isinstance(value, dict):
        items = [
            f"{pad}{json.dumps(key, ensure_ascii=False)}: {readable_json(item, indent + 2)}"
            for key, item in value.items()
        ]
        return "{\n" + ",\n".join(items) + f"\n{end}}}"
    assert isinstance(value, list)
    if all(isinstance(item, str) for item in value):
        return "[\n" + "\n".join(_filled(value, pad)) + f"\n{end}]"
    items = [f"{pad}{readable_json(item, indent + 2)}" for item in value]
    return "[\n" + ",\n".join(items) + f"\n{end}]"


def _filled(names: list[str], pad: str) -> list[str]:
    lines: list[str] = []
    for index, name in enumerate(names):
        word = json.dumps(name, ensure_ascii=False) + ("," if index < len(names) - 1 else "")
        if lines and len(lines[-1]) + 1 + len(word) <= WIDTH:
            lines[-1] += f" {word}"
        else:
            lines.append(pad + word)
    return lines
