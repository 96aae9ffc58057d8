"""Reads the fields of a raw JSON object and notes all that is wrong with them.

Every method names one field. If it is missing or wrong, the problem is noted with its path and a
harmless value comes back, so that one run finds all problems; `done` raises what was noted.
What nobody asked for is `extra`.
"""

from collections.abc import Callable, Iterator, Mapping
from typing import Any, TypeVar

from ai_memory_spec.contract.errors import DataProblem, DocumentError
from ai_memory_spec.contract.values import JsonObject, freeze_object, kind

TOP = "(top)"
"""The path of the whole document."""

_MISSING: Any = object()
_Value = TypeVar("_Value")


class ObjectReader:
    """One JSON object of a document."""

    def __init__(self, fields: Mapping[str, object], path: str, problems: list[DataProblem]):
        self.fields = fields
        self.path = path
        self.problems = problems
        self._asked: set[str] = set()

    @classmethod
    def of_document(cls, data: object, source: str) -> "ObjectReader":
        """The reader of a whole document; `DocumentError` if it is no object."""
        reader = cls(data if isinstance(data, Mapping) else {}, TOP, [])
        if not isinstance(data, Mapping):
            reader.expected(TOP, "an object", data)
        reader.done(None, source)
        return reader

    def done(self, value: _Value, source: str) -> _Value:
        """Hand the value back if nothing is wrong, else raise `DocumentError`."""
        if self.problems:
            raise DocumentError(source, self.problems)
        return value

    def place(self, name: str) -> str:
        """The path of one of the object's fields."""
        return name if self.path == TOP else f"{self.path}.{name}"

    def problem(self, path: str, message: str) -> None:
        """Note a problem."""
        self.problems.append(DataProblem(path=path, message=message))

    def expected(self, path: str, what: str, found: object) -> None:
        """Note that something else was expected."""
        if found is _MISSING:
            self.problem(path, f"missing; expected {what}")
        else:
            self.problem(path, f"expected {what}, found {kind(found)}")

    def text(self, name: str) -> str:
        """A field that holds text, not empty."""
        raw = self._raw(name)
        if isinstance(raw, str) and raw:
            return raw
        self.expected(self.place(name), "text, not empty", raw)
        return ""

    def constant(self, name: str, value: str) -> None:
        """A field that must hold exactly this text."""
        raw = self._raw(name)
        if raw != value:
            self.expected(self.place(name), f'"{value}"', raw)

    def flag(self, name: str) -> bool:
        """A field that is true or false."""
        raw = self._raw(name)
        if not isinstance(raw, bool):
            self.expected(self.place(name), "true or false", raw)
        return raw is True

    def count(self, name: str) -> int:
        """A field that holds a whole number from 0 up."""
        raw = self._raw(name)
        if isinstance(raw, bool) or not isinstance(raw, int) or raw < 0:
            self.expected(self.place(name), "a whole number from 0 up", raw)
            return 0
        return raw

    def names(self, name: str) -> tuple[str, ...]:
        """A field that holds names, each once; possibly none."""
        raw = self._raw(name)
        if not isinstance(raw, list | tuple):
            self.expected(self.place(name), "an array of names", raw)
            return ()
        first: dict[str, str] = {}
        for index, item in enumerate(raw):
            path = f"{self.place(name)}[{index}]"
            if not isinstance(item, str) or not item:
                self.expected(path, "a name", item)
            elif item in first:
                self.problem(path, f"{kind(item)} stands already at {first[item]}")
            else:
                first[item] = path
        return tuple(first)

    def object(self, name: str) -> JsonObject:
        """A field that holds an object of any content."""
        raw = self._raw(name)
        if not isinstance(raw, Mapping):
            self.expected(self.place(name), "an object", raw)
            return {}
        return self._frozen(raw, self.place(name))

    def inner(self, name: str, parse: "Callable[[ObjectReader], _Value]") -> _Value:
        """A field that holds an object, read by another function."""
        raw = self._raw(name)
        if not isinstance(raw, Mapping):
            self.expected(self.place(name), "an object", raw)
            return parse(ObjectReader({}, self.place(name), []))
        return parse(ObjectReader(raw, self.place(name), self.problems))

    def entries(self, name: str, parse: "Callable[[ObjectReader], _Value]") -> tuple[_Value, ...]:
        """A field that holds objects, at least one, each read by another function."""
        return tuple(parse(reader) for reader in self._readers(name))

    def extra(self) -> JsonObject:
        """All fields that were not asked for so far."""
        unasked = {key: self.fields[key] for key in self.fields if key not in self._asked}
        return self._frozen(unasked, self.path)

    def _raw(self, name: str) -> Any:
        self._asked.add(name)
        return self.fields.get(name, _MISSING)

    def _readers(self, name: str) -> "Iterator[ObjectReader]":
        raw = self._raw(name)
        if not isinstance(raw, list | tuple) or not raw:
            self.expected(self.place(name), "an array of objects, not empty", raw)
            return
        for index, item in enumerate(raw):
            path = f"{self.place(name)}[{index}]"
            if isinstance(item, Mapping):
                yield ObjectReader(item, path, self.problems)
            else:
                self.expected(path, "an object", item)

    def _frozen(self, raw: Mapping[str, Any], path: str) -> JsonObject:
        try:
            return freeze_object(raw)
        except RecursionError:
            self.problem(path, "nested too deeply")
        except TypeError as error:
            self.problem(path, str(error))
        return {}
