"""Zensical runs no plugins: what is committed is what it shows, and `check --html` holds it."""

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from ai_memory_spec.cli import main

ROOT = Path(__file__).parents[2]
CONFIG = """\
site_name: A site
theme:
  name: material
  font: false
plugins:
  - search
  - ai-memory-spec
markdown_extensions:
  - admonition
  - attr_list
  - footnotes
  - md_in_html
  - tables
  - toc:
      permalink: true
  - pymdownx.details
  - pymdownx.superfences
  - pymdownx.tabbed:
      alternate_style: true
"""
TOTAL = "<!-- live:count of=total -->51<!-- /live -->"
BLOCKS = """\
---
title: Blocks
---

# All {total} tools {{ #tools }}

<!-- live:profiles -->

<!-- /live -->

!!! note "A note"

    It has {total}.

    <!-- live:families -->

    <!-- /live -->

-   An item with {total}.

    <!-- live:names of=profiles -->

    <!-- /live -->

=== "A tab"

    Now {total}.

> A quote with {total}[^1].

| A | B |
| --- | --- |
| x | {total} |

```markdown
A sample: <!-- live:count of=total -->99<!-- /live -->
```

[^1]: A note with {total}.
"""


@pytest.fixture
def zensical_site(site: Any) -> Any:
    """Pages with regions in all places, in step, for a configuration that both read."""
    site.write("mkdocs.yml", CONFIG)
    site.write("pyproject.toml", '[tool.ai-memory-spec]\npaths = ["docs"]\n')
    site.write("docs/blocks.md", BLOCKS.format(total=TOTAL))
    site.write("docs/old.md", f"\ufeff---\r\ntitle: Old\r\n---\r\n\r\nNow {TOTAL}.\r\n")
    site.write("docs/more/README.md", f"# More\n\nNow {TOTAL}.\n")
    assert main(["generate"]) == 0
    return site


def build_with_zensical(root: Path) -> None:
    """Build strictly: a broken link ends it."""
    done = subprocess.run(
        [sys.executable, "-m", "zensical", "build", "--clean", "--strict", "-f", "mkdocs.yml"],
        cwd=root,
        env={**os.environ, "PYTHONWARNINGS": ""},
        capture_output=True,
        text=True,
        timeout=120,
    )
    said = re.sub(r"\x1b\[[0-9;]*m", "", done.stdout + done.stderr)
    assert done.returncode == 0, said[-2000:]


def check(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, dict[str, Any]]:
    capsys.readouterr()
    code = main(["check", "--format", "json", *arguments])
    report: dict[str, Any] = json.loads(capsys.readouterr().out)
    return code, report


def test_site_is_complete_and_passes_the_check(
    zensical_site: Any, capsys: pytest.CaptureFixture[str]
) -> None:
    """Every region of every page is found and compared; none could not be."""
    build_with_zensical(zensical_site.root)
    code, report = check(capsys, "--html", "site")
    assert (code, report["findings"], report["not_checked"]) == (0, [], [])
    regions = {item["path"]: item["regions"] for item in report["checked"]}
    for page, html in {
        "docs/index.md": "site/index.html",
        "docs/blocks.md": "site/blocks/index.html",
        "docs/old.md": "site/old/index.html",
        "docs/more/README.md": "site/more/index.html",
    }.items():
        assert regions[page] == regions[html] > 0, page


def test_both_generators_show_the_same_text(zensical_site: Any) -> None:
    """The plugin adds nothing that a site without plugins lacks."""
    pages = ("index.html", "blocks/index.html", "old/index.html", "more/index.html")
    assert zensical_site.build(strict=True).error is None
    texts = [zensical_site.text(page) for page in pages]
    shutil.rmtree(zensical_site.out)
    build_with_zensical(zensical_site.root)
    assert [zensical_site.text(page) for page in pages] == texts


def test_what_is_stale_stays_stale_and_is_found(
    zensical_site: Any, capsys: pytest.CaptureFixture[str]
) -> None:
    """No plugin mends it on the way, so the HTML differs as the Markdown does."""
    page = zensical_site.root / "docs/more/README.md"
    page.write_text(page.read_text().replace("51", "43"))
    build_with_zensical(zensical_site.root)
    code, report = check(capsys, "--html", "site")
    assert code == 1
    assert [(found["rule"], found["path"]) for found in report["findings"]] == [
        ("region.stale", "docs/more/README.md"),
        ("html.stale", "site/more/index.html"),
    ]


def test_extensions_that_nobody_named_change_the_text(
    zensical_site: Any, capsys: pytest.CaptureFixture[str]
) -> None:
    """Without `markdown_extensions`, Zensical takes a list of its own; the check finds what it did.

    One of them makes a symbol of `(c)`, which stands in the sentence for released daemons.
    """
    zensical_site.write("mkdocs.yml", CONFIG.partition("markdown_extensions")[0])
    zensical_site.write(
        "docs/index.md",
        "# Home\n\nIt says: <!-- live:sentence field=summary profile=core --><!-- /live -->\n",
    )
    assert main(["generate"]) == 0
    build_with_zensical(zensical_site.root)
    code, report = check(capsys, "docs/index.md", "--html", "site")
    assert code == 1
    [finding] = report["findings"]
    assert (finding["rule"], finding["path"]) == ("html.stale", "site/index.html")


def test_the_docs_of_this_project(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The real pages and configuration, built by Zensical, pass the check."""
    if not (ROOT / "docs").is_dir():
        pytest.skip("no docs/ here; run the tests in a checkout")
    project = tmp_path / "project"
    unneeded = shutil.ignore_patterns(".*", "gen", "tests", "site", "dist")
    shutil.copytree(ROOT, project, ignore=unneeded)
    monkeypatch.chdir(project)
    build_with_zensical(project)
    code, report = check(capsys, "--html", "site")
    assert (code, report["findings"], report["not_checked"]) == (0, [], [])
    compared = {item["path"]: item["regions"] for item in report["checked"]}
    built = [path for path in compared if path.startswith("site/")]
    assert len(built) >= sum(path.startswith("docs/") for path in compared) > 0
