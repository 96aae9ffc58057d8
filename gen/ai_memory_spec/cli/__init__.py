"""The command line: `main(argv) -> int`, one module per command."""

from collections.abc import Sequence


def main(argv: Sequence[str] | None = None) -> int:
    """Run a command and return its exit code; only `__main__` exits."""
    from ai_memory_spec.cli.run import run

    return run(argv)
