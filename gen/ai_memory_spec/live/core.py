"""The in-process core as a live source: what a server that keeps the contract would say."""

from collections.abc import Sequence

from ai_memory_spec import __version__
from ai_memory_spec.contract import DocumentVersion, build_document
from ai_memory_spec.live.answer import Answer, ServerInfo
from ai_memory_spec.live.source import Fetched, Progress, fetch_in_turn
from ai_memory_spec.phrasing import Edition, Profile


class CoreSource:
    """Answers from an edition; never fails and never differs from the core."""

    kind = "core"
    per_profile = True

    def __init__(self, edition: Edition) -> None:
        self._edition = edition

    @property
    def name(self) -> str:
        """The edition's label."""
        return f"the core with edition {self._edition.label}"

    def fetch(self, profile: Profile | None) -> Answer:
        """Compute the document and the tools that a server of this profile lists."""
        assert profile is not None, "the core answers for a given profile"
        edition = self._edition
        return Answer(
            profile=profile,
            server=ServerInfo(name="ai-memory-spec core", version=__version__),
            document=build_document(edition, profile, DocumentVersion.V3),
            listed=tuple(
                tool
                for tool, family in edition.family_by_tool.items()
                if family in profile.families or tool in edition.always_on
            ),
        )

    def fetch_all(
        self, profiles: Sequence[Profile], on_progress: Progress | None = None
    ) -> tuple[Fetched, ...]:
        """Compute every profile."""
        return fetch_in_turn(self, profiles, on_progress)
