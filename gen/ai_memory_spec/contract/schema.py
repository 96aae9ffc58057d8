"""The JSON Schemas (2020-12) of the documents, as data.

Each stands alone: its `$id` is a name and no address, and it refers to nothing outside itself.
"""

import json
from pathlib import Path
from typing import Any

SCHEMAS_FOLDER = Path(__file__).resolve().parent / "schemas"

SCHEMA_NAMES = (
    "capabilities-v1",
    "capabilities-v2",
    "capabilities-v3",
    "capabilities-family",
)
"""The schemas by file name without `.json`: three versions, and the list of one family."""


def load_schema(name: str) -> dict[str, Any]:
    """Read one of the shipped schemas.

    Raises:
        KeyError: There is no schema of this name; the message lists the names.
    """
    if name not in SCHEMA_NAMES:
        raise KeyError(f"no schema is named {name!r}; valid: {', '.join(SCHEMA_NAMES)}")
    text = (SCHEMAS_FOLDER / f"{name}.json").read_text(encoding="utf-8")
    schema: dict[str, Any] = json.loads(text)
    return schema
