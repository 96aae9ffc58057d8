"""Rules about the repository itself: pins, ranges, and what must not be in it."""

import importlib.metadata
import re
import subprocess
import tomllib
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name
from packaging.version import Version

ROOT = Path(__file__).parents[2]

PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]

REQUIREMENTS = [
    Requirement(text)
    for text in (
        *PROJECT["dependencies"],
        *(text for extra in PROJECT["optional-dependencies"].values() for text in extra),
    )
]

LOCK_FILES = re.compile(
    r"(uv|poetry|pdm|pixi|cargo|gemfile|composer)\.lock|pipfile\.lock|pylock(\..+)?\.toml"
    r"|(package-lock|npm-shrinkwrap)\.json|yarn\.lock|pnpm-lock\.yaml|bun\.lockb?",
    re.IGNORECASE,
)

PACKAGE_INDEX = re.compile(
    r"""
    \b(pypi|pythonhosted|npmjs|yarnpkg|crates|proxy\.golang|maven|anaconda)\.(org|com|io)\b
    | index[-_]url
    | --find-links[=\s]+https?:
    | tool\.uv\.index
    | https?://[^\s"'<>)]+/simple\b
    """,
    re.IGNORECASE | re.VERBOSE,
)

# In two pieces, here and below, so that this file passes its own tests.
OUTSIDE = "../" + "shared"


def find_kept_files() -> tuple[Path, ...]:
    """List what is or would be committed: tracked files, and new ones that are not ignored."""
    command = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    if done.returncode:
        pytest.skip("not a git checkout, so there is no list of kept files")
    paths = (ROOT / name for name in done.stdout.split("\0") if name)
    return tuple(path for path in paths if path.is_file())


def find_lines(pattern: re.Pattern[str]) -> list[str]:
    """Return `path:line: text` for every line of a kept text file that the pattern matches."""
    found = []
    for path in find_kept_files():
        try:
            lines = path.read_text(encoding="utf-8").splitlines()
        except UnicodeDecodeError:
            continue
        found += [
            f"{path.relative_to(ROOT)}:{number}: {line.strip()[:120]}"
            for number, line in enumerate(lines, start=1)
            if pattern.search(line)
        ]
    return found


def read_pins() -> dict[str, Version]:
    lines = (ROOT / "constraints.txt").read_text(encoding="utf-8").splitlines()
    return {
        canonicalize_name(name): Version(version)
        for name, version in (line.split("==") for line in lines)
    }


def test_every_line_of_constraints_is_a_pin() -> None:
    """`constraints.txt` holds `name==version` lines, each name once, and nothing else."""
    lines = (ROOT / "constraints.txt").read_text(encoding="utf-8").splitlines()
    pin = re.compile(r"[A-Za-z0-9._-]+==[A-Za-z0-9.!+]+")
    assert [line for line in lines if not pin.fullmatch(line)] == []
    names = [canonicalize_name(line.split("==")[0]) for line in lines]
    assert len(set(names)) == len(names)


def test_every_requirement_is_pinned_within_its_range() -> None:
    """A range that its own pin does not satisfy is not an honest range."""
    pins = read_pins()
    outside = [
        f"{requirement}: pinned is {pins.get(canonicalize_name(requirement.name))}"
        for requirement in REQUIREMENTS
        if (pin := pins.get(canonicalize_name(requirement.name))) is None
        or not requirement.specifier.contains(pin)
    ]
    assert outside == []


def test_every_installed_package_is_pinned() -> None:
    """Nothing is in the environment that `constraints.txt` does not pin at that version."""
    # Python 3.11 puts setuptools into every new virtual environment; nothing here uses it.
    exempt = {"ai-memory-spec", "setuptools"}
    pins = read_pins()
    unpinned = [
        f"{name}=={distribution.version}"
        for distribution in importlib.metadata.distributions()
        if (name := canonicalize_name(distribution.name)) not in exempt
        and pins.get(name) != Version(distribution.version)
    ]
    assert unpinned == [], "add a pin, or run `make clean` if this is left from an older checkout"


@pytest.mark.parametrize(
    ("name", "allowed"),
    [
        ("click", ">=8.4"),
        ("mkdocs", ">=1.6.1,<2"),
        ("mkdocs-material", ">=9.7,<10"),
        ("zensical", ">=0.0.73"),
    ],
)
def test_hosts_of_the_site_stay_in_their_range(name: str, allowed: str) -> None:
    """MkDocs 2 and Material 10 are other programs; older clicks break `mkdocs serve`."""
    (requirement,) = (r for r in REQUIREMENTS if canonicalize_name(r.name) == name)
    assert requirement.specifier == Requirement(name + allowed).specifier
    assert requirement.specifier.contains(read_pins()[name])


def test_no_lock_file_is_kept() -> None:
    """A lock file names package indexes; the pins are in `constraints.txt`."""
    kept = [str(p.relative_to(ROOT)) for p in find_kept_files() if LOCK_FILES.fullmatch(p.name)]
    assert kept == []


def test_no_package_index_is_named() -> None:
    """Where packages come from is the machine's business."""
    assert find_lines(PACKAGE_INDEX) == []


@pytest.mark.parametrize(
    "line",
    [
        "see https://pypi" + ".org/project/mkdocs/",
        "PIP_FIND_LINKS or https://mirror.example/" + "simple/ will do",
        "pip install --index" + "-url=https://mirror.example mkdocs",
        "PIP_INDEX" + "_URL=https://mirror.example/",
        "registry=https://registry.npmjs" + ".org/",
    ],
)
def test_a_named_package_index_is_found(line: str) -> None:
    """The pattern finds what it is there to find."""
    assert PACKAGE_INDEX.search(line)


def test_nothing_reads_beside_the_checkout() -> None:
    """The product, its tests and its set-up stand alone."""
    assert find_lines(re.compile(re.escape(OUTSIDE))) == []


def test_quiet_and_strict_never_meet() -> None:
    """`mkdocs build -q` hides the very warnings that `--strict` fails on, and then passes."""
    build = re.compile(r"mkdocs\s+build\b.*(\s-q\b|\s--quiet\b)")
    strict = re.compile(r"(\s-s\b|\s--strict\b)")
    quiet = [line for line in find_lines(build) if not line.startswith(("docs/", "tests/"))]
    assert [line for line in quiet if strict.search(line)] == []


def test_readme_names_the_two_commands() -> None:
    """`.ci/fresh-clone` runs the lines of the first fenced block; they are the two commands."""
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    block = re.search(r"^```\w*\n(.*?)^```$", text, re.DOTALL | re.MULTILINE)
    assert block is not None
    assert block[1] == "make site\nmake test\n"


@pytest.mark.parametrize("name", ["run", "fresh-clone"])
def test_ci_scripts_can_be_run(name: str) -> None:
    """They are executable and their syntax holds."""
    script = ROOT / ".ci" / name
    assert script.stat().st_mode & 0o111
    done = subprocess.run(["bash", "-n", script], capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, "")
