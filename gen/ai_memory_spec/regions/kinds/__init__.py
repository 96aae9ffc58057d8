"""The region kinds that show facts of an edition, by the part of the site they serve."""

from ai_memory_spec.regions.kind import Kind
from ai_memory_spec.regions.kinds.editions import EDITION_KINDS
from ai_memory_spec.regions.kinds.phrasings import PHRASING_KINDS
from ai_memory_spec.regions.kinds.reference import reference_kinds
from ai_memory_spec.regions.kinds.surface import SURFACE_KINDS
from ai_memory_spec.regions.kinds.values import VALUE_KINDS

EDITION_FACTS: tuple[Kind, ...] = (
    *VALUE_KINDS,
    *PHRASING_KINDS,
    *SURFACE_KINDS,
    *EDITION_KINDS,
)
"""In the order of the reference page."""

__all__ = ["EDITION_FACTS", "reference_kinds"]
