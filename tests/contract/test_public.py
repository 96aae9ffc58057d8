"""What is public, and what importing it costs."""

import ast
import sys
from pathlib import Path

import ai_memory_spec.contract as contract

FOLDER = Path(contract.__file__).parent


def test_list_of_public_names_is_true() -> None:
    """Everything in it exists, and everything imported is in it."""
    tree = ast.parse((FOLDER / "__init__.py").read_text(encoding="utf-8"))
    imported = {
        alias.name
        for node in ast.walk(tree)
        if isinstance(node, ast.ImportFrom)
        for alias in node.names
    }
    assert set(contract.__all__) == imported
    assert all(hasattr(contract, name) for name in contract.__all__)


def test_standard_library_and_phrasing_only() -> None:
    """Also not `jsonschema`, which only the tests need."""
    for path in FOLDER.glob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            names = [node.module or ""] if isinstance(node, ast.ImportFrom) else []
            if isinstance(node, ast.Import):
                names = [alias.name for alias in node.names]
            for name in names:
                ours = ("ai_memory_spec.contract", "ai_memory_spec.phrasing")
                assert name.startswith(ours) or name.split(".")[0] in sys.stdlib_module_names
