"""What a pull hands back, and what it calls the edition."""

import shlex
from dataclasses import dataclass

from ai_memory_spec.live import LiveSource, ServerInfo
from ai_memory_spec.phrasing import Edition

_OPTIONS = {"stdio": "live", "http": "live-url", "capture": "live-file", "core": "core"}


@dataclass(frozen=True, slots=True, kw_only=True)
class Pulled:
    """An edition, and what is worth knowing about where it comes from."""

    edition: Edition
    server: ServerInfo
    assumed: tuple[str, ...]
    """What no answer shows, taken from the other edition; also in the provenance."""
    warnings: tuple[str, ...]
    """Faults of the server that did not keep it from answering, in printable form."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Naming:
    """What a pulled edition is called, and where it says it comes from."""

    source: LiveSource
    like: Edition
    """The edition that gives what no answer shows."""
    label: str | None
    """As the caller wants it; None for the default."""
    what: str | None
    """As the caller wants it; None for the default."""

    def head(self, server: ServerInfo, default: str) -> dict[str, object]:
        """The first keys of the raw edition; `default` is the label if the caller gave none."""
        return {"label": self.label or default, "what": self.what or str(server)}

    def provenance(self, server: ServerInfo, *, needs_like: bool, **notes: str) -> dict[str, str]:
        """Where the edition comes from, the command that repeats it, and every note with text."""
        command = ["ai-memory-spec", "edition", "pull", f"--{_OPTIONS[self.source.kind]}"]
        command.append(self.source.name)
        for option, value in (
            ("--like", self.like.label if needs_like else None),
            ("--label", self.label),
            ("--what", self.what),
        ):
            command += [option, value] if value is not None else []
        return {
            "source": f"{server}, asked over {self.source.kind}",
            "made_by": shlex.join(command),
            **{key: note for key, note in notes.items() if note},
        }
