"""The one protocol that all live sources follow."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Protocol

from ai_memory_spec.live.answer import Answer
from ai_memory_spec.live.errors import CouldNotCheckError
from ai_memory_spec.phrasing import Profile

Progress = Callable[[int, int], None]
"""Told after each conversation: how many are done, of how many."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Fetched:
    """What came of asking for one profile."""

    profile: Profile | None
    """The profile that was asked for; None where the source serves what it serves."""
    result: Answer | CouldNotCheckError


class LiveSource(Protocol):
    """Where live output comes from."""

    @property
    def kind(self) -> str:
        """`core`, `stdio`, `http` or `capture`."""

    @property
    def name(self) -> str:
        """What to call it in messages: a command, an address, a file; holds no secret."""

    @property
    def per_profile(self) -> bool:
        """Whether it answers for any profile; else it answers for the one that it serves."""

    def fetch(self, profile: Profile | None) -> Answer:
        """Ask for one profile.

        Parameters:
            profile: None, and nothing else, where the source is not `per_profile`.

        Raises:
            CouldNotCheckError: There is no answer; says why.
        """

    def fetch_all(
        self, profiles: Sequence[Profile], on_progress: Progress | None = None
    ) -> tuple[Fetched, ...]:
        """Ask for every profile, or once where the source is not `per_profile`.

        Returns:
            One result per conversation, in the order of the profiles.
        """


def fetch_in_turn(
    source: LiveSource, profiles: Sequence[Profile], on_progress: Progress | None
) -> tuple[Fetched, ...]:
    """`fetch_all` for a source that has nothing to gain from doing several at once."""
    asked: Sequence[Profile | None] = profiles if source.per_profile else [None]
    results: list[Fetched] = []
    for profile in asked:
        result: Answer | CouldNotCheckError
        try:
            result = source.fetch(profile)
        except CouldNotCheckError as error:
            result = error
        results.append(Fetched(profile=profile, result=result))
        if on_progress is not None:
            on_progress(len(results), len(asked))
    return tuple(results)
