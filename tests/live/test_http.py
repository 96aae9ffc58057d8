"""Live output over HTTP: what is asked, what is understood, what is bounded, what is hidden."""

import gzip
import json
import socket
import time
from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import Any

import pytest

from ai_memory_spec.contract import DocumentV3, loaded_families
from ai_memory_spec.live import AddressError, Answer, CouldNotCheckError, HttpSource, Reason

CAPTURES = Path(__file__).resolve().parent.parent / "data" / "captures"
TOKEN = "Bearer shelf-of-secrets-91"

Reply = Callable[[BaseHTTPRequestHandler], None]


def capture(release: str = "0.10.0") -> str:
    """The v3 document that this release answered over HTTP, profile graph."""
    documents = json.loads((CAPTURES / f"{release}.documents.json").read_text())
    return json.dumps(documents["http v3"])


class World(ThreadingHTTPServer):
    """A server on loopback that does what the test says."""

    daemon_threads = True
    reply: Reply
    seen: list[tuple[str, dict[str, str]]]

    def handle_error(self, request: Any, client_address: Any) -> None:
        """A client that hangs up is no news."""


class Handler(BaseHTTPRequestHandler):
    """Notes the request and hands it to the test's reply."""

    server: World

    def do_GET(self) -> None:
        self.server.seen.append((self.path, dict(self.headers)))
        self.server.reply(self)

    def log_message(self, *args: object) -> None:
        """Stay silent."""


def send(body: str | bytes, status: int = 200, **headers: str) -> Reply:
    """Reply with this body."""

    def reply(handler: BaseHTTPRequestHandler) -> None:
        handler.send_response(status)
        for name, value in headers.items():
            handler.send_header(name.replace("_", "-"), value)
        handler.end_headers()
        handler.wfile.write(body.encode() if isinstance(body, str) else body)

    return reply


@pytest.fixture
def serve() -> Iterator[Callable[[Reply], World]]:
    """Start a server with a reply; its address is `url(server)`."""
    started: list[World] = []

    def start(reply: Reply) -> World:
        server = World(("127.0.0.1", 0), Handler)
        server.reply, server.seen = reply, []
        Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True).start()
        started.append(server)
        return server

    yield start
    for server in started:
        server.shutdown()
        server.server_close()


def url(server: World, path: str = "") -> str:
    """The address of a server."""
    return f"http://127.0.0.1:{server.server_port}{path}"


def failure(source: HttpSource) -> CouldNotCheckError:
    """What keeps the source from answering."""
    with pytest.raises(CouldNotCheckError) as caught:
        source.fetch(None)
    return caught.value


# ---- What is asked and understood --------------------------------------------------------------


@pytest.mark.parametrize("path", ["", "/", "/api/v1/capabilities"])
def test_server_is_asked_once_for_v3(serve: Callable[[Reply], World], path: str) -> None:
    """Whatever the profiles; the capabilities path is added where it is not there."""
    server = serve(send(capture()))
    source = HttpSource(url(server, path))
    assert not source.per_profile
    [fetched] = source.fetch_all([], None)
    answer = fetched.result
    assert isinstance(answer, Answer)
    assert isinstance(answer.v3, DocumentV3)
    assert loaded_families(answer.v3) == ("core", "graph")
    assert str(answer.server) == "a server of version 0.10.0"
    assert answer.listed is None
    [(asked, headers)] = server.seen
    assert asked == "/api/v1/capabilities"
    assert headers["Accept-Capabilities"] == "v3"


def test_path_in_front_is_kept(serve: Callable[[Reply], World]) -> None:
    """A server may stand behind a prefix."""
    server = serve(send(capture()))
    HttpSource(url(server, "/memory/")).fetch(None)
    assert server.seen[0][0] == "/memory/api/v1/capabilities"


def test_redirect_within_the_origin_is_followed(serve: Callable[[Reply], World]) -> None:
    """With the headers, as it is the same host."""

    def reply(handler: BaseHTTPRequestHandler) -> None:
        if handler.path.startswith("/old"):
            send("", 307, Location="/new/api/v1/capabilities")(handler)
        else:
            send(capture())(handler)

    server = serve(reply)
    HttpSource(url(server, "/old"), headers={"Authorization": TOKEN}).fetch(None)
    assert [headers["Authorization"] for _, headers in server.seen] == [TOKEN, TOKEN]


