"""The `!!!`, `???` and `===` containers of Python-Markdown, as a markdown-it block rule.

CommonMark reads their body as indented code; MkDocs pages use them everywhere, so regions in
them must be found. This is the one place where the finder departs from GitHub's reading.

Grammar: a first line as the extensions `admonition`, `pymdownx.details` and `pymdownx.tabbed`
take it, then every line that is blank or indented by four more columns.

    admonition   !!! type           !!! type more "title"
    details      ??? type "title"   ??? "title"             ???+ for one that is open
    tabs         === "title"        ===! and ===+ with other settings
"""

import re

from markdown_it import MarkdownIt
from markdown_it.rules_block import StateBlock

_TYPE = r"[\w-]+(?: +[\w-]+)*"
_TITLE = ' +".*"'
_OPENER = re.compile(
    rf"(?:!!! ?{_TYPE}(?:{_TITLE})?"
    rf"|\?\?\?\+?(?: ?{_TYPE}(?:{_TITLE})?|{_TITLE})"
    rf"|===(?:\+!?|!\+?)?{_TITLE}) *$"
)
_INDENT = 4


def containers_plugin(md: MarkdownIt) -> None:
    """Add the containers to a parser."""
    md.block.ruler.before(
        "fence", "container", _container, {"alt": ["paragraph", "reference", "blockquote", "list"]}
    )


def _container(state: StateBlock, start_line: int, end_line: int, silent: bool) -> bool:
    if state.is_code_block(start_line):
        return False
    begin = state.bMarks[start_line] + state.tShift[start_line]
    if state.src[begin : begin + 3] not in ("!!!", "???", "==="):
        return False
    if not _OPENER.match(state.src[begin : state.eMarks[start_line]]):
        return False
    if silent:
        return True
    indent = state.sCount[start_line] + _INDENT
    next_line = start_line + 1
    last = start_line
    while next_line < end_line:
        if not state.isEmpty(next_line):
            if state.sCount[next_line] < indent:
                break
            last = next_line
        next_line += 1
    token = state.push("container_open", "div", 1)
    token.map = [start_line, last + 1]
    old_parent, old_max, old_indent = state.parentType, state.lineMax, state.blkIndent
    state.parentType = "container"
    state.lineMax = last + 1
    state.blkIndent = indent
    state.md.block.tokenize(state, start_line + 1, last + 1)
    state.parentType, state.lineMax, state.blkIndent = old_parent, old_max, old_indent
    state.push("container_close", "div", -1)
    state.line = last + 1
    return True
