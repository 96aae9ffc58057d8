"""`mkdocs build` with the plugin: fresh regions, and every fault said once, with place and fix."""

import json
from pathlib import Path
from typing import Any

import click
import pytest
from mkdocs.config import load_config
from mkdocs.exceptions import PluginError

import ai_memory_spec
from ai_memory_spec.cli import main
from ai_memory_spec.drift import RULES, Severity

# ---- Fresh regions -----------------------------------------------------------------------------


def test_page_in_step_builds_strictly_without_a_word(site: Any) -> None:
    """A site that is in step has no warning of ours, and strict mode passes."""
    built = site.build(strict=True)
    assert built.error is None
    assert built.warnings == []
    assert site.text("index.html") == "Home There are 51 tools."


def test_stale_region_is_shown_fresh_and_left_alone_on_disk(site: Any) -> None:
    """The page shows the live number; the file keeps its bytes and its time."""
    page = site.write("docs/index.md", f"# Home\n\nThere are {site.stale} tools.\n")
    before = page.read_bytes(), page.stat().st_mtime_ns
    site.build()
    assert site.text("index.html") == "Home There are 51 tools."
    assert (page.read_bytes(), page.stat().st_mtime_ns) == before


def test_stale_region_is_one_warning_with_place_and_fix(site: Any) -> None:
    """The whole message, and the only one: place, rule, region, both texts, the command."""
    site.write("docs/index.md", f"# Home\n\nThere are {site.stale} tools.\n")
    [warning] = site.build().warnings
    assert warning == (
        'docs/index.md:3:39: error region.stale: region "docs/index.count.1" is out of date '
        "(edition spec)\n"
        "  change:    [-43-]{+51+}\n"
        "  published: 43\n"
        "  live:      51\n"
        "  fix: run `ai-memory-spec generate docs/index.md` and review the diff"
    )


def test_stale_region_fails_a_strict_build(site: Any) -> None:
    """MkDocs counts the warning."""
    site.write("docs/index.md", f"# Home\n\nThere are {site.stale} tools.\n")
    assert str(site.build(strict=True).error) == "Aborted with 1 warnings in strict mode!"


def test_command_in_the_fix_mends_the_page(site: Any) -> None:
    """After it, the strict build passes."""
    site.write("docs/index.md", f"# Home\n\nThere are {site.stale} tools.\n")
    assert main(["generate", "docs/index.md"]) == 0
    assert site.build(strict=True).error is None


@pytest.mark.parametrize(
    ("before", "line"),
    [
        ("---\ntitle: Home\ntags: [a]\n---\n\n", 7),
        ("---\r\ntitle: Home\r\n---\r\n", 5),
        ("\ufeff", 2),
        ("\ufeff---\ntitle: Home\n---\n", 5),
        ("Title: MultiMarkdown has another form\n\n", 4),
    ],
    ids=["front matter", "CRLF", "BOM", "BOM and front matter", "MultiMarkdown"],
)
def test_line_is_the_line_of_the_file(site: Any, before: str, line: int) -> None:
    """Whatever MkDocs strips from the front counts, as an editor counts it."""
    eol = "\r\n" if "\r\n" in before else "\n"
    site.write("docs/index.md", f"{before}{eol}word {site.stale}{eol}")
    [warning] = site.build().warnings
    assert warning.startswith(f"docs/index.md:{line}:34: error region.stale: ")
    assert site.text("index.html").endswith("word 51")


def test_block_region_is_rendered_as_a_table(site: Any) -> None:
    """An empty block region becomes the table that it asks for."""
    site.write(
        "docs/index.md", "# Home\n\n<!-- live:count of=total -->\n\n<!-- /live -->\n\nEnd.\n"
    )
    site.build()
    assert site.text("index.html") == "Home 51 End."


def test_rule_at_the_top_is_not_front_matter(site: Any) -> None:
    """Text between two rules that follow the front matter has regions too."""
    site.write("docs/index.md", f"---\na: b\n---\n\n---\n\nnow {site.stale}\n\n---\n\nEnd.\n")
    built = site.build()
    assert "now 51" in site.text("index.html")
    assert len(built.warnings) == 1


