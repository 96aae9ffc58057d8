"""Reporters: a run as text, JSON or JUnit XML."""

from ai_memory_spec.conformance.report.json import render_json
from ai_memory_spec.conformance.report.junit import render_junit
from ai_memory_spec.conformance.report.text import render_text

__all__ = ["render_json", "render_junit", "render_text"]
