"""Servers that do not play along: `python hostile.py MANNER [--profile P]`."""

import json
import sys
import time

LONG_S = 30


def silent() -> None:
    """Reads everything and says nothing."""
    sys.stdin.buffer.read()


def asleep() -> None:
    """Does not even read, nor end."""
    time.sleep(LONG_S)


def dead() -> None:
    """Ends at once."""
    sys.stderr.write("\x1b[31mno database\x1b[0m\n")
    sys.exit(3)


def noise() -> None:
    """Says what is no protocol, without end."""
    while True:
        sys.stdout.write("tick\n" * 1000)


def flood() -> None:
    """One line without an end."""
    while True:
        sys.stdout.write("x" * 65536)


def echo() -> None:
    """Sends back what it gets."""
    for line in sys.stdin:
        sys.stdout.write(line)
        sys.stdout.flush()


RESULTS: dict[str, object] = {
    "nothing": None,
    "list": [],
    "deep": {"content": [{"type": "text", "text": "[" * 200_000}]},
    "wrong": {"content": {"text": 1}, "tools": {"name": []}, "serverInfo": [1]},
    "shapes": {
        "serverInfo": {"name": ["x"], "version": {"a": 1}},
        "tools": [{"name": 5}, 7, None],
        "content": [
            {
                "type": "text",
                "text": json.dumps(
                    {
                        "schema_version": 3,
                        "summary": ["\u202e"],
                        "to_describe_to_user": {"a": 1},
                        "tools": [{"name": ["x"], "family": {"y": 1}, "loaded": "yes"}],
                        "families": {"always_on": 3, "families": [[], {"name": []}]},
                        "agent_permitted_families": {"core": True},
                    }
                ),
            }
        ],
    },
}


def answering(result: object) -> None:
    """Answers every request with the same result."""
    for line in sys.stdin:
        try:
            message = json.loads(line)
        except ValueError:
            continue
        if isinstance(message, dict) and "id" in message:
            answer = {"jsonrpc": "2.0", "id": message["id"], "result": result}
            sys.stdout.write(json.dumps(answer) + "\n")
            sys.stdout.flush()


def main(manner: str) -> None:
    """Behave in this manner."""
    if manner in RESULTS:
        answering(RESULTS[manner])
    else:
        {f.__name__: f for f in (silent, asleep, dead, noise, flood, echo)}[manner]()


if __name__ == "__main__":
    main(sys.argv[1])
