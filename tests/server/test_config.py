"""Where the profile and the allowlist come from, and what is wrong with them."""

from collections.abc import Callable, Mapping
from pathlib import Path

import pytest

from ai_memory_spec.contract import NO_ALLOWLIST, Allowlist
from ai_memory_spec.phrasing import ProfileError, load_edition, parse_edition, parse_profile
from ai_memory_spec.server.config import (
    Config,
    ConfigError,
    default_config_path,
    read_config,
    resolve_profile,
)

SPEC = load_edition("spec")


@pytest.fixture
def config_file(tmp_path: Path) -> Callable[[str | bytes], Path]:
    """Write a configuration."""

    def write(text: str | bytes) -> Path:
        path = tmp_path / "config.toml"
        path.write_bytes(text if isinstance(text, bytes) else text.encode())
        return path

    return write


# ---- The file ----------------------------------------------------------------------------------


def test_configuration_of_a_daemon_is_read(config_file: Callable[[str], Path]) -> None:
    """Only the two things that the contract names; the rest is the daemon's."""
    path = config_file(
        'tier = "keyword"\n[mcp]\nprofile = "graph"\nprofile_hint_in_errors = true\n'
        '[mcp.allowlist]\n"alice" = ["core"]\n"*" = ["full"]\n[other]\nx = 1\n'
    )
    assert read_config(path) == Config(
        profile="graph",
        allowlist=Allowlist(entries={"alice": ("core",), "*": ("full",)}),
        source=str(path),
    )


@pytest.mark.parametrize("text", ["", "[mcp]\n", "x = 1\n", "\ufeff[mcp]\n"])
def test_empty_configuration_says_nothing(config_file: Callable[[str], Path], text: str) -> None:
    """A byte order mark does not hurt."""
    config = read_config(config_file(text))
    assert (config.profile, config.allowlist) == (None, NO_ALLOWLIST)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (
            "[mcp\n",
            "not TOML: Expected ']' at the end of a table declaration (at line 1, column 5)",
        ),
        (
            b"\xff",
            "not TOML: 'utf-8' codec can't decode byte 0xff in position 0: invalid start byte",
        ),
        ("x = " + "[" * 9999, "not TOML: nested too deeply"),
        ("mcp = 5\n", "mcp: expected a table, found the number 5"),
        ("[mcp]\nprofile = 5\n", "mcp.profile: expected text, found the number 5"),
        ("[mcp]\nprofile = ['core']\n", "mcp.profile: expected text, found an array"),
        (
            "[mcp]\nallowlist = 5\n",
            (
                "mcp.allowlist: 1 problem in this allowlist\n"
                "  (top): expected a table of family lists, found the number 5"
            ),
        ),
        (
            '[mcp.allowlist]\n"*" = "core"\n',
            (
                "mcp.allowlist: 1 problem in this allowlist\n"
                "  ['*']: expected a list of families such as [\"core\"], found the text 'core'"
            ),
        ),
    ],
)
def test_broken_configuration_is_an_error(
    config_file: Callable[[str | bytes], Path], text: str | bytes, message: str
) -> None:
    """With the file and the place: an allowlist must not vanish in silence."""
    path = config_file(text)
    with pytest.raises(ConfigError) as caught:
        read_config(path)
    assert str(caught.value) == f"{path}: {message}"


def test_file_that_cannot_be_read_is_an_error(tmp_path: Path) -> None:
    """Missing, or a folder."""
    with pytest.raises(ConfigError) as caught:
        read_config(tmp_path / "missing.toml")
    assert str(caught.value) == (
        f"{tmp_path}/missing.toml: cannot be read: No such file or directory"
    )
    with pytest.raises(ConfigError) as caught:
        read_config(tmp_path)
    assert str(caught.value) == f"{tmp_path}: cannot be read: Is a directory"


def test_default_file_is_where_the_daemons_look(tmp_path: Path) -> None:
    """In the home, if it is there; a home that is not set has none."""
    environ = {"HOME": str(tmp_path)}
    assert default_config_path(environ) is None
    assert default_config_path({}) is None
    assert default_config_path({"HOME": ""}) is None
    path = tmp_path / ".config" / "ai-memory" / "config.toml"
    path.mkdir(parents=True)
    assert default_config_path(environ) is None
    path.rmdir()
    path.touch()
    assert default_config_path(environ) == path


def test_file_that_may_not_be_looked_at_is_no_missing_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Reading it will say why; to go on without it would drop the allowlist."""

    def refuse(self: Path) -> bool:
        raise PermissionError

    monkeypatch.setattr(Path, "is_file", refuse)
    path = tmp_path / ".config" / "ai-memory" / "config.toml"
    assert default_config_path({"HOME": str(tmp_path)}) == path


# ---- The profile -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("option", "environ", "configured", "label"),
    [
        (None, {}, None, "core"),
        (None, {}, "power", "power"),
        (None, {"AI_MEMORY_PROFILE": "graph"}, "power", "graph"),
        ("admin", {"AI_MEMORY_PROFILE": "graph"}, "power", "admin"),
        # Empty text counts as given, as with the daemons.
        ("", {"AI_MEMORY_PROFILE": "graph"}, "power", "core"),
        (None, {"AI_MEMORY_PROFILE": ""}, "power", "core"),
        (None, {"AI_MEMORY_PROFILE": " , "}, "power", "core"),
        (None, {}, "", "core"),
        # What does not count is not read.
        ("graph", {"AI_MEMORY_PROFILE": "Bogus"}, "bogus", "graph"),
        (None, {"AI_MEMORY_PROFILE": "archive"}, "bogus", "core,archive"),
    ],
)
def test_first_that_is_given_counts(
    option: str | None, environ: Mapping[str, str], configured: str | None, label: str
) -> None:
    """Quoting the clause: `--profile` > `AI_MEMORY_PROFILE` > `[mcp].profile` > `core`."""
    config = Config(profile=configured)
    assert resolve_profile(SPEC, option, environ, config).label == label


@pytest.mark.parametrize(
    ("option", "environ", "configured", "text", "place"),
    [
        ("Core", {}, None, "Core", "--profile"),
        (None, {"AI_MEMORY_PROFILE": "grpah"}, "core", "grpah", "AI_MEMORY_PROFILE"),
        (None, {}, "bogus,full", "bogus,full", "[mcp].profile in /etc/c.toml"),
    ],
)
def test_bad_profile_names_its_place(
    option: str | None, environ: Mapping[str, str], configured: str | None, text: str, place: str
) -> None:
    """And has the core's own message."""
    with pytest.raises(ProfileError) as core:
        parse_profile(SPEC, text)
    with pytest.raises(ConfigError) as caught:
        resolve_profile(SPEC, option, environ, Config(profile=configured, source="/etc/c.toml"))
    assert str(caught.value) == f"invalid profile in {place}: {core.value}"


def test_edition_without_base_family_starts_with_everything() -> None:
    """A flat list of tools has nothing to hide."""
    flat = parse_edition({"label": "flat", "families": {"all": ["echo"]}}, "test")
    assert resolve_profile(flat, None, {}, Config()).families == ("all",)
