"""Beside a plugin that evaluates braces, data that holds braces stays data (MK5)."""

import json
from typing import Any

import pytest

from ai_memory_spec.cli import main

HOSTILE = (
    "Name pattern, e.g. {{{method}}}-{{path}}.json; use {% raw %} for blocks",
    "{{ today }}",
    "{# a comment #} and {{ today",
    "[[ today ]] and << today >>",
)
EDITION = {
    "label": "braces",
    "what": HOSTILE[0],
    "families": {"core": ["memory_store", "memory_recall"], "more": ["memory_link"]},
    "base_family": "core",
    "phrasing": {
        "summary": "{visible} of {total} tools, {unloaded} not loaded ({label}).",
        "describe_partial": "{n_loaded} tool{s}: {preview_loaded}{ellipsis}; "
        "{n_unloaded}: {preview_unloaded}.",
        "describe_full": "{n_loaded} tools: {preview_loaded}{ellipsis}.",
        "preview_loaded": 5,
        "preview_unloaded": 4,
        "strip_prefix": "memory_",
        "summary_counts_always_on": True,
        "forbidden_in_describe": list(HOSTILE),
    },
    "provenance": {f"note {number}": text for number, text in enumerate(HOSTILE)},
}
KINDS = ("provenance", "forbidden", "template name=summary")
PAGE = "# Home\n\n" + "".join(f"<!-- live:{kind} -->\n\n<!-- /live -->\n\n" for kind in KINDS)
ORDERS = {
    "macros first": ["macros", "ai-memory-spec"],
    "macros last": ["ai-memory-spec", "macros"],
    "no macros": ["ai-memory-spec"],
}


@pytest.fixture
def braces(site: Any) -> Any:
    """A site whose edition holds what template languages act on; committed text is in step."""
    site.write("editions/braces.json", json.dumps(EDITION))
    site.write(
        "pyproject.toml",
        '[tool.ai-memory-spec]\npaths = ["docs"]\nedition = "editions/braces.json"\n',
    )
    site.write("docs/index.md", PAGE)
    assert main(["generate"]) == 0
    return site


def use_plugins(site: Any, plugins: list[str]) -> None:
    config = (site.root / "mkdocs.yml").read_text().replace("plugins:\n  - ai-memory-spec\n", "")
    site.write("mkdocs.yml", f"{config}extra: {{today: EVALUATED}}\nplugins: {plugins}\n")


@pytest.mark.parametrize("order", ORDERS)
@pytest.mark.parametrize("stale", [False, True], ids=["in step", "stale"])
def test_page_shows_the_braces_in_every_order(braces: Any, order: str, stale: bool) -> None:
    """Nothing is evaluated, committed or just rendered, and what is in step builds strictly."""
    use_plugins(braces, ORDERS[order])
    if stale:
        braces.write("docs/index.md", PAGE)
    built = braces.build(strict=not stale)
    assert built.error is None
    assert len(built.warnings) == (len(KINDS) if stale else 0)
    text = braces.text("index.html")
    assert "EVALUATED" not in text
    for each in HOSTILE:
        assert text.count(each) == 2, each
    assert "{visible} of {total} tools, {unloaded} not loaded ({label})." in text


def test_macros_do_evaluate_here(braces: Any) -> None:
    """Else the tests above would prove nothing."""
    page = (braces.root / "docs/index.md").read_text()
    braces.write("docs/index.md", f"{page}\nToday is {{{{ today }}}}.\n")
    use_plugins(braces, ORDERS["macros last"])
    braces.build()
    assert "Today is EVALUATED." in braces.text("index.html")


def test_page_that_macros_could_not_read_is_an_error(braces: Any) -> None:
    """The other plugin puts its own message in the page's place: the regions are missing."""
    page = (braces.root / "docs/index.md").read_text()
    braces.write("docs/index.md", f"{page}\nToday is {{{{ today.\n")
    use_plugins(braces, ORDERS["macros first"])
    built = braces.build(strict=True)
    assert built.error is not None
    assert sum("html.region-missing" in line for line in built.warnings) == len(KINDS)