def test_page_behind_a_link_is_found_and_said_once(site: Any) -> None:
    """Two names of one file are one committed text."""
    site.write("docs/index.md", f"# Home\n\nThere are {site.stale} tools.\n")
    (site.root / "docs/other.md").symlink_to("index.md")
    built = site.build()
    assert site.text("other/index.html") == site.text("index.html") == "Home There are 51 tools."
    assert len(built.warnings) == 1


# ---- Faults of pages ---------------------------------------------------------------------------


def test_malformed_region_is_one_warning_and_the_others_are_fresh(site: Any) -> None:
    """A misspelt kind is said once; the region beside it is rendered."""
    site.write(
        "docs/index.md", f"Now {site.stale}.\n\nThen <!-- live:cuont of=total -->1<!-- /live -->.\n"
    )
    built = site.build(strict=True)
    assert [line.split(" ", 2)[2].split(":")[0] for line in built.warnings] == [
        "region.stale",
        "marker.unknown-kind",
    ]
    assert built.warnings[1].startswith("docs/index.md:3:6: error marker.unknown-kind: ")
    assert "write `live:count`" in built.warnings[1]
    assert "Now 51." in site.text("index.html")
    assert built.error is not None


def test_nested_regions_are_said_and_no_text_is_lost_or_doubled(site: Any) -> None:
    """The outer region is refreshed as a whole or not at all."""
    site.write(
        "docs/index.md",
        "Start.\n\n<!-- live:count of=total -->\n\nold <!-- live:count of=total -->43"
        "<!-- /live --> text\n\n<!-- /live -->\n\nEnd.\n",
    )
    built = site.build()
    assert any("marker.nested" in line for line in built.warnings)
    text = site.text("index.html")
    assert (text.count("Start."), text.count("End.")) == (1, 1)


def test_advice_is_information_and_fails_nothing(site: Any) -> None:
    """A live value in a heading without an anchor is worth a look, no more."""
    site.write("docs/index.md", f"# All {site.fresh} tools\n")
    built = site.build(strict=True)
    assert built.error is None
    assert built.warnings == []
    [advice] = [line for line in built.of("INFO") if "heading.anchor" in line]
    assert advice.startswith("docs/index.md:1:7: advice heading.anchor: ")


BROKEN = {
    "region.stale": "word <!-- live:count of=total -->43<!-- /live -->\n",
    "region.render": "word <!-- live:count of=total family=core -->x<!-- /live -->\n",
    "marker.unclosed": "word <!-- live:count of=total -->51\n",
    "marker.stray-close": "word 51<!-- /live -->\n",
    "marker.misspelt": "word <!-- lvie:count of=total -->51<!-- /live -->\n",
    "marker.unknown-kind": "word <!-- live:nothing -->51<!-- /live -->\n",
    "marker.argument": "word <!-- live:count of=everything -->51<!-- /live -->\n",
    "marker.unsafe": "word <!-- live:count of=a|b -->51<!-- /live -->\n",
    "marker.duplicate-id": "a <!-- live:count of=total id=x -->51<!-- /live --> "
    "b <!-- live:count of=total id=x -->51<!-- /live -->\n",
    "marker.first-on-line": "<!-- live:count of=total -->51<!-- /live --> words\n",
    "marker.multiline": "word <!-- live:count\nof=total -->51<!-- /live -->\n",
    "marker.form": "word <!-- live:profiles -->x<!-- /live -->\n",
    "marker.bare": "word <!-- live --> word\n",
    "heading.anchor": "# All <!-- live:count of=total -->51<!-- /live -->\n",
    "page.encoding": "word",
}


