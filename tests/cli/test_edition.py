"""`ai-memory-spec edition`: what each subcommand prints, writes and returns."""

import json
import os
import stat
import subprocess
import sys
import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from ai_memory_spec.cli import main
from ai_memory_spec.editing import diff_editions
from ai_memory_spec.phrasing import (
    EDITIONS_FOLDER,
    all_profiles,
    edition_labels,
    load_edition,
    parse_edition,
    phrase,
    read_edition,
)

TESTS = Path(__file__).resolve().parent.parent
RECORDED = TESTS / "data" / "phrasing" / "captures" / "0.10.0"
FLAT_SERVERS = TESTS / "data" / "editing" / "flat-servers.json"
REPLAY = TESTS / "editing" / "servers" / "replay.py"
PROFILES = ("core", "graph", "admin", "power", "full")


class Done(NamedTuple):
    """What a run left."""

    code: int
    out: str
    err: str


Run = Callable[..., Done]


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Run:
    """Run `ai-memory-spec edition …` in an empty folder."""
    monkeypatch.chdir(tmp_path)

    def run(*words: str) -> Done:
        code = main(["edition", *words])
        captured = capsys.readouterr()
        return Done(code, captured.out, captured.err)

    return run


# ---- list and show -----------------------------------------------------------------------------


def test_list_has_a_line_for_each_edition(run: Run) -> None:
    """Label, tools, what it is; the default first."""
    done = run("list")
    assert (done.code, done.err) == (0, "")
    lines = done.out.splitlines()
    assert [line.split()[0] for line in lines] == list(edition_labels())
    assert lines[0].startswith("spec      51 tools  the tool surface that the canonical-phrasings")
    assert "0.8.0    100 tools  ai-memory release 0.8.0" in lines


def test_list_as_json(run: Run) -> None:
    """The same with counts."""
    rows = json.loads(run("list", "--format", "json").out)
    assert [row["label"] for row in rows] == list(edition_labels())
    assert rows[-1] == {
        "label": "0.6.4",
        "tools": 43,
        "families": 8,
        "profiles": 5,
        "sentences": False,
        "what": load_edition("0.6.4").what,
    }


def test_show_takes_the_configured_edition_by_default(run: Run, tmp_path: Path) -> None:
    """As the other commands do."""
    assert run("show").out.startswith("edition spec\nthe tool surface that ")
    (tmp_path / "pyproject.toml").write_text('[tool.ai-memory-spec]\nedition = "0.7.0"\n')
    assert run("show").out.startswith("edition 0.7.0\n")


@pytest.mark.parametrize("label", edition_labels())
def test_show_as_toml_is_the_shipped_file(run: Run, label: str) -> None:
    """Byte for byte, so that it can be the start of an edition of one's own."""
    done = run("show", label, "--format", "toml")
    assert done == (0, (EDITIONS_FOLDER / f"{label}.toml").read_text(encoding="utf-8"), "")


def test_show_as_json_can_be_read_back(run: Run, tmp_path: Path) -> None:
    """The JSON form of an edition file."""
    path = tmp_path / "copy.json"
    path.write_text(run("show", "0.10.0", "--format", "json").out, encoding="utf-8")
    assert read_edition(path) == load_edition("0.10.0")


def test_show_of_an_unknown_edition(run: Run) -> None:
    """Usage, with the nearest label."""
    done = run("show", "0.10.1")
    assert (done.code, done.out) == (2, "")
    assert done.err.startswith(
        "ai-memory-spec: unknown edition '0.10.1' (did you mean '0.10.0'?). Valid editions: spec, "
    )


# ---- diff --------------------------------------------------------------------------------------


def test_diff_exits_0_unless_asked_otherwise(run: Run) -> None:
    """As `git diff` does: a difference is no failure, but can be asked for as one."""
    assert run("diff", "spec", "0.10.0").code == 0
    assert run("diff", "spec", "0.10.0", "--exit-code").code == 1
    done = run("diff", "0.9.0", "0.10.0", "--exit-code")
    assert done == (0, "0.9.0 and 0.10.0: no difference.\n", "")


@pytest.mark.parametrize(
    ("form", "start"),
    [
        ("text", "spec -> 0.7.0\n\ntools: 51 -> 74 (23 added, 0 removed, 0 moved)\n  + memory_"),
        ("json", '{\n  "schema": 1,\n  "differs": true,\n  "before": "spec",\n'),
        ("markdown", "## Edition `spec` → `0.7.0`\n\n### Tools\n\n| Family | Tools | Added |"),
    ],
)
def test_diff_has_three_forms(run: Run, form: str, start: str) -> None:
    """For people, programs and pages."""
    done = run("diff", "spec", "0.7.0", "--format", form)
    assert done.code == 0
    assert done.out.startswith(start)


