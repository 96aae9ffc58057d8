"""A file whose whole text is computed."""

from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True, slots=True, kw_only=True)
class Artifact:
    """One file that `generate` writes and `check` compares as a whole."""

    path: Path
    text: str
    """The whole text, LF, with a final newline."""
    origin: str
    """What it is made from, for messages, such as `docs/canonical-phrasings.md, edition 0.10.0`."""
