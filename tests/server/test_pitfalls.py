"""What has gone wrong with other servers, held against ours.

MS1: servers that live on when their client is gone. MS3: servers that answer in the wrong order
of life, or crash on what they do not expect.
"""

import json
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

Run = Callable[..., Any]
Start = Callable[..., Any]
LIMIT_S = 2.0

needs_proc = pytest.mark.skipif(not Path("/proc/self").exists(), reason="no /proc here")

PING = {"jsonrpc": "2.0", "id": 1, "method": "ping"}
LIST = {"jsonrpc": "2.0", "id": 2, "method": "tools/list"}
INITIALIZE = {
    "jsonrpc": "2.0",
    "id": 0,
    "method": "initialize",
    "params": {
        "protocolVersion": "2025-06-18",
        "capabilities": {},
        "clientInfo": {"name": "probe", "version": "1"},
    },
}
INITIALIZED = {"jsonrpc": "2.0", "method": "notifications/initialized"}


def lines(*messages: object) -> bytes:
    return b"".join(json.dumps(message).encode() + b"\n" for message in messages)


def ends_in_time(server: subprocess.Popen[bytes]) -> bool:
    """Exit code 0 within two seconds, and no traceback."""
    assert server.wait(LIMIT_S) == 0
    return b"Traceback" not in server.stderr.read()


# ---- MS1: stays after the end of its input ------------------------------------------------------


def test_ms1_empty_file_as_input(start_plain: Start, tmp_path: Path) -> None:
    """A regular file is at its end at once, and reading it again must not become a loop."""
    empty = tmp_path / "empty"
    empty.touch()
    with empty.open("rb") as file:
        server = start_plain(stdin=file)
        assert ends_in_time(server)
        assert server.stdout.read() == b""


def test_ms1_session_that_ends_without_a_line_end(start_plain: Start) -> None:
    """The last message has none, and is answered."""
    server = start_plain()
    server.stdin.write(lines(INITIALIZE, LIST).rstrip(b"\n"))
    server.stdin.close()
    assert ends_in_time(server)
    answers = [json.loads(line) for line in server.stdout]
    assert [answer["id"] for answer in answers] == [0, 2]


def test_ms1_end_of_input_while_calls_are_under_way(start_plain: Start, call_of: Run) -> None:
    """No tool is slow here, so the input ends behind a heap of calls: all are answered."""
    server = start_plain()
    smart = call_of("memory_smart_load", intent="delete, merge and archive " * 70)
    server.stdin.write(lines(*[smart] * 60, call_of("memory_capabilities")))
    server.stdin.close()
    started = time.monotonic()
    answers = [json.loads(line) for line in server.stdout]
    assert ends_in_time(server)
    assert time.monotonic() - started < LIMIT_S
    assert len([answer for answer in answers if "id" in answer]) == 61


def test_ms1_output_that_closes_first(start_plain: Start) -> None:
    """Then the input is open and silent for ever."""
    server = start_plain()
    server.stdin.write(lines(INITIALIZE))
    server.stdin.flush()
    server.stdout.readline()
    server.stdout.close()
    assert ends_in_time(server)


@needs_proc
def test_ms1_client_that_is_killed(
    environment: dict[str, str], tmp_path: Path, stop_tree: Callable[[int], None]
) -> None:
    """Hard, so that it cannot say goodbye: the kernel closes its pipes, and the server ends."""
    client = (
        "import subprocess, sys, time\n"
        "server = subprocess.Popen([sys.executable, '-m', 'ai_memory_spec', 'mcp'],"
        " stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)\n"
        f"server.stdin.write({lines(PING)!r})\n"
        "server.stdin.flush()\n"
        "server.stdout.readline()\n"
        "print(server.pid, flush=True)\n"
        "time.sleep(60)\n"
    )
    process = subprocess.Popen(
        [sys.executable, "-c", client], stdout=subprocess.PIPE, env=environment, cwd=tmp_path
    )
    with process:
        pid = int(process.stdout.readline())
        stop_tree(pid)
        assert runs(pid)
        process.kill()
    deadline = time.monotonic() + LIMIT_S
    while runs(pid) and time.monotonic() < deadline:
        time.sleep(0.02)
    assert not runs(pid)


