"""What the tests of editing share: editions, recorded answers, servers that replay."""

import json
import shlex
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from ai_memory_spec.phrasing import (
    DEFAULT_EDITION,
    Edition,
    edition_labels,
    load_edition,
    parse_edition,
)
from tests.editing.worlds import SMALL, Recorded, make_answer, make_document

HERE = Path(__file__).resolve().parent
DATA = HERE.parent / "data"
RECORDED = DATA / "phrasing" / "captures"


@pytest.fixture
def small() -> dict[str, Any]:
    """Raw data of the small edition, to be changed at will."""
    return json.loads(json.dumps(SMALL))  # type: ignore[no-any-return]


@pytest.fixture
def make_edition(small: dict[str, Any]) -> Callable[..., Edition]:
    """Make the small edition with some keys replaced; `phrasing__summary=…` reaches inside."""

    def make(**changes: Any) -> Edition:
        raw = json.loads(json.dumps(small))
        for key, value in changes.items():
            outer, _, inner = key.partition("__")
            if value is None and not inner:
                del raw[outer]
            elif inner:
                raw[outer][inner] = value
            else:
                raw[outer] = value
        return parse_edition(raw, "small")

    return make


@pytest.fixture(scope="session")
def editions() -> dict[str, Edition]:
    """Every shipped edition by label."""
    return {label: load_edition(label) for label in edition_labels()}


@pytest.fixture(scope="session")
def like(editions: dict[str, Edition]) -> Edition:
    """The default edition, of which a pull takes what no answer shows."""
    return editions[DEFAULT_EDITION]


@pytest.fixture
def recorded() -> Callable[[str], Recorded]:
    """Make a source of what a release was recorded to answer under the named profiles."""

    def make(release: str) -> Recorded:
        answers = {}
        for path in sorted((RECORDED / release).glob("*.v3.json")):
            raw = json.loads(path.read_text(encoding="utf-8"))
            sentences = (raw["summary"], raw["to_describe_to_user"])
            document = make_document(raw["tools"], ["memory_capabilities"], sentences, release)
            answers[path.name.removesuffix(".v3.json")] = make_answer(document)
        return Recorded(answers)

    return make


@pytest.fixture
def replay() -> Callable[..., str]:
    """Make the command of a server program that says what a file holds."""

    def make(file: Path, *options: str) -> str:
        words = [sys.executable, "-S", "-E", str(HERE / "servers" / "replay.py"), str(file)]
        return shlex.join([*words, *options]).replace("'{profile}'", "{profile}")

    return make
