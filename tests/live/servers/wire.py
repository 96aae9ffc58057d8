"""A stdio MCP server in a few lines, to be made faulty by the programs beside it.

Standard library only, and nothing of the product: what these programs say is said over the wire.
"""

import argparse
import json
import sys
from typing import Any

import world


class RefusalError(Exception):
    """Answer a request with this error."""

    def __init__(self, code: int, message: str) -> None:
        super().__init__(message)
        self.code = code
        self.message = message


class Server:
    """Answers as an honest server would; methods are there to be overridden."""

    def __init__(self, shown: world.World, profile: str, name: str = "pantry") -> None:
        self.world = shown
        self.profile = profile
        self.name = name
        self.version = shown.label

    # What it says

    def initialize(self, params: dict[str, Any]) -> dict[str, Any]:
        return {
            "protocolVersion": "2025-06-18",
            "capabilities": {"tools": {}},
            "serverInfo": {"name": self.name, "version": self.version},
        }

    def tool_names(self) -> list[str]:
        return self.world.listed(self.profile)

    def tool(self, name: str) -> dict[str, Any]:
        return {"name": name, "inputSchema": {"type": "object"}}

    def list_tools(self, params: dict[str, Any]) -> dict[str, Any]:
        return {"tools": [self.tool(name) for name in self.tool_names()]}

    def document(self, arguments: dict[str, Any]) -> dict[str, Any]:
        return self.world.document(self.profile)

    def call_tool(self, params: dict[str, Any]) -> dict[str, Any]:
        if params.get("name") != "memory_capabilities":
            raise RefusalError(-32601, f"unknown tool: {params.get('name')}")
        text = json.dumps(self.document(params.get("arguments", {})), ensure_ascii=False)
        return {"content": [{"type": "text", "text": text}]}

    # How it speaks

    def answer(self, method: str, params: dict[str, Any]) -> dict[str, Any]:
        known = {
            "initialize": self.initialize,
            "tools/list": self.list_tools,
            "tools/call": self.call_tool,
            "ping": lambda _: {},
        }
        if method not in known:
            raise RefusalError(-32601, f"method not found: {method}")
        return known[method](params)

    def write(self, message: dict[str, Any]) -> None:
        sys.stdout.write(json.dumps({"jsonrpc": "2.0", **message}, ensure_ascii=False) + "\n")
        sys.stdout.flush()

    def before_answer(self, request: dict[str, Any]) -> None:
        """Called when a request was read and before its answer is written."""

    def handle(self, request: dict[str, Any]) -> None:
        self.before_answer(request)
        try:
            result = self.answer(request["method"], request.get("params") or {})
        except RefusalError as refusal:
            error = {"code": refusal.code, "message": refusal.message}
            self.write({"id": request["id"], "error": error})
        else:
            self.write({"id": request["id"], "result": result})

    def read(self) -> dict[str, Any] | None:
        line = sys.stdin.readline()
        return json.loads(line) if line else None

    def serve(self) -> None:
        while (message := self.read()) is not None:
            if "id" in message and "method" in message:
                self.handle(message)


def arguments(**extra: Any) -> argparse.Namespace:
    """`--world FILE --profile P`, and further options with their defaults."""
    for stream in (sys.stdin, sys.stdout):
        stream.reconfigure(encoding="utf-8", newline="\n")
    parser = argparse.ArgumentParser()
    parser.add_argument("--world", required=True)
    parser.add_argument("--profile", default="core")
    for name, default in extra.items():
        parser.add_argument(f"--{name}", type=type(default), default=default)
    return parser.parse_args()