def test_diff_takes_paths(run: Run, tmp_path: Path) -> None:
    """Labels and files side by side."""
    (tmp_path / "mine.toml").write_text('label = "mine"\n[families]\ncore = ["memory_store"]\n')
    done = run("diff", "spec", "mine.toml")
    assert done.out.startswith("spec -> mine\n\ntools: 51 -> 1 (0 added, 50 removed, 0 moved)\n")


def test_diff_of_a_broken_edition(run: Run, tmp_path: Path) -> None:
    """A file that cannot be compared is a wrong call."""
    (tmp_path / "bad.toml").write_text('label = "bad"\n')
    done = run("diff", "spec", "bad.toml", "--exit-code")
    assert done == (
        2,
        "",
        (
            "ai-memory-spec: bad.toml: 1 problem in this edition\n"
            "  families: missing; give at least one family with its tools\n"
        ),
    )


# ---- validate ----------------------------------------------------------------------------------


def test_validate_says_what_is_wrong(run: Run, tmp_path: Path) -> None:
    """0 sound, 1 problems, 3 not there."""
    (tmp_path / "bad.toml").write_text('label = "bad"\n[families]\ncore = []\n')
    sound = "spec: sound: edition spec, tools 51, families 8, named profiles 5, with sentences\n"
    assert run("validate", "spec") == (0, sound, "")
    assert run("validate", "spec", "bad.toml") == (
        1,
        f"{sound}bad.toml:3: families.core: empty; remove the family or give it a tool\n",
        "",
    )
    assert run("validate", "gone.toml").code == 3
    data = json.loads(run("validate", "bad.toml", "--format", "json").out)
    assert data["problems"][0]["place"] == "families.core"


# ---- pull --------------------------------------------------------------------------------------


def replay(*words: str) -> str:
    return " ".join([sys.executable, "-S", "-E", str(REPLAY), *words])


@pytest.fixture
def release(tmp_path: Path) -> dict[str, Any]:
    """What release 0.10.0 was recorded to say, as the replay server reads it."""
    rest = {name: {} for name in ("features", "models", "permissions", "hooks", "compaction")}
    rest |= {name: {} for name in ("approval", "transcripts", "hnsw")}
    said: dict[str, Any] = {
        "initialize": {
            "protocolVersion": "2024-11-05",
            "capabilities": {"tools": {}},
            "serverInfo": {"name": "ai-memory", "version": "0.10.0"},
        },
        "tools": json.loads((RECORDED / "tools-list.json").read_text(encoding="utf-8")),
        "tools/call": {},
    }
    for profile in PROFILES:
        document = json.loads((RECORDED / f"{profile}.v3.json").read_text(encoding="utf-8"))
        families: dict[str, dict[str, Any]] = {}
        for tool in document["tools"]:
            family = families.setdefault(
                tool["family"],
                {"name": tool["family"], "loaded": tool["loaded"], "tools": [], "tool_count": 0},
            )
            family["tools"].append(tool["name"])
            family["tool_count"] += 1
        overview = {"always_on": ["memory_capabilities"], "families": [*families.values()]}
        document |= {**rest, "tier": "keyword", "version": "0.10.0", "families": overview}
        text = json.dumps(document, ensure_ascii=False)
        content = [{"type": "text", "text": text}]
        said["tools/call"][profile] = {"result": {"content": content}}
    return said


def save(said: dict[str, Any], path: Path) -> str:
    """Write what a server says and return the command of that server."""
    path.write_text(json.dumps(said), encoding="utf-8")
    return replay(str(path), "--profile", "{profile}")


def test_pull_writes_an_edition_to_standard_output(
    run: Run, release: dict[str, Any], tmp_path: Path
) -> None:
    """Standard output is the file, and nothing else."""
    done = run("pull", "--live", save(release, tmp_path / "said.json"), "--like", "0.7.0")
    assert done.code == 0
    pulled = parse_edition(tomllib.loads(done.out), "pulled")
    committed = load_edition("0.10.0")
    assert not diff_editions(committed, pulled).differs
    for profile in all_profiles(committed):
        assert phrase(pulled, profile) == phrase(committed, profile)
    assert done.err == (
        "edition 0.10.0 from ai-memory 0.10.0: tools 101, families 8, named profiles 5; assumed, "
        "as no answer shows it: {s} of describe_partial, {ellipsis} of describe_partial, "
        "{ellipsis} of describe_full, forbidden_in_describe\n"
    )


