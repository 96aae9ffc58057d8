"""The console script `ai-memory`: the published line works, and a real daemon goes first."""

import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from ai_memory_spec.phrasing import ProfileError, load_edition, parse_profile, phrase
from ai_memory_spec.server.handover import GUARD_VARIABLE, find_daemons

PUBLISHED_LINE = (
    'echo \'{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"memory_capabilities",'
    '"arguments":{"accept":"v3"}}}\' | ai-memory mcp'
)
SYSTEM_PATH = "/usr/bin:/bin"
REFERENCE = (
    "ai-memory mcp: ai-memory-spec-reference, edition spec, profile core. This is the reference "
    "server: it serves the contract and holds no memories.\n"
)
PING = {"jsonrpc": "2.0", "id": 1, "method": "ping"}
PONG = {"jsonrpc": "2.0", "id": 1, "result": {}}

# What pip, pipx and uv write for a console script.
SCRIPT = """#!{python}
# -*- coding: utf-8 -*-
import re
import sys
from ai_memory_spec.server.ai_memory import main
if __name__ == '__main__':
    sys.argv[0] = re.sub(r'(-script\\.pyw|\\.exe)?$', '', sys.argv[0])
    sys.exit(main())
"""

FAKE_DAEMON = """#!/bin/sh
echo "daemon $0 pid $$ args $*"
cat
exit 7
"""


@pytest.fixture
def place(tmp_path: Path) -> Callable[..., Path]:
    """Write an executable `ai-memory` into a folder of this name; by default our script."""

    def write(folder: str, text: str | bytes | None = None, mode: int = 0o755) -> Path:
        program = tmp_path / folder / "ai-memory"
        program.parent.mkdir(exist_ok=True)
        if text is None:
            text = SCRIPT.format(python=sys.executable)
        program.write_bytes(text if isinstance(text, bytes) else text.encode())
        program.chmod(mode)
        return program

    return write


@pytest.fixture
def ours(place: Callable[..., Path]) -> Path:
    """Our script, in a folder of its own."""
    return place("ours")


@pytest.fixture
def on_path(tmp_path: Path) -> Callable[..., str]:
    """A PATH of folders of these names, with the system's behind them."""
    return lambda *names: os.pathsep.join([*(str(tmp_path / name) for name in names), SYSTEM_PATH])


@pytest.fixture
def run_script(run: Callable[..., Any]) -> Callable[..., Any]:
    """Run `ai-memory` as a shell finds it."""

    def run_it(path: str, *arguments: str, sent: object = PING, **variables: str) -> Any:
        command = ["/bin/sh", "-c", 'exec ai-memory "$@"', "sh"]
        return run(sent, *arguments, command=command, PATH=path, **variables)

    return run_it


Place = Callable[..., Path]
OnPath = Callable[..., str]
RunScript = Callable[..., Any]


# ---- Without a daemon --------------------------------------------------------------------------


def test_published_line_works_as_printed(
    ours: Path, on_path: OnPath, run: Callable[..., Any]
) -> None:
    """One JSON line, exit code 0, and stderr says that this is the reference."""
    done = run(command=["/bin/sh", "-c", PUBLISHED_LINE], PATH=on_path("ours"))
    assert done.code == 0
    (answer,) = done.messages
    document = json.loads(answer["result"]["content"][0]["text"])
    spec = load_edition("spec")
    assert document["schema_version"] == "3"
    assert document["summary"] == phrase(spec, parse_profile(spec, "core")).summary
    assert done.err == REFERENCE


def test_profile_is_chosen_as_with_the_daemon(
    ours: Path, on_path: OnPath, run_script: RunScript, write_config: Callable[[str], Path]
) -> None:
    """Option, environment, configuration in the home."""
    write_config('[mcp]\nprofile = "power"\n')
    path = on_path("ours")
    assert "profile power." in run_script(path, "mcp").err
    assert "profile graph." in run_script(path, "mcp", AI_MEMORY_PROFILE="graph").err
    done = run_script(path, "mcp", "--profile", "admin", AI_MEMORY_PROFILE="graph")
    assert "profile admin." in done.err
    assert "profile full." in run_script(path, "mcp", "--profile=full").err


