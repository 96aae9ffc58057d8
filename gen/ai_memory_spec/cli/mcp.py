"""Serve the reference over MCP on stdin and stdout.

The reference server keeps the ai-memory capabilities contract and holds no
memories. The profile is --profile, else the environment variable
AI_MEMORY_PROFILE, else [mcp].profile of the configuration, else core. The
allowlist is [mcp.allowlist] of the same configuration. Without --edition it is
the shipped default edition, whatever pyproject.toml says.

Exit codes: 0 when the session ended, 1 when answers could not be written, 2
when an option or the configuration cannot be used, 130 after Ctrl-C.
"""

import argparse
from pathlib import Path

NAME = "mcp"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the options of `ai-memory-spec mcp`."""
    parser.add_argument("--profile", help="a profile, or families with commas between")
    parser.add_argument(
        "--edition",
        help="label of an edition, or path of a .toml or .json file",
    )
    parser.add_argument(
        "--config",
        type=Path,
        metavar="FILE",
        help="configuration (default: ~/.config/ai-memory/config.toml, if it is there)",
    )
    parser.add_argument(
        "--agent-id",
        metavar="ID",
        help="the agent, if neither the call nor the client's name says who it is",
    )


def run(args: argparse.Namespace) -> int:
    """Serve one session; returns the exit code."""
    from ai_memory_spec.server.launch import Options, run_server

    return run_server(
        Options(
            command=f"ai-memory-spec {NAME}",
            profile=args.profile,
            edition=args.edition,
            config=args.config,
            agent_id=args.agent_id,
        )
    )
