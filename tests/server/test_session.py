"""What a session answers: documents, loading, the allowlist, and errors that help."""

import json
from collections.abc import Callable
from typing import Any

import pytest

import ai_memory_spec
from ai_memory_spec.contract import Allowlist, parse_v3
from ai_memory_spec.phrasing import (
    all_profiles,
    count,
    edition_labels,
    load_edition,
    parse_profile,
    phrase,
)
from ai_memory_spec.server import session as session_module

Begin = Callable[..., Any]
CHANGED = {"jsonrpc": "2.0", "method": "notifications/tools/list_changed"}
FAMILIES = "core, lifecycle, graph, governance, power, meta, archive, other"
GATE = Allowlist(entries={"alice": ("core",), "bot:": ("full",), "*": ("core", "archive")})


def loading(name: str, **arguments: object) -> dict[str, Any]:
    params = {"name": name, "arguments": arguments}
    return {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": params}


# ---- The handshake -----------------------------------------------------------------------------


@pytest.mark.requirement("wire.initialize")
def test_initialize_names_the_reference(talk: Begin) -> None:
    """Nobody may mistake a comparison with ourselves for one with a daemon."""
    result = talk(edition="0.10.0").ask("initialize")
    assert result["protocolVersion"] == "2024-11-05"
    assert result["capabilities"] == {"tools": {"listChanged": True}}
    assert result["serverInfo"] == {
        "name": "ai-memory-spec-reference",
        "version": ai_memory_spec.__version__,
    }
    assert result["instructions"] == (
        "This is the reference server of ai-memory-spec, edition 0.10.0. It serves the "
        "capabilities contract and is not a memory store: tools that would store or recall "
        "memories answer with an error. It keeps what the two canonical sentences promise, also "
        "where the released ai-memory daemons do not: memory_load_family and memory_smart_load "
        "really load tools into this session, a call to a tool that is not loaded always names "
        "the --profile that loads it, and the allowlist binds calls."
    )


def test_document_names_the_reference(talk: Begin) -> None:
    """A document that was saved to a file has no `serverInfo`."""
    document = talk().document()
    assert document["tier"] == "reference"
    assert document["version"] == ai_memory_spec.__version__
    assert document["reference"] == {
        "server": "ai-memory-spec-reference",
        "edition": "spec",
        "note": "This server serves the contract and is not a memory store.",
        "working_tools": ["memory_capabilities", "memory_load_family", "memory_smart_load"],
    }
    for version in ("v1", "v2"):
        assert talk().document(accept=version)["reference"]["edition"] == "spec"


@pytest.mark.parametrize("params", [{}, {"clientInfo": None}, {"clientInfo": {"name": 5}}])
def test_initialize_takes_what_clients_send(talk: Begin, params: dict[str, Any]) -> None:
    """As the daemons do."""
    assert "serverInfo" in talk().ask("initialize", **params)


# ---- tools/list --------------------------------------------------------------------------------


@pytest.mark.requirement("tools.always-on")
@pytest.mark.parametrize("label", edition_labels())
def test_list_holds_the_profile_and_what_is_always_on(talk: Begin, label: str) -> None:
    """In the edition's order, each once, for every profile."""
    edition = load_edition(label)
    for profile in all_profiles(edition):
        tools = talk(profile.label, label).tools()
        expected = [tool for name in profile.families for tool in edition.family(name).tools]
        assert tools == expected + [tool for tool in edition.always_on if tool not in expected]


@pytest.mark.requirement("summary.visible.advertised")
def test_number_of_listed_tools_is_the_number_in_the_sentence(talk: Begin) -> None:
    """`{visible} of {total} tools are advertised in tools/list`, in the default edition."""
    spec = load_edition("spec")
    for profile in all_profiles(spec):
        assert len(talk(profile.label).tools()) == count(spec, profile).visible


def test_entries_have_what_the_protocol_asks_for(talk: Begin) -> None:
    """Name, description and an input schema; three tools do their work, the others say so."""
    tools = {tool["name"]: tool for tool in talk("full").ask("tools/list")["tools"]}
    for tool in tools.values():
        assert set(tool) == {"name", "description", "inputSchema"}
        assert tool["inputSchema"]["type"] == "object"
    silent = [name for name, tool in tools.items() if "holds no memories" in tool["description"]]
    assert set(tools) - set(silent) == {
        "memory_capabilities",
        "memory_load_family",
        "memory_smart_load",
    }
    assert tools["memory_load_family"]["inputSchema"]["required"] == ["family"]
    assert tools["memory_smart_load"]["inputSchema"]["required"] == ["intent"]
    assert "required" not in tools["memory_capabilities"]["inputSchema"]


def test_unknown_cursor_is_refused(talk: Begin) -> None:
    """No page but the first was ever offered; `null` is none."""
    assert talk().ask("tools/list", cursor="x") == {
        "code": -32602,
        "message": "unknown cursor: all tools are on the first page, ask without a cursor",
    }
    assert "tools" in talk().ask("tools/list", cursor=None)


# ---- memory_capabilities -----------------------------------------------------------------------


@pytest.mark.requirement("accept.versions", "accept.default")
@pytest.mark.parametrize(
    ("accept", "version"),
    [("v1", "1"), (" V2 ", "2"), ("v3", "3"), ("9", "3"), (None, "3"), (1, "3")],
)
def test_version_is_negotiated(talk: Begin, accept: object, version: str) -> None:
    """Clause A5."""
    assert talk().document(accept=accept)["schema_version"] == version


def test_edition_without_sentences_answers_v2(talk: Begin) -> None:
    """As release 0.6.4 does when it is asked for v3."""
    assert talk(edition="0.6.4").document(accept="v3")["schema_version"] == "2"


@pytest.mark.requirement("document.family-list")
def test_one_family_is_listed(talk: Begin) -> None:
    """Whether it is loaded is told of the live profile."""
    session = talk()
    assert session.document(family="archive") == {
        "schema_version": "v0.6.4-family-list-1",
        "family": "archive",
        "loaded_under_active_profile": False,
        "tools": [
            "memory_archive_list",
            "memory_archive_purge",
            "memory_archive_restore",
            "memory_archive_stats",
        ],
    }
    session.call("memory_load_family", family="archive")
    assert session.document(family="archive")["loaded_under_active_profile"] is True


@pytest.mark.parametrize(
    ("family", "message"),
    [
        ("bogus", f"edition 'spec' has no family 'bogus'. Valid families: {FAMILIES}."),
        (
            "Graph",
            (
                "edition 'spec' has no family 'Graph' (did you mean 'graph'?). "
                f"Valid families: {FAMILIES}."
            ),
        ),
        ("", f"edition 'spec' has no family ''. Valid families: {FAMILIES}."),
        (5, f"`family` must be the name of a family, found the number 5. Valid: {FAMILIES}."),
    ],
)
def test_wrong_family_is_an_error_with_the_choices(
    talk: Begin, family: object, message: str
) -> None:
    """A tool result, so that the caller can try again."""
    assert talk().call("memory_capabilities", family=family) == (False, message)


# ---- Loading -----------------------------------------------------------------------------------


@pytest.mark.requirement("recovery.load-family")
def test_loaded_family_joins_everything(talk: Begin) -> None:
    """Recovery path (b): tools/list, the sentences, `tools[]` and calls follow at once."""
    session = talk()
    assert "memory_link" not in session.tools()
    answer, notification = session.send(loading("memory_load_family", family="graph"))
    assert notification == CHANGED
    assert json.loads(answer["result"]["content"][0]["text"]) == {
        "family": "graph",
        "already_loaded": False,
        "tools": list(load_edition("spec").family("graph").tools),
        "active_profile": "graph",
        "note": "These tools are in tools/list and can be called in this session. They are for "
        "show: this reference holds no memories.",
    }
    assert "memory_link" in session.tools()
    spec = load_edition("spec")
    expected = phrase(spec, parse_profile(spec, "graph"))
    document = session.document()
    assert document["summary"] == expected.summary
    assert document["to_describe_to_user"] == expected.to_describe_to_user
    assert {tool["family"] for tool in document["tools"] if tool["loaded"]} == {"core", "graph"}
    works, text = session.call("memory_link")
    assert not works
    assert text.startswith("memory_link does nothing here")


@pytest.mark.requirement("recovery.smart-load")
def test_smart_load_does_the_same_and_says_why(talk: Begin) -> None:
    """Recovery path (c)."""
    session = talk()
    answer, notification = session.send(loading("memory_smart_load", intent="delete a memory"))
    assert notification == CHANGED
    body = json.loads(answer["result"]["content"][0]["text"])
    assert body["chosen_family"] == "lifecycle"
    assert body["chosen_family_source"] == "keyword"
    assert body["reason"] == "'delete' names memory_delete"
    assert body["active_profile"] == "core,lifecycle"
    assert "memory_delete" in session.tools()
    assert session.document()["summary"].startswith("13 of 51 tools")


def test_smart_load_without_a_match_falls_back_to_core(talk: Begin) -> None:
    """Which is loaded, so nothing changes and nothing is notified."""
    session = talk()
    (answer,) = session.send(loading("memory_smart_load", intent="hello"))
    body = json.loads(answer["result"]["content"][0]["text"])
    assert (body["chosen_family"], body["chosen_family_source"]) == ("core", "fallback")
    assert body["already_loaded"] is True
    assert session.document()["summary"].startswith("8 of 51 tools")


def test_loading_twice_changes_once(talk: Begin) -> None:
    """The second time nobody needs to know."""
    session = talk()
    assert len(session.send(loading("memory_load_family", family="meta"))) == 2
    assert len(session.send(loading("memory_load_family", family="meta"))) == 1


def test_all_families_one_by_one_are_the_full_profile(talk: Begin) -> None:
    """The label follows, too."""
    session = talk()
    for family in FAMILIES.split(", "):
        session.send(loading("memory_load_family", family=family))
    document = session.document()
    assert document["summary"].startswith("51 of 51 tools")
    assert "(full)" in document["summary"]
    assert document["to_describe_to_user"].endswith("the full memory surface is already active.")


def test_sessions_do_not_share_what_they_load(talk: Begin) -> None:
    """State is the session's."""
    first, second = talk(), talk()
    first.call("memory_load_family", family="graph")
    assert "memory_link" not in second.tools()


def test_notification_loads_nothing(talk: Begin) -> None:
    """A call that wants no answer is no call."""
    session = talk()
    message = loading("memory_load_family", family="graph")
    del message["id"]
    assert session.send(message) == []
    assert "memory_link" not in session.tools()


@pytest.mark.parametrize(
    ("name", "arguments", "message"),
    [
        (
            "memory_load_family",
            {},
            f"`family` must be the name of a family, found nothing. Valid: {FAMILIES}.",
        ),
        (
            "memory_load_family",
            {"family": ["graph"]},
            f"`family` must be the name of a family, found an array. Valid: {FAMILIES}.",
        ),
        (
            "memory_load_family",
            {"family": "grpah"},
            (
                "edition 'spec' has no family 'grpah' (did you mean 'graph'?). "
                f"Valid families: {FAMILIES}."
            ),
        ),
        (
            "memory_load_family",
            {"family": "admin"},
            (
                f"edition 'spec' has no family 'admin'. Valid families: {FAMILIES}. 'admin' is a "
                "profile; load its families one by one: core, lifecycle, governance."
            ),
        ),
        (
            "memory_smart_load",
            {},
            "`intent` must say in plain language what you want to do, found nothing",
        ),
        (
            "memory_smart_load",
            {"intent": 5},
            "`intent` must say in plain language what you want to do, found the number 5",
        ),
    ],
)
def test_loading_nothing_sensible_is_an_error_that_helps(
    talk: Begin, name: str, arguments: dict[str, object], message: str
) -> None:
    """And changes nothing."""
    session = talk()
    before = session.tools()
    assert session.call(name, **arguments) == (False, message)
    assert session.tools() == before


# ---- The allowlist -----------------------------------------------------------------------------


@pytest.mark.requirement("tools.denied-call")
def test_denied_call_names_agent_family_and_what_is_permitted(talk: Begin) -> None:
    """The released daemons answer such a call; the reference refuses it."""
    session = talk("graph", allowlist=GATE)
    assert session.call("memory_link", agent_id="alice") == (
        False,
        (
            "denied: agent 'alice' may not call memory_link, a tool of the family 'graph'. "
            "Families that the allowlist permits it: core. Whoever runs this server can change "
            "[mcp.allowlist] in its configuration."
        ),
    )
    _, text = session.call("memory_link", agent_id="bot:7")
    assert text.startswith("memory_link does nothing here")
    _, text = session.call("memory_store", agent_id="alice")
    assert text.startswith("memory_store does nothing here")


def test_denied_loading_loads_nothing(talk: Begin) -> None:
    """The allowlist binds the loaders: for what they load, and for themselves."""
    session = talk(allowlist=GATE)
    before = session.tools()
    works, text = session.call("memory_load_family", family="graph", agent_id="zed")
    assert not works
    assert text.startswith(
        "denied: agent 'zed' may not load the family 'graph'. "
        "Families that the allowlist permits it: core, archive. "
    )
    works, text = session.call("memory_smart_load", intent="delete it", agent_id="zed")
    assert not works
    assert text.startswith("denied: agent 'zed' may not load the family 'lifecycle'.")
    assert session.tools() == before
    works, _ = session.call("memory_load_family", family="archive", agent_id="zed")
    assert works
    strict = talk(allowlist=Allowlist(entries={"alice": ("graph",)}))
    _, text = strict.call("memory_load_family", family="graph", agent_id="alice")
    assert text.startswith(
        "denied: agent 'alice' may not call memory_load_family, a tool of the family 'core'. "
        "Families that the allowlist permits it: graph."
    )
    _, text = strict.call("memory_store", agent_id="bob")
    assert "permits it: none." in text


def test_always_on_tool_is_for_everyone(talk: Begin) -> None:
    """Also for an agent that may do nothing else."""
    session = talk("full", allowlist=Allowlist(entries={"alice": ("core",)}))
    document = session.document(agent_id="bob")
    assert document["agent_permitted_families"] == []
    assert not any(tool["callable_now"] for tool in document["tools"])


@pytest.mark.requirement("allowlist.no-agent")
def test_unknown_agent_is_not_gated(talk: Begin) -> None:
    """Without an agent id the gate is not consulted."""
    session = talk("graph", allowlist=GATE)
    _, text = session.call("memory_link")
    assert text.startswith("memory_link does nothing here")
    assert "agent_permitted_families" not in session.document()


@pytest.mark.requirement("allowlist.agent-id")
@pytest.mark.parametrize(
    ("argument", "client", "option", "permitted"),
    [
        ({"agent_id": "alice"}, "bot:1", "zed", ["core"]),
        ({}, "alice", "bot:1", ["core"]),
        ({}, None, "alice", ["core"]),
        ({}, "", "alice", ["core"]),
        ({}, None, None, None),
        ({}, "", None, None),
        # Given, though empty: the star fits it.
        ({"agent_id": ""}, "alice", "alice", ["core", "archive"]),
        # Not given: no text.
        ({"agent_id": None}, "alice", None, ["core"]),
        ({"agent_id": 5}, "alice", None, ["core"]),
    ],
)
def test_agent_is_the_argument_else_the_client_else_the_option(
    talk: Begin,
    argument: dict[str, object],
    client: str | None,
    option: str | None,
    permitted: list[str] | None,
) -> None:
    """Quoting the clause: the call's `agent_id`, else the client's name, else `--agent-id`."""
    session = talk(allowlist=GATE, agent_id=option)
    if client is not None:
        session.ask("initialize", clientInfo={"name": client, "version": "1"})
    assert session.document(**argument).get("agent_permitted_families") == permitted


def test_empty_agent_id_is_named_as_such(talk: Begin) -> None:
    """A quoted nothing would puzzle."""
    session = talk("graph", allowlist=Allowlist(entries={"a": ("core",)}))
    _, text = session.call("memory_link", agent_id="")
    assert text.startswith("denied: an agent with an empty id may not call memory_link")


# ---- Calls that cannot be ----------------------------------------------------------------------


@pytest.mark.requirement("recovery.error")
def test_tool_that_is_not_loaded_names_what_loads_it(talk: Begin) -> None:
    """Recovery path (d); a restart with what it names makes the tool callable."""
    assert talk().refusal("memory_delete") == (
        "tool 'memory_delete' is in family 'lifecycle', which is not loaded under the active "
        "profile (core). Restart with `--profile core,lifecycle` to load it, or call "
        "memory_load_family(family='lifecycle') to load it now."
    )
    assert talk("core,lifecycle").refusal("memory_pending_list") == (
        "tool 'memory_pending_list' is in family 'governance', which is not loaded under the "
        "active profile (core,lifecycle). Restart with `--profile admin` to load it, or call "
        "memory_load_family(family='governance') to load it now."
    )


@pytest.mark.requirement("recovery.restart", "recovery.error")
def test_named_profile_makes_every_tool_callable(talk: Begin) -> None:
    """For every tool that core does not load, in every edition."""
    for label in edition_labels():
        edition = load_edition(label)
        hidden = set(edition.tools) - set(talk(edition=label).tools())
        assert hidden
        session = talk(edition=label)
        named = {}
        for tool in hidden:
            profile = session.refusal(tool).split("`--profile ")[1].split("`")[0]
            named.setdefault(profile, []).append(tool)
        for profile, tools in named.items():
            assert set(tools) <= set(talk(profile, label).tools())


def test_a_denied_family_is_not_offered_for_loading(talk: Begin) -> None:
    """The hint names family and profile, and says what the agent may use in place of a dead end."""
    session = talk(allowlist=Allowlist(entries={"x": ("core",)}), agent_id="x")
    assert session.refusal("memory_update") == (
        "tool 'memory_update' is in family 'lifecycle', which is not loaded under the active "
        "profile (core). Restart with `--profile core,lifecycle` to load it; but the allowlist "
        "denies this family to the agent, which may use: core."
    )


def test_edition_without_loaders_does_not_offer_them(talk: Begin) -> None:
    """Release 0.6.4 had none."""
    assert talk(edition="0.6.4").refusal("memory_delete") == (
        "tool 'memory_delete' is in family 'lifecycle', which is not loaded under the active "
        "profile (core). Restart with `--profile core,lifecycle` to load it."
    )
    assert talk(edition="0.6.4").refusal("memory_load_family").startswith("unknown tool: ")


@pytest.mark.requirement("wire.unknown")
@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("nope", "unknown tool: nope"),
        ("memory_stor", "unknown tool: memory_stor (did you mean 'memory_store'?)"),
        (" memory_store", "unknown tool:  memory_store (did you mean 'memory_store'?)"),
        ("x\x1b[31m\u202e", "unknown tool: 'x\\x1b[31m\\u202e'"),
        ("z" * 101, f"unknown tool: '{'z' * 100}'..."),
    ],
)
def test_unknown_tool_is_named_harmlessly(talk: Begin, name: str, message: str) -> None:
    """Long names are cut, control characters are shown."""
    assert talk().refusal(name) == message


