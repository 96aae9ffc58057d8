"""Editions by label and by path: what is read, when, and what is said when it cannot be."""

import re
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import ai_memory_spec.phrasing.load as load_module
from ai_memory_spec.phrasing import (
    DEFAULT_EDITION,
    EDITIONS_FOLDER,
    Edition,
    EditionError,
    EditionShelf,
    UnknownEditionError,
    edition_labels,
    load_edition,
    parse_edition,
    read_edition,
)

FLAT_TOML = 'label = "flat"\n[families]\ntools = ["a", "b"]\n'
FLAT_JSON = '{"label": "flat", "families": {"tools": ["a", "b"]}}'


def problem_of(path: Path) -> str:
    """The single problem that reading this file reports."""
    with pytest.raises(EditionError) as caught:
        load_edition(path)
    (problem,) = caught.value.problems
    assert caught.value.source == str(path)
    place = "" if problem.line is None else f"{path}:{problem.line}: "
    assert str(caught.value) == f"{path}: 1 problem in this edition\n  {place}{problem}"
    return str(problem)


# ---- The shipped editions -----------------------------------------------------------------------


def test_the_default_edition_comes_first_then_the_newest() -> None:
    """Order by version number, not by text: 0.10.0 is newer than 0.7.0."""
    labels = edition_labels()
    assert labels[0] == DEFAULT_EDITION == "spec"
    shipped = [label for label in labels if label in ("0.10.0", "0.7.0", "0.6.4")]
    assert shipped == ["0.10.0", "0.7.0", "0.6.4"]
    numbers = [tuple(map(int, label.split("."))) for label in labels[1:]]
    assert numbers == sorted(numbers, reverse=True)
    assert sorted(labels) == sorted(path.stem for path in EDITIONS_FOLDER.glob("*.toml"))


@pytest.mark.parametrize(
    ("files", "labels"),
    [
        (
            ["0.9.0", "0.10.0", "spec", "0.10.1", "0.10"],
            ("spec", "0.10.1", "0.10.0", "0.10", "0.9.0"),
        ),
        (["1.0.0-rc1", "1.0.0", "0.9"], ("1.0.0", "1.0.0-rc1", "0.9")),
        (["b", "a", "1"], ("1", "b", "a")),
        ([], ()),
    ],
)
def test_labels_are_ordered_by_version(
    files: list[str], labels: tuple[str, ...], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Numbers by value, pre-releases before their release, whatever the folder's order."""
    for name in files:
        (tmp_path / f"{name}.toml").touch()
    (tmp_path / "notes.txt").touch()
    monkeypatch.setattr(load_module, "EDITIONS_FOLDER", tmp_path)
    assert edition_labels() == labels


def test_every_shipped_edition_loads_under_the_label_that_it_states(
    editions: dict[str, Edition],
) -> None:
    """File name and label agree, and loading by label equals reading the file."""
    assert sorted(editions) == sorted(edition_labels())
    for label, edition in editions.items():
        assert load_edition(label) == edition
        assert edition.label == label
        assert edition.what
        assert edition.provenance
    assert load_edition() == editions["spec"]


@pytest.mark.parametrize(
    ("label", "tools"), [("spec", 51), ("0.10.0", 101), ("0.7.0", 74), ("0.6.4", 43)]
)
def test_shipped_editions_hold_the_known_number_of_tools(
    label: str, tools: int, editions: dict[str, Edition]
) -> None:
    """Always-on tools included; eight families; phrasing in all but 0.6.4."""
    edition = editions[label]
    assert len(edition.tools) == len(set(edition.tools)) == tools
    assert edition.always_on == ("memory_capabilities",)
    assert edition.family_by_tool["memory_capabilities"] == "meta"
    assert len(edition.families) == 8
    assert (edition.phrasing is None) == (label == "0.6.4")


def test_shipped_toml_holds_what_the_handed_json_holds(
    raw_editions: dict[str, dict[str, Any]], handed_editions: dict[str, dict[str, Any]]
) -> None:
    """Every part of the originals, order included, and nothing else but base and provenance."""
    for label, handed in handed_editions.items():
        raw = dict(raw_editions[label])
        assert raw.pop("base_family") == "core"
        assert set(raw.pop("provenance")) == {"source", "made_by"}
        raw["total"] = sum(map(len, raw["families"].values()))
        assert raw == {key: value for key, value in handed.items() if value is not None}
        for table in ("families", "profiles"):
            assert list(raw[table]) == list(handed[table])


def test_the_handed_json_loads_as_the_same_edition(
    data_folder: Path, editions: dict[str, Edition]
) -> None:
    """JSON and TOML are two spellings of one edition."""
    for path in sorted((data_folder / "editions").glob("*.json")):
        read, shipped = load_edition(path), editions[path.stem]
        for part in ("label", "what", "families", "always_on", "profiles", "base_family"):
            assert getattr(read, part) == getattr(shipped, part)
        assert read.phrasing == shipped.phrasing


# ---- By path ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("flat.toml", FLAT_TOML.encode()),
        ("flat.json", FLAT_JSON.encode()),
        ("FLAT.TOML", FLAT_TOML.encode()),
        ("flat.Json", FLAT_JSON.encode()),
        ("bom.toml", b"\xef\xbb\xbf" + FLAT_TOML.encode()),
        ("bom.json", b"\xef\xbb\xbf" + FLAT_JSON.encode()),
        ("crlf.toml", FLAT_TOML.replace("\n", "\r\n").encode()),
        ("crlf.json", FLAT_JSON.replace(" ", "\r\n").encode()),
        ("two words ü.toml", FLAT_TOML.encode()),
    ],
)
def test_a_path_loads_as_toml_or_json_by_its_suffix(
    name: str, content: bytes, tmp_path: Path
) -> None:
    """Either case of the suffix, either line ending, with a byte-order mark or without."""
    (tmp_path / name).write_bytes(content)
    expected = parse_edition({"label": "flat", "families": {"tools": ["a", "b"]}}, "t")
    assert load_edition(tmp_path / name) == expected
    assert load_edition(str(tmp_path / name)) == expected
    assert read_edition(tmp_path / name) == expected