def test_older_release_answers_v2(serve: Callable[[Reply], World]) -> None:
    """A sound document, and not the one that is needed."""
    answer = HttpSource(url(serve(send(capture("0.6.4"))))).fetch(None)
    assert isinstance(answer.v3, CouldNotCheckError)
    assert answer.v3.reason is Reason.NOT_V3


# ---- What cannot be checked --------------------------------------------------------------------


@pytest.mark.parametrize(
    ("reply", "reason", "message"),
    [
        (
            send("<!DOCTYPE html>\n<title>It works!</title>"),
            Reason.HTML_PAGE,
            (
                'the answer is an HTML page: "<!DOCTYPE html>\\n<title>It works!</title>"; '
                "ask the server itself, not a page in front of it"
            ),
        ),
        (
            send("\x1b[31mno"),
            Reason.NOT_JSON,
            'the answer is not JSON: "no"',
        ),
        (send(""), Reason.NOT_JSON, "the answer is empty"),
        (
            send(gzip.compress(b"{}"), Content_Encoding="gzip"),
            Reason.NOT_JSON,
            'sent the Content-Encoding "gzip", which was not asked for',
        ),
        (
            send(b'a\r\n{"schema"', Transfer_Encoding="chunked"),
            Reason.UNREACHABLE,
            "/api/v1/capabilities broke off in the middle of its answer",
        ),
        (
            send('{"a": ' + "9" * 5000 + "}"),
            Reason.NOT_JSON,
            "the answer holds a number of too many digits",
        ),
        (send("[" * 200_000), Reason.NOT_JSON, "the answer is nested too deeply"),
        (
            send('{"schema', Content_Length="100"),
            Reason.UNREACHABLE,
            "/api/v1/capabilities broke off: 92 of 100 bytes are missing",
        ),
        (send(b"\xff\xfe\x00"), Reason.NOT_JSON, "the answer is not UTF-8 text: "),
        (
            send("[]"),
            Reason.NOT_A_DOCUMENT,
            "the answer is no capabilities document: (top): expected an object",
        ),
        (
            send('{"error": "quota"}', 503),
            Reason.SERVER_ERROR,
            'answered with status 503 Service Unavailable: "{"error": "quota"}"',
        ),
        (
            send("", 404),
            Reason.SERVER_ERROR,
            (
                "answered with status 404 Not Found; the address is that of the server, to which "
                "/api/v1/capabilities is added"
            ),
        ),
        (
            send("", 302, Location="https://elsewhere.example/login?next=secret"),
            Reason.REDIRECT,
            (
                'leads to another host: "https://elsewhere.example/login"; '
                "give that address if it is the right one"
            ),
        ),
        (send("", 302, Location="http://[bad"), Reason.REDIRECT, "something that is no address"),
        (
            send("", 302, Location="/api/v1/capabilities"),
            Reason.REDIRECT,
            "leads on more than 5 times",
        ),
    ],
)
def test_unusable_answer_says_why(
    serve: Callable[[Reply], World], reply: Reply, reason: Reason, message: str
) -> None:
    """Each with its own reason."""
    error = failure(HttpSource(url(serve(reply))))
    assert error.reason is reason
    assert message in str(error)


