"""Released daemons, for all tests that talk to one.

`make daemon VERSION=…` builds them into the user's cache folder. Where one is missing, its tests
are skipped and say so; in CI, on a machine that has cargo, 0.10.0 must be there.
"""

import os
import shutil
from pathlib import Path

import pytest

NEWEST = "0.10.0"
FOLDER = (
    Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "ai-memory-spec" / "daemons"
)


def find_daemon(version: str) -> Path:
    """The program of a released daemon; skips the test where it is not built."""
    path = FOLDER / version / "bin" / "ai-memory"
    if not path.is_file():
        reason = f"no ai-memory {version} here: run `make daemon VERSION={version}`"
        if version == NEWEST and os.environ.get("CI") and shutil.which("cargo"):
            pytest.fail(f"{reason} (in CI it must be there, since cargo is)")
        pytest.skip(reason)
    return path
