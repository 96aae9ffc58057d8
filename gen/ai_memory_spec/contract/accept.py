"""Which version of the document a client gets (clause A5)."""

from enum import StrEnum


class DocumentVersion(StrEnum):
    """The three shapes of the document; the value is its `schema_version`."""

    V1 = "1"
    """The server's tier, version, features and models."""
    V2 = "2"
    """More about the server, and over MCP the families."""
    V3 = "3"
    """Both canonical sentences, and every tool with whether it can be called."""


_WORDS = {
    f"{prefix}{version.value}": version for version in DocumentVersion for prefix in ("", "v")
}


def negotiate_accept(accept: object = None) -> DocumentVersion:
    """Choose the version for what a client asked for.

    Parameters:
        accept: The tool argument `accept` or the header `Accept-Capabilities`, as it came.
            `v1`, `v2`, `v3` and the bare digits count, trimmed and in any case. Anything else,
            also a number or nothing at all, means v3.

    Source: the specification, clause A5.
    """
    if not isinstance(accept, str):
        return DocumentVersion.V3
    return _WORDS.get(accept.strip().lower(), DocumentVersion.V3)
