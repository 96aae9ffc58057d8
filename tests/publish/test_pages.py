"""The committed pages: links hold where they are read raw, and every profile has its section."""

import re
from functools import cache
from itertools import pairwise
from pathlib import Path

import pytest
import yaml
from markdown_it import MarkdownIt
from markdown_it.token import Token

from ai_memory_spec.phrasing import load_edition
from tests.regions.readers import MATERIAL

ROOT = Path(__file__).parents[2]
DOCS = ROOT / "docs"
PAGES = sorted(DOCS.rglob("*.md"))
NAMES = [page.relative_to(DOCS).as_posix() for page in PAGES]


@cache
def tokens(path: Path) -> list[Token]:
    """Block tokens of a page, without its front matter."""
    text = path.read_text(encoding="utf-8")
    return (
        MarkdownIt("commonmark")
        .enable("table")
        .parse(re.sub(r"\A---\n.*?\n---\n", "", text, flags=re.DOTALL))
    )


@cache
def anchors(path: Path) -> frozenset[str]:
    """Places that GitHub lets links lead to: slugs of headings, and elements with an id."""
    found: dict[str, int] = {}
    page = tokens(path)
    for index, token in enumerate(page):
        if token.type != "heading_open":
            continue
        words = "".join(
            child.content
            for child in page[index + 1].children or ()
            if child.type in ("text", "code_inline")
        )
        slug = re.sub(r"[^\w\- ]", "", words.strip().lower()).replace(" ", "-")
        number = found.get(slug, 0)
        found[slug] = number + 1
        if number:
            found[f"{slug}-{number}"] = 1
    ids = re.findall(r'<\w+ [^>]*\bid="([^"]+)"', path.read_text(encoding="utf-8"))
    return frozenset([*found, *ids])


def links(path: Path) -> list[str]:
    """Targets of a page's links and images."""
    found: list[str] = []
    for token in tokens(path):
        for child in token.children or ():
            target = child.attrGet("href") if child.type == "link_open" else child.attrGet("src")
            if target:
                found.append(str(target))
    return found


@pytest.mark.parametrize("name", NAMES)
def test_links_and_anchors_hold_in_raw_markdown(name: str) -> None:
    """Every relative link leads to a file, and its anchor to a place that GitHub knows."""
    path = DOCS / name
    for link in links(path):
        if re.match(r"\w+:", link):
            continue
        target, _, anchor = link.partition("#")
        other = (path.parent / target.partition("?")[0]).resolve() if target else path
        assert other.is_file(), f"{name}: {link} leads to no file"
        if anchor:
            assert anchor in anchors(other), f"{name}: {link} leads to no anchor of {other.name}"


@pytest.mark.parametrize("name", NAMES)
def test_page_has_a_title_a_description_and_one_first_heading(name: str) -> None:
    """Search engines and readers get both, and headings go down one level at a time."""
    text = (DOCS / name).read_text(encoding="utf-8")
    front = yaml.safe_load(text.split("---\n")[1])
    assert front["title"]
    assert front["description"].endswith("."), name
    levels = [int(item.tag[1]) for item in tokens(DOCS / name) if item.type == "heading_open"]
    assert levels.count(1) == 1
    assert levels[0] == 1
    assert all(b <= a + 1 for a, b in pairwise(levels)), levels


def test_descriptions_tell_pages_apart() -> None:
    """No two pages have the same title or description."""
    for key in ("title", "description"):
        values = [
            yaml.safe_load(page.read_text(encoding="utf-8").split("---\n")[1])[key]
            for page in PAGES
        ]
        assert len(set(values)) == len(values), key


def test_every_named_profile_has_its_section() -> None:
    """A profile that an edition adds wants a heading and a card of its own."""
    text = (DOCS / "profiles.md").read_text(encoding="utf-8")
    for name in load_edition("spec").profiles:
        section = text.split(f"### The `{name}` profile\n")[1].split("\n## ")[0]
        assert f"<!-- live:profile-card profile={name} -->" in section.split("\n### ")[0]


def test_every_page_is_in_the_navigation_or_left_out_on_purpose() -> None:
    """Only comparisons are reached from a page instead."""
    text = (ROOT / "mkdocs.yml").read_text(encoding="utf-8")
    for name in NAMES:
        assert f": {name}\n" in text or name.startswith("compare/"), name


def test_readers_of_the_tests_use_the_extensions_of_the_site() -> None:
    """The second reader of the region tests is set up as the site is."""
    text = (ROOT / "mkdocs.yml").read_text(encoding="utf-8")
    for extension in MATERIAL:
        assert f"- {extension}" in text