def test_nobody_there_is_unreachable() -> None:
    """With the address and the system's word for it."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    error = failure(HttpSource(f"http://127.0.0.1:{port}"))
    assert error.reason is Reason.UNREACHABLE
    assert str(error).startswith(
        f"no HTTP answer from http://127.0.0.1:{port}/api/v1/capabilities: "
    )
    assert "refused" in str(error)


def test_something_else_than_http_is_unreachable() -> None:
    """Such as a server that speaks first, with terminal escapes."""
    with socket.create_server(("127.0.0.1", 0)) as listener:

        def greet() -> None:
            connection, _ = listener.accept()
            with connection:
                connection.recv(1000)
                connection.sendall(b"220 \x1b[2Jpantry mail\r\n")

        Thread(target=greet, daemon=True).start()
        error = failure(HttpSource(f"http://127.0.0.1:{listener.getsockname()[1]}"))
    assert error.reason is Reason.UNREACHABLE
    assert "220 pantry mail" in str(error)
    assert "\x1b" not in str(error)


# ---- Bounds ------------------------------------------------------------------------------------


def drip(handler: BaseHTTPRequestHandler) -> None:
    """Send a byte now and then, for ever."""
    handler.send_response(200)
    handler.end_headers()
    while True:
        handler.wfile.write(b" ")
        handler.wfile.flush()
        time.sleep(0.05)


def flood(handler: BaseHTTPRequestHandler) -> None:
    """Send as much as can be, for ever."""
    handler.send_response(200)
    handler.end_headers()
    while True:
        handler.wfile.write(b" " * 2**20)


@pytest.mark.parametrize("reply", [drip, lambda _: time.sleep(20)])
def test_slow_answer_is_bounded_as_a_whole(serve: Callable[[Reply], World], reply: Reply) -> None:
    """A byte now and then does not keep us waiting for ever."""
    begun = time.monotonic()
    server = serve(reply)
    error = failure(HttpSource(url(server), timeout_s=0.5))
    assert time.monotonic() - begun < 5
    assert error.reason is Reason.TIMEOUT
    assert str(error) == (
        f"no whole answer to GET {url(server, '/api/v1/capabilities')} within 0.5 seconds; "
        "give it longer with --timeout"
    )


def test_endless_answer_is_bounded(serve: Callable[[Reply], World]) -> None:
    """However fast."""
    error = failure(HttpSource(url(serve(flood))))
    assert error.reason is Reason.TOO_MUCH_OUTPUT
    assert str(error).endswith("/api/v1/capabilities sent more than 16 MiB")


# ---- Secrets -----------------------------------------------------------------------------------


def echo(handler: BaseHTTPRequestHandler) -> None:
    """Answer 401 with the header that was sent."""
    send(f"bad token: {handler.headers['Authorization']}", 401)(handler)


def test_header_values_never_show(serve: Callable[[Reply], World]) -> None:
    """Not even where the server repeats them."""
    source = HttpSource(url(serve(echo)), headers={"Authorization": TOKEN})
    error = failure(source)
    assert "shelf-of-secrets" not in str(error) + source.name + repr(source)
    assert '401 Unauthorized: "bad token: [value of Authorization]"' in str(error)
    assert str(error).endswith("; give the header that it asks for with --header-env")


def test_query_of_the_address_never_shows(serve: Callable[[Reply], World]) -> None:
    """It is sent."""
    server = serve(send("", 500))
    source = HttpSource(url(server, "/api/v1/capabilities?key=shelf-of-secrets-91"))
    assert "shelf-of-secrets" not in str(failure(source)) + source.name
    assert server.seen == [] or "shelf-of-secrets" not in source.name


@pytest.mark.parametrize(
    ("address", "message"),
    [
        ("127.0.0.1:9077", '"127.0.0.1:9077" is no address of a server; write it like http://'),
        ("ftp://x", '"ftp://x" is no address of a server'),
        ("http://", '"http://" is no address of a server'),
        ("http://x:port", '"http://x:port" is no address: '),
        ("http://a b", "the address holds a blank or a control character"),
        ("http://x/\n", "the address holds a blank or a control character"),
        (
            "http://me:hunter2@x",
            "the address holds a user name or password; give a header with --header-env instead",
        ),
    ],
)
def test_unfit_address_is_refused(address: str, message: str) -> None:
    """Before anything is sent, and without showing a password."""
    with pytest.raises(AddressError) as caught:
        HttpSource(address)
    assert str(caught.value).startswith(message)
    assert "hunter2" not in str(caught.value)


@pytest.mark.parametrize(
    ("headers", "message"),
    [
        ({"Bad Name": "x"}, '"Bad Name" is no name of a header'),
        ({"Host": "x"}, "the header Host is set by the check itself"),
        ({"X-Token": "a\r\nb"}, "the value for the header X-Token holds a control character"),
    ],
)
def test_unfit_header_is_refused(headers: dict[str, str], message: str) -> None:
    """A line break in a value could smuggle in another header."""
    with pytest.raises(AddressError) as caught:
        HttpSource("http://x", headers=headers)
    assert str(caught.value) == message
