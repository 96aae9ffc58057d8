"""The readers that must keep deleted and inserted words: GitHub's, and MkDocs' with extensions."""

from collections.abc import Callable
from typing import Any

import markdown
from markdown_it import MarkdownIt

from tests.regions.readers import MATERIAL, MORE


def _read_commonmark(text: str) -> str:
    return MarkdownIt("commonmark").enable(["table", "strikethrough"]).render(text)


def _python_markdown(extensions: dict[str, dict[str, Any]]) -> Callable[[str], str]:
    def read(text: str) -> str:
        return markdown.markdown(text, extensions=[*extensions], extension_configs=extensions)

    return read


READERS: dict[str, Callable[[str], str]] = {
    "commonmark": _read_commonmark,
    "python-markdown": _python_markdown(MATERIAL),
    "python-markdown-more": _python_markdown(MORE),
}
"""From Markdown to HTML, by name."""