def test_bad_profile_is_exit_2_with_the_message_of_the_core(
    ours: Path, on_path: OnPath, run_script: RunScript
) -> None:
    """Before any answer."""
    with pytest.raises(ProfileError) as core:
        parse_profile(load_edition("spec"), "Core")
    done = run_script(on_path("ours"), "mcp", "--profile", "Core")
    assert (done.code, done.out) == (2, b"")
    assert done.err == f"ai-memory mcp: invalid profile in --profile: {core.value}\n"


@pytest.mark.parametrize(
    ("arguments", "what"),
    [
        (["serve"], "'serve' needs the ai-memory daemon, and none is on PATH"),
        (["store", "x", "--title", "y"], "'store' needs the ai-memory daemon, and none is on PATH"),
        ([], "it needs a subcommand"),
        (["--json"], "it needs a subcommand"),
    ],
)
def test_any_other_subcommand_is_exit_2_with_a_sentence(
    ours: Path, on_path: OnPath, run_script: RunScript, arguments: list[str], what: str
) -> None:
    """It says what to do."""
    done = run_script(on_path("ours"), *arguments)
    assert (done.code, done.out) == (2, b"")
    assert done.err == (
        f"ai-memory: {what}. Without the daemon this command only serves the reference: run "
        "`ai-memory mcp`, or install the daemon (`cargo install ai-memory`).\n"
    )


@pytest.mark.parametrize("option", ["--edition", "--config", "--prof", "--nope"])
def test_options_of_the_other_command_are_unknown(
    ours: Path, on_path: OnPath, run_script: RunScript, option: str
) -> None:
    """They belong to `ai-memory-spec mcp` alone; nothing is guessed from a beginning."""
    done = run_script(on_path("ours"), "mcp", option, "x")
    assert (done.code, done.out) == (2, b"")
    assert done.err == (
        f"ai-memory: the reference does not know '{option}'; see `ai-memory mcp --help`.\n"
    )


def test_options_of_the_daemon_are_taken_and_named(
    ours: Path, on_path: OnPath, run_script: RunScript, write_config: Callable[[str], Path]
) -> None:
    """`--agent-id` does not set the agent of the allowlist, with the daemons either."""
    write_config('[mcp.allowlist]\n"alice" = ["core"]\n')
    arguments = ["--db", "x.db", "mcp", "--tier", "keyword", "--agent-id", "alice", "--json"]
    ask = {**PING, "method": "tools/call", "params": {"name": "memory_capabilities"}}
    done = run_script(on_path("ours"), *arguments, sent=ask)
    document = json.loads(done.messages[0]["result"]["content"][0]["text"])
    assert "agent_permitted_families" not in document
    assert (
        done.err
        == "".join(
            f"ai-memory: {option} is for the daemon and has no effect on the reference\n"
            for option in ("--tier", "--db", "--agent-id", "--json")
        )
        + REFERENCE
    )


def test_help_says_what_this_is(ours: Path, on_path: OnPath, run_script: RunScript) -> None:
    """And a missing value is an error of usage."""
    done = run_script(on_path("ours"), "mcp", "--help")
    assert done.code == 0
    assert done.out.startswith(b"usage: ai-memory mcp [--profile PROFILE]\n")
    assert b"No ai-memory daemon was found on PATH" in done.out
    assert run_script(on_path("ours"), "mcp", "--profile").code == 2


# ---- With a daemon -----------------------------------------------------------------------------


@pytest.mark.parametrize("arguments", [["mcp", "--profile", "a b"], ["serve"], [], ["--help"]])
def test_daemon_further_along_path_is_handed_over_to(
    place: Place,
    ours: Path,
    on_path: OnPath,
    environment: dict[str, str],
    tmp_path: Path,
    arguments: list[str],
) -> None:
    """The process becomes the daemon: arguments, streams, exit code, and its own id."""
    daemon = place("daemon", FAKE_DAEMON)
    process = subprocess.Popen(
        [ours, *arguments],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=environment | {"PATH": on_path("ours", "daemon")},
        cwd=tmp_path,
    )
    out, err = process.communicate(b"input\x00\xff\n", timeout=20)
    shown = " ".join(arguments)
    expected = f"daemon {daemon} pid {process.pid} args {shown}\n".encode()
    assert out == expected + b"input\x00\xff\n"
    assert err.decode() == f"ai-memory: handing over to {daemon}\n"
    assert process.returncode == 7


