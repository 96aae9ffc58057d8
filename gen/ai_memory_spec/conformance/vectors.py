"""Conformance vectors: inputs with what the contract makes of them, as data for any language.

Four lists, by the function that is tested:

    profile     a profile string          -> label, families, counts, sentences; or an error
    allowlist   a table and an agent id   -> permitted families, or null where nothing is said
    agent       who calls                 -> the agent id, or null for none
    accept      a value of `accept`       -> the version of the document

Every vector names the requirements that it shows. `vectors.json` in `schemas/` is the JSON Schema.
"""

import json
from collections.abc import Iterator, Mapping
from dataclasses import asdict
from pathlib import Path
from typing import Any

from ai_memory_spec.contract import (
    answered_version,
    negotiate_accept,
    parse_allowlist,
    permitted_families,
)
from ai_memory_spec.phrasing import (
    Edition,
    Profile,
    ProfileCaseError,
    ProfileError,
    UnknownProfileError,
    count,
    make_profile,
    parse_profile,
    phrase,
)

SCHEMA = 1
"""Goes up when a key changes its meaning or goes away."""
SCHEMA_FILE = Path(__file__).resolve().parent / "schemas" / "vectors.json"

CAUSES: Mapping[str, type[ProfileError]] = {
    "case": ProfileCaseError,
    "unknown": UnknownProfileError,
}
"""Causes of errors, with the error of the core. The message is the core's own wording, which an
implementation need not repeat; the names that it lists it must."""

Vector = dict[str, Any]


def make_vectors(edition: Edition) -> dict[str, Any]:
    """All vectors of an edition, as one JSON object.

    An edition without sentences has vectors without them.

    Source: the specification, clauses "Profiles", A1, A2, A4 and A5.
    """
    return {
        "schema": SCHEMA,
        "edition": edition.label,
        "surface": {
            "families": [{"name": item.name, "tools": list(item.tools)} for item in edition],
            "always_on": list(edition.always_on),
            "profiles": {name: list(families) for name, families in edition.profiles.items()},
            "base_family": edition.base_family,
        },
        "vectors": {
            "profile": [_profile_vector(edition, *item) for item in _spellings(edition)],
            "allowlist": [_allowlist_vector(edition, *item) for item in _gates(edition)],
            "agent": list(_agent_vectors()),
            "accept": list(_accept_vectors(edition)),
        },
    }


def vectors_json(edition: Edition) -> str:
    """The vectors as a file; ends with a newline."""
    return json.dumps(make_vectors(edition), ensure_ascii=False, indent=1) + "\n"


def load_vectors_schema() -> dict[str, Any]:
    """The JSON Schema (2020-12) of `vectors_json`."""
    schema: dict[str, Any] = json.loads(SCHEMA_FILE.read_text(encoding="utf-8"))
    return schema


# Profile strings


