"""The package's modules, imported anew when a source changes: what `mkdocs serve` needs.

A generation is all modules that one import made. Modules, and imports inside functions, find each
other by name in `sys.modules`; so a generation is put to use as a whole, and objects of two
generations never meet.

    sources          newest()
    as before        the newest generation, put to use
    changed, good    a new generation, put to use
    changed, bad     raises; what was in use stays in use, and no retry before the next change

This module and its caller are never imported anew, so they hold nothing of a generation but the
objects that they were given, and import nothing of the package at their top.
"""

import importlib
import os
import sys
import traceback
from collections.abc import Collection, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType

_Stamp = Mapping[str, tuple[int, int, int]]
"""Path of each source to what tells that it changed: time, size and inode (for renames)."""


@dataclass(slots=True, kw_only=True, eq=False)
class Generation:
    """The modules of one import, by name; an import inside a function may add to them."""

    modules: Mapping[str, ModuleType]


class Reloader:
    """Imports a package anew when one of its files has changed."""

    def __init__(self, package: str, entry: str, kept: Collection[str]) -> None:
        """Look at the sources without importing anything.

        Parameters:
            package: Name of the package; it must have been imported.
            entry: The module whose import brings in all others that matter.
            kept: Modules of the package that are never imported anew.
        """
        self._package = package
        self._entry = entry
        self._kept = frozenset(kept)
        self._folder = Path(sys.modules[package].__path__[0])
        self._stamp = self._look()
        self._stamp_of_kept = self._look_at_kept()
        self._newest: Generation | None = None
        self._in_use: Generation | None = None
        self._failure: Exception | None = None

    @property
    def folders(self) -> tuple[Path, ...]:
        """The package's folders, in a stable order; those of bytecode are left out."""
        return tuple(sorted(Path(folder) for folder, _ in self._walk()))

    def newest(self) -> Generation:
        """The newest generation, imported now if a source has changed, and put to use.

        Raises:
            Exception: Whatever the import raises; the generation in use stays in use. Raised
                again by every call until a source changes.
        """
        stamp = self._look()
        if stamp != self._stamp:
            self._stamp = stamp
            self._failure = None
            try:
                self._newest = self._import_anew()
            except Exception as error:
                self._failure = error
                raise
        elif self._failure is not None:
            raise self._failure
        elif self._newest is None:
            importlib.import_module(self._entry)
            self._newest = self._in_use = Generation(modules=self._loaded())
        self.use(self._newest)
        return self._newest

    def use(self, generation: Generation) -> None:
        """Put a generation in the place of the one in use."""
        if generation is self._in_use:
            return
        if self._in_use is not None:
            self._in_use.modules = self._loaded()
        self._put(generation.modules)
        self._in_use = generation

    def changed_kept(self) -> tuple[Path, ...]:
        """Files of kept modules that changed since the last call or the start."""
        stamp = self._look_at_kept()
        changed = [path for path in stamp if stamp[path] != self._stamp_of_kept.get(path)]
        self._stamp_of_kept = stamp
        return tuple(Path(path) for path in changed)

    def place(self, error: BaseException) -> str:
        """`path:line` of the package's source that an error comes from; empty if it is not ours.

        The path is relative to the working folder where it is inside.
        """
        if isinstance(error, SyntaxError) and error.filename:
            return f"{_shown(error.filename)}:{error.lineno}"
        for frame in reversed(traceback.extract_tb(error.__traceback__)):
            path = Path(frame.filename)
            if path.is_relative_to(self._folder) and str(path) not in self._stamp_of_kept:
                return f"{_shown(frame.filename)}:{frame.lineno}"
        return ""

    # How

    def _import_anew(self) -> Generation:
        before = self._loaded()
        self._put({})
        try:
            with _from_source():
                importlib.import_module(self._entry)
                # What functions have imported meanwhile belongs to the generation as well.
                for name in before:
                    _import_if_there(name)
        except BaseException:
            self._put(before)
            raise
        made = self._loaded()
        self._put(before)
        return Generation(modules=made)

    def _loaded(self) -> dict[str, ModuleType]:
        return {
            name: module
            for name, module in list(sys.modules.items())
            if f"{name}.".startswith(f"{self._package}.") and name not in self._kept
        }

    def _put(self, modules: Mapping[str, ModuleType]) -> None:
        for name in self._loaded():
            del sys.modules[name]
        sys.modules.update(modules)

    def _walk(self) -> Iterator[tuple[str, list[str]]]:
        for folder, folders, files in os.walk(self._folder):
            folders[:] = [
                name for name in folders if name != "__pycache__" and not name.startswith(".")
            ]
            yield folder, files

    def _look(self) -> _Stamp:
        kept = self._files_of_kept()
        return {
            path: stamp
            for folder, files in self._walk()
            for path in (str(Path(folder, name)) for name in files)
            if path not in kept and (stamp := _stamp(path)) is not None
        }

    def _look_at_kept(self) -> _Stamp:
        return {
            path: stamp for path in self._files_of_kept() if (stamp := _stamp(path)) is not None
        }

    def _files_of_kept(self) -> frozenset[str]:
        return frozenset(
            str(self._folder.joinpath(*name.split(".")[1:]).with_suffix(".py"))
            for name in self._kept
        )


@contextmanager
def _from_source() -> Iterator[None]:
    """Read and write no bytecode.

    Written, it could wake a watcher of the same folders. Read, it could be out of date: it is
    told apart from its source by size and whole seconds only.
    """
    before = sys.dont_write_bytecode, sys.pycache_prefix
    sys.dont_write_bytecode, sys.pycache_prefix = True, os.devnull
    importlib.invalidate_caches()
    try:
        yield
    finally:
        sys.dont_write_bytecode, sys.pycache_prefix = before


def _import_if_there(name: str) -> None:
    try:
        importlib.import_module(name)
    except ModuleNotFoundError as error:
        if error.name is None or not f"{name}.".startswith(f"{error.name}."):
            raise


def _stamp(path: str) -> tuple[int, int, int] | None:
    try:
        status = os.stat(path)  # noqa: PTH116 (paths are text here, as `os.walk` gives them)
    except OSError:
        return None
    return status.st_mtime_ns, status.st_size, status.st_ino


def _shown(path: str) -> str:
    here = Path.cwd()
    return Path(path).relative_to(here).as_posix() if Path(path).is_relative_to(here) else path
