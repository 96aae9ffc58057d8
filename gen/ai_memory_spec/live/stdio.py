"""Live output of a stdio server: started per profile, a few at a time, results in order."""

import os
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from ai_memory_spec.contract import Document
from ai_memory_spec.live.answer import Answer
from ai_memory_spec.live.command import CommandTemplate, parse_command, resolve_command
from ai_memory_spec.live.document import document_of_text
from ai_memory_spec.live.errors import CouldNotCheckError, Reason
from ai_memory_spec.live.keeper import ServerKeeper
from ai_memory_spec.live.source import Fetched, Progress
from ai_memory_spec.live.text import printable, redacted
from ai_memory_spec.live.workplace import Surroundings, make_workplace
from ai_memory_spec.phrasing import Profile

if TYPE_CHECKING:
    from ai_memory_spec.live.session import Conversation

DEFAULT_TIMEOUT_S = 20.0
"""From the start of a server to its last answer."""
MAX_AT_ONCE = 4
"""So many servers run at the same time."""
GIVE_UP_AFTER = 3
"""After so many failures and no success, the profiles that are left are not tried."""


class StdioSource:
    """A command that serves MCP on its stdin and stdout; needs the extra `live`."""

    kind = "stdio"

    def __init__(
        self,
        command: str | Sequence[str] | CommandTemplate,
        *,
        timeout_s: float = DEFAULT_TIMEOUT_S,
        passed: Mapping[str, str] | None = None,
        home_files: Mapping[str, str] | None = None,
        folder: Path | None = None,
        search_path: str | None = None,
        at_once: int = MAX_AT_ONCE,
    ) -> None:
        """Take the command; nothing runs yet.

        Parameters:
            command: Program and arguments; `{profile}` stands for the profile's label.
            timeout_s: Seconds that one whole conversation may take.
            passed: Variables of the caller's environment that the server gets to see.
            home_files: Files to put into the server's temporary home: relative path to text.
            folder: The folder that relative paths in the command are taken from.
            search_path: The folders to look for the program in; by default `PATH`.
            at_once: How many servers may run at the same time.

        Raises:
            CommandSyntaxError: The command cannot be split into words, or is empty.
        """
        self.command = command if isinstance(command, CommandTemplate) else parse_command(command)
        self.timeout_s = timeout_s
        self.at_once = at_once
        self.surroundings = Surroundings(
            folder=(folder or Path.cwd()).absolute(),
            search_path=os.environ.get("PATH", os.defpath) if search_path is None else search_path,
            passed=dict(passed or {}),
            home_files=dict(home_files or {}),
        )

    @property
    def name(self) -> str:
        """The command as configured, in printable form."""
        return printable(redacted(str(self.command), self.surroundings.secrets), 200)

    @property
    def per_profile(self) -> bool:
        """Whether the command holds `{profile}`."""
        return self.command.per_profile

    def fetch(self, profile: Profile | None) -> Answer:
        """Start the server for one profile, talk to it and end it."""
        result = self._fetch([profile], None)[0].result
        if isinstance(result, CouldNotCheckError):
            raise result
        return result

    def fetch_all(
        self, profiles: Sequence[Profile], on_progress: Progress | None = None
    ) -> tuple[Fetched, ...]:
        """Start the server for every profile, a few at a time; must not run in an event loop."""
        return self._fetch(profiles if self.per_profile else [None], on_progress)

    def _fetch(
        self, profiles: Sequence[Profile | None], on_progress: Progress | None
    ) -> tuple[Fetched, ...]:
        try:
            _require_extra()
            with ServerKeeper() as keeper:
                return _Run(self, profiles, keeper, on_progress).results()
        except CouldNotCheckError as error:
            failure = error
        except OSError as error:
            failure = CouldNotCheckError(
                Reason.NOT_STARTED, f"no server can be started here: {printable(str(error), 200)}"
            )
        return tuple(Fetched(profile=profile, result=failure) for profile in profiles)


