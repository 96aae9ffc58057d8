"""What release 0.10.0 was recorded to answer, beside the reference: no daemon is needed."""

from collections.abc import Callable
from typing import Any

import pytest

SAME = [
    "an unknown tool",
    "an unknown method",
    "no tool name",
    "wrong jsonrpc",
    "notification",
]
"""Answered word for word alike."""

ALIKE = ["not JSON", "a tool outside the profile"]
"""Answered with the same code and id; the words differ."""


@pytest.mark.parametrize("title", SAME + ALIKE)
def test_error_is_the_recorded_one(
    recorded_sessions: dict[str, dict[str, Any]], talk: Callable[..., Any], title: str
) -> None:
    """Code, id, and for most the message."""
    recorded = recorded_sessions[title]
    (sent,) = recorded["sent"]
    answers = talk(edition="0.10.0").send(sent.encode() if isinstance(sent, str) else sent)
    if title in SAME:
        assert answers == recorded["received"]
    else:
        (own,), (theirs,) = answers, recorded["received"]
        assert (own["id"], own["error"]["code"]) == (theirs["id"], theirs["error"]["code"])


def test_hint_names_what_the_recorded_hint_names(
    recorded_sessions: dict[str, dict[str, Any]], talk: Callable[..., Any]
) -> None:
    """Tool, family and profile."""
    recorded = recorded_sessions["a tool outside the profile, with profile_hint_in_errors = true"]
    theirs = recorded["received"][0]["error"]["message"]
    own = talk(edition="0.10.0").refusal("memory_delete")
    for part in ("'memory_delete' is in family 'lifecycle'", "`--profile core,lifecycle`"):
        assert part in theirs
        assert part in own


@pytest.mark.parametrize("title", ["a", "b", "c"])
def test_recovery_paths_lead_somewhere(
    recorded_sessions: dict[str, dict[str, Any]], talk: Callable[..., Any], title: str
) -> None:
    """(a) does with the daemon too; (b) and (c) were recorded to load nothing."""
    (recorded,) = (
        entry
        for name, entry in recorded_sessions.items()
        if name.startswith(f"recovery path {title}")
    )
    calls = [m for m in recorded["sent"] if m["method"] == "tools/call"]
    tool = next(c for c in calls if c["params"]["name"] not in LOADERS)
    theirs = next(a for a in recorded["received"] if a["id"] == tool["id"])
    assert ("error" in theirs) == (title != "a")
    session = talk("graph" if title == "a" else "core", "0.10.0")
    for message in recorded["sent"]:
        answer = session.send(message)[0]
        if message is tool:
            assert "result" in answer


LOADERS = ("memory_load_family", "memory_smart_load", "memory_capabilities")