def test_pull_writes_a_file_with_label_and_description(
    run: Run, release: dict[str, Any], tmp_path: Path
) -> None:
    """The file is made, or replaced in one step with its mode; standard output stays empty."""
    command = save(release, tmp_path / "said.json")
    target = tmp_path / "mine.toml"
    words = ("pull", "--live", command, "--label", "mine", "--what", "my own", "-o", str(target))
    done = run(*words)
    assert (done.code, done.out) == (0, "")
    edition = read_edition(target)
    assert (edition.label, edition.what) == ("mine", "my own")
    assert stat.S_IMODE(target.stat().st_mode) == 0o666 & ~umask()
    target.write_text("old")
    target.chmod(0o600)
    assert run(*words).code == 0
    assert read_edition(target) == edition
    assert stat.S_IMODE(target.stat().st_mode) == 0o600
    assert sorted(path.name for path in tmp_path.iterdir()) == ["mine.toml", "said.json"]


def umask() -> int:
    mask = os.umask(0o022)
    os.umask(mask)
    return mask


@pytest.mark.parametrize("server", ["mcp-server-git", "server-memory"])
def test_pull_from_any_mcp_server(run: Run, tmp_path: Path, server: str) -> None:
    """A flat edition that `show`, `validate` and `diff` accept."""
    command = replay(str(FLAT_SERVERS), "--server", server)
    done = run("pull", "--live", command, "-o", "flat.toml")
    edition = read_edition(tmp_path / "flat.toml")
    tools = json.loads(FLAT_SERVERS.read_text(encoding="utf-8"))[server]["tools"]
    assert done.err == (
        f"edition {edition.label} from {edition.what}: tools {len(tools)}, families 1, "
        "named profiles 0\n"
    )
    assert list(edition.tools) == tools
    assert run("validate", "flat.toml").code == 0
    assert run("show", "flat.toml").code == 0
    assert run("diff", "spec", "flat.toml", "--exit-code").code == 1


def test_pull_refuses_what_fits_no_template(
    run: Run, release: dict[str, Any], tmp_path: Path
) -> None:
    """Exit 1 with field, profile and place; nothing is written."""
    block = release["tools/call"]["admin"]["result"]["content"][0]
    block["text"] = block["text"].replace("memory tools are", "memory tools were")
    command = save(release, tmp_path / "said.json")
    done = run("pull", "--live", command, "-o", "out.toml")
    assert (done.code, done.out) == (1, "")
    assert done.err == (
        "ai-memory-spec: summary: the sentence of profile 'admin' does not fit one template "
        "(summary) with the others: character 24, near 'of 100 memory tools were advertised in "
        "t' (neither with the always-on tools counted nor without them)\n"
    )
    assert not (tmp_path / "out.toml").exists()


def test_pull_refuses_names_that_could_break_a_page(run: Run, tmp_path: Path) -> None:
    """Exit 1; the loader says which ones; the old file stays."""
    said = json.loads(FLAT_SERVERS.read_text(encoding="utf-8"))["server-memory"]
    said["tools"] = ["good", "<img src=x>", "a|b\x1b[2J"]
    (tmp_path / "said.json").write_text(json.dumps(said))
    (tmp_path / "out.toml").write_text("old")
    done = run("pull", "--live", replay(str(tmp_path / "said.json")), "-o", "out.toml")
    assert done.code == 1
    assert done.out == ""
    assert done.err.splitlines()[1:] == [
        f"  families.tools[{index}]: {shown} could break a page or a region marker; "
        "use letters, digits, _ . : / - only, without a double hyphen"
        for index, shown in ((1, "'<img src=x>'"), (2, r"'a|b\x1b[2J'"))
    ]
    assert (tmp_path / "out.toml").read_text() == "old"


def test_pull_could_not_ask(run: Run, release: dict[str, Any], tmp_path: Path) -> None:
    """Exit 3 with the profile and the server's last words."""
    del release["tools"]["power"]
    done = run("pull", "--live", save(release, tmp_path / "said.json"))
    assert (done.code, done.out) == (3, "")
    assert done.err.startswith("ai-memory-spec: could not ask ")
    assert done.err.endswith(
        ": profile power: the server ended with exit code 2 before it answered initialize; its "
        "last words on stderr: no such profile: power\n"
    )
    done = run("pull", "--live", "/no/such/program")
    assert done.code == 3
    assert done.err == (
        "ai-memory-spec: could not ask /no/such/program: command not found: there is no file "
        f'"/no/such/program"; paths are taken from {tmp_path}\n'
    )


