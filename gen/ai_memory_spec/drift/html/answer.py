"""The body of an HTTP answer, read and unpacked within bounds."""

import re
import zlib
from dataclasses import dataclass
from http.client import HTTPResponse

MAX_BYTES = 8_000_000
"""Of one answer, packed or not."""
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


def read_answer(response: HTTPResponse) -> Answer:
    """Read a good answer to its end.

    Raises:
        FetchError: It is too large, damaged or cut short.
    """
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
