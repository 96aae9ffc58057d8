"""Writes more than messages to stdout (MC1).

--noise banner     lines that are no messages, before and between the answers
--noise glued      half a line without an end, in front of the answer to initialize
--noise echo       the answer inside a log line, and then properly
--noise malformed  an answer to tools/list that is no valid message
--noise chatty     a very great deal on stderr
"""

import json
import sys
from typing import Any

from wire import Server, arguments
from world import World

BANNER = ["pantry ready \u2713", "", "\x1b[33mWARN\x1b[0m cache cold", "[1, 2]"]


class Noisy(Server):
    noise = ""

    def before_answer(self, request: dict[str, Any]) -> None:
        if self.noise == "banner" and request["method"] != "tools/call":
            for line in BANNER:
                sys.stdout.write(line + "\n")
        if self.noise == "glued" and request["method"] == "initialize":
            sys.stdout.write("loading shelves... ")
        if self.noise == "chatty":
            sys.stderr.write("shelf by shelf\n" * 40_000)
            sys.stderr.flush()

    def write(self, message: dict[str, Any]) -> None:
        if self.noise == "echo":
            sys.stdout.write(f"DEBUG sending {json.dumps({'jsonrpc': '2.0', **message})}\n")
        if self.noise == "malformed" and "tools" in message.get("result", {}):
            message["result"] = ["no", "object"]
        super().write(message)


options = arguments(noise="")
server = Noisy(World.read(options.world), options.profile)
server.noise = options.noise
server.serve()
