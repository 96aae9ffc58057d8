"""The reference beside the released daemons, where they are built.

Each release is asked the same as the reference. Where both have to say the same, they must;
where the releases do less than the sentences promise, both sides are pinned.
"""

import contextlib
import json
import socket
import subprocess
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from ai_memory_spec.contract import (
    Allowlist,
    DocumentV3,
    document_data,
    load_schema,
    parse_family_list,
    profile_of_document,
    read_document,
    surface_of_document,
)
from ai_memory_spec.phrasing import edition_labels, load_edition, parse_profile, phrase

pytestmark = pytest.mark.daemon

Begin = Callable[..., Any]
WITHOUT_V3 = "0.6.4"
"""The only release without the v3 document."""


def text_of(answer: Any) -> str:
    return answer["result"]["content"][0]["text"]


# ---- Documents ---------------------------------------------------------------------------------


def check_document(text: str, release: str, asked: str) -> None:
    """Our reader and the schema take it, without loss, and no other schema does."""
    document = read_document(text)
    served = "2" if (release, asked) == (WITHOUT_V3, "v3") else asked.removeprefix("v")
    assert document.shape == served
    assert document_data(document) == json.loads(text)
    accepted = [
        n
        for n in "123"
        if Draft202012Validator(load_schema(f"capabilities-v{n}")).is_valid(json.loads(text))
    ]
    assert accepted == [served]
    if isinstance(document, DocumentV3) and release in edition_labels():
        edition = load_edition(release)
        assert surface_of_document(document) == edition.families
        profile = profile_of_document(edition, document)
        assert profile.label == "graph"
        sentences = phrase(edition, profile)
        assert document.summary == sentences.summary
        assert document.to_describe_to_user == sentences.to_describe_to_user


@pytest.mark.requirement("document.families")
def test_documents_over_stdio(daemon: Any, call_of: Begin) -> None:
    """All three versions, and the list of one family."""
    asked = ["v1", "v2", "v3"]
    calls = [call_of("memory_capabilities", accept=version) for version in asked]
    family = call_of("memory_capabilities", family="archive")
    *documents, family_list = daemon.talk([*calls, family], "--profile", "graph")
    for version, answer in zip(asked, documents, strict=True):
        check_document(text_of(answer), daemon.release, version)
    data = json.loads(text_of(family_list))
    Draft202012Validator(load_schema("capabilities-family")).validate(data)
    assert document_data(parse_family_list(data)) == data


@pytest.mark.requirement("http.document")
def test_documents_over_http(daemon: Any, write_config: Callable[[str], Path]) -> None:
    """Where there are no families, and v1 does not state its version."""
    write_config('tier = "keyword"\n[mcp]\nprofile = "graph"\n')
    with serving(daemon) as address:
        for version in ("v1", "v2", "v3"):
            check_document(fetch(address, version), daemon.release, version)


@contextlib.contextmanager
def serving(daemon: Any) -> Iterator[str]:
    """The daemon's HTTP side on a free port."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    with subprocess.Popen(
        [daemon.program, "serve", "--port", str(port)],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        env=daemon.environment,
        cwd=daemon.folder,
    ) as process:
        try:
            yield f"http://127.0.0.1:{port}/api/v1/capabilities"
        finally:
            process.terminate()


def fetch(address: str, version: str) -> str:
    """The document, as soon as the daemon answers."""
    request = urllib.request.Request(address, headers={"Accept-Capabilities": version})
    deadline = time.monotonic() + 15
    while True:
        try:
            with urllib.request.urlopen(request, timeout=5) as response:
                return response.read().decode()
        except urllib.error.URLError:
            if time.monotonic() > deadline:
                raise
            time.sleep(0.05)


# ---- The reference answers alike ---------------------------------------------------------------


@pytest.fixture
def reference(daemon: Any, talk: Begin) -> Begin:
    """A session of the reference in the daemon's own edition."""
    return lambda profile="core", **settings: talk(profile, daemon.release, **settings)


