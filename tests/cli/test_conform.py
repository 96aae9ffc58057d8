"""`ai-memory-spec conform` and `vectors`: options, exit codes, and both transports for real."""

import json
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from xml.etree import ElementTree

import pytest

import ai_memory_spec
from ai_memory_spec.cli import main
from ai_memory_spec.conformance import load_requirements

SOURCE = Path(ai_memory_spec.__file__).resolve().parent.parent
SERVERS = Path(__file__).resolve().parent.parent / "conformance" / "servers"
REFERENCE = [sys.executable, "-m", "ai_memory_spec", "mcp"]
BENT = [sys.executable, str(SERVERS / "bent.py")]


@pytest.fixture(autouse=True)
def somewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A folder without a configuration, and our source for servers that may see the variable."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("PYTHONPATH", str(SOURCE))


@pytest.fixture
def serve() -> Iterator[Callable[..., str]]:
    """Start the HTTP server with this fault; gives its address."""
    processes: list[subprocess.Popen[bytes]] = []

    def start(*arguments: str) -> str:
        process = subprocess.Popen(
            [sys.executable, str(SERVERS / "http_documents.py"), *arguments],
            stdout=subprocess.PIPE,
        )
        processes.append(process)
        assert process.stdout is not None
        return f"http://127.0.0.1:{int(process.stdout.readline())}"

    yield start
    for process in processes:
        process.kill()
        process.communicate()


def test_the_reference_conforms_over_stdio(capsys: pytest.CaptureFixture[str]) -> None:
    """Our own server, started as a user would, keeps everything that stdio can show."""
    assert main(["conform", "--pass-env", "PYTHONPATH", "--", *REFERENCE]) == 0
    out = capsys.readouterr().out
    assert "ai-memory-spec-reference" in out.splitlines()[0]
    assert out.splitlines()[0].endswith("edition spec")
    assert out.endswith("0 fail, 0 could not be checked, 2 do not apply.\n")


@pytest.mark.parametrize(
    ("options", "fault", "code", "outcome"),
    [
        (["--requirement", "wire.parse"], "SilentOnNoise", 1, "fail"),
        (["--requirement", "wire.version"], "SilentOnNoise", 0, "pass"),
        (["--requirement", "tools.denied-call"], "Lenient", 0, "fail"),
    ],
)
def test_one_requirement_of_a_program(
    capsys: pytest.CaptureFixture[str], options: list[str], fault: str, code: int, outcome: str
) -> None:
    """Exit 1 for a MUST that fails, 0 for advice and for what holds."""
    words = [*BENT, fault, "spec"]
    assert (
        main(["conform", "--edition", "spec", "--format", "json", *options, "--", *words]) == code
    )
    data = json.loads(capsys.readouterr().out)
    assert [item["outcome"] for item in data["results"]] == [outcome]
    assert data["subject"] == f"{Path(sys.executable).name} bent.py {fault} spec"


def test_the_profile_is_filled_in_or_appended(capsys: pytest.CaptureFixture[str]) -> None:
    """Both spellings of the command reach the same server."""
    for words in ([*BENT, "Bent", "spec"], [*BENT, "Bent", "spec", "--profile", "{profile}"]):
        assert main(["conform", "--requirement", "profiles.precedence", "--", *words]) == 0
        assert "pass             profiles.precedence" in capsys.readouterr().out


