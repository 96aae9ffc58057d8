"""What the commands tell people: lines on stderr, as stdout carries protocol only."""

import os


def say(line: str) -> None:
    """Write a line to stderr; whether anybody reads it makes no difference.

    It goes past `sys.stderr`, which would fail once more when Python ends.
    """
    try:
        os.write(2, f"{line}\n".encode(errors="backslashreplace"))
    except OSError:
        return
