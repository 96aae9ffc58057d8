"""The server as a process: how it starts, what it writes, and how it ends."""

import json
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from ai_memory_spec.phrasing import ProfileError, load_edition, parse_profile, phrase
from ai_memory_spec.server.lines import MAX_MESSAGE_BYTES
from ai_memory_spec.server.stdio import serve_lines

PING = {"jsonrpc": "2.0", "id": 1, "method": "ping"}
PONG = {"jsonrpc": "2.0", "id": 1, "result": {}}
LIMIT_S = 2.0
"""So soon a server must have ended."""

REFERENCE = [sys.executable, "-m", "ai_memory_spec", "mcp"]
LAUNCH = (
    "import sys; from ai_memory_spec.server.launch import Options, run_server; "
    "sys.exit(run_server(Options(command='x')))"
)

Run = Callable[..., Any]
Start = Callable[..., Any]


def summary_of(answer: Any) -> str:
    return json.loads(answer["result"]["content"][0]["text"])["summary"]


def in_shell(redirection: str, *python: str) -> list[str]:
    """Python, started by a shell that redirects its streams."""
    return ["sh", "-c", f'exec "$@" {redirection}', "sh", sys.executable, *python]


def ping(server: Any) -> None:
    """Wait until a server answers."""
    server.stdin.write(json.dumps(PING).encode() + b"\n")
    server.stdin.flush()
    assert json.loads(server.stdout.readline()) == PONG


# ---- Options -----------------------------------------------------------------------------------


@pytest.mark.requirement("wire.without-handshake", "wire.document", "wire.stdout")
def test_one_line_gives_one_line_and_exit_code_zero(run: Run, call_of: Run) -> None:
    """What the published page asks for, without `initialize`."""
    done = run(call_of("memory_capabilities", accept="v3"))
    assert done.code == 0
    (answer,) = done.messages
    spec = load_edition("spec")
    assert summary_of(answer) == phrase(spec, parse_profile(spec, "core")).summary
    assert done.err == (
        "ai-memory-spec mcp: ai-memory-spec-reference, edition spec, profile core. This is the "
        "reference server: it serves the contract and holds no memories.\n"
    )


def test_options_choose_profile_and_edition(run: Run, call_of: Run) -> None:
    """An edition may also be a file."""
    ask = call_of("memory_capabilities")
    done = run(ask, "--profile", "core,archive", "--edition", "0.10.0")
    newest = load_edition("0.10.0")
    expected = phrase(newest, parse_profile(newest, "archive")).summary
    assert summary_of(done.messages[0]) == expected


def test_edition_from_a_file(run: Run, tmp_path: Path) -> None:
    """The flat tool list of any server is an edition."""
    (tmp_path / "flat.json").write_text('{"label": "flat", "families": {"all": ["echo", "add"]}}')
    done = run({**PING, "method": "tools/list"}, "--edition", "flat.json")
    assert [tool["name"] for tool in done.messages[0]["result"]["tools"]] == ["echo", "add"]


@pytest.mark.requirement("profiles.precedence")
def test_profile_is_option_then_environment_then_configuration(
    run: Run, call_of: Run, write_config: Callable[[str], Path]
) -> None:
    """As a stdio daemon resolves it; `--config` names another file."""
    ask = call_of("memory_capabilities")
    default = write_config('[mcp]\nprofile = "power"\n')
    other = default.with_name("other.toml")
    other.write_text('[mcp]\nprofile = "admin"\n')

    def label(*arguments: str, **variables: str) -> str:
        (answer,) = run(ask, *arguments, **variables).messages
        return summary_of(answer).split("(")[1].split(")")[0]

    assert label() == "power"
    assert label("--config", str(other)) == "admin"
    assert label(AI_MEMORY_PROFILE="graph") == "graph"
    assert label("--profile", "full", AI_MEMORY_PROFILE="graph") == "full"