@pytest.mark.parametrize("rule", BROKEN)
def test_check_and_plugin_say_the_same(
    site: Any, rule: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """The same findings with the same severities, and each of them once."""
    page = site.write("docs/index.md", f"Intro.\n\n{BROKEN[rule]}")
    if rule == "page.encoding":
        page.write_bytes(b"word \xe9\n")
    capsys.readouterr()
    code = main(["check", "--format", "json"])
    findings = json.loads(capsys.readouterr().out)["findings"]
    assert rule in {found["rule"] for found in findings}
    try:
        built = site.build(strict=True)
    except UnicodeDecodeError:  # MkDocs' own end of a page that is not text
        assert rule == "page.encoding"
        return
    said = [line.split(" ", 2)[2] for line in (*built.warnings, *built.of("INFO"))]
    expected = [f"{found['rule']}: {found['message']}" for found in findings]
    assert sorted(line.split("\n")[0] for line in said) == sorted(expected)
    fails = RULES[rule].severity is Severity.ERROR
    assert (code == 1, built.error is not None) == (fails, fails)


def test_page_that_is_not_built_is_not_spoken_of(site: Any) -> None:
    """An excluded page is `check`'s to look at."""
    site.write("mkdocs.yml", (site.root / "mkdocs.yml").read_text() + "exclude_docs: draft.md\n")
    site.write("docs/draft.md", f"now {site.stale}\n")
    assert site.build(strict=True).error is None


# ---- Layouts -----------------------------------------------------------------------------------


def test_pages_without_directory_addresses(site: Any) -> None:
    """`use_directory_urls: false` changes addresses, not findings."""
    config = (site.root / "mkdocs.yml").read_text().replace("urls: true", "urls: false")
    site.write("mkdocs.yml", config)
    site.write("docs/more.md", f"# More\n\nnow {site.stale}\n")
    [warning] = site.build().warnings
    assert warning.startswith("docs/more.md:3:")
    assert site.text("more.html") == "More now 51"


def test_configuration_in_a_folder_of_its_own(
    site: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Paths in messages are as the working folder sees them; settings are found upwards."""
    config = (site.root / "mkdocs.yml").read_text()
    site.write(
        "website/mkdocs.yml", f"{config}docs_dir: ../pages\n".replace("theme\n", "../theme\n")
    )
    site.write("pages/index.md", f"now {site.stale}\n")
    site.write("pyproject.toml", '[tool.ai-memory-spec]\nedition = "0.10.0"\n')
    site.config = "website/mkdocs.yml"
    monkeypatch.chdir(tmp_path)
    [warning] = site.build().warnings
    assert warning.startswith(
        'project/pages/index.md:1:33: error region.stale: region "pages/index.count.1" '
        "is out of date (edition 0.10.0)"
    )
    assert site.text("index.html") == "now 100"


# ---- Editions ----------------------------------------------------------------------------------


def use_option(site: Any, edition: str) -> None:
    config = (site.root / "mkdocs.yml").read_text()
    site.write("mkdocs.yml", f"{config}      edition: {edition}\n".replace("-spec\n", "-spec:\n"))


def write_edition(site: Any, name: str, tools: list[str]) -> None:
    data = {
        "label": "mine",
        "what": "An edition of the tests.",
        "families": {"only": tools},
    }
    site.write(name, json.dumps(data))


def test_option_names_the_edition(site: Any) -> None:
    """A label in mkdocs.yml outweighs the one in pyproject.toml."""
    site.write("pyproject.toml", '[tool.ai-memory-spec]\nedition = "0.7.0"\n')
    use_option(site, "0.10.0")
    built = site.build()
    assert "(edition 0.10.0)" in built.warnings[0]
    assert site.text("index.html") == "Home There are 100 tools."


def test_option_takes_a_path_beside_the_configuration(
    site: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A path is relative to mkdocs.yml, wherever the command runs."""
    write_edition(site, "editions/mine.json", ["one", "two", "three"])
    use_option(site, "editions/mine.json")
    monkeypatch.chdir(tmp_path)
    assert "(edition mine)" in site.build().warnings[0]
    assert site.text("index.html") == "Home There are 3 tools."


def test_marker_takes_a_path_from_the_project_folder(
    site: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """A path in a marker means the same wherever a command runs."""
    write_edition(site, "editions/mine.json", ["one", "two", "three"])
    site.write("pyproject.toml", '[tool.ai-memory-spec]\npaths = ["docs"]\n')
    site.write(
        "docs/index.md",
        "now <!-- live:count of=total edition=editions/mine.json -->3<!-- /live -->\n",
    )
    assert main(["check"]) == 0
    monkeypatch.chdir(site.root / "docs")
    assert main(["check"]) == 0
    monkeypatch.chdir(tmp_path)
    assert site.build(strict=True).error is None


@pytest.mark.parametrize(
    ("edition", "message"),
    [
        (
            "0.10.1",
            "ai-memory-spec: unknown edition '0.10.1' (did you mean '0.10.0'?). Valid editions: ",
        ),
        ("editions/none.toml", "ai-memory-spec: there is no edition file 'editions/none.toml'"),
    ],
)
def test_unknown_edition_is_a_clear_error_before_anything_is_touched(
    site: Any, edition: str, message: str
) -> None:
    """The site that was built before stays, and the message lists what is valid."""
    site.build()
    use_option(site, edition)
    built = site.build()
    assert isinstance(built.error, (PluginError, click.ClickException))
    [line] = [line for line in built.lines if line.startswith("ERROR ")]
    assert line.startswith(f"ERROR {message}")
    assert "Valid editions: spec, 0.10.0" in line
    assert site.text("index.html") == "Home There are 51 tools."


def test_bad_edition_file_is_a_clear_error(site: Any) -> None:
    """Every problem of the file is listed."""
    site.write("editions/mine.toml", 'label = "mine"\nwhat = \n')
    use_option(site, "editions/mine.toml")
    [line] = [line for line in site.build().lines if line.startswith("ERROR ")]
    assert line.startswith("ERROR ai-memory-spec: editions/mine.toml: 1 problem in this edition")
    assert "line 2" in line


def test_unfit_settings_are_a_clear_error(site: Any) -> None:
    """The message of the configuration reader, as the commands give it."""
    site.write("pyproject.toml", "[tool.ai-memory-spec]\neditoin = 1\n")
    built = site.build()
    assert built.error is not None
    [line] = [line for line in built.lines if line.startswith("ERROR ")]
    assert "has an unknown setting 'editoin' (did you mean 'edition'?)" in line


# ---- Several builds, other plugins -------------------------------------------------------------


def test_builds_of_one_process_know_nothing_of_each_other(site: Any) -> None:
    """MkDocs keeps one plugin object; settings and pages are read anew each time."""
    site.build()
    site.write("pyproject.toml", '[tool.ai-memory-spec]\nedition = "0.10.0"\n')
    assert "(edition 0.10.0)" in site.build().warnings[0]
    site.write("docs/index.md", "now <!-- live:count of=total -->100<!-- /live -->\n")
    assert site.build(strict=True).error is None
    site.write("pyproject.toml", '[tool.ai-memory-spec]\nedition = "none"\n')
    assert site.build().error is not None
    (site.root / "pyproject.toml").unlink()
    assert "(edition spec)" in site.build().warnings[0]


def add_hook(site: Any, code: str) -> None:
    config = (site.root / "mkdocs.yml").read_text()
    site.write("mkdocs.yml", f"{config}hooks: [hook.py]\n")
    site.write("hook.py", code)


def test_text_that_another_plugin_changed_has_fresh_regions(site: Any) -> None:
    """The other's change stays, the region is fresh, the finding keeps its place in the file."""
    add_hook(
        site,
        "def on_page_markdown(markdown, **_):\n"
        "    return 'Added.\\n\\n' + markdown.replace('There', 'Here')\n",
    )
    site.write("docs/index.md", f"# Home\n\nThere are {site.stale} tools.\n")
    [warning] = site.build().warnings
    assert warning.startswith("docs/index.md:3:39: error region.stale: ")
    assert site.text("index.html") == "Added. Home Here are 51 tools."


def test_region_that_another_plugin_added_is_fresh(site: Any) -> None:
    """It is no committed text, so nothing is out of date."""
    add_hook(
        site,
        f"def on_page_markdown(markdown, **_):\n    return markdown + 'More: {site.stale}.'\n",
    )
    built = site.build(strict=True)
    assert built.error is None
    assert site.text("index.html") == "Home There are 51 tools. More: 51."


def test_malformed_region_that_another_plugin_added_is_said_once(site: Any) -> None:
    """There is no line to name, so the message says where the text is from."""
    add_hook(
        site,
        "def on_page_markdown(markdown, **_):\n"
        "    return markdown + 'More: <!-- live:nothing -->x<!-- /live -->.'\n",
    )
    built = site.build(strict=True)
    assert built.error is not None
    [warning] = built.warnings
    assert warning.startswith(
        "docs/index.md: error marker.unknown-kind: in the text that plugins made of this page: "
        "there is no region kind 'nothing'"
    )


@pytest.mark.parametrize("kind", ["content", "abs_src_path"])
def test_generated_page_is_rendered_and_never_out_of_date(site: Any, kind: str) -> None:
    """A page that a plugin makes has regions too, but no committed text, only a file perhaps."""
    made = site.write("made.tmp", f"# Made\n\nnow {site.stale}\n")
    value = made.read_text() if kind == "content" else str(made)
    add_hook(
        site,
        "from mkdocs.structure.files import File\n"
        "def on_files(files, config):\n"
        f"    files.append(File.generated(config, 'made.md', {kind}={value!r}))\n",
    )
    built = site.build(strict=True)
    assert built.error is None
    assert site.text("made/index.html") == "Made now 51"


def test_malformed_page_that_another_plugin_changed_is_said_once(site: Any) -> None:
    """With its place in the file; the changed text has the same fault and no place."""
    add_hook(site, "def on_page_markdown(markdown, **_):\n    return markdown + 'More.'\n")
    site.write("docs/index.md", BROKEN["marker.unknown-kind"])
    [warning] = site.build().warnings
    assert warning.startswith("docs/index.md:1:6: error marker.unknown-kind: ")


# ---- The built HTML ----------------------------------------------------------------------------

SENTENCE = "<!-- live:sentence field=to_describe_to_user profile=core --><!-- /live -->"


def rules_of(built: Any) -> list[str]:
    """Rules of all warnings, in order."""
    return [line.split(" ", 2)[2].split(":")[0] for line in built.warnings]


def test_stale_region_in_a_snippet_is_found_in_the_html(site: Any) -> None:
    """The snippet is put in after all plugins, so only the HTML shows it."""
    config = (site.root / "mkdocs.yml").read_text()
    site.write("mkdocs.yml", f"{config}markdown_extensions: [pymdownx.snippets]\n")
    site.write("part.md", f"Part: {site.stale}.\n")
    site.write("docs/index.md", '# Home\n\n--8<-- "part.md"\n')
    built = site.build(strict=True)
    assert rules_of(built) == ["html.stale"]
    assert built.warnings[0].startswith("site/index.html:")
    assert "published: 43\n  live:      51" in built.warnings[0]
    site.write("part.md", f"Part: {site.fresh}.\n")
    assert site.build(strict=True).error is None


def test_typography_that_changes_a_sentence_is_found(site: Any) -> None:
    """Three dots that became one character are another text; the fix names the extension."""
    site.write("docs/index.md", f"# Home\n\nIt says: {SENTENCE}\n")
    assert main(["generate", "docs"]) == 0
    assert site.build(strict=True).error is None
    config = (site.root / "mkdocs.yml").read_text()
    site.write("mkdocs.yml", f"{config}markdown_extensions: [smarty]\n")
    built = site.build(strict=True)
    assert rules_of(built) == ["html.stale"]
    assert "turn off smarty in mkdocs.yml" in built.warnings[0]


@pytest.mark.parametrize(
    ("hook", "said"),
    [
        (
            "def on_page_content(html, **_):\n    return html.replace('51', '52')\n",
            "error html.stale: ",
        ),
        (
            (
                "import re\ndef on_post_page(output, **_):\n"
                "    return re.sub(r'(?s)There.*tools', '', output)\n"
            ),
            "error html.region-missing: ",
        ),
        (
            "def on_post_page(output, **_):\n    return output.replace('<!-- /live -->', '')\n",
            "error html.structure: ",
        ),
        (
            "def on_post_page(output, page, **_):\n    return output * page.is_homepage\n",
            "error html.page-missing: ",
        ),
        (
            (
                "import re\ndef on_post_page(output, **_):\n"
                "    return re.sub('<!--.*?-->', '', output)\n"
            ),
            ": not checked: the built HTML has no region markers",
        ),
        (
            (
                "from pathlib import Path\ndef on_post_build(config):\n"
                "    page = Path(config.site_dir, 'index.html')\n"
                "    page.write_text(page.read_text().replace('51', '52'))\n"
            ),
            "error html.stale: ",
        ),
    ],
    ids=["content", "dropped", "unpaired", "page", "comments", "after the build"],
)
def test_what_others_do_to_the_html_is_found(site: Any, hook: str, said: str) -> None:
    """The Markdown is in step, the HTML is not: one warning, and the strict build fails."""
    add_hook(site, hook)
    site.write("docs/more.md", "# More\n")
    built = site.build(strict=True)
    assert built.error is not None
    [warning] = built.warnings
    assert said in warning


def test_html_of_a_malformed_page_is_not_complained_of_as_well(site: Any) -> None:
    """One fault, one finding: mending the Markdown mends the HTML."""
    site.write("docs/index.md", BROKEN["marker.first-on-line"] + "\n" + BROKEN["marker.unclosed"])
    built = site.build(strict=True)
    assert rules_of(built) == ["marker.first-on-line", "marker.unclosed"]


# ---- Whole files that are generated ------------------------------------------------------------


@pytest.fixture
def derived_site(site: Any) -> Any:
    """A page, the same page for another edition, and data files, all in step."""
    site.write(
        "pyproject.toml",
        '[tool.ai-memory-spec]\npaths = ["docs"]\ndata = "docs/data"\n\n'
        "[[tool.ai-memory-spec.derived]]\n"
        'source = "docs/index.md"\nedition = "0.7.0"\npath = "docs/old.md"\n',
    )
    assert main(["generate"]) == 0
    return site


def test_generated_files_in_step_are_not_spoken_of(derived_site: Any) -> None:
    """The derived page is a page like any other, the data files are files."""
    assert derived_site.build(strict=True).error is None
    assert derived_site.text("old/index.html").endswith("There are 73 tools.")


def test_derived_page_follows_its_source_and_is_said_once(derived_site: Any) -> None:
    """A change of the source shows on both pages at once; the derived file is to be generated."""
    derived_site.write("docs/index.md", f"# Home\n\nThere were {derived_site.fresh} tools.\n")
    built = derived_site.build(strict=True)
    assert rules_of(built) == ["page.stale"]
    assert built.warnings[0].startswith("docs/old.md:")
    assert "made from docs/index.md, edition 0.7.0" in built.warnings[0]
    assert derived_site.text("old/index.html").endswith("There were 73 tools.")


def test_stale_or_missing_data_file_is_said_and_published_fresh(derived_site: Any) -> None:
    """Readers get live data, and a strict build fails."""
    folder = derived_site.root / "docs/data/phrasings"
    live = (folder / "spec.json").read_text()
    (folder / "spec.json").write_text(live.replace("51", "43"))
    (folder / "0.7.0.csv").unlink()
    built = derived_site.build(strict=True)
    assert sorted(line.split(" ")[0].split(":")[0] for line in built.warnings) == [
        "docs/data/phrasings/0.7.0.csv",
        "docs/data/phrasings/spec.json",
    ]
    assert set(rules_of(built)) == {"page.stale"}
    assert (derived_site.out / "data/phrasings/spec.json").read_text() == live
    assert (derived_site.out / "data/phrasings/0.7.0.csv").is_file()


def test_derived_page_without_its_source_is_a_clear_error(derived_site: Any) -> None:
    """The setting is named, not only the file."""
    derived_site.write("docs/start.md", "# Start\n")
    (derived_site.root / "docs/index.md").unlink()
    built = derived_site.build()
    assert built.error is not None
    [line] = [line for line in built.lines if line.startswith("ERROR ")]
    assert "[tool.ai-memory-spec] derived: a source cannot be read: " in line
    assert "docs/index.md" in line


# ---- What is watched ---------------------------------------------------------------------------


class Watcher:
    """Notes what `mkdocs serve` would watch."""

    def __init__(self) -> None:
        self.paths: list[Path] = []

    def watch(self, path: str, *, recursive: bool = True) -> None:
        assert not recursive, "bytecode of other processes would wake it"
        self.paths.append(Path(path))


def watch(site: Any) -> list[Path]:
    config = load_config(config_file=str(site.root / site.config))
    watcher = Watcher()
    plugin: Any = config.plugins["ai-memory-spec"]
    plugin.on_startup(command="serve", dirty=False)
    plugin.on_config(config)
    plugin.on_serve(watcher, config=config, builder=None)
    plugin.on_serve(watcher, config=config, builder=None)
    plugin.on_startup(command="build", dirty=False)
    return watcher.paths


PACKAGE = Path(str(ai_memory_spec.__file__)).parent


def test_core_editions_and_settings_are_watched_once(site: Any) -> None:
    """Every folder of the package, the settings, and the folder of an edition."""
    site.write("pyproject.toml", "[tool.ai-memory-spec]\n")
    write_edition(site, "editions/mine.json", ["one"])
    use_option(site, "editions/mine.json")
    paths = watch(site)
    assert len(paths) == len(set(paths))
    assert {PACKAGE, PACKAGE / "phrasing", PACKAGE / "editions"} < set(paths)
    assert {site.root / "pyproject.toml", site.root / "editions"} < set(paths)
    assert not any("__pycache__" in path.parts for path in paths)


def test_what_mkdocs_watches_anyway_is_not_watched_twice(site: Any) -> None:
    """Two watches would see one change at two times, and build twice."""
    site.write("pyproject.toml", "[tool.ai-memory-spec]\n")
    write_edition(site, "docs/mine.json", ["one"])
    use_option(site, "docs/mine.json")
    config = (site.root / "mkdocs.yml").read_text()
    site.write("mkdocs.yml", f"{config}watch: [{PACKAGE}]\n")
    assert watch(site) == [site.root / "pyproject.toml"]


# ---- Live reload that is off -------------------------------------------------------------------


@click.command()
@click.option("--no-livereload", "livereload", flag_value=False)
@click.option("--livereload", "livereload", flag_value=True, default=True)
def as_it_should_be(livereload: bool) -> None:
    start()


@click.command()
@click.option("--no-livereload", "livereload", flag_value=False)
@click.option("--livereload", "livereload", flag_value=True, default=False)
def as_click_8_3_has_it(livereload: bool) -> None:
    start()


def start() -> None:
    from ai_memory_spec.mkdocs_plugin import LiveRegionsPlugin

    LiveRegionsPlugin().on_startup(command="serve", dirty=False)


@pytest.mark.parametrize(
    ("command", "arguments", "warns"),
    [
        (as_it_should_be, [], False),
        (as_it_should_be, ["--livereload"], False),
        (as_it_should_be, ["--no-livereload"], False),
        (as_click_8_3_has_it, [], True),
        (as_click_8_3_has_it, ["--livereload"], False),
        (as_click_8_3_has_it, ["--no-livereload"], False),
    ],
)
def test_live_reload_that_nobody_turned_off_is_explained(
    command: click.Command,
    arguments: list[str],
    warns: bool,
    caplog: pytest.LogCaptureFixture,
) -> None:
    """One line with the cause and the flag, and silence for whoever asked for it."""
    command.main(arguments, standalone_mode=False)
    if not warns:
        assert caplog.messages == []
        return
    [message] = caplog.messages
    assert "\n" not in message
    assert "live reload is off though nobody asked for that: click " in message
    assert "run `mkdocs serve --livereload`" in message


def test_without_a_command_line_nothing_is_said(caplog: pytest.LogCaptureFixture) -> None:
    """A program that calls MkDocs has chosen by itself."""
    start()
    assert caplog.messages == []


def test_docs_hold_the_same_after_every_build(site: Any) -> None:
    """No build writes below docs/, whatever it finds."""
    site.write("docs/index.md", f"# Home\n\n{site.stale} first, now {site.stale}\n")
    site.write("docs/more.md", BROKEN["marker.unclosed"])

    def state() -> list[tuple[str, int, bytes]]:
        return [
            (str(path), path.stat().st_mtime_ns, path.read_bytes() if path.is_file() else b"")
            for path in sorted((site.root / "docs").rglob("*"))
        ]

    before = state()
    site.build()
    site.build()
    assert state() == before
    assert sorted(path.name for path in site.root.iterdir()) == [
        "docs",
        "mkdocs.yml",
        "site",
        "theme",
    ]
