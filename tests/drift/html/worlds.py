"""Small real sites: every region kind in every place, built by a real generator."""

import contextlib
import os
import re
import subprocess
import sys
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path

from ai_memory_spec.catalog import all_kinds
from ai_memory_spec.drift import Report
from ai_memory_spec.drift.html import BuiltSite, HtmlCheck, check_html, open_folder
from ai_memory_spec.drift.markdown import ReadPage, read_pages
from ai_memory_spec.drift.site_config import SiteConfig, read_site_config
from ai_memory_spec.phrasing import EditionShelf
from ai_memory_spec.regions import Kind, render_page

KINDS = all_kinds()
SHELF = EditionShelf("spec")

ARGUMENTS = {
    "name": "of=edition edition=0.10.0",
    "sentence": "field=to_describe_to_user profile=graph",
    "sentence-diff": "a=spec b=0.10.0 field=summary",
    "spellings": 'texts="core;GRAPH;core,archive;no such%7Cfamily"',
    "template-diff": "a=spec b=0.10.0 name=summary",
    "variable": "name=preview_loaded profile=graph",
}
"""Arguments that show more than the first valid ones would."""

DOCS = Path(__file__).parents[3] / "docs"

INLINE_PLACES = """\
In a sentence {region}, in **bold {region} text**.

- item {region} end
- last {region}

1. number {region}

### Heading {region} {{ #heading-anchor }}

| A {region} | B |
| --- | ---: |
| x {region} | y {region} |
| [link](#heading-anchor) | `code` |

> quoted {region} text

Term
:   defined {region} text

!!! note "Title"

    note {region} text

=== "Tab A"

    tab {region} text

=== "Tab B"

    other tab {region} text

??? tip "Folded"

    folded {region} text[^1].

[^1]: In a footnote {region} text.
"""

BLOCK_PLACES = """\
{region}

- item

    {region4}

> quote
>
> {quoted}

!!! note "Title"

    {region4}

=== "Tab A"

    {region4}

=== "Tab B"

    {region4}

??? tip "Folded"

    {region4}

!!! warning "Nested"

    - inner

        {region8}

<div class="box" markdown>

{region}

</div>
"""

MATERIAL = """\
site_name: Test
site_url: https://docs.example.org/project/
theme:
  name: material
  font: false
  features: [content.code.copy, content.code.annotate, content.tabs.link, navigation.sections]
plugins: [search]
markdown_extensions:
  - abbr
  - admonition
  - attr_list
  - def_list
  - footnotes
  - md_in_html
  - tables
  - toc: {permalink: true}
  - pymdownx.details
  - pymdownx.inlinehilite
  - pymdownx.superfences
  - pymdownx.tabbed: {alternate_style: true}
  - pymdownx.highlight: {anchor_linenums: true, line_spans: __span, pygments_lang_class: true}
"""


def marker_of(kind: Kind) -> str:
    """An opening marker of the kind with all arguments that must be given.

    For a kind that is not listed above they come from our own pages; each kind is on one.
    """
    needed = [item for item in kind.parameters if item.default is None]
    if kind.name in ARGUMENTS:
        return f"<!-- live:{kind.name} {ARGUMENTS[kind.name]} -->"
    if any(not re.fullmatch(r"[\w-]+(, [\w-]+)*", item.values) for item in needed):
        for page in sorted(DOCS.rglob("*.md")):
            found = re.search(rf"<!-- live:{kind.name} .*?-->", page.read_text(encoding="utf-8"))
            if found:
                return found[0]
    first = [f"{item.name}={item.values.split(', ')[0]}" for item in needed]
    return f"<!-- live:{' '.join([kind.name, *first])} -->"


