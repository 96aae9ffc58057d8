"""A deployed site, served on the loopback interface by servers that are honest, odd or hostile."""

import gzip
import socket
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

from ai_memory_spec.drift import Outcome, Report
from ai_memory_spec.drift.html import (
    HtmlCheck,
    SiteAddressError,
    check_html,
    is_address,
    open_deployed,
)
from ai_memory_spec.drift.html import answer as answer_module
from ai_memory_spec.drift.html.answer import FetchError
from ai_memory_spec.drift.html.fetch import Fetcher
from tests.drift.html.worlds import KINDS, SHELF, World, refresh

HTML = {"Content-Type": "text/html; charset=utf-8"}
PAGE = "# Page\n\nTools: <!-- live:count -->old<!-- /live -->.\n"


@dataclass(kw_only=True)
class Reply:
    """What a server says at one path."""

    body: bytes = b""
    status: int = 200
    headers: Mapping[str, str] = field(default_factory=lambda: HTML)
    raw: bytes | None = None
    """Sent in place of a well-formed answer."""
    drip_s: float = 0
    """Seconds between single bytes, without end."""


@dataclass(kw_only=True)
class Server:
    """A small web server that says what it is told to."""

    base: str
    replies: dict[str, Reply] = field(default_factory=dict)
    asked: list[str] = field(default_factory=list)

    def say(self, path: str, body: str | bytes, **more: object) -> None:
        data = body.encode() if isinstance(body, str) else body
        self.replies[path] = Reply(body=data, **more)  # type: ignore[arg-type]

    def sitemap(self, *locations: str, path: str = "/sitemap.xml") -> None:
        urls = "".join(f"<url><loc>{location}</loc></url>\n" for location in locations)
        self.say(path, f"<?xml version='1.0'?>\n<urlset>{urls}</urlset>\n")


