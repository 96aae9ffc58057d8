"""Modules imported anew when their source changes, and the last good ones when they are broken."""

import os
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from ai_memory_spec.last_good import LastGood
from ai_memory_spec.reload import Reloader

MODULES = {
    "__init__": "",
    "kept": "KEPT = object()\n",
    "shape": "class Shape:\n    name = 'old'\n",
    "maker": "from toy_pages.shape import Shape\n\ndef make():\n    return Shape()\n",
    "entry": (
        "from toy_pages.maker import make\nfrom toy_pages.shape import Shape\n\n"
        "def name():\n"
        "    made = make()\n"
        "    assert isinstance(made, Shape), 'half old, half new'\n"
        "    from toy_pages.late import SUFFIX\n"
        "    return made.name + SUFFIX\n"
    ),
    "late": "SUFFIX = '!'\n",
}


@pytest.fixture
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """The folder of a package with an entry, two modules that share a class, and one kept."""
    folder = tmp_path / "toy_pages"
    folder.mkdir()
    for name, text in MODULES.items():
        (folder / f"{name}.py").write_text(text)
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setattr(sys, "dont_write_bytecode", False)
    monkeypatch.setattr(sys, "pycache_prefix", None)
    __import__("toy_pages.kept")
    yield folder
    for name in [name for name in sys.modules if name.split(".")[0] == "toy_pages"]:
        del sys.modules[name]


def make_reloader() -> Reloader:
    return Reloader("toy_pages", "toy_pages.entry", {"toy_pages.kept"})


def name() -> str:
    """What the entry in use says."""
    from toy_pages.entry import name as say

    said: str = say()
    return said


def test_first_generation_is_what_is_loaded(package: Path) -> None:
    """A build outside `serve` imports nothing twice."""
    __import__("toy_pages.entry")
    before = sys.modules["toy_pages.shape"]
    make_reloader().newest()
    assert sys.modules["toy_pages.shape"] is before


def test_nothing_changed_nothing_imported(package: Path) -> None:
    """The same generation, again and again."""
    reloader = make_reloader()
    first = reloader.newest()
    assert reloader.newest() is first
    assert name() == "old!"


def test_changed_module_is_new_everywhere(package: Path) -> None:
    """All who use a class use the same new one; kept modules stay."""
    reloader = make_reloader()
    reloader.newest()
    kept = sys.modules["toy_pages.kept"]
    (package / "shape.py").write_text("class Shape:\n    name = 'new'\n")
    reloader.newest()
    assert name() == "new!"
    assert sys.modules["toy_pages.kept"] is kept


def test_change_within_a_second_and_of_the_same_size_is_seen(package: Path) -> None:
    """Bytecode is told from its source by size and whole seconds only, so none is read."""
    reloader = make_reloader()
    reloader.newest()
    source = package / "shape.py"
    status = source.stat()
    source.write_text("class Shape:\n    name = 'OLD'\n")
    os.utime(source, ns=(status.st_atime_ns, status.st_mtime_ns + 1000))
    reloader.newest()
    assert name() == "OLD!"


def test_file_that_takes_the_place_of_another_is_seen(package: Path) -> None:
    """An editor that saves by rename may even keep size and time."""
    reloader = make_reloader()
    reloader.newest()
    source = package / "shape.py"
    status = source.stat()
    other = package / "shape.py.new"
    other.write_text("class Shape:\n    name = 'OLD'\n")
    os.utime(other, ns=(status.st_atime_ns, status.st_mtime_ns))
    other.replace(source)
    reloader.newest()
    assert name() == "OLD!"


def test_new_module_and_data_are_sources_too(package: Path) -> None:
    """A file of any kind may decide what a module holds; bytecode does not."""
    reloader = make_reloader()
    first = reloader.newest()
    (package / "__pycache__").mkdir(exist_ok=True)
    (package / "__pycache__" / "x.pyc").write_bytes(b"")
    (package / ".hidden").mkdir()
    (package / ".hidden" / "x.py").write_text("")
    assert reloader.newest() is first
    (package / "data").mkdir()
    (package / "data" / "x.toml").write_text("")
    second = reloader.newest()
    assert second is not first
    assert reloader.folders == (package, package / "data")