def test_allowlist_and_agent_id(
    run: Run, call_of: Run, write_config: Callable[[str], Path]
) -> None:
    """`--agent-id` stands in for a client that has no name."""
    write_config('[mcp.allowlist]\n"alice" = ["core"]\n')
    done = run(call_of("memory_capabilities"), "--agent-id", "alice")
    document = json.loads(done.messages[0]["result"]["content"][0]["text"])
    assert document["agent_permitted_families"] == ["core"]


def test_unknown_family_in_the_allowlist_is_told(
    run: Run, write_config: Callable[[str], Path]
) -> None:
    """It permits nothing, as with the daemons, but not in silence."""
    path = write_config('[mcp.allowlist]\n"alice" = ["core", "admin"]\n')
    done = run(PING)
    assert done.code == 0
    assert done.err.splitlines()[0] == (
        f"ai-memory-spec mcp: {path}: mcp.allowlist: 'alice' names 'admin', which is no family "
        "and permits nothing. Valid: core, lifecycle, graph, governance, power, meta, archive, "
        "other, full."
    )


@pytest.mark.requirement("profiles.refused-at-start")
def test_bad_profile_is_exit_2_with_the_message_of_the_core(run: Run) -> None:
    """Before any answer."""
    with pytest.raises(ProfileError) as core:
        parse_profile(load_edition("spec"), "grpah")
    done = run(PING, "--profile", "grpah")
    assert (done.code, done.out) == (2, b"")
    assert done.err == f"ai-memory-spec mcp: invalid profile in --profile: {core.value}\n"


def test_bad_edition_and_configuration_are_exit_2(
    run: Run, write_config: Callable[[str], Path]
) -> None:
    """Each with a sentence on stderr and nothing on stdout."""
    done = run(PING, "--edition", "0.11.0")
    assert (done.code, done.out) == (2, b"")
    assert done.err.startswith("ai-memory-spec mcp: unknown edition '0.11.0'")
    path = write_config("[mcp")
    done = run(PING)
    assert (done.code, done.out) == (2, b"")
    assert done.err.startswith(f"ai-memory-spec mcp: {path}: not TOML: ")
    assert run(PING, "--nope").code == 2


def test_start_imports_neither_the_sdk_nor_asyncio(
    environment: dict[str, str], tmp_path: Path, call_of: Run
) -> None:
    """One answer must not cost a second of importing."""
    program = (
        "import sys\n"
        "from ai_memory_spec.server.launch import Options, run_server\n"
        "code = run_server(Options(command='x'))\n"
        "heavy = {'mcp', 'pydantic', 'anyio', 'asyncio', 'markdown_it', 'yaml', 'argparse',"
        " 'jsonschema', 'difflib', 'subprocess'}\n"
        "sys.exit(f'imported: {sorted(heavy & set(sys.modules))}' "
        "if heavy & set(sys.modules) else code)\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", program],
        input=json.dumps(call_of("memory_capabilities")).encode(),
        capture_output=True,
        env=environment,
        cwd=tmp_path,
        timeout=20,
    )
    assert (done.returncode, done.stderr.decode().count("imported")) == (0, 0)


# ---- Bytes -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "variables",
    [
        {"LC_ALL": "C"},
        {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"},
        {"LC_ALL": "POSIX", "PYTHONIOENCODING": "ascii:strict"},
        {"PYTHONIOENCODING": "utf-16"},
    ],
    ids=str,
)
def test_bytes_are_utf_8_and_line_feeds_whatever_the_locale(
    run: Run, call_of: Run, variables: dict[str, str]
) -> None:
    """In both directions, and also where Python's own streams would fail."""
    sent = json.dumps(call_of("memory_smart_load", intent="—ü😀 delete"), ensure_ascii=False)
    ask = json.dumps(call_of("memory_capabilities"))
    done = run(f"{sent}\r\n{ask}\r\n".encode(), **variables)
    assert done.code == 0
    assert b"\r" not in done.out
    assert "— preferred" in done.out.decode("utf-8")
    assert summary_of(done.messages[-1]).startswith("13 of 51 tools")


