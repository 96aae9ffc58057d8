"""Every requirement has a server that breaks it, and the run says that this one is broken."""

from collections.abc import Callable

import pytest

from ai_memory_spec.conformance import ConformanceReport, Exit, Outcome, load_requirements
from tests.conformance.conftest import outcomes

Conform = Callable[..., ConformanceReport]

HTTP_ONLY = {"http.document", "http.profile"}

ONE_FAULT = {
    "Lowering": "profiles.parse.case",
    "Untrimmed": "profiles.parse.blanks",
    "EmptyIsFull": "profiles.parse.empty",
    "Unmixed": "profiles.parse.mix",
    "ReadsOn": "profiles.parse.full",
    "ListsNothing": "profiles.parse.unknown",
    "OrderBySpelling": "profiles.same-set",
    "NeverNamed": "profiles.label",
    "VariableFirst": "profiles.precedence",
    "OtherCode": "profiles.refused-at-start",
    "Reworded": "summary.template",
    "OneMore": "summary.visible.counting-rule",
    "ListsOneMore": "summary.visible.advertised",
    "Unsubtracted": "summary.unloaded",
    "LoadsNoFamily": "recovery.load-family",
    "LoadsNothingSmart": "recovery.smart-load",
    "SaysUnknown": "recovery.error",
    "Describes": "describe.template",
    "CountsItself": "describe.counts",
    "Shuffled": "describe.preview",
    "OneToolLess": "tools.complete",
    "OneUnloaded": "tools.loaded",
    "OneUncallable": "tools.callable-now",
    "HidesAlwaysOn": "tools.always-on",
    "Lenient": "tools.denied-call",
    "SaysAlways": "permitted.absent",
    "Backwards": "permitted.present",
    "EmptyCloses": "allowlist.off",
    "NobodyNothing": "allowlist.no-agent",
    "ClientUnheard": "allowlist.agent-id",
    "NoStar": "allowlist.resolution",
    "FullIsUnknown": "allowlist.full",
    "SmallLettersOnly": "accept.versions",
    "DefaultIsTwo": "accept.default",
    "ThreeWithoutHnsw": "document.v3",
    "TwoWithSummary": "document.v2",
    "OneWithoutModels": "document.v1",
    "NoFamilies": "document.families",
    "NoFamilyList": "document.family-list",
    "HandshakeFirst": "wire.without-handshake",
    "Nameless": "wire.initialize",
    "SecondBlock": "wire.document",
    "UnknownIsOther": "wire.unknown",
    "NoNameIsOther": "wire.tool-name",
    "OldIsFine": "wire.version",
    "SilentOnNoise": "wire.parse",
    "AnswersNotifications": "wire.notification",
    "Chatty": "wire.stdout",
}
"""Faults by the one requirement that each breaks."""

MORE_FAULTS = {
    # A family that is loaded and shown as not loaded breaks the base family and `loaded` alike.
    "WithoutBase": {"profiles.base", "tools.loaded"},
    # A sentence without its paths is not the template's either.
    "NoPathsWhenFull": {"summary.recovery-paths", "summary.template"},
    # Path (d) ends in a restart as well.
    "DeafAfterRestart": {"recovery.restart", "recovery.error"},
    # A forbidden string in a preview is a wrong preview.
    "Prefixed": {"describe.tone", "describe.preview"},
}
"""Faults that break a requirement and, by what they are, its neighbours."""


def test_the_reference_fails_nothing(conform: Conform) -> None:
    """A server without a fault passes whatever stdio can show."""
    report = conform("Bent")
    assert outcomes(report, Outcome.FAIL) == set()
    assert outcomes(report, Outcome.NOT_CHECKED) == set()
    assert outcomes(report, Outcome.NOT_APPLICABLE) == HTTP_ONLY
    assert report.exit_code is Exit.CONFORMS


@pytest.mark.parametrize(("fault", "broken"), ONE_FAULT.items(), ids=ONE_FAULT)
def test_a_fault_fails_its_requirement_alone(conform: Conform, fault: str, broken: str) -> None:
    """The whole run fails exactly the requirement that the server breaks."""
    report = conform(fault)
    assert outcomes(report, Outcome.FAIL) == {broken}
    result = next(item for item in report.results if item.requirement.id == broken)
    assert result.where
    assert result.expected != result.found
    advice = broken == "tools.denied-call"
    assert report.exit_code is (Exit.CONFORMS if advice else Exit.FAILS)
    assert result.is_advice is advice


@pytest.mark.parametrize(("fault", "broken"), MORE_FAULTS.items(), ids=MORE_FAULTS)
def test_a_wide_fault_fails_what_it_touches(conform: Conform, fault: str, broken: set[str]) -> None:
    """Where one deed breaks several requirements, all of them fail and no other."""
    assert outcomes(conform(fault), Outcome.FAIL) == broken


def test_every_requirement_that_stdio_can_show_has_a_fault() -> None:
    """No check is without a case that must fail."""
    broken = set(ONE_FAULT.values()).union(*MORE_FAULTS.values())
    assert broken == set(load_requirements().by_id) - HTTP_ONLY