def _spellings(edition: Edition) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Profile strings, each once, with the requirements that they show."""
    seen: set[str] = set()
    for text, ids in _all_spellings(edition):
        if text not in seen:
            seen.add(text)
            yield text, ids


def _all_spellings(edition: Edition) -> Iterator[tuple[str, tuple[str, ...]]]:
    names = edition.family_names
    base = make_profile(edition, ()).label
    first, last = names[0], names[-1]
    middle = names[len(names) // 2]
    full = [name for name, families in edition.profiles.items() if set(families) == set(names)]
    sentences = ("summary.template", "describe.template", "profiles.label")
    for name in edition.profiles:
        yield name, (*sentences, "summary.visible.counting-rule", "describe.counts")
    for name in names:
        yield name, (*sentences, "profiles.base")
    yield f"{last},{middle}", (*sentences, "profiles.same-set")
    yield f"{middle},{last}", ("profiles.same-set",)
    yield ",".join(names), ("profiles.label", "profiles.same-set")
    yield ",".join(names[:-1]), (*sentences, "describe.preview")
    for name, families in edition.profiles.items():
        yield ",".join(reversed(families)), ("profiles.label", "profiles.same-set")
        yield f"{last},{name}", ("profiles.parse.mix",)
        yield f"{name},{last},{name}", ("profiles.parse.mix",)
    for text in ("", " ", ",", " , ,, ", "\t\n"):
        yield text, ("profiles.parse.empty",)
    for text in (
        f" {last} ",
        f"\t{last} ,\n{middle}",
        f",{last},,{middle},",
        f"\u00a0{last}\u3000",
        f"\u0085{last}",
    ):
        yield text, ("profiles.parse.blanks",)
    for text in (base.upper(), base.capitalize(), f"{last},X", f"{middle}, {last.upper()}"):
        yield text, ("profiles.parse.case",)
    for name in full:
        yield f"{name},bogus", ("profiles.parse.full",)
        yield f"{last},{name},bogus", ("profiles.parse.full",)
        yield f"{name},Bogus", ("profiles.parse.case",)
        yield f"bogus,{name}", ("profiles.parse.unknown", "profiles.parse.full")
    for text in ("bogus", f"{first},bogus", f"{last};{middle}", f"{last} {middle}", f"{last}é"):
        yield text, ("profiles.parse.unknown",)
    # Neither is a blank, whatever a language's own trimming says.
    for mark in ("\x1f", "\ufeff"):
        yield f"{mark}{last}", ("profiles.parse.unknown", "profiles.parse.blanks")


def _profile_vector(edition: Edition, text: str, ids: tuple[str, ...]) -> Vector:
    if edition.phrasing is None:
        ids = tuple(id_ for id_ in ids if not id_.startswith(("summary.", "describe.")))
    vector: Vector = {"input": {"profile": text}, "requirements": list(ids)}
    try:
        return vector | {"outcome": _outcome(edition, parse_profile(edition, text))}
    except ProfileError as error:
        return vector | {"error": _error(error)}


def _outcome(edition: Edition, profile: Profile) -> Mapping[str, object]:
    found = {
        "label": profile.label,
        "families": list(profile.families),
        "counts": asdict(count(edition, profile)),
    }
    if edition.phrasing is None:
        return found
    phrases = phrase(edition, profile)
    return found | {
        "summary": phrases.summary,
        "to_describe_to_user": phrases.to_describe_to_user,
    }


def _error(error: ProfileError) -> Mapping[str, object]:
    cause = next(name for name, kind in CAUSES.items() if isinstance(error, kind))
    token = {"token": error.token} if isinstance(error, UnknownProfileError) else {}
    return {"cause": cause, **token, "message": str(error)}


# Allowlists, agents, accept

_Gate = Mapping[str, list[str]] | None


def _gates(edition: Edition) -> Iterator[tuple[_Gate, str | None, tuple[str, ...]]]:
    """Allowlist tables with an agent id, and the requirements that they show."""
    names = edition.family_names
    first, last = names[0], names[-1]
    middle = names[len(names) // 2]
    table = {
        "alice": [last, first],
        "ops-": [first, middle],
        "ops-night-": [middle],
        "root": ["full"],
        "nobody": [],
        "*": [first],
    }
    closed = {agent: families for agent, families in table.items() if agent != "*"}
    off, present, absent = "allowlist.off", "permitted.present", "permitted.absent"
    yield None, "alice", (off, absent)
    yield {}, "alice", (off, absent)
    yield None, None, (off, absent)
    yield table, None, (absent,)
    for agent in ("alice", "ops-day", "ops-night-7", "ops-", "alice-2", "Alice", "zed", ""):
        yield table, agent, ("allowlist.resolution", present)
    for agent in ("root", "root-2"):
        yield table, agent, ("allowlist.full", "allowlist.resolution", present)
    for agent in ("zed", "", "*", "nobody"):
        yield closed, agent, ("allowlist.resolution", present)


def _allowlist_vector(
    edition: Edition, table: _Gate, agent: str | None, ids: tuple[str, ...]
) -> Vector:
    found = permitted_families(edition, parse_allowlist(table, "vectors"), agent)
    return {
        "input": {"allowlist": table, "agent": agent},
        "requirements": list(ids),
        "outcome": {"agent_permitted_families": None if found is None else list(found)},
    }


def _agent_vectors() -> Iterator[Vector]:
    for call, client, agent in (
        ("alice", "bob", "alice"),
        ("alice", None, "alice"),
        (None, "bob", "bob"),
        (None, None, None),
    ):
        yield {
            "input": {"agent_id": call, "client_name": client},
            "requirements": ["allowlist.agent-id"],
            "outcome": {"agent": agent},
        }


def _accept_vectors(edition: Edition) -> Iterator[Vector]:
    known = ("v1", "v2", "v3", "1", "2", "3", "V1", "V2", "V3", " v1", "v2 ", "\tV3\n", " 2 ")
    unknown = (None, "", " ", "v4", "0", "v", "v 2", "v2,v3", "latest", "2.0")
    for value in (*known, *unknown):
        yield {
            "input": {} if value is None else {"accept": value},
            "requirements": ["accept.versions" if value in known else "accept.default"],
            "outcome": {"schema_version": answered_version(edition, negotiate_accept(value)).value},
        }
