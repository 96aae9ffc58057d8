"""A small site in a folder of its own, built in this process as `mkdocs build` builds it."""

import logging
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from html.parser import HTMLParser
from pathlib import Path

import pytest
from mkdocs.commands.build import build
from mkdocs.config import load_config
from mkdocs.exceptions import Abort, BuildError

CONFIG = """\
site_name: A site
use_directory_urls: true
theme:
  name: null
  custom_dir: theme
plugins:
  - ai-memory-spec
"""
THEME = """\
<!doctype html>
<html lang="en">
<head><title>{{ page.title }}</title></head>
<body><article>{{ page.content }}</article></body>
</html>
"""
"""A theme that costs no time; `test_zensical.py` builds with the real one."""


@dataclass(frozen=True)
class Built:
    """What one build did and said."""

    error: Exception | None
    """What ended it; None if it came to its end."""
    lines: tuple[str, ...]
    """`LEVEL message` of every record, in order."""

    def of(self, level: str) -> list[str]:
        """The messages of the plugin with this level, without the prefix."""
        start = f"{level} ai-memory-spec: "
        return [line.removeprefix(start) for line in self.lines if line.startswith(start)]

    @property
    def warnings(self) -> list[str]:
        """Warnings and errors of the plugin."""
        return [*self.of("WARNING"), *self.of("ERROR")]


class _Records(logging.Handler):
    def __init__(self) -> None:
        super().__init__()
        self.lines: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.lines.append(f"{record.levelname} {record.getMessage()}")


@dataclass
class Site:
    """A project that holds a site."""

    root: Path
    config: str = "mkdocs.yml"
    out: Path = field(init=False)
    fresh = "<!-- live:count of=total -->51<!-- /live -->"
    """An inline region that is in step with the edition `spec`."""
    stale = "<!-- live:count of=total -->43<!-- /live -->"
    """The same with a number that is out of date."""

    def __post_init__(self) -> None:
        self.out = self.root / "site"

    def write(self, name: str, text: str) -> Path:
        path = self.root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(text.encode())
        return path

    def build(self, *, strict: bool = False) -> Built:
        """Build as `mkdocs build` does, in this process."""
        records = _Records()
        log = logging.getLogger("mkdocs")
        level = log.level
        log.setLevel(logging.INFO)
        log.addHandler(records)
        error = None
        try:
            config = load_config(config_file=str(self.root / self.config), strict=strict)
            self.out = Path(config.site_dir)
            config.plugins.on_startup(command="build", dirty=False)
            try:
                build(config)
            finally:
                config.plugins.on_shutdown()
        except (Abort, BuildError) as stop:
            error = stop
        finally:
            log.removeHandler(records)
            log.setLevel(level)
        return Built(error, tuple(records.lines))

    def text(self, page: str) -> str:
        """What a reader sees in the content of a built page, with single blanks."""
        return _content((self.out / page).read_text(encoding="utf-8"))


class _Content(HTMLParser):
    """Collects the text of `<article>`, without permalinks."""

    def __init__(self) -> None:
        super().__init__()
        self.depth = 0
        self.pieces: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.depth += tag == "article"

    def handle_endtag(self, tag: str) -> None:
        self.depth -= tag == "article"

    def handle_data(self, data: str) -> None:
        if self.depth:
            self.pieces.append(data)


def _content(html: str) -> str:
    parser = _Content()
    parser.feed(html)
    return re.sub(r"\s+", " ", "".join(parser.pieces)).strip()


@pytest.fixture
def site(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Site]:
    """A site with one page that is in step; the working folder is its root."""
    monkeypatch.setenv("NO_MKDOCS_2_WARNING", "1")
    made = Site(tmp_path / "project")
    made.write("mkdocs.yml", CONFIG)
    made.write("theme/main.html", THEME)
    made.write("docs/index.md", f"# Home\n\nThere are {Site.fresh} tools.\n")
    monkeypatch.chdir(made.root)
    return made
