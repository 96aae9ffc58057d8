"""Answers with its honest messages, each spoilt in a way that the seed chooses.

--seed 1     which way
--spare 0    how many of them go through unspoilt first
"""

import json
import random
import sys
from typing import Any

from wire import Server, arguments
from world import World

options = arguments(seed=1, spare=0)
chance = random.Random(options.seed)

LEAVES: list[Any] = [
    None, True, -1, 1e308, "", "\x1b[2J", "\ud800", [], {}, [[]], {"": {}}, "x" * 5000, 10**40,
]  # fmt: skip


def spoil(value: Any) -> Any:
    """Change one place of a JSON value."""
    if isinstance(value, dict) and value and chance.random() < 0.8:
        key = chance.choice(list(value))
        changed = dict(value)
        match chance.randrange(4):
            case 0:
                del changed[key]
            case 1:
                changed[chance.choice(["jsonrpc", "id", "method", "error", "\0"])] = changed[key]
            case _:
                changed[key] = spoil(value[key])
        return changed
    if isinstance(value, list) and value and chance.random() < 0.8:
        index = chance.randrange(len(value))
        return [*value[:index], spoil(value[index]), *value[index + 1 :]]
    return chance.choice(LEAVES)


class Garbled(Server):
    answers = 0

    def write(self, message: dict[str, Any]) -> None:
        self.answers += 1
        if self.answers <= options.spare:
            super().write(message)
            return
        text = json.dumps(spoil({"jsonrpc": "2.0", **message}))
        cut = chance.randrange(len(text))
        form = chance.randrange(6)
        if form == 0:
            text = text[:cut] + text[cut + 1 :]
        elif form == 1:
            text = f"{text[:cut]}\n{text[cut:]}"
        sys.stdout.write(text + "\n")
        sys.stdout.flush()


Garbled(World.read(options.world), options.profile).serve()
