"""The released daemons, where they are built: `make daemon VERSION=0.10.0`."""

import os
import shlex
import socket
import subprocess
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from ai_memory_spec.drift import Outcome, Report
from ai_memory_spec.drift.live import choose_profiles, compare_live, observed_edition
from ai_memory_spec.live import HttpSource, StdioSource
from ai_memory_spec.phrasing import edition_labels, load_edition, named_profiles, phrase

pytestmark = pytest.mark.daemon

FindDaemon = Callable[[str], Path]
VERSIONS = ("0.10.0", "0.9.0", "0.8.0", "0.7.0", "0.6.4")


def edition_of(version: str) -> str:
    """The edition of a release; 0.9.0 serves what 0.10.0 does."""
    if version in edition_labels():
        return version
    if version == "0.9.0":
        return "0.10.0"
    pytest.skip(f"there is no edition {version}")


def compare(daemon: Path, label: str, profiles: str | None = None) -> Report:
    """Compare a daemon with an edition over stdio."""
    edition = load_edition(label)
    command = f"{shlex.quote(str(daemon))} mcp --profile {{profile}} --tier keyword"
    source = StdioSource(command, timeout_s=30)
    return compare_live(source, edition, source.fetch_all(choose_profiles(edition, profiles)))


def test_newest_release_is_in_step_for_every_profile(daemon: FindDaemon) -> None:
    """All 128, both sentences, all tools, and no fault of the protocol."""
    report = compare(daemon("0.10.0"), "0.10.0", "all")
    assert report.outcome is Outcome.IN_STEP
    assert report.findings == ()
    assert report.compared_with[0].server == "ai-memory 0.10.0"


@pytest.mark.parametrize("version", VERSIONS[1:])
def test_release_is_in_step_with_its_edition(daemon: FindDaemon, version: str) -> None:
    """The named profiles; `make live` asks for all 128."""
    report = compare(daemon(version), edition_of(version))
    assert report.outcome is Outcome.IN_STEP
    assert report.findings == ()
    assert report.compared_with[0].server == f"ai-memory {version}"


@pytest.mark.parametrize("version", VERSIONS[:-1])
def test_pages_of_the_old_specification_are_drift(daemon: FindDaemon, version: str) -> None:
    """The reworded template is reported apart from the counts."""
    rules = {item.rule for item in compare(daemon(version), "spec").findings}
    assert rules == {"live.tools-added", "live.template", "live.counts", "live.counting-rule"}


def test_release_before_v3_has_no_sentences(daemon: FindDaemon) -> None:
    """Said as such, beside the tools that it lacks."""
    report = compare(daemon("0.6.4"), "spec")
    assert [item.rule for item in report.findings] == ["live.tools-removed"]
    [missed] = report.not_checked
    assert missed.reason.startswith("the server was asked for v3 and answered v2, ")


def test_observed_edition_of_a_release_says_what_it_says(daemon: FindDaemon) -> None:
    """Seen with the old specification's eyes, the newest release is the newest edition."""
    spec, newest = load_edition("spec"), load_edition("0.10.0")
    command = f"{shlex.quote(str(daemon('0.10.0')))} mcp --profile {{profile}} --tier keyword"
    source = StdioSource(command, timeout_s=30)
    observed = observed_edition(source, spec, source.fetch_all(named_profiles(spec)))
    assert observed is not None
    assert observed.families == newest.families
    for profile in choose_profiles(newest, "all"):
        assert phrase(observed, profile) == phrase(newest, profile)


@pytest.fixture
def serve(daemon: FindDaemon, tmp_path: Path) -> Iterator[Callable[[str, str], str]]:
    """Start `ai-memory serve` with a profile in a home of its own; its address."""
    running: list[subprocess.Popen[bytes]] = []

    def start(version: str, profile: str) -> str:
        program = daemon(version)
        home = tmp_path / f"home-{profile}"
        config = home / ".config" / "ai-memory" / "config.toml"
        config.parent.mkdir(parents=True)
        config.write_text(f'tier = "keyword"\n\n[mcp]\nprofile = "{profile}"\n')
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            port = free.getsockname()[1]
        process = subprocess.Popen(
            [program, "serve", "--port", str(port)],
            cwd=home,
            env={"PATH": os.environ["PATH"], "HOME": str(home)},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        running.append(process)
        deadline = time.monotonic() + 20
        while time.monotonic() < deadline and process.poll() is None:
            with socket.socket() as probe:
                if probe.connect_ex(("127.0.0.1", port)) == 0:
                    return f"http://127.0.0.1:{port}"
            time.sleep(0.02)
        pytest.fail(f"ai-memory {version} serve does not listen (exit code {process.poll()})")

    yield start
    for process in running:
        process.kill()
        process.wait(timeout=10)


@pytest.mark.requirement("http.profile", "http.document")
@pytest.mark.parametrize("profile", ["core", "graph", "admin", "power", "full"])
def test_newest_release_is_in_step_over_http(
    serve: Callable[[str, str], str], profile: str
) -> None:
    """For the profile of its configuration, and the report says which."""
    edition = load_edition("0.10.0")
    source = HttpSource(serve("0.10.0", profile))
    report = compare_live(source, edition, source.fetch_all([]))
    assert report.outcome is Outcome.IN_STEP
    assert report.findings == ()
    assert f"{source.name} serves one profile, {profile}; no other was compared" in report.notes


@pytest.mark.parametrize("version", ["0.9.0", "0.8.0", "0.7.0"])
def test_release_is_in_step_over_http(serve: Callable[[str, str], str], version: str) -> None:
    """One profile of each."""
    edition = load_edition(edition_of(version))
    source = HttpSource(serve(version, "admin"))
    report = compare_live(source, edition, source.fetch_all([]))
    assert report.outcome is Outcome.IN_STEP
    assert report.findings == ()