def test_import_anew_writes_no_bytecode(package: Path) -> None:
    """Else it would wake whoever watches the folder with everything in it."""
    reloader = make_reloader()
    reloader.newest()
    (package / "extra.py").write_text("")
    (package / "entry.py").write_text("import toy_pages.extra\n" + MODULES["entry"])
    before = sorted(package.rglob("*"))
    reloader.newest()
    assert "toy_pages.extra" in sys.modules
    assert sorted(package.rglob("*")) == before
    assert (sys.dont_write_bytecode, sys.pycache_prefix) == (False, None)


def test_broken_module_leaves_the_old_ones_in_use(package: Path) -> None:
    """The error names the place, is the same until a source changes, and then is gone."""
    reloader = make_reloader()
    reloader.newest()
    (package / "shape.py").write_text("class Shape:\n    name = 'new\n")
    with pytest.raises(SyntaxError) as first:
        reloader.newest()
    assert reloader.place(first.value) == f"{package / 'shape.py'}:2"
    with pytest.raises(SyntaxError) as second:
        reloader.newest()
    assert second.value is first.value
    assert name() == "old!"
    (package / "shape.py").write_text("class Shape:\n    name = 'mended'\n")
    reloader.newest()
    assert name() == "mended!"


def test_place_of_an_error_is_the_innermost_of_the_package(package: Path) -> None:
    """Not the frame of the standard library that raised it, and not the import's."""
    reloader = make_reloader()
    reloader.newest()
    (package / "shape.py").write_text("import json\n\njson.loads('{')\n")
    with pytest.raises(ValueError, match="Expecting") as error:
        reloader.newest()
    assert reloader.place(error.value) == f"{package / 'shape.py'}:3"
    assert reloader.place(ValueError()) == ""


