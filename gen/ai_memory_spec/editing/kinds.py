"""Region kinds that set two editions side by side."""

from collections.abc import Callable
from dataclasses import replace

from ai_memory_spec.editing.content import (
    counts_table,
    rules_table,
    sentences_table,
    templates_table,
    tools_table,
    word_line,
)
from ai_memory_spec.editing.diff import diff_editions
from ai_memory_spec.editing.difference import EditionDiff
from ai_memory_spec.phrasing import (
    FIELDS,
    TEMPLATE_NAMES,
    Edition,
    Profile,
    parse_profile,
    phrase,
    phrasing_of,
)
from ai_memory_spec.regions import (
    EDITION,
    PROFILE,
    Content,
    Line,
    Parameter,
    Table,
    choice,
    make_kind,
)
from ai_memory_spec.regions.kind import Resolving

_VALUES = "a label from `ai-memory-spec edition list`, or a path to an edition file"
_A = replace(
    EDITION,
    name="a",
    meaning="The first edition.",
    values=_VALUES,
    default=None,
    default_words=None,
)
_B = replace(_A, name="b", meaning="The second edition.")
_PARTS: dict[str, Callable[[EditionDiff], Table]] = {
    "counts": counts_table,
    "tools": tools_table,
    "rules": rules_table,
    "templates": templates_table,
    "sentences": sentences_table,
}
_FIELD = choice("field", FIELDS, "Which of the two sentences.")


def _read_both(raw: str, resolving: Resolving) -> tuple[Profile, Profile]:
    one, other = resolving.values["a"], resolving.values["b"]
    return parse_profile(one, raw), parse_profile(other, raw)


_PROFILE: Parameter = replace(PROFILE, meaning="Whose sentence, in both editions.", read=_read_both)


@make_kind(
    "edition-diff",
    "block",
    _A,
    _B,
    choice(
        "part",
        tuple(_PARTS),
        "`counts` per named profile; `tools` added, removed and moved; `rules`: profiles, order, "
        "always-on tools and settings that differ; word diffs of `templates` or of the "
        "`sentences` of every named profile.",
        default="counts",
    ),
)
def edition_diff_kind(a: Edition, b: Edition, part: str) -> Content:
    """What differs between two editions, one part of it as a table."""
    return _PARTS[part](diff_editions(a, b))


@make_kind("template-diff", "line", _A, _B, choice("name", TEMPLATE_NAMES, "Which template."))
def template_diff_kind(a: Edition, b: Edition, name: str) -> Line:
    """One template of two editions as a word diff."""
    return word_line(phrasing_of(a).templates[name], phrasing_of(b).templates[name])


@make_kind("sentence-diff", "line", _A, _B, _PROFILE, _FIELD)
def sentence_diff_kind(
    a: Edition, b: Edition, profile: tuple[Profile, Profile], field: str
) -> Line:
    """One sentence of two editions, for the same profile, as a word diff."""
    one, other = profile
    return word_line(getattr(phrase(a, one), field), getattr(phrase(b, other), field))


EDITING_KINDS = (edition_diff_kind, template_diff_kind, sentence_diff_kind)
"""In the order of the reference page."""
