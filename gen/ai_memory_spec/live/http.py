"""Live output over HTTP: one bounded GET, to one origin, with headers that are never shown."""

import http.client
import re
import socket
import threading
from collections.abc import Callable, Mapping, Sequence
from contextlib import closing, suppress
from dataclasses import dataclass
from typing import TypeVar
from urllib.parse import SplitResult, urljoin, urlsplit

from ai_memory_spec.live.answer import Answer, ServerInfo
from ai_memory_spec.live.document import document_of_text
from ai_memory_spec.live.errors import CouldNotCheckError, Reason
from ai_memory_spec.live.source import Fetched, Progress, fetch_in_turn
from ai_memory_spec.live.text import printable, quoted, redacted
from ai_memory_spec.phrasing import Profile

PATH = "/api/v1/capabilities"
MAX_BODY_BYTES = 16 * 1024 * 1024
MAX_REDIRECTS = 5
DEFAULT_TIMEOUT_S = 20.0

_CHUNK = 65536
_TOKEN = re.compile(r"[!#$%&'*+.^_`|~0-9A-Za-z-]+")
_CONTROL = re.compile(r"[\x00-\x08\x0a-\x1f\x7f]")
_OURS = frozenset({"host", "accept", "accept-capabilities", "accept-encoding", "connection"})
_Value = TypeVar("_Value")


class AddressError(ValueError):
    """The address, or a header for it, cannot be used; never shows a header's value."""


@dataclass(frozen=True, slots=True, kw_only=True)
class _Reply:
    status: int
    reason: str
    location: str | None
    body: bytes


class HttpSource:
    """A server that answers `GET /api/v1/capabilities`, for the profile that it serves."""

    kind = "http"
    per_profile = False

    def __init__(
        self,
        url: str,
        *,
        headers: Mapping[str, str] | None = None,
        timeout_s: float = DEFAULT_TIMEOUT_S,
    ) -> None:
        """Take the address; nothing is sent yet.

        Parameters:
            url: `http` or `https`; the capabilities path is added unless it is there.
            headers: Further headers, such as one for authorization; never shown in a message.
            timeout_s: Seconds from the first connection to the last byte, redirects included.

        Raises:
            AddressError: The address or a header is unfit.
        """
        self._url = _parse_url(url)
        self._headers = _check_headers(headers or {})
        self._timeout_s = timeout_s

    @property
    def name(self) -> str:
        """The address without its query, in printable form."""
        return printable(_shown(self._url), 200)

    def ask(self, accept: str | None = "v3") -> str:
        """The text of the answer, whatever it is.

        Parameters:
            accept: The value of `Accept-Capabilities`; None to send no such header.

        Raises:
            CouldNotCheckError: There is no answer of status 200 that is text.
        """
        reply = self._get(accept)
        text = self._text(reply.body)
        self._check_status(reply, text)
        return text

    def fetch(self, profile: Profile | None) -> Answer:
        """Ask once; the profile is the server's to choose."""
        assert profile is None, "an HTTP server answers for the profile that it serves"
        text = self.ask()
        document = document_of_text(text, "the answer", self._secrets)
        return Answer(
            profile=None,
            server=ServerInfo(version=printable(document.version, 40)),
            document=document,
            listed=None,
        )

    def fetch_all(
        self, profiles: Sequence[Profile], on_progress: Progress | None = None
    ) -> tuple[Fetched, ...]:
        """Ask once, whatever the profiles."""
        return fetch_in_turn(self, profiles, on_progress)

    @property
    def _secrets(self) -> Mapping[str, str]:
        """Header values, and what follows a scheme such as `Bearer`, by the header's name."""
        found: dict[str, str] = {}
        for name, value in self._headers.items():
            found[f"value of {name}"] = value
            last = value.split()[-1] if value.split() else ""
            if len(last) >= 6:
                found[f"part of {name}"] = last
        return found

    def _get(self, accept: str | None) -> _Reply:
        call = _Call(self._url, self._headers, accept)
        try:
            return _within(self._timeout_s, call.follow, call.abort)
        except TimeoutError as error:
            raise CouldNotCheckError(
                Reason.TIMEOUT,
                f"no whole answer to GET {_shown(self._url)} within {self._timeout_s:g} seconds",
                "give it longer with --timeout",
            ) from error
        except http.client.IncompleteRead as error:
            raise CouldNotCheckError(
                Reason.UNREACHABLE, f"{_shown(self._url)} broke off in the middle of its answer"
            ) from error
        except (OSError, http.client.HTTPException) as error:
            what = redacted(str(error) or type(error).__name__, self._secrets)
            raise CouldNotCheckError(
                Reason.UNREACHABLE,
                f"no HTTP answer from {_shown(self._url)}: {printable(what, 160)}",
                "start the server, or mend the address",
            ) from error

    def _text(self, body: bytes) -> str:
        try:
            return body.decode("utf-8-sig")
        except UnicodeDecodeError as error:
            start = redacted(body[:400].decode("utf-8", "replace"), self._secrets)
            raise CouldNotCheckError(
                Reason.NOT_JSON, f"the answer is not UTF-8 text: {quoted(start, 60)}"
            ) from error

    def _check_status(self, reply: _Reply, text: str) -> None:
        if reply.status == http.client.OK:
            return
        body = redacted(text, self._secrets)
        said = f": {quoted(body, 120)}" if body.strip() else ""
        fix = {
            401: "give the header that it asks for with --header-env",
            403: "give the header that it asks for with --header-env",
            404: f"the address is that of the server, to which {PATH} is added",
        }.get(reply.status, "")
        raise CouldNotCheckError(
            Reason.SERVER_ERROR,
            f"{_shown(self._url)} answered with status {reply.status} "
            f"{printable(reply.reason, 40)}{said}",
            fix,
        )