def test_agent_and_error_in_another_script_survive_the_c_locale(
    run: Run, call_of: Run, write_config: Callable[[str], Path]
) -> None:
    """On stdout as UTF-8, on stderr as it can be."""
    write_config('[mcp.allowlist]\n"алиса" = ["core"]\n')
    ask = call_of("memory_capabilities", agent_id="алиса")
    done = run(ask, LC_ALL="C", PYTHONUTF8="0", PYTHONCOERCECLOCALE="0")
    document = json.loads(done.messages[0]["result"]["content"][0]["text"])
    assert document["agent_permitted_families"] == ["core"]
    done = run(PING, "--profile", "ядро", LC_ALL="C", PYTHONUTF8="0", PYTHONCOERCECLOCALE="0")
    assert done.code == 2
    assert "unknown profile or family" in done.err


def test_argument_that_is_no_text_is_shown_as_it_can_be(
    environment: dict[str, str], tmp_path: Path
) -> None:
    """A byte that no locale has."""
    done = subprocess.run(
        [*REFERENCE, "--profile", b"\xff"],
        input=b"",
        capture_output=True,
        env=environment,
        cwd=tmp_path,
    )
    assert (done.returncode, done.stdout) == (2, b"")
    assert b"udcff" in done.stderr
    assert b"Traceback" not in done.stderr


def test_edition_in_bytes_that_are_no_text_is_shown_as_it_can_be(
    environment: dict[str, str], tmp_path: Path
) -> None:
    """The name of a file may be such."""
    (tmp_path / os.fsdecode(b"\xff.toml")).write_text("x")
    done = subprocess.run(
        [*REFERENCE, "--edition", b"\xff.toml"],
        input=b"",
        capture_output=True,
        env=environment,
        cwd=tmp_path,
    )
    assert (done.returncode, done.stdout) == (2, b"")
    assert done.stderr.startswith(b"ai-memory-spec mcp: \\udcff.toml: 1 problem")


def test_read_that_has_nothing_yet_is_tried_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """Another process may have taken what was there."""
    read_end, ours = os.pipe()
    theirs, write_end = os.pipe()
    os.write(ours, b"x\n")
    os.close(ours)
    reads = iter([BlockingIOError()])
    really_read = os.read

    def read(descriptor: int, size: int) -> bytes:
        for error in reads:
            raise error
        return really_read(descriptor, size)

    monkeypatch.setattr(os, "read", read)
    assert serve_lines(lambda line: [line + b"!"], read_fd=read_end, write_fd=write_end) == 0
    os.close(write_end)
    assert really_read(theirs, 9) == b"x!"
    for descriptor in (read_end, theirs):
        os.close(descriptor)


def test_too_long_a_message_is_refused_and_the_session_goes_on(run: Run) -> None:
    """With a clear error, whether or not the line ever ends; up to the limit it is read."""
    prefix, suffix = b'{"jsonrpc":"2.0","id":1,"method":"ping","x":"', b'"}'
    longest = prefix + b"x" * (MAX_MESSAGE_BYTES - len(prefix) - len(suffix)) + suffix
    too_long = b"y" * (MAX_MESSAGE_BYTES + 1)
    ping = json.dumps(PING).encode()
    done = run(b"\n".join([longest, too_long, ping, too_long * 2]))
    refused = {
        "jsonrpc": "2.0",
        "id": None,
        "error": {
            "code": -32600,
            "message": "invalid request: a message may have at most 4194304 bytes, "
            "this one had more",
        },
    }
    assert done.messages == [PONG, refused, PONG, refused]
    assert done.code == 0


def test_endless_line_takes_bounded_memory(start: Start) -> None:
    """64 MiB without a line end, and the server stays small."""
    wire = start()
    wire.send(PING)
    wire.receive()
    for _ in range(64):
        wire.send(b"x" * 1024 * 1024)
    wire.send(b"\n", PING)
    assert wire.receive()["error"]["code"] == -32600
    assert wire.receive() == PONG
    status = Path(f"/proc/{wire.process.pid}/status").read_text()
    peak_kib = int(status.split("VmHWM:")[1].split()[0])
    assert peak_kib < 64 * 1024


