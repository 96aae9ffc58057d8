"""Edition files checked one by one."""

import json
from pathlib import Path

import pytest

from ai_memory_spec.drift import Outcome
from ai_memory_spec.editing.validate import render_json, render_text, validate_editions

SOUND = 'label = "mine"\n[families]\ntools = ["a", "b"]\n'
BROKEN = 'label = "a|b"\n[families]\ntools = ["a", "a"]\n'
BROKEN_LINES = (
    "{0}:1: label: 'a|b' could break a page or a region marker; use letters, digits, . _ - only, "
    "without a double hyphen\n"
    "{0}:3: families.tools[1]: tool 'a' stands already at families.tools[0]\n"
)
SOUND_LINE = "{0}: sound: edition mine, tools 2, families 1, named profiles 0, without sentences\n"


@pytest.fixture
def sound(tmp_path: Path) -> str:
    """A file without problems."""
    path = tmp_path / "sound.toml"
    path.write_text(SOUND)
    return str(path)


@pytest.fixture
def broken(tmp_path: Path) -> str:
    """A file with two problems."""
    path = tmp_path / "broken.toml"
    path.write_text(BROKEN)
    return str(path)


def test_a_sound_file_is_described(sound: str) -> None:
    """What was understood of it."""
    report = validate_editions([sound])
    assert report.outcome is Outcome.IN_STEP
    assert render_text(report) == SOUND_LINE.format(sound)


def test_every_problem_has_its_place(broken: str) -> None:
    """All of them, one a line."""
    report = validate_editions([broken])
    assert report.outcome is Outcome.DRIFT
    assert render_text(report) == BROKEN_LINES.format(broken)


def test_all_files_are_checked(sound: str, broken: str) -> None:
    """A broken one does not keep the others from being read."""
    report = validate_editions([broken, "spec", sound])
    assert report.outcome is Outcome.DRIFT
    assert render_text(report) == (
        BROKEN_LINES.format(broken)
        + "spec: sound: edition spec, tools 51, families 8, named profiles 5, with sentences\n"
        + SOUND_LINE.format(sound)
    )


def test_a_file_that_is_not_there_is_not_checked(sound: str) -> None:
    """Neither sound nor broken."""
    report = validate_editions([sound, "missing.toml"])
    assert report.outcome is Outcome.NOT_CHECKED
    last = render_text(report).splitlines()[-1]
    assert last.startswith("not checked: missing.toml: there is no edition file 'missing.toml'")


def test_a_file_that_is_no_text_is_not_checked(tmp_path: Path) -> None:
    """The loader's own reason."""
    path = tmp_path / "bytes.toml"
    path.write_bytes(b"\xff\xfe")
    report = validate_editions([str(path)])
    assert report.outcome is Outcome.NOT_CHECKED
    assert render_text(report) == (
        f"not checked: {path}: cannot be read: 'utf-8' codec can't decode byte 0xff in position "
        "0: invalid start byte\n"
    )


def test_bad_syntax_is_a_problem(tmp_path: Path) -> None:
    """The file is there and is no edition."""
    path = tmp_path / "bad.toml"
    path.write_text("label = \n")
    report = validate_editions([str(path)])
    assert report.outcome is Outcome.DRIFT
    assert render_text(report) == (f"{path}:1: (syntax): Invalid value (at line 1, column 9)\n")


def test_a_problem_outweighs_a_missing_file(broken: str) -> None:
    """As for `check`."""
    assert validate_editions(["missing.toml", broken]).outcome is Outcome.DRIFT


def test_json_has_problems_with_their_files(sound: str, broken: str) -> None:
    """One object, for other programs."""
    data = json.loads(render_json(validate_editions([sound, broken, "missing.toml"])))
    assert data.pop("not_checked")[0]["subject"] == "missing.toml"
    assert data == {
        "schema": 1,
        "outcome": "problems",
        "checked": [{"file": sound, "edition": "mine"}, {"file": broken, "edition": None}],
        "problems": [
            {
                "file": broken,
                "line": 1,
                "place": "label",
                "message": "'a|b' could break a page or a region marker; use letters, digits, "
                ". _ - only, without a double hyphen",
            },
            {
                "file": broken,
                "line": 3,
                "place": "families.tools[1]",
                "message": "tool 'a' stands already at families.tools[0]",
            },
        ],
    }
    assert json.loads(render_json(validate_editions([sound])))["outcome"] == "sound"
    assert json.loads(render_json(validate_editions(["x.toml"])))["outcome"] == "not-checked"


def test_a_hostile_file_name_cannot_steer_the_terminal() -> None:
    """Control characters are spelt out."""
    text = render_text(validate_editions(["\x1b[2J.toml"]))
    assert "\x1b" not in text
