"""What is public, what it costs to import, and what it says without the extra."""

import os
import subprocess
import sys
from pathlib import Path

import ai_memory_spec
import ai_memory_spec.live as live

SOURCE_ROOT = Path(ai_memory_spec.__file__).resolve().parent.parent


def run(code: str) -> str:
    """Run code in a fresh interpreter; its output."""
    done = subprocess.run(
        [sys.executable, "-c", code],
        env={"PATH": os.environ["PATH"], "PYTHONPATH": str(SOURCE_ROOT)},
        capture_output=True,
        text=True,
        timeout=60,
        check=True,
    )
    return done.stdout


def test_public_names_exist_and_are_sorted() -> None:
    """The list is the truth."""
    assert all(hasattr(live, name) for name in live.__all__)
    assert sorted(live.__all__, key=lambda name: (not name.isupper(), name)) == live.__all__


def test_import_does_not_load_the_sdk() -> None:
    """Neither the package nor a source that is not asked yet."""
    code = (
        "import sys, ai_memory_spec.live as live; live.StdioSource('x'); "
        "print([name for name in ('mcp', 'anyio', 'pydantic', 'asyncio') if name in sys.modules])"
    )
    assert run(code) == "[]\n"


def test_missing_extra_is_named() -> None:
    """With the command that installs it, and without a traceback."""
    code = (
        "import sys; sys.modules['mcp_types'] = None\n"
        "import ai_memory_spec.live as live\n"
        "from ai_memory_spec.phrasing import load_edition, named_profiles\n"
        "source = live.StdioSource('true {profile}')\n"
        "for item in source.fetch_all(named_profiles(load_edition())): print(item.result)\n"
    )
    first, *others = run(code).splitlines()
    assert others == [first] * 4
    assert first.startswith("a stdio server needs the MCP SDK, version 2, which is not installed (")
    assert first.endswith("); run pip install 'ai-memory-spec[live]'")
