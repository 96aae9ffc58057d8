"""The checks, one small function per requirement, in modules by clause."""

from collections.abc import Mapping
from types import MappingProxyType

from ai_memory_spec.conformance.checks.allowlist import TABLE as _ALLOWLIST
from ai_memory_spec.conformance.checks.describe import TABLE as _DESCRIBE
from ai_memory_spec.conformance.checks.documents import TABLE as _DOCUMENTS
from ai_memory_spec.conformance.checks.profiles import TABLE as _PROFILES
from ai_memory_spec.conformance.checks.recovery import TABLE as _RECOVERY
from ai_memory_spec.conformance.checks.summary import TABLE as _SUMMARY
from ai_memory_spec.conformance.checks.tools import TABLE as _TOOLS
from ai_memory_spec.conformance.checks.wire import TABLE as _WIRE
from ai_memory_spec.conformance.registry import CheckEntry

_TABLES = (_PROFILES, _SUMMARY, _RECOVERY, _DESCRIBE, _TOOLS, _ALLOWLIST, _DOCUMENTS, _WIRE)

CHECKS: Mapping[str, CheckEntry] = MappingProxyType(
    {id_: entry for table in _TABLES for id_, entry in table.entries.items()}
)
"""Checks by requirement id."""

__all__ = ["CHECKS"]
