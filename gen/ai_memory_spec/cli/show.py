"""Show what an edition says: counts and both sentences of a profile.

With --field, standard output is exactly that sentence and a newline.
"""

import argparse
import json
from dataclasses import asdict

NAME = "show"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument(
        "--profile", default="", help="a profile string, such as graph or core,archive"
    )
    parser.add_argument("--edition", help="label of an edition, or path of a .toml or .json file")
    parser.add_argument(
        "--field",
        choices=("summary", "to_describe_to_user"),
        help="print this sentence and nothing else",
    )
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    parser.add_argument("--list", action="store_true", help="list the editions and stop")


def run(args: argparse.Namespace) -> int:
    """Print what was asked for."""
    from ai_memory_spec.phrasing import count, edition_labels, load_edition, parse_profile, phrase

    if args.list:
        for label in edition_labels():
            print(f"{label:<8} {load_edition(label).what}")
        return 0
    edition = load_edition(args.edition or _configured_edition())
    profile = parse_profile(edition, args.profile)
    if args.field:
        sentence = getattr(phrase(edition, profile), args.field)
        print(json.dumps(sentence, ensure_ascii=False) if args.json else sentence)
        return 0
    counts = asdict(count(edition, profile))
    phrases = phrase(edition, profile) if edition.phrasing else None
    sentences = {
        "summary": phrases.summary if phrases else None,
        "to_describe_to_user": phrases.to_describe_to_user if phrases else None,
    }
    if args.json:
        data = {
            "edition": edition.label,
            "profile": profile.label,
            "families": profile.families,
            **counts,
            **sentences,
        }
        print(json.dumps(data, ensure_ascii=False, indent=2))
        return 0
    what = f" ({edition.what})" if edition.what else ""
    print(f"edition     {edition.label}{what}")
    print(f"profile     {profile.label}")
    print(f"families    {', '.join(profile.families)}")
    for name, value in counts.items():
        print(f"{name:<11} {value}")
    if phrases is None:
        print(f"\nEdition {edition.label} has no phrasing, so it has no sentences.")
    for name, sentence in sentences.items():
        if sentence is not None:
            print(f"\n{name}\n{sentence}")
    return 0


def _configured_edition() -> str:
    from pathlib import Path

    from ai_memory_spec.config import read_config

    return read_config(Path.cwd()).edition
