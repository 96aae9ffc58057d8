"""What a Markdown check cannot see, each found with its cause and remedy."""

import re
from dataclasses import replace

import pytest

from ai_memory_spec.drift import Finding, Outcome, Report
from ai_memory_spec.drift.html import UnreadError
from tests.drift.html.worlds import REGION, World, refresh

SENTENCES = """\
# Sentences

Tools: <!-- live:count -->old<!-- /live -->.

Says <!-- live:sentence profile=graph field=to_describe_to_user -->old<!-- /live -->.

<!-- live:spellings texts="grahp" id=quotes -->

old

<!-- /live -->
"""

TABLE = "# Table\n\n<!-- live:profiles -->\n\nold\n\n<!-- /live -->\n"

SMALL = """\
site_name: Test
theme: mkdocs
plugins: []
markdown_extensions: [tables{more}]
"""


def small(world: World, page: str, more: str = "", **files: str) -> World:
    """A site of one page, built quickly."""
    texts = {name.replace("__", "/") + ".md": text for name, text in files.items()}
    text = refresh(page, "docs/index.md")
    config = SMALL.replace("{more}", more)
    return world.write({"mkdocs.yml": config, "docs/index.md": text, **texts}).build()


def summary(report: Report) -> list[tuple[str, str | None]]:
    return [(found.rule, found.region) for found in report.findings]


def only(report: Report) -> Finding:
    assert report.outcome is Outcome.DRIFT
    assert report.not_checked == ()
    assert len(report.findings) == 1, summary(report)
    return report.findings[0]


# ---- Extensions --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("extension", "changed"),
    [
        ("smarty", "‘graph’"),
        ("smarty: {smart_quotes: false, smart_dashes: false}", "search, …)"),
    ],
)
def test_typography_is_found_and_named(world: World, extension: str, changed: str) -> None:
    """Curly quotes and ellipses are not what the server says, and their extension is to blame."""
    name = extension.split(":", maxsplit=1)[0]
    more = f", {{{extension}}}" if ":" in extension else f", {extension}"
    small(world, SENTENCES, more)
    found = world.check().findings
    assert found
    assert all(each.rule == "html.stale" for each in found)
    assert any(changed in (each.published or "") for each in found)
    assert {each.fix for each in found} == {
        (
            f"only quotes, dashes, dots or symbols differ: turn off {name} in mkdocs.yml, "
            "then build the site again"
        )
    }


def test_symbols_are_typography(material: World) -> None:
    """An extension that the configuration does not name is guessed."""
    html = material.html("kinds/index.html").replace("…", "...")
    changed = REGION.sub(lambda match: match[0].replace("inline or block", "inline – block"), html)
    found = material.check({"kinds/index.html": changed}, only=["kinds.md"]).findings[0]
    assert found.fix.startswith("build the site again; if it stays, an extension")
    html = material.html("arguments/index.html")
    assert '"' not in REGION.search(html)[2] or "&quot;" not in html
    changed = html.replace("'", "’").replace("must be given", "must\u00a0be given")
    found = material.check({"arguments/index.html": changed}, only=["arguments.md"]).findings[0]
    assert found.fix == (
        "only quotes, dashes, dots or symbols differ: turn off the extension (such as smarty or "
        "pymdownx.smartsymbols) in mkdocs.yml, then build the site again"
    )


def test_an_include_brings_a_stale_region(world: World) -> None:
    """A region that only the HTML has is rendered anew from its own marker."""
    part = "Part <!-- live:count -->50<!-- /live --> and <!-- live:count -->51<!-- /live -->.\n"
    small(
        world,
        SENTENCES + '\n--8<-- "parts/part.md"\n',
        ", {pymdownx.snippets: {check_paths: true}}",
        parts__part=part,
    )
    report = world.check()
    found = only(report)
    assert found == Finding(
        rule="html.stale",
        path="site/index.html",
        line=found.line,
        column=found.column,
        region="docs/index.count.included.1",
        published="50",
        live="51",
        message='region "docs/index.count.included.1", which docs/index.md itself does not hold, '
        "is out of date (edition spec)",
        fix="an include, a template or a plugin puts it there: refresh the file that holds "
        "'<!-- live:count -->' with `ai-memory-spec generate FILE`, then build the site again",
    )
    assert found.line is not None
    assert "Part <!-- live:count" in world.html("index.html").split("\n")[found.line - 1]
    assert report.checked[0].regions == 5


