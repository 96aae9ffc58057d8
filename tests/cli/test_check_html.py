"""`check --html`: what is called, what is printed, how it ends."""

import json
from pathlib import Path

import pytest

from ai_memory_spec.cli import main
from tests.drift.html.worlds import World, refresh

PAGE = "# Page\n\nTools: <!-- live:count -->old<!-- /live -->.\n"


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> World:
    """A project with two pages and a site as a generator would have built it."""
    world = World(root=tmp_path)
    texts = {f"docs/{name}.md": refresh(PAGE, f"docs/{name}.md") for name in ("index", "guide")}
    html = "<main><h1>Page</h1>\n<p>Tools: <!-- live:count -->51<!-- /live -->.</p></main>"
    world.write(
        {
            "pyproject.toml": '[tool.ai-memory-spec]\npaths = ["docs"]\n',
            "mkdocs.yml": "site_name: Test\n",
            "site/index.html": html,
            "site/guide/index.html": html,
            **texts,
        }
    )
    monkeypatch.chdir(tmp_path)
    return world


def test_a_correct_site(project: World, capsys: pytest.CaptureFixture[str]) -> None:
    """Pages and their HTML are counted together, and named on request."""
    assert main(["check", "--html", "site/", "--verbose"]) == 0
    assert capsys.readouterr().out == (
        "checked: docs/guide.md: 1 region\n"
        "checked: docs/index.md: 1 region\n"
        "checked: site/index.html: 1 region\n"
        "checked: site/guide/index.html: 1 region\n"
        "In step: 4 pages, 4 regions against core (spec).\n"
    )


def test_a_stale_site(project: World, capsys: pytest.CaptureFixture[str]) -> None:
    """A difference in the HTML alone ends with 1 and shows both texts."""
    path = project.root / "site/guide/index.html"
    path.write_text(path.read_text().replace("51", "43"))
    assert main(["check", "--html", "site"]) == 1
    assert capsys.readouterr().out == (
        'site/guide/index.html:2:11: error html.stale: region "docs/guide.count.1" is out of date '
        "in the built HTML (edition spec)\n"
        "  change:    [-43-]{+51+}\n"
        "  published: 43\n"
        "  live:      51\n"
        "  fix: build the site again; if it stays, an extension, plugin or template changes the "
        "text after the region was rendered\n"
        "\n"
        "Drift: 1 error in 4 pages, 4 regions against core (spec).\n"
    )


def test_both_reports_in_one(project: World, capsys: pytest.CaptureFixture[str]) -> None:
    """JSON holds the findings of the Markdown and of the HTML, with the same keys."""
    page = project.root / "docs/index.md"
    page.write_text(page.read_text().replace("51", "43"))
    html = project.root / "site/index.html"
    html.write_text(html.read_text().replace("51", "43"))
    (project.root / "site/guide/index.html").unlink()
    assert main(["check", "--html", "site", "--format", "json"]) == 1
    data = json.loads(capsys.readouterr().out)
    assert [(found["rule"], found["path"]) for found in data["findings"]] == [
        ("region.stale", "docs/index.md"),
        ("html.stale", "site/index.html"),
        ("html.page-missing", "site/guide/index.html"),
    ]
    assert data["findings"][1]["fix"] == (
        "run `ai-memory-spec generate docs/index.md`, review the diff, then build the site again"
    )


@pytest.mark.parametrize(
    ("site", "reason"),
    [
        ("none", "there is no such folder; build the site first, or check the path"),
        ("mkdocs.yml", "this is no folder; name the folder that the site was built into"),
        ("empty", "the folder holds no HTML page; build the site first, or check the path"),
        ("docs", "the folder holds no HTML page; build the site first, or check the path"),
    ],
)
def test_nothing_to_check_is_no_pass(
    project: World, capsys: pytest.CaptureFixture[str], site: str, reason: str
) -> None:
    """A folder without a site ends with 3 and says what to do."""
    (project.root / "empty").mkdir()
    assert main(["check", "--html", site]) == 3
    assert capsys.readouterr().out == (
        f"not checked: {site}: {reason}\n\n"
        "Could not check everything: 2 pages, 2 regions against core (spec), 1 not checked.\n"
    )


def test_named_pages_alone(project: World, capsys: pytest.CaptureFixture[str]) -> None:
    """With PATH only the HTML of these pages is looked at."""
    (project.root / "site/index.html").write_text("<p>nothing</p>")
    assert main(["check", "docs/guide.md", "--html", "site"]) == 0
    assert "2 pages, 2 regions" in capsys.readouterr().out
    assert main(["check", "docs", "--html", "site"]) == 1
    assert "html.region-missing" in capsys.readouterr().out


def test_the_whole_site_whatever_the_paths(
    project: World, capsys: pytest.CaptureFixture[str]
) -> None:
    """Pages of the site that the configured paths leave out are read for the HTML check."""
    (project.root / "pyproject.toml").write_text(
        '[tool.ai-memory-spec]\npaths = ["docs/guide.md"]\n'
    )
    path = project.root / "site/index.html"
    path.write_text(path.read_text().replace("51", "43"))
    assert main(["check", "--html", "site"]) == 1
    assert 'region "docs/index.count.1" is out of date' in capsys.readouterr().out


@pytest.mark.parametrize("paths", ["docs", "docs/guide.md"])
def test_a_page_that_is_no_text_is_said_once(
    project: World, capsys: pytest.CaptureFixture[str], paths: str
) -> None:
    """Whether the Markdown check looks at it or not, its HTML is not passed in silence."""
    (project.root / "pyproject.toml").write_text(f'[tool.ai-memory-spec]\npaths = ["{paths}"]\n')
    (project.root / "docs/index.md").write_bytes(b"\xff")
    assert main(["check", "--html", "site"]) == 1
    assert capsys.readouterr().out.count("error page.encoding") == 1


@pytest.mark.parametrize(
    ("site", "config", "message"),
    [
        ("site", "", "mkdocs.yml: there is no such site configuration; set `site-config` in "),
        ("site", "docs_dir: none", "mkdocs.yml: docs_dir is 'none', and there is no folder "),
        ("ftp://example.org/", "site_name: Test", "ftp://example.org/ is not an http or https "),
    ],
)
def test_usage_and_configuration(
    project: World, capsys: pytest.CaptureFixture[str], site: str, config: str, message: str
) -> None:
    """An unfit configuration or address ends with 2."""
    path = project.root / "mkdocs.yml"
    path.write_text(config) if config else path.unlink()
    assert main(["check", "--html", site]) == 2
    assert message in capsys.readouterr().err


def test_from_a_folder_below(
    project: World, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Region ids do not depend on where the command runs; names of files do."""
    path = project.root / "site/index.html"
    path.write_text(path.read_text().replace("51", "43"))
    monkeypatch.chdir(project.root / "docs")
    assert main(["check", "--html", "../site"]) == 1
    out = capsys.readouterr().out
    assert out.startswith("../site/index.html:2:11: error html.stale: ")
    assert 'region "docs/index.count.1"' in out
