"""Flat editions of servers without a capabilities document: six real ones, replayed."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from ai_memory_spec.editing import SurfaceError, pull_edition, render_edition_toml
from ai_memory_spec.live import Answer, CouldNotCheckError, Reason, ServerInfo, StdioSource
from ai_memory_spec.phrasing import (
    Edition,
    EditionError,
    NoPhrasingError,
    all_profiles,
    count,
    parse_profile,
    phrase,
    read_edition,
)
from tests.editing.worlds import Recorded, RecordedOnce, make_answer

SERVERS_FILE = Path(__file__).resolve().parent.parent / "data" / "editing" / "flat-servers.json"
SERVERS: dict[str, dict[str, Any]] = json.loads(SERVERS_FILE.read_text(encoding="utf-8"))
LABELS = {
    "mcp-server-time": "mcp-time",
    "mcp-server-fetch": "mcp-fetch",
    "mcp-server-git": "mcp-git",
    "server-everything": "mcp-servers-everything",
    "server-filesystem": "secure-filesystem-server",
    "server-memory": "memory-server",
}

NO_TOOL = CouldNotCheckError(Reason.SERVER_ERROR, "unknown tool")


def lister(*names: str, server: str | None = "lister") -> Answer:
    """The answer of a server that lists these tools and has no capabilities document."""
    answer = make_answer(NO_TOOL, names)
    return Answer(
        profile=None,
        server=ServerInfo(name=server, version="3"),
        document=answer.document,
        listed=names,
    )


@pytest.mark.parametrize("name", SERVERS)
def test_a_real_server_gives_a_flat_edition(
    replay: Callable[..., str], like: Edition, tmp_path: Path, name: str
) -> None:
    """One family with all its tools in order; counts and tables work, sentences do not."""
    said = SERVERS[name]
    source = StdioSource(replay(SERVERS_FILE, "--server", name))
    pulled = pull_edition(source, like)
    edition = pulled.edition
    assert edition.label == LABELS[name]
    assert [(family.name, list(family.tools)) for family in edition] == [("tools", said["tools"])]
    assert (edition.always_on, dict(edition.profiles), edition.base_family) == ((), {}, None)
    assert pulled.assumed == ()
    assert pulled.warnings == ()
    info = said["initialize"]["serverInfo"]
    assert edition.what == f"{info['name']} {info['version']}"
    assert edition.provenance["observed"] == (
        "tools/list; the server has no memory_capabilities, so there is one family, without "
        "profiles and phrasing"
    )
    assert "--like" not in edition.provenance["made_by"]
    (profile,) = all_profiles(edition)
    assert count(edition, profile).total == len(said["tools"])
    with pytest.raises(NoPhrasingError):
        phrase(edition, parse_profile(edition, ""))
    path = tmp_path / "flat.toml"
    path.write_text(render_edition_toml(edition), encoding="utf-8")
    assert read_edition(path) == edition


def test_the_recorded_servers_are_from_two_registries() -> None:
    """At least three servers, from PyPI and from npm."""
    packages = [said["package"] for said in SERVERS.values()]
    assert sum(package.endswith("from PyPI") for package in packages) == 3
    assert sum(package.endswith("from npm") for package in packages) == 3


def test_a_label_and_a_description_of_ones_own(like: Edition) -> None:
    """In place of the server's name."""
    source = RecordedOnce({"": lister("a")})
    edition = pull_edition(source, like, label="mine-2", what="my tools").edition
    assert (edition.label, edition.what) == ("mine-2", "my tools")
    assert edition.provenance["made_by"] == (
        "ai-memory-spec edition pull --live recorded --label mine-2 --what 'my tools'"
    )


@pytest.mark.parametrize(
    ("server", "label"),
    [
        ("My Server", "My-Server"),
        ("a//b", "a-b"),
        ("--x--", "x"),
        ("a--b", "a-b"),
        ("...", "server"),
        ("_.x", "x"),
        ("名", "server"),
        (None, "server"),
        ("x" * 80, "x" * 64),
        (f"{'x' * 63} y", "x" * 63),
    ],
)
def test_a_label_is_made_of_any_server_name(like: Edition, server: str | None, label: str) -> None:
    """What a label cannot hold becomes a hyphen."""
    source = RecordedOnce({"": lister("a", server=server)})
    assert pull_edition(source, like).edition.label == label


def test_it_does_not_matter_that_the_command_names_a_profile(like: Edition) -> None:
    """A server that ignores it lists the same tools every time."""
    source = Recorded(dict.fromkeys(like.profiles, lister("a", "b")))
    assert pull_edition(source, like).edition.tools == ("a", "b")


def test_other_tools_per_profile_are_refused(like: Edition) -> None:
    """A flat edition has no profiles to tell them apart."""
    source = Recorded({name: lister("a", name) for name in like.profiles})
    with pytest.raises(SurfaceError) as caught:
        pull_edition(source, like)
    assert str(caught.value) == (
        "the server lists other tools under profile 'core' than under 'graph', and has no "
        "memory_capabilities to say why; ask it without {profile}"
    )


def test_no_tools_make_no_edition(like: Edition) -> None:
    """An empty family is no family."""
    with pytest.raises(SurfaceError, match=r"^the server lists no tools, so they make no edition$"):
        pull_edition(RecordedOnce({"": lister()}), like)


def test_names_that_could_break_markdown_are_refused_together(like: Edition) -> None:
    """By the loader, all at once, each with its place and what is allowed."""
    names = ("fine", "a|b", "<script>", "x`y", "--> out", "so{{long}}")
    with pytest.raises(EditionError) as caught:
        pull_edition(RecordedOnce({"": lister(*names)}), like)
    allowed = "use letters, digits, _ . : / - only, without a double hyphen"
    assert str(caught.value).splitlines() == [
        "recorded: 5 problems in this edition",
        *(
            f"  families.tools[{index}]: {name!r} could break a page or a region marker; {allowed}"
            for index, name in enumerate(names)
            if index
        ),
    ]