def test_an_include_brings_a_marker_that_cannot_be_rendered(world: World) -> None:
    """An unknown kind, a bad argument and a misspelt marker from an include are errors."""
    part = (
        "A <!-- live:cuont -->50<!-- /live --> and <!-- live:count profile=grahp -->5<!-- /live -->"
        " and <!-- liv:count -->5.\n"
    )
    small(world, SENTENCES + '\n--8<-- "parts/part.md"\n', ", pymdownx.snippets", parts__part=part)
    report = world.check()
    assert [found.rule for found in report.findings] == ["html.marker"] * 3
    assert "there is no region kind 'cuont'" in report.findings[0].message
    assert "profile='grahp'" in report.findings[1].message
    assert "looks like a region marker but is none" in report.findings[2].message


def test_an_include_into_a_region(world: World) -> None:
    """What is included between two markers takes the place of the live text."""
    small(world, SENTENCES, ", pymdownx.snippets", parts__part="50\n")
    page = world.root / "docs/index.md"
    page.write_text(
        refresh(TABLE, "docs/index.md").replace(
            "<!-- /live -->", '--8<-- "parts/part.md"\n\n<!-- /live -->'
        )
    )
    world.build()
    page.write_text(refresh(TABLE, "docs/index.md"))
    found = only(world.check())
    assert (found.rule, found.region) == ("html.stale", "docs/index.profiles.1")
    assert found.published == f"{found.live}\n50"


# ---- Old pages ---------------------------------------------------------------------------------


def test_a_stale_page_is_generated_and_built_again(world: World) -> None:
    """If the HTML says what the committed Markdown says, the Markdown is what must be mended."""
    small(world, SENTENCES)
    page = world.root / "docs/index.md"
    page.write_text(page.read_text().replace("-->51<", "-->43<"))
    world.build()
    found = only(world.check())
    assert (found.rule, found.region) == ("html.stale", "docs/index.count.1")
    assert (found.published, found.live) == ("43", "51")
    assert found.message == (
        'region "docs/index.count.1" is out of date in the built HTML (edition spec)'
    )
    assert found.fix == (
        "run `ai-memory-spec generate docs/index.md`, review the diff, then build the site again"
    )


def test_a_stale_page_and_another_build(world: World) -> None:
    """If neither is fresh the Markdown comes first, whatever the HTML says."""
    small(world, SENTENCES)
    page = world.root / "docs/index.md"
    page.write_text(page.read_text().replace("-->51<", "-->43<"))
    found = only(world.check({"index.html": world.html("index.html").replace("-->51<", "-->7<")}))
    assert found.published == "7"
    assert found.fix.startswith("run `ai-memory-spec generate docs/index.md`, review the diff")


def test_an_old_build_is_built_again(world: World) -> None:
    """If the Markdown is fresh and the HTML is not, the site must be built."""
    small(world, SENTENCES)
    html = world.html("index.html").replace("-->51<", "-->43<")
    found = only(world.check({"index.html": html}))
    assert found.fix == (
        "build the site again; if it stays, an extension, plugin or template changes the text "
        "after the region was rendered"
    )


def test_a_page_that_was_not_built(world: World) -> None:
    """Every page of the configuration must be there, with regions or without."""
    small(world, SENTENCES)
    world.write({"docs/later.md": "# Later\n\nNothing.\n", "docs/draft.md": "# Draft\n"})
    world.write({"mkdocs.yml": SMALL.replace("{more}", "") + "exclude_docs: draft.md\n"})
    found = only(world.check())
    assert found == Finding(
        rule="html.page-missing",
        path="site/later/index.html",
        message="the page docs/later.md is not in the built site",
        fix="build the site again; if a page is left out on purpose, name it in exclude_docs of "
        "mkdocs.yml",
    )


# ---- Markers -----------------------------------------------------------------------------------


def test_a_dropped_region_is_missing(material: World) -> None:
    """One region with its markers is gone: it is named, and no other."""
    html = material.html("template/index.html")
    regions = list(REGION.finditer(html))
    changed = html[: regions[0].start()] + html[regions[0].end() :]
    found = only(material.check({"template/index.html": changed}, only=["template.md"]))
    assert found.rule == "html.region-missing"
    assert found.region is not None
    assert found.region.startswith("docs/template.template.")
    assert found.live is not None
    assert (found.published, found.line) == (None, None)
    assert found.message == f'region "{found.region}" of docs/template.md is not in the built HTML'
    assert found.fix == (
        "build the site again; if it stays missing, a theme, plugin or minifier drops it"
    )


def test_of_different_regions_the_right_one_is_missing(world: World) -> None:
    """Markers that ask for different things are told apart by what they ask for."""
    small(world, SENTENCES)
    html = re.sub(r"<p>Says.*?</p>", "", world.html("index.html"), flags=re.DOTALL)
    found = only(world.check({"index.html": html}))
    assert (found.rule, found.region) == ("html.region-missing", "docs/index.sentence.1")


