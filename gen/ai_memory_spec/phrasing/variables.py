"""The variables of the templates: which there are, what each means, where each may stand."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Variable:
    """One placeholder of the phrasing templates."""

    name: str
    meaning: str
    """One sentence for readers of the specification."""


SUMMARY_VARIABLES = (
    Variable(
        name="visible",
        meaning="How many tools of the contract the active profile shows, "
        "by the edition's counting rule.",
    ),
    Variable(
        name="total",
        meaning="How many tools all families hold together, by the same counting rule.",
    ),
    Variable(
        name="label",
        meaning="The name of the active profile, or its families joined with commas "
        "when the set has no name.",
    ),
    Variable(name="unloaded", meaning="total minus visible."),
)
"""Variables of `summary` (clause A1)."""

DESCRIBE_VARIABLES = (
    Variable(
        name="n_loaded",
        meaning="How many tools the loaded families hold; always-on tools never count.",
    ),
    Variable(name="s", meaning="Plural ending: empty when n_loaded is 1, else the letter s."),
    Variable(
        name="preview_loaded",
        meaning="The first loaded tool names in edition order, without the prefix, "
        "joined with comma and blank.",
    ),
    Variable(
        name="ellipsis",
        meaning="Three dots after a comma when more tools are loaded than the preview shows, "
        "else empty.",
    ),
    Variable(
        name="n_unloaded",
        meaning="How many tools the families that are not loaded hold; "
        "always-on tools never count.",
    ),
    Variable(
        name="preview_unloaded",
        meaning="The first unloaded tool names in edition order, without the prefix, "
        "joined with comma and blank.",
    ),
)
"""Variables of `to_describe_to_user` (clause A2)."""

_NAMES_SUMMARY = frozenset(variable.name for variable in SUMMARY_VARIABLES)
_NAMES_DESCRIBE = frozenset(variable.name for variable in DESCRIBE_VARIABLES)

ALLOWED_VARIABLES = {
    "summary": _NAMES_SUMMARY,
    "describe_partial": _NAMES_DESCRIBE,
    "describe_full": _NAMES_DESCRIBE - {"n_unloaded", "preview_unloaded"},
}
"""Which variables each template may use."""

REQUIRED_VARIABLES = {
    "summary": _NAMES_SUMMARY,
    "describe_partial": _NAMES_DESCRIBE,
    "describe_full": ALLOWED_VARIABLES["describe_full"] - {"s"},
}
"""Which variables each template must use."""
