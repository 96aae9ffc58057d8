"""Edition files as they are written: the style of the shipped ones, and nothing lost."""

import json
import tomllib
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from types import MappingProxyType

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ai_memory_spec.editing import edition_data, render_edition_toml
from ai_memory_spec.phrasing import (
    EDITIONS_FOLDER,
    Edition,
    edition_labels,
    load_edition,
    parse_edition,
    read_edition,
)
from tests.editing.worlds import editions_by_chance


@pytest.mark.parametrize("label", edition_labels())
def test_a_shipped_edition_is_written_byte_for_byte(label: str) -> None:
    """The writer has the one style of all shipped files, typed, converted or pulled."""
    written = render_edition_toml(load_edition(label)).encode()
    assert written == (EDITIONS_FOLDER / f"{label}.toml").read_bytes()


def test_a_flat_edition_says_that_it_is_one() -> None:
    """Its comment names no contract, and what it has not is not in the file."""
    edition = parse_edition({"label": "flat", "what": "two", "families": {"tools": ["a", "b"]}}, "")
    assert render_edition_toml(edition) == (
        "# Edition flat, the tools of an MCP server. "
        "Data, not prose: every page follows it.\n"
        "# The order of families and of tools counts. "
        "`ai-memory-spec check` shows what a change moves.\n"
        "\n"
        'label = "flat"\n'
        'what = "two"\n'
        "\n"
        "[families]\n"
        "tools = [\n"
        '  "a",\n'
        '  "b",\n'
        "]\n"
    )


def test_an_edition_without_base_family_says_so(make_edition: Callable[..., Edition]) -> None:
    """Left out, it would mean `core`."""
    edition = make_edition(base_family="")
    text = render_edition_toml(edition)
    assert 'base_family = ""\n' in text
    assert parse_edition(tomllib.loads(text), "").base_family is None


def test_empty_lists_stand_on_one_line(make_edition: Callable[..., Edition]) -> None:
    """A list is spread over lines only if it has items."""
    text = render_edition_toml(make_edition(phrasing__forbidden_in_describe=[], always_on=[]))
    assert "forbidden_in_describe = []\n" in text
    assert "always_on" not in text.replace("summary_counts_always_on", "")


@pytest.mark.parametrize(
    ("value", "written"),
    [
        ('say "yes"', r'"say \"yes\""'),
        ("back\\slash", r'"back\\slash"'),
        ("dash — and ’ stay", '"dash — and ’ stay"'),
        ("# no comment", '"# no comment"'),
        ("'''", "\"'''\""),
        ("", '""'),
    ],
)
def test_text_is_escaped_as_toml_asks(
    make_edition: Callable[..., Edition], value: str, written: str
) -> None:
    """Quotes and backslashes are escaped, other printable characters are not."""
    text = render_edition_toml(make_edition(what=value))
    assert f"what = {written}\n" in text
    assert tomllib.loads(text)["what"] == value


@pytest.mark.parametrize(
    "key", ["", "two words", 'a"b', "a.b", "é", "tab\tkey", "del\x7fkey", "\n"]
)
def test_a_key_is_quoted_where_it_must_be(make_edition: Callable[..., Edition], key: str) -> None:
    """Provenance has free keys."""
    edition = make_edition(provenance={key: "here"})
    assert tomllib.loads(render_edition_toml(edition))["provenance"] == {key: "here"}


def test_a_bare_key_is_not_quoted(make_edition: Callable[..., Edition]) -> None:
    """As the shipped files have it."""
    text = render_edition_toml(make_edition(provenance={"made_by-2": "here"}))
    assert text.endswith('[provenance]\nmade_by-2 = "here"\n')


def test_json_has_the_same_shape(make_edition: Callable[..., Edition], tmp_path: Path) -> None:
    """The raw data can be kept as a JSON file too."""
    edition = make_edition()
    path = tmp_path / "small.json"
    path.write_text(json.dumps(edition_data(edition)), encoding="utf-8")
    assert read_edition(path) == edition


@given(
    edition=editions_by_chance(),
    what=st.text(st.characters(exclude_categories=["C", "Zl", "Zp"])),
    notes=st.dictionaries(
        st.text(st.characters(exclude_categories=["Cs"])),
        st.text(st.characters(exclude_categories=["C", "Zl", "Zp"])),
    ),
)
def test_reading_what_was_written_gives_the_same_edition(
    edition: Edition, what: str, notes: dict[str, str]
) -> None:
    """Whatever the loader accepts survives the file, order included."""
    edition = replace(edition, what=what, provenance=MappingProxyType(notes))
    read = parse_edition(tomllib.loads(render_edition_toml(edition)), "written")
    assert read == edition
    assert list(read.profiles) == list(edition.profiles)
    assert list(read.provenance.items()) == list(notes.items())
