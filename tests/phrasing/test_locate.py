"""The line of a place in an edition file."""

import json
from pathlib import Path

import pytest

from ai_memory_spec.phrasing import EDITIONS_FOLDER, EditionError, read_edition
from ai_memory_spec.phrasing.locate import line_of

TOML = """label = "x"
always_on = ["memory_a"]

[families]
core = [
  "memory_a", # the first ] of many
  "memory_b",
]
other = ["memory_c", "memory_d"]

[profiles]
core = ["core"]

[phrasing]
summary = "core = {visible}"
"""


@pytest.mark.parametrize(
    ("place", "line"),
    [
        ("label", 1),
        ("always_on[0]", 2),
        ("families", 4),
        ("families.core", 5),
        ("families.core[1]", 7),
        ("families.other[1]", 9),
        ("profiles.core[0]", 12),
        ("phrasing.summary", 15),
        ("phrasing.describe_full", 14),
        ("(top)", None),
    ],
)
def test_a_place_has_the_line_of_its_key_or_item(place: str, line: int | None) -> None:
    """A missing key has the line of the table that lacks it."""
    assert line_of(TOML, place) == line


@pytest.mark.parametrize("file", sorted(EDITIONS_FOLDER.glob("*.toml")), ids=lambda path: path.stem)
def test_every_tool_of_a_shipped_edition_is_found(file: Path) -> None:
    """The line that is named holds the tool."""
    text = file.read_text(encoding="utf-8")
    for family in read_edition(file).families:
        for index, tool in enumerate(family.tools):
            line = line_of(text, f"families.{family.name}[{index}]")
            assert line is not None
            assert f'"{tool}"' in text.split("\n")[line - 1]


def test_an_unfit_edition_names_file_and_line(tmp_path: Path) -> None:
    """In TOML and in JSON alike."""
    toml = tmp_path / "bad.toml"
    toml.write_text('label = "x"\n[families]\ncore = [\n  "a",\n  "a",\n]\n', encoding="utf-8")
    with pytest.raises(EditionError) as caught:
        read_edition(toml)
    assert f"  {toml}:5: families.core[1]: " in str(caught.value)
    other = tmp_path / "bad.json"
    data = {"label": "x", "families": {"core": ["a", "a"]}}
    other.write_text(json.dumps(data, indent=1), encoding="utf-8")
    with pytest.raises(EditionError) as caught:
        read_edition(other)
    assert f"  {other}:6: families.core[1]: " in str(caught.value)