def test_a_marker_may_be_written_in_another_way(world: World) -> None:
    """What a marker asks for counts, not the order or quotes of its arguments."""
    small(world, SENTENCES)
    html = world.html("index.html").replace(
        "live:sentence profile=graph field=to_describe_to_user",
        'live:sentence  field="to_describe_to_user"  profile=graph',
    )
    assert html != world.html("index.html")
    assert world.check({"index.html": html}).findings == ()


def strip_comments(html: str) -> str:
    return re.sub(r"<!--.*?-->", "", html, flags=re.DOTALL)


def test_without_comments_nothing_passes(world: World) -> None:
    """The texts are all there, but nobody can tell whose they are: not checked, exit code 3."""
    small(world, SENTENCES)
    report = world.check({"index.html": strip_comments(world.html("index.html"))})
    assert report.findings == ()
    assert report.outcome is Outcome.NOT_CHECKED
    assert [(item.subject, item.reason) for item in report.not_checked] == [
        (
            "site/index.html",
            (
                "the built HTML has no region markers, so for 3 regions of docs/index.md nobody can"
                " tell which text is the region's; let the generator and its minifier keep comments"
            ),
        )
    ]


def test_without_comments_a_wrong_text_is_missing(world: World) -> None:
    """A live text that is nowhere in the content is an error even without markers."""
    small(world, SENTENCES)
    html = strip_comments(world.html("index.html")).replace("Tools: 51", "Tools: 43")
    report = world.check({"index.html": html})
    assert summary(report) == [("html.region-missing", "docs/index.count.1")]
    assert "for 2 regions of docs/index.md nobody can tell" in report.not_checked[0].reason
    assert report.outcome is Outcome.DRIFT
    # Part of a longer number is not the number.
    assert world.check({"index.html": html.replace("43", "2051")}).outcome is Outcome.DRIFT


def test_without_comments_a_table_is_looked_for_row_by_row(world: World) -> None:
    """Swapped rows are not the live text, though every word of it is there."""
    small(world, TABLE)
    html = strip_comments(world.html("index.html"))
    assert world.check({"index.html": html}).outcome is Outcome.NOT_CHECKED
    rows = re.findall(r"<tr>\s*<td>.*?</tr>\s*", html, flags=re.DOTALL)
    changed = html.replace(rows[0] + rows[1], rows[1] + rows[0])
    assert summary(world.check({"index.html": changed})) == [
        ("html.region-missing", "docs/index.profiles.1")
    ]
    changed = html.replace("<th>Profile</th>", "<th>Name</th>")
    assert changed != html
    assert only(world.check({"index.html": changed})).rule == "html.region-missing"


def test_markers_outside_of_the_content(world: World) -> None:
    """A region that a theme shows beside the content only is missing there."""
    small(world, TABLE)
    html = world.html("index.html")
    region = REGION.search(html)
    assert region
    changed = html.replace(region[0], "")
    changed = re.sub("<body.*?>", lambda body: f"{body[0]}<aside>{region[0]}</aside>", changed)
    found = only(world.check({"index.html": changed}))
    assert found.rule == "html.region-missing"
    assert found.message.endswith(
        "is not in the built HTML: its markers stand outside the page's content"
    )


@pytest.mark.parametrize(
    "attribute", ["hidden", 'style="display: none"', 'style="color: red; visibility:hidden"']
)
def test_hidden_text_is_no_text(world: World, attribute: str) -> None:
    """What no reader sees does not count."""
    small(world, TABLE)
    html = world.html("index.html").replace("<table>", f"<table {attribute}>")
    found = only(world.check({"index.html": html}))
    assert (found.rule, found.published) == ("html.stale", "")


def test_moved_closing_markers(world: World) -> None:
    """A closing marker that was moved to the end is one finding, and the next region holds."""
    small(world, SENTENCES)
    html = world.html("index.html")
    region = REGION.search(html)
    assert region
    changed = html.replace(region[0], region[1] + region[2]).replace(
        "</table>", "</table><!-- /live -->"
    )
    report = world.check({"index.html": changed})
    found = report.findings[0]
    assert (found.rule, found.region, found.line) == (
        "html.structure",
        "docs/index.count.1",
        html.count("\n", 0, region.start()) + 1,
    )
    assert found.message == (
        "the marker '<!-- live:count -->' has no closing marker before the next region or the "
        "end of the content"
    )
    assert len(report.findings) == 1


def test_a_stray_closing_marker(world: World) -> None:
    """A closing marker without a region is found."""
    small(world, TABLE)
    html = world.html("index.html").replace("</h1>", "<!-- /live --></h1>")
    found = only(world.check({"index.html": html}))
    assert (found.rule, found.message) == ("html.structure", "a closing marker closes nothing")