def test_a_label_is_not_taken_for_a_file_of_the_same_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """`spec` is the shipped edition even beside a file or folder called `spec`."""
    monkeypatch.chdir(tmp_path)
    Path("spec").mkdir()
    Path("0.7.0").write_text(FLAT_TOML, "utf-8")
    assert load_edition("spec").label == "spec"
    assert len(load_edition("0.7.0").families) == 8
    Path("spec.toml").write_text(FLAT_TOML, "utf-8")
    assert load_edition("spec.toml").label == "flat"


def test_a_path_is_read_anew_each_time(tmp_path: Path) -> None:
    """Nothing is cached: a changed file is seen by the next load."""
    path = tmp_path / "e.toml"
    path.write_text(FLAT_TOML, "utf-8")
    first = load_edition(path)
    path.write_text(FLAT_TOML.replace('"b"', '"c"'), "utf-8")
    assert (first.tools, load_edition(path).tools) == (("a", "b"), ("a", "c"))


# ---- Not found ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "hint"),
    [
        ("0.10", " (did you mean '0.10.0'?)"),
        ("sepc", " (did you mean 'spec'?)"),
        ("0.64", " (did you mean '0.6.4'?)"),
        ("Spec", " (did you mean 'spec'?)"),
        ("spec.toml", " (did you mean 'spec'?)"),
        ("", ""),
        (".", ""),
        ("no/such/file.toml", ""),
        ("zzz.json", ""),
        ("../../x/y/z", ""),
        ("x\x00y.toml", ""),
        ("x" * 300 + ".toml", ""),
        ("a\ud800.json", ""),
    ],
)
def test_an_unknown_edition_lists_the_labels_and_the_nearest(
    name: str, hint: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Neither a label nor a file, whatever the file system thinks of such a name."""
    monkeypatch.chdir(tmp_path)
    with pytest.raises(UnknownEditionError) as caught:
        load_edition(name)
    assert (caught.value.label, caught.value.choices) == (name, edition_labels())
    editions = f"Valid editions: {', '.join(edition_labels())}"
    assert str(caught.value) == (
        f"there is no edition file {name!r}{hint}; check the path. {editions}."
        if name.endswith((".toml", ".json"))
        else f"unknown edition {name!r}{hint}. {editions}; "
        "or give the path of a .toml or .json file."
    )


def test_only_toml_and_json_files_are_editions(tmp_path: Path) -> None:
    """A file of another kind, and a folder with the right suffix, are no editions."""
    (tmp_path / "e.yaml").write_text("label: x\n", "utf-8")
    (tmp_path / "folder.toml").mkdir()
    for name in ("e.yaml", "folder.toml"):
        with pytest.raises(UnknownEditionError):
            load_edition(tmp_path / name)


# ---- Unreadable ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("content", "line"),
    [
        ('label = "x\n', 1),
        ('label = "x"\nlabel = "y"\n', 2),
        ('label = "x"\n[families]\ncore = ["a"]\ncore = ["b"]\n', 4),
        ('label = "x"\n[families]\n[families]\n', 3),
        ("label = \n", 1),
        ("{}", 1),
        ("label = 1.2.3", 1),
        ('a = "\\ud800"', 1),
    ],
)
def test_a_toml_syntax_error_names_the_line(content: str, line: int, tmp_path: Path) -> None:
    """Duplicate keys and tables are syntax errors of TOML."""
    path = tmp_path / "e.toml"
    path.write_text(content, "utf-8")
    assert re.fullmatch(rf"\(syntax\): .+ \(at line {line}, column \d+\)", problem_of(path))


def test_an_unfinished_toml_file_is_a_syntax_error(tmp_path: Path) -> None:
    """At the end of a document TOML's parser names no line."""
    path = tmp_path / "e.toml"
    path.write_text('label = "x', "utf-8")
    assert re.fullmatch(r"\(syntax\): .+ \(at end of document\)", problem_of(path))


@pytest.mark.parametrize(
    ("content", "line"), [("", 1), ("{", 1), ('{\n "label": "x",\n}', 3), ('{"a": 1} x', 1)]
)
def test_a_json_syntax_error_names_the_line(content: str, line: int, tmp_path: Path) -> None:
    """Line and column, in the words of the standard library."""
    path = tmp_path / "e.json"
    path.write_text(content, "utf-8")
    found = problem_of(path)
    assert re.fullmatch(r"\(syntax\): .+: line \d column \d+ \(char \d+\)", found)
    assert abs(int(re.findall(r"line (\d)", found)[0]) - line) <= 1  # 3.13 points at the comma


@pytest.mark.parametrize(
    "content",
    [
        '{"label": "x", "families": {"core": ["a"], "core": ["b"]}}',
        '{"core": 1, "core": 1}',
        '{"label": "x", "provenance": {"a": [{"core": 1, "b": 2, "core": 3}]}}',
    ],
)
def test_a_key_that_stands_twice_in_json_is_refused(content: str, tmp_path: Path) -> None:
    """The second would silently replace the first."""
    path = tmp_path / "e.json"
    path.write_text(content, "utf-8")
    assert problem_of(path) == "(syntax): the key 'core' stands twice in one object"


@pytest.mark.parametrize("suffix", ["toml", "json"])
@pytest.mark.parametrize(
    ("content", "reason"),
    [
        (b'label = "\xe4"', "invalid continuation byte|unexpected end of data"),
        (b"\xff\xfel\x00", "invalid start byte"),
        ('{"label": "x"}'.encode("utf-16"), "invalid start byte"),
    ],
)
def test_a_file_that_is_not_utf8_is_refused(
    content: bytes, reason: str, suffix: str, tmp_path: Path
) -> None:
    """The message says which byte, and where."""
    path = tmp_path / f"e.{suffix}"
    path.write_bytes(content)
    assert re.fullmatch(
        r"\(file\): cannot be read: 'utf-8' codec can't decode byte 0x[0-9a-f]{2} in position "
        rf"\d+: ({reason})",
        problem_of(path),
    )


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("deep.json", "[" * 100_000),
        ("deep.toml", "a = " + "[" * 100_000),
    ],
)
def test_a_file_that_is_nested_too_deeply_is_refused(
    name: str, content: str, tmp_path: Path
) -> None:
    """A hostile file ends in a message, not in a traceback."""
    (tmp_path / name).write_text(content, "utf-8")
    assert problem_of(tmp_path / name) == "(syntax): nested too deeply"


