"""Find the regions of a page: see its comments, pair its markers, name its regions."""

import re
from collections.abc import Collection

from ai_memory_spec.regions.lines import Lines
from ai_memory_spec.regions.marker import Marker
from ai_memory_spec.regions.pair import Pair, pair_markers
from ai_memory_spec.regions.problem import Problem, quote
from ai_memory_spec.regions.region import Page, Place, Region
from ai_memory_spec.regions.sight import see_comments

_EOL = r"(?:\r\n|\r|\n)"
_FRONT_MATTER = re.compile(
    rf"\ufeff?---[ \t]*{_EOL}(?P<data>(?:[^\r\n]*{_EOL})*?)(?:---|\.\.\.)[ \t]*(?:{_EOL}|\Z)"
)
_NO_DATA = re.compile(r"[ \t]*(?:#.*)?")
_KEY = re.compile(r"""(?:"[^"]*"|'[^']*'|[^\s"'&*#?|>@`%{\[:-][^:]*):(?:\s|$)|\{""")
# What `misspelt.py` takes for a marker begins so; a page without it is not parsed at all.
_MAYBE_MARKER = re.compile(r"<!--[\s-]*+(?:[/\\]|end|[^\W\d_]{3,6})", re.IGNORECASE)


def find_regions(text: str, name: str, kinds: Collection[str]) -> Page:
    """Find all regions of a page.

    Parameters:
        text: The page as read, any line endings, with or without BOM and front matter.
        name: Path of the page, for region ids.
        kinds: Names of the region kinds that exist, for suggestions where a marker is misspelt.
    """
    lines = Lines(text)
    if not _MAYBE_MARKER.search(text):
        return Page(name=name, lines=lines, regions=(), problems=())
    sightings = see_comments(text, body_start(text), lines)
    pairs, problems = pair_markers(text, lines, sightings, kinds)
    regions = tuple(_name_regions(pairs, name))
    problems += _check_names(regions, lines)
    problems += [problem for region in regions if (problem := _check_indent(region))]
    return Page(
        name=name,
        lines=lines,
        regions=regions,
        problems=tuple(sorted(problems, key=lambda problem: problem.offset)),
    )


def body_start(text: str) -> int:
    """Offset of the first character after the front matter; 0 without one.

    Front matter is a mapping between `---` lines at the very start; a page that begins with a
    thematic break has none.
    """
    match = _FRONT_MATTER.match(text)
    if match is None:
        return 0
    data = next((line for line in Lines(match["data"]) if not _NO_DATA.fullmatch(line)), None)
    return match.end() if data is None or _KEY.match(data) else 0


def _name_regions(pairs: list[Pair], name: str) -> list[Region]:
    stem = re.sub(r"\.(?:md|markdown)$", "", name)
    ordinals: dict[str, int] = {}
    regions: list[Region] = []
    for pair in pairs:
        kind = pair.opening.kind or ""
        ordinals[kind] = ordinals.get(kind, 0) + 1
        given = next((item.value for item in pair.opening.arguments if item.key == "id"), None)
        regions.append(
            Region(
                id=f"{stem}.{kind}.{ordinals[kind]}" if given is None else given,
                opening=pair.opening,
                closing=pair.closing,
                place=pair.at.place,
                content=pair.content,
                prefix=pair.at.prefix,
                in_list=pair.at.in_list,
                ragged=pair.ragged,
            )
        )
    return regions


def _check_names(regions: Collection[Region], lines: Lines) -> list[Problem]:
    taken: dict[str, Marker] = {}
    problems: list[Problem] = []
    for region in regions:
        first = taken.setdefault(region.id, region.opening)
        if first is not region.opening:
            line, column = lines.place(first.start)
            problems.append(
                Problem(
                    rule="marker.duplicate-id",
                    offset=region.opening.start,
                    message=f"the id {quote(region.id)} is taken by the region at line {line}, "
                    f"column {column}",
                    fix="give each region of the page an id of its own, or none",
                )
            )
    return problems


def _check_indent(region: Region) -> Problem | None:
    if region.place is not Place.BLOCK or not region.in_list:
        return None
    indent = len(re.sub(r">[ \t]?", "", region.prefix).expandtabs(4))
    if indent % 4 == 0:
        return None
    return Problem(
        rule="list.indent",
        offset=region.opening.start,
        message="Python-Markdown nests a block in a list item only at four spaces",
        fix="indent the item's blocks, markers included, by four spaces per level",
    )
