"""`mkdocs serve` for real: one rebuild for each change, no restart, no loop, no end by a fault."""

import os
import re
import shutil
import signal
import socket
import subprocess
import sys
import threading
import time
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

pytestmark = pytest.mark.serve

PACKAGE = Path(__file__).parents[2] / "gen/ai_memory_spec"
PATIENCE_S = 60
"""How long a change may take on a machine that is busy with other tests."""
QUIET_S = 1.6
"""Three looks of MkDocs' watcher, which polls twice a second."""
CONFIG = """\
site_name: A site
theme:
  name: null
  custom_dir: {up}theme
plugins:
  - ai-memory-spec:
      edition: spec
"""
THEME = (
    "<!doctype html>\n<html lang=en><head><title>A site</title></head>"
    "<body><article>{{ page.content }}</article></body></html>\n"
)
PAGE = """\
# Home

There are <!-- live:count of=total -->51<!-- /live --> tools and
mine has <!-- live:count of=total edition=editions/mine.toml -->2<!-- /live -->, says a person.
"""
MINE = 'label = "mine"\nwhat = "An edition of the tests."\n\n[families]\nonly = ["one", "two"]\n'


@dataclass
class Server:
    """A running `mkdocs serve`, with all that it said."""

    root: Path
    url: str
    process: "subprocess.Popen[str]"
    lines: list[str]

    # What it did

    @property
    def log(self) -> str:
        return "".join(self.lines)

    @property
    def builds(self) -> int:
        return self.log.count("Building documentation...")

    @property
    def reloads(self) -> int:
        """Builds that came to their end, the first one left out."""
        return self.log.count("Reloading browsers")

    def text(self) -> str:
        """The home page without its tags."""
        with urllib.request.urlopen(self.url, timeout=PATIENCE_S) as answer:
            html = answer.read().decode()
        content = re.search(r"<article>(.*?)</article>", html, re.DOTALL)
        assert content is not None, html
        return " ".join(re.sub(r"<[^>]*>", "", content[1]).split())

    def wait(self, what: str, done: Callable[[], bool]) -> None:
        end = time.monotonic() + PATIENCE_S
        while not done():
            assert self.process.poll() is None, f"the server ended:\n{self.log}"
            assert time.monotonic() < end, f"waited in vain for {what}:\n{self.log}"
            time.sleep(0.05)

    # What is done to it

    @contextmanager
    def one_build(self) -> Iterator[None]:
        """What happens inside is followed by exactly one build, which comes to its end."""
        builds, reloads = self.builds, self.reloads
        yield
        self.wait("a rebuild", lambda: self.reloads > reloads)
        time.sleep(QUIET_S)
        assert (self.builds - builds, self.reloads - reloads) == (1, 1), self.log

    def write(self, name: str, text: str) -> None:
        path = self.root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)

    def save_by_rename(self, name: str, text: str) -> None:
        """As some editors do: the old file steps aside, a new one takes its name."""
        path = self.root / name
        new = path.with_name(f".{path.name}.new")
        new.write_text(text)
        new.replace(path)

    def restore(self, name: str, text: str) -> None:
        """Write and wait; a build too many would be counted against the next test."""
        reloads = self.reloads
        self.write(name, text)
        self.wait("a rebuild", lambda: self.reloads > reloads)

    @contextmanager
    def changed(self, name: str, change: Callable[[str], str]) -> Iterator[None]:
        """The file with this change, for a while."""
        path = self.root / name
        before = path.read_text()
        try:
            with self.one_build():
                self.write(name, change(before))
            yield
        finally:
            self.restore(name, before)


def free_port() -> int:
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        port: int = one.getsockname()[1]
        return port