@pytest.mark.parametrize("profile", ["core", "graph", "admin", "power", "full", "core,archive"])
def test_contract_fields_are_the_same(
    daemon: Any, reference: Begin, call_of: Begin, profile: str
) -> None:
    """Sentences, tools, families, and the tools that are listed."""
    ask = {"jsonrpc": "2.0", "id": 2, "method": "tools/list"}
    answer, listed = daemon.talk([call_of("memory_capabilities"), ask], "--profile", profile)
    session = reference(profile)
    own, theirs = session.document(), json.loads(text_of(answer))
    for tool in theirs.get("tools", ()):
        tool.pop("examples", None)
    for field in ("schema_version", "summary", "to_describe_to_user", "tools"):
        assert own.get(field) == theirs.get(field)
    assert own["families"]["always_on"] == theirs["families"]["always_on"]
    names = [tool["name"] for tool in listed["result"]["tools"]]
    assert sorted(names) == sorted(session.tools())


BROKEN = [
    (b"{bad", -32700),
    (b'{"jsonrpc":"1.0","id":1,"method":"tools/list"}', -32600),
    (b'{"jsonrpc":"2.0","id":1,"method":"nope"}', -32601),
    (b'{"jsonrpc":"2.0","id":1,"method":"server/discover","params":{}}', -32601),
    (b'{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{}}', -32602),
    (b'{"jsonrpc":"2.0","id":1,"method":"tools/call","params":[]}', -32602),
    (b'{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":""}}', -32602),
    (b'{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"nope"}}', -32601),
    (b'{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"memory_delete"}}', -32601),
]


def test_errors_have_the_same_code_and_id(daemon: Any, reference: Begin) -> None:
    """And where nothing more is to be said, the same words."""
    theirs = daemon.talk([line for line, _ in BROKEN])
    own = [reference().send(line)[0] for line, _ in BROKEN]
    for (line, code), real, ours in zip(BROKEN, theirs, own, strict=True):
        assert (real["id"], real["error"]["code"]) == (ours["id"], ours["error"]["code"]), line
        assert real["error"]["code"] == code
    hinting = daemon.release == WITHOUT_V3  # it says more about an unknown tool
    for place in (1, 2, 3, 4, 6, *([] if hinting else [7])):
        assert theirs[place] == own[place]


def test_bytes_that_are_no_text_are_refused(daemon: Any, reference: Begin) -> None:
    """Release 0.6.4 ended; since then they are a parse error, as here."""
    if daemon.release == WITHOUT_V3:
        with pytest.raises(AssertionError, match="stream did not contain valid UTF-8"):
            daemon.talk([b"\xff"])
    else:
        (real,) = daemon.talk([b"\xff"])
        assert (real["id"], real["error"]["code"]) == (None, -32700)
    (own,) = reference().send(b"\xff")
    assert (own["id"], own["error"]["code"]) == (None, -32700)


def test_what_gets_no_answer_gets_none(daemon: Any, reference: Begin) -> None:
    """Notifications and blank lines, and then a ping does."""
    silent = [
        b'{"jsonrpc":"2.0","method":"notifications/initialized"}',
        b'{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1}}',
        b'{"jsonrpc":"2.0","method":"tools/call","params":{"name":"memory_capabilities"}}',
    ]
    ping = b'{"jsonrpc":"2.0","id":"x","method":"ping"}'
    assert daemon.talk([*silent, b"", b"  ", ping]) == [{"jsonrpc": "2.0", "id": "x", "result": {}}]
    session = reference()
    assert [session.send(line) for line in silent] == [[], [], []]


def test_handshake_is_the_same_but_for_the_name(daemon: Any, reference: Begin) -> None:
    """And for what each can do."""
    params = {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "p"}}
    ask = {"jsonrpc": "2.0", "id": 0, "method": "initialize", "params": params}
    (real,), (own,) = daemon.talk([ask]), reference().send(ask)
    assert real["result"]["serverInfo"] == {"name": "ai-memory", "version": daemon.release}
    assert own["result"]["serverInfo"]["name"] == "ai-memory-spec-reference"
    assert real["result"]["protocolVersion"] == own["result"]["protocolVersion"] == "2024-11-05"


