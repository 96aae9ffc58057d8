"""What a difference looks like: for a terminal, for programs, as Markdown."""

import json
import re
from collections.abc import Callable
from html import unescape
from typing import Any

import pytest
from hypothesis import given

from ai_memory_spec.editing import diff_editions
from ai_memory_spec.editing.report_json import render_diff_json
from ai_memory_spec.editing.report_markdown import render_diff_markdown
from ai_memory_spec.editing.report_text import render_diff_text
from ai_memory_spec.phrasing import Edition, parse_edition
from tests.editing.readers import READERS
from tests.editing.worlds import editions_by_chance

MakeEdition = Callable[..., Edition]

CHANGED: dict[str, Any] = {
    "label": "large",
    "always_on": ["t_help", "t_stat"],
    "families": {
        "core": ["t_get", "t_add", "t_new"],
        "meta": ["t_help", "t_stat", "t_sum"],
        "more": ["t_more"],
    },
    "profiles": {"core": ["core"], "most": ["core", "meta"], "full": ["core", "meta", "more"]},
    "phrasing__summary": "{visible} of {total} jars under {label}; {unloaded} hidden.",
    "phrasing__summary_counts_always_on": False,
    "phrasing__forbidden_in_describe": ["t_", "jargon"],
}
"""Beside the small edition: something of every kind."""

TEXT = """\
small -> large

tools: 5 -> 7 (2 added, 0 removed, 1 moved)
  + t_new (core)
  + t_more (more)
  > t_sum (extra -> meta)

families:
  - extra
  + more
order of family core:
  - t_add, t_get
  + t_get, t_add
always-on tools:
  + t_stat
profile full: core, extra, meta -> core, meta, more
profile most: - -> core, meta
summary_counts_always_on: true -> false
forbidden strings:
  + jargon

counts  visible  total   unloaded  n_loaded  n_unloaded
  core  3        5       2         2 -> 3    2
  full  5        5       0         4 -> 5    0
  most  - -> 4   - -> 5  - -> 1    - -> 4    - -> 1

template summary:
  {visible} of {total} [-tools-]{+jars+} under {label}; {unloaded} hidden.

profile core, summary:
  3 of 5 [-tools-]{+jars+} under core; 2 hidden.
profile core, to_describe_to_user:
  I have [-2-]{+3+} tools ({+get, +}add, [-get-]{+...+}); 2 more (sum, [-stat-]{+more+}) on demand.
profile full, summary:
  5 of 5 [-tools-]{+jars+} under full; 0 hidden.
profile full, to_describe_to_user:
  I have all [-4-]{+5+} tools ([-add-]{+get+}, [-get-]{+add+}, ...).
profile most, summary: only in large
profile most, to_describe_to_user: only in large
"""

MARKDOWN = """\
## Edition `small` → `large`

### Tools

| Family | Tools | Added | Removed | Moved here |
| --- | ---: | --- | --- | --- |
| `core` | 2 → 3 | `t_new` | none | none |
| `extra` | 1 → – | none | none | none |
| `meta` | 2 → 3 | none | none | `t_sum` from `extra` |
| `more` | – → 1 | `t_more` | none | none |
| all | 5 → 7 | 2 | 0 | 1 |

### Rules

| What | small | large |
| --- | --- | --- |
| families that only one has | `extra` | `more` |
| always-on tools that only one has | none | `t_stat` |
| order in `core` | `t_add`, `t_get` | `t_get`, `t_add` |
| profile `full` | `core`, `extra`, `meta` | `core`, `meta`, `more` |
| profile `most` | – | `core`, `meta` |
| whether summary counts always-on tools (`summary_counts_always_on`) | `true` | `false` |
| forbidden strings that only one has | none | `jargon` |

### Counts

| Profile | visible | total | unloaded | n_loaded | n_unloaded |
| --- | ---: | ---: | ---: | ---: | ---: |
| `core` | 3 | 5 | 2 | 2 → 3 | 2 |
"""


