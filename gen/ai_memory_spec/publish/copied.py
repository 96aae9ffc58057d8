"""A file of the project as a page of its site, such as the changelog."""

import json
import re

from ai_memory_spec.config import CopiedPage


def copied_page(text: str, page: CopiedPage) -> str:
    """The text of the page: front matter and a notice, then the file as it is, with LF."""
    body = re.sub(r"\r\n?", "\n", text.removeprefix("\ufeff")).strip("\n")
    notice = f"<!-- Generated from {page.source} by `ai-memory-spec generate`: edit that file. -->"
    return "\n".join(
        [
            "---",
            f"title: {json.dumps(page.title, ensure_ascii=False)}",
            f"description: {json.dumps(page.description, ensure_ascii=False)}",
            "---",
            "",
            notice,
            "",
            body,
            "",
        ]
    )
