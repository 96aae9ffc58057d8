"""The contract, worked out by other means than the product does: for servers of the tests.

Reads the same TOML data as an edition and fills templates with `str.replace`.
"""

import tomllib
from pathlib import Path
from typing import Any


class World:
    """What a server of one edition says."""

    def __init__(self, raw: dict[str, Any]) -> None:
        self.label: str = raw["label"]
        self.families: dict[str, list[str]] = raw["families"]
        self.always_on: list[str] = raw.get("always_on", [])
        self.profiles: dict[str, list[str]] = raw["profiles"]
        self.phrasing: dict[str, Any] = raw["phrasing"]

    @classmethod
    def read(cls, path: str) -> "World":
        return cls(tomllib.loads(Path(path).read_text(encoding="utf-8")))

    def held(self, profile: str) -> set[str]:
        held = {"core"}
        for token in profile.split(","):
            held |= set(self.profiles.get(token, [token] if token else []))
        return held

    def listed(self, profile: str) -> list[str]:
        held = self.held(profile)
        return [
            tool
            for family, tools in self.families.items()
            for tool in tools
            if family in held or tool in self.always_on
        ]

    def values(self, profile: str) -> dict[str, str]:
        held = self.held(profile)
        ordered = [family for family in self.families if family in held]
        label = next(
            (name for name, members in self.profiles.items() if set(members) == held),
            ",".join(ordered),
        )
        sides: dict[bool, list[str]] = {True: [], False: []}
        for family, tools in self.families.items():
            sides[family in held] += [tool for tool in tools if tool not in self.always_on]
        counted = len(self.always_on) if self.phrasing["summary_counts_always_on"] else 0
        size, other = self.phrasing["preview_loaded"], self.phrasing["preview_unloaded"]
        short = [
            [tool.removeprefix(self.phrasing["strip_prefix"]) for tool in sides[side]]
            for side in (True, False)
        ]
        return {
            "visible": str(len(short[0]) + counted),
            "total": str(len(short[0]) + len(short[1]) + counted),
            "unloaded": str(len(short[1])),
            "label": label,
            "n_loaded": str(len(short[0])),
            "n_unloaded": str(len(short[1])),
            "s": "" if len(short[0]) == 1 else "s",
            "ellipsis": ", ..." if len(short[0]) > size else "",
            "preview_loaded": ", ".join(short[0][:size]),
            "preview_unloaded": ", ".join(short[1][:other]),
        }

    def sentences(self, profile: str) -> tuple[str, str]:
        values = self.values(profile)
        full = values["n_unloaded"] == "0"
        describe = self.phrasing["describe_full" if full else "describe_partial"]
        return fill(self.phrasing["summary"], values), fill(describe, values)

    def document(self, profile: str) -> dict[str, Any]:
        held = self.held(profile)
        summary, describe = self.sentences(profile)
        return {
            "schema_version": "3",
            "summary": summary,
            "to_describe_to_user": describe,
            "tools": [
                {
                    "name": tool,
                    "family": family,
                    "loaded": family in held,
                    "callable_now": family in held,
                }
                for family, tools in self.families.items()
                for tool in tools
            ],
            "families": {
                "always_on": self.always_on,
                "families": [
                    {
                        "name": family,
                        "loaded": family in held,
                        "tool_count": len(tools),
                        "tools": sorted(tools),
                    }
                    for family, tools in self.families.items()
                ],
            },
            "tier": "keyword",
            "version": self.label,
            "features": {},
            "models": {},
            "permissions": {},
            "hooks": {},
            "compaction": {},
            "approval": {},
            "transcripts": {},
            "hnsw": {},
        }


def fill(template: str, values: dict[str, str]) -> str:
    for name, value in values.items():
        template = template.replace("{" + name + "}", value)
    return template