@pytest.mark.parametrize("profile", ["Core", "bogus,full", "core,bogus"])
def test_bad_profile_is_exit_2(daemon: Any, profile: str) -> None:
    """Ours is held to this elsewhere."""
    done = subprocess.run(
        [daemon.program, "mcp", "--tier", "keyword", "--profile", profile],
        input=b"",
        capture_output=True,
        env=daemon.environment,
        cwd=daemon.folder,
    )
    assert (done.returncode, done.stdout) == (2, b"")


def test_profiles_resolve_alike(
    daemon: Any, call_of: Begin, write_config: Callable[[str], Path]
) -> None:
    """Empty text counts as given, in the option and in the environment."""
    write_config('[mcp]\nprofile = "power"\n')
    edition = load_edition("spec")
    for arguments, variables, label in [
        ([], {}, "power"),
        ([], {"AI_MEMORY_PROFILE": "graph"}, "graph"),
        (["--profile", "admin"], {"AI_MEMORY_PROFILE": "graph"}, "admin"),
        (["--profile", ""], {"AI_MEMORY_PROFILE": "graph"}, "core"),
        ([], {"AI_MEMORY_PROFILE": ""}, "core"),
        (["--profile", "full,bogus"], {}, "full"),
        (["--profile", " archive ,,core, admin"], {}, "core,lifecycle,governance,archive"),
    ]:
        daemon.environment.pop("AI_MEMORY_PROFILE", None)
        daemon.environment.update(variables)
        (answer,) = daemon.talk([call_of("memory_capabilities")], *arguments)
        families = json.loads(text_of(answer))["families"]["families"]
        loaded = {family["name"] for family in families if family["loaded"]}
        assert loaded == set(parse_profile(edition, label).families)
        if arguments:
            assert parse_profile(edition, arguments[1]).label == label


# ---- Where the reference keeps what the releases promise ---------------------------------------


def test_loading_loads_here_and_not_there(daemon: Any, reference: Begin, call_of: Begin) -> None:
    """Recovery paths (b) and (c)."""
    if daemon.release == WITHOUT_V3:  # it has no loaders, and the reference none in its edition
        for loader in ("memory_load_family", "memory_smart_load"):
            (answer,) = daemon.talk([call_of(loader)])
            assert answer["error"]["code"] == -32601
            assert reference().refusal(loader).startswith(f"unknown tool: {loader}")
        return
    for loader, arguments, tool in [
        ("memory_load_family", {"family": "graph"}, "memory_kg_query"),
        ("memory_smart_load", {"intent": "delete a memory"}, "memory_delete"),
    ]:
        loading = call_of(loader, **arguments)
        _, called = daemon.talk([loading, call_of(tool)])
        assert called["error"] == {"code": -32601, "message": f"unknown tool: {tool}"}
        session = reference()
        session.send(loading)
        assert session.call(tool)[1].startswith(f"{tool} does nothing here")


def test_hint_comes_always_here_and_by_configuration_there(
    daemon: Any, reference: Begin, call_of: Begin, write_config: Callable[[str], Path]
) -> None:
    """Recovery path (d); release 0.6.4 gave the hint by itself."""
    hint = "`--profile core,lifecycle`"
    ask = [call_of("memory_delete")]
    (plain,) = daemon.talk(ask)
    assert (hint in plain["error"]["message"]) == (daemon.release == WITHOUT_V3)
    write_config("[mcp]\nprofile_hint_in_errors = true\n")
    (hinted,) = daemon.talk(ask)
    assert hint in hinted["error"]["message"]
    assert hint in reference().refusal("memory_delete")


def test_denied_call_is_refused_here_and_answered_there(
    daemon: Any, reference: Begin, call_of: Begin, write_config: Callable[[str], Path]
) -> None:
    """There the allowlist shapes the document only."""
    write_config('[mcp]\nprofile = "graph"\n[mcp.allowlist]\n"alice" = ["core"]\n')
    (answer,) = daemon.talk([call_of("memory_kg_query", source_id="x", agent_id="alice")])
    assert "isError" not in answer["result"]
    session = reference("graph", allowlist=Allowlist(entries={"alice": ("core",)}))
    works, text = session.call("memory_kg_query", source_id="x", agent_id="alice")
    assert not works
    assert text.startswith("denied: agent 'alice' may not call memory_kg_query")
