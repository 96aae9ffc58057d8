"""What the tests of editing build: editions, documents, answers, editions by chance."""

from collections.abc import Mapping, Sequence
from typing import Any

from hypothesis import strategies as st

from ai_memory_spec.contract import parse_document
from ai_memory_spec.live import Answer, CouldNotCheckError, Fetched, Progress, ServerInfo
from ai_memory_spec.phrasing import Edition, Profile, parse_edition

SMALL: dict[str, Any] = {
    "label": "small",
    "what": "a small edition",
    "base_family": "core",
    "always_on": ["t_help"],
    "families": {
        "core": ["t_add", "t_get"],
        "extra": ["t_sum"],
        "meta": ["t_help", "t_stat"],
    },
    "profiles": {"core": ["core"], "full": ["core", "extra", "meta"]},
    "phrasing": {
        "summary": "{visible} of {total} tools under {label}; {unloaded} hidden.",
        "describe_partial": (
            "I have {n_loaded} tool{s} ({preview_loaded}{ellipsis}); {n_unloaded} more "
            "({preview_unloaded}) on demand."
        ),
        "describe_full": "I have all {n_loaded} tools ({preview_loaded}{ellipsis}).",
        "preview_loaded": 2,
        "preview_unloaded": 2,
        "strip_prefix": "t_",
        "summary_counts_always_on": True,
        "forbidden_in_describe": ["t_"],
    },
}
"""An edition in which all is small enough to be written out."""


class Recorded:
    """A live source that gives answers known beforehand; a source per profile."""

    kind = "stdio"
    name = "recorded --profile {profile}"
    per_profile = True

    def __init__(self, answers: Mapping[str, Answer | CouldNotCheckError]) -> None:
        self.answers = answers

    def fetch(self, profile: Profile | None) -> Answer:
        result = self.answers[profile.label if profile else ""]
        if isinstance(result, CouldNotCheckError):
            raise result
        return result

    def fetch_all(
        self, profiles: Sequence[Profile], on_progress: Progress | None = None
    ) -> tuple[Fetched, ...]:
        asked: Sequence[Profile | None] = profiles if self.per_profile else [None]
        return tuple(
            Fetched(profile=each, result=self.answers[each.label if each else ""]) for each in asked
        )


class RecordedOnce(Recorded):
    """The same for a command without `{profile}`; its one answer has the empty label."""

    name = "recorded"
    per_profile = False


def make_document(
    tools: Sequence[Mapping[str, Any]],
    always_on: Sequence[str] | None,
    sentences: tuple[str, str] | None,
    version: str = "1.2.3",
) -> Any:
    """A v3 document, or a v2 document without sentences, from the parts that tests care for."""
    raw: dict[str, Any] = {
        "schema_version": "2",
        "tier": "keyword",
        "version": version,
        **{name: {} for name in ("features", "models", "permissions", "hooks", "compaction")},
        **{name: {} for name in ("approval", "transcripts", "hnsw")},
    }
    if sentences is not None:
        raw |= {"schema_version": "3", "tools": [dict(tool) for tool in tools]}
        raw |= {"summary": sentences[0], "to_describe_to_user": sentences[1]}
    if always_on is not None:
        families: dict[str, dict[str, Any]] = {}
        for tool in tools:
            family = families.setdefault(
                tool["family"],
                {"name": tool["family"], "loaded": tool["loaded"], "tool_count": 0, "tools": []},
            )
            family["tools"].append(tool["name"])
            family["tool_count"] += 1
        raw["families"] = {"always_on": [*always_on], "families": [*families.values()]}
    return parse_document(raw)


def make_answer(document: Any, listed: tuple[str, ...] | None = ()) -> Answer:
    """An answer of a server called `tester`."""
    return Answer(
        profile=None,
        server=ServerInfo(name="tester", version="1.2.3"),
        document=document,
        listed=listed,
    )


def entries(families: Mapping[str, Sequence[str]], loaded: Sequence[str]) -> list[dict[str, Any]]:
    """The `tools` of a document, from plain families."""
    return [
        {"name": tool, "family": name, "loaded": name in loaded, "callable_now": name in loaded}
        for name, tools in families.items()
        for tool in tools
    ]


# ---- Editions by chance ------------------------------------------------------------------------

_WORDS = st.sampled_from(
    ["have", "tools", "now", "under", "—", "(x)", "more:", "of", "it's", "<b>"]
)
_SUMMARY = ("visible", "total", "label", "unloaded")
_FULL = ("n_loaded", "preview_loaded", "ellipsis")
_PARTIAL = (*_FULL, "s", "n_unloaded", "preview_unloaded")


@st.composite
def _templates(draw: st.DrawFn, names: Sequence[str]) -> str:
    """Every placeholder once, in any order, with words between; `{s}` closes a word."""
    pieces: list[str] = []
    for name in draw(st.permutations(names)):
        words = " ".join(draw(st.lists(_WORDS, min_size=1, max_size=3)))
        pieces.append(f"{words} thing{{{name}}}" if name == "s" else f"{words} {{{name}}}")
    return " ".join([*pieces, draw(_WORDS)])


@st.composite
def editions_by_chance(draw: st.DrawFn) -> Edition:
    """An edition that phrases, with up to four families and a base family."""
    families: dict[str, list[str]] = {}
    for index in range(draw(st.integers(1, 4))):
        count = draw(st.integers(1, 7))
        families[f"fam{index}"] = [f"t_{'abcd'[index]}{number}" for number in range(count)]
    tools = [tool for held in families.values() for tool in held]
    always_on = draw(st.lists(st.sampled_from(tools), unique=True, max_size=2))
    base = draw(st.sampled_from(sorted(families)))
    profiles: dict[str, list[str]] = {"all": [*families]}
    free = [name for name in families if name != base]
    for number, chosen in enumerate(draw(st.lists(st.sets(st.sampled_from(free or [base]))))):
        held = {base, *chosen}
        if all(held != set(other) for other in profiles.values()):
            profiles[f"p{number}"] = [name for name in families if name in held]
    return parse_edition(
        {
            "label": "chance",
            "families": families,
            "always_on": always_on,
            "base_family": base,
            "profiles": profiles,
            "phrasing": {
                "summary": draw(_templates(_SUMMARY)),
                "describe_partial": draw(_templates(_PARTIAL)),
                "describe_full": draw(_templates(_FULL)),
                "preview_loaded": draw(st.integers(1, 6)),
                "preview_unloaded": draw(st.integers(1, 6)),
                "strip_prefix": draw(st.sampled_from(["", "t_"])),
                "summary_counts_always_on": draw(st.booleans()),
                "forbidden_in_describe": draw(st.sampled_from([[], ["jargon"]])),
            },
        },
        "chance",
    )
