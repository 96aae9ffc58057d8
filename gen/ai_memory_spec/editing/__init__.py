"""Editions as work pieces: made from a server, written as files, compared with each other.

Named `editing` and not after tools, since a tool is what an edition lists. This list is what is
public.
"""

from ai_memory_spec.editing.diff import diff_editions
from ai_memory_spec.editing.difference import (
    CountsPair,
    EditionDiff,
    FamilySize,
    MovedTool,
    NameChanges,
    PlacedTool,
    ProfileChange,
    Reordered,
    SettingChange,
    TextPair,
)
from ai_memory_spec.editing.errors import (
    LikeError,
    OneProfileError,
    PullError,
    SentenceError,
    SurfaceError,
)
from ai_memory_spec.editing.pull import pull_edition
from ai_memory_spec.editing.pulled import Pulled
from ai_memory_spec.editing.toml import edition_data, render_edition_toml

__all__ = [
    "CountsPair",
    "EditionDiff",
    "FamilySize",
    "LikeError",
    "MovedTool",
    "NameChanges",
    "OneProfileError",
    "PlacedTool",
    "ProfileChange",
    "PullError",
    "Pulled",
    "Reordered",
    "SentenceError",
    "SettingChange",
    "SurfaceError",
    "TextPair",
    "diff_editions",
    "edition_data",
    "pull_edition",
    "render_edition_toml",
]
