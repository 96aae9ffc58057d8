"""Something made by the newest modules, or by the last ones that could make it.

Never imported anew, like `reload.py`, and for the same reasons.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Generic, Protocol, Self, TypeVar

from ai_memory_spec.reload import Generation, Reloader


class Remakable(Protocol):
    """What can be kept as the last good one."""

    def again(self) -> Self:
        """The same for the files of this moment, by what was read for this one."""

    def lost(self, before: Self) -> Sequence[Exception]:
        """Why things that could be read before cannot be read any more."""


T = TypeVar("T", bound=Remakable)


@dataclass(frozen=True, slots=True, kw_only=True)
class Made(Generic[T]):
    """What there is to show, and what there is to say."""

    value: T
    trouble: str = ""
    """Why the newest modules did not make it; empty if they did, or if it was said before."""
    mended: bool = False
    """Whether the newest modules made it, after a trouble."""


class LastGood(Generic[T]):
    """Makes a thing again and again, while modules and data are being edited."""

    def __init__(self, reloader: Reloader, says_all: Callable[[Exception], bool]) -> None:
        """Start with nothing to fall back on.

        Parameters:
            reloader: Where modules come from.
            says_all: Whether an error's own message says where and what; others get their place
                in the source put in front.
        """
        self._reloader = reloader
        self._says_all = says_all
        self._good: tuple[Generation, T] | None = None
        self._trouble = ""

    def forget(self) -> None:
        """Have nothing to fall back on, as at the start."""
        self._good = None
        self._trouble = ""

    def make(self, make: Callable[[], T]) -> Made[T]:
        """Make the thing with the newest modules; where that fails, with the last good ones.

        Parameters:
            make: Makes it; imports what it needs itself, so that it meets the newest modules.

        Raises:
            Exception: Whatever the import or `make` raises, if nothing good was made before.
        """
        try:
            generation = self._reloader.newest()
            value = make()
        except Exception as error:
            if self._good is None:
                raise
            return self._fall_back(*self._good, self.describe(error))
        if self._good is not None and (lost := value.lost(self._good[1])):
            return self._fall_back(*self._good, "\n".join(str(error) for error in lost))
        self._good = generation, value
        mended, self._trouble = bool(self._trouble), ""
        return Made(value=value, mended=mended)

    def describe(self, error: Exception) -> str:
        """Where and what, in the manner of all messages."""
        place = "" if self._says_all(error) else self._reloader.place(error)
        what = error.msg if isinstance(error, SyntaxError) else str(error)
        return f"{place}: {type(error).__name__}: {what}" if place else what

    def _fall_back(self, generation: Generation, good: T, trouble: str) -> Made[T]:
        self._reloader.use(generation)
        try:
            value = good.again()
        except Exception as error:  # noqa: BLE001 (any fault of a core that is being edited)
            value = good
            trouble += f"\n{self.describe(error)}"
        known, self._trouble = self._trouble, trouble
        return Made(value=value, trouble="" if trouble == known else trouble)
