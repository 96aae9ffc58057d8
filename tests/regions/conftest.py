"""What the tests of regions share: case files and the editions."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from ai_memory_spec.phrasing import EditionShelf

HERE = Path(__file__).resolve().parent


def read_cases(path: Path) -> Iterator[tuple[str, str, str]]:
    """Cases of a Markdown file as title, input and expected output.

    A case is a line with its title, then a line `.`, the input, a line `.`, the expected output,
    and a line `.`. Before the first case stands what the file is about.
    """
    parts: list[list[str]] = [[]]
    for line in path.read_text(encoding="utf-8").split("\n"):
        if line == ".":
            parts.append([])
        else:
            parts[-1].append(line)
    assert len(parts) % 3 == 1, f"{path}: a case is not complete"
    for index in range(0, len(parts) - 1, 3):
        title = next(line for line in reversed(parts[index]) if line)
        given, expected = ("".join(f"{line}\n" for line in part) for part in parts[index + 1 :][:2])
        yield title, given, expected


def pytest_configure(config: pytest.Config) -> None:
    """Declare the marker that names a case file."""
    config.addinivalue_line(
        "markers", "cases(name): run the test with each case of cases/NAME.md, as `case`"
    )


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Give a test the cases of its files."""
    rows = []
    for marker in metafunc.definition.iter_markers("cases"):
        for title, given, expected in read_cases(HERE / "cases" / f"{marker.args[0]}.md"):
            rows.append(pytest.param((given, expected), id=f"{marker.args[0]}: {title}"))
    if rows:
        metafunc.parametrize("case", rows)


@pytest.fixture(scope="session")
def shelf() -> EditionShelf:
    """The shipped editions."""
    return EditionShelf()
