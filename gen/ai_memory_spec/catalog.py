"""Every region kind that a page may use: the one place that joins the packages' kinds.

A new package with facts to show adds its kinds here; `cli` and `mkdocs_plugin` take them from
here, so they can never offer different ones.
"""

from ai_memory_spec.drift.kinds import DRIFT_KINDS
from ai_memory_spec.cli.help_kind import help_kind
from ai_memory_spec.regions import EDITION_FACTS, Kinds, reference_kinds


def all_kinds() -> Kinds:
    """Region kinds by name, in the order of the reference page."""
    kinds = (*EDITION_FACTS, *DRIFT_KINDS, help_kind)
    return {kind.name: kind for kind in (*kinds, *reference_kinds(kinds))}