@pytest.mark.parametrize(
    ("name", "content", "expected"),
    [
        (
            "huge.toml",
            'label = "x"\ntotal = 0x' + "f" * 5000 + '\n[families]\ntools = ["a"]\n',
            "total: says a huge number, but the families hold 1 tools",
        ),
        (
            "date.toml",
            'label = 2026-01-01\n[families]\ntools = ["a"]\n',
            "label: expected text, found date",
        ),
        (
            "nan.json",
            '{"label": "x", "families": {"tools": ["a"]}, "total": NaN}',
            "total: expected a whole number, found a number with a fraction",
        ),
        (
            "lone.json",
            '{"label": "x", "families": {"tools": ["a"]}, "what": "\\ud800"}',
            "what: control character '\\ud800' at character 1; remove it",
        ),
        ("list.json", "[]", "(top): expected a table of keys, found a list"),
        ("null.json", "null", "(top): expected a table of keys, found null"),
    ],
)
def test_odd_values_of_a_file_are_problems_in_their_place(
    name: str, content: str, expected: str, tmp_path: Path
) -> None:
    """What a parser can return is checked, whatever its type and size."""
    (tmp_path / name).write_text(content, "utf-8")
    assert problem_of(tmp_path / name) == expected


def test_a_file_that_vanishes_is_a_problem_of_the_file(tmp_path: Path) -> None:
    """`read_edition` reports what the operating system says."""
    path = tmp_path / "gone.toml"
    with pytest.raises(EditionError) as caught:
        read_edition(path)
    (problem,) = caught.value.problems
    assert problem.place == "(file)"
    assert problem.message.startswith("cannot be read: [Errno 2] ")


