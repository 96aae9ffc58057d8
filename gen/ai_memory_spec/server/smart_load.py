"""Chooses a family from plain language: always the same one for the same words, without a model.

The tools' own names are the vocabulary. Words of the intent and of the names are cut to their
stems, and plain words that no name uses are first put into the names' words (`_MEANS`). Words such
as `not` or `this` say nothing. Then each word scores for the families whose tools it names:

- the name of a family: 2 points for it;
- a word of tool names: 1 point, shared among the families by how many of their tools use it, and
  up to a tenth more the fewer tools it names;
- a plain word for one of these: three quarters of what that word of tool names scores;
- a verb that says little about the matter, such as `get` or `list`: half a point, shared evenly.

A tool of two words or more, all of which stand in the intent, scores 1 point more for its family.
The family with the most points is chosen, the first in the edition's order among equals. Without
any points it is the base family.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from ai_memory_spec.phrasing import Edition

MAX_INTENT_CHARACTERS = 2000
"""What stands behind is not read; an intent is a sentence, not a book."""

_SHOWN_TOOLS = 3
_WORD = re.compile(r"[^\W_]+")

# These name the loaders and what everything here is about, so they choose nothing.
_SILENT = frozenset({"memory", "family", "load", "smart", "tool", "ai"})

# Words that hold a sentence together.
_FUNCTION_WORDS = frozenset(
    {
        "a", "about", "all", "also", "am", "an", "and", "another", "any", "anything", "are", "as",
        "at", "be", "but", "by", "can", "could", "do", "does", "for", "from", "has", "have", "how",
        "i", "if", "in", "is", "it", "its", "me", "my", "need", "never", "no", "none", "not",
        "nothing", "of", "off", "on", "or", "our", "out", "please", "should", "so", "some",
        "something", "that", "the", "their", "them", "then", "there", "these", "they", "thing",
        "this", "those", "to", "us", "want", "was", "we", "what", "when", "where", "which", "who",
        "will", "with", "would", "you", "your",
    }
)  # fmt: skip

_VERBS = frozenset(
    {"get", "list", "set", "find", "create", "query", "check", "register", "start", "run", "read"}
)

# Plain word to a word of tool names, both as stems.
_MEANS: Mapping[str, str] = {
    "remove": "delete", "erase": "delete", "drop": "delete", "discard": "delete",
    "change": "update", "edit": "update", "modify": "update", "correct": "update",
    "garbage": "gc", "cleanup": "gc", "clean": "gc", "expire": "archive", "old": "archive",
    "remember": "store", "save": "store", "write": "store", "keep": "store", "note": "store",
    "lookup": "search", "look": "search", "recollect": "recall",
    "relation": "link", "relationship": "link", "relate": "link", "connect": "link",
    "connection": "link", "edge": "link", "knowledge": "kg", "history": "timeline",
    "chronology": "timeline", "hierarchy": "taxonomy", "category": "taxonomy", "route": "path",
    "alia": "alias", "approval": "approve", "accept": "approve", "permit": "approve",
    "deny": "reject", "refuse": "reject", "policy": "standard", "event": "subscribe",
    "webhook": "subscribe", "merge": "consolidate", "combine": "consolidate",
    "summarise": "consolidate", "summarize": "consolidate", "conflict": "contradiction",
    "contradict": "contradiction", "contradictory": "contradiction", "label": "tag",
    "message": "inbox", "mail": "inbox", "limit": "quota", "usage": "quota",
    "statistic": "stat", "undelete": "restore", "recover": "restore", "alert": "notify",
    "tell": "notify", "notification": "notify", "automatic": "auto", "automatically": "auto",
}  # fmt: skip


@dataclass(frozen=True, slots=True, kw_only=True)
class Choice:
    """The family that fits an intent, and why."""

    family: str
    source: str
    """`keyword` if words of the intent fit, `fallback` if none did."""
    reason: str
    """One sentence."""


def choose_family(edition: Edition, intent: str) -> Choice:
    """Choose the family that fits the intent best; see the rule above.

    Parameters:
        edition: Whose families and tool names are the vocabulary.
        intent: Plain language, in English.
    """
    points = dict.fromkeys(edition.family_names, 0.0)
    reasons: dict[str, list[str]] = {name: [] for name in edition.family_names}
    words = dict(_stems(intent))
    uses = _uses(edition)
    for stem, word in words.items():
        is_plain = _stem(word) != stem
        for family, (score, tools) in _scores(edition, uses, stem, is_plain=is_plain).items():
            points[family] += score
            named = ", ".join(tools[:_SHOWN_TOOLS]) or "the family"
            reasons[family].append(f"{word!r} names {named}")
    for tool, family in edition.family_by_tool.items():
        stems = dict(_stems(tool))
        if len(stems) > 1 and stems.keys() <= words.keys():
            points[family] += 1
    best = max(edition.family_names, key=lambda name: points[name])
    if not points[best]:
        family = edition.base_family or edition.family_names[0]
        reason = f"no word of the intent names a tool or a family, so it falls back to {family}"
        return Choice(family=family, source="fallback", reason=reason)
    return Choice(family=best, source="keyword", reason="; ".join(reasons[best]))


def _scores(
    edition: Edition, uses: Mapping[str, Mapping[str, list[str]]], stem: str, *, is_plain: bool
) -> Mapping[str, tuple[float, list[str]]]:
    """Points and naming tools per family, for one word."""
    by_family = uses.get(stem, {})
    whole = sum(len(tools) for tools in by_family.values())
    scores = {
        name: (0.5 / len(by_family) if stem in _VERBS else len(tools) / whole + 0.1 / whole, tools)
        for name, tools in by_family.items()
    }
    for name in edition.family_names:
        if stem == _stem(name):
            scores[name] = (1.0 if is_plain else 2.0, [])
    if is_plain:
        scores = {name: (0.75 * score, tools) for name, (score, tools) in scores.items()}
    return scores


def _uses(edition: Edition) -> Mapping[str, Mapping[str, list[str]]]:
    """Stem to family to the tools whose names hold it."""
    uses: dict[str, dict[str, list[str]]] = {}
    for tool, family in edition.family_by_tool.items():
        for stem, _ in _stems(tool):
            uses.setdefault(stem, {}).setdefault(family, []).append(tool)
    return uses


def _stems(text: str) -> Iterator[tuple[str, str]]:
    """Stems of the text's words, in the words of tool names, each once and with its word."""
    seen: set[str] = set()
    for word in _WORD.findall(text[:MAX_INTENT_CHARACTERS].casefold().replace("_", " ")):
        if word in _FUNCTION_WORDS:
            continue
        stem = _stem(word)
        stem = _MEANING.get(stem, stem)
        if stem not in seen and stem not in _QUIET:
            seen.add(stem)
            yield stem, word


def _stem(word: str) -> str:
    """Cut the endings of plural, past and present participle, crudely but alike for all."""
    if len(word) > 4 and word.endswith("ies"):
        word = word[:-3] + "y"
    elif len(word) > 3 and word.endswith("s") and not word.endswith("ss"):
        word = word[:-1]
    for ending in ("ing", "ed"):
        stem = word.removesuffix(ending)
        if stem != word and len(stem) >= 3:
            word = stem[:-1] if stem[-1] == stem[-2] and stem[-1] not in "ls" else stem
            break
    return word.removesuffix("e") if len(word) > 3 else word


_MEANING = {_stem(plain): _stem(named) for plain, named in _MEANS.items()}
_QUIET = frozenset(map(_stem, _SILENT))
