"""A small project in a temporary folder, and the command line run in it."""

import subprocess
import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path

import pytest

from ai_memory_spec.cli import main


@dataclass(frozen=True, slots=True)
class Ran:
    """What one command did."""

    code: int
    out: str
    err: str


Run = Callable[..., Ran]


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder with a configuration; the working folder of the test."""
    (tmp_path / "pyproject.toml").write_text(
        '[tool.ai-memory-spec]\npaths = ["docs", "README.md"]\n', encoding="utf-8"
    )
    (tmp_path / "docs").mkdir()
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.fixture
def run(project: Path, capsys: pytest.CaptureFixture[str]) -> Run:
    """Run `ai-memory-spec` with these arguments in the project."""

    def command(*arguments: str) -> Ran:
        capsys.readouterr()
        code = main(arguments)
        out, err = capsys.readouterr()
        return Ran(code, out, err)

    return command


@pytest.fixture
def process() -> Callable[..., subprocess.CompletedProcess[bytes]]:
    """Run it as a process of its own, with a given environment."""

    def start(
        folder: Path, *arguments: str, environment: Mapping[str, str] | None = None
    ) -> subprocess.CompletedProcess[bytes]:
        return subprocess.run(
            [sys.executable, "-m", "ai_memory_spec", *arguments],
            cwd=folder,
            env=environment,
            capture_output=True,
            check=False,
            timeout=60,
        )

    return start