def test_place_is_relative_to_the_working_folder(
    package: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As in all messages."""
    monkeypatch.chdir(package.parent)
    reloader = make_reloader()
    (package / "shape.py").write_text("(\n")
    with pytest.raises(SyntaxError) as error:
        reloader.newest()
    assert reloader.place(error.value) == "toy_pages/shape.py:1"


def test_older_generation_can_be_put_to_use_again(package: Path) -> None:
    """With its own classes, and with what its functions have imported, whatever the disk holds."""
    reloader = make_reloader()
    old = reloader.newest()
    assert name() == "old!"
    (package / "shape.py").write_text("class Shape:\n    name = 'new'\n")
    (package / "late.py").write_text("SUFFIX = '?'\n")
    new = reloader.newest()
    assert name() == "new?"
    (package / "late.py").write_text("(\n")
    reloader.use(old)
    assert name() == "old!"
    reloader.use(new)
    assert name() == "new?"


def test_module_that_is_gone_is_not_missed(package: Path) -> None:
    """Unless somebody still imports it."""
    reloader = make_reloader()
    reloader.newest()
    assert name() == "old!"
    (package / "late.py").unlink()
    (package / "entry.py").write_text("def name():\n    return 'alone'\n")
    reloader.newest()
    assert name() == "alone"
    (package / "entry.py").write_text("from toy_pages import late\n")
    with pytest.raises(ImportError):
        reloader.newest()
    assert name() == "alone"


def test_newest_generation_is_what_is_asked_for(package: Path) -> None:
    """Whichever was in use before."""
    reloader = make_reloader()
    old = reloader.newest()
    (package / "shape.py").write_text("class Shape:\n    name = 'new'\n")
    new = reloader.newest()
    reloader.use(old)
    assert reloader.newest() is new
    assert name() == "new!"


def test_change_of_a_kept_module_is_told_once(package: Path) -> None:
    """It is in use until the process ends."""
    reloader = make_reloader()
    assert reloader.changed_kept() == ()
    (package / "kept.py").write_text("KEPT = 1\n")
    assert reloader.changed_kept() == (package / "kept.py",)
    assert reloader.changed_kept() == ()


# ---- The last good one -------------------------------------------------------------------------


@dataclass(frozen=True)
class Page:
    """What the toy package says, by what was read for it."""

    says: str
    read: frozenset[str]
    unread: frozenset[str] = frozenset()
    times: int = 1

    def again(self) -> "Page":
        return Page(name(), self.read, times=self.times + 1)

    def lost(self, before: "Page") -> tuple[Exception, ...]:
        return tuple(ValueError(f"{key} is unfit") for key in self.unread & before.read)


def make_page() -> Page:
    return Page(name(), frozenset({"edition"}))


def make_last_good() -> LastGood[Page]:
    return LastGood(make_reloader(), lambda error: "unfit" in str(error))


def test_first_fault_is_raised(package: Path) -> None:
    """There is nothing to fall back on."""
    pages = make_last_good()
    (package / "shape.py").write_text("(\n")
    with pytest.raises(SyntaxError):
        pages.make(make_page)


def test_broken_core_is_told_once_and_the_last_good_one_works_on(package: Path) -> None:
    """Trouble with its place, then silence, then the news that all is well."""
    pages = make_last_good()
    assert pages.make(make_page).value.says == "old!"
    (package / "shape.py").write_text("class Shape:\n    name = 'new\n")
    made = pages.make(make_page)
    assert (made.value.says, made.value.times) == ("old!", 2)
    assert made.trouble.startswith(f"{package / 'shape.py'}:2: SyntaxError: unterminated string")
    made = pages.make(make_page)
    assert (made.value.says, made.trouble, made.mended) == ("old!", "", False)
    (package / "shape.py").write_text("class Shape:\n    name = 'mended'\n")
    made = pages.make(make_page)
    assert (made.value.says, made.trouble, made.mended) == ("mended!", "", True)
    assert pages.make(make_page).mended is False


def test_core_that_imports_but_does_not_work_is_no_good(package: Path) -> None:
    """A name that does not exist shows only when the function runs."""
    pages = make_last_good()
    pages.make(make_page)
    (package / "maker.py").write_text("def make():\n    return Shape()\n")
    made = pages.make(make_page)
    assert made.value.says == "old!"
    assert made.trouble == (f"{package / 'maker.py'}:2: NameError: name 'Shape' is not defined")


def test_another_fault_is_told_again(package: Path) -> None:
    """Once for each."""
    pages = make_last_good()
    pages.make(make_page)
    (package / "shape.py").write_text("(\n")
    assert pages.make(make_page).trouble
    (package / "shape.py").write_text("\n(\n")
    assert "shape.py:2" in pages.make(make_page).trouble


def test_what_cannot_be_read_any_more_keeps_the_last_good_one(package: Path) -> None:
    """Newer modules wait too, so that nothing is half old."""
    pages = make_last_good()
    pages.make(make_page)
    (package / "shape.py").write_text("class Shape:\n    name = 'new'\n")
    made = pages.make(lambda: Page(name(), frozenset(), frozenset({"edition"})))
    assert (made.value.says, made.trouble) == ("old!", "edition is unfit")
    assert pages.make(make_page).value.says == "new!"


def test_what_never_could_be_read_is_no_trouble_of_ours(package: Path) -> None:
    """A page that asks for an edition that does not exist has a finding of its own."""
    pages = make_last_good()
    pages.make(make_page)
    made = pages.make(lambda: Page(name(), frozenset(), frozenset({"another"})))
    assert (made.trouble, made.value.unread) == ("", frozenset({"another"}))


def test_message_that_says_all_gets_no_place(package: Path) -> None:
    """The line of our source that raised it would lead astray."""
    pages = make_last_good()
    pages.make(make_page)
    (package / "shape.py").write_text("raise ValueError('docs/x.toml: unfit')\n")
    assert pages.make(make_page).trouble == "docs/x.toml: unfit"


def test_forgotten_good_one_is_not_fallen_back_on(package: Path) -> None:
    """A new command starts anew."""
    pages = make_last_good()
    pages.make(make_page)
    pages.forget()
    (package / "shape.py").write_text("(\n")
    with pytest.raises(SyntaxError):
        pages.make(make_page)
