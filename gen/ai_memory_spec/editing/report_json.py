"""A difference as one JSON object, for other programs."""

import json
from dataclasses import asdict

from ai_memory_spec.drift.words import diff_words
from ai_memory_spec.editing.difference import EditionDiff, TextPair

SCHEMA = 1
"""Goes up when a key changes its meaning or goes away."""


def render_diff_json(diff: EditionDiff) -> str:
    """One object with the fields of `EditionDiff`, `schema`, `differs`, and a newline.

    Every text comes with `words`: runs `{before, after}` in order, alike where both texts share
    them.
    """
    data = {
        "schema": SCHEMA,
        "differs": diff.differs,
        **asdict(diff),
        "templates": [_text(pair) for pair in diff.templates],
        "sentences": [_text(pair) for pair in diff.sentences],
    }
    return json.dumps(data, ensure_ascii=False, indent=2) + "\n"


def _text(pair: TextPair) -> dict[str, object]:
    words = [asdict(change) for change in diff_words(pair.before or "", pair.after or "")]
    return {**asdict(pair), "words": words}
