"""Pages as plain Markdown for programs: one file per page, and two files for a whole site.

A page's own file has its Markdown with fresh regions and without their markers. It stands at the
page's path below `docs/`, so that relative links between such files hold.
"""

import posixpath
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

import yaml

from ai_memory_spec.regions import Kinds, body_start, find_regions

OTHERS = "Optional"
"""Section of pages that the navigation lacks; readers of llms.txt may skip what it holds."""

_LINK = re.compile(r"(?<=\]\()(?!\w+:|[#/<])([^)\s]+)(?=\))")
_OWN_PLACE = re.compile(r"\]\(#")
_FENCE = re.compile(r"^( *)(`{3,}|~{3,})")
_HEADING = re.compile(r"^# +(.+?)(?: +\{[^{}]*\})?$", re.MULTILINE)


@dataclass(frozen=True, slots=True, kw_only=True)
class TextPage:
    """One page of a site."""

    path: str
    """Path below the folder of the pages, with forward slashes."""
    section: str
    """Title of its part of the navigation; empty for pages at the top."""
    title: str
    description: str
    markdown: str
    """Its text without front matter and markers; LF, with a final newline."""


def make_text_page(text: str, path: str, section: str, kinds: Kinds) -> TextPage:
    """Make the plain page of a page with fresh regions."""
    text = re.sub(r"\r\n?", "\n", text.removeprefix("\ufeff"))
    start = body_start(text)
    front = yaml.safe_load(text[:start].strip().strip("-")) if start else {}
    meta = front if isinstance(front, dict) else {}
    markdown = strip_markers(text, path, kinds)[start:].strip("\n") + "\n"
    heading = _HEADING.search(markdown)
    return TextPage(
        path=path,
        section=section,
        title=str(meta.get("title") or (heading[1] if heading else path)),
        description=str(meta.get("description") or ""),
        markdown=markdown,
    )


def strip_markers(text: str, name: str, kinds: Kinds) -> str:
    """The page without its region markers, and without the blank lines that stand beside them."""
    cuts: list[tuple[int, int]] = []
    for region in find_regions(text, name, kinds).regions:
        opening, closing = region.opening, region.closing
        if not region.is_block:
            cuts += [(opening.start, opening.end), (closing.start, closing.end)]
            continue
        start = text.rfind("\n", 0, opening.start) + 1
        content = opening.end + len(_first_blank(text[opening.end : closing.start]))
        end = text.find("\n", closing.end)
        before = text.rfind("\n", 0, closing.start) + 1
        cuts += [(start, content), (before, len(text) if end < 0 else end + 1)]
        # A blank line stays on one side only.
        if text[content:before].strip() and text[content:before].endswith("\n\n"):
            cuts[-1] = (before - 1, cuts[-1][1])
    pieces: list[str] = []
    end = 0
    for start, stop in cuts:
        pieces.append(text[end:start])
        end = stop
    return "".join([*pieces, text[end:]])


def _first_blank(content: str) -> str:
    match = re.match(r"[^\n]*\n(?:[ >\t]*\n)?", content)
    return match[0] if match else ""


def navigation(nav: object, section: str = "", depth: int = 0) -> Iterator[tuple[str, str]]:
    """Section and path of every page that a MkDocs `nav` setting names, in order."""
    for item in nav if isinstance(nav, list) else ():
        if isinstance(item, str):
            yield section, posixpath.normpath(item)
            continue
        for title, target in item.items() if isinstance(item, dict) else ():
            if isinstance(target, str):
                if "://" not in target:
                    yield section, posixpath.normpath(target)
            else:
                yield from navigation(target, section if depth else str(title), depth + 1)


def index_text(name: str, description: str, address: str, pages: Iterable[TextPage]) -> str:
    """The file `llms.txt`: what the site is, and a link to every page's Markdown.

    Parameters:
        name: Title of the site.
        description: One sentence about it.
        address: The site's root; empty for relative links.
        pages: In the order of the navigation.
    """
    sections: dict[str, list[str]] = {}
    for page in pages:
        note = f": {page.description}" if page.description else ""
        entry = f"- [{page.title}]({_join(address, page.path)}){note}"
        sections.setdefault(page.section or "Start here", []).append(entry)
    parts = [f"# {name}", f"> {description}" if description else ""]
    parts += ["\n\n".join([f"## {title}", "\n".join(lines)]) for title, lines in sections.items()]
    return "\n\n".join(part for part in parts if part) + "\n"


def full_text(name: str, description: str, address: str, pages: Sequence[TextPage]) -> str:
    """The file `llms-full.txt`: every page of the navigation, one after another."""
    parts = [f"# {name}\n\n> {description}\n" if description else f"# {name}\n"]
    parts += [
        f"<!-- {_join(address, page.path)} -->\n\n{_rooted(page)}"
        for page in pages
        if page.section != OTHERS
    ]
    return "\n---\n\n".join(parts)


def _join(address: str, path: str) -> str:
    return f"{address.rstrip('/')}/{path}" if address else path


def _rooted(page: TextPage) -> str:
    """The page with its links made relative to the site's root; code is left alone."""
    folder = posixpath.dirname(page.path)
    lines: list[str] = []
    fence = ""
    for line in page.markdown.split("\n"):
        match = _FENCE.match(line)
        if match and (not fence or match[2].startswith(fence)):
            fence = "" if fence else match[2]
        if not fence:
            # A place on the page itself is one of many in a text of all pages.
            line = _OWN_PLACE.sub(f"]({posixpath.basename(page.path)}#", line)
            line = _LINK.sub(lambda link: posixpath.normpath(posixpath.join(folder, link[1])), line)
        lines.append(line)
    return "\n".join(lines)
