"""The table of checks: which function looks at which requirement, and over what."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, TypeVar

from ai_memory_spec.conformance.observe import Check

_Function = TypeVar("_Function", bound=Callable[[Any], Check])

STDIO = "stdio"
HTTP = "http"
BOTH = (STDIO, HTTP)


@dataclass(frozen=True, slots=True, kw_only=True)
class CheckEntry:
    """One check."""

    function: Callable[[Any], Check]
    """From a world of one of its transports to observations."""
    over: tuple[str, ...]
    """The transports that can show it."""


class CheckTable:
    """The checks of one module."""

    def __init__(self) -> None:
        self._entries: dict[str, CheckEntry] = {}

    @property
    def entries(self) -> Mapping[str, CheckEntry]:
        """Checks by requirement id."""
        return MappingProxyType(self._entries)

    def check(
        self, requirement: str, *, over: tuple[str, ...] = (STDIO,)
    ) -> Callable[[_Function], _Function]:
        """Decorator: enter a function as the check of this requirement."""

        def enter(function: _Function) -> _Function:
            assert requirement not in self._entries, f"{requirement} has a check already"
            self._entries[requirement] = CheckEntry(function=function, over=over)
            return function

        return enter
