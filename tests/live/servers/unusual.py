"""Legal, and not what one expects (MC6), or new.

--way no-tools     resources only: tools/list is an unknown method
--way asks         pings with the id of our request, and asks for roots, before it replies
--way changes      announces list_changed before each reply, twenty times
--way grows        really changes its list after it has announced so, once
--way shuffled     schemas with keys in another order, and tools in another order
--way modern       knows server/discover and no initialize
--way text-ids     answers with the id as text
--way stray        answers a request that nobody made
--way undeclared   declares no tools and lists some
--way no-document  has no capabilities tool
--way tool-error   its capabilities tool answers isError
--way garbage      its capabilities tool answers something that is no JSON
--way html         its capabilities tool answers an HTML page
--way v2           its capabilities tool answers a document of version 2
--way half-v3      its document says that it is v3 and lacks the sentences
--way deaf         ignores --profile
"""

import sys
from typing import Any

from wire import RefusalError, Server, arguments
from world import World

options = arguments(way="asks")


class Unusual(Server):
    listings = 0

    def initialize(self, params: dict[str, Any]) -> dict[str, Any]:
        if options.way == "modern":
            raise RefusalError(-32601, "method not found: initialize")
        result = super().initialize(params)
        if options.way in ("no-tools", "undeclared"):
            result["capabilities"] = {"resources": {}}
        return result

    def answer(self, method: str, params: dict[str, Any]) -> dict[str, Any]:
        if options.way == "no-tools" and method == "tools/list":
            raise RefusalError(-32601, "method not found: tools/list")
        if options.way == "modern":
            if method == "server/discover":
                return {
                    "supportedVersions": ["2026-07-28"],
                    "capabilities": {"tools": {}},
                    "resultType": "complete",
                    "ttlMs": 0,
                    "cacheScope": "public",
                    "_meta": {
                        "io.modelcontextprotocol/serverInfo": {
                            "name": self.name,
                            "version": self.version,
                        }
                    },
                }
            result = super().answer(method, params)
            return {"resultType": "complete", "ttlMs": 0, "cacheScope": "public", **result}
        return super().answer(method, params)

    def before_answer(self, request: dict[str, Any]) -> None:
        if request["method"] != "tools/list":
            return
        if options.way == "asks":
            self.ask(request["id"], "ping")
            self.ask(99, "roots/list")
        if options.way in ("changes", "grows"):
            for _ in range(20 if options.way == "changes" or not self.listings else 0):
                self.write({"method": "notifications/tools/list_changed"})
        if options.way == "stray":
            self.write({"id": 4711, "result": {}})
            self.write({"id": None, "error": {"code": -32700, "message": "parse \x1b[31merror"}})
        self.listings += 1

    def ask(self, number: int, method: str) -> None:
        """Ask the client, and wait for ever if it does not answer."""
        self.write({"id": number, "method": method})
        while (answer := self.read()) is not None:
            if answer.get("id") == number and "method" not in answer:
                sys.stderr.write(f"{method}: {sorted(answer)}\n")
                return

    def tool_names(self) -> list[str]:
        names = super().tool_names()
        if options.way == "grows" and self.listings < 2:
            return names[:-1]
        return names[::-1] if options.way == "shuffled" else names

    def tool(self, name: str) -> dict[str, Any]:
        if options.way == "shuffled":
            return {"inputSchema": {"required": [], "type": "object"}, "name": name}
        return super().tool(name)

    def write(self, message: dict[str, Any]) -> None:
        if options.way == "text-ids" and "result" in message:
            message["id"] = str(message["id"])
        super().write(message)

    def call_tool(self, params: dict[str, Any]) -> dict[str, Any]:
        texts = {
            "garbage": "the shelf is \x1b[31mempty",
            "html": "<!DOCTYPE html><html><title>Log in</title></html>",
            "tool-error": "no capabilities today",
        }
        if options.way == "no-document":
            raise RefusalError(-32602, "unknown tool")
        if options.way in texts:
            return {
                "content": [{"type": "text", "text": texts[options.way]}],
                "isError": options.way == "tool-error",
            }
        return super().call_tool(params)

    def document(self, arguments: dict[str, Any]) -> dict[str, Any]:
        document = super().document(arguments)
        if options.way in ("v2", "half-v3"):
            for field in ("summary", "to_describe_to_user"):
                del document[field]
        if options.way == "v2":
            document["schema_version"] = "2"
            del document["tools"]
        return document


Unusual(World.read(options.world), "core" if options.way == "deaf" else options.profile).serve()
