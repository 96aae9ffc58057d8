"""What the checks look at: an implementation, asked in many ways, each way once.

View       the implementation under one profile: its v3 document, and `tools/list`
World      whatever can show views: a command, or an address
StdioWorld a command, which also shows conversations of any kind
HttpWorld  an address, which shows the one profile that it serves

A check takes a world and asks nothing of it but this.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from ai_memory_spec.conformance.messages import (
    CAPABILITIES,
    Answer,
    CannotCheckError,
    Talk,
    TalkMaker,
    Value,
    ask,
    call,
    document_of,
    list_tools,
    read_document,
    shake_hands,
)
from ai_memory_spec.conformance.observe import tool_rows
from ai_memory_spec.conformance.transcript import Launcher, Start, Transcript
from ai_memory_spec.live import CouldNotCheckError, HttpSource, printable
from ai_memory_spec.phrasing import Edition, Profile, make_profile, named_profiles

Document = Mapping[str, Any]


@dataclass(frozen=True, slots=True, kw_only=True)
class View:
    """An implementation under one profile."""

    profile: Profile
    """The profile that was asked for, or that the document shows."""
    answer: Callable[[], Document]
    """The document for `accept` v3; raises `CannotCheckError`."""
    listed: Callable[[], tuple[str, ...]]
    """Names of `tools/list`; raises `CannotCheckError`."""

    @property
    def where(self) -> str:
        """The situation, for messages."""
        return f"profile {self.profile.label}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Opening:
    """What a server said under one profile."""

    opened: Answer
    """To `initialize`."""
    listed: tuple[str, ...] | CannotCheckError
    """To `tools/list`."""
    document: Document | CannotCheckError
    """To the capabilities tool, for v3."""
    pong: Answer
    """To `ping`."""


class StdioWorld:
    """A command, started as often as needed; equal questions are asked once."""

    transport = "stdio"

    def __init__(self, edition: Edition, launcher: Launcher) -> None:
        self.edition = edition
        self.launcher = launcher
        self._runs: dict[tuple[Start, object], Transcript[Any]] = {}

    def held_to(self, edition: Edition) -> "StdioWorld":
        """The same implementation, with what was seen of it so far, held to another edition."""
        world = StdioWorld(edition, self.launcher)
        world._runs.update(self._runs)
        return world

    @property
    def base(self) -> str:
        """The profile string of the base family alone."""
        return make_profile(self.edition, ()).label

    @property
    def transcripts(self) -> tuple[tuple[Start, Transcript[Any]], ...]:
        """Every run so far."""
        return tuple((start, run) for (start, _), run in self._runs.items())

    def run(self, start: Start, key: object, make_talk: TalkMaker[Value]) -> Transcript[Value]:
        """Hold a conversation, unless it was held already.

        Parameters:
            start: How the server is started.
            key: Names the conversation among those that start alike; equal means the same.
            make_talk: Makes the conversation.
        """
        if (start, key) not in self._runs:
            self._runs[start, key] = self.launcher.run(start, make_talk)
        return self._runs[start, key]

    def views(self) -> Iterator[View]:
        """The named profiles, each single family, and the profile of the last two families."""
        names = self.edition.family_names
        profiles = [
            *named_profiles(self.edition),
            *(make_profile(self.edition, {name}) for name in names),
            make_profile(self.edition, names[-2:]),
        ]
        for profile in dict.fromkeys(profiles):
            yield self.view(profile.label, profile)

    def view(self, text: str, profile: Profile, start: Start | None = None) -> View:
        """The implementation under a profile string that should mean this profile."""
        start = start or Start(profile=text)
        return View(
            profile=profile,
            answer=lambda: _had(self.opening(start).value.document),
            listed=lambda: _had(self.opening(start).value.listed),
        )

    def documents(
        self,
        start: Start,
        questions: Sequence[Mapping[str, object]],
        client: str | None = "ai-memory-spec",
    ) -> tuple[Document, ...]:
        """The documents for these arguments, asked for in one session.

        Parameters:
            start: How the server is started.
            questions: Arguments of the capabilities tool, one mapping a call.
            client: The name to give in the handshake; None for no handshake at all.

        Raises:
            CannotCheckError: One of them could not be had.
        """

        def talk() -> Talk[tuple[Document, ...]]:
            if client is not None:
                yield from shake_hands(client)
            found: list[Document] = []
            for question in questions:
                answer = yield from call(CAPABILITIES, question)
                found.append(read_document(answer))
            return tuple(found)

        return self.run(start, ("documents", repr(questions), client), talk).value

    def server(self) -> tuple[str | None, str | None]:
        """Name and version as `initialize` gives them, in printable form."""
        try:
            info = self.opening().value.opened.result.get("serverInfo")
        except CannotCheckError:
            return None, None
        found = [info.get(key) if isinstance(info, Mapping) else None for key in _INFO]
        name, version = (printable(x, 80) if isinstance(x, str) and x else None for x in found)
        return name, version

    def opening(self, start: Start | None = None) -> Transcript[Opening]:
        """The run behind a view; by default the one under the base family."""
        return self.run(start or Start(profile=self.base), "view", _view_talk)

    def require_working(self) -> None:
        """Make sure that the server answers at all, so that silence elsewhere says something.

        Raises:
            CannotCheckError: It does not, even under the base family.
        """
        run = self.opening()
        if run.answered == 0:
            _had(run.outcome)


def _view_talk() -> Talk[Opening]:
    """The conversation of a view. What is wrong with one answer does not spoil the others."""
    opened = yield from shake_hands()
    listed: tuple[str, ...] | CannotCheckError
    document: Document | CannotCheckError
    try:
        listed = yield from list_tools()
    except CannotCheckError as error:
        listed = error
    answer = yield from call(CAPABILITIES, {"accept": "v3"})
    try:
        document = read_document(answer)
    except CannotCheckError as error:
        document = error
    pong = yield from ask("ping")
    return Opening(opened=opened, listed=listed, document=document, pong=pong)


class HttpWorld:
    """An address, which answers for the one profile that it serves."""

    transport = "http"

    def __init__(self, edition: Edition, source: HttpSource) -> None:
        self.edition = edition
        self._source = source
        self._answers: dict[str | None, Document | CannotCheckError] = {}

    def held_to(self, edition: Edition) -> "HttpWorld":
        """The same implementation, with what was seen of it so far, held to another edition."""
        world = HttpWorld(edition, self._source)
        world._answers.update(self._answers)
        return world

    def views(self) -> Iterator[View]:
        """The one view, under the profile that the document's `tools` show."""
        rows = tool_rows(self.document("v3"))
        families = {row.family for row in rows if row.loaded is True}
        known = families & set(self.edition.family_names)
        if not known:
            raise CannotCheckError("no tool of a family that the edition knows is loaded")
        yield View(
            profile=make_profile(self.edition, known),
            answer=lambda: self.document("v3"),
            listed=_no_list,
        )

    def document(self, accept: str | None) -> Document:
        """The document for this `Accept-Capabilities`; None sends no such header.

        Raises:
            CannotCheckError: It could not be had.
        """
        if accept not in self._answers:
            try:
                self._answers[accept] = document_of(self._source.ask(accept))
            except CouldNotCheckError as error:
                self._answers[accept] = CannotCheckError(str(error))
            except CannotCheckError as error:
                self._answers[accept] = error
        return _had(self._answers[accept])

    def server(self) -> tuple[str | None, str | None]:
        """No name, and the version of the document, in printable form."""
        try:
            version = self.document("v3").get("version")
        except CannotCheckError:
            return None, None
        return None, printable(version, 80) if isinstance(version, str) and version else None


World = StdioWorld | HttpWorld

_INFO = ("name", "version")


def _had(value: Value | CannotCheckError) -> Value:
    if isinstance(value, CannotCheckError):
        raise value
    return value


def _no_list() -> tuple[str, ...]:
    raise CannotCheckError("there is no tools/list over HTTP")
