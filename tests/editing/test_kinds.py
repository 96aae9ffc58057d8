"""Region kinds that set two editions side by side, on pages."""

import re
from collections.abc import Callable
from dataclasses import replace
from html import unescape
from pathlib import Path

import pytest

from ai_memory_spec.catalog import all_kinds
from ai_memory_spec.editing import render_edition_toml
from ai_memory_spec.editing.kinds import EDITING_KINDS
from ai_memory_spec.phrasing import Edition, EditionShelf
from ai_memory_spec.regions import RenderedPage, render_page
from tests.editing.readers import READERS

RenderPage = Callable[[str], RenderedPage]

COUNTS = """\
| Profile | visible | total | unloaded | n_loaded | n_unloaded |
| --- | ---: | ---: | ---: | ---: | ---: |
| `core` | 8 → 7 | 51 → 100 | 43 → 93 | 7 | 43 → 93 |
| `graph` | 19 | 51 → 100 | 32 → 81 | 18 → 19 | 32 → 81 |
| `admin` | 21 | 51 → 100 | 30 → 79 | 20 → 21 | 30 → 79 |
| `power` | 17 → 56 | 51 → 100 | 34 → 44 | 16 → 56 | 34 → 44 |
| `full` | 51 → 100 | 51 → 100 | 0 | 50 → 100 | 0 |"""

EVERY_MARKER = [
    *(f"edition-diff a=spec b=0.10.0 part={p}" for p in ("counts", "tools", "rules")),
    *(f"edition-diff a=0.6.4 b=0.8.0 part={p}" for p in ("templates", "sentences")),
    *(f"template-diff a=spec b=0.7.0 name={n}" for n in ("summary", "describe_full")),
    "sentence-diff a=spec b=0.10.0 field=summary",
    "sentence-diff a=spec b=0.9.0 profile=core,archive field=to_describe_to_user",
]


@pytest.fixture
def rendered() -> RenderPage:
    """Render a page with every kind there is."""
    return lambda text: render_page(text, "page.md", all_kinds(), EditionShelf())


@pytest.fixture
def live(rendered: RenderPage) -> Callable[[str], str]:
    """What a marker's block region should hold."""

    def render(marker: str) -> str:
        page = rendered(f"<!-- live:{marker} -->\n<!-- /live -->\n")
        assert page.problems == ()
        return page.regions[0].live

    return render


def problems(page: RenderedPage) -> list[str]:
    return [f"{problem.rule}: {problem.message}; {problem.fix}" for problem in page.problems]


def words(html: str) -> str:
    """The text of HTML with only deleted and inserted runs marked, blanks collapsed."""
    plain = unescape(re.sub(r"<(?!/?(?:del|ins)>)[^>]+>", " ", html))
    return re.sub(r"\s+", " ", plain).strip()


def test_counts_per_profile(live: Callable[[str], str]) -> None:
    """Both sides in each cell, one number where they agree."""
    assert live("edition-diff a=spec b=0.10.0") == COUNTS


def test_tools_by_family(live: Callable[[str], str]) -> None:
    """What came, went and moved, with the number of tools on both sides."""
    rows = live("edition-diff a=0.8.0 b=0.9.0 part=tools").split("\n")
    assert rows[0] == "| Family | Tools | Added | Removed | Moved here |"
    assert "| `graph` | 11 → 12 | `memory_lineage` | none | none |" in rows
    assert rows[-1] == "| all | 100 → 101 | 1 | 0 | 0 |"
    assert len(rows) == 2 + 8 + 1


def test_rules_that_differ(live: Callable[[str], str]) -> None:
    """Only those; an empty table says so."""
    assert live("edition-diff a=spec b=0.7.0 part=rules") == (
        "| What | spec | 0.7.0 |\n| --- | --- | --- |\n"
        "| whether summary counts always-on tools (`summary_counts_always_on`) "
        "| `true` | `false` |"
    )
    assert live("edition-diff a=0.9.0 b=0.10.0 part=rules") == "None."


def test_templates_and_sentences(live: Callable[[str], str]) -> None:
    """Changed words are marked; what is the same says so."""
    templates = live("edition-diff a=spec b=0.7.0 part=templates").split("\n")
    assert templates[2].startswith(
        "| `summary` | &#123;visible&#125; of &#123;total&#125;<ins> memory</ins> tools are "
    )
    assert templates[3:] == [
        "| `describe_partial` | the same in both |",
        "| `describe_full` | the same in both |",
    ]
    sentences = live("edition-diff a=spec b=0.7.0 part=sentences").split("\n")
    assert len(sentences) == 2 + 10
    assert sentences[2].startswith(
        "| `core` | `summary` | <del>8</del><ins>7</ins> of <del>51</del><ins>73 memory</ins> tools"
    )


def test_word_diffs_stand_inside_a_sentence(rendered: RenderPage) -> None:
    """Both word diff kinds make a line."""
    sentence = "sentence-diff a=spec b=0.10.0 profile=full field=summary"
    template = "template-diff a=spec b=0.10.0 name=describe_full"
    page = rendered(
        f"It says: <!-- live:{sentence} --><!-- /live -->.\n\n"
        f"The template: <!-- live:{template} --><!-- /live -->.\n"
    )
    assert page.problems == ()
    first, second = page.regions
    assert first.live.startswith(
        "<del>51</del><ins>100</ins> of <del>51</del><ins>100 memory</ins> tools are advertised"
    )
    assert "<del>" not in second.live
    assert second.live.startswith("I can directly use all &#123;n_loaded&#125; memory tools")