@pytest.mark.parametrize("blank", [b"\n", b"   \n", b"\r\n", b"\t\r\n\n"])
def test_blank_lines_are_skipped(run: Run, blank: bytes) -> None:
    """They are no messages."""
    done = run(blank + json.dumps(PING).encode() + b"\n" + blank)
    assert (done.code, done.messages) == (0, [PONG])


HOSTILE = [
    b"\x00", b"\xff\xfe\x00", b"\xc0\xaf", b"\xed\xa0\x80", b"{", b"}", b"[", b"]", b'"', b"\\",
    b"{bad", b"nul", b"-", b"1e999", b"NaN", b"[" * 9999, b'{"a":' * 9999, b"9" * 9999,
    b'{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"\\ud800"}}',
    b'{"jsonrpc":"2.0","id":"\\u0000","method":"tools/call","params":{"name":"x","arguments":[]}}',
    b'{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"__proto__"}}',
    b'{"jsonrpc":"2.0","id":1,"method":"__init__"}',
    b'{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"clientInfo":[],"capabilities":0}}',
    b'{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"memory_smart_load",'
    b'"arguments":{"intent":"' + b"archive " * 9999 + b'"}}}',
    b'{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"memory_load_family",'
    b'"arguments":{"family":"' + b"x" * 99999 + b'"}}}',
    b'{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"memory_capabilities",'
    b'"arguments":{"agent_id":"' + b"\\u2028" * 999 + b'","accept":{"__class__":1}}}}',
    b"GET / HTTP/1.1", b"Content-Length: 5", b"\x1b[2J", b"\x04", b"\x1a",
]  # fmt: skip


def test_hostile_lines_never_end_the_session(start: Start) -> None:
    """Each is answered, and then a ping is."""
    wire = start("--profile", "full")
    for line in HOSTILE:
        wire.send(line + b"\n", PING)
        answer = wire.receive()
        assert "error" in answer or "result" in answer
        pong = wire.receive()
        if "method" in pong:  # the family that the line before loaded
            pong = wire.receive()
        assert pong == PONG
    wire.process.stdin.close()
    assert wire.wait()[0] == 0


