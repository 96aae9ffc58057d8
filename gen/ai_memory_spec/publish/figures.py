"""Figures of the tool surface: where people would rather look than read.

Each is made of an edition's data alone, and has its words in `describe_…`, which serve as the
description inside the figure and as the alternative text on the page.
"""

from collections.abc import Sequence

from ai_memory_spec.phrasing import Edition, Profile, named_profiles
from ai_memory_spec.publish import svg

_ROW = 34
_TOP = 64
_GAP = 6
_BAR = 220
_TOOL = 5.5
"""Width of one tool in the growth figure."""


def loaded_tools(edition: Edition, profile: Profile) -> int:
    """How many tools the families of a profile hold together."""
    return sum(len(edition.family(name).tools) for name in profile.families)


def describe_profiles(edition: Edition) -> str:
    """What the figure of profiles and families shows, in words."""
    total = len(edition.tools)
    parts = [
        f"{profile.label} loads {', '.join(profile.families)}: "
        f"{loaded_tools(edition, profile)} of {total} tools."
        for profile in named_profiles(edition)
    ]
    return " ".join([f"Profiles and families of edition {edition.label}.", *parts])


def draw_profiles(edition: Edition) -> str:
    """Profiles by families: what each loads and what stays on demand, with a bar of both."""
    profiles = named_profiles(edition)
    widths = [max(44.0, len(name) * svg.CHARACTER + 10) for name in edition.family_names]
    label = max((len(profile.label) for profile in profiles), default=0) * svg.CHARACTER + 24
    bar_at = label + sum(widths) + _GAP * len(widths) + 14
    total = len(edition.tools)
    parts = [_legend()]
    at = label
    for name, width in zip(edition.family_names, widths, strict=True):
        parts.append(svg.text(at + width / 2, _TOP - 10, name, "soft", "middle"))
        at += width + _GAP
    parts.append(svg.text(bar_at, _TOP - 10, "tools loaded, of all", "soft"))
    for index, profile in enumerate(profiles):
        top = _TOP + index * _ROW
        parts.append(svg.text(14, top + 17, profile.label))
        at = label
        for family, width in zip(edition.families, widths, strict=True):
            loaded = family.name in profile.families
            parts.append(svg.box(at, top, width, _ROW - 8, "full" if loaded else "open"))
            css = "on-full" if loaded else "ink"
            parts.append(svg.text(at + width / 2, top + 17, str(len(family.tools)), css, "middle"))
            at += width + _GAP
        loaded_count = loaded_tools(edition, profile)
        filled = _BAR * loaded_count / total
        parts.append(svg.box(bar_at, top, _BAR, _ROW - 8, "open"))
        parts.append(svg.box(bar_at, top, filled, _ROW - 8, "full"))
        parts.append(svg.text(bar_at + _BAR + 8, top + 17, f"{loaded_count} of {total}"))
    return svg.picture(
        bar_at + _BAR + 80,
        _TOP + len(profiles) * _ROW + 8,
        f"What each profile loads, edition {edition.label}",
        describe_profiles(edition),
        parts,
    )


def describe_growth(editions: Sequence[Edition]) -> str:
    """What the figure of growth shows, in words."""
    parts = [f"{edition.label}: {len(edition.tools)} tools." for edition in editions]
    return " ".join(["Tools per edition, in bars that are parted by family.", *parts])


def draw_growth(editions: Sequence[Edition]) -> str:
    """Tools per edition, parted by family; a line marks the first of the editions.

    Parameters:
        editions: The one that the others are held against, then the others in order of time.
    """
    label = max(len(edition.label) for edition in editions) * svg.CHARACTER + 28
    widest = max(len(edition.tools) for edition in editions) * _TOOL
    top = 52
    parts = [svg.text(14, 24, "Tools per edition, parted by family", "soft")]
    for index, edition in enumerate(editions):
        y = top + index * _ROW
        parts.append(svg.text(14, y + 17, edition.label))
        at = label
        for place, family in enumerate(edition.families):
            width = len(family.tools) * _TOOL
            parts.append(svg.box(at, y, width - 1, _ROW - 8, ("full", "half")[place % 2]))
            if len(family.name) * svg.CHARACTER + 4 <= width:
                parts.append(svg.text(at + width / 2, y + 17, family.name, "on-full", "middle"))
            at += width
        parts.append(svg.text(at + 8, y + 17, str(len(edition.tools))))
    mark = label + len(editions[0].tools) * _TOOL
    bottom = top + len(editions) * _ROW
    # Between the bars, so that it hides no number.
    ends = [top + index * _ROW for index in range(1, len(editions) + 1)]
    parts += [svg.rule(mark, end - 8, end) for end in ends]
    parts.append(svg.text(mark, bottom + 14, f"where {editions[0].label} ends", "soft", "middle"))
    return svg.picture(
        label + widest + 60,
        bottom + 28,
        "Growth of the tool surface",
        describe_growth(editions),
        parts,
    )


def _legend() -> str:
    return "\n".join(
        (
            svg.box(14, 14, 18, 14, "full"),
            svg.text(38, 25, "loaded at start", "soft"),
            svg.box(142, 14, 18, 14, "open"),
            svg.text(166, 25, "on demand (numbers are tools of the family)", "soft"),
        )
    )