@pytest.mark.requirement("wire.tool-name")
@pytest.mark.parametrize(
    ("params", "message"),
    [
        ({}, "missing or empty tool name"),
        ({"name": ""}, "missing or empty tool name"),
        ({"name": 5}, "missing or empty tool name"),
        (
            {"name": "memory_store", "arguments": [1]},
            "invalid params: `arguments` must be an object, found an array",
        ),
        (
            {"name": "memory_store", "arguments": "x"},
            "invalid params: `arguments` must be an object, found the text 'x'",
        ),
    ],
)
def test_broken_call_is_a_protocol_error(
    talk: Begin, params: dict[str, object], message: str
) -> None:
    """It is no tool's business."""
    assert talk().ask("tools/call", **params) == {"code": -32602, "message": message}


def test_arguments_may_be_left_out(talk: Begin) -> None:
    """`null` counts as left out."""
    for params in ({}, {"arguments": None}):
        result = talk().ask("tools/call", name="memory_capabilities", **params)
        parse_v3(json.loads(result["content"][0]["text"]))


@pytest.mark.requirement("wire.unknown")
@pytest.mark.parametrize("method", ["nope", "server/discover", "prompts/list", "x\ny", "ping "])
def test_unknown_method_is_refused(talk: Begin, method: str) -> None:
    """Also the one that begins the stateless revision of MCP: clients fall back."""
    shown = "'x\\ny'" if "\n" in method else method
    assert talk().ask(method) == {"code": -32601, "message": f"method not found: {shown}"}


@pytest.mark.parametrize("label", edition_labels())
def test_every_other_tool_says_that_it_does_nothing(talk: Begin, label: str) -> None:
    """Nothing pretends."""
    session = talk("full", label)
    for tool in session.tools():
        if tool in ("memory_capabilities", "memory_load_family", "memory_smart_load"):
            continue
        assert session.call(tool, content="x", id="y") == (
            False,
            (
                f"{tool} does nothing here: this is the reference server of the ai-memory contract "
                f"(edition {label}), not a memory store. Nothing was stored, changed or looked up. "
                "To work with memories, run the ai-memory daemon."
            ),
        )


def test_fault_of_ours_is_an_internal_error_and_no_end(
    talk: Begin, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The session goes on."""

    def fail(*_: object) -> None:
        raise ZeroDivisionError("secret detail")

    session = talk()
    with monkeypatch.context() as patch:
        patch.setattr(session_module, "list_tools", fail)
        assert session.ask("tools/list") == {
            "code": -32603,
            "message": "internal error: ZeroDivisionError; please report it",
        }
    assert "tools" in session.ask("tools/list")
