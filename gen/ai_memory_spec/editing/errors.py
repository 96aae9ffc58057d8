"""Why what a server says makes no edition: one base class, one class per cause."""

from collections.abc import Sequence


class PullError(Exception):
    """No edition can be made of what a server says; the message says where, what and how on.

    Text from the server stands in messages in printable form only.
    """


class OneProfileError(PullError):
    """The source answers for one profile, and an edition with profiles takes several."""

    def __init__(self, source: str, profiles: Sequence[str]) -> None:
        self.source = source
        self.profiles = tuple(profiles)
        super().__init__(
            f"{source} answers for one profile, and an edition takes the answers for "
            f"{', '.join(profiles)}; give a command with --live and put {{profile}} into it"
        )


class LikeError(PullError):
    """The edition given with `--like` lacks what the pull takes from it."""

    def __init__(self, edition: str, lacks: str) -> None:
        self.edition = edition
        self.lacks = lacks
        super().__init__(
            f"edition {edition!r} has no {lacks}, so it cannot say what no answer shows; "
            "name another edition with --like"
        )


class SurfaceError(PullError):
    """The answers contradict each other about families, tools or profiles, or say too little."""


class SentenceError(PullError):
    """A sentence does not fit one template over all asked profiles."""

    def __init__(
        self, field: str, message: str, profile: str | None = None, offset: int = 0
    ) -> None:
        self.field = field
        self.message = message
        self.profile = profile
        """Label of the profile whose sentence it is; None where it is all of them."""
        self.offset = offset
        """Where in the sentence, in characters from 0; 0 also where no place can be named."""
        super().__init__(f"{field}: {message}")