def test_script_that_is_not_on_path_looks_everywhere(
    place: Place, ours: Path, on_path: OnPath, run: Callable[..., Any]
) -> None:
    """An environment that is not activated."""
    place("daemon", FAKE_DAEMON)
    done = run(PING, "mcp", command=[ours], PATH=on_path("daemon"))
    assert done.code == 7


def test_only_what_stands_behind_is_handed_over_to(
    place: Place, ours: Path, on_path: OnPath, run: Callable[..., Any]
) -> None:
    """Whoever names our script by its path, past the daemon in front of it, wants ours."""
    place("daemon", FAKE_DAEMON)
    done = run(PING, "mcp", command=[ours], PATH=on_path("daemon", "ours"))
    assert (done.code, done.messages) == (0, [PONG])


def test_first_of_several_daemons_is_taken(
    place: Place, ours: Path, on_path: OnPath, run_script: RunScript
) -> None:
    """In the order of PATH."""
    second, first = place("b", FAKE_DAEMON), place("a", FAKE_DAEMON)
    done = run_script(on_path("ours", "a", "b"), "mcp")
    assert str(first).encode() in done.out
    assert str(second).encode() not in done.out


def test_copies_of_our_script_are_passed_over(
    place: Place, ours: Path, on_path: OnPath, run_script: RunScript, tmp_path: Path
) -> None:
    """Links to it, and scripts of the same kind in other environments."""
    (tmp_path / "link").mkdir()
    (tmp_path / "link" / "ai-memory").symlink_to(ours)
    (tmp_path / "hard").mkdir()
    (tmp_path / "hard" / "ai-memory").hardlink_to(ours)
    place("other", SCRIPT.format(python="/opt/other/bin/python"))
    path = on_path("ours", "link", "hard", "other")
    done = run_script(path, "mcp")
    assert (done.code, done.messages, done.err) == (0, [PONG], REFERENCE)
    place("daemon", FAKE_DAEMON)
    done = run_script(on_path("ours", "link", "hard", "other", "daemon"), "mcp")
    assert done.code == 7


def test_script_that_is_started_through_a_link_knows_itself(
    ours: Path, on_path: OnPath, run_script: RunScript, tmp_path: Path
) -> None:
    """Real paths are compared: behind the link stands the script itself."""
    (tmp_path / "link").mkdir()
    (tmp_path / "link" / "ai-memory").symlink_to(ours)
    done = run_script(on_path("link", "ours"), "mcp")
    assert (done.code, done.messages, done.err) == (0, [PONG], REFERENCE)


def test_what_cannot_be_run_is_passed_over(
    place: Place, ours: Path, on_path: OnPath, run_script: RunScript, tmp_path: Path
) -> None:
    """A file without the right, a folder, links to nothing and to themselves, no folder."""
    place("plain", FAKE_DAEMON, mode=0o644)
    (tmp_path / "folder" / "ai-memory").mkdir(parents=True)
    (tmp_path / "dangling").mkdir()
    (tmp_path / "dangling" / "ai-memory").symlink_to("nowhere")
    (tmp_path / "circle").mkdir()
    (tmp_path / "circle" / "ai-memory").symlink_to("ai-memory")
    (tmp_path / "file").touch()
    path = on_path("ours", "plain", "folder", "dangling", "circle", "file", "missing")
    done = run_script(path, "mcp")
    assert (done.code, done.messages, done.err) == (0, [PONG], REFERENCE)


def test_program_that_the_kernel_refuses_is_named(
    place: Place, ours: Path, on_path: OnPath, run_script: RunScript
) -> None:
    """Built for another machine, say; then the next one counts, or the reference serves."""
    broken = place("broken", b"\x7fELF garbage")
    done = run_script(on_path("ours", "broken"), "mcp")
    assert (done.code, done.messages) == (0, [PONG])
    assert done.err == (
        f"ai-memory: handing over to {broken}\n"
        f"ai-memory: {broken} cannot be executed: Exec format error\n{REFERENCE}"
    )


def test_empty_entry_of_path_is_the_working_folder(
    place: Place, ours: Path, run: Callable[..., Any], tmp_path: Path
) -> None:
    """As for any shell."""
    place(".", FAKE_DAEMON)
    done = run(PING, "mcp", command=[ours], PATH=f"{ours.parent}::{SYSTEM_PATH}")
    assert done.code == 7
    assert done.err == "ai-memory: handing over to ai-memory\n"


