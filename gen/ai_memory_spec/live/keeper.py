"""Nothing is left behind: the one place that knows which servers run and where.

Servers run in sessions of their own, so neither Ctrl-C in the terminal nor the end of this
process reaches them. While a keeper is open, SIGTERM and SIGHUP first end every server and
remove its folders, and then do what they would have done. SIGINT becomes `KeyboardInterrupt`
and is handled by leaving the `with` block, like any other exception.
"""

import os
import secrets
import signal
import tempfile
import threading
from pathlib import Path
from types import FrameType, TracebackType
from typing import Any, Self

from ai_memory_spec.live.tree import end_marked, signal_group
from ai_memory_spec.live.workplace import remove_tree

_GUARDED = tuple(getattr(signal, name) for name in ("SIGTERM", "SIGHUP") if hasattr(signal, name))


class ServerKeeper:
    """Holds the temporary folder and the process groups of all servers of one run."""

    def __init__(self) -> None:
        self._groups: set[int] = set()
        self._previous: dict[signal.Signals, Any] = {}
        self._root: Path | None = None

    @property
    def root(self) -> Path:
        """The folder that holds the servers' folders."""
        assert self._root is not None, "the keeper is not open"
        return self._root

    def add(self, leader: int) -> None:
        """Note the process group of a server that was started."""
        self._groups.add(leader)

    def remove(self, leader: int) -> None:
        """Forget a server that has ended together with its group."""
        self._groups.discard(leader)

    def __enter__(self) -> Self:
        name = f"ai-memory-spec-{secrets.token_hex(8)}"
        self._root = Path(tempfile.gettempdir(), name).resolve()
        self._root.mkdir(mode=0o700)
        if threading.current_thread() is threading.main_thread():
            for number in _GUARDED:
                if signal.getsignal(number) is not signal.SIG_IGN:
                    self._previous[number] = signal.signal(number, self._on_signal)
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._end_all()
        for number, handler in self._previous.items():
            signal.signal(number, handler)
        self._previous.clear()

    def _end_all(self) -> None:
        """End what still runs and remove the folders; safe to call from a signal handler."""
        for leader in self._groups:
            signal_group(leader, signal.SIGKILL)
        end_marked(self.root.name)
        remove_tree(self.root)

    def _on_signal(self, number: int, _: FrameType | None) -> None:
        self._end_all()
        signal.signal(number, self._previous[signal.Signals(number)])
        os.kill(os.getpid(), number)
