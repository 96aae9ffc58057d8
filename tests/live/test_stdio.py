"""Live output of stdio servers: what is read, in which surroundings, and in which order."""

import json
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

import pytest

from ai_memory_spec.contract import DocumentV3
from ai_memory_spec.live import (
    Answer,
    CommandSyntaxError,
    CouldNotCheckError,
    Reason,
    ServerInfo,
    StdioSource,
)
from ai_memory_spec.phrasing import Edition, Profile, all_profiles, phrase

MakeSource = Callable[..., StdioSource]
MakeProfile = Callable[[str], Profile]


def test_honest_server_says_what_the_core_computes(source: MakeSource, pantry: Edition) -> None:
    """Every profile, both sentences, the listed tools, name and version, and no warning."""
    honest = source("honest")
    profiles = list(all_profiles(pantry))
    fetched = honest.fetch_all(profiles)
    assert [item.profile for item in fetched] == profiles
    for item in fetched:
        answer = item.result
        assert isinstance(answer, Answer)
        assert isinstance(answer.v3, DocumentV3)
        expected = phrase(pantry, item.profile)
        assert answer.v3.summary == expected.summary
        assert answer.v3.to_describe_to_user == expected.to_describe_to_user
        assert answer.listed is not None
        assert "pantry_about" in answer.listed
        assert answer.server == ServerInfo(name="pantry", version="pantry")
        assert answer.warnings == ()


def test_results_are_in_the_order_of_the_profiles(source: MakeSource, pantry: Edition) -> None:
    """Several servers run at once; the order of their answers does not show."""
    profiles = [*all_profiles(pantry), *all_profiles(pantry)]
    seen: list[tuple[int, int]] = []
    fetched = source("honest", at_once=3).fetch_all(profiles, lambda *done: seen.append(done))
    assert [item.profile for item in fetched] == profiles
    assert [item.result.profile for item in fetched] == profiles
    assert seen == [(number, len(profiles)) for number in range(1, len(profiles) + 1)]


def test_command_without_placeholder_is_run_once(command: Callable[..., str]) -> None:
    """It answers for the profile that it serves, whatever profiles are asked for."""
    fixed = StdioSource(command("honest").replace("{profile}", "cook"))
    assert not fixed.per_profile
    [only] = fixed.fetch_all([])
    assert only.profile is None
    assert isinstance(only.result, Answer)
    assert only.result.profile is None
    assert isinstance(only.result.v3, DocumentV3)
    assert "(cook)" in only.result.v3.summary


# ---- Surroundings ------------------------------------------------------------------------------


@pytest.fixture
def tell(source: MakeSource, profile: MakeProfile, tmp_path: Path) -> Callable[..., dict]:
    """Run a server that writes down what it sees; settings as for `StdioSource`."""

    def run(**settings: object) -> dict:
        seen = tmp_path / "seen.json"
        source("telling", "--seen", str(seen), **settings).fetch(profile("core"))
        return json.loads(seen.read_text())

    return run


def test_server_sees_a_stated_environment_only(
    tell: Callable[..., dict], monkeypatch: pytest.MonkeyPatch, temporary_folder: Path
) -> None:
    """A caller's settings do not leak in; folder, home and temporary folder are its own."""
    monkeypatch.setenv("PANTRY_READONLY", "1")
    monkeypatch.setenv("AI_MEMORY_PROFILE", "full")
    seen = tell()
    # LC_CTYPE is what Python itself adds under the C locale.
    names = set(seen["environment"]) - {"LC_CTYPE"}
    assert names == {"PATH", "HOME", "TMPDIR", "LANG", "AI_MEMORY_SPEC_CHILD"}
    assert seen["environment"]["LANG"] == "C.UTF-8"
    for place in (seen["folder"], seen["environment"]["HOME"], seen["environment"]["TMPDIR"]):
        assert Path(place).is_relative_to(temporary_folder)
        assert not Path(place).exists()
    assert seen["home"] == [".cache"]


def test_named_variables_pass_through(tell: Callable[..., dict], tmp_path: Path) -> None:
    """`npx` and `uvx` need some; HOME may be the caller's own."""
    home = tmp_path / "my-home"
    home.mkdir()
    seen = tell(passed={"HOME": str(home), "PANTRY_SHELF": "3"})
    assert seen["environment"]["HOME"] == str(home)
    assert seen["environment"]["PANTRY_SHELF"] == "3"


def test_home_files_are_there_before_the_server_starts(tell: Callable[..., dict]) -> None:
    """A configuration can be given to a server in its temporary home."""
    seen = tell(home_files={".config/ai-memory/config.toml": 'tier = "keyword"\n'})
    assert ".config" in seen["home"]
    assert "config.toml" in seen["home"]