def test_a_profile_without_a_name_can_be_compared(live: Callable[[str], str]) -> None:
    """Any profile string that both editions know."""
    text = live("sentence-diff a=spec b=0.10.0 profile=core,archive field=summary")
    assert text.startswith("<del>12</del><ins>11</ins> of <del>51</del><ins>100 memory</ins>")


@pytest.mark.parametrize("marker", EVERY_MARKER)
def test_a_refreshed_page_is_in_step(rendered: RenderPage, marker: str) -> None:
    """Rendering twice changes nothing; one changed digit or word is seen."""
    page = rendered(f"# A\n\n<!-- live:{marker} -->\n<!-- /live -->\n")
    assert page.problems == ()
    again = rendered(page.text)
    assert again.text == page.text
    assert not again.regions[0].stale
    live = page.regions[0].live
    changes = {live.replace("tools", "jars", 1), live.replace("1", "2", 1)}
    changes |= {live.replace("<del>", "", 1).replace("</del>", "", 1)}
    changes |= {live.replace("<ins>", "<del>", 1).replace("</ins>", "</del>", 1)}
    for change in changes - {live}:
        spoilt = page.text.replace(live, change)
        assert rendered(spoilt).regions[0].stale, change


@pytest.mark.parametrize("marker", EVERY_MARKER)
def test_both_readers_see_the_same_words(live: Callable[[str], str], marker: str) -> None:
    """GitHub and MkDocs keep `<del>` and `<ins>`, with the same text in them."""
    text = live(marker)
    seen = {words(read(text)) for read in READERS.values()}
    assert len(seen) == 1
    (only,) = seen
    for tag in ("<del>", "</del>", "<ins>", "</ins>"):
        assert only.count(tag) == text.count(tag)
    assert "&" not in only


def test_editions_from_paths(
    rendered: RenderPage, editions: dict[str, Edition], tmp_path: Path
) -> None:
    """A project compares editions of its own."""
    path = tmp_path / "mine.toml"
    path.write_text(render_edition_toml(replace(editions["spec"], label="mine")))
    page = rendered(f"<!-- live:edition-diff a=spec b={path} part=rules -->\n<!-- /live -->\n")
    assert page.problems == ()
    assert page.regions[0].live == "None."


def test_each_edition_reads_the_profile_for_itself(
    rendered: RenderPage, editions: dict[str, Edition], tmp_path: Path
) -> None:
    """The same spelling may have a name in one edition only, or be unknown to it."""
    path = tmp_path / "mine.toml"
    spec = editions["spec"]
    profiles = {**spec.profiles, "both": ("core", "archive")}
    path.write_text(render_edition_toml(replace(spec, label="mine", profiles=profiles)))
    marker = f"sentence-diff a=spec b={path} profile=core,archive field=summary"
    page = rendered(f"<!-- live:{marker} -->\n<!-- /live -->\n")
    assert "profile (<del>core,archive</del><ins>both</ins>)" in page.regions[0].live
    page = rendered(
        f"<!-- live:sentence-diff a={path} b=spec profile=both field=summary -->\n<!-- /live -->\n"
    )
    assert page.problems[0].message.startswith("profile='both': unknown profile or family 'both'")


# ---- What is refused ---------------------------------------------------------------------------


REFUSED = {
    "edition-diff a=spec": (
        "marker.argument: `live:edition-diff` needs the argument 'b'; add b=…; valid values: "
        "a label from `ai-memory-spec edition list`, or a path to an edition file"
    ),
    "edition-diff a=spec b=0.10.0 part=tool": (
        "marker.argument: part='tool': no such value (did you mean 'tools'?); use one of: "
        "counts, tools, rules, templates, sentences"
    ),
    "template-diff a=spec b=0.6.4 name=summary": (
        "region.render: `live:template-diff` cannot be rendered: edition '0.6.4' has no "
        "phrasing: it predates the two sentences or is a plain tool list. Counts, names and "
        "tables work; for sentences choose another edition.; change the arguments of the "
        "marker"
    ),
    "sentence-diff a=spec b=0.10.0 profile=grap field=summary": (
        "marker.argument: profile='grap': unknown profile or family 'grap' (did you mean "
        "'graph'?). Valid profiles: core, graph, admin, power, full. Valid families: core, "
        "lifecycle, graph, governance, power, meta, archive, other.; valid values of "
        "profile: a profile string, such as core,archive"
    ),
}


@pytest.mark.parametrize("marker", REFUSED)
def test_a_marker_that_cannot_work(rendered: RenderPage, marker: str) -> None:
    """Each with the way out."""
    page = rendered(f"<!-- live:{marker} -->\n<!-- /live -->\n")
    assert problems(page) == [REFUSED[marker]]


def test_an_unknown_edition_is_named(rendered: RenderPage) -> None:
    """With the nearest one; the argument that needs it says nothing on top."""
    page = rendered("<!-- live:sentence-diff a=specs b=0.10.0 field=summary -->\n<!-- /live -->\n")
    (only,) = problems(page)
    assert only.startswith(
        "marker.argument: a='specs': unknown edition 'specs' (did you mean 'spec'?). "
        "Valid editions: spec, 0.10.0, "
    )


def test_a_table_does_not_fit_into_a_sentence(rendered: RenderPage) -> None:
    """Like every kind that makes a block."""
    page = rendered("See <!-- live:edition-diff a=spec b=0.10.0 --><!-- /live --> here.\n")
    assert [problem.rule for problem in page.problems] == ["marker.form"]


def test_the_kinds_are_in_the_catalog() -> None:
    """So that pages, `regions` and the plugin know them."""
    kinds = all_kinds()
    assert [kind.name for kind in EDITING_KINDS] == [
        "edition-diff",
        "template-diff",
        "sentence-diff",
    ]
    assert all(kinds[kind.name] is kind for kind in EDITING_KINDS)
