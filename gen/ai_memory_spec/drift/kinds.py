"""Region kinds that document the checks: rules and exit codes."""

from ai_memory_spec.drift.finding import Outcome
from ai_memory_spec.drift.rules import RULES
from ai_memory_spec.regions import Code, Content, Table, line, make_kind
from ai_memory_spec.regions.content import words

OUTCOME_MEANINGS = {
    Outcome.IN_STEP: "In step: everything was checked and nothing differs.",
    Outcome.DRIFT: "Drift, or a malformed region.",
    Outcome.USAGE: "The call or the configuration is wrong.",
    Outcome.NOT_CHECKED: "Something could not be checked, and no drift was found in the rest.",
}


@make_kind("rules", "block")
def rules_kind() -> Content:
    """The rules of all checks, with their severity."""
    return Table(
        head=("Rule", "Severity", "Meaning"),
        rows=tuple(
            (line(Code(text=rule.id)), line(rule.severity.value), words(rule.meaning))
            for rule in RULES.values()
        ),
    )


@make_kind("exit-codes", "block")
def exit_codes_kind() -> Content:
    """The exit codes of the commands that check."""
    return Table(
        head=("Exit code", "Meaning"),
        rows=tuple(
            (line(Code(text=str(outcome.value))), line(meaning))
            for outcome, meaning in OUTCOME_MEANINGS.items()
        ),
    )


DRIFT_KINDS = (rules_kind, exit_codes_kind)
