"""List the region kinds that pages may use, with their arguments."""

import argparse

NAME = "regions"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument("kind", metavar="KIND", nargs="?", help="show only this kind")


def run(args: argparse.Namespace) -> int:
    """Print the kinds; exit 2 for a kind that does not exist."""
    import sys

    from ai_memory_spec.catalog import all_kinds
    from ai_memory_spec.phrasing import did_you_mean

    kinds = all_kinds()
    if args.kind is not None and args.kind not in kinds:
        print(
            f"ai-memory-spec: there is no region kind {args.kind!r}"
            f"{did_you_mean(args.kind, kinds)}. Kinds: {', '.join(kinds)}",
            file=sys.stderr,
        )
        return 2
    for kind in kinds.values():
        if args.kind not in (None, kind.name):
            continue
        form = "inline or block" if kind.makes == "line" else "block"
        print(f"live:{kind.name}  ({form})\n    {kind.meaning}")
        for item in kind.parameters:
            default = item.default_words or item.default
            note = f"default: {default}" if item.default is not None else "must be given"
            print(f"    {item.name}=…  {item.meaning} Values: {item.values} ({note}).")
    return 0
