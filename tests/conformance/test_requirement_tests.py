"""Every requirement is held by a test that names it, and tests name requirements that exist."""

import ast
import tomllib
from pathlib import Path

import pytest

from ai_memory_spec import conformance  # a name that begins with `tests_` would be collected
from ai_memory_spec.conformance import MarkerError, collect_tests, load_requirements

HERE = Path(__file__).resolve().parent
TESTS = HERE.parent
EXCEPTIONS = HERE / "exceptions.toml"


def read_exceptions(text: str) -> dict[str, str]:
    """Requirement ids with the reason why no test holds them; wrong entries fail the test."""
    data = tomllib.loads(text)
    assert set(data) <= {"exception"}, "exceptions.toml holds [[exception]] tables only"
    found: dict[str, str] = {}
    for entry in data.get("exception", []):
        assert set(entry) == {"id", "reason"}, f"an exception has an id and a reason: {entry}"
        assert entry["reason"].strip(), f"{entry['id']}: an exception needs a reason"
        assert entry["id"] not in found, f"{entry['id']} stands twice"
        found[entry["id"]] = entry["reason"]
    return found


def test_every_requirement_has_a_test_or_a_reason() -> None:
    """None is forgotten, and no exception outlives its reason."""
    requirements = load_requirements()
    tested = conformance.tests_by_requirement(collect_tests(TESTS), requirements.redirects)
    excepted = read_exceptions(EXCEPTIONS.read_text(encoding="utf-8"))
    missing = [id_ for id_ in requirements.by_id if id_ not in tested and id_ not in excepted]
    assert missing == [], "add @pytest.mark.requirement(…) to a test, or an entry to the exceptions"
    assert [id_ for id_ in excepted if id_ in tested] == [], "these have a test now"
    assert [id_ for id_ in excepted if id_ not in requirements.by_id] == [], "unknown ids"


def test_tests_name_requirements_that_exist() -> None:
    """An id that is misspelt, or that was renamed, is named with its place."""
    known = load_requirements().by_id
    wrong = [
        f"{item.node}, line {item.line}: {item.requirement}"
        for item in collect_tests(TESTS)
        if item.requirement not in known
    ]
    assert wrong == []


@pytest.mark.parametrize(
    "text",
    [
        '[[exception]]\nid = "a.b"\n',
        '[[exception]]\nid = "a.b"\nreason = " "\n',
        '[[exception]]\nid = "a.b"\nreason = "x"\n[[exception]]\nid = "a.b"\nreason = "y"\n',
        '[[except]]\nid = "a.b"\nreason = "x"\n',
    ],
    ids=["no reason", "an empty reason", "twice", "another table"],
)
def test_an_exception_without_a_reason_fails(text: str) -> None:
    """The table cannot silence anything without saying why."""
    with pytest.raises(AssertionError):
        read_exceptions(text)


def test_markers_are_found_on_tests_classes_and_modules(tmp_path: Path) -> None:
    """All three places count; parameters of a test do not matter; other functions are no tests."""
    folder = tmp_path / "tests"
    (folder / "a").mkdir(parents=True)
    (folder / "a" / "test_b.py").write_text(
        "import pytest\n"
        'pytestmark = [pytest.mark.slow, pytest.mark.requirement("m.all")]\n'
        '@pytest.mark.parametrize("x", [1])\n'
        '@pytest.mark.requirement("f.one", "f.two")\n'
        "def test_c(x): ...\n"
        '@pytest.mark.requirement("h.no")\n'
        "def helper(): ...\n"
        '@pytest.mark.requirement("k.class")\n'
        "class TestD:\n"
        '    @pytest.mark.requirement("k.inner")\n'
        "    async def test_e(self): ...\n",
        encoding="utf-8",
    )
    found = [(item.requirement, item.node) for item in collect_tests(folder)]
    c, e = "tests/a/test_b.py::test_c", "tests/a/test_b.py::TestD::test_e"
    assert found == [
        ("m.all", c),
        ("f.one", c),
        ("f.two", c),
        ("m.all", e),
        ("k.class", e),
        ("k.inner", e),
    ]
    by_id = conformance.tests_by_requirement(collect_tests(folder), {"f.two": "f.one"})
    assert by_id["f.one"] == (c,)


@pytest.mark.parametrize(
    ("marker", "message"),
    [
        ("requirement", "tests/test_x.py:2: the marker names no requirement"),
        ("requirement()", "tests/test_x.py:2: the marker names no requirement"),
        ("requirement(NAME)", "tests/test_x.py:2: write the id of a requirement as a plain string"),
        ("requirement(3)", "tests/test_x.py:2: write the id of a requirement as a plain string"),
    ],
)
def test_a_marker_that_cannot_be_read_names_its_line(
    tmp_path: Path, marker: str, message: str
) -> None:
    """An id that is computed would be lost in silence, so it is refused."""
    folder = tmp_path / "tests"
    folder.mkdir()
    text = f"import pytest\n@pytest.mark.{marker}\ndef test_a(): ...\n"
    ast.parse(text)
    (folder / "test_x.py").write_text(text, encoding="utf-8")
    with pytest.raises(MarkerError) as caught:
        collect_tests(folder)
    assert str(caught.value) == message
