"""Ending a server with everything that it started.

A server gets a session, and so a process group, of its own, which one signal reaches whole. A
descendant may leave the group (`setsid`, a daemon that forks twice); it still carries the mark
in its environment, by which Linux lets us find it in `/proc`. Elsewhere such a process escapes.
"""

import contextlib
import os
import signal
import time
from pathlib import Path

from ai_memory_spec.live.workplace import MARK

_PROC = Path("/proc")
_SWEEPS = 20
"""How often marked processes are looked for again, as they may fork while they are ended."""


def signal_group(leader: int, number: signal.Signals) -> bool:
    """Send a signal to the process group of this leader; False if nobody is left in it."""
    try:
        os.killpg(leader, number)
    except ProcessLookupError:
        return False
    except PermissionError:  # macOS, where only zombies are left
        return False
    return True


def end_marked(prefix: str) -> None:
    """Kill every process whose mark begins with this prefix, and what it forks meanwhile."""
    for _ in range(_SWEEPS):
        pids = marked_processes(prefix)
        if not pids:
            return
        for pid in pids:
            with contextlib.suppress(ProcessLookupError, PermissionError):
                os.kill(pid, signal.SIGKILL)
        time.sleep(0.005)


def marked_processes(prefix: str) -> list[int]:
    """Processes whose mark begins with this prefix; none where there is no `/proc`.

    One that has ended and waits to be reaped has no environment any more and is left out.
    """
    needle = b"\0" + f"{MARK}={prefix}".encode()
    found: list[int] = []
    try:
        names = os.listdir(_PROC)  # noqa: PTH208  strings are enough, and this runs per server
    except OSError:
        return found
    for name in names:
        if name.isdigit():
            try:
                environment = (_PROC / name / "environ").read_bytes()
            except OSError:  # ended meanwhile, or another user's
                continue
            if needle in b"\0" + environment:
                found.append(int(name))
    return [pid for pid in found if pid != os.getpid()]
