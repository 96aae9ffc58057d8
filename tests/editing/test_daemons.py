"""Editions pulled from the released daemons, against those that are committed.

Every daemon that is built is asked, and 0.10.0 in any case: CI builds it, and a test that is
skipped there for the lack of it fails.
"""

import shlex

import pytest

from ai_memory_spec.editing import diff_editions, pull_edition, render_edition_toml
from ai_memory_spec.live import StdioSource
from ai_memory_spec.phrasing import (
    EDITIONS_FOLDER,
    Edition,
    all_profiles,
    edition_labels,
    make_profile,
    phrase,
)
from tests.daemons import FOLDER, NEWEST, find_daemon

pytestmark = pytest.mark.daemon

COMMAND = "ai-memory mcp --profile {profile} --tier keyword"


RELEASES = [
    release
    for release in reversed(edition_labels())
    if release == NEWEST or (FOLDER / release).is_dir()
]


@pytest.fixture
def daemon(release: str) -> StdioSource:
    """The released daemon; a skip says how to build it."""
    return StdioSource(COMMAND, search_path=str(find_daemon(release).parent))


@pytest.mark.parametrize("release", RELEASES)
def test_a_pulled_edition_equals_the_committed_one(
    daemon: StdioSource, editions: dict[str, Edition], like: Edition, release: str
) -> None:
    """Surface, profiles, counting rule, and both sentences of all 128 profiles."""
    committed = editions[release]
    pulled = pull_edition(daemon, like)
    assert pulled.warnings == ()
    diff = diff_editions(committed, pulled.edition)
    profiles = list(all_profiles(committed))
    assert len(profiles) == 128
    assert not diff.differs
    if committed.phrasing is None:  # 0.6.4 answers v2: the order of tools is the other edition's
        assert pulled.assumed == ("order of tools",)
        return
    for profile in profiles:
        again = make_profile(pulled.edition, profile.families)
        assert again == profile
        assert phrase(pulled.edition, again) == phrase(committed, profile)


@pytest.mark.parametrize("release", RELEASES)
def test_a_pull_that_is_shipped_can_be_repeated_byte_for_byte(
    daemon: StdioSource, editions: dict[str, Edition], release: str
) -> None:
    """The command in the file's provenance gives that file."""
    command = shlex.split(editions[release].provenance["made_by"])
    if command[:3] != ["ai-memory-spec", "edition", "pull"]:
        assert release not in ("0.8.0", "0.9.0")
        return
    options = dict(zip(command[3::2], command[4::2], strict=True))
    assert options.pop("--live") == COMMAND
    like = editions[options.pop("--like")]
    pulled = pull_edition(daemon, like, what=options.pop("--what"))
    assert options == {}
    written = render_edition_toml(pulled.edition)
    assert written == (EDITIONS_FOLDER / f"{release}.toml").read_text(encoding="utf-8")
