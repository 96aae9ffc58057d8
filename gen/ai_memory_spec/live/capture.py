"""Live output that somebody recorded: a file, or what comes in through a pipe.

Three shapes are understood: the document itself, the result of `tools/call`, and the whole
JSON-RPC answer, so that the one-liner's output can be piped in as it is:

    echo '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":…}' | ai-memory mcp |
        ai-memory-spec check --live-file -
"""

import codecs
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import BinaryIO

from ai_memory_spec.live.answer import Answer, ServerInfo
from ai_memory_spec.live.document import document_of_text, json_of_text
from ai_memory_spec.live.errors import CouldNotCheckError, Reason
from ai_memory_spec.live.source import Fetched, Progress, fetch_in_turn
from ai_memory_spec.live.text import printable, quoted
from ai_memory_spec.phrasing import Profile

MAX_BYTES = 16 * 1024 * 1024
STANDARD_INPUT = "-"


class CaptureSource:
    """A recorded document; answers for the one profile that it shows."""

    kind = "capture"
    per_profile = False

    def __init__(self, path: str | Path, *, stdin: BinaryIO | None = None) -> None:
        """Take the path; nothing is read yet.

        Parameters:
            path: The file, or `-` for standard input.
            stdin: What to read in place of `sys.stdin`.
        """
        self._path = str(path)
        self._stdin = stdin

    @property
    def name(self) -> str:
        """The path as given, in printable form."""
        return "standard input" if self._path == STANDARD_INPUT else printable(self._path, 200)

    def fetch(self, profile: Profile | None) -> Answer:
        """Read the capture; the profile is the one that it shows."""
        assert profile is None, "a capture answers for the profile that it shows"
        document = document_of_text(*_unwrap(self._read(), self.name))
        return Answer(
            profile=None,
            server=ServerInfo(version=printable(document.version, 40)),
            document=document,
            listed=None,
        )

    def fetch_all(
        self, profiles: Sequence[Profile], on_progress: Progress | None = None
    ) -> tuple[Fetched, ...]:
        """Read the capture once, whatever the profiles."""
        return fetch_in_turn(self, profiles, on_progress)

    def _read(self) -> str:
        try:
            if self._path == STANDARD_INPUT:
                data = (self._stdin or sys.stdin.buffer).read(MAX_BYTES + 1)
            else:
                with Path(self._path).open("rb") as file:
                    data = file.read(MAX_BYTES + 1)
        except OSError as error:
            raise CouldNotCheckError(
                Reason.UNREADABLE, f"{self.name} cannot be read: {error.strerror or error}"
            ) from error
        if len(data) > MAX_BYTES:
            raise CouldNotCheckError(
                Reason.TOO_MUCH_OUTPUT, f"{self.name} holds more than {MAX_BYTES // 2**20} MiB"
            )
        # Windows PowerShell writes UTF-16 when output is redirected.
        wide = data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE))
        try:
            return data.decode("utf-16" if wide else "utf-8-sig")
        except UnicodeDecodeError as error:
            raise CouldNotCheckError(Reason.NOT_JSON, f"{self.name} is not UTF-8 text") from error


def _unwrap(text: str, what: str) -> tuple[str, str]:
    """The document's text in a JSON-RPC answer or in a tool's result, and what to call it.

    Anything else is taken for the document itself.
    """
    raw = json_of_text(text, what)
    if isinstance(raw, Mapping) and "jsonrpc" in raw:
        if "result" not in raw:
            error = raw.get("error")
            message = error.get("message") if isinstance(error, Mapping) else error
            raise CouldNotCheckError(
                Reason.SERVER_ERROR, f"{what} holds an error of the server: {quoted(str(message))}"
            )
        raw = raw["result"]
    if not isinstance(raw, Mapping) or not isinstance(raw.get("content"), list):
        return text, what
    inner = "\n".join(
        str(block["text"])
        for block in raw["content"]
        if isinstance(block, Mapping) and "text" in block
    )
    if raw.get("isError"):
        raise CouldNotCheckError(
            Reason.SERVER_ERROR, f"{what} holds an error of the tool: {quoted(inner)}"
        )
    return inner, f"the text in {what}"
