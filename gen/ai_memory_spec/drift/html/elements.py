"""What must be known about HTML elements to read a page's text.

Source: the HTML standard, section 13.1.2.4 "Optional tags" and 15.3 "Rendering".
"""

from collections.abc import Mapping


def _names(text: str) -> frozenset[str]:
    return frozenset(text.split())


VOID = _names("area base br col embed frame hr img input link meta param source track wbr")
BLOCKS = _names(
    "address article aside blockquote body caption center dd details dialog dir div dl dt "
    "fieldset figcaption figure footer form h1 h2 h3 h4 h5 h6 header hgroup hr html legend li "
    "main menu nav ol optgroup option p pre search section summary table tbody td tfoot th "
    "thead tr ul"
)
CLOSE_PARAGRAPH = BLOCKS - _names(
    "body caption html legend optgroup option tbody td tfoot th thead tr"
)
TABLE_PARTS = frozenset({"caption", "tbody", "td", "tfoot", "th", "thead", "tr"})
BARRIERS = frozenset({"button", "caption", "object", "table", "td", "template", "th"})
"""End tags inside these elements close nothing outside of them."""
NOT_SHOWN = frozenset({"button", "datalist", "noframes", "script", "style", "template", "title"})
ADDED_CLASSES = frozenset(
    {
        "filename",  # pymdownx.highlight: title of a code block
        "latest-result",  # ours: what the latest test run says about a requirement
        "headerlink",  # toc: permalink
        "lineno",  # Pygments: line numbers
        "linenos",
        "md-annotation__index",  # Material: number of a code annotation
        "md-clipboard",  # Material: copy button
        "md-code__nav",
    }
)
_LISTS = frozenset({"ul", "ol", "menu", "dir", "dl"})
_ROW_GROUPS = frozenset({"thead", "tbody", "tfoot", "caption"})
IMPLIED_END: Mapping[str, tuple[frozenset[str], frozenset[str]]] = {
    "li": (frozenset({"li"}), BARRIERS | _LISTS),
    **dict.fromkeys(("dt", "dd"), (frozenset({"dt", "dd"}), BARRIERS | _LISTS)),
    **dict.fromkeys(("td", "th"), (frozenset({"td", "th"}), frozenset({"table"}))),
    "tr": (frozenset({"tr", "caption"}), frozenset({"table"})),
    **dict.fromkeys(_ROW_GROUPS, (_ROW_GROUPS, frozenset({"table"}))),
}
"""For a start tag: which open elements it closes, and how far up they are looked for."""
REVISIONS = {
    **dict.fromkeys(("del", "s", "strike"), ("[-", "-]")),
    "ins": ("{+", "+}"),
}
"""Words that are struck out or marked as new mean something else than plain words."""