def make_project(root: Path, config: str = "mkdocs.yml", docs: str = "docs") -> None:
    """A site, an edition beside it, and a copy of the package to change at will."""
    shutil.copytree(PACKAGE, root / "gen/ai_memory_spec", ignore=shutil.ignore_patterns("__py*"))
    for name, text in {
        config: CONFIG.format(up="../" * config.count("/")),
        "theme/main.html": THEME,
        "editions/mine.toml": MINE,
        "pyproject.toml": '[tool.ai-memory-spec]\npaths = ["docs"]\n',
        f"{docs}/index.md": PAGE,
    }.items():
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text(text)


def environment(root: Path) -> dict[str, str]:
    """Ours, with the project's copy of the package, and with bytecode as users have it."""
    return {
        **{name: os.environ[name] for name in os.environ if not name.startswith("PYTHON")},
        "PYTHONPATH": str(root / "gen"),
        "PYTHONUNBUFFERED": "1",
        "NO_MKDOCS_2_WARNING": "1",
    }


@contextmanager
def serving(root: Path, *arguments: str) -> Iterator[Server]:
    """Serve the project; afterwards no process is left."""
    port = free_port()
    process = subprocess.Popen(
        [sys.executable, "-m", "mkdocs", "serve", "--dev-addr", f"127.0.0.1:{port}", *arguments],
        cwd=root,
        env=environment(root),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        start_new_session=True,
    )
    server = Server(root, f"http://127.0.0.1:{port}/", process, [])
    assert process.stdout is not None
    reader = threading.Thread(target=lambda: server.lines.extend(process.stdout or ()))
    reader.start()
    try:
        server.wait("the first build", lambda: "Serving on" in server.log)
        yield server
        process.send_signal(signal.SIGINT)
        process.wait(PATIENCE_S)
    finally:
        if process.poll() is None:
            os.killpg(process.pid, signal.SIGKILL)
            process.wait(PATIENCE_S)
        reader.join(PATIENCE_S)
        process.stdout.close()


@pytest.fixture(scope="module")
def shared_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """One server for most tests of this module; each leaves it as it found it."""
    root = tmp_path_factory.mktemp("served")
    make_project(root)
    with serving(root, "--livereload") as running:
        # The watcher's first look must lie before the first change.
        time.sleep(1)
        yield running


@pytest.fixture
def server(shared_server: Server) -> Server:
    assert shared_server.process.poll() is None, f"the server has ended:\n{shared_server.log}"
    assert shared_server.text() == "Home There are 51 tools and mine has 2, says a person."
    return shared_server


# ---- What a change of each kind does -----------------------------------------------------------


def test_page(server: Server) -> None:
    """The new text is there, and the stale region in it is fresh and said, not written."""
    stale = PAGE.replace("says a person", "says anyone").replace("-->51<", "-->43<")
    with server.changed("docs/index.md", lambda _: stale):
        assert server.text() == "Home There are 51 tools and mine has 2, says anyone."
        assert (server.root / "docs/index.md").read_text() == stale
        assert server.log.count("docs/index.md:3:39: error region.stale") == 1


def test_shipped_edition(server: Server) -> None:
    """An edition of the package is data of the core."""
    name = "gen/ai_memory_spec/editions/spec.toml"
    with server.changed(
        name, lambda text: text.replace('"memory_store"', '"memory_a", "memory_store"', 1)
    ):
        assert "There are 52 tools" in server.text()


def test_edition_that_only_a_marker_names(server: Server) -> None:
    """Its folder is watched as soon as a page has asked for it; a rename is a save too."""
    with server.one_build():
        server.save_by_rename("editions/mine.toml", MINE.replace('"two"', '"two", "three"'))
    assert "mine has 3," in server.text()
    server.restore("editions/mine.toml", MINE)


def test_settings(server: Server) -> None:
    """pyproject.toml and mkdocs.yml are read anew."""
    with server.changed("mkdocs.yml", lambda text: text.replace("edition: spec", "edition: 0.7.0")):
        assert "There are 73 tools" in server.text()
    with server.changed("pyproject.toml", lambda text: text + 'edition = "spec"\n'):
        assert "There are 51 tools" in server.text()


