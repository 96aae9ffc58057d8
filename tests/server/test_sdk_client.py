"""The official SDK's client, as it comes, against the reference."""

import asyncio
import json
import sys
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest
from mcp import Client, StdioServerParameters
from mcp.shared.exceptions import MCPError

Talk = Callable[[Client], Awaitable[None]]
Session = Callable[..., list[Any]]


@pytest.fixture
def session(environment: dict[str, str], tmp_path: Path) -> Session:
    """Run a conversation with the reference; returns the notifications that came."""

    def run(talk: Talk, *arguments: str, **options: Any) -> list[Any]:
        notified: list[Any] = []

        async def handle(message: Any) -> None:
            notified.append(message)

        async def converse() -> None:
            server = StdioServerParameters(
                command=sys.executable,
                args=["-m", "ai_memory_spec", "mcp", *arguments],
                env=environment,
                cwd=tmp_path,
            )
            async with Client(
                server, message_handler=handle, read_timeout_seconds=10, **options
            ) as client:
                await talk(client)

        asyncio.run(asyncio.wait_for(converse(), 20))
        return notified

    return run


@pytest.mark.parametrize("mode", ["auto", "legacy"])
def test_session_from_handshake_to_goodbye(session: Session, mode: str) -> None:
    """In its default mode the client tries the stateless revision first, and falls back."""

    async def talk(client: Client) -> None:
        assert client.protocol_version == "2024-11-05"
        assert client.server_info.name == "ai-memory-spec-reference"
        assert client.server_capabilities.tools.list_changed is True
        assert "reference server" in client.instructions
        listed = await client.list_tools()
        assert len(listed.tools) == 19
        assert listed.next_cursor is None
        result = await client.call_tool("memory_capabilities", {"accept": "v3"})
        assert not result.is_error
        document = json.loads(result.content[0].text)
        assert document["summary"].startswith("19 of 51 tools")

    session(talk, "--profile", "graph", mode=mode)


def test_loading_reaches_the_client(session: Session) -> None:
    """The tools are there, and the client was told so."""

    async def talk(client: Client) -> None:
        await client.call_tool("memory_load_family", {"family": "archive"})
        names = [tool.name for tool in (await client.list_tools()).tools]
        assert "memory_archive_list" in names
        result = await client.call_tool("memory_archive_list", {})
        assert result.is_error
        assert "not a memory store" in result.content[0].text

    notified = session(talk)
    assert [message.method for message in notified] == ["notifications/tools/list_changed"]


def test_tool_that_is_not_loaded_is_an_error_of_the_protocol(session: Session) -> None:
    """With its code, so that a client can recover as the sentence says."""

    async def talk(client: Client) -> None:
        with pytest.raises(MCPError) as caught:
            await client.call_tool("memory_delete", {})
        assert caught.value.code == -32601
        assert "`--profile core,lifecycle`" in caught.value.message

    session(talk)


def test_name_of_the_client_is_the_agent(
    session: Session, write_config: Callable[[str], Path]
) -> None:
    """As long as the call does not say otherwise."""
    write_config('[mcp.allowlist]\n"mcp" = ["core"]\n"*" = ["meta"]\n')

    async def talk(client: Client) -> None:
        first = await client.call_tool("memory_capabilities", {})
        assert json.loads(first.content[0].text)["agent_permitted_families"] == ["core"]
        second = await client.call_tool("memory_capabilities", {"agent_id": "zed"})
        assert json.loads(second.content[0].text)["agent_permitted_families"] == ["meta"]

    session(talk, "--agent-id", "zed")


def test_many_calls_at_once_are_all_answered(session: Session) -> None:
    """The client does not wait between them."""

    async def talk(client: Client) -> None:
        results = await asyncio.gather(
            *(
                client.call_tool("memory_capabilities", {"accept": f"v{n % 3 + 1}"})
                for n in range(30)
            )
        )
        versions = [json.loads(result.content[0].text)["schema_version"] for result in results]
        assert versions == [str(n % 3 + 1) for n in range(30)]

    session(talk)