@given(st.lists(st.binary(max_size=60) | st.sampled_from(HOSTILE), max_size=30))
@settings(max_examples=25, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_any_bytes_end_in_exit_code_zero(run: Run, lines: list[bytes]) -> None:
    """Whatever comes in, whole lines of JSON go out, the last one the pong."""
    done = run(b"\n".join([*lines, json.dumps(PING).encode()]))
    assert done.code == 0
    assert done.messages[-1] == PONG
    assert "Traceback" not in done.err


# ---- The end -----------------------------------------------------------------------------------


def test_all_answers_are_flushed_before_the_end(run: Run, call_of: Run) -> None:
    """Megabytes of them, though the input ends at once."""
    asked = [{**call_of("memory_capabilities"), "id": number} for number in range(300)]
    done = run(asked)
    assert [message["id"] for message in done.messages] == list(range(300))
    assert len(done.out) > 2_000_000


def test_last_message_without_a_line_end_is_answered(run: Run) -> None:
    """`printf` does not write one."""
    assert run(json.dumps(PING).encode()).messages == [PONG]


@pytest.mark.parametrize("closed", ["<&-", ">&-", "2>&-", "<&- >&- 2>&-"])
def test_streams_that_are_closed_from_the_start(
    run: Run, environment: dict[str, str], closed: str
) -> None:
    """No traceback, no wrong file written to."""
    done = run(PING, command=in_shell(closed, "-c", LAUNCH))
    assert done.code == 0
    assert "Traceback" not in done.err
    assert done.messages == ([PONG] if closed == "2>&-" else [])


def test_closed_output_ends_an_idle_server(start_plain: Start) -> None:
    """Without a message that would make it write."""
    server = start_plain()
    ping(server)
    server.stdout.close()
    assert server.wait(LIMIT_S) == 0


def test_closed_output_ends_a_server_that_has_much_to_say(start_plain: Start, call_of: Run) -> None:
    """No traceback for a broken pipe."""
    server = start_plain()
    ping(server)
    os.kill(server.pid, signal.SIGSTOP)
    server.stdin.write((json.dumps(call_of("memory_capabilities")).encode() + b"\n") * 50)
    server.stdin.flush()
    server.stdout.close()
    os.kill(server.pid, signal.SIGCONT)
    assert server.wait(LIMIT_S) == 0
    assert b"Traceback" not in server.stderr.read()


def test_closed_output_ends_a_server_that_is_blocked_in_writing(
    start_plain: Start, call_of: Run
) -> None:
    """The write fails, and that is an end like any other."""
    server = start_plain()
    server.stdin.write((json.dumps(call_of("memory_capabilities")).encode() + b"\n") * 200)
    server.stdin.flush()
    time.sleep(0.7)  # until the pipe is full
    server.stdout.close()
    assert server.wait(LIMIT_S) == 0
    assert b"Traceback" not in server.stderr.read()


def test_output_that_takes_no_more_is_an_error(run: Run) -> None:
    """A full disk is not the same as a reader that has gone."""
    done = run(PING, command=in_shell(">/dev/full", "-m", "ai_memory_spec", "mcp"))
    assert done.code == 1
    assert done.err.splitlines()[-1] == ("the answers cannot be written: No space left on device")


def test_sigterm_ends_an_idle_server(start_plain: Start) -> None:
    """At once, with exit code 0 and no traceback."""
    server = start_plain()
    ping(server)
    server.send_signal(signal.SIGTERM)
    assert server.wait(LIMIT_S) == 0
    assert b"Traceback" not in server.stderr.read()


def test_sigterm_ends_a_server_whose_answers_nobody_reads(start_plain: Start, call_of: Run) -> None:
    """It is blocked in writing; the signal ends it all the same."""
    server = start_plain()
    server.stdin.write((json.dumps(call_of("memory_capabilities")).encode() + b"\n") * 200)
    server.stdin.flush()
    time.sleep(0.7)  # until the pipe is full
    assert server.poll() is None
    server.send_signal(signal.SIGTERM)
    assert server.wait(LIMIT_S) == 0


def test_interrupt_ends_the_server_without_a_traceback(start_plain: Start) -> None:
    """Ctrl-C in a terminal; without a command line around the server, which has its own way."""
    server = start_plain([sys.executable, "-c", LAUNCH])
    ping(server)
    server.send_signal(signal.SIGINT)
    assert server.wait(LIMIT_S) == 130
    assert b"Traceback" not in server.stderr.read()


def test_server_on_a_socket_pair(start_plain: Start) -> None:
    """One descriptor for both directions, as some clients start servers; shut, not closed."""
    ours, theirs = socket.socketpair()
    with ours, theirs:
        server = start_plain(stdin=theirs, stdout=theirs)
        theirs.close()
        ours.settimeout(LIMIT_S)
        ours.sendall(json.dumps(PING).encode() + b"\n")
        assert json.loads(ours.recv(4096)) == PONG
        ours.sendall(json.dumps(PING).encode())
        ours.shutdown(socket.SHUT_WR)
        assert json.loads(ours.recv(4096)) == PONG
        assert ours.recv(4096) == b""
        assert server.wait(LIMIT_S) == 0


def test_non_blocking_streams_lose_nothing(start_plain: Start, call_of: Run) -> None:
    """Whoever shares our streams may have made them so."""
    program = (
        "import os, runpy, sys\n"
        "os.set_blocking(0, False); os.set_blocking(1, False)\n"
        "sys.argv = ['ai-memory-spec', 'mcp']\n"
        "runpy.run_module('ai_memory_spec', run_name='__main__')\n"
    )
    server = start_plain([sys.executable, "-c", program])
    server.stdin.write((json.dumps(call_of("memory_capabilities")).encode() + b"\n") * 50)
    server.stdin.flush()
    time.sleep(0.7)  # the pipe to us is full by now
    out, err = server.communicate(timeout=10)
    assert server.returncode == 0, err.decode()
    assert out.count(b"\n") == 50
