"""Which tests hold which requirement, read from the tests' source text and never imported.

A test names requirements by a marker, on itself, on its class, or on its whole module:

    @pytest.mark.requirement("profiles.parse.case", "profiles.parse.unknown")
    pytestmark = pytest.mark.requirement("wire.stdout")

Ids stand there as plain strings, so that reading is enough.
"""

import ast
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

MARKER = "requirement"


@dataclass(frozen=True, slots=True, kw_only=True)
class TestOf:
    """One test that names one requirement."""

    __test__ = False  # pytest takes the name for that of a test class

    requirement: str
    """The id as the test writes it."""
    node: str
    """The test as pytest names it, without parameters: `tests/a/test_b.py::test_c`."""
    line: int
    """1-based line of the marker's call."""


class MarkerError(Exception):
    """A marker that cannot be read: an id that is no plain string, or none at all."""

    def __init__(self, path: str, line: int, message: str) -> None:
        super().__init__(f"{path}:{line}: {message}")


def collect_tests(folder: Path) -> tuple[TestOf, ...]:
    """Every naming of a requirement in the test files below a folder, in order of path and line.

    Parameters:
        folder: The tests' folder; node ids begin with its name.

    Raises:
        MarkerError: A marker cannot be read.
        SyntaxError: A test file is no Python.
    """
    found: list[TestOf] = []
    for path in sorted(folder.rglob("test_*.py")):
        name = path.relative_to(folder.parent).as_posix()
        text = path.read_text(encoding="utf-8")
        if f".{MARKER}" not in text:
            continue
        tree = ast.parse(text, filename=name)
        found.extend(_module(tree, name))
    return tuple(found)


def tests_by_requirement(
    tests: tuple[TestOf, ...], redirects: Mapping[str, str]
) -> Mapping[str, tuple[str, ...]]:
    """Node ids by the present id of the requirement; each node once, in order."""
    found: dict[str, dict[str, None]] = {}
    for item in tests:
        present = redirects.get(item.requirement, item.requirement)
        found.setdefault(present, {})[item.node] = None
    return {id_: tuple(nodes) for id_, nodes in found.items()}


def _module(tree: ast.Module, name: str) -> Iterator[TestOf]:
    outer = [
        marker
        for statement in tree.body
        for target in _targets(statement)
        if target == "pytestmark"
        for marker in _markers(_elements(statement), name)
    ]
    yield from _tests(tree.body, name, outer, name)


def _tests(
    body: list[ast.stmt], prefix: str, outer: list[tuple[str, int]], path: str
) -> Iterator[TestOf]:
    for statement in body:
        if not isinstance(statement, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            continue
        markers = [*outer, *_markers(statement.decorator_list, path)]
        node = f"{prefix}::{statement.name}"
        if isinstance(statement, ast.ClassDef):
            if statement.name.startswith("Test"):
                yield from _tests(statement.body, node, markers, path)
        elif statement.name.startswith("test"):
            for id_, line in markers:
                yield TestOf(requirement=id_, node=node, line=line)


def _markers(expressions: list[ast.expr], path: str) -> Iterator[tuple[str, int]]:
    for expression in expressions:
        call = expression if isinstance(expression, ast.Call) else None
        name = call.func if call is not None else expression
        if not (isinstance(name, ast.Attribute) and name.attr == MARKER):
            continue
        if call is None or not call.args or call.keywords:
            raise MarkerError(path, expression.lineno, "the marker names no requirement")
        for argument in call.args:
            if not (isinstance(argument, ast.Constant) and isinstance(argument.value, str)):
                raise MarkerError(
                    path, argument.lineno, "write the id of a requirement as a plain string"
                )
            yield argument.value, argument.lineno


def _targets(statement: ast.stmt) -> Iterator[str]:
    targets: list[ast.expr] = []
    if isinstance(statement, ast.Assign):
        targets = statement.targets
    elif isinstance(statement, ast.AnnAssign):
        targets = [statement.target]
    yield from (target.id for target in targets if isinstance(target, ast.Name))


def _elements(statement: ast.stmt) -> list[ast.expr]:
    value = statement.value if isinstance(statement, ast.Assign | ast.AnnAssign) else None
    if value is None:
        return []
    return value.elts if isinstance(value, ast.List | ast.Tuple) else [value]
