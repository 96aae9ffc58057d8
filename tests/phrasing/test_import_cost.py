"""The core is pure and cheap: what it imports, what importing it loads, what it reads and when."""

import ast
import json
import sys
from collections.abc import Callable
from pathlib import Path

import ai_memory_spec.phrasing

FOLDER = Path(ai_memory_spec.phrasing.__file__).resolve().parent
MODULES = sorted(FOLDER.glob("**/*.py"))

UNPREDICTABLE = {
    # network and other processes
    "socket", "ssl", "http", "urllib", "ftplib", "smtplib", "asyncio", "subprocess",
    "multiprocessing", "socketserver", "xmlrpc", "select", "selectors",
    # the clock and the calendar
    "time", "datetime", "calendar", "sched", "zoneinfo",
    # chance
    "random", "secrets", "uuid", "tempfile",
    # the machine and its user
    "locale", "platform", "getpass", "pwd", "shutil", "threading", "sys",
}  # fmt: skip

READ_FILES = {"os", "pathlib", "io", "glob", "importlib", "pkgutil", "tomllib"}


def imported_by(path: Path, *, at_the_top: bool = False) -> set[str]:
    """Full names of the modules that a file imports, in functions too unless at the top only."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    names: set[str] = set()
    for node in tree.body if at_the_top else ast.walk(tree):
        if isinstance(node, ast.Import):
            names.update(alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path.name}: relative import"
            assert node.module
            names.add(node.module)
    return names


def is_own(name: str) -> bool:
    return name == "ai_memory_spec.phrasing" or name.startswith("ai_memory_spec.phrasing.")


def test_every_import_is_the_standard_library_or_the_core_itself() -> None:
    """Walked with `ast`, in functions too, so that no path through the code escapes."""
    assert len(MODULES) >= 10
    foreign = {
        path.name: sorted(
            name
            for name in imported_by(path)
            if not is_own(name) and name.split(".")[0] not in sys.stdlib_module_names
        )
        for path in MODULES
    }
    assert {name: found for name, found in foreign.items() if found} == {}


def test_nothing_is_imported_that_answers_differently_tomorrow() -> None:
    """No network, no clock, no chance, nothing of the machine or its user."""
    found = {
        path.name: roots & UNPREDICTABLE
        for path in MODULES
        if (roots := {name.split(".")[0] for name in imported_by(path)}) & UNPREDICTABLE
    }
    assert found == {}


def test_only_loading_touches_files() -> None:
    """`load.py` reads editions; every other module computes from what it is given."""
    assert [
        path.name
        for path in MODULES
        if READ_FILES & {name.split(".")[0] for name in imported_by(path)}
    ] == ["load.py"]
    calls = {
        (path.name, node.func.id)
        for path in MODULES
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)
    }
    assert {name for _, name in calls} & {"open", "print", "input", "eval", "exec"} == set()


def test_no_module_level_value_can_be_changed() -> None:
    """No list, set or cache at module level that one caller could change for the next."""
    for path in MODULES:
        for node in ast.parse(path.read_text(encoding="utf-8")).body:
            value = getattr(node, "value", None)
            if isinstance(value, ast.List | ast.Set | ast.ListComp | ast.DictComp):
                assert isinstance(node, ast.Assign)
                assert ast.unparse(node.targets[0]) == "__all__", f"{path.name}:{node.lineno}"
            names = {getattr(deco, "id", "") for deco in getattr(node, "decorator_list", [])}
            assert not names & {"cache", "lru_cache"}, path.name


LOADED = """
import json, sys
for name in json.loads(sys.argv[1]):
    __import__(name)
print(json.dumps(sorted(sys.modules)))
"""


def test_importing_costs_what_its_standard_library_pieces_cost(
    run_python: Callable[..., str],
) -> None:
    """Beyond the pieces that its files import at their top, only its own files are loaded."""
    pieces = {name for path in MODULES for name in imported_by(path, at_the_top=True)}
    standard = sorted(name for name in pieces if not is_own(name))
    alone = set(json.loads(run_python(LOADED, json.dumps(standard))))
    core = set(json.loads(run_python(LOADED, json.dumps([*standard, "ai_memory_spec.phrasing"]))))
    assert core - alone == {
        "ai_memory_spec",
        "ai_memory_spec.phrasing",
        *(f"ai_memory_spec.phrasing.{p.stem}" for p in MODULES if p.stem != "__init__"),
    }


def test_importing_loads_no_part_of_the_package_but_the_core(
    run_python: Callable[..., str],
) -> None:
    """No page, drift, server or site code, and nothing from outside the standard library."""
    loaded = json.loads(run_python(LOADED, json.dumps(["ai_memory_spec.phrasing"])))
    own = {name for name in loaded if name.split(".")[0] == "ai_memory_spec"}
    assert {name for name in own if not is_own(name)} == {"ai_memory_spec"}
    assert "difflib" not in loaded, "only needed on the way to an error"
    before = set(json.loads(run_python(LOADED, "[]")))
    assert [
        name
        for name in sorted({name.split(".")[0] for name in set(loaded) - before - own})
        if name not in sys.stdlib_module_names
    ] == []


READS = """
import sys

seen = []
watch = ("open", "os.listdir", "os.scandir", "glob.glob", "pathlib.Path.glob")


def hook(event, arguments):
    if event in watch and not str(arguments[0]).endswith((".py", ".pyc")):
        seen.append(f"{event} {arguments[0]}")
    elif event.split(".")[0] in ("socket", "subprocess", "urllib"):
        seen.append(event)


import ai_memory_spec, os, json, tomllib  # so that their folders are known to the import system

sys.addaudithook(hook)
import ai_memory_spec.phrasing as core

def say(title):
    data = [entry for entry in seen if ".toml" in entry or "editions" in entry]
    other = [entry for entry in seen if entry.startswith(("socket", "subprocess", "urllib"))]
    print(title, [entry.split("/")[-1] for entry in data if entry.startswith("open ")], other,
          bool(data))
    seen.clear()

say("import")
core.EditionShelf()
say("shelf")
core.edition_labels()
say("labels")
core.load_edition("spec")
say("spec")
edition = core.load_edition("0.7.0")
say("0.7.0")
for profile in core.all_profiles(edition):
    core.phrase(edition, profile)
say("phrases")
"""


def test_nothing_is_read_before_an_edition_is_asked_for(run_python: Callable[..., str]) -> None:
    """An audit hook sees no edition opened, and no folder listed, by the import."""
    assert run_python(READS).splitlines() == [
        "import [] [] False",
        "shelf [] [] False",
        "labels [] [] True",
        "spec ['spec.toml'] [] True",
        "0.7.0 ['0.7.0.toml'] [] True",
        "phrases [] [] False",
    ]
