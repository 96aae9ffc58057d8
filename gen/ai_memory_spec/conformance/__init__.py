"""Conformance: the requirements, a runner that holds an implementation to them, and vectors.

An implementation is known over the wire only; nothing here shares code with the reference
server. This list is what is public.
"""

from ai_memory_spec.conformance.launch import ProcessLauncher
from ai_memory_spec.conformance.measured import (
    NoResultsError,
    Release,
    load_release,
    load_releases,
    measured_versions,
    repeat_command,
)
from ai_memory_spec.conformance.published import count_vectors, redirects, requirements_json
from ai_memory_spec.conformance.requirements import (
    Level,
    Requirement,
    Requirements,
    RequirementsError,
    UnknownRequirementError,
    load_requirements,
    parse_requirements,
)
from ai_memory_spec.conformance.result import ConformanceReport, Exit, Outcome, Result
from ai_memory_spec.conformance.run import run_checks
from ai_memory_spec.conformance.tests_of import (
    MarkerError,
    TestOf,
    collect_tests,
    tests_by_requirement,
)
from ai_memory_spec.conformance.transcript import Launcher, Start, Transcript
from ai_memory_spec.conformance.vectors import load_vectors_schema, make_vectors, vectors_json
from ai_memory_spec.conformance.world import HttpWorld, StdioWorld

__all__ = [
    "ConformanceReport",
    "Exit",
    "HttpWorld",
    "Launcher",
    "Level",
    "MarkerError",
    "NoResultsError",
    "Outcome",
    "ProcessLauncher",
    "Release",
    "Requirement",
    "Requirements",
    "RequirementsError",
    "Result",
    "Start",
    "StdioWorld",
    "TestOf",
    "Transcript",
    "UnknownRequirementError",
    "collect_tests",
    "count_vectors",
    "load_release",
    "load_releases",
    "load_requirements",
    "load_vectors_schema",
    "make_vectors",
    "measured_versions",
    "parse_requirements",
    "redirects",
    "repeat_command",
    "requirements_json",
    "run_checks",
    "tests_by_requirement",
    "vectors_json",
]
