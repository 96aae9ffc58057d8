"""Print the conformance vectors of an edition: inputs with what they must give.

One JSON object: profile strings, allowlists, agents and values of accept, each
with the outcome or the error, and with the requirements that it shows. With
--schema, the JSON Schema of that object.
"""

import argparse
import sys

NAME = "vectors"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument(
        "--edition",
        help="a label, or the path of a .toml or .json file; default: `edition` of "
        "[tool.ai-memory-spec]",
    )
    parser.add_argument("--schema", action="store_true", help="print the JSON Schema instead")


def run(args: argparse.Namespace) -> int:
    """Print what was asked for."""
    from pathlib import Path

    from ai_memory_spec.config import read_config
    from ai_memory_spec.conformance.vectors import SCHEMA_FILE, vectors_json
    from ai_memory_spec.phrasing import load_edition

    if args.schema:
        sys.stdout.write(SCHEMA_FILE.read_text(encoding="utf-8"))
        return 0
    label = read_config(Path.cwd()).edition if args.edition is None else args.edition
    sys.stdout.write(vectors_json(load_edition(label)))
    return 0
