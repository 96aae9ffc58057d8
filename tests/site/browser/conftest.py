"""The real site, built once for a run and served as static files, and a visitor who sees faults."""

import os
import re
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest
import yaml
from playwright.sync_api import Browser, BrowserContext, Page

ROOT = Path(__file__).parents[3]
PATIENCE_S = 120
"""How long a build may take on a machine that is busy with other tests."""


@dataclass(frozen=True)
class RealSite:
    """What `mkdocs build` made of this checkout, and where it is served."""

    folder: Path
    origin: str

    @property
    def pages(self) -> list[str]:
        """Every page of the navigation, as a path below the origin, in order."""

        def walk(items: list[Any]) -> Iterator[str]:
            for item in items:
                for value in item.values() if isinstance(item, dict) else [item]:
                    yield from walk(value) if isinstance(value, list) else [value]

        names = walk(yaml.load((ROOT / "mkdocs.yml").read_text(encoding="utf-8"), _Loader)["nav"])
        return [name.removesuffix("index.md").replace(".md", "/") for name in names]


class _Loader(yaml.SafeLoader):
    """Reads a MkDocs configuration without obeying its tags."""


_Loader.add_multi_constructor("", lambda loader, suffix, node: None)


class _Files(SimpleHTTPRequestHandler):
    """Serves files as they are, and the sitemap with this server's address in it.

    Material loads a page in place only if the sitemap has it. It puts its own host into the
    sitemap's addresses but no port, which the published site does not have.
    """

    def do_GET(self) -> None:
        if self.path != "/sitemap.xml":
            super().do_GET()
            return
        text = Path(self.translate_path(self.path)).read_text(encoding="utf-8")
        host, port = self.server.server_address[:2]
        body = re.sub("<loc>https?://[^/]+", f"<loc>http://{host!s}:{port}", text).encode()
        self.send_response(200)
        self.send_header("Content-Type", "application/xml")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *args: object) -> None:
        """Say nothing."""


def _build(folder: Path) -> Path:
    """Build into the folder, or wait for the worker that does."""
    done = folder / "done"
    try:
        folder.mkdir()
    except FileExistsError:
        end = time.monotonic() + PATIENCE_S
        while not done.exists():
            assert time.monotonic() < end, "the worker that builds the site did not finish"
            time.sleep(0.2)
    else:
        ran = subprocess.run(
            [sys.executable, "-m", "mkdocs", "build", "--quiet", "--site-dir", folder / "site"],
            cwd=ROOT,
            env={**os.environ, "NO_MKDOCS_2_WARNING": "1"},
            capture_output=True,
            text=True,
            timeout=PATIENCE_S,
        )
        done.write_text(f"{ran.returncode}\n{ran.stdout}{ran.stderr}", encoding="utf-8")
    said = done.read_text(encoding="utf-8")
    assert said.startswith("0\n"), said
    return folder / "site"


@pytest.fixture(scope="session")
def real_site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RealSite]:
    """The site of this checkout, from a server that knows files only."""
    base = tmp_path_factory.getbasetemp()
    if "PYTEST_XDIST_WORKER" in os.environ:
        base = base.parent
    folder = _build(base / "real-site")
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(_Files, directory=str(folder)))
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    yield RealSite(folder, f"http://127.0.0.1:{server.server_port}")
    server.shutdown()
    server.server_close()
    thread.join()


@dataclass
class Visitor:
    """A browser tab on the real site, and what went wrong in it."""

    page: Page
    origin: str
    faults: list[str] = field(default_factory=list)
    """Console errors and warnings, uncaught errors, requests that failed or left the site."""
    requested: list[str] = field(default_factory=list)
    """Addresses below the origin, in order."""

    def __post_init__(self) -> None:
        self.page.on("console", self._heard)
        self.page.on("pageerror", lambda error: self.faults.append(f"error: {error}"))
        self.page.on("request", lambda request: self._asked(request.url))

    def _heard(self, message: Any) -> None:
        if message.type in ("error", "warning"):
            self.faults.append(f"console {message.type}: {message.text}")

    def _asked(self, url: str) -> None:
        if url.startswith(self.origin + "/"):
            self.requested.append(url.removeprefix(self.origin))
        elif not url.startswith(("data:", "blob:")):
            self.faults.append(f"left the site: {url}")

    def go(self, path: str) -> Page:
        """Open a page and wait until Material and our scripts have seen it."""
        self.page.goto(f"{self.origin}/{path}")
        self.page.wait_for_load_state("networkidle")
        return self.page


def visiting(context: BrowserContext, real_site: RealSite) -> Visitor:
    """A visitor in this context."""
    return Visitor(context.new_page(), real_site.origin)


@pytest.fixture
def visitor(browser: Browser, real_site: RealSite) -> Iterator[Visitor]:
    """Someone at a wide screen; the test fails for any fault that they met."""
    context = browser.new_context(viewport={"width": 1440, "height": 900})
    context.grant_permissions(["clipboard-read", "clipboard-write"])
    made = visiting(context, real_site)
    yield made
    context.close()
    assert made.faults == []