@pytest.fixture
def pair(make_edition: MakeEdition) -> tuple[Edition, Edition]:
    """Two editions that differ in everything."""
    return make_edition(), make_edition(**CHANGED)


def test_text_shows_every_kind_of_change(pair: tuple[Edition, Edition]) -> None:
    """Signs for names, arrows for values, brackets in sentences."""
    assert render_diff_text(diff_editions(*pair)) == TEXT


def test_markdown_shows_every_kind_of_change(pair: tuple[Edition, Edition]) -> None:
    """Tables under headings."""
    assert render_diff_markdown(diff_editions(*pair)).startswith(MARKDOWN)


@pytest.mark.parametrize("render", [render_diff_text, render_diff_markdown])
def test_no_difference_is_said(make_edition: MakeEdition, render: Callable[[Any], str]) -> None:
    """In so many words."""
    text = render(diff_editions(make_edition(), make_edition(label="twin")))
    assert text in (
        "small and twin: no difference.\n",
        "## Edition `small` → `twin`\n\nNo difference.\n",
    )


def test_an_edition_without_sentences_is_compared_as_far_as_it_goes(
    make_edition: MakeEdition,
) -> None:
    """Templates stand whole; of sentences it is said who has them."""
    diff = diff_editions(make_edition(phrasing=None, label="bare"), make_edition())
    text = render_diff_text(diff)
    assert "template summary:\n  {+{visible} of {total} tools under {label}; " in text
    assert "profile core, summary: only in small\n" in text
    assert "preview_loaded: - -> 2\n" in text
    assert "counts" not in text.replace("summary_counts", "")
    back = render_diff_markdown(diff_editions(make_edition(), make_edition(phrasing=None)))
    assert "| `core` | `summary` | only in `small` |" in back
    assert "| `summary` | <del>&#123;visible&#125; of" in back


def test_the_other_order_of_families_is_told(make_edition: MakeEdition) -> None:
    """It changes labels and previews."""
    families = {"core": ["t_add", "t_get"], "meta": ["t_help", "t_stat"], "extra": ["t_sum"]}
    diff = diff_editions(make_edition(), make_edition(families=families))
    assert "order of the families:\n  - extra, meta\n  + meta, extra\n" in render_diff_text(diff)
    assert "| order of the families | `extra`, `meta` | `meta`, `extra` |" in render_diff_markdown(
        diff
    )


def test_json_holds_all_that_the_value_holds(pair: tuple[Edition, Edition]) -> None:
    """One object with a schema number; texts come with their words."""
    text = render_diff_json(diff_editions(*pair))
    assert text.endswith("}\n")
    data = json.loads(text)
    assert (data["schema"], data["differs"]) == (1, True)
    assert (data["before"], data["after"]) == ("small", "large")
    assert data["added"] == [
        {"tool": "t_new", "family": "core"},
        {"tool": "t_more", "family": "more"},
    ]
    assert data["moved"] == [{"tool": "t_sum", "before": "extra", "after": "meta"}]
    assert data["family_sizes"][1] == {"family": "extra", "before": 1, "after": None}
    assert data["counts"][2]["before"] is None
    assert data["counts"][2]["after"]["visible"] == 4
    (changed, *_) = data["templates"]
    assert changed["words"] == [
        {"before": "{visible} of {total} ", "after": "{visible} of {total} "},
        {"before": "tools", "after": "jars"},
        {
            "before": " under {label}; {unloaded} hidden.",
            "after": " under {label}; {unloaded} hidden.",
        },
    ]
    assert list(data) == [
        *("schema", "differs", "before", "after", "total_before", "total_after"),
        *("added", "removed", "moved", "reordered", "families", "family_sizes", "always_on"),
        *("profiles", "settings", "forbidden", "counts", "templates", "sentences"),
    ]


def test_json_of_no_difference(make_edition: MakeEdition) -> None:
    """The same shape."""
    data = json.loads(render_diff_json(diff_editions(make_edition(), make_edition())))
    assert data["differs"] is False
    assert data["added"] == []
    assert len(data["counts"]) == 2


# ---- Whatever an edition holds -----------------------------------------------------------------

