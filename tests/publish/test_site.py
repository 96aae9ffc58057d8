"""The built site: texts for programs beside the HTML, and what search engines read."""

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from ai_memory_spec.cli import main
from ai_memory_spec.conformance.files import known_tests
from tests.regions.readers import Seen, read_python_markdown

ROOT = Path(__file__).parents[2]
ADDRESS = "https://ai-memory-spec.github.io/"
SOURCES = [path.relative_to(ROOT / "docs") for path in sorted((ROOT / "docs").rglob("*.md"))]


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """This checkout's site, built as `make site` builds it."""
    folder = tmp_path_factory.mktemp("built") / "site"
    done = subprocess.run(
        [sys.executable, "-m", "mkdocs", "build", "--strict", "-d", str(folder)],
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=300,
    )
    assert done.returncode == 0, done.stderr[-2000:]
    return folder


def html_of(site: Path, source: Path) -> str:
    """The HTML of a page of the site."""
    place = source.with_suffix("")
    return (site / ("index.html" if place.name == "index" else f"{place}/index.html")).read_text(
        encoding="utf-8"
    )


def words_of(html: str) -> str:
    """What a reader sees of a page's content, without what the theme adds."""
    content = html.split('<article class="md-content__inner md-typeset">')[1]
    content = content.split("</article>")[0]
    content = re.sub(r"<a [^>]*md-content__button.*?</a>", "", content, flags=re.DOTALL)
    content = re.sub(r'<a class="headerlink".*?</a>', "", content)
    content = re.sub(r'<li class="latest-result">.*?</li>', "", content)
    content = re.sub(r"<aside class=\"md-source-file\">.*?</aside>", "", content, flags=re.DOTALL)
    return Seen(content).text.replace("\n", " ").strip()


def test_text_of_every_page_equals_its_html(site: Path) -> None:
    """Each page's Markdown, read on its own, has the words of the page, and no marker."""
    for source in SOURCES:
        markdown = (site / source).read_text(encoding="utf-8")
        samples = re.compile(r"^( *)(```+).*?^\1\2$", re.MULTILINE | re.DOTALL)
        outside_of_samples = samples.sub("", markdown)
        outside_of_samples = re.sub(r"`[^`\n]+`", "", outside_of_samples)
        assert "<!-- live:" not in outside_of_samples, source
        assert Seen(read_python_markdown(markdown)).text == words_of(html_of(site, source)), source


def test_full_text_holds_every_page_of_the_navigation(site: Path) -> None:
    """Page by page, in the order of llms.txt, with the words of the HTML."""
    index = (site / "llms.txt").read_text(encoding="utf-8")
    listed = re.findall(rf"^- \[[^\]]+\]\({ADDRESS}([^)]+)\)", index, re.MULTILINE)
    assert sorted(listed) == sorted(source.as_posix() for source in SOURCES)
    inside = [name for name in listed if not name.startswith("compare/")]
    full = (site / "llms-full.txt").read_text(encoding="utf-8")
    parts = re.split(rf"\n---\n\n<!-- {ADDRESS}(\S+) -->\n\n", full)
    assert parts[1::2] == inside
    for name, text in zip(inside, parts[2::2], strict=True):
        prose = re.sub(r"(?ms)^( *)(```+).*?^\1\2$", "", text)
        assert "](#" not in prose, name
        assert Seen(read_python_markdown(text)).text == words_of(html_of(site, Path(name))), name


def test_index_is_in_the_common_format(site: Path) -> None:
    """A heading, a quote, and sections of links with notes; what may be skipped comes last."""
    lines = (site / "llms.txt").read_text(encoding="utf-8").split("\n")
    assert lines[0].startswith("# ")
    assert lines[2].startswith("> ")
    assert [line for line in lines if line.startswith("## ")][-1] == "## Optional"
    rest = [line for line in lines[3:] if line and not line.startswith("## ")]
    assert all(re.fullmatch(r"- \[[^\]]+\]\(https://[^)]+\): .+", line) for line in rest)


def test_every_page_has_canonical_link_title_and_description(site: Path) -> None:
    """And the sitemap names each."""
    sitemap = (site / "sitemap.xml").read_text(encoding="utf-8")
    titles = set()
    for source in SOURCES:
        html = html_of(site, source)
        place = source.with_suffix("").as_posix()
        address = ADDRESS if place == "index" else f"{ADDRESS}{place}/"
        assert f'<link rel="canonical" href="{address}">' in html
        assert f"<loc>{address}</loc>" in sitemap
        assert re.search(r'<meta name="description" content="[^"]{20,}">', html), source
        titles.add(re.findall(r"<title>(.*?)</title>", html)[0])
    assert len(titles) == len(SOURCES)


def test_lost_reader_is_led_on(site: Path) -> None:
    """Every link of the 404 page's content leads to a page of the site, from any address."""
    html = (site / "404.html").read_text(encoding="utf-8")
    content = html.split('<article class="md-content__inner md-typeset">')[1].split("</article>")[0]
    targets = re.findall(r'href="([^"]+)"', content)
    assert len(targets) >= 4
    for target in targets:
        assert target.startswith("/"), target
        assert (site / target.lstrip("/") / "index.html").is_file(), target


