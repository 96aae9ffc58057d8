"""Sends without end.

--what lines     lines on stdout that are no messages
--what line      one line that never ends
--what messages  notifications
--what stderr    stderr, while it never answers
"""

import sys
from typing import Any

from wire import Server, arguments
from world import World

options = arguments(what="lines")


class Endless(Server):
    def before_answer(self, request: dict[str, Any]) -> None:
        if request["method"] != "tools/list":
            return
        stream = sys.stderr if options.what == "stderr" else sys.stdout
        chunk = {
            "lines": "there is always more\n",
            "line": "more and more " * 64,
            "messages": '{"jsonrpc":"2.0","method":"notifications/tools/list_changed"}\n',
            "stderr": "complaint\n",
        }[options.what]
        while True:
            stream.write(chunk * 64)


Endless(World.read(options.world), options.profile).serve()
