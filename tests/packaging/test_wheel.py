"""The wheel works where nothing but its base dependencies is installed."""

import os
import subprocess
import sys
import zipfile
from collections.abc import Sequence
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
WHEELS = ROOT / ".venv" / "wheels"

PAGE = "# Tools\n\nThe surface has <!-- live:count of=tools -->{count}<!-- /live --> tools.\n"


def run(command: Sequence[str | Path], *, cwd: Path) -> subprocess.CompletedProcess[str]:
    """Run a command with an environment that leads to no package but those it was given."""
    environment = {
        name: value
        for name, value in os.environ.items()
        if not name.startswith(("PIP_", "PYTHON", "VIRTUAL_ENV"))
    }
    return subprocess.run(
        command, cwd=cwd, env=environment, capture_output=True, text=True, timeout=300
    )


def run_pip(*arguments: str | Path, cwd: Path) -> None:
    done = run([sys.executable, "-m", "pip", *arguments], cwd=cwd)
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Build the wheel from the checkout, without the network."""
    folder = tmp_path_factory.mktemp("wheel")
    offline = ["--no-build-isolation", "--no-index", "--no-deps"]
    run_pip("wheel", *offline, "--wheel-dir", folder, ROOT, cwd=folder)
    (built,) = folder.glob("*.whl")
    return built


@pytest.fixture(scope="module")
def command(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Install the wheel into an empty environment; return its `ai-memory-spec` command."""
    if not WHEELS.is_dir():
        pytest.fail(f"{WHEELS} is missing: run `make test`, whose set-up gathers the wheels")
    folder = tmp_path_factory.mktemp("empty")
    environment = folder / "venv"
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", environment], check=True)
    scripts = environment / ("Scripts" if os.name == "nt" else "bin")
    target = ["--python", scripts / "python"]
    offline = ["--no-index", "--find-links", WHEELS]
    run_pip(*target, "install", *offline, wheel, cwd=folder)
    return scripts / "ai-memory-spec"


def test_wheel_holds_package_data_and_nothing_else(wheel: Path) -> None:
    """Every file of the package is in the wheel, and no file from beside it."""
    package = ROOT / "gen" / "ai_memory_spec"
    expected = {
        path.relative_to(ROOT / "gen").as_posix()
        for path in package.rglob("*")
        if path.is_file()
        # Caches of Python and of tools that were started below the package.
        and not any(part.startswith((".", "__pycache__")) for part in path.relative_to(ROOT).parts)
    }
    with zipfile.ZipFile(wheel) as archive:
        found = {name for name in archive.namelist() if ".dist-info/" not in name}
    assert found == expected
    assert "ai_memory_spec/py.typed" in found
    assert "ai_memory_spec/editions/spec.toml" in found


def test_show_works_in_an_empty_environment(command: Path, tmp_path: Path) -> None:
    """`show` prints one of the two sentences, and a newline, and nothing else."""
    done = run([command, "show", "--profile", "core", "--field", "summary"], cwd=tmp_path)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith("8 of 51 ")
    assert done.stdout.count("\n") == 1


@pytest.mark.parametrize(("count", "exit_code"), [("51", 0), ("52", 1)])
def test_check_works_in_an_empty_environment(
    command: Path, tmp_path: Path, count: str, exit_code: int
) -> None:
    """`check` passes a page that is in step and fails one that is not."""
    page = tmp_path / "page.md"
    page.write_text(PAGE.format(count=count), encoding="utf-8")
    done = run([command, "check", "page.md"], cwd=tmp_path)
    assert done.returncode == exit_code, done.stdout + done.stderr
    assert ("page.md:3:" in done.stdout) == bool(exit_code)
    assert page.read_text(encoding="utf-8") == PAGE.format(count=count)
