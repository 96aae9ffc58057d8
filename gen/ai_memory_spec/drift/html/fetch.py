"""Read pages of one origin over HTTP, with bounds on time, size and where it leads."""

import threading
import time
from http.client import HTTPException, HTTPMessage
from ipaddress import ip_address
from typing import IO
from urllib.error import HTTPError, URLError
from urllib.parse import urljoin, urlsplit
from urllib.request import (
    BaseHandler,
    HTTPRedirectHandler,
    OpenerDirector,
    ProxyHandler,
    Request,
    build_opener,
)

from ai_memory_spec import __version__
from ai_memory_spec.drift.html.answer import Answer, FetchError, read_answer
from ai_memory_spec.drift.html.wire import Wire

MAX_REDIRECTS = 5
_GRACE_S = 1.0
"""How long a thread that was cut off may take to close its socket."""


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
        wire = Wire()

        def work() -> None:
            try:
                outcome.append(self._get(url, limit, wire))
            except FetchError as error:
                outcome.append(error)

        # A socket's timeout starts anew with each byte and does not hold for the look-up of the
        # name; a thread that can be cut off, or left behind in a look-up, bounds all of it.
        thread = threading.Thread(target=work, name=f"fetch {url}", daemon=True)
        thread.start()
        thread.join(limit)
        if thread.is_alive():
            wire.cut()
            thread.join(_GRACE_S)
            raise FetchError(f"no whole answer within {limit:.0f} s")
        answer = outcome[0] if outcome else FetchError("no usable answer")
        if isinstance(answer, FetchError):
            raise answer
        return answer

    def _opener(self, wire: Wire) -> OpenerDirector:
        handlers: list[BaseHandler] = [*wire.handlers(), _SameOrigin(self._origin)]
        if _is_loopback(self._origin[1]):
            handlers.append(ProxyHandler({}))
        return build_opener(*handlers)

    def _get(self, url: str, limit: float, wire: Wire) -> Answer:
        request = Request(  # noqa: S310 # the origin is http or https
            url,
            headers={
                "User-Agent": f"ai-memory-spec/{__version__}",
                "Accept": "text/html, application/xml;q=0.9, */*;q=0.1",
                "Accept-Encoding": "identity",
            },
        )
        try:
            with self._opener(wire).open(request, timeout=limit) as response:
                return read_answer(response)
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
        try:
            if origin_of(target) != self._origin:
                raise FetchError(
                    f"redirects to {target}, another origin; name that address instead"
                )
        except FetchError:
            fp.close()
            raise
        return super().redirect_request(req, fp, code, msg, headers, newurl)


def _is_loopback(host: str) -> bool:
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"