def kind_page(kind: Kind) -> str:
    """A page with the kind in every place where it may stand, its text not yet live."""
    opening = marker_of(kind)
    pieces = [f"# Kind {kind.name}", ""]
    if kind.makes == "line":
        pieces.append(INLINE_PLACES.format(region=f"{opening}old<!-- /live -->"))
    block = [opening, "", "old", "", "<!-- /live -->"]
    pieces.append(
        BLOCK_PLACES.format(
            region="\n".join(block),
            region4="\n    ".join(block).replace("    \n", "\n"),
            region8="\n        ".join(block).replace("        \n", "\n"),
            quoted="\n> ".join(block),
        )
    )
    return "\n".join(pieces)


def refresh(text: str, name: str) -> str:
    """The page with live text in every region; a test of the test: it must be sound."""
    rendered = render_page(text, name, KINDS, SHELF)
    problems = [problem for problem in rendered.problems if problem.rule != "list.indent"]
    assert not problems, f"{name}: {problems[0].message}: see ARGUMENTS in {__file__}"
    assert rendered.regions
    return rendered.text


@cache
def _read(root: Path, paths: tuple[Path, ...], times: tuple[int, ...]) -> tuple[ReadPage, ...]:
    return read_pages(paths, KINDS, SHELF, root, root).pages


@dataclass(frozen=True, slots=True, kw_only=True)
class World:
    """A project with a built site."""

    root: Path

    @property
    def config(self) -> SiteConfig:
        return read_site_config(self.root / "mkdocs.yml")

    def write(self, files: Mapping[str, str]) -> "World":
        for name, text in files.items():
            path = self.root / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
        return self

    def build(self, generator: str = "mkdocs") -> "World":
        done = subprocess.run(
            [sys.executable, "-m", generator, "build"],
            cwd=self.root,
            env={**os.environ, "NO_MKDOCS_2_WARNING": "1"},
            capture_output=True,
            text=True,
            timeout=120,
        )
        assert done.returncode == 0, done.stdout + done.stderr
        return self

    def html(self, place: str) -> str:
        return (self.root / "site" / place).read_text(encoding="utf-8")

    def pages(self, *names: str) -> tuple[ReadPage, ...]:
        """The Markdown pages of the project, or those of these names in its docs folder."""
        paths = tuple(self.root / "docs" / name for name in names) or (self.root / "docs",)
        files = [
            path for each in paths for path in (each.rglob("*.md") if each.is_dir() else [each])
        ]
        return _read(self.root, paths, tuple(path.stat().st_mtime_ns for path in files))

    def site(self, changed: Mapping[str, str] | None = None) -> BuiltSite:
        """The built site, with other text in some pages."""
        built = open_folder(self.root / "site", "site")
        texts = {f"site/{place}": text for place, text in (changed or {}).items()}
        return replace(
            built, read=lambda address: texts[address] if address in texts else built.read(address)
        )

    def check(
        self,
        changed: Mapping[str, str] | None = None,
        *,
        only: Iterable[str] = (),
        site: BuiltSite | None = None,
    ) -> Report:
        """Check the site with other text in some pages; with `only`, these pages alone."""
        check = HtmlCheck(
            site=site or self.site(changed), config=self.config, kinds=KINDS, shelf=SHELF
        )
        return check_html(check, self.pages(*only), whole_site=not only)


FEW = ("count", "names", "template", "examples", "forbidden", "spellings", "template-diff")
"""Kinds that together make every sort of content: lines, code, tables, lists, changed words."""


def kind_files(kinds: Iterable[str] = tuple(KINDS)) -> dict[str, str]:
    """A page for each of these kinds, and a home page without regions.

    A kind whose page is unsound has none: its own tests fail, those of others do not.
    """
    files = {"docs/index.md": "# Home\n\nNo region here.\n"}
    for name in kinds:
        with contextlib.suppress(AssertionError):
            files[f"docs/{name}.md"] = refresh(kind_page(KINDS[name]), f"docs/{name}.md")
    return files


REGION = re.compile(r"(<!-- live:[^>]*? -->)(.*?)(<!-- /live -->)", re.DOTALL)
"""A region in HTML, found without the code under test."""