def test_pull_without_a_profile_in_the_command(
    run: Run, release: dict[str, Any], tmp_path: Path
) -> None:
    """Exit 2: the call is wrong, and the message says how to put it right."""
    save(release, tmp_path / "said.json")
    command = replay(str(tmp_path / "said.json"), "--profile", "core")
    done = run("pull", "--live", command)
    assert (done.code, done.out) == (2, "")
    assert done.err.endswith(
        " answers for one profile, and an edition takes the answers for core, graph, admin, "
        "power, full; give a command with --live and put {profile} into it\n"
    )


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (
            [],
            "edition pull takes exactly one of --live, --live-url and --live-file; 0 were given",
        ),
        (
            ["--live", "a", "--live", "b"],
            "edition pull takes exactly one of --live, --live-url and --live-file; 2 were given",
        ),
        (
            ["--live", "a {profile}", "--like", "mcp.toml"],
            (
                "edition 'flat' has no named profiles, so it cannot say what no answer shows; "
                "name another edition with --like"
            ),
        ),
        (
            ["--live", "a {profile}", "--label", "my own"],
            (
                "--label: 'my own' is no label; use letters, digits and . _ -, at most 64, with a "
                "letter or digit in front"
            ),
        ),
        (["--live", "a {profile}", "-o", ""], "-o: name the file; the text is empty"),
        (
            ["--live", "a {profile}", "-o", "x.json"],
            "-o: an edition is written as TOML, so x.json cannot be read as it is called",
        ),
        (["--live", "a {profile}", "-o", "."], "-o: . is a folder; name a file in it"),
        (
            ["--live", "a {profile}", "-o", "no/such/folder.toml"],
            f"-o: there is no folder {Path('no/such')}; make it first",
        ),
    ],
)
def test_pull_with_a_wrong_call(run: Run, tmp_path: Path, words: list[str], message: str) -> None:
    """Exit 2 before anything is started."""
    (tmp_path / "mcp.toml").write_text('label = "flat"\n[families]\ntools = ["a"]\n')
    assert run("pull", *words) == (2, "", f"ai-memory-spec: {message}\n")


def test_pull_from_a_capture_asks_for_a_command(run: Run, tmp_path: Path) -> None:
    """One document shows one profile."""
    document = json.loads((RECORDED / "core.v3.json").read_text(encoding="utf-8"))
    document |= {"tier": "keyword", "version": "0.10.0"}
    document |= {
        name: {}
        for name in ("features", "models", "permissions", "hooks", "compaction", "approval")
    }
    document |= {"transcripts": {}, "hnsw": {}}
    (tmp_path / "doc.json").write_text(json.dumps(document))
    done = run("pull", "--live-file", "doc.json")
    assert done.code == 2
    assert done.err == (
        "ai-memory-spec: doc.json answers for one profile, and an edition takes the answers for "
        "core, graph, admin, power, full; give a command with --live and put {profile} into it\n"
    )


def test_pull_into_a_file_that_cannot_be_written(run: Run) -> None:
    """Exit 2 with the reason."""
    command = replay(str(FLAT_SERVERS), "--server", "server-memory")
    name = f"{'long' * 100}.toml"
    done = run("pull", "--live", command, "-o", name)
    assert (done.code, done.out) == (2, "")
    assert done.err == f"ai-memory-spec: cannot write {name}: File name too long\n"


# ---- The command line itself -------------------------------------------------------------------


def test_a_subcommand_must_be_given(run: Run) -> None:
    """Like a command."""
    done = run()
    assert done.code == 2
    assert done.err.endswith("error: the following arguments are required: ACTION\n")


@pytest.mark.parametrize("name", ["", "list", "show", "diff", "validate", "pull"])
def test_help_fits_80_columns(run: Run, name: str) -> None:
    """Help pages are live regions, whatever the terminal."""
    done = run(*([name] if name else []), "--help")
    assert done.code == 0
    own, _, _ = done.out.partition("live output:")
    assert [line for line in own.splitlines() if len(line) > 80] == []


def test_editions_are_compared_without_the_mcp_sdk() -> None:
    """Only `pull` needs the extra `live`."""
    program = (
        "import sys; sys.modules['mcp'] = None\n"
        "from ai_memory_spec.cli import main\n"
        "sys.exit(main(['edition', 'diff', '0.9.0', '0.10.0']))"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert (done.returncode, done.stdout) == (0, "0.9.0 and 0.10.0: no difference.\n")
