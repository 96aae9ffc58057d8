"""Reporters: each renders the one finding model in another form."""

from ai_memory_spec.drift.report.json import render_json
from ai_memory_spec.drift.report.text import render_finding, render_text

__all__ = ["render_finding", "render_json", "render_text"]
