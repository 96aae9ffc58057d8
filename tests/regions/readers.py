"""Two readers of Markdown and what a person sees of their HTML.

`read_commonmark` stands for GitHub (CommonMark with GFM tables), `read_python_markdown` for
MkDocs with Material. Neither shares code with the product's renderer; markdown-it-py is the
product's finder too, but here it is set up anew and without the containers.
"""

import re
from functools import cache
from html.parser import HTMLParser

import markdown
from markdown_it import MarkdownIt

MATERIAL = {
    "admonition": {},
    "attr_list": {},
    "md_in_html": {},
    "tables": {},
    "toc": {"permalink": True},
    "pymdownx.details": {},
    "pymdownx.highlight": {"anchor_linenums": True, "pygments_lang_class": True},
    "pymdownx.superfences": {},
    "pymdownx.tabbed": {"alternate_style": True},
}
"""What this site turns on."""

MORE = {
    **MATERIAL,
    "abbr": {},
    "def_list": {},
    "footnotes": {},
    "pymdownx.arithmatex": {"generic": True},
    "pymdownx.betterem": {},
    "pymdownx.caret": {},
    "pymdownx.emoji": {},
    "pymdownx.inlinehilite": {},
    "pymdownx.keys": {},
    "pymdownx.magiclink": {},
    "pymdownx.mark": {},
    "pymdownx.snippets": {"check_paths": True},
    "pymdownx.tasklist": {},
    "pymdownx.tilde": {},
}
"""What Material's documentation recommends beyond that, and acts on plain words."""

_BLANKS = re.compile(r"[ \t\n\r\f]+")


def read_commonmark(text: str) -> str:
    """HTML as GitHub makes it, before its own filters."""
    return MarkdownIt("commonmark").enable(["table", "strikethrough"]).render(text)


def read_python_markdown(text: str, *, more: bool = False) -> str:
    """HTML as MkDocs makes it, with the extensions of this site or with more."""
    return _converter(more).reset().convert(text)


@cache
def _converter(more: bool) -> markdown.Markdown:
    extensions = MORE if more else MATERIAL
    return markdown.Markdown(
        extensions=list(extensions), extension_configs=extensions, output_format="html"
    )


class _Visible(HTMLParser):
    """Collects what stands in elements: text, with `code` and `pre` kept apart."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.pieces: list[str] = []
        self.cells: list[list[str]] = []
        self.codes: list[str] = []
        self.pres: list[str] = []
        self.tags: list[str] = []
        self._open: list[tuple[str, bool]] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        classes = (dict(attrs).get("class") or "").split()
        if tag in ("br", "img", "hr", "input"):
            self.tags.append(tag)
            return
        self._open.append((tag, "headerlink" in classes))
        self.tags.append(tag)
        if tag == "tr":
            self.cells.append([])
        elif tag in ("td", "th") and self.cells:
            self.cells[-1].append("")
        elif tag == "code":
            self.codes.append("")
        elif tag == "pre":
            self.pres.append("")
        if tag in ("p", "li", "td", "th", "div", "tr", "pre", "h1", "h2", "blockquote", "table"):
            self.pieces.append("\n")

    def handle_endtag(self, tag: str) -> None:
        while self._open:
            if self._open.pop()[0] == tag:
                break

    def handle_data(self, data: str) -> None:
        tags = [tag for tag, _ in self._open]
        if any(hidden for _, hidden in self._open):
            return
        self.pieces.append(data)
        if "code" in tags:
            self.codes[-1] += data
        if "pre" in tags:
            self.pres[-1] += data
        if ("td" in tags or "th" in tags) and self.cells and self.cells[-1]:
            self.cells[-1][-1] += data


class Seen:
    """What a reader sees of one HTML text."""

    def __init__(self, html: str) -> None:
        parser = _Visible()
        parser.feed(html)
        parser.close()
        self.text = squeeze("".join(parser.pieces))
        """All words, with blanks as a browser shows them."""
        self.rows = [[squeeze(cell) for cell in row] for row in parser.cells]
        """Table rows, each as the text of its cells."""
        self.codes = parser.codes
        """Text of every code element, blanks as they are."""
        self.blocks = parser.pres
        """Text of every preformatted block, blanks as they are."""
        self.tags = parser.tags
        """Names of all elements, in order."""


def squeeze(text: str) -> str:
    """The text with runs of blanks and line breaks as one blank, none at the ends."""
    return _BLANKS.sub(" ", text).strip(" ")
