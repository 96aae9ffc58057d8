"""The values that an edition is made of.

These classes hold checked data only; `parse.py` is the one place that makes an `Edition`
from raw data, so whoever holds one may trust it.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from types import MappingProxyType
from typing import Any


@dataclass(frozen=True, slots=True, kw_only=True)
class Family:
    """A named group of tools that is loaded, or not, as a whole."""

    name: str
    """Lower case; unique in the edition."""
    tools: tuple[str, ...]
    """Tool names in the edition's order; never empty."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Phrasing:
    """The templates of both sentences and the rules that fill them."""

    summary: str
    """Template of `summary` (clause A1)."""
    describe_partial: str
    """Template of `to_describe_to_user` while some tool is unloaded (clause A2)."""
    describe_full: str
    """Template of `to_describe_to_user` when nothing is unloaded (clause A2)."""
    preview_loaded: int
    """How many loaded tool names the sentence shows at most; at least 1."""
    preview_unloaded: int
    """How many unloaded tool names the sentence shows at most; at least 1."""
    strip_prefix: str
    """Cut off the front of tool names in previews; may be empty."""
    summary_counts_always_on: bool
    """The counting rule: whether `summary` counts always-on tools (clause A1)."""
    forbidden_in_describe: tuple[str, ...]
    """Strings that `to_describe_to_user` must never hold (clause A2, tone)."""

    @property
    def templates(self) -> Mapping[str, str]:
        """The three templates by the name that the edition gives them."""
        return MappingProxyType({name: getattr(self, name) for name in TEMPLATE_NAMES})


TEMPLATE_NAMES = ("summary", "describe_partial", "describe_full")


def _nothing() -> Mapping[str, Any]:
    return MappingProxyType({})


@dataclass(frozen=True, kw_only=True)
class Edition:
    """One published state of the contract."""

    label: str
    """What the edition is asked for by, such as `0.10.0`."""
    what: str
    """One line of prose: what this edition is."""
    families: tuple[Family, ...]
    """In the order of previews, custom labels and the v3 document's `tools`."""
    always_on: tuple[str, ...] = ()
    """Tools that every client can call, whatever the profile."""
    profiles: Mapping[str, tuple[str, ...]] = field(default_factory=_nothing, hash=False)
    """Named profiles: name to families, in order of declaration."""
    base_family: str | None = None
    """The family that every profile holds, or none."""
    phrasing: Phrasing | None = None
    """None for an edition that serves no sentences."""
    provenance: Mapping[str, str] = field(default_factory=_nothing, hash=False)
    """Where the data comes from; free keys, one line of prose each."""

    @cached_property
    def family_names(self) -> tuple[str, ...]:
        """Names of all families, in order."""
        return tuple(family.name for family in self.families)

    @cached_property
    def tools(self) -> tuple[str, ...]:
        """Names of all tools, in order, always-on tools included."""
        return tuple(tool for family in self.families for tool in family.tools)

    @cached_property
    def family_by_tool(self) -> Mapping[str, str]:
        """The family that holds each tool."""
        return MappingProxyType(
            {tool: family.name for family in self.families for tool in family.tools}
        )

    def family(self, name: str) -> Family:
        """The family of this name; `KeyError` if there is none."""
        for family in self.families:
            if family.name == name:
                return family
        raise KeyError(name)

    def __iter__(self) -> Iterator[Family]:
        return iter(self.families)
