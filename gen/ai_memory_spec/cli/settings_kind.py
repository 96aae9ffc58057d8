"""The region kind that lists the settings of a project."""

from ai_memory_spec.config import SETTINGS
from ai_memory_spec.regions import Code, Content, Table, line, make_kind


@make_kind("settings", "block")
def settings_kind() -> Content:
    """The settings of `[tool.ai-memory-spec]` in pyproject.toml."""
    return Table(
        head=("Setting", "What it says", "Default"),
        rows=tuple(
            (line(Code(text=setting.name)), line(setting.meaning), line(setting.default))
            for setting in SETTINGS
        ),
    )
