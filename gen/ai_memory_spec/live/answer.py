"""What a live source says for one profile."""

from dataclasses import dataclass

from ai_memory_spec.contract import Document, DocumentV3
from ai_memory_spec.live.document import require_v3
from ai_memory_spec.live.errors import CouldNotCheckError
from ai_memory_spec.phrasing import Profile


@dataclass(frozen=True, slots=True, kw_only=True)
class ServerInfo:
    """What a server calls itself."""

    name: str | None = None
    """As `serverInfo` gives it, in printable form; None where the source does not tell."""
    version: str | None = None
    """As `serverInfo` or the document gives it, in printable form."""

    def __str__(self) -> str:
        if self.name is None and self.version is not None:
            return f"a server of version {self.version}"
        return " ".join(part for part in (self.name, self.version) if part) or "an unnamed server"


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """One conversation with a live source."""

    profile: Profile | None
    """The profile that was asked for; None where the source serves what it serves."""
    server: ServerInfo
    document: Document | CouldNotCheckError
    """The capabilities document, of whatever version, or why there is none."""
    listed: tuple[str, ...] | CouldNotCheckError | None
    """Names of `tools/list`, all pages, each once, in the server's order; why they could not be
    read; or None where the source has no session to ask in."""
    declares_tools: bool = True
    """False if the server does not know `tools/list`: it declares no tools."""
    warnings: tuple[str, ...] = ()
    """Faults of the server that did not keep it from answering, in printable form."""

    @property
    def v3(self) -> DocumentV3 | CouldNotCheckError:
        """The document if it is of version 3, else why there is none."""
        return require_v3(self.document)
