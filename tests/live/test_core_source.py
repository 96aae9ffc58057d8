"""The in-process core as a live source."""

import pytest

from ai_memory_spec.contract import DocumentV2, DocumentV3
from ai_memory_spec.live import CoreSource
from ai_memory_spec.phrasing import all_profiles, load_edition, phrase


@pytest.mark.parametrize("label", ["spec", "0.10.0", "0.7.0"])
def test_core_answers_for_every_profile(label: str) -> None:
    """With its own sentences, and the tools of loaded families and the always-on ones."""
    edition = load_edition(label)
    profiles = list(all_profiles(edition))
    for profile, fetched in zip(profiles, CoreSource(edition).fetch_all(profiles), strict=True):
        answer = fetched.result
        assert fetched.profile == answer.profile == profile
        assert isinstance(answer.v3, DocumentV3)
        assert answer.v3.summary == phrase(edition, profile).summary
        loaded = {tool for name in profile.families for tool in edition.family(name).tools}
        assert set(answer.listed) == loaded | set(edition.always_on)


def test_edition_without_sentences_answers_v2() -> None:
    """As release 0.6.4 does."""
    edition = load_edition("0.6.4")
    [fetched] = CoreSource(edition).fetch_all([next(all_profiles(edition))])
    assert type(fetched.result.document) is DocumentV2
