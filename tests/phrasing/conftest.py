"""What the tests of the core share: raw editions, and the contract computed by other means.

Nothing here imports the product but for its editions; `Oracle` works on raw TOML or JSON data
with set arithmetic and `str.format`, so that it shares neither code nor idea with the core.
"""

import copy
import json
import os
import re
import subprocess
import sys
import tomllib
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

import ai_memory_spec
from ai_memory_spec.phrasing import EDITIONS_FOLDER, Edition, read_edition

DATA = Path(__file__).resolve().parent.parent / "data" / "phrasing"


class Oracle:
    """Counts, labels and sentences of one edition, computed from its raw data."""

    def __init__(self, raw: dict[str, Any]) -> None:
        self.families: list[str] = list(raw["families"])
        self.tools = [(tool, name) for name in self.families for tool in raw["families"][name]]
        self.always_on = set(raw.get("always_on", []))
        self.named = {frozenset(held): name for name, held in raw.get("profiles", {}).items()}
        self.base = raw.get("base_family", "core" if self.named else None) or None
        self.phrasing: dict[str, Any] | None = raw.get("phrasing")

    def family_sets(self) -> Iterator[frozenset[str]]:
        """Every profile's families, counting in binary with the first free family fastest."""
        free = [name for name in self.families if name != self.base]
        for number in range(2 ** len(free)):
            chosen = {name for bit, name in enumerate(free) if number & (1 << bit)}
            if self.base:
                chosen.add(self.base)
            if chosen:
                yield frozenset(chosen)

    def label(self, chosen: frozenset[str]) -> str:
        return self.named.get(chosen) or ",".join(sorted(chosen, key=self.families.index))

    def counts(self, chosen: frozenset[str]) -> dict[str, int]:
        everything = {tool for tool, _ in self.tools}
        in_profile = {tool for tool, family in self.tools if family in chosen}
        if self.phrasing is None or self.phrasing["summary_counts_always_on"]:
            seen, whole = in_profile | self.always_on, everything
        else:
            seen, whole = in_profile - self.always_on, everything - self.always_on
        return {
            "visible": len(seen),
            "total": len(whole),
            "unloaded": len(whole - seen),
            "n_loaded": len(in_profile - self.always_on),
            "n_unloaded": len(everything - in_profile - self.always_on),
        }

    def variables(self, chosen: frozenset[str]) -> dict[str, str]:
        assert self.phrasing is not None
        counts = self.counts(chosen)
        plain = [(tool, family) for tool, family in self.tools if tool not in self.always_on]
        prefix = self.phrasing.get("strip_prefix", "")
        short = {tool: re.sub("^" + re.escape(prefix), "", tool, count=1) for tool, _ in plain}
        loaded = [short[tool] for tool, family in plain if family in chosen]
        unloaded = [short[tool] for tool, family in plain if family not in chosen]
        size = self.phrasing["preview_loaded"]
        return {name: str(number) for name, number in counts.items()} | {
            "label": self.label(chosen),
            "s": "s" if len(loaded) != 1 else "",
            "preview_loaded": ", ".join(loaded[:size]),
            "ellipsis": ", ..." if len(loaded) > size else "",
            "preview_unloaded": ", ".join(unloaded[: self.phrasing["preview_unloaded"]]),
        }

    def sentences(self, chosen: frozenset[str]) -> tuple[str, str]:
        assert self.phrasing is not None
        values = self.variables(chosen)
        form = "describe_partial" if int(values["n_unloaded"]) else "describe_full"
        return (
            self.phrasing["summary"].format(**values),
            self.phrasing[form].format(**values),
        )


SMALL: dict[str, Any] = {
    "label": "small",
    "what": "a small edition with every part",
    "total": 6,
    "base_family": "core",
    "always_on": ["t_help"],
    "families": {
        "core": ["t_add", "t_get"],
        "extra": ["t_sum"],
        "meta": ["t_help", "t_stat", "u_log"],
    },
    "profiles": {"core": ["core"], "full": ["core", "extra", "meta"]},
    "phrasing": {
        "summary": "{visible}/{total} ({label}), {unloaded} hidden",
        "describe_partial": (
            "{n_loaded} tool{s}: {preview_loaded}{ellipsis}; {n_unloaded} more: {preview_unloaded}"
        ),
        "describe_full": "all {n_loaded}: {preview_loaded}{ellipsis}",
        "preview_loaded": 3,
        "preview_unloaded": 2,
        "strip_prefix": "t_",
        "summary_counts_always_on": True,
        "forbidden_in_describe": ["t_", "jargon"],
    },
    "provenance": {"source": "these tests"},
}


@pytest.fixture
def small() -> dict[str, Any]:
    """Raw data of a valid small edition, to be changed at will."""
    return copy.deepcopy(SMALL)


@pytest.fixture(scope="session")
def data_folder() -> Path:
    """Test data of the core's tests."""
    return DATA


@pytest.fixture(scope="session")
def oracle_of() -> Callable[[dict[str, Any]], Oracle]:
    """Make an oracle from raw data."""
    return Oracle


@pytest.fixture(scope="session")
def raw_editions() -> dict[str, dict[str, Any]]:
    """Raw data of every shipped edition, by file name."""
    return {
        path.stem: tomllib.loads(path.read_text(encoding="utf-8"))
        for path in sorted(EDITIONS_FOLDER.glob("*.toml"))
    }


@pytest.fixture(scope="session")
def handed_editions() -> dict[str, dict[str, Any]]:
    """The edition data that was handed to this project as JSON, by label."""
    return {
        path.stem: json.loads(path.read_text(encoding="utf-8"))
        for path in sorted((DATA / "editions").glob("*.json"))
    }


@pytest.fixture(scope="session")
def editions() -> dict[str, Edition]:
    """Every shipped edition, by file name."""
    return {path.stem: read_edition(path) for path in sorted(EDITIONS_FOLDER.glob("*.toml"))}


@pytest.fixture(scope="session")
def published_page(data_folder: Path) -> dict[str, Any]:
    """Templates, worked examples and values as the published page gives them."""
    page: dict[str, Any] = json.loads((data_folder / "published-page.json").read_text("utf-8"))
    return page


@pytest.fixture(scope="session")
def run_python() -> Callable[..., str]:
    """Run a program in a fresh interpreter that finds the package; return what it prints."""
    source_root = str(Path(ai_memory_spec.__file__).resolve().parent.parent)

    def run(program: str, *arguments: str, **environment: str) -> str:
        done = subprocess.run(
            [sys.executable, "-c", program, *arguments],
            env={**os.environ, "PYTHONPATH": source_root, "PYTHONIOENCODING": "utf-8"}
            | environment,
            capture_output=True,
            encoding="utf-8",
            timeout=60,
            check=False,
        )
        assert done.returncode == 0, done.stderr
        return done.stdout

    return run
