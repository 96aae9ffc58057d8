"""Inputs that broke other tools of this kind, with the right behaviour."""

import os
import subprocess
import sys
from pathlib import Path

import mdformat
import pytest

from ai_memory_spec.catalog import all_kinds
from ai_memory_spec.drift import Finding
from ai_memory_spec.drift.markdown import ReadPage, page_findings
from ai_memory_spec.phrasing import EditionShelf
from ai_memory_spec.regions import (
    Code,
    Content,
    Fence,
    Kind,
    Table,
    line,
    make_kind,
    render_page,
)

KINDS = all_kinds()


def findings(text: str) -> list[Finding]:
    """What a check of this page finds."""
    rendered = render_page(text, "page.md", KINDS, EditionShelf())
    page = ReadPage(path=Path("page.md"), name="page.md", text=text, rendered=rendered)
    return list(page_findings(page))


def refresh(text: str) -> str:
    """What `generate` would save."""
    return render_page(text, "page.md", KINDS, EditionShelf()).text


SAMPLE = "<!-- live:count -->0<!-- /live -->"


def test_samples_and_free_comments_are_no_markers() -> None:
    """RP1: only the true region at the end is stale, and every other byte stays."""
    text = f"""````md
```
{SAMPLE}
```
````

~~~
{SAMPLE}
~~~

- ```text
  ``` python
  {SAMPLE}
  ```

See ``{SAMPLE}`` here.

    {SAMPLE}

<!-- live demo on Friday --> and
text <!-- live --> with <!-- lives:9 --> in it.

Last: {SAMPLE}
"""
    stale = [item for item in findings(text) if item.rule == "region.stale"]
    assert [item.line for item in stale] == [text.count("\n")]
    assert {item.rule for item in findings(text)} <= {"region.stale", "marker.bare"}
    assert refresh(text) == text[: -len(SAMPLE) - 1] + SAMPLE.replace("0", "51") + "\n"


def test_crlf_bom_and_front_matter_stay() -> None:
    """RW4: line endings alone are not drift; the marker in front matter is no region."""
    title = '"Pantry: <!-- live:count -->7<!-- /live -->"'
    front = f"\ufeff---\r\ntitle: {title}\r\ntags: [ a,b ]\r\n---\r\n\r\n"
    page = refresh(f"{front}<!-- live:forbidden -->\r\n<!-- /live -->\r\n\r\nodd\nend\r\n")
    assert page.startswith(front)
    assert page.endswith("<!-- /live -->\r\n\r\nodd\nend\r\n")
    assert page.count("\n") - page.count("\r\n") == 1
    assert findings(page) == []
    stale = page.replace("JSON-RPC", "JSON-RPD")
    (found,) = findings(stale)
    assert found.line == stale[: stale.index("JSON-RPD")].count("\n") + 1
    assert refresh(stale) == page


@pytest.mark.parametrize(
    ("line", "safe"),
    [
        ("Run <!-- live:count of=--all -->x<!-- /live --> now", "of=%2D%2Dall"),
        ("See <!-- live:count of=[**b**](u) -->x<!-- /live -->", "of=%5B%2A%2Ab%2A%2A%5D(u)"),
        ("Has <!-- live:count of=>3 -->x<!-- /live -->", "of=%3E3"),
        ("| a | b |\n| --- | --- |\n| <!-- live:count of=| -->x<!-- /live --> | z |", "of=%7C"),
    ],
)
def test_unsafe_arguments_are_refused_with_the_safe_spelling(line: str, safe: str) -> None:
    """RD1: comment text is not always inert."""
    found = findings(f"{line}\n")
    assert "marker.unsafe" in {item.rule for item in found}
    assert any(safe in item.fix for item in found)
    assert refresh(f"{line}\n") == f"{line}\n"


def test_a_mistyped_closer_is_an_error_on_its_own_line() -> None:
    """RD1: nothing after it is altered, and nothing else is reported of it."""
    text = "One.\n\n<!-- live:count -- >\n\nTwo.\n\nThree.\n"
    (found,) = findings(text)
    assert (found.rule, found.line) == ("marker.multiline", 3)
    assert refresh(text) == text


@pytest.mark.parametrize("indent", ["   ", "  ", "    "])
def test_a_region_in_a_list_item_keeps_its_indentation(indent: str) -> None:
    """RD3: every generated line is indented, and the list stays one list."""
    bullet = "1. Setup" if indent == "   " else "- Setup"
    text = f"{bullet}\n\n{indent}<!-- live:forbidden -->\n{indent}<!-- /live -->\n{bullet}\n"
    fresh = refresh(text)
    inside = fresh.split("-->")[1].split("<!--")[0].split("\n")
    assert all(line.startswith(indent) for line in inside if line)
    advice = [item.rule for item in findings(fresh)]
    assert advice == ([] if indent == "    " else ["list.indent"])


