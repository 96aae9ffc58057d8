"""Text that should be a capabilities document: a typed value, or the reason why not."""

import json
import re
from collections.abc import Mapping
from types import MappingProxyType

from ai_memory_spec.contract import Document, DocumentError, DocumentV3, read_document
from ai_memory_spec.live.errors import CouldNotCheckError, Reason
from ai_memory_spec.live.text import printable, quoted, redacted

_HTML = re.compile(r"\s*<(?:!doctype|!--|html|head|body|\?xml)", re.IGNORECASE)
_NOTHING: Mapping[str, str] = MappingProxyType({})
_SHOWN = 60


def document_of_text(text: str, what: str, secrets: Mapping[str, str] = _NOTHING) -> Document:
    """Read a document of any version.

    Parameters:
        text: What a server answered.
        what: What the text is called in messages.
        secrets: Values that no message may show, by the name to show in their place.

    Raises:
        CouldNotCheckError: With HTML_PAGE, NOT_JSON or NOT_A_DOCUMENT.
    """
    try:
        return read_document(text, what)
    except DocumentError as error:
        json_of_text(text, what, secrets)
        first = error.problems[0]
        more = f" (and {len(error.problems) - 1} more)" if len(error.problems) > 1 else ""
        shown = printable(redacted(str(first), secrets), 200)
        raise CouldNotCheckError(
            Reason.NOT_A_DOCUMENT, f"{what} is no capabilities document: {shown}{more}"
        ) from error


def json_of_text(text: str, what: str, secrets: Mapping[str, str] = _NOTHING) -> object:
    """Read JSON.

    Raises:
        CouldNotCheckError: With HTML_PAGE or NOT_JSON.
    """
    try:
        return json.loads(text)
    except (ValueError, RecursionError) as error:
        shown = quoted(redacted(text, secrets), _SHOWN)
        if _HTML.match(text):
            raise CouldNotCheckError(
                Reason.HTML_PAGE,
                f"{what} is an HTML page: {shown}",
                "ask the server itself, not a page in front of it",
            ) from error
        if not text.strip():
            raise CouldNotCheckError(Reason.NOT_JSON, f"{what} is empty") from error
        # What follows is JSON, but none that Python reads.
        if isinstance(error, RecursionError):
            raise CouldNotCheckError(Reason.NOT_JSON, f"{what} is nested too deeply") from error
        if not isinstance(error, json.JSONDecodeError):
            raise CouldNotCheckError(
                Reason.NOT_JSON, f"{what} holds a number of too many digits"
            ) from error
        raise CouldNotCheckError(Reason.NOT_JSON, f"{what} is not JSON: {shown}") from error


def require_v3(document: Document | CouldNotCheckError) -> DocumentV3 | CouldNotCheckError:
    """The document if it is of version 3, else why there is none."""
    if isinstance(document, DocumentV3 | CouldNotCheckError):
        return document
    return CouldNotCheckError(
        Reason.NOT_V3,
        f"the server was asked for v3 and answered v{document.shape}, without the v3 fields "
        "summary, to_describe_to_user and tools",
        "compare it with an edition that has no sentences, or ask a newer server",
    )
