"""Whole files that `generate` writes: derived pages, and data for programs."""

from ai_memory_spec.publish.artifact import Artifact
from ai_memory_spec.publish.derive import derive_page
from ai_memory_spec.publish.phrasings import phrasings_csv, phrasings_json

__all__ = ["Artifact", "derive_page", "phrasings_csv", "phrasings_json"]
