"""Documents on pages: every example fits its schema, every schema field has its row."""

import json
import re
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

from ai_memory_spec.catalog import all_kinds
from ai_memory_spec.contract import load_schema
from ai_memory_spec.phrasing import EditionShelf, load_edition, named_profiles
from ai_memory_spec.publish.document_fields import schema_fields
from ai_memory_spec.publish.documents import example_document, read_rules
from ai_memory_spec.publish.json_text import WIDTH, readable_json
from ai_memory_spec.regions import RenderError, render_page

PAGE = (Path(__file__).parents[2] / "docs/capabilities-document.md").read_text(encoding="utf-8")
SHAPES = ("v1", "v2", "v3", "family")


def render(marker: str) -> str:
    """What a block marker makes."""
    text = f"<!-- live:{marker} -->\n\n<!-- /live -->\n"
    rendered = render_page(text, "page.md", all_kinds(), EditionShelf())
    assert not rendered.problems, rendered.problems
    return rendered.regions[0].live


@pytest.mark.parametrize("version", SHAPES)
@pytest.mark.parametrize("label", ["spec", "0.7.0", "0.10.0"])
def test_examples_fit_their_schema(version: str, label: str) -> None:
    """For every named profile, over MCP and over HTTP."""
    edition = load_edition(label)
    validator = Draft202012Validator(load_schema(f"capabilities-{version}"))
    for profile in named_profiles(edition):
        for over in ("mcp", "http"):
            validator.validate(example_document(edition, profile, version, over))


def test_every_example_on_the_page_fits_its_schema() -> None:
    """What the committed page shows is looked at as a reader would copy it."""
    found = re.findall(
        r"<!-- live:document-example version=(\w+)[^>]*-->\n\n```json\n(.*?)\n```", PAGE, re.DOTALL
    )
    assert {version for version, _ in found} == set(SHAPES)
    for version, text in found:
        Draft202012Validator(load_schema(f"capabilities-{version}")).validate(json.loads(text))


def test_fields_of_a_schema_have_a_row_each() -> None:
    """Nested fields have the path of what holds them."""
    fields = {field.path: field for field in schema_fields(load_schema("capabilities-v3"))}
    assert fields["tools"].type == "array of objects"
    assert fields["tools[].callable_now"].type == "boolean"
    assert fields["schema_version"].type == '"3"'
    assert fields["families.families[].tools"].required
    assert not fields["agent_permitted_families"].required
    assert all(field.description for field in fields.values())


def test_new_fields_of_v3_leave_out_those_of_v2() -> None:
    """The version itself stays, since its value is new."""
    text = render("document-fields version=v3 new=only")
    assert "`to_describe_to_user`" in text
    assert "`schema_version`" in text
    assert "`permissions`" not in text
    assert "`families`" not in text


def test_allowlist_table_tells_the_deciding_entry_and_both_clauses() -> None:
    """Exact, longest beginning, star, none, and no agent id."""
    table = render(
        'allowlist-table profile=admin rules="alice=full;ops-=core;ops-night-=core,archive" '
        'agents="alice;ops-1;ops-night-1;bob;"'
    )
    rows = [line.strip("| ").split(" | ") for line in table.split("\n")[2:]]
    assert [row[1] for row in rows] == [
        "`alice` (exact)",
        "`ops-` (longest beginning)",
        "`ops-night-` (longest beginning)",
        "none: denied",
        "none: the gate is not consulted",
    ]
    assert [row[2] for row in rows][-2:] == ["`[]`", "absent"]
    assert [row[3] for row in rows] == ["20"] * 5
    assert [row[4] for row in rows] == ["20", "7", "7", "0", "20"]


def test_accept_table_names_the_version_of_each_spelling() -> None:
    """The empty spelling stands for none."""
    assert render('accept-table values="V2;9;"').split("\n")[2:] == [
        "| `V2` | `v2` |",
        "| `9` | `v3` |",
        "| (not given) | `v3` |",
    ]


def test_rule_without_families_is_refused() -> None:
    """The message names the rule."""
    with pytest.raises(RenderError, match="the rule 'alice' has no `=`"):
        read_rules("alice")


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
)


@given(JSON)
def test_readable_json_means_the_same(value: Any) -> None:
    """Whatever the layout, the data is what went in."""
    assert json.loads(readable_json(value)) == value


def test_readable_json_keeps_lines_short_where_it_can() -> None:
    """Lists of objects have a line for each, names fill lines."""
    value = {"tools": [{"a": 1}, {"a": 2}], "names": [f"name-{at}" for at in range(40)]}
    text = readable_json(value)
    assert '    {"a": 1},\n    {"a": 2}\n' in text
    assert max(map(len, text.split("\n"))) <= WIDTH