class _Call:
    """A request and the redirects that it leads to; runs in a thread that can be let go."""

    def __init__(self, url: SplitResult, headers: Mapping[str, str], accept: str | None) -> None:
        self._url = url
        self._headers = headers
        self._accept = accept
        self._socket: socket.socket | None = None
        self._aborted = False

    def follow(self) -> _Reply:
        url = self._url
        for _ in range(MAX_REDIRECTS + 1):
            reply = self._request(url)
            if reply.status not in (301, 302, 303, 307, 308) or reply.location is None:
                return reply
            try:
                url = urlsplit(urljoin(url.geturl(), reply.location))
            except ValueError as error:
                raise CouldNotCheckError(
                    Reason.REDIRECT, f"{_shown(self._url)} leads to something that is no address"
                ) from error
            if _origin(url) != _origin(self._url):
                raise CouldNotCheckError(
                    Reason.REDIRECT,
                    f"{_shown(self._url)} leads to another host: {quoted(_shown(url), 120)}",
                    "give that address if it is the right one",
                )
        raise CouldNotCheckError(
            Reason.REDIRECT, f"{_shown(self._url)} leads on more than {MAX_REDIRECTS} times"
        )

    def abort(self) -> None:
        """Let the thread go: what it waits for fails."""
        self._aborted = True
        if self._socket is not None:
            with suppress(OSError):
                self._socket.shutdown(socket.SHUT_RDWR)

    def _request(self, url: SplitResult) -> _Reply:
        secure = url.scheme == "https"
        make = http.client.HTTPSConnection if secure else http.client.HTTPConnection
        assert url.hostname is not None
        connection = make(url.hostname, url.port)
        with closing(connection):
            connection.connect()
            # `http.client` lets go of the socket once the head of the answer was read.
            self._socket = connection.sock
            path = url.path or "/"
            connection.putrequest("GET", f"{path}?{url.query}" if url.query else path)
            connection.putheader("Accept", "application/json")
            if self._accept is not None:
                connection.putheader("Accept-Capabilities", self._accept)
            connection.putheader("Connection", "close")
            for name, value in self._headers.items():
                connection.putheader(name, value.encode())
            connection.endheaders()
            with connection.getresponse() as response:
                return _Reply(
                    status=response.status,
                    reason=response.reason,
                    location=response.getheader("Location"),
                    body=self._read(response, url),
                )

    def _read(self, response: http.client.HTTPResponse, url: SplitResult) -> bytes:
        coding = response.getheader("Content-Encoding") or "identity"
        if coding.strip().lower() != "identity":
            raise CouldNotCheckError(
                Reason.NOT_JSON,
                f"{_shown(url)} sent the Content-Encoding {quoted(coding, 40)}, "
                "which was not asked for",
            )
        body = bytearray()
        while chunk := response.read1(_CHUNK):
            body += chunk
            if len(body) > MAX_BODY_BYTES:
                raise CouldNotCheckError(
                    Reason.TOO_MUCH_OUTPUT,
                    f"{_shown(url)} sent more than {MAX_BODY_BYTES // 2**20} MiB",
                )
            if self._aborted:
                return bytes(body)
        if response.length:
            raise CouldNotCheckError(
                Reason.UNREACHABLE,
                f"{_shown(url)} broke off: {response.length} of {len(body) + response.length} "
                "bytes are missing",
            )
        return bytes(body)


