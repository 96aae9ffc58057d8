"""What pages show about requirements."""

from typing import Any

import pytest

from ai_memory_spec.catalog import all_kinds
from ai_memory_spec.conformance import load_requirements
from ai_memory_spec.phrasing import EditionShelf
from ai_memory_spec.regions import render_content
from ai_memory_spec.regions.kind import ArgumentError, Resolving


def render(name: str, **arguments: str) -> str:
    """The Markdown of a kind with these arguments."""
    kind = all_kinds()[name]
    values: dict[str, Any] = {}
    for parameter in kind.parameters:
        raw = arguments.get(parameter.name, parameter.default)
        assert raw is not None
        values[parameter.name] = parameter.read(raw, Resolving(shelf=SHELF, values=values))
    return render_content(kind.function(**values))


SHELF = EditionShelf()


def rows(text: str) -> list[list[str]]:
    """Cells of a Markdown table, without the head and the rule."""
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in text.split("\n")[2:]]


def test_requirements_of_a_clause() -> None:
    """A clause has its paths, too; without one there are all."""
    found = rows(render("requirements", clause="A1"))
    assert found[0][:2] == ["`summary.template`", "MUST"]
    assert found[-1][0] == "`recovery.error`"
    assert found[-1][3] == "A1, path (d)"
    assert len(rows(render("requirements"))) == len(load_requirements().all)


def test_one_requirement_is_its_sentence() -> None:
    """With its code as code."""
    assert render("requirement", requirement="summary.unloaded") == (
        "`unloaded` is `total` minus `visible`."
    )


def test_results_stand_beside_each_other() -> None:
    """Releases newest first, in sober words."""
    text = render("requirement-results", clause="A4")
    assert text.split("\n")[0].replace(" ", "") == "|Requirement|Level|0.10.0|0.9.0|0.8.0|0.7.0|"
    by_id = {row[0]: row[1:] for row in rows(text)}
    row = next(cells for first, cells in by_id.items() if "allowlist.no-agent" in first)
    assert row == ["MUST", "pass", "pass", "pass", "fail"]
    everything = {cell for row in rows(render("requirement-results")) for cell in row[2:]}
    assert everything == {"pass", "fail", "advice", "not measured"}


def test_findings_say_expected_and_found() -> None:
    """Only what failed."""
    found = render("findings-of", release="0.10.0").splitlines()
    assert [line.split("]")[0] for line in found] == [
        "- [summary.visible.advertised",
        "- [recovery.load-family",
        "- [recovery.smart-load",
        "- [recovery.error",
        "- [tools.denied-call",
    ]
    assert ", MUST, in 7 of 7 observations. For one, memory_update after memory_load" in found[1]
    assert 'expected callable; found error -32601: "unknown tool: memory_update".' in found[1]


def test_some_requirements_are_listed_in_the_order_of_the_page() -> None:
    """The statement, and the way to all about it."""
    first, second = render(
        "requirement-list", requirements="accept.default; wire.parse"
    ).splitlines()
    assert first == (
        "- A missing or unknown `accept` gives the v3 document. "
        "([accept.default](requirements.md#accept.default))"
    )
    assert second.endswith(" and a null id. ([wire.parse](requirements.md#wire.parse))")


def test_command_and_vectors_and_tests() -> None:
    """A line, a fence, and the tests that this very test is among."""
    assert "conform --edition 0.8.0" in render("results-command", release="0.8.0")
    assert '"profile": "core"' in render("vectors-example", edition="0.10.0")
    tests = {row[0]: row[1] for row in rows(render("requirement-tests", clause="A2"))}
    assert "test_no_shipped_edition_breaks_the_tone" in tests["`describe.tone`"]


@pytest.mark.parametrize(
    ("name", "arguments", "message"),
    [
        ("requirements", {"clause": "A9"}, "no requirement has this clause"),
        ("requirement", {"requirement": "wire.prase"}, "did you mean 'wire.parse'?"),
        ("findings-of", {"release": "0.6.4"}, "no results of release '0.6.4'"),
    ],
)
def test_wrong_arguments_are_named(name: str, arguments: dict[str, str], message: str) -> None:
    """With what would be right."""
    with pytest.raises(ArgumentError) as caught:
        render(name, **arguments)
    assert message in caught.value.message
    assert caught.value.fix.startswith("use ")