def test_module_of_the_core(server: Server) -> None:
    """An edit of the innermost package reaches the page; nobody meets an old class."""
    more = (
        "\n\n_count = count\n\n\ndef count(edition, profile):\n"
        "    from dataclasses import replace\n\n"
        "    return replace(_count(edition, profile), total=4711)\n"
    )
    with server.changed("gen/ai_memory_spec/phrasing/sentences.py", lambda text: text + more):
        assert "There are 4711 tools and mine has 4711," in server.text()


def test_helper_module(server: Server) -> None:
    """A module that others import by name is new for them too; saved by rename here."""
    name = "gen/ai_memory_spec/regions/escape.py"
    before = (server.root / name).read_text()
    with server.one_build():
        server.save_by_rename(
            name,
            before + "\n\n_escape = escape_text\n\n\ndef escape_text(text: str) -> str:\n"
            '    return _escape(text).replace("51", "fifty-one")\n',
        )
    assert "There are fifty-one tools" in server.text()
    server.restore(name, before)


def test_new_module_in_a_new_folder(server: Server) -> None:
    """A folder that comes later is watched too."""
    with server.one_build():
        server.write("gen/ai_memory_spec/extra/__init__.py", 'WORD = "many"\n')
        server.write(
            "gen/ai_memory_spec/catalog.py",
            (server.root / "gen/ai_memory_spec/catalog.py").read_text()
            + "\n\nimport ai_memory_spec.regions.page as _page\n"
            "from ai_memory_spec.extra import WORD as _word\n\n"
            "_line = _page.render_line\n"
            "_page.render_line = lambda content: _line(content).replace('51', _word)\n",
        )
    assert "There are many tools" in server.text()
    with server.one_build():
        server.write("gen/ai_memory_spec/extra/__init__.py", 'WORD = "plenty of"\n')
    assert "There are plenty of tools" in server.text()
    server.restore("gen/ai_memory_spec/catalog.py", (PACKAGE / "catalog.py").read_text())


def test_what_is_no_source_wakes_nobody(server: Server) -> None:
    """Bytecode that another process writes, and files beside the configuration."""
    builds = server.builds
    for folder in ("gen/ai_memory_spec", "gen/ai_memory_spec/phrasing"):
        server.write(f"{folder}/__pycache__/other.cpython-311.pyc", "")
    server.write("serve.log", server.log)
    time.sleep(QUIET_S)
    assert server.builds == builds


# ---- Faults ------------------------------------------------------------------------------------


def test_syntax_error_in_the_core(server: Server) -> None:
    """The last good page stays, the place is named once, pages can be edited, a mend is seen."""
    name = "gen/ai_memory_spec/phrasing/sentences.py"
    before = (server.root / name).read_text()
    line = before.count("\n") + 1
    with server.one_build():
        server.write(name, before + "def broken(:\n")
    assert "There are 51 tools" in server.text()
    with server.changed("docs/index.md", lambda text: text.replace("a person", "nobody")):
        assert server.text() == "Home There are 51 tools and mine has 2, says nobody."
    assert server.log.count(f"{name}:{line}: SyntaxError: ") == 1
    with server.one_build():
        server.write(name, before.replace("def count(", "def count(", 1) + "\nMENDED = True\n")
    assert "There are 51 tools" in server.text()
    assert "Mended: the site shows the newest core and editions again." in server.log
    server.restore(name, before)


def test_core_that_fails_while_it_renders(server: Server) -> None:
    """A fault that no import shows is one all the same."""
    name = "gen/ai_memory_spec/regions/kinds/values.py"
    broken = "\n\nimport ai_memory_spec.regions.kinds.values as _self\n\n\ncount = None\n"
    with server.changed(name, lambda text: text + broken):
        assert "There are 51 tools" in server.text()
        assert len(re.findall(rf"{name}:\d+: TypeError: 'NoneType'", server.log)) == 1