@needs_proc
def test_ms1_no_thread_or_timer_holds_the_process(start: Start) -> None:
    """There is one thread, and it sleeps in the kernel until something comes."""
    wire = start()
    wire.ask("ping")
    assert len([*Path(f"/proc/{wire.process.pid}/task").iterdir()]) == 1
    before = cpu_ticks(wire.process.pid)
    time.sleep(0.5)
    assert cpu_ticks(wire.process.pid) - before <= 1


def runs(pid: int) -> bool:
    """Whether a process is there, and is no zombie that waits for whoever adopted it."""
    try:
        return stat_of(pid)[0] != "Z"
    except FileNotFoundError:
        return False


def cpu_ticks(pid: int) -> int:
    """How much time the process has used, in hundredths of a second."""
    fields = stat_of(pid)
    return int(fields[11]) + int(fields[12])


def stat_of(pid: int) -> list[str]:
    return Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()


# ---- MS3: the order of life ---------------------------------------------------------------------


def test_ms3_whole_transcript(run: Run, call_of: Run) -> None:
    """One pipe, everything in one write, nobody waits for anybody."""
    cancel = {"jsonrpc": "2.0", "method": "notifications/cancelled"}
    done = run(
        [
            PING,
            LIST,
            INITIALIZE,
            {**LIST, "id": "list"},
            INITIALIZED,
            {**cancel, "params": {"requestId": 99, "reason": "unknown"}},
            {**cancel, "params": {"requestId": 0}},
            cancel,
            {**PING, "id": "abc"},
            {**PING, "id": 0},
            {"jsonrpc": "2.0", "id": 5, "method": "nope"},
            {"jsonrpc": "2.0", "method": "notifications/nope"},
            [PING, LIST],
            {**PING, "id": "last"},
        ]
    )
    assert done.code == 0
    answers = done.messages
    ids = [1, 2, 0, "list", "abc", 0, 5, None, "last"]
    assert [answer["id"] for answer in answers] == ids
    assert [type(answer["id"]) for answer in answers] == [type(wanted) for wanted in ids]
    early_list, late_list = answers[1], answers[3]
    assert answers[0]["result"] == {}
    assert early_list["result"] == late_list["result"]
    assert len(early_list["result"]["tools"]) == 8
    assert answers[2]["result"]["serverInfo"]["name"] == "ai-memory-spec-reference"
    assert answers[6]["error"] == {"code": -32601, "message": "method not found: nope"}
    assert answers[7]["error"] == {
        "code": -32600,
        "message": "batches are not served: send one message per line, without an array around it",
    }


def test_ms3_request_right_behind_initialize(start: Start) -> None:
    """In the same write, without waiting for the answer, many times over."""
    for _ in range(3):
        wire = start()
        wire.send(INITIALIZE, LIST)
        assert [wire.receive()["id"], wire.receive()["id"]] == [0, 2]


@pytest.mark.parametrize("requested", ["2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25", "1"])
def test_clients_of_every_handshake_revision_get_a_session(start: Start, requested: str) -> None:
    """All of them know revision 2024-11-05, which is what the contract answers."""
    wire = start()
    params = {**INITIALIZE["params"], "protocolVersion": requested}
    assert wire.ask("initialize", params)["result"]["protocolVersion"] == "2024-11-05"
    wire.send(INITIALIZED)
    assert wire.ask("ping")["result"] == {}
    assert len(wire.ask("tools/list", {})["result"]["tools"]) == 8
    assert "isError" not in wire.call("memory_capabilities")
    wire.process.stdin.close()
    assert wire.wait()[0] == 0