@pytest.fixture
def serve(monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[], Server]]:
    """Start a server; it ends with the test."""
    # Loopback addresses are never asked for by way of a proxy.
    monkeypatch.setenv("http_proxy", "http://127.0.0.1:9")
    monkeypatch.delenv("no_proxy", raising=False)
    running: list[ThreadingHTTPServer] = []

    def start() -> Server:
        class Handler(BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                server.asked.append(self.path)
                reply = server.replies.get(self.path, Reply(status=404, body=b"not here"))
                if reply.raw is not None:
                    self.wfile.write(reply.raw)
                    return
                if reply.drip_s:
                    while not stopped.wait(reply.drip_s):
                        try:
                            self.wfile.write(b"H")
                        except OSError:
                            return
                    return
                self.send_response(reply.status)
                for name, value in {
                    "Content-Length": str(len(reply.body)),
                    **reply.headers,
                }.items():
                    self.send_header(name, value)
                self.end_headers()
                self.wfile.write(reply.body)

            def log_message(self, *_: object) -> None:
                pass

        httpd = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        httpd.daemon_threads = True
        running.append(httpd)
        threading.Thread(target=httpd.serve_forever, args=(0.02,), daemon=True).start()
        server = Server(base=f"http://127.0.0.1:{httpd.server_port}")
        return server

    stopped = threading.Event()
    yield start
    stopped.set()
    for httpd in running:
        httpd.shutdown()
        httpd.server_close()


@pytest.fixture
def server(serve: Callable[[], Server]) -> Server:
    """One server."""
    return serve()


@pytest.fixture
def project(world: World) -> World:
    """A project of two pages that is not built: what is deployed is the server's to say."""
    return world.write(
        {
            "mkdocs.yml": "site_url: https://docs.example.org/project/\n",
            "docs/index.md": refresh(PAGE, "docs/index.md"),
            "docs/tool list.md": refresh(PAGE, "docs/tool list.md"),
        }
    )


def page(number: int = 51) -> str:
    return (
        "<!doctype html><body><nav>Tools</nav><main><h1>Page</h1>"
        f"<p>Tools: <!-- live:count -->{number}<!-- /live -->.</p></main>"
    )


def deploy(
    server: Server, root: str = "/", site_url: str = "https://docs.example.org/project/"
) -> str:
    """Two correct pages below a root path of the server."""
    server.sitemap(site_url, f"{site_url}tool%20list/", path=f"{root}sitemap.xml")
    server.say(root, page())
    server.say(f"{root}tool%20list/", page())
    return server.base + root


def check(project: World, address: str, **bounds: float) -> Report:
    fetcher = Fetcher(address, **bounds) if bounds else None  # type: ignore[arg-type]
    site = open_deployed(address, project.config.site_url, fetcher)
    return check_html(
        HtmlCheck(site=site, config=project.config, kinds=KINDS, shelf=SHELF), project.pages()
    )


def reasons(report: Report) -> list[tuple[str, str]]:
    return [(item.subject, item.reason) for item in report.not_checked]


# ---- Honest servers ----------------------------------------------------------------------------


@pytest.mark.parametrize("root", ["/", "/project/", "/deep/er/"])
@pytest.mark.parametrize(
    "site_url",
    ["https://docs.example.org/project/", "https://elsewhere.example/", "http://127.0.0.1/a/b/"],
)
def test_paths_of_the_sitemap_are_mapped(
    project: World, server: Server, root: str, site_url: str
) -> None:
    """The sitemap's own host and path do not matter, only what is below them."""
    address = deploy(server, root, site_url)
    report = check(project, address)
    assert (report.findings, reasons(report)) == ((), [])
    assert report.outcome is Outcome.IN_STEP
    assert [(each.path, each.regions) for each in report.checked] == [
        (address, 1),
        (f"{address}tool%20list/", 1),
    ]
    assert server.asked == [f"{root}sitemap.xml", root, f"{root}tool%20list/"]


@pytest.mark.parametrize("written", ["", "/", "/index.html", "/sitemap.xml", "/?a=b#c"])
def test_the_address_may_be_written_in_many_ways(
    project: World, server: Server, written: str
) -> None:
    """With or without a slash, or as a reader copies it from the browser."""
    deploy(server, "/project/")
    assert check(project, f"{server.base}/project{written}").outcome is Outcome.IN_STEP


def test_a_stale_page_is_published_again(project: World, server: Server) -> None:
    """A finding names the address, the line and what mends it."""
    address = deploy(server)
    server.say("/tool%20list/", "\n\n" + page(43))
    report = check(project, address)
    assert report.outcome is Outcome.DRIFT
    (found,) = report.findings
    assert (found.rule, found.path, found.line) == ("html.stale", f"{address}tool%20list/", 3)
    assert (found.published, found.live) == ("43", "51")
    assert found.fix.startswith("build and publish the site again; if it stays")


def test_a_page_that_the_sitemap_lacks(project: World, server: Server) -> None:
    """A page of the configuration must be published."""
    address = deploy(server)
    server.sitemap("https://docs.example.org/project/")
    report = check(project, address)
    (found,) = report.findings
    assert (found.rule, found.path) == ("html.page-missing", f"{address}tool%20list/")
    assert found.message == "the page docs/tool list.md is not in the built site"
    assert found.fix.startswith("build and publish the site again; ")


def test_pages_beyond_the_configuration_are_checked(project: World, server: Server) -> None:
    """A page that a plugin made is in the sitemap and not in the configuration."""
    address = deploy(server)
    base = "https://docs.example.org/project/"
    server.sitemap(base, f"{base}tool%20list/", f"{base}tags/", f"{base}plain/")
    server.say("/tags/", page(43))
    server.say("/plain/", "<p>Nothing</p>")
    report = check(project, address)
    (found,) = report.findings
    assert (found.region, found.path) == ("tags.count.included.1", f"{address}tags/")


@pytest.mark.parametrize("shape", ["tool%20list.html", "tool%20list", "tool%20list/index.html"])
def test_addresses_of_another_generator(project: World, server: Server, shape: str) -> None:
    """A page is found whether its address is a file, a folder or neither."""
    address = deploy(server)
    base = "https://docs.example.org/project/"
    server.sitemap(f"{base}index.html", f"{base}{shape}")
    server.say("/index.html", page())
    server.say(f"/{shape}", page(43))
    (found,) = check(project, address).findings
    assert found.path == f"{address}{shape}"


def test_a_compressed_sitemap(project: World, server: Server) -> None:
    """The packed sitemap is read where there is no plain one, and gzip wherever it is sent."""
    address = deploy(server)
    plain = server.replies.pop("/sitemap.xml")
    server.say("/sitemap.xml.gz", gzip.compress(plain.body))
    packed = {**HTML, "Content-Encoding": "gzip"}
    server.say("/", gzip.compress(page(43).encode()), headers=packed)
    (found,) = check(project, address).findings
    assert (found.path, found.published) == (address, "43")


def test_an_index_of_sitemaps(project: World, server: Server) -> None:
    """An index leads to the sitemaps that it names."""
    address = deploy(server)
    plain = server.replies.pop("/sitemap.xml")
    base = "https://docs.example.org/project/"
    server.say("/sitemap-1.xml", plain.body)
    server.say(
        "/sitemap.xml",
        f"<sitemapindex><sitemap><loc>{base}sitemap-1.xml</loc></sitemap></sitemapindex>",
    )
    assert check(project, address).outcome is Outcome.IN_STEP


@pytest.mark.parametrize(
    ("headers", "body"),
    [
        ({"Content-Type": "text/html; charset=iso-8859-1"}, "gr\xf6\xdfe".encode("latin-1")),
        ({"Content-Type": "text/html"}, "<meta charset=latin-1>gr\xf6\xdfe".encode("latin-1")),
        ({"Content-Type": "text/html"}, "größe".encode()),
        ({"Content-Type": "text/html; charset=no-such"}, "\ufeffgröße".encode()),
        ({}, "größe".encode()),
    ],
)
def test_encodings(server: Server, headers: Mapping[str, str], body: bytes) -> None:
    """The header's encoding comes first, then the page's own, then UTF-8."""
    server.say("/", body, headers=headers)
    text = Fetcher(server.base).get(f"{server.base}/").text()
    assert text.removeprefix("<meta charset=latin-1>") == "größe"


# ---- Could not check ---------------------------------------------------------------------------


def test_no_server(project: World) -> None:
    """An address where nobody listens is not checked, and said once."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        address = f"http://127.0.0.1:{free.getsockname()[1]}/"
    report = check(project, address)
    assert report.outcome is Outcome.NOT_CHECKED
    assert report.findings == ()
    ((subject, reason),) = reasons(report)
    assert subject == f"{address}sitemap.xml"
    assert reason.startswith("the sitemap cannot be read: no connection: ")


def test_an_unknown_host(project: World) -> None:
    """A name that does not exist is not checked."""
    report = check(project, "http://no-such-host.invalid/", timeout_s=10)
    assert report.outcome is Outcome.NOT_CHECKED
    assert len(report.not_checked) == 1


def test_no_sitemap(project: World, server: Server) -> None:
    """Without a sitemap no page is found, which is no pass and no drift."""
    server.say("/", page())
    report = check(project, server.base)
    assert report.outcome is Outcome.NOT_CHECKED
    assert reasons(report) == [
        (
            f"{server.base}/sitemap.xml",
            "the sitemap cannot be read: HTTP 404 Not Found",
        )
    ]


def test_an_empty_sitemap(project: World, server: Server) -> None:
    """MkDocs without site_url writes a sitemap without pages."""
    server.sitemap()
    report = check(project, server.base)
    assert report.outcome is Outcome.NOT_CHECKED
    assert reasons(report) == [
        (
            f"{server.base}/sitemap.xml",
            "the sitemap names no page; set site_url, or check the address",
        )
    ]


def test_a_page_instead_of_a_sitemap(project: World, server: Server) -> None:
    """A host that answers everything with its start page has no sitemap."""
    server.say("/sitemap.xml", page())
    report = check(project, server.base)
    assert reasons(report)[0][1] == "the sitemap cannot be read: it is no sitemap"


def test_addresses_that_are_not_of_the_site(project: World, server: Server) -> None:
    """Other hosts, other paths and ways out of the site are never asked for."""
    other = "https://other.example/project/"
    base = "https://docs.example.org/project/"
    address = deploy(server, "/project/")
    odd = [other, f"{base}../admin/", "https://docs.example.org/else/", "http://[bad", "", "x/"]
    server.sitemap(base, f"{base}tool%20list/", *odd, path="/project/sitemap.xml")
    report = check(project, address)
    assert report.outcome is Outcome.NOT_CHECKED
    assert reasons(report) == [
        (
            f"{address}sitemap.xml",
            (
                f"6 of its 8 addresses, {other} first, are not of this site; set site_url to the "
                "address that the site is built for"
            ),
        )
    ]
    assert server.asked == ["/project/sitemap.xml", "/project/", "/project/tool%20list/"]


@pytest.mark.parametrize(
    ("reply", "reason"),
    [
        (Reply(status=404), "HTTP 404 Not Found"),
        (Reply(status=500, body=b"oops"), "HTTP 500 Internal Server Error"),
        (Reply(raw=b"garbage\r\n\r\n"), "no usable answer: garbage"),
        (Reply(raw=b""), "no usable answer: Remote end closed connection without response"),
        (
            Reply(raw=b"HTTP/1.1 200 OK\r\nContent-Length: 99\r\n\r\nshort"),
            "the answer ends after 5 of 99 bytes",
        ),
        (
            Reply(headers={"Content-Type": "application/json"}, body=b"{}"),
            "the server sends application/json, not HTML",
        ),
        (
            Reply(headers={**HTML, "Content-Encoding": "gzip"}, body=b"no gzip"),
            "the answer is damaged: Error -3 while decompressing data: incorrect header check",
        ),
        (
            Reply(
                headers={**HTML, "Content-Encoding": "gzip"}, body=gzip.compress(b"a" * 999)[:-9]
            ),
            "the answer is damaged: it ends too early",
        ),
        (
            Reply(status=301, headers={"Location": "/tool%20list/"}),
            (
                "HTTP 301 The HTTP server returned a redirect error that would lead to an infinite "
                "loop.\nThe last 30x error message was:\nMoved Permanently"
            ),
        ),
        (
            Reply(status=302, headers={"Location": "https://evil.example/tool%20list/"}),
            (
                "redirects to https://evil.example/tool%20list/, another origin; name that address "
                "instead"
            ),
        ),
        (
            Reply(status=302, headers={"Location": "file:///etc/passwd"}),
            "HTTP 302 Found - Redirection to url 'file:///etc/passwd' is not allowed",
        ),
        (
            Reply(status=302, headers={"Location": "//me:secret@127.0.0.1/"}),
            "an address with a user name or password is not taken",
        ),
        (
            Reply(raw=b"HTTP/1.1 200 OK\r\n" + b"X: y\r\n" * 200),
            "no usable answer: got more than 100 headers",
        ),
    ],
)
def test_a_page_that_gives_no_answer(
    project: World, server: Server, reply: Reply, reason: str
) -> None:
    """One page that cannot be read is named with its reason; the others are checked."""
    address = deploy(server)
    server.replies["/tool%20list/"] = reply
    report = check(project, address)
    assert report.findings == ()
    assert report.outcome is Outcome.NOT_CHECKED
    assert [each.path for each in report.checked] == [address]
    ((subject, said),) = reasons(report)
    assert subject == f"{address}tool%20list/"
    assert said.replace("\n", " ").startswith(reason.replace("\n", " "))


def test_another_port_is_another_origin(project: World, serve: Callable[[], Server]) -> None:
    """A redirect to another server on the same host is not followed."""
    one, other = serve(), serve()
    address = deploy(one)
    deploy(other)
    one.replies["/"] = Reply(status=302, headers={"Location": f"{other.base}/"})
    report = check(project, address)
    assert reasons(report)[0][1].startswith(f"redirects to {other.base}/, another origin")
    assert other.asked == []


def test_a_redirect_within_the_origin(project: World, server: Server) -> None:
    """A host may add a slash or move a page."""
    address = deploy(server)
    server.say("/moved/", page(43))
    server.replies["/tool%20list/"] = Reply(status=308, headers={"Location": "/moved/"})
    (found,) = check(project, address).findings
    assert (found.path, found.published) == (f"{address}tool%20list/", "43")


def test_a_server_that_drips(project: World, server: Server) -> None:
    """Bytes that come one by one do not hold the check past its time."""
    address = deploy(server)
    server.replies["/"] = Reply(drip_s=0.05)
    begin = time.monotonic()
    report = check(project, address, timeout_s=0.6)
    assert time.monotonic() - begin < 5
    assert reasons(report) == [(address, "no whole answer within 1 s")]
    assert [each.path for each in report.checked] == [f"{address}tool%20list/"]
    # What was cut off is over, not left behind.
    assert [each.name for each in threading.enumerate() if each.name.startswith("fetch ")] == []


def test_the_time_for_the_whole_site(project: World, server: Server) -> None:
    """When the time is up every page that is left is named."""
    address = deploy(server)
    server.replies["/"] = Reply(drip_s=0.05)
    report = check(project, address, timeout_s=9, total_s=0.8)
    assert [reason for _, reason in reasons(report)] == [
        "no whole answer within 1 s",
        "the time for the whole site is up",
    ]
    assert report.outcome is Outcome.NOT_CHECKED


def test_bounds_of_size(project: World, server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    """An answer may not be larger than the bound, packed or unpacked."""
    monkeypatch.setattr(answer_module, "MAX_BYTES", 10_000)
    address = deploy(server)
    server.say("/", "a" * 10_001)
    packed = gzip.compress(b"a" * 1_000_000)
    server.say("/tool%20list/", packed, headers={**HTML, "Content-Encoding": "gzip"})
    assert [reason for _, reason in reasons(check(project, address))] == [
        "the answer has more than 10000 bytes",
        "the answer unpacks to more than 10000 bytes",
    ]


def test_bounds_of_number(project: World, server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    """Of a site with too many pages the first are read, and that is said."""
    monkeypatch.setattr("ai_memory_spec.drift.html.deployed.MAX_PAGES", 2)
    address = deploy(server)
    base = "https://docs.example.org/project/"
    server.sitemap(base, f"{base}tool%20list/", *(f"{base}{number}/" for number in range(9)))
    report = check(project, address)
    assert report.outcome is Outcome.NOT_CHECKED
    assert reasons(report) == [(address, "the site has 11 pages; only the first 2 are read")]
    assert len(server.asked) == 3


@pytest.mark.parametrize(
    ("address", "message"),
    [
        ("ftp://example.org/", "ftp://example.org/ is not an http or https address"),
        ("file:///etc/", "file:///etc/ is not an http or https address"),
        ("https:///x", "https:///x is not an http or https address"),
        ("http://[::1", "http://[::1 is no address: Invalid IPv6 URL"),
        ("http://a:99999/", "http://a:99999/ is no address: Port out of range 0-65535"),
        ("https://me:secret@example.org/", "an address with a user name or password is not taken"),
    ],
)
def test_addresses_that_cannot_be_checked(address: str, message: str) -> None:
    """What is not the address of a site is refused before anything is asked, secrets unprinted."""
    assert is_address(address)
    with pytest.raises(SiteAddressError) as caught:
        open_deployed(address, "")
    assert str(caught.value) == message


def test_the_fetcher_stays_at_its_origin(server: Server) -> None:
    """It refuses other addresses itself, whoever asks."""
    with pytest.raises(FetchError, match="is of another origin"):
        Fetcher(server.base).get("http://127.0.0.1:1/")


def test_folders_are_no_addresses() -> None:
    """A folder with a colon in its name is a folder."""
    assert not any(map(is_address, ["site", "C:/site", "./a://b", "site/", "c:\\site", "a:b"]))


def test_a_real_site_served_from_a_folder(material: World, serve: Callable[[], Server]) -> None:
    """What MkDocs built passes as it is served: its sitemap, its addresses, its pages."""
    server = serve()
    site = material.root / "site"
    for path in (each for each in site.rglob("*") if each.suffix in (".html", ".xml", ".gz")):
        place = Path("/there") / path.relative_to(site)
        address = place.as_posix().removesuffix("index.html")
        server.say(address, path.read_bytes())
    built = open_deployed(f"{server.base}/there", material.config.site_url)
    report = material.check(site=built)
    assert (report.findings, reasons(report)) == ((), [])
    assert report.outcome is Outcome.IN_STEP
    assert len(report.checked) == len(material.config.pages)