@pytest.mark.parametrize("call", ["exec ai-memory", "ai-memory"])
def test_script_that_calls_back_does_not_loop(
    place: Place, ours: Path, on_path: OnPath, run_script: RunScript, call: str
) -> None:
    """A shim that looks for the "real" one finds us again: one round, then the reference."""
    shim = place("shim", f'#!/bin/sh\n{call} "$@"\n')
    done = run_script(on_path("ours", "shim"), "mcp")
    assert (done.code, done.messages) == (0, [PONG])
    assert done.err == f"ai-memory: handing over to {shim}\n{REFERENCE}"


def test_two_scripts_that_call_back_do_not_loop(
    place: Place, ours: Path, on_path: OnPath, run_script: RunScript
) -> None:
    """Each is tried once."""
    one, two = (place(name, '#!/bin/sh\nexec ai-memory "$@"\n') for name in ("one", "two"))
    done = run_script(on_path("ours", "one", "two"), "mcp")
    assert (done.code, done.messages) == (0, [PONG])
    assert done.err == (
        f"ai-memory: handing over to {one}\nai-memory: handing over to {two}\n{REFERENCE}"
    )


def test_shim_in_front_of_a_daemon_does_not_hide_it(
    place: Place, ours: Path, on_path: OnPath, run_script: RunScript
) -> None:
    """The round ends with the daemon."""
    place("shim", '#!/bin/sh\nexec ai-memory "$@"\n')
    place("daemon", FAKE_DAEMON)
    assert run_script(on_path("ours", "shim", "daemon"), "mcp").code == 7


def test_native_program_reaches_itself_again_but_not_for_ever(
    ours: Path, tmp_path: Path, on_path: OnPath
) -> None:
    """A daemon may call `ai-memory` in a child of its own; a native shim must not loop."""
    (tmp_path / "native").mkdir()
    daemon = tmp_path / "native" / "ai-memory"
    daemon.symlink_to("/bin/echo")
    real = str(Path("/bin/echo").resolve())

    def found(rounds: int) -> list[Path]:
        guard = os.pathsep.join([real] * rounds)
        return list(find_daemons(ours, {"PATH": on_path("ours", "native"), GUARD_VARIABLE: guard}))

    assert [found(rounds) for rounds in (0, 1, 3)] == [[daemon]] * 3
    assert found(4) == []


def test_one_program_under_two_names_is_tried_once(
    place: Place, ours: Path, on_path: OnPath, tmp_path: Path
) -> None:
    """If it cannot be executed here, it cannot be there."""
    daemon = place("daemon", FAKE_DAEMON)
    (tmp_path / "link").mkdir()
    (tmp_path / "link" / "ai-memory").symlink_to(daemon)
    found = find_daemons(ours, {"PATH": on_path("ours", "link", "daemon")})
    assert list(found) == [tmp_path / "link" / "ai-memory"]


def test_folder_that_may_not_be_searched_is_passed_over(
    ours: Path, on_path: OnPath, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As root, one cannot make one; so the system call is made to fail."""
    look = Path.is_file

    def refuse(self: Path) -> bool:
        if self.parent.name == "secret":
            raise PermissionError
        return look(self)

    monkeypatch.setattr(Path, "is_file", refuse)
    assert list(find_daemons(ours, {"PATH": on_path("secret", "ours")})) == []


def test_handing_over_loads_nothing_of_the_server(
    place: Place, ours: Path, on_path: OnPath, run: Callable[..., Any]
) -> None:
    """It must not stand in the daemon's way, in time either."""
    place("daemon", FAKE_DAEMON)
    trace = [sys.executable, "-X", "importtime", str(ours)]
    done = run(PING, "mcp", command=trace, PATH=on_path("ours", "daemon"))
    assert done.code == 7
    imported = [line.split("|")[2].strip() for line in done.err.splitlines() if "|" in line]
    assert "ai_memory_spec.server.handover" in imported
    heavy = (
        "ai_memory_spec.phrasing",
        "ai_memory_spec.contract",
        "argparse",
        "json",
        "dataclasses",
    )
    assert not {name for name in imported if name.startswith(heavy)}