HOSTILE = "<b>`|*_{x}_*&amp; ~~no~~ http://a.b :smile: <!-- /live -->"


def hostile(make_edition: MakeEdition, word: str) -> Edition:
    """An edition whose templates hold markup; braces are no text of a template."""
    text = HOSTILE.replace("{x}", word)
    return make_edition(
        phrasing__summary=f"{text} {{visible}} {{total}} {{label}} {{unloaded}} {text}"
    )


def seen(html: str) -> str:
    """The text, with deleted and inserted runs in brackets and blanks collapsed."""
    for tag, before, after in (("del", "[-", "-]"), ("ins", "{+", "+}")):
        html = html.replace(f"<{tag}>", before).replace(f"</{tag}>", after)
    return re.sub(r"[ \t]+", " ", unescape(re.sub(r"<[^>]+>", "", html)))


@pytest.mark.parametrize("reader", READERS)
def test_markup_in_a_template_stays_text(make_edition: MakeEdition, reader: str) -> None:
    """Deleted and inserted words are escaped like any others, for both readers."""
    diff = diff_editions(hostile(make_edition, "old"), hostile(make_edition, "new"))
    html = READERS[reader](render_diff_markdown(diff))
    expected = " ".join(
        HOSTILE.replace("_{x}_", "[-_old_-]{+_new_+}") if part == "x" else part
        for part in ("x", "{visible} {total} {label} {unloaded}", "x")
    )
    assert expected in seen(html)
    assert "<b>" not in html
    assert "<!--" not in html
    assert html.count("<del>") == html.count("</del>") == html.count("<ins>") > 2


@pytest.mark.parametrize("reader", READERS)
@pytest.mark.parametrize(
    "word", ["a|b", "# x", "1. x", "- x", "> x", "[x](y)", "  x  ", "\\", "_a_"]
)
def test_a_deleted_word_stays_itself(make_edition: MakeEdition, word: str, reader: str) -> None:
    """At the start and at the end of a cell too."""
    empty = "{visible} {total} {label} {unloaded}"
    before = make_edition(phrasing__summary=f"{word} {empty} {word}")
    after = make_edition(phrasing__summary=empty)
    html = READERS[reader](render_diff_markdown(diff_editions(before, after)))
    row = next(line for line in seen(html).split("\n") if "{visible}" in line)
    inner = re.sub(r" +", " ", word)
    assert row.strip() == re.sub(r" +", " ", f"[-{inner} -]{empty}[- {inner}-]")


def test_nothing_reaches_a_terminal_but_text(make_edition: MakeEdition) -> None:
    """A direction override is spelt out."""
    edition = make_edition(phrasing__summary="{visible} {total} {label} {unloaded} \u202eevil")
    text = render_diff_text(diff_editions(make_edition(), edition))
    assert "\u202e" not in text
    assert "\\u202eevil" in text


@given(editions_by_chance(), editions_by_chance())
def test_every_changed_name_is_in_every_report(one: Edition, other: Edition) -> None:
    """Nothing is left out of a report, whatever differs."""
    diff = diff_editions(one, other)
    for text in (render_diff_text(diff), render_diff_markdown(diff), render_diff_json(diff)):
        assert all(tool.tool in text for tool in (*diff.added, *diff.removed))
        assert all(change.setting in text for change in diff.settings)
        assert all(size.family in text for size in diff.family_sizes if size.changed)
    assert render_diff_text(diff).endswith("\n")
    assert not any(line != line.rstrip() for line in render_diff_text(diff).split("\n"))


def test_reports_of_flat_editions_have_no_profiles() -> None:
    """Tools only."""
    one = parse_edition({"label": "one", "families": {"tools": ["a", "b"]}}, "one")
    other = parse_edition({"label": "two", "families": {"tools": ["a", "c"]}}, "two")
    assert render_diff_text(diff_editions(one, other)) == (
        "one -> two\n\ntools: 2 -> 2 (1 added, 1 removed, 0 moved)\n  - b (tools)\n  + c (tools)\n"
    )
