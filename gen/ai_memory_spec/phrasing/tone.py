"""The tone constraint: no jargon in the sentence for the end user."""

from dataclasses import dataclass

from ai_memory_spec.phrasing.edition import Edition
from ai_memory_spec.phrasing.profile import all_profiles
from ai_memory_spec.phrasing.sentences import phrase, phrasing_of


@dataclass(frozen=True, slots=True, kw_only=True)
class ToneBreach:
    """A forbidden string in `to_describe_to_user`."""

    forbidden: str
    """The string as the edition lists it."""
    profile: str
    """Label of the first profile whose sentence holds it."""
    sentence: str
    """That sentence."""


def check_sentence(sentence: str, forbidden: tuple[str, ...]) -> tuple[str, ...]:
    """The forbidden strings that the sentence holds, in the order of the list."""
    return tuple(word for word in forbidden if word in sentence)


def check_tone(edition: Edition) -> tuple[ToneBreach, ...]:
    """Check `to_describe_to_user` of every profile, one breach per forbidden string.

    Raises:
        NoPhrasingError: The edition has no phrasing templates.

    Source: the specification, clause A2, "tone constraint".
    """
    forbidden = phrasing_of(edition).forbidden_in_describe
    found: dict[str, ToneBreach] = {}
    for profile in all_profiles(edition):
        sentence = phrase(edition, profile).to_describe_to_user
        for word in check_sentence(sentence, forbidden):
            found.setdefault(
                word, ToneBreach(forbidden=word, profile=profile.label, sentence=sentence)
            )
    return tuple(found[word] for word in forbidden if word in found)