def test_the_edition_is_that_of_the_option_or_the_configured_one(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    """The server's version is no label, so the configuration decides, unless the option does."""
    (tmp_path / "pyproject.toml").write_text(
        '[tool.ai-memory-spec]\nedition = "0.9.0"\n', encoding="utf-8"
    )
    common = ["conform", "--format", "json", "--requirement", "wire.parse"]
    for option, label in (([], "0.9.0"), (["--edition", "0.7.0"], "0.7.0")):
        main([*common, *option, "--", *BENT, "Bent", "spec"])
        assert json.loads(capsys.readouterr().out)["edition"] == label


def test_another_edition_fails_its_template_and_counts(capsys: pytest.CaptureFixture[str]) -> None:
    """A server of `spec` held to 0.10.0: the words and the numbers are reported apart."""
    ids = ["summary.template", "summary.visible.counting-rule", "summary.unloaded"]
    options = [part for id_ in ids for part in ("--requirement", id_)]
    words = [*BENT, "Bent", "spec"]
    code = main(["conform", "--edition", "0.10.0", "--format", "json", *options, "--", *words])
    assert code == 1
    results = json.loads(capsys.readouterr().out)["results"]
    assert {item["id"]: item["outcome"] for item in results} == {
        "summary.template": "fail",
        "summary.visible.counting-rule": "fail",
        "summary.unloaded": "pass",
    }
    assert (results[1]["expected"], results[1]["found"]) == ("7 of 100", "8 of 51")


def test_a_server_that_does_not_start_is_exit_3(capsys: pytest.CaptureFixture[str]) -> None:
    """Nothing could be checked, and that is no failure of the contract."""
    assert main(["conform", "--requirement", "wire.parse", "--", "no-such-program"]) == 3
    assert "could not check  wire.parse" in capsys.readouterr().out


def test_http_conforms_without_what_it_cannot_show(
    capsys: pytest.CaptureFixture[str], serve: Callable[..., str]
) -> None:
    """A good server is exit 0: what needs a session does not apply."""
    assert main(["conform", "--url", serve(), "--format", "json"]) == 0
    data = json.loads(capsys.readouterr().out)
    assert data["transport"] == "http"
    assert data["counts"] == {
        "pass": 20,
        "fail": 0,
        "not-checked": 0,
        "not-applicable": 34,
        "advice": 0,
    }


@pytest.mark.parametrize(
    ("fault", "failed"),
    [
        (
            "deaf",
            {"accept.versions", "document.v1", "document.v2", "http.document"},
        ),
        ("count", {"summary.visible.counting-rule", "summary.unloaded"}),
    ],
)
def test_http_faults_are_found(
    capsys: pytest.CaptureFixture[str], serve: Callable[..., str], fault: str, failed: set[str]
) -> None:
    """A header that is not heard, and a count that is wrong."""
    assert main(["conform", "--url", serve(fault), "--format", "json"]) == 1
    results = json.loads(capsys.readouterr().out)["results"]
    assert {item["id"] for item in results if item["outcome"] == "fail"} == failed


def test_http_page_is_exit_3(capsys: pytest.CaptureFixture[str], serve: Callable[..., str]) -> None:
    """Something else listens there."""
    assert main(["conform", "--url", serve("page")]) == 3
    assert "nothing could be checked: the document" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ([], "give a command behind `--`, or an address with --url, and not both"),
        (
            ["--url", "http://127.0.0.1:1", "--", "x"],
            "give a command behind `--`, or an address with --url, and not both",
        ),
        (["--requirement", "wire.prase", "--", "x"], "did you mean 'wire.parse'?"),
        (["--url", "nonsense"], '--url: "nonsense" is no address of a server'),
        (["--url", "http://127.0.0.1:1", "--pass-env", "HOME"], "--pass-env is for a stdio server"),
        (["--header-env", "A=B", "--", "x"], "--header-env is for an HTTP server"),
        (["--edition", "9.9.9", "--", "x"], "unknown edition '9.9.9'"),
        (["--pass-env", "NOT_SET_HERE", "--", "x"], "the variable NOT_SET_HERE is not set"),
        (["--timeout", "0", "--", "x"], "'0' is no number of seconds"),
    ],
)
def test_a_wrong_call_is_exit_2(
    capsys: pytest.CaptureFixture[str], arguments: list[str], message: str
) -> None:
    """With a sentence that says what to do."""
    assert main(["conform", *arguments]) == 2
    assert message in capsys.readouterr().err


def test_list_names_every_requirement(capsys: pytest.CaptureFixture[str]) -> None:
    """Ids, levels, clauses and statements, and nothing is started."""
    assert main(["conform", "--list"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert [line.split()[0] for line in lines] == list(load_requirements().by_id)


def test_list_as_json_and_not_as_junit(capsys: pytest.CaptureFixture[str]) -> None:
    """A format that is asked for is the one that comes, or an error says so."""
    assert main(["conform", "--list", "--format", "json"]) == 0
    rows = json.loads(capsys.readouterr().out)
    assert [row["id"] for row in rows] == list(load_requirements().by_id)
    assert set(rows[0]) == {"id", "level", "clause", "statement"}
    assert main(["conform", "--list", "--format", "junit"]) == 2
    assert "text or json" in capsys.readouterr().err


def test_junit_on_the_command_line(capsys: pytest.CaptureFixture[str]) -> None:
    """It is XML, with one case."""
    words = [*BENT, "Bent", "spec"]
    assert main(["conform", "--format", "junit", "--requirement", "wire.parse", "--", *words]) == 0
    assert ElementTree.fromstring(capsys.readouterr().out.encode())[0].get("tests") == "1"


def test_vectors_are_printed_with_their_schema(capsys: pytest.CaptureFixture[str]) -> None:
    """The default edition, another one, and the schema."""
    assert main(["vectors"]) == 0
    assert json.loads(capsys.readouterr().out)["edition"] == "spec"
    assert main(["vectors", "--edition", "0.10.0"]) == 0
    assert json.loads(capsys.readouterr().out)["edition"] == "0.10.0"
    assert main(["vectors", "--schema"]) == 0
    assert json.loads(capsys.readouterr().out)["title"] == "Conformance vectors of one edition"
    assert main(["vectors", "--edition", "9.9.9"]) == 2
