"""Clause A5: which version a client gets."""

import pytest

from ai_memory_spec.contract import DocumentVersion, negotiate_accept

V1, V2, V3 = DocumentVersion


@pytest.mark.requirement("accept.versions", "accept.default")
@pytest.mark.parametrize(
    ("accept", "expected"),
    [
        ("v1", V1), ("1", V1), ("V1", V1), ("  v1\t", V1),
        ("v2", V2), ("2", V2), ("V2\n", V2),
        ("v3", V3), ("3", V3), ("V3", V3),
        (None, V3), ("", V3), ("  ", V3), ("v4", V3), ("0", V3), ("v 1", V3), ("vv1", V3),
        ("1.0", V3), ("v1,v2", V3), (1, V3), (2, V3), (True, V3), (["v1"], V3), ({}, V3),
    ],
)  # fmt: skip
def test_accept_is_trimmed_and_caseless_and_else_means_v3(
    accept: object, expected: DocumentVersion
) -> None:
    """Only the six words count; a number is not a word."""
    assert negotiate_accept(accept) is expected


@pytest.mark.requirement("accept.default")
def test_nothing_asked_for_means_v3() -> None:
    """Before A5 it meant v2."""
    assert negotiate_accept() is V3
