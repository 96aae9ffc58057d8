"""The configuration file of an ai-memory server: the two things of it that the contract names.

    [mcp]
    profile = "core"              # the profile, if neither option nor environment names one

    [mcp.allowlist]               # which families each agent may use
    "alice" = ["core", "graph"]

Everything else in the file is the daemon's and is not read. Unlike the released daemons, which
go on without a configuration that they cannot read, a broken file is an error here: an allowlist
must not vanish in silence.
"""

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from ai_memory_spec.contract.allowlist import NO_ALLOWLIST, Allowlist, parse_allowlist
from ai_memory_spec.contract.errors import AllowlistError
from ai_memory_spec.contract.values import kind
from ai_memory_spec.phrasing import Edition, Profile, ProfileError, parse_profile

PROFILE_VARIABLE = "AI_MEMORY_PROFILE"
"""The environment variable that names a profile."""


class ConfigError(Exception):
    """The configuration cannot be used; the message says where and why."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Config:
    """What a configuration file says; without a file, nothing."""

    profile: str | None = None
    """`[mcp].profile`, as it stands there."""
    allowlist: Allowlist = NO_ALLOWLIST
    source: str = "no configuration"
    """The file, for messages."""


def default_config_path(environ: Mapping[str, str]) -> Path | None:
    """Where the daemons look: `.config/ai-memory/config.toml` in `$HOME`; None without a file."""
    home = environ.get("HOME")
    if not home:
        return None
    path = Path(home) / ".config" / "ai-memory" / "config.toml"
    try:
        return path if path.is_file() else None
    except OSError:  # perhaps it is there, behind a folder that may not be searched
        return path


def read_config(path: Path) -> Config:
    """Read a configuration file.

    Raises:
        ConfigError: It cannot be read, is not TOML, or a value has the wrong type.
    """
    try:
        data = tomllib.loads(path.read_text(encoding="utf-8-sig"))
    except OSError as error:
        raise ConfigError(f"{path}: cannot be read: {error.strerror}") from error
    except (UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise ConfigError(f"{path}: not TOML: {error}") from error
    except RecursionError as error:
        raise ConfigError(f"{path}: not TOML: nested too deeply") from error
    mcp = data.get("mcp", {})
    if not isinstance(mcp, dict):
        raise ConfigError(f"{path}: mcp: expected a table, found {kind(mcp)}")
    profile = mcp.get("profile")
    if profile is not None and not isinstance(profile, str):
        raise ConfigError(f"{path}: mcp.profile: expected text, found {kind(profile)}")
    try:
        allowlist = parse_allowlist(mcp.get("allowlist"), f"{path}: mcp.allowlist")
    except AllowlistError as error:
        raise ConfigError(str(error)) from error
    return Config(profile=profile, allowlist=allowlist, source=str(path))


def resolve_profile(
    edition: Edition, option: str | None, environ: Mapping[str, str], config: Config
) -> Profile:
    """Find the profile: the option, else the environment, else the configuration, else `core`.

    Parameters:
        edition: Whose profile and family names are valid.
        option: What `--profile` was given; None if it was not. Empty text counts as given, here
            and in the environment, and means the base family alone.
        environ: The environment.
        config: The configuration.

    Raises:
        ConfigError: The one that counts is no profile; with the core's own message.

    Source: the specification, "Profiles", resolution order of a stdio daemon.
    """
    candidates = (
        ("--profile", option),
        (PROFILE_VARIABLE, environ.get(PROFILE_VARIABLE)),
        (f"[mcp].profile in {config.source}", config.profile),
    )
    for place, text in candidates:
        if text is not None:
            try:
                return parse_profile(edition, text)
            except ProfileError as error:
                raise ConfigError(f"invalid profile in {place}: {error}") from error
    return parse_profile(edition, "")
