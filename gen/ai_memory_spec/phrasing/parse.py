"""Raw edition data to a checked `Edition`, with every problem reported at once.

The shape (TOML or JSON, the same keys):

    label          text, required
    what           text, one line
    total          integer; if given, must equal the number of tools
    base_family    text; "" (or null) for none. Left out: `core` if there are named profiles
    always_on      list of tool names
    [families]     family name = list of tool names; the order counts
    [profiles]     profile name = list of family names
    [phrasing]     see `Phrasing`; left out: the edition has no sentences
    [provenance]   free keys with one line of prose each
"""

from collections.abc import Mapping
from dataclasses import fields
from types import MappingProxyType

from ai_memory_spec.phrasing.edition import TEMPLATE_NAMES, Edition, Family, Phrasing
from ai_memory_spec.phrasing.errors import EditionError, did_you_mean
from ai_memory_spec.phrasing.template import placeholders, unbalanced_brace
from ai_memory_spec.phrasing.tone import check_tone
from ai_memory_spec.phrasing.values import (
    MISSING,
    ValueReader,
    choices,
    kind_of,
    number,
    written_key,
)
from ai_memory_spec.phrasing.variables import ALLOWED_VARIABLES, REQUIRED_VARIABLES

MAX_PHRASED_FAMILIES = 13
"""So many families give 4096 profiles, 8191 without a base family; the tone check walks them
all when an edition loads."""

_KEYS = ("label", "what", "total", "base_family", "always_on", "families", "profiles", "phrasing",
         "provenance")  # fmt: skip


def parse_edition(data: object, source: str) -> Edition:
    """Check raw data and make an edition of it.

    Parameters:
        data: What a TOML or JSON parser returned.
        source: The file or label that messages name.

    Raises:
        EditionError: With every problem found, each with its place in the data.
    """
    return _Parser(source).parse(data)