def test_callers_switches_change_nothing(
    source: MakeSource, profile: MakeProfile, monkeypatch: pytest.MonkeyPatch
) -> None:
    """CL3: the count is the same on a clean machine and on one with switches set."""
    clean = source("honest").fetch(profile("full"))
    monkeypatch.setenv("PANTRY_READONLY", "1")
    monkeypatch.setenv("PANTRY_EXTRA", "1")
    assert source("honest").fetch(profile("full")) == clean
    switched = source("honest", passed={"PANTRY_READONLY": "1"}).fetch(profile("full"))
    assert switched.listed is not None
    assert set(clean.listed or ()) - set(switched.listed) == {"pantry_put", "pantry_take"}


def test_relative_paths_of_the_command_still_work(
    tmp_path: Path, profile: MakeProfile, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The program, and a script that an interpreter is given, are the caller's."""
    here = Path(__file__).resolve().parent
    script = tmp_path / "bin" / "serve"
    script.parent.mkdir()
    script.write_text(
        f"#!{sys.executable} -SE\nimport sys\nsys.path[0] = {str(here / 'servers')!r}\n"
        "import runpy\nrunpy.run_module('honest', run_name='__main__')\n"
    )
    script.chmod(0o755)
    monkeypatch.chdir(tmp_path)
    world = here.parent / "data" / "live" / "pantry.toml"
    for program in ("bin/serve", "./bin/serve", f"{sys.executable} -S -E bin/serve"):
        source = StdioSource(f"{program} --world {world} --profile {{profile}}")
        assert source.fetch(profile("cook")).server.name == "pantry"
    monkeypatch.setenv("PATH", "bin")
    source = StdioSource(f"serve --world {world} --profile {{profile}}")
    assert source.fetch(profile("cook")).server.name == "pantry"


def test_passed_values_never_show(source: MakeSource, profile: MakeProfile) -> None:
    """A server that prints the token that it was given does not make us print it."""
    token = "shelf-of-secrets-91"
    leaking = source("telling", "--word", "leak", passed={"PANTRY_TOKEN": token})
    with pytest.raises(CouldNotCheckError) as caught:
        leaking.fetch(profile("core"))
    assert token not in str(caught.value)
    assert "no entry for [PANTRY_TOKEN]" in str(caught.value)


# ---- Commands that cannot be run ---------------------------------------------------------------


def test_missing_command_names_the_command(profile: MakeProfile) -> None:
    """MC2: a file that is not there is said to be so, as configured."""
    with pytest.raises(CouldNotCheckError) as caught:
        StdioSource("no-such-pantry --profile {profile}").fetch(profile("core"))
    assert caught.value.reason is Reason.COMMAND_NOT_FOUND
    assert str(caught.value) == (
        'command not found: "no-such-pantry" is in no folder of PATH; install it, or give its path'
    )
    with pytest.raises(CouldNotCheckError) as caught:
        StdioSource("./pantry", folder=Path("/tmp")).fetch(None)
    assert str(caught.value) == (
        'command not found: there is no file "./pantry"; paths are taken from /tmp'
    )


def test_command_that_is_no_program_is_not_started(tmp_path: Path, profile: MakeProfile) -> None:
    """Neither a file without the right to run nor one that is no program is a traceback."""
    file = tmp_path / "pantry"
    file.write_text("no program")
    with pytest.raises(CouldNotCheckError) as caught:
        StdioSource([str(file)]).fetch(None)
    assert caught.value.reason is Reason.NOT_STARTED
    assert "is not executable; run 'chmod +x" in str(caught.value)
    file.chmod(0o755)
    with pytest.raises(CouldNotCheckError) as caught:
        StdioSource([str(file)]).fetch(None)
    assert caught.value.reason is Reason.NOT_STARTED
    assert "Exec format error" in str(caught.value)


def test_unusable_temporary_folder_is_no_traceback(
    source: MakeSource, profile: MakeProfile, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """A full or missing disk is told as what it is."""
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path / "gone"))
    with pytest.raises(CouldNotCheckError) as caught:
        source("honest").fetch(profile("core"))
    assert caught.value.reason is Reason.NOT_STARTED
    assert "no server can be started here: [Errno 2] No such file or directory" in str(caught.value)


@pytest.mark.parametrize(
    ("command", "message"),
    [
        ("", "the command is empty; give the program and its arguments"),
        ("  ", "the command is empty; give the program and its arguments"),
        (
            "serve 'half",
            'the command "serve \'half" cannot be split: No closing quotation',
        ),
    ],
)
def test_unfit_command_is_refused_at_once(command: str, message: str) -> None:
    """Before anything runs."""
    with pytest.raises(CommandSyntaxError) as caught:
        StdioSource(command)
    assert str(caught.value) == message
