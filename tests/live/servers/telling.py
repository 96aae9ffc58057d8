"""Writes what it sees of the world into the answer: variables, folder, home, arguments."""

import json
import os
import sys
from pathlib import Path
from typing import Any

from wire import Server, arguments
from world import World

options = arguments(seen="", word="")


class Telling(Server):
    def initialize(self, params: dict[str, Any]) -> dict[str, Any]:
        Path("left-behind.db").write_text("x")
        Path.home().joinpath(".cache").mkdir()
        seen = {
            "environment": dict(os.environ),
            "folder": str(Path.cwd()),
            "home": sorted(path.name for path in Path.home().rglob("*")),
            "arguments": sys.argv[1:],
        }
        Path(options.seen).write_text(json.dumps(seen))
        return super().initialize(params)


token = os.environ.get("PANTRY_TOKEN")
if token is not None and options.word == "leak":
    sys.stdout.write(f"the token is {token}\n")
    sys.stderr.write(f"no entry for {token}\n")
    sys.stderr.flush()
    sys.exit(1)
Telling(World.read(options.world), options.profile).serve()
