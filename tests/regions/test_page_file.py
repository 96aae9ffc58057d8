"""Pages on disk: which are found, and what stays when one is written."""

import os
import stat
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from ai_memory_spec.regions.page_file import (
    PageChangedError,
    PageEncodingError,
    find_pages,
    read_page,
    write_page,
)


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every test works in a folder of its own."""
    monkeypatch.chdir(tmp_path)


def make(*names: str) -> None:
    for name in names:
        path = Path(name)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(name, encoding="utf-8")


def found(*paths: str) -> list[str]:
    return [page.as_posix() for page in find_pages(map(Path, paths))]


# ---- Finding -------------------------------------------------------------------------------------


def test_folders_are_walked_in_name_order() -> None:
    """The order does not depend on when or where files were made."""
    make("docs/b.md", "docs/a/z.md", "docs/a/a.markdown", "docs/B.MD", "docs/c.txt", "docs/a.md")
    assert found("docs") == [
        "docs/B.MD",
        "docs/a/a.markdown",
        "docs/a/z.md",
        "docs/a.md",
        "docs/b.md",
    ]


def test_hidden_and_vendored_folders_are_left_out_unless_they_are_named() -> None:
    """What others wrote is not ours to check, but who names a folder gets it."""
    make("node_modules/README.md", ".venv/x.md", "env/pyvenv.cfg", "env/x.md", ".x.md", "a.md")
    make("lib/site-packages/x.md", "lib/__pycache__/x.md")
    assert found(".") == ["a.md"]
    assert found("node_modules", ".venv") == ["node_modules/README.md", ".venv/x.md"]


def test_each_page_is_found_once_however_paths_overlap() -> None:
    """Named twice, through its folder, through a link: one page, by its first name."""
    make("docs/a.md", "docs/b.md")
    Path("docs/link.md").symlink_to("a.md")
    Path("loop").symlink_to(".")
    assert found("docs/b.md", "docs", ".", "./docs/../docs/a.md") == ["docs/b.md", "docs/a.md"]


def test_a_file_is_taken_as_it_is_named() -> None:
    """Whatever its suffix, and even if it is not there: the reader says so."""
    make("notes.txt", "-x.md", "a b.md")
    names = ["notes.txt", "-x.md", "a b.md", "none.md"]
    assert found(*names) == names


# ---- Reading -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("data", "byte", "line", "column"),
    [
        (b"\xff\xfea\x00", 0, 1, 1),
        (b"a\nb\xe9c", 3, 2, 2),
        (b"a\rb\r\xc3\xa9\xe9", 6, 3, 2),
        (b"\xef\xbb\xbfab\x80", 5, 1, 3),
    ],
)
def test_a_page_that_is_not_utf_8_says_where(
    data: bytes, byte: int, line: int, column: int
) -> None:
    """The byte, and the line and column as an editor counts them."""
    Path("a.md").write_bytes(data)
    with pytest.raises(PageEncodingError) as caught:
        read_page(Path("a.md"))
    error = caught.value
    assert (error.byte, error.line, error.column) == (byte, line, column)
    assert str(error) == f"byte {byte + 1} (0x{data[byte]:02x}) is not UTF-8"


@pytest.mark.parametrize("text", ["", "a", "\ufeffa\r\nb\rc\n", "a\u2028b\x0c\n\n"])
def test_a_page_is_read_and_written_as_it_is(text: str) -> None:
    """Byte-order mark, line endings and final newline included."""
    Path("a.md").write_bytes(text.encode())
    assert read_page(Path("a.md")) == text
    write_page(Path("b.md"), text)
    assert Path("b.md").read_bytes() == text.encode()


# ---- Writing -------------------------------------------------------------------------------------


@pytest.mark.parametrize("mode", [0o644, 0o600, 0o755, 0o664])
def test_a_written_page_keeps_its_mode(mode: int) -> None:
    """Whatever the umask."""
    make("a.md")
    Path("a.md").chmod(mode)
    assert write_page(Path("a.md"), "new") is True
    assert stat.S_IMODE(Path("a.md").stat().st_mode) == mode


def test_a_new_page_has_the_mode_of_any_new_file() -> None:
    """That is what the umask leaves."""
    Path("plain").write_text("x", encoding="utf-8")
    write_page(Path("a.md"), "new")
    assert Path("a.md").stat().st_mode == Path("plain").stat().st_mode


@pytest.mark.skipif(os.name != "posix" or os.geteuid() != 0, reason="only root may give files away")
def test_a_written_page_keeps_its_owner() -> None:
    """A run as root leaves the page to whom it belongs."""
    make("a.md")
    os.chown("a.md", 12345, 23456)
    write_page(Path("a.md"), "new")
    assert (Path("a.md").stat().st_uid, Path("a.md").stat().st_gid) == (12345, 23456)


def test_a_link_stays_a_link() -> None:
    """What it leads to is written, over more links than one."""
    make("real/a.md")
    Path("link.md").symlink_to("second.md")
    Path("second.md").symlink_to("real/a.md")
    write_page(Path("link.md"), "new")
    assert Path("link.md").is_symlink()
    assert Path("second.md").is_symlink()
    assert Path("real/a.md").read_text(encoding="utf-8") == "new"


def test_a_pipe_is_written_to_and_stays_one() -> None:
    """What is no file holds no text, and must not be replaced by one: /dev/null neither."""
    os.mkfifo("pipe")
    Path("link").symlink_to("pipe")
    for name in ("pipe", "link"):
        with ThreadPoolExecutor(1) as pool:
            read = pool.submit(Path("pipe").read_bytes)
            assert write_page(Path(name), "é\n")
            assert read.result(timeout=10) == "é\n".encode()
    assert stat.S_ISFIFO(Path("pipe").stat().st_mode)
    assert Path("link").is_symlink()
    assert sorted(path.name for path in Path().iterdir()) == ["link", "pipe"]


def test_a_page_with_the_longest_name_can_be_written() -> None:
    """The file that is written first has a short name of its own."""
    name = "x" * 252 + ".md"
    make(name)
    write_page(Path(name), "new")
    assert [each.name for each in Path().iterdir()] == [name]


def test_a_page_that_holds_the_text_already_is_not_touched() -> None:
    """No write, no new modification time."""
    make("a.md")
    os.utime("a.md", (1, 1))
    assert write_page(Path("a.md"), "a.md", was="older") is False
    assert Path("a.md").stat().st_mtime == 1


def test_a_page_that_someone_else_changed_is_left_alone() -> None:
    """What an editor saved in the meantime is not lost; a page that is gone does not come back."""
    make("a.md")
    with pytest.raises(
        PageChangedError, match=r"^it has changed since it was read; run the command again$"
    ):
        write_page(Path("a.md"), "new", was="what was read")
    assert Path("a.md").read_text(encoding="utf-8") == "a.md"
    Path("a.md").unlink()
    with pytest.raises(PageChangedError):
        write_page(Path("a.md"), "new", was="what was read")
    assert not any(Path().iterdir())


def test_a_write_that_fails_leaves_the_page_and_no_rubbish(monkeypatch: pytest.MonkeyPatch) -> None:
    """Until the new text is complete on disk, the old one is there."""
    make("a.md")

    def full(_: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(OSError, match="No space left on device"):
        write_page(Path("a.md"), "new")
    assert Path("a.md").read_text(encoding="utf-8") == "a.md"
    assert [each.name for each in Path().iterdir()] == ["a.md"]