def test_check_finds_a_text_that_differs(
    site: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A changed llms-full.txt or page text fails `check --html`; the finding names the mend."""
    monkeypatch.chdir(ROOT)
    copy = tmp_path / "site"
    shutil.copytree(site, copy)
    for name in ("llms-full.txt", "guides/add-an-edition.md"):
        (copy / name).write_text("x\n", encoding="utf-8")
    (copy / "profiles.md").unlink()
    assert main(["check", "--html", str(copy), "--format", "json"]) == 1
    findings = json.loads(capsys.readouterr().out)["findings"]
    assert {(item["rule"], Path(item["path"]).name) for item in findings} == {
        ("html.text", "llms-full.txt"),
        ("html.text", "add-an-edition.md"),
        ("html.text", "profiles.md"),
    }
    assert all("ai-memory-spec finish" in item["fix"] for item in findings)
    assert main(["finish", str(copy)]) == 0
    assert main(["check", "--html", str(copy)]) == 0


def test_finish_makes_what_the_plugin_makes(
    site: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """For a site of another generator, which has none of the texts."""
    monkeypatch.chdir(ROOT)
    copy = tmp_path / "site"
    shutil.copytree(site, copy)
    names = [*SOURCES, Path("llms.txt"), Path("llms-full.txt")]
    for name in names:
        (copy / name).unlink()
    assert main(["finish", str(copy)]) == 0
    assert f"{len(names)} files written" in capsys.readouterr().out
    for name in names:
        assert (copy / name).read_bytes() == (site / name).read_bytes(), name
    assert main(["finish", str(copy)]) == 0
    assert "0 files written" in capsys.readouterr().out


def test_a_site_of_zensical_can_be_finished(
    site: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The other generator builds the same pages, the same page for the lost, and gets the texts."""
    for name in ("docs", "overrides"):
        shutil.copytree(ROOT / name, tmp_path / name)
    for name in ("mkdocs.yml", "pyproject.toml", "CHANGELOG.md", "README.md"):
        shutil.copy(ROOT / name, tmp_path)
    done = subprocess.run(
        [sys.executable, "-m", "zensical", "build", "--clean", "--strict", "-f", "mkdocs.yml"],
        cwd=tmp_path,
        env={**os.environ, "PYTHONWARNINGS": ""},
        capture_output=True,
        text=True,
        timeout=120,
    )
    assert done.returncode == 0, done.stdout[-2000:] + done.stderr[-2000:]
    monkeypatch.chdir(tmp_path)
    assert main(["finish", "site"]) == 0
    assert main(["check", "--html", "site"]) == 0
    for name in (*SOURCES, Path("llms.txt"), Path("llms-full.txt")):
        assert (tmp_path / "site" / name).read_bytes() == (site / name).read_bytes(), name
    assert "<h1>This page is not here</h1>" in (tmp_path / "site/404.html").read_text()


def test_finish_refuses_a_folder_without_a_site(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Exit 2, and what to do."""
    monkeypatch.chdir(ROOT)
    assert main(["finish", str(tmp_path)]) == 2
    assert "no site was built into this folder; build it first" in capsys.readouterr().err


def result_of(html: str, id_: str) -> str:
    """The latest result that stands in the card of a requirement."""
    card = html.split(f'<a id="{id_}"></a>')[1].split("</ul>", maxsplit=1)[0]
    (result,) = re.findall(r'<li class="latest-result">Latest result: (.*?)</li>', card)
    return result


def test_results_of_a_run_replace_not_run(
    site: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """A failed test fails its requirement; skipped tests did not run; regions stay in step."""
    monkeypatch.chdir(ROOT)
    tests = {id_: nodes for id_, nodes in known_tests().items() if len(nodes) == 1}
    if len(tests) < 2:
        pytest.skip("too few requirements have a test of their own yet")
    (good, [one]), (bad, [other]) = list(tests.items())[:2]
    some, nodes = next((id_, each) for id_, each in known_tests().items() if len(each) > 2)
    cases = []
    for node, inner in ((one, ""), (other, "<failure/>"), (nodes[0], "")):
        path, _, rest = node.partition("::")
        *classes, name = rest.split("::")
        where = ".".join([path.removesuffix(".py").replace("/", "."), *classes])
        cases.append(f'<testcase classname="{where}" name="{name}[a]">{inner}</testcase>')
        cases.append(f'<testcase classname="{where}" name="{name}[b]"><skipped/></testcase>')
    results = tmp_path / "results.xml"
    results.write_text(f"<testsuites><testsuite>{''.join(cases)}</testsuite></testsuites>")
    copy = tmp_path / "site"
    shutil.copytree(site, copy)
    html = html_of(copy, Path("requirements.md"))
    assert "Not run: this build" in html
    assert result_of(html, good) == "not run"
    assert main(["finish", str(copy), "--results", str(results)]) == 0
    html = html_of(copy, Path("requirements.md"))
    assert "Not run: this build" not in html
    assert result_of(html, good) == "pass, 1 of 1 tests ran"
    assert result_of(html, bad) == "fail, 1 of 1 tests ran"
    assert result_of(html, some) == f"not run in full, 1 of {len(nodes)} tests ran"
    assert main(["check", "--html", str(copy)]) == 0
    for again in ([], ["--results", str(results)]):
        assert main(["finish", str(copy), *again]) == 0
        assert html_of(copy, Path("requirements.md")) == html


@pytest.mark.parametrize(
    ("text", "message"),
    [("<a", "no JUnit file that can be read"), ("<testsuites/>", "holds no test")],
)
def test_unfit_results_are_named(
    site: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    text: str,
    message: str,
) -> None:
    """Exit 2 with the file and what is wrong with it."""
    monkeypatch.chdir(ROOT)
    results = tmp_path / "results.xml"
    results.write_text(text)
    assert main(["finish", str(site), "--results", str(results)]) == 2
    assert message in capsys.readouterr().err
