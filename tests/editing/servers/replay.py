"""A stdio MCP server that says what a file holds; standard library only.

    replay.py FILE [--server NAME] [--profile P]

The file holds one server, or several by name:

    initialize   the result of `initialize`
    notices      notifications that are sent once the session is open
    tools        the names of `tools/list`, or such a list per profile
    tools/call   {"result": …} or {"error": …} for every call, or such an object per profile
"""

import argparse
import json
import sys
from pathlib import Path
from typing import Any


def main() -> None:
    """Answer until the input ends."""
    parser = argparse.ArgumentParser()
    parser.add_argument("file", type=Path)
    parser.add_argument("--server")
    parser.add_argument("--profile", default="")
    options = parser.parse_args()
    said: dict[str, Any] = json.loads(options.file.read_text(encoding="utf-8"))
    if options.server:
        said = said[options.server]
    tools, call = said["tools"], said["tools/call"]
    if isinstance(tools, dict):
        if options.profile not in tools:
            print(f"no such profile: {options.profile}", file=sys.stderr)
            sys.exit(2)
        tools, call = tools[options.profile], call[options.profile]
    for stream in (sys.stdin, sys.stdout):
        stream.reconfigure(encoding="utf-8", newline="\n")  # type: ignore[union-attr]
    for line in sys.stdin:
        request = json.loads(line)
        match request["method"]:
            case "initialize":
                say(request["id"], {"result": said["initialize"]})
            case "notifications/initialized":
                for method in said.get("notices", []):
                    say(None, {"method": method})
            case "tools/list":
                listed = [{"name": name, "inputSchema": {"type": "object"}} for name in tools]
                say(request["id"], {"result": {"tools": listed}})
            case "tools/call":
                say(request["id"], call)
            case method if "id" in request:
                error = {"code": -32601, "message": f"method not found: {method}"}
                say(request["id"], {"error": error})


def say(number: int | None, message: dict[str, Any]) -> None:
    """Write one message."""
    head = {"jsonrpc": "2.0"} | ({} if number is None else {"id": number})
    sys.stdout.write(json.dumps(head | message, ensure_ascii=False) + "\n")
    sys.stdout.flush()


main()
