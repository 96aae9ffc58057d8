"""Read pages of one origin over HTTP, with bounds on time, size and where it leads."""

import re
import threading
import time
import zlib
from dataclasses import dataclass
from http.client import HTTPException, HTTPMessage, HTTPResponse
from ipaddress import ip_address
from typing import IO
from urllib.error import HTTPError, URLError
from urllib.parse import urljoin, urlsplit
from urllib.request import (
    HTTPRedirectHandler,
    OpenerDirector,
    ProxyHandler,
    Request,
    build_opener,
)

from ai_memory_spec import __version__

MAX_BYTES = 8_000_000
"""Of one answer, compressed or not."""
MAX_REDIRECTS = 5
_CHUNK = 65_536
_META_CHARSET = re.compile(rb"<meta[^>]{0,200}?charset\s*=\s*[\"']?\s*([\w-]+)", re.IGNORECASE)


class FetchError(Exception):
    """An address gave no answer that can be used; the message says why."""

    def __init__(self, message: str, *, status: int | None = None) -> None:
        self.status = status
        """The HTTP status, if there was an answer."""
        super().__init__(message)


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """The body of a good answer."""

    body: bytes
    media_type: str
    """Such as `text/html`; empty if the server names none."""
    charset: str | None
    """As the server names it."""

    def text(self) -> str:
        """The body as text, in the encoding that the server or the page declares, else UTF-8.

        What is not valid in that encoding becomes U+FFFD, as in a browser.
        """
        declared = _META_CHARSET.search(self.body[:1024])
        charset = self.charset or (declared[1].decode("ascii") if declared else "utf-8")
        try:
            text = self.body.decode(charset, errors="replace")
        except LookupError:
            text = self.body.decode("utf-8", errors="replace")
        return text.removeprefix("\ufeff")


class Fetcher:
    """Reads addresses of one origin until its time is up."""

    def __init__(self, origin: str, *, timeout_s: float = 20.0, total_s: float = 300.0) -> None:
        """Make ready; nothing is asked yet.

        Parameters:
            origin: Any address of the origin.
            timeout_s: For one answer, from the look-up of the name to its last byte.
            total_s: For all answers together.
        """
        self._origin = origin_of(origin)
        self._timeout_s = timeout_s
        self._end = time.monotonic() + total_s
        self._opener = _opener(self._origin)

    def get(self, url: str) -> Answer:
        """The answer at an address of the origin.

        Raises:
            FetchError: There is none in time, it is not a success, it is too large, or it lies
                at another origin.
        """
        if origin_of(url) != self._origin:
            raise FetchError(f"{url} is of another origin")
        limit = min(self._timeout_s, self._end - time.monotonic())
        if limit <= 0:
            raise FetchError("the time for the whole site is up")
        outcome: list[Answer | FetchError] = []

        def work() -> None:
            try:
                outcome.append(self._get(url, limit))
            except FetchError as error:
                outcome.append(error)

        # A socket's timeout starts anew with each byte and does not hold for the look-up of the
        # name; a thread that can be left behind bounds all of it.
        thread = threading.Thread(target=work, daemon=True)
        thread.start()
        thread.join(limit)
        if not outcome:
            raise FetchError(f"no whole answer within {limit:.0f} s")
        if isinstance(outcome[0], FetchError):
            raise outcome[0]
        return outcome[0]

    def _get(self, url: str, limit: float) -> Answer:
        request = Request(  # noqa: S310 # the origin is http or https
            url,
            headers={
                "User-Agent": f"ai-memory-spec/{__version__}",
                "Accept": "text/html, application/xml;q=0.9, */*;q=0.1",
                "Accept-Encoding": "identity",
            },
        )
        try:
            with self._opener.open(request, timeout=limit) as response:
                return _read(response)
        except HTTPError as error:
            with error:
                raise FetchError(f"HTTP {error.code} {error.reason}", status=error.code) from error
        except URLError as error:
            raise FetchError(f"no connection: {error.reason}") from error
        except (OSError, HTTPException, ValueError) as error:
            # ValueError: a status line or header that is not what it should be.
            raise FetchError(f"no usable answer: {str(error) or type(error).__name__}") from error


def origin_of(url: str) -> tuple[str, str, int]:
    """Scheme, host and port of an address.

    Raises:
        FetchError: It is not an http or https address, or it holds a password.
    """
    try:
        parts = urlsplit(url)
        scheme, host, port = parts.scheme.lower(), parts.hostname, parts.port
    except ValueError as error:
        raise FetchError(f"{url} is no address: {error}") from error
    if scheme not in ("http", "https") or not host:
        raise FetchError(f"{url} is not an http or https address")
    if parts.username is not None:
        raise FetchError("an address with a user name or password is not taken")
    return scheme, host, port or (443 if scheme == "https" else 80)


class _SameOrigin(HTTPRedirectHandler):
    """Follows redirects within one origin only."""

    max_redirections = MAX_REDIRECTS

    def __init__(self, origin: tuple[str, str, int]) -> None:
        self._origin = origin

    def redirect_request(
        self, req: Request, fp: IO[bytes], code: int, msg: str, headers: HTTPMessage, newurl: str
    ) -> Request | None:
        """The next request; `FetchError` if it would leave the origin."""
        target = urljoin(req.full_url, newurl)
        if origin_of(target) != self._origin:
            raise FetchError(f"redirects to {target}, another origin; name that address instead")
        return super().redirect_request(req, fp, code, msg, headers, newurl)


def _opener(origin: tuple[str, str, int]) -> OpenerDirector:
    handlers: list[HTTPRedirectHandler | ProxyHandler] = [_SameOrigin(origin)]
    if _is_loopback(origin[1]):
        handlers.append(ProxyHandler({}))
    return build_opener(*handlers)


def _is_loopback(host: str) -> bool:
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


def _read(response: HTTPResponse) -> Answer:
    body = bytearray()
    while chunk := response.read1(_CHUNK):
        body += chunk
        if len(body) > MAX_BYTES:
            raise FetchError(f"the answer has more than {MAX_BYTES} bytes")
    announced = response.headers.get("Content-Length")
    if announced is not None and announced.isdecimal() and len(body) < int(announced):
        raise FetchError(f"the answer ends after {len(body)} of {announced} bytes")
    data = bytes(body)
    if response.headers.get("Content-Encoding", "").lower() in ("gzip", "x-gzip"):
        data = gunzip(data)
    named = response.headers.get_content_type() if "Content-Type" in response.headers else ""
    return Answer(
        body=data,
        media_type=named,
        charset=response.headers.get_content_charset(),
    )


def gunzip(data: bytes) -> bytes:
    """Unpack gzip data.

    Raises:
        FetchError: It is damaged or unpacks to more than `MAX_BYTES`.
    """
    unpack = zlib.decompressobj(wbits=31)
    try:
        plain = unpack.decompress(data, MAX_BYTES + 1)
    except zlib.error as error:
        raise FetchError(f"the answer is damaged: {error}") from error
    if len(plain) > MAX_BYTES:
        raise FetchError(f"the answer unpacks to more than {MAX_BYTES} bytes")
    if not unpack.eof:
        raise FetchError("the answer is damaged: it ends too early")
    return plain