def test_a_marker_over_several_lines_is_refused_with_its_line() -> None:
    """RD3: never half seen."""
    text = "1. Setup\n   <!-- live:forbidden\n\n   edition=spec -->\n   - a\n   <!-- /live -->\n"
    found = findings(text)
    assert ("marker.multiline", 2) in {(item.rule, item.line) for item in found}
    assert refresh(text) == text


def test_a_formatter_and_the_generator_settle() -> None:
    """FM1: at most two rounds in both orders; formatted text is current, a changed word is not."""
    text = (
        "# T\n\n<!-- live:examples field=summary cut=opening -->\n<!-- /live -->\n\n"
        "| n | m |\n|---|---|\n| <!-- live:count -->9<!-- /live --> | x |\n\n"
        "<!-- live:forbidden -->\n<!-- /live -->\n"
    )

    def reformat(page: str) -> str:
        return mdformat.text(page, extensions={"tables"})

    for first, second in ((refresh, reformat), (reformat, refresh)):
        page = second(first(second(first(text))))
        assert second(first(page)) == page
        assert findings(reformat(page)) == []
        assert [item.rule for item in findings(page.replace("43", "44", 1))] == ["region.stale"]
        assert page.endswith("\n")
        assert not page.endswith("\n\n")


def test_output_is_the_same_in_every_environment(tmp_path: Path) -> None:
    """CL5: hash seed, width, time zone, locale and folder order change no byte."""
    root = Path(__file__).parents[2]
    texts = []
    for number, extra in enumerate(
        [
            {"PYTHONHASHSEED": "1", "COLUMNS": "35", "TZ": "UTC", "LC_ALL": "C"},
            {"PYTHONHASHSEED": "2", "COLUMNS": "200", "TZ": "Asia/Tokyo", "LC_ALL": "C.UTF-8"},
        ]
    ):
        folder = tmp_path / str(number)
        (folder / "docs").mkdir(parents=True)
        names = [path.name for path in sorted((root / "docs").glob("*.md"))]
        for name in names if number else reversed(names):
            if not name.startswith(("architecture", "changelog")):
                page = (root / "docs" / name).read_text(encoding="utf-8")
                (folder / "docs" / name).write_text(page.replace("51", "50"), encoding="utf-8")
        subprocess.run(
            [sys.executable, "-m", "ai_memory_spec", "generate", "docs"],
            cwd=folder,
            env={**os.environ, **extra},
            check=True,
            capture_output=True,
        )
        texts.append({p.name: p.read_bytes() for p in (folder / "docs").glob("*.md")})
    assert texts[0] == texts[1]


def with_kind(content: Content) -> dict[str, Kind]:
    """The kinds of the catalog and one more, `live:hostile`, that shows this content."""

    @make_kind("hostile", "block")
    def hostile() -> Content:
        """Shows what a server said."""
        return content

    return {**KINDS, "hostile": hostile}


def test_a_line_break_in_data_never_ends_a_row() -> None:
    """RW1: a break becomes a blank; each row is one physical line with its three cells."""
    text = "Find a recipe.\r\n\r\n- by name\r\n- by colour | or not"
    table = Table(
        head=("a", "b", "c"), rows=((line(text), line(Code(text="a\nb")), line("plain")),)
    )
    kinds = with_kind(table)
    page = "<!-- live:hostile -->\n<!-- /live -->\n\nAfter.\n"
    fresh = render_page(page, "page.md", kinds, EditionShelf()).text
    (row,) = [each for each in fresh.split("\n") if "recipe" in each]
    assert "\r" not in fresh
    assert row.count("|") == 4
    assert "Find a recipe. - by name - by colour &#124; or not" in row
    assert "| `a b` |" in row
    assert render_page(fresh, "page.md", kinds, EditionShelf()).text == fresh


def test_data_that_holds_fences_and_markers_does_not_end_its_region() -> None:
    """RW3: the fence is longer than any inside, and a closing marker in it is a sample."""
    data = "```json\n{}\n```\nend it with <!-- /live -->\n<!-- live:count -->"
    kinds = with_kind(Fence(text=data))
    page = "<!-- live:hostile -->\n<!-- /live -->\n\nAfter <!-- live:count -->51<!-- /live -->.\n"
    fresh = render_page(page, "page.md", kinds, EditionShelf())
    again = render_page(fresh.text, "page.md", kinds, EditionShelf())
    assert again.problems == ()
    assert again.text == fresh.text
    assert [item.stale for item in again.regions] == [False, False]
    assert "````text\n```json" in fresh.text
    assert fresh.text.endswith("\n\nAfter <!-- live:count -->51<!-- /live -->.\n")