def test_all_problems_of_a_file_are_reported_under_its_path(tmp_path: Path) -> None:
    """The whole text, as the command line prints it."""
    path = tmp_path / "e.toml"
    path.write_text(
        'label = "my edition"\nalways_on = ["z"]\n[families]\ncore = ["a", "a"]\n', "utf-8"
    )
    with pytest.raises(EditionError) as caught:
        load_edition(path)
    assert str(caught.value) == (
        f"{path}: 3 problems in this edition\n"
        f"  {path}:1: label: 'my edition' could break a page or a region marker; use letters, "
        "digits, . _ - only, without a double hyphen\n"
        f"  {path}:4: families.core[1]: tool 'a' stands already at families.core[0]\n"
        f"  {path}:2: always_on[0]: no family holds the tool 'z'; add it to a family or "
        "remove it here"
    )


@given(
    content=st.one_of(
        st.binary(max_size=60),
        st.text(alphabet="[]{}=\"\\.,:#\n'-+_abeltrufns0159 \t", max_size=60).map(str.encode),
    ),
    suffix=st.sampled_from(["toml", "json"]),
)
@settings(max_examples=200)
def test_any_bytes_are_an_edition_or_an_edition_error(
    content: bytes, suffix: str, tmp_path_factory: pytest.TempPathFactory
) -> None:
    """No file content makes anything but an `EditionError` come out."""
    path = tmp_path_factory.getbasetemp() / f"fuzz.{suffix}"
    path.write_bytes(content)
    try:
        found: tuple[object, ...] = load_edition(path).families
    except EditionError as error:
        found = error.problems
    assert found


# ---- The shelf ----------------------------------------------------------------------------------


def test_a_shelf_reads_each_edition_once(tmp_path: Path) -> None:
    """The same object again; the default where no name is given; a new shelf reads anew."""
    path = tmp_path / "e.toml"
    path.write_text(FLAT_TOML, "utf-8")
    shelf = EditionShelf(path)
    assert shelf.default == str(path)
    first = shelf.get()
    path.unlink()
    assert shelf.get() is shelf.get(str(path)) is first
    assert shelf.get("spec") is shelf.get("spec")
    assert EditionShelf().get().label == "spec"
    assert shelf.labels() == edition_labels()
    for _ in range(2):
        with pytest.raises(UnknownEditionError):
            EditionShelf(path).get()


def test_a_failure_is_the_same_for_all_who_ask_a_shelf(tmp_path: Path) -> None:
    """What could not be read stays so for the run; a retry asks again and keeps the rest."""
    path = tmp_path / "e.toml"
    shelf = EditionShelf()
    spec = shelf.get()
    with pytest.raises(UnknownEditionError) as first:
        shelf.get(str(path))
    path.write_text(FLAT_TOML, "utf-8")
    with pytest.raises(UnknownEditionError) as second:
        shelf.get(str(path))
    assert second.value is first.value
    assert dict(shelf.editions) == {"spec": spec}
    assert dict(shelf.failures) == {str(path): first.value}
    again = shelf.retry()
    assert again.get(str(path)).label == "flat"
    assert again.get() is spec
    assert dict(again.failures) == {}
    assert list(shelf.editions) == ["spec"]
    for view in (shelf.editions, shelf.failures):
        with pytest.raises(TypeError):
            view["x"] = None  # type: ignore[index]


def test_a_shelf_reads_relative_paths_from_its_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Wherever the command runs; labels and absolute paths mean what they always mean."""
    (tmp_path / "data").mkdir()
    (tmp_path / "data" / "e.toml").write_text(FLAT_TOML, "utf-8")
    monkeypatch.chdir(tmp_path / "data")
    shelf = EditionShelf(folder=tmp_path)
    assert shelf.get("data/e.toml").label == "flat"
    assert shelf.get(str(tmp_path / "data" / "e.toml")) is shelf.get("data/e.toml")
    assert shelf.get("spec").label == "spec"
    assert shelf.retry().get("data/e.toml") is shelf.get("data/e.toml")
    with pytest.raises(UnknownEditionError):
        shelf.get("e.toml")
    assert EditionShelf().get("e.toml").label == "flat"
