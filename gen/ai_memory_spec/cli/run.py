"""Parse, run, and map every outcome to an exit code: the one place that does.

0  in step
1  drift, or a malformed region
2  the call or the configuration is wrong
3  something could not be checked, and no drift was found
"""

import os
import sys
from collections.abc import Sequence

from ai_memory_spec.cli.parser import build_parser
from ai_memory_spec.config import ConfigError
from ai_memory_spec.drift.finding import Outcome
from ai_memory_spec.phrasing import PhrasingError


def run(argv: Sequence[str] | None) -> int:
    """Run the command line; returns the exit code."""
    try:
        args = build_parser().parse_args(argv)
    except SystemExit as stop:  # argparse has printed the help, the version or the error
        return stop.code if isinstance(stop.code, int) else 2
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(encoding="utf-8", errors="backslashreplace")
    try:
        code = int(args.command.run(args))
        if sys.stdout is not None:  # closed from the start
            sys.stdout.flush()
    except (PhrasingError, ConfigError) as error:
        print(f"ai-memory-spec: {error}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        print("ai-memory-spec: interrupted", file=sys.stderr)
        return 130
    except OSError as error:
        if not isinstance(error, BrokenPipeError):  # the reader of our output has gone
            print(f"ai-memory-spec: {error}", file=sys.stderr)
        # Keep Python from trying once more, and complaining, at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return int(Outcome.NOT_CHECKED)
    return code
