"""The Markdown parser that finds regions: CommonMark, GFM tables and the MkDocs containers.

The inline rules for comments and code spans note where in the text they matched, since a token
does not say so.
"""

from functools import cache

from markdown_it import MarkdownIt
from markdown_it.rules_inline import StateInline, backtick, html_inline
from markdown_it.token import Token

from ai_memory_spec.regions.containers import containers_plugin


@cache
def parser() -> MarkdownIt:
    """The one parser; it holds no state between calls."""
    md = MarkdownIt("commonmark").enable("table")
    md.inline.ruler.at("html_inline", _html_inline)
    md.inline.ruler.at("backticks", _backtick)
    return md.use(containers_plugin)


def parse_blocks(text: str, env: dict[str, object] | None = None) -> list[Token]:
    """Block tokens of the text; `inline` tokens have their children, with offsets in `meta`.

    Parameters:
        text: Any Markdown.
        env: Gets the link references of the text.
    """
    return parser().parse(text, {} if env is None else env)


def _html_inline(state: StateInline, silent: bool) -> bool:
    start = state.pos
    matched = html_inline(state, silent)
    if matched and not silent:
        state.tokens[-1].meta["start"] = start
    return matched


def _backtick(state: StateInline, silent: bool) -> bool:
    start = state.pos
    before = len(state.tokens)
    matched = backtick(state, silent)
    if matched and not silent and len(state.tokens) > before:
        token = state.tokens[-1]
        if token.type == "code_inline":
            token.meta["start"] = start
            token.meta["end"] = state.pos
    return matched
