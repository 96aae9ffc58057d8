"""From options to a running session: what both commands share.

Exit codes: 0 when the session ended, 1 when answers could not be written, 2 when an option or the
configuration cannot be used, 130 after Ctrl-C.
"""

import os
import sys
from dataclasses import dataclass
from pathlib import Path

from ai_memory_spec.contract.allowlist import unknown_families
from ai_memory_spec.phrasing import DEFAULT_EDITION, PhrasingError, load_edition
from ai_memory_spec.server.config import (
    Config,
    ConfigError,
    default_config_path,
    read_config,
    resolve_profile,
)
from ai_memory_spec.server.session import SERVER_NAME, Session, Settings
from ai_memory_spec.server.stderr import say
from ai_memory_spec.server.stdio import serve_lines

USAGE_ERROR = 2


@dataclass(frozen=True, slots=True, kw_only=True)
class Options:
    """What a command line asks for."""

    command: str
    """The command's name, for messages."""
    profile: str | None = None
    """A profile string; None to look in the environment and the configuration."""
    edition: str | None = None
    """The label of an edition, or the path of a file; None for the default edition."""
    config: Path | None = None
    """The configuration; None for the one in `$HOME`, if there is one."""
    agent_id: str | None = None
    """Who calls, if neither a call nor the client says so."""


def run_server(options: Options) -> int:
    """Serve one session on stdin and stdout; returns the exit code."""
    try:
        settings = _settings(options)
    except (PhrasingError, ConfigError) as error:
        say(f"{options.command}: {error}")
        return USAGE_ERROR
    if sys.stdin is None or sys.stdout is None:  # closed by whoever started us
        return 0
    say(
        f"{options.command}: {SERVER_NAME}, edition {settings.edition.label}, "
        f"profile {settings.profile.label}. This is the reference server: it serves the contract "
        "and holds no memories."
    )
    return serve_lines(
        Session(settings).answer, read_fd=sys.stdin.fileno(), write_fd=sys.stdout.fileno()
    )


def _settings(options: Options) -> Settings:
    edition = load_edition(options.edition or DEFAULT_EDITION)
    path = options.config or default_config_path(os.environ)
    config = Config() if path is None else read_config(path)
    profile = resolve_profile(edition, options.profile, os.environ, config)
    for agent, family in unknown_families(edition, config.allowlist):
        say(
            f"{options.command}: {config.source}: mcp.allowlist: {agent!r} names {family!r}, "
            f"which is no family and permits nothing. "
            f"Valid: {', '.join(edition.family_names)}, full."
        )
    return Settings(
        edition=edition, profile=profile, allowlist=config.allowlist, agent_id=options.agent_id
    )