class _Parser(ValueReader):
    """The parts of an edition."""

    def __init__(self, source: str) -> None:
        super().__init__()
        self.source = source

    def parse(self, data: object) -> Edition:
        if not isinstance(data, Mapping):
            self.problem("(top)", f"expected a table of keys, found {kind_of(data)}")
            raise EditionError(self.source, self.problems)
        self.check_keys(data, _KEYS, "")
        label = self.label(data.get("label", MISSING), "label")
        what = self.line(data.get("what", ""), "what")
        before = len(self.problems)
        families = self.families(data.get("families", MISSING))
        always_on = self.names(data.get("always_on", []), "always_on")
        profiles = self.profiles(data.get("profiles", {}), families)
        base = self.base_family(data, families, profiles)
        self.check_always_on(always_on, families)
        surface_is_sound = len(self.problems) == before
        phrasing = self.phrasing(data.get("phrasing"), families)
        provenance = self.provenance(data.get("provenance", {}))
        self.check_total(data.get("total"), sum(len(tools) for tools in families.values()))
        edition = Edition(
            label=label,
            what=what,
            families=tuple(Family(name=name, tools=tools) for name, tools in families.items()),
            always_on=always_on,
            profiles=MappingProxyType(profiles),
            base_family=base,
            phrasing=phrasing,
            provenance=MappingProxyType(provenance),
        )
        if surface_is_sound and phrasing is not None:
            self.check_tone(edition)
        if self.problems:
            raise EditionError(self.source, self.problems)
        return edition

    def families(self, raw: object) -> dict[str, tuple[str, ...]]:
        if raw is MISSING:
            self.problem("families", "missing; give at least one family with its tools")
            return {}
        if not isinstance(raw, Mapping):
            self.problem("families", f"expected a table of tool lists, found {kind_of(raw)}")
            return {}
        if not raw:
            self.problem("families", "empty; give at least one family with its tools")
        result: dict[str, tuple[str, ...]] = {}
        first: dict[str, str] = {}
        for name, tools in raw.items():
            place = f"families.{written_key(name)}"
            self.group(name, place)
            checked = self.names(tools, place, self.tool, unique=False)
            if not checked and isinstance(tools, list | tuple):
                self.problem(place, "empty; remove the family or give it a tool")
            for index, tool in enumerate(checked):
                here = f"{place}[{index}]"
                if tool and tool in first:
                    self.problem(here, f"tool {tool!r} stands already at {first[tool]}")
                first.setdefault(tool, here)
            result[str(name)] = checked
        return result

    def profiles(
        self, raw: object, families: Mapping[str, tuple[str, ...]]
    ) -> dict[str, tuple[str, ...]]:
        if not isinstance(raw, Mapping):
            self.problem("profiles", f"expected a table of family lists, found {kind_of(raw)}")
            return {}
        result: dict[str, tuple[str, ...]] = {}
        sets: dict[frozenset[str], str] = {}
        for name, members in raw.items():
            place = f"profiles.{written_key(name)}"
            self.group(name, place)
            checked = self.names(members, place)
            if not checked and isinstance(members, list | tuple):
                self.problem(place, "empty; a profile holds at least one family")
            for index, family in enumerate(checked):
                if family and family not in families:
                    self.problem(
                        f"{place}[{index}]",
                        f"unknown family {family!r}{did_you_mean(family, families)}; "
                        f"valid: {choices(families)}",
                    )
            same = sets.setdefault(frozenset(checked), place)
            if checked and all(checked) and same != place:
                self.problem(place, f"holds the same families as {same}; keep one name")
            result[str(name)] = checked
        return result

    def base_family(
        self,
        data: Mapping[str, object],
        families: Mapping[str, object],
        profiles: Mapping[str, tuple[str, ...]],
    ) -> str | None:
        raw = data.get("base_family", "core" if profiles else None)
        if raw is None or raw == "":
            self.check_profiles(profiles, families, None)
            return None
        if not isinstance(raw, str):
            self.problem("base_family", f"expected the name of a family, found {kind_of(raw)}")
            return None
        if raw not in families:
            assumed = "" if "base_family" in data else " (assumed, as there are named profiles)"
            self.problem(
                "base_family",
                f"no family is named {raw!r}{assumed}{did_you_mean(raw, families)}; "
                f'valid: {choices(families)}, or "" for none',
            )
            return None
        self.check_profiles(profiles, families, raw)
        return raw

    def check_profiles(
        self,
        profiles: Mapping[str, tuple[str, ...]],
        families: Mapping[str, object],
        base: str | None,
    ) -> None:
        """Every profile holds the base family, and every label reads back as its own profile.

        A label joins names of families. If the profile `graph` held more than the family `graph`
        adds, then `graph` inside a label would say more than the label means.
        """
        for name, members in profiles.items():
            if not members or not families.keys() >= set(members):
                continue  # reported already
            place = f"profiles.{written_key(name)}"
            if base is not None and base not in members:
                self.problem(place, f"lacks the base family {base!r}; add it")
            elif name in families and set(members) - {base} != {name} - {base}:
                meant = [family for family in families if family in (base, name)]
                self.problem(
                    place,
                    f"named like the family {name!r}, so it must hold "
                    f"{' and '.join(map(repr, meant))} only; rename it or change its families",
                )

    def check_always_on(
        self, always_on: tuple[str, ...], families: Mapping[str, tuple[str, ...]]
    ) -> None:
        held = {tool for tools in families.values() for tool in tools if tool}
        for index, tool in enumerate(always_on):
            if tool and tool not in held:
                self.problem(
                    f"always_on[{index}]",
                    f"no family holds the tool {tool!r}{did_you_mean(tool, held)}; "
                    "add it to a family or remove it here",
                )

    def phrasing(self, raw: object, families: Mapping[str, object]) -> Phrasing | None:
        if raw is None:
            return None
        if not isinstance(raw, Mapping):
            self.problem("phrasing", f"expected a table, found {kind_of(raw)}")
            return None
        before = len(self.problems)
        if len(families) > MAX_PHRASED_FAMILIES:
            self.problem(
                "families",
                f"{len(families)} families; an edition that phrases has at most "
                f"{MAX_PHRASED_FAMILIES}, as every profile is checked",
            )
        self.check_keys(raw, tuple(field.name for field in fields(Phrasing)), "phrasing.")
        templates = {name: self.template(raw.get(name, MISSING), name) for name in TEMPLATE_NAMES}
        sizes = {
            name: self.size(raw.get(name, MISSING), f"phrasing.{name}")
            for name in ("preview_loaded", "preview_unloaded")
        }
        prefix = self.line(raw.get("strip_prefix", ""), "phrasing.strip_prefix")
        counts_always_on = raw.get("summary_counts_always_on", MISSING)
        if not isinstance(counts_always_on, bool):
            self.problem(
                "phrasing.summary_counts_always_on",
                f"expected true or false, found {kind_of(counts_always_on)}",
            )
        forbidden = self.names(
            raw.get("forbidden_in_describe", []), "phrasing.forbidden_in_describe"
        )
        if len(self.problems) > before:
            return None
        return Phrasing(
            summary=templates["summary"],
            describe_partial=templates["describe_partial"],
            describe_full=templates["describe_full"],
            preview_loaded=sizes["preview_loaded"],
            preview_unloaded=sizes["preview_unloaded"],
            strip_prefix=prefix,
            summary_counts_always_on=bool(counts_always_on),
            forbidden_in_describe=forbidden,
        )

    def template(self, raw: object, name: str) -> str:
        place = f"phrasing.{name}"
        text = self.line(raw, place)
        if raw is MISSING or not isinstance(raw, str):
            return text
        offset = unbalanced_brace(text)
        if offset is not None:
            self.problem(
                place,
                f"unbalanced brace {text[offset]!r} at character {offset + 1}, near "
                f"{text[max(0, offset - 10) : offset + 11]!r}; a placeholder is {{name}}",
            )
        used = placeholders(text)
        allowed = sorted(ALLOWED_VARIABLES[name])
        for variable in dict.fromkeys(used):
            if variable not in ALLOWED_VARIABLES[name]:
                self.problem(
                    place,
                    f"unknown placeholder {{{variable}}}{did_you_mean(variable, allowed)}; "
                    f"valid: {', '.join(allowed)}",
                )
        for variable in sorted(REQUIRED_VARIABLES[name] - set(used)):
            self.problem(place, f"the placeholder {{{variable}}} is missing")
        return text

    def provenance(self, raw: object) -> dict[str, str]:
        if not isinstance(raw, Mapping):
            self.problem("provenance", f"expected a table of text, found {kind_of(raw)}")
            return {}
        return {
            str(key): self.line(value, f"provenance.{written_key(key)}")
            for key, value in raw.items()
        }

    def check_total(self, raw: object, total: int) -> None:
        if raw is None:
            return
        if isinstance(raw, bool) or not isinstance(raw, int):
            self.problem("total", f"expected a whole number, found {kind_of(raw)}")
        elif raw != total:
            self.problem("total", f"says {number(raw)}, but the families hold {total} tools")

    def check_tone(self, edition: Edition) -> None:
        for breach in check_tone(edition):
            self.problem(
                "phrasing.forbidden_in_describe",
                f"to_describe_to_user of profile {breach.profile!r} holds the forbidden string "
                f"{breach.forbidden!r}: {breach.sentence!r}; reword the template, the tool names "
                "or strip_prefix",
            )
