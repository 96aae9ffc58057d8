"""Expected against found: every check returns findings, every reporter renders them."""

from ai_memory_spec.drift.finding import (
    CheckedPage,
    Comparison,
    Finding,
    NotChecked,
    Outcome,
    Report,
)
from ai_memory_spec.drift.rules import RULES, Rule, Severity

__all__ = [
    "RULES",
    "CheckedPage",
    "Comparison",
    "Finding",
    "NotChecked",
    "Outcome",
    "Report",
    "Rule",
    "Severity",
]
