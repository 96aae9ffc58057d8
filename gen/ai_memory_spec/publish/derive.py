"""The same page for another edition.

A derived page is its source page with `edition=` added to every marker that names none, so it
can be checked on its own, in Markdown and in HTML, without knowing where it came from.
"""

import re

import yaml

from ai_memory_spec.phrasing import EditionShelf
from ai_memory_spec.regions import Kinds, body_start, find_regions, render_page

_FIRST_HEADING = re.compile(r"^(# [^\n]*\S)", re.MULTILINE)


def derive_page(
    text: str, *, source: str, name: str, edition: str, kinds: Kinds, shelf: EditionShelf
) -> str:
    """Make the text of a derived page.

    Parameters:
        text: The source page.
        source: Its file name, for the notice in the derived page.
        name: Path of the derived page, for region ids.
        edition: The edition that the derived page shows where the source names none.
        kinds: The region kinds that pages may use.
        shelf: Where editions come from.

    Returns:
        The derived page with every region rendered and the edition in its title; LF line endings.
    """
    text = re.sub(r"\r\n?", "\n", text.removeprefix("\ufeff"))
    page = find_regions(text, name, kinds)
    pieces: list[str] = []
    end = 0
    for region in page.regions:
        marker = region.opening
        kind = kinds.get(marker.kind or "")
        takes_edition = kind is not None and any(
            parameter.name == "edition" for parameter in kind.parameters
        )
        named = any(argument.key == "edition" for argument in marker.arguments)
        if takes_edition and not named:
            opening = re.sub(r"\s*-->$", f" edition={edition} -->", marker.source)
            pieces += [text[end : marker.start], opening]
            end = marker.end
    pieces.append(text[end:])
    body = "".join(pieces)
    front = body_start(body)
    titled = _FIRST_HEADING.sub(rf"\1 (edition {edition})", body[front:].lstrip("\n"), count=1)
    derived = _front_matter(body[:front], source, edition) + titled
    return render_page(derived, name, kinds, shelf).text


def _front_matter(front: str, source: str, edition: str) -> str:
    """As in the source, with the edition; a search finds the source page first."""
    given = yaml.safe_load(front.strip().strip("-")) if front else None
    data = {"search": {"boost": 0.5}, **(given or {})}
    lines = ["---"]
    for key, value in data.items():
        text = value
        if key == "title":
            text = f"{value} (edition {edition})"
        elif key == "description":
            text = f"Edition {edition}: {value}"
        lines.append(yaml.safe_dump({key: text}, allow_unicode=True, width=1000).rstrip("\n"))
    notice = (
        f"<!-- Generated from {source} by `ai-memory-spec generate`: edit that page, not this. -->"
    )
    return "\n".join([*lines, "---", "", notice, "", ""])