def _within(seconds: float, work: Callable[[], _Value], abort: Callable[[], None]) -> _Value:
    """Do the work in a thread and wait this long; a name look-up cannot be bounded otherwise.

    Raises:
        TimeoutError: The time is over; the thread is told to stop and left alone.
        Exception: What the work raised.
    """
    results: list[_Value] = []
    errors: list[Exception] = []

    def run() -> None:
        try:
            results.append(work())
        except Exception as error:  # noqa: BLE001  handed on to the caller's thread below
            errors.append(error)

    thread = threading.Thread(target=run, name="ai-memory-spec http", daemon=True)
    thread.start()
    thread.join(seconds)
    if thread.is_alive():
        abort()
        thread.join(0.2)
        raise TimeoutError
    if errors:
        raise errors[0]
    return results[0]


def _parse_url(text: str) -> SplitResult:
    if any(character.isspace() or not character.isprintable() for character in text):
        raise AddressError("the address holds a blank or a control character")
    try:
        url = urlsplit(text)
        port = url.port
    except ValueError as error:
        raise AddressError(f"{quoted(text.partition('?')[0])} is no address: {error}") from error
    if url.scheme not in ("http", "https") or not url.hostname or port == 0:
        raise AddressError(
            f"{quoted(text.partition('?')[0])} is no address of a server; "
            "write it like http://127.0.0.1:9077"
        )
    if url.username is not None or url.password is not None:
        raise AddressError(
            "the address holds a user name or password; give a header with --header-env instead"
        )
    path = url.path.rstrip("/")
    return url._replace(path=path if path.endswith(PATH) else path + PATH, fragment="")


def _check_headers(headers: Mapping[str, str]) -> dict[str, str]:
    for name, value in headers.items():
        if not _TOKEN.fullmatch(name):
            raise AddressError(f"{quoted(name)} is no name of a header")
        if name.lower() in _OURS:
            raise AddressError(f"the header {name} is set by the check itself")
        if _CONTROL.search(value):
            raise AddressError(f"the value for the header {name} holds a control character")
    return dict(headers)


def _origin(url: SplitResult) -> tuple[str, str | None, int | None]:
    try:
        port = url.port or {"http": 80, "https": 443}.get(url.scheme)
    except ValueError:
        port = None
    return url.scheme, url.hostname, port


def _shown(url: SplitResult) -> str:
    """The address without user, query and fragment, which may hold secrets."""
    host = url.netloc.rpartition("@")[2]
    return f"{url.scheme}://{host}{url.path}"
