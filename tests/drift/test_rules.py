"""The one table of rules."""

import re
from pathlib import Path

import ai_memory_spec
from ai_memory_spec.drift import RULES, Severity

SOURCES = Path(ai_memory_spec.__file__).parent


def test_only_these_findings_fail_no_run() -> None:
    """Everything else is an error, in `check` and in the MkDocs plugin alike."""
    advice = {rule.id for rule in RULES.values() if rule.severity is Severity.ADVICE}
    assert advice == {
        "heading.anchor",
        "list.indent",
        "live.protocol",
        "marker.bare",
        "region.escape",
    }


def test_ids_run_from_general_to_specific() -> None:
    """Lower case, dots between, each with a sentence for readers."""
    for key, rule in RULES.items():
        assert rule.id == key
        assert re.fullmatch(r"[a-z]+(\.[a-z]+(-[a-z]+)*)+", key)
        assert re.fullmatch(r"[A-Z`].+\.", rule.meaning)


def test_every_rule_that_the_code_names_is_in_the_table_and_every_rule_is_named() -> None:
    """No finding can be made that has no severity; no rule is left over."""
    named: set[str] = set()
    for path in SOURCES.rglob("*.py"):
        if path.name != "rules.py":
            text = path.read_text(encoding="utf-8")
            named |= set(re.findall(r'"((?:region|marker|heading|list|page)\.[a-z-]+)"', text))
    table = {key for key in RULES if key.split(".")[0] not in ("html", "live")}
    assert named == table


def test_severities_are_decided_in_the_table_alone() -> None:
    """No other module makes a rule or a severity of its own."""
    for path in SOURCES.rglob("*.py"):
        if path.name != "rules.py":
            assert "Rule(" not in re.sub(r"\w+Rule\(", "", path.read_text(encoding="utf-8"))