def test_a_table_that_fell_apart(world: World) -> None:
    """Rows outside of a table are no rows, though their words are all there."""
    small(world, TABLE)
    html = world.html("index.html")
    rows = re.findall(r"<tr>\s*<td>.*?</tr>\s*", html, flags=re.DOTALL)
    changed = html.replace(rows[1], f"</tbody></table>{rows[1]}<table><tbody>")
    assert only(world.check({"index.html": changed})).rule == "html.stale"
    changed = html.replace("</td>\n<td", "</td><td></td>\n<td", 1)
    assert only(world.check({"index.html": changed})).rule == "html.stale"


# ---- Pages -------------------------------------------------------------------------------------


def test_pages_that_no_markdown_made(world: World) -> None:
    """A theme's own page with a region is compared by its marker; others are passed over."""
    small(world, TABLE)
    place = world.root / "site/extra"
    place.mkdir()
    place.joinpath("index.html").write_text("<p>A <!-- live:count -->43<!-- /live --></p>")
    place.joinpath("plain.html").write_text("<p>Nothing <!-- live and well --></p>")
    report = world.check()
    found = only(report)
    assert (found.path, found.region) == ("site/extra/index.html", "extra.count.included.1")
    assert [page.path for page in report.checked] == ["site/index.html", "site/extra/index.html"]


def test_a_page_and_a_folder_of_one_name(world: World) -> None:
    """Without addresses of folders `guide.md` and `guide/index.md` are two files."""
    world.write(
        {
            "docs/guide.md": refresh(TABLE, "docs/guide.md"),
            "docs/guide/index.md": refresh(SENTENCES, "docs/guide/index.md"),
            "docs/guide/start.md": refresh(TABLE, "docs/guide/start.md"),
        }
    )
    config = SMALL.replace("{more}", "") + "use_directory_urls: false\n"
    world.write({"mkdocs.yml": config}).build()
    report = world.check()
    assert (report.findings, report.outcome) == ((), Outcome.IN_STEP)
    assert [page.path for page in report.checked] == [
        "site/guide.html",
        "site/guide/index.html",
        "site/guide/start.html",
    ]


def test_only_named_pages(world: World) -> None:
    """With pages named, others are not looked at; none of them in the site is no pass."""
    world.write({"docs/other.md": refresh(TABLE, "docs/other.md")})
    small(world, TABLE)
    broken = {"index.html": strip_comments(world.html("index.html"))}
    assert world.check(broken, only=["other.md"]).outcome is Outcome.IN_STEP
    world.write({"docs/none.md": "# None\n", "README.md": "# Readme\n"})
    report = world.check(broken, only=["../README.md"])
    assert report.outcome is Outcome.NOT_CHECKED
    assert report.not_checked[0].reason.startswith(
        "none of the pages that were asked for is a page of the site configuration "
    )


def test_a_malformed_page_is_not_checked(world: World) -> None:
    """Its Markdown is reported by the Markdown check; its HTML cannot be held against it."""
    small(world, TABLE)
    page = world.root / "docs/index.md"
    page.write_text(page.read_text().replace("<!-- /live -->", ""))
    report = world.check()
    assert report.findings == ()
    assert [(item.subject, item.reason) for item in report.not_checked] == [
        (
            "site/index.html",
            "the regions of docs/index.md are malformed; mend its Markdown first",
        )
    ]


def test_an_unreadable_page_is_not_checked(world: World) -> None:
    """A page that is not UTF-8, or that cannot be read, is named with the reason."""
    small(world, TABLE)
    path = world.root / "site/index.html"
    path.write_bytes(b"<p>\xff</p>")
    report = world.check()
    assert report.not_checked[0].subject == "site/index.html"
    assert report.not_checked[0].reason == "byte 4 is not UTF-8"
    assert report.outcome is Outcome.NOT_CHECKED

    def read(address: str) -> str:
        raise UnreadError("it is locked")

    report = world.check(site=replace(world.site(), read=read))
    assert report.not_checked[0].reason == "it is locked"


def test_a_folder_without_pages_is_not_checked(world: World) -> None:
    """A site without a page is no pass, and it is said once, not for each page."""
    small(world, TABLE)
    for path in (world.root / "site").rglob("*.html"):
        path.unlink()
    report = world.check()
    assert [(item.subject, item.reason) for item in report.not_checked] == [
        ("site", "the folder holds no HTML page; build the site first, or check the path")
    ]
    assert report.findings == ()
    assert report.outcome is Outcome.NOT_CHECKED


def test_the_order_of_findings_is_that_of_the_site(material: World) -> None:
    """Two runs report alike, page by page and from top to bottom."""
    changed = {
        page.html: material.html(page.html).replace("<!-- /live -->", "x<!-- /live -->")
        for page in material.config.pages
    }
    first, second = material.check(changed), material.check(changed)
    assert first == second
    places = [(found.path, found.line) for found in first.findings]
    pages = [f"site/{page.html}" for page in material.config.pages]
    assert places == sorted(places, key=lambda place: (pages.index(place[0] or ""), place[1]))
