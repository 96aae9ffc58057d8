"""An edition for a terminal."""

from collections.abc import Iterator

from ai_memory_spec.drift.report.text import safe
from ai_memory_spec.phrasing import Edition, Phrasing


def render_edition_text(edition: Edition) -> str:
    """What an edition holds, as lines; ends with a newline."""
    lines = [f"edition {edition.label}"]
    if edition.what:
        lines.append(edition.what)
    for title, block in (
        (f"tools: {len(edition.tools)}", _families(edition)),
        ("named profiles", _profiles(edition)),
        ("phrasing", _phrasing(edition.phrasing)),
        ("provenance", _pairs(dict(edition.provenance))),
    ):
        lines += ["", title, *(f"  {line}" for line in block)]
    return "\n".join(safe(line).rstrip() for line in lines) + "\n"


def _families(edition: Edition) -> Iterator[str]:
    yield from _pairs(
        {f"{family.name} ({len(family.tools)})": ", ".join(family.tools) for family in edition}
    )
    yield f"always on: {', '.join(edition.always_on) or 'none'}"
    yield f"base family: {edition.base_family or 'none'}"


def _profiles(edition: Edition) -> Iterator[str]:
    yield from _pairs({name: ", ".join(held) for name, held in edition.profiles.items()})


def _phrasing(phrasing: Phrasing | None) -> Iterator[str]:
    if phrasing is None:
        yield "none: this edition has no sentences"
        return
    for name, template in phrasing.templates.items():
        yield f"{name}:"
        yield f"  {template}"
    counted = "yes" if phrasing.summary_counts_always_on else "no"
    yield f"always-on tools count in summary: {counted}"
    yield f"previews: {phrasing.preview_loaded} loaded, {phrasing.preview_unloaded} unloaded"
    yield f"prefix left out of previews: {phrasing.strip_prefix or 'none'}"
    yield f"forbidden in to_describe_to_user: {', '.join(phrasing.forbidden_in_describe) or 'none'}"


def _pairs(pairs: dict[str, str]) -> Iterator[str]:
    width = max(map(len, pairs), default=0)
    for name, value in pairs.items():
        yield f"{name:<{width}}  {value}"
    if not pairs:
        yield "none"
