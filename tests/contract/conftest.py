"""What the tests of the documents share: real answers, editions, schema validators."""

import copy
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from ai_memory_spec.contract import SCHEMA_NAMES, load_schema
from ai_memory_spec.phrasing import EditionShelf

CAPTURES = Path(__file__).resolve().parent.parent / "data" / "captures"


@pytest.fixture(scope="session")
def captures() -> dict[tuple[str, str, str], dict[str, Any]]:
    """Real documents by release, transport (`stdio`, `http`) and what was asked for (`v1` …)."""
    return {
        (path.name.removesuffix(".documents.json"), *key.split(" ")): document
        for path in sorted(CAPTURES.glob("*.documents.json"))
        for key, document in json.loads(path.read_text(encoding="utf-8")).items()
    }


@pytest.fixture
def captured(
    captures: dict[tuple[str, str, str], dict[str, Any]],
) -> Callable[[str, str, str], dict[str, Any]]:
    """A copy of one real document, to be changed at will."""
    return lambda *key: copy.deepcopy(captures[key])


@pytest.fixture(scope="session")
def allowlist_answers() -> dict[str, dict[str, Any]]:
    """Per release, a configuration and what each agent id was told."""
    return {
        path.name.removesuffix(".allowlist.json"): json.loads(path.read_text(encoding="utf-8"))
        for path in sorted(CAPTURES.glob("*.allowlist.json"))
    }


@pytest.fixture(scope="session")
def editions() -> EditionShelf:
    """Editions, read once."""
    return EditionShelf()


@pytest.fixture(scope="session")
def validators() -> dict[str, Draft202012Validator]:
    """A validator per schema; none of them may look anything up."""
    return {name: Draft202012Validator(load_schema(name)) for name in SCHEMA_NAMES}
