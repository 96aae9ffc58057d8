"""The spec site of ai-memory capabilities v3, and the gate that keeps it true.

Nothing is imported here: each part is asked for by name (`ai_memory_spec.phrasing`,
`ai_memory_spec.regions`, `ai_memory_spec.drift`), so that the core stays cheap to import.
"""

__version__ = "0.1.0"