class _Run:
    """One round over some profiles."""

    def __init__(
        self,
        source: StdioSource,
        profiles: Sequence[Profile | None],
        keeper: ServerKeeper,
        on_progress: Progress | None,
    ) -> None:
        self._source = source
        self._profiles = profiles
        self._keeper = keeper
        self._on_progress = on_progress
        self._results: dict[int, Answer | CouldNotCheckError] = {}
        self._failed = 0
        self._worked = False

    def results(self) -> tuple[Fetched, ...]:
        import anyio

        anyio.run(self._work_all)
        return tuple(
            Fetched(profile=profile, result=self._results[index])
            for index, profile in enumerate(self._profiles)
        )

    async def _work_all(self) -> None:
        import anyio

        left = iter(enumerate(self._profiles))
        async with anyio.create_task_group() as tasks:
            for _ in range(min(self._source.at_once, len(self._profiles))):
                tasks.start_soon(self._work, left)

    async def _work(self, left: Iterator[tuple[int, Profile | None]]) -> None:
        """Take profile after profile until none is left."""
        for index, profile in left:
            result = self._not_tried() or await self._ask(profile)
            self._results[index] = result
            if isinstance(result, CouldNotCheckError):
                self._failed += 1
            else:
                self._worked = True
            if self._on_progress is not None:
                self._on_progress(len(self._results), len(self._profiles))

    def _not_tried(self) -> CouldNotCheckError | None:
        if self._worked or self._failed < GIVE_UP_AFTER:
            return None
        return CouldNotCheckError(
            Reason.NOT_TRIED, f"not tried, as the first {GIVE_UP_AFTER} attempts failed"
        )

    async def _ask(self, profile: Profile | None) -> Answer | CouldNotCheckError:
        from ai_memory_spec.live.log import ProtocolLog
        from ai_memory_spec.live.process import run_server
        from ai_memory_spec.live.session import converse, part

        source = self._source
        around = source.surroundings
        log = ProtocolLog(around.secrets)
        talk: Conversation | CouldNotCheckError
        try:
            words = resolve_command(source.command.fill(profile), around.folder, around.search_path)
            with make_workplace(self._keeper.root, around) as place:
                async with run_server(words, place, self._keeper, around.secrets) as server:
                    talk = await converse(server, log, source.timeout_s)
                    if not isinstance(talk, CouldNotCheckError):
                        await part(server, log)
        except CouldNotCheckError as error:
            talk = error
        except OSError as error:
            talk = CouldNotCheckError(
                Reason.NOT_STARTED, f"the temporary folder cannot be used: {error}"
            )
        except ExceptionGroup as group:
            talk = CouldNotCheckError(
                Reason.PROTOCOL,
                f"the session broke down: {printable(repr(group.exceptions[0]), 200)}",
            )
        if isinstance(talk, CouldNotCheckError):
            return talk
        return _answer(profile, talk, log.warnings, around.secrets)


def _answer(
    profile: Profile | None,
    talk: "Conversation",
    warnings: Sequence[str],
    secrets: Mapping[str, str],
) -> Answer:
    document: Document | CouldNotCheckError
    if isinstance(talk.text, CouldNotCheckError):
        document = talk.text
    else:
        try:
            document = document_of_text(
                talk.text, "the text that memory_capabilities answered", secrets
            )
        except CouldNotCheckError as error:
            document = error
    listing = talk.listing
    return Answer(
        profile=profile,
        server=talk.server,
        document=document,
        listed=listing if isinstance(listing, CouldNotCheckError) else listing.names,
        declares_tools=talk.declares_tools,
        warnings=tuple(warnings),
    )


def _require_extra() -> None:
    if os.name != "posix":
        raise CouldNotCheckError(
            Reason.NOT_STARTED,
            "a stdio server is started on POSIX systems only, where its whole tree can be ended",
            "ask over HTTP, or give a recorded document with --live-file",
        )
    try:
        import ai_memory_spec.live.session  # noqa: F401
    except ImportError as error:
        raise CouldNotCheckError(
            Reason.EXTRA_MISSING,
            f"a stdio server needs the MCP SDK, version 2, which is not installed ({error})",
            "run pip install 'ai-memory-spec[live]'",
        ) from error