def test_bad_edition(server: Server) -> None:
    """The same for data: the last good page, file and line once, and a recovery."""
    with server.changed("editions/mine.toml", lambda text: text + "more = \n"):
        assert "There are 51 tools and mine has 2," in server.text()
        with server.changed("docs/index.md", lambda text: text.replace("a person", "nobody")):
            assert "mine has 2, says nobody" in server.text()
        said = re.findall(r"editions/mine\.toml: 1 problem.*\n.*line \d+", server.log)
        assert len(said) == 1
        assert "line 6" in said[0]
    assert "mine has 2, says a person" in server.text()


def test_bad_settings(server: Server) -> None:
    """An edition that does not exist is named, and the page stays."""
    with server.changed("mkdocs.yml", lambda text: text.replace("edition: spec", "edition: spek")):
        assert "There are 51 tools" in server.text()
        assert server.log.count("unknown edition 'spek' (did you mean 'spec'?)") == 1


def test_edition_that_goes_away_and_comes_back(server: Server) -> None:
    """A file that is gone for a while is still watched."""
    with server.one_build():
        (server.root / "editions/mine.toml").unlink()
    assert "mine has 2," in server.text()
    with server.one_build():
        server.write("editions/mine.toml", MINE)
    assert "mine has 2," in server.text()


@pytest.mark.browser
def test_open_page_shows_the_change(server: Server, page: Page) -> None:
    """A reader's browser reloads by itself."""
    page.goto(server.url)
    article = page.locator("article")
    expect(article).to_contain_text("says a person")
    server.write("docs/index.md", PAGE.replace("a person", "the browser"))
    expect(article).to_contain_text("says the browser", timeout=PATIENCE_S * 1000)
    page.goto("about:blank")  # a page that reloads while it is closed can keep Chromium from ending
    server.restore("docs/index.md", PAGE)


# ---- Other layouts and flags -------------------------------------------------------------------


def test_docs_folder_that_holds_everything(tmp_path: Path) -> None:
    """The watcher sees the core, its bytecode and the editions anyway; each is built once."""
    make_project(tmp_path, config="website/mkdocs.yml", docs=".")
    config = tmp_path / "website/mkdocs.yml"
    config.write_text(f"{config.read_text()}docs_dir: ..\n")
    with serving(tmp_path, "--livereload", "--config-file", "website/mkdocs.yml") as server:
        time.sleep(QUIET_S)
        assert server.builds == 1
        with server.one_build():
            server.write("index.md", PAGE.replace("a person", "nobody"))
        with server.one_build():
            server.write("editions/mine.toml", MINE.replace('"two"', '"two", "three"'))
        with server.one_build():
            server.write("gen/ai_memory_spec/extra.py", "")
        assert server.text() == "Home There are 51 tools and mine has 3, says nobody."


def test_reload_that_was_turned_off_is_not_spoken_of(tmp_path: Path) -> None:
    """Who passes the flag knows."""
    make_project(tmp_path)
    with serving(tmp_path, "--no-livereload") as server:
        assert "There are 51 tools" in server.text()
        assert "reload" not in server.log


def test_first_build_that_fails_ends_the_command(tmp_path: Path) -> None:
    """There is nothing to serve; the message is the one of `mkdocs build`."""
    make_project(tmp_path)
    config = tmp_path / "mkdocs.yml"
    config.write_text(config.read_text().replace("edition: spec", "edition: none.toml"))
    done = subprocess.run(
        [sys.executable, "-m", "mkdocs", "serve", "--dev-addr", f"127.0.0.1:{free_port()}"],
        cwd=tmp_path,
        env=environment(tmp_path),
        capture_output=True,
        text=True,
        timeout=PATIENCE_S,
    )
    assert done.returncode == 1
    assert "ai-memory-spec: there is no edition file 'none.toml'" in done.stderr
    assert "Traceback" not in done.stderr
