"""Pages, core and server held against each other: who differs, in what, by name."""

import json
import sys
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from ai_memory_spec.contract import DocumentV3, read_document
from ai_memory_spec.drift import RULES, Finding, Outcome, Report
from ai_memory_spec.drift.live import (
    PublishedFact,
    PublishedSentence,
    choose_profiles,
    compare_live,
    observed_edition,
    supersede,
)
from ai_memory_spec.drift.observed import surface_of
from ai_memory_spec.live import (
    Answer,
    CaptureSource,
    CoreSource,
    CouldNotCheckError,
    Fetched,
    LiveSource,
    Reason,
    ServerInfo,
    StdioSource,
)
from ai_memory_spec.phrasing import (
    FIELDS,
    Edition,
    Profile,
    ProfileError,
    all_profiles,
    load_edition,
    named_profiles,
    parse_profile,
    phrase,
    read_edition,
)

TESTS = Path(__file__).resolve().parent.parent
WORLD = TESTS / "data" / "live" / "pantry.toml"
CAPTURES = TESTS / "data" / "captures"

Compare = Callable[..., Report]


@pytest.fixture(scope="module")
def pantry() -> Edition:
    """The edition that the servers of the tests serve."""
    return read_edition(WORLD)


@pytest.fixture
def server() -> Callable[..., StdioSource]:
    """Make a source of a server program of the tests."""

    def make(program: str, *options: str) -> StdioSource:
        script = TESTS / "live" / "servers" / f"{program}.py"
        words = [sys.executable, "-S", "-E", str(script), "--world", str(WORLD), *options]
        return StdioSource([*words, "--profile", "{profile}"], timeout_s=30)

    return make


@pytest.fixture
def compare(server: Callable[..., StdioSource], pantry: Edition) -> Compare:
    """Compare a server program with the edition and its named profiles."""

    def run(
        *program: str, published: Sequence[PublishedSentence] = (), strict: bool = False
    ) -> Report:
        source = server(*program)
        fetched = source.fetch_all(choose_profiles(pantry, None, published))
        return compare_live(source, pantry, fetched, published, strict_protocol=strict)

    return run


def drifted(compare: Compare, drift: str) -> dict[str, list[Finding]]:
    """Findings of a drifted server, by rule."""
    report = compare("drifted", "--drift", drift)
    assert report.outcome is Outcome.DRIFT
    found: dict[str, list[Finding]] = {}
    for finding in report.findings:
        found.setdefault(finding.rule, []).append(finding)
    return found


def core_answers(edition: Edition, profiles: Sequence[Profile]) -> tuple[Fetched, ...]:
    """What the core itself answers."""
    return CoreSource(edition).fetch_all(profiles)


# ---- In step -----------------------------------------------------------------------------------


def test_honest_server_is_in_step(compare: Compare) -> None:
    """The report names the server and its version, and the profiles."""
    report = compare("honest")
    assert report.outcome is Outcome.IN_STEP
    assert report.findings == ()
    [comparison] = report.compared_with
    assert comparison.source == "stdio"
    assert comparison.edition == "pantry"
    assert comparison.server == "pantry pantry"
    assert report.notes == ("compared with pantry pantry: profiles core, cook, full",)


@pytest.mark.parametrize("way", ["asks", "changes", "shuffled", "modern", "text-ids", "undeclared"])
def test_unusual_server_is_in_step(compare: Compare, way: str) -> None:
    """`tools/list` is a set; what is legal is no drift."""
    assert compare("unusual", "--way", way).findings == ()


@pytest.mark.parametrize("label", ["spec", "0.10.0", "0.7.0", "0.6.4"])
def test_core_is_in_step_with_itself(label: str) -> None:
    """Every edition, every profile, the one without sentences too."""
    edition = load_edition(label)
    profiles = choose_profiles(edition, "all")
    assert len(profiles) == 128
    report = compare_live(CoreSource(edition), edition, core_answers(edition, profiles))
    assert report.outcome is Outcome.IN_STEP
    assert report.findings == ()


@pytest.mark.parametrize("release", ["0.7.0", "0.10.0"])
def test_capture_of_a_release_is_in_step_with_its_edition(release: str, tmp_path: Path) -> None:
    """It answers for one profile, and the report says which."""
    documents = json.loads((CAPTURES / f"{release}.documents.json").read_text())
    file = tmp_path / "capture.json"
    for shape in ("stdio v3", "http v3"):
        file.write_text(json.dumps(documents[shape]))
        source = CaptureSource(file)
        report = compare_live(source, load_edition(release), source.fetch_all([]))
        assert report.outcome is Outcome.IN_STEP
        gate = (
            "a server of version 0.7.0 lets nobody without an agent id call the tools of core, "
            "graph; whether its allowlist says so was not checked"
        )
        assert report.notes == (
            f"{file} serves one profile, graph; no other was compared",
            f"compared with a server of version {release}: profile graph",
            *([gate] if (release, shape) == ("0.7.0", "http v3") else []),
        )


def test_same_surface_under_another_label_is_in_step(tmp_path: Path) -> None:
    """Release 0.9.0 serves what the edition 0.10.0 says."""
    documents = json.loads((CAPTURES / "0.9.0.documents.json").read_text())
    file = tmp_path / "capture.json"
    file.write_text(json.dumps(documents["stdio v3"]))
    source = CaptureSource(file)
    assert compare_live(source, load_edition("0.10.0"), source.fetch_all([])).findings == ()


# ---- Drift, by what differs --------------------------------------------------------------------


def test_tools_are_listed_by_name(compare: Compare) -> None:
    """Added, removed and moved between families, not just two numbers."""
    found = drifted(compare, "tools")
    [added], [removed], [moved] = (
        found[f"live.tools-{what}"] for what in ("added", "removed", "moved")
    )
    assert added.message == ("the server has 1 tool that edition pantry lacks: pantry_feast (plan)")
    assert added.server == "plan: pantry_feast"
    assert removed.message == "the server lacks 1 tool of edition pantry: pantry_week (plan)"
    assert removed.core == "plan: pantry_week"
    assert moved.message == "1 tool stands in another family: pantry_label from keep to core"
    assert moved.core == "pantry_label: keep"
    assert moved.server == "pantry_label: core"
    assert "live.listed" not in found
    assert "live.template" not in found


def test_order_counts_as_it_shows_in_previews(compare: Compare) -> None:
    """Of families, and of the tools in each."""
    found = drifted(compare, "order")
    assert [finding.message for finding in found["live.tools-order"]] == [
        "the order of families differs, which changes labels and previews",
        "the order of the family core differs, which changes labels and previews",
    ]
    assert found["live.tools-order"][1].core == "pantry_put, pantry_take, pantry_find"
    assert found["live.tools-order"][1].server == "pantry_find, pantry_take, pantry_put"
    assert any("preview_loaded put, take, find" in item.message for item in found["live.counts"])


def test_changed_template_is_reported_apart_from_counts(compare: Compare) -> None:
    """Once, with both templates, and no count differs."""
    found = drifted(compare, "words")
    assert list(found) == ["live.template"]
    [finding] = found["live.template"]
    assert finding.message == (
        "the server's summary template has another wording (profiles core, cook, full)"
    )
    assert finding.core == (
        "{visible} of {total} tools are on the shelf ({label}). "
        "The other {unloaded} wait in the cellar."
    )
    assert finding.server == (
        "{visible} of {total} jars and tools stand on the shelf ({label}). "
        "The other {unloaded} wait in the cellar."
    )


def test_wrong_count_names_the_variable(compare: Compare) -> None:
    """Per profile, with the core's value and the server's."""
    found = drifted(compare, "counts")
    assert list(found) == ["live.counts"]
    first, *_ = found["live.counts"]
    assert len(found["live.counts"]) == 3
    assert first.message == "summary of profile core: visible 4 → 5"
    assert (first.core, first.server) == ("visible 4", "visible 5")


def test_other_counting_rule_is_named(compare: Compare) -> None:
    """And the counts that follow from it."""
    found = drifted(compare, "rule")
    [finding] = found["live.counting-rule"]
    assert finding.message == (
        "summary counts always-on tools in edition pantry and does not count them on the server: "
        "under core, visible is 3 while tools/list has 4"
    )
    assert set(found) == {"live.counting-rule", "live.counts"}


def test_other_always_on_tools_are_named(compare: Compare) -> None:
    """Which the server serves, and which the edition has."""
    [finding] = drifted(compare, "always-on")["live.always-on"]
    assert finding.message == (
        "the always-on tools differ: the server serves pantry_menu, edition pantry has pantry_about"
    )


def test_listing_that_differs_from_the_families_is_named(compare: Compare) -> None:
    """Missing and surplus names; the same difference under several profiles once."""
    found = drifted(compare, "listed")
    assert list(found) == ["live.listed"]
    [finding] = found["live.listed"]
    assert finding.message == (
        "tools/list under profiles core, cook, full lacks pantry_put and also has pantry_ghost"
    )


def test_sentence_of_no_template_is_shown_as_it_is(compare: Compare) -> None:
    """Beside the core's."""
    found = drifted(compare, "sentence")
    assert list(found) == ["live.summary"]
    assert [finding.server for finding in found["live.summary"]] == ["Ask me anything!"] * 3
    assert found["live.summary"][0].message == (
        "summary of profile core is another sentence on the server, and fits no template"
    )


def test_surface_that_changes_with_the_profile_is_named(compare: Compare) -> None:
    """Every tool is shown whatever the profile."""
    [finding] = drifted(compare, "surface")["live.surface"]
    assert finding.message == (
        "the server shows another surface under profile cook than under profile core: "
        "the tools differ by pantry_cook_only, pantry_core_only"
    )


def test_what_is_callable_follows_from_the_document_itself(compare: Compare) -> None:
    """Loaded, and permitted where the server restricts the agent."""
    found = drifted(compare, "callable")
    assert list(found) == ["live.callable-now"]
    [finding] = found["live.callable-now"]
    assert finding.message.startswith("`callable_now` under profiles core, cook, full does not ")
    assert finding.server == "pantry_put false"
    assert finding.core == "pantry_put true"


def test_what_a_document_says_twice_must_agree(compare: Compare) -> None:
    """`families` stands beside `tools`, and models read it too."""
    found = drifted(compare, "families")
    assert set(found) == {"live.families"}
    said = {finding.server for finding in found["live.families"]}
    assert "core counts 4 tools and has 3; plan has other tools; keep is loaded" in said


def test_a_profile_that_no_answer_shows_is_not_claimed() -> None:
    """A v2 document over HTTP has no families; over MCP it has."""
    documents = json.loads((CAPTURES / "0.10.0.documents.json").read_text())
    edition = load_edition("0.10.0")

    def notes(shape: str) -> tuple[str, ...]:
        class Stub(CaptureSource):
            def _read(self) -> str:
                return json.dumps(documents[shape])

        source: LiveSource = Stub("x.json")
        report = compare_live(source, edition, source.fetch_all([]))
        assert report.outcome is Outcome.NOT_CHECKED
        assert report.findings == ()
        return report.notes

    server = "compared with a server of version 0.10.0"
    assert notes("http v2") == (f"{server}, whose answer does not show its profile",)
    assert notes("stdio v2") == (f"{server}: profile graph",)


def test_a_restricted_agent_is_no_drift(pantry: Edition) -> None:
    """`callable_now` is held against the families that the document permits."""
    [fetched] = core_answers(pantry, [parse_profile(pantry, "full")])
    document = fetched.result.document
    permitted = ("core",)
    tools = tuple(replace(tool, callable_now=tool.family == "core") for tool in document.tools)
    for entries, rules in ((tools, []), (document.tools, ["live.callable-now"])):
        restricted = replace(document, tools=entries, agent_permitted_families=permitted)
        answer = replace(fetched.result, document=restricted)
        report = compare_live(CoreSource(pantry), pantry, [replace(fetched, result=answer)])
        assert [item.rule for item in report.findings] == rules


def test_a_tool_with_two_entries_is_named(compare: Compare) -> None:
    """It keeps families from being compared, so it must not pass in silence."""
    found = drifted(compare, "twice")
    [finding] = found["live.tools-twice"]
    assert finding.message == (
        "`tools` names pantry_put more than once under profiles core, cook, full, "
        "so families and order cannot be compared"
    )


def test_the_order_of_a_v2_document_is_no_drift() -> None:
    """It is the order of registration; families and tools are compared as sets."""
    documents = json.loads((CAPTURES / "0.10.0.documents.json").read_text())
    edition = load_edition("0.10.0")
    document = read_document(json.dumps(documents["stdio v2"]))
    assert surface_of(document, edition) == edition.families
    other = replace(edition, families=tuple(reversed(edition.families)))
    assert surface_of(document, other) == other.families


def test_server_that_ignores_the_profile_is_told_so(compare: Compare) -> None:
    """And its sentences are not compared with those of a profile that it did not load."""
    report = compare("unusual", "--way", "deaf")
    assert [(item.rule, item.message) for item in report.findings] == [
        ("live.profile", "asked for profile cook, the server loaded core"),
        ("live.profile", "asked for profile full, the server loaded core"),
    ]


def test_hostile_strings_stay_harmless(compare: Compare) -> None:
    """Nothing that a terminal acts upon, and no line break, is in any text of the report."""
    report = compare("drifted", "--drift", "hostile")
    assert report.outcome is Outcome.DRIFT
    texts = [item for each in report.findings for item in _texts(each)]
    texts += [str(report.compared_with), *report.notes]
    assert any("<!-- /live -->" in text for text in texts)
    for text in texts:
        assert text.isprintable()


def _texts(finding: Finding) -> list[str]:
    values = (finding.message, finding.fix, finding.core, finding.server, finding.live)
    return [value for value in values if value is not None]


def test_every_finding_has_a_rule_and_a_remedy(compare: Compare) -> None:
    """In the one table."""
    for drift in ("tools", "hostile", "surface"):
        for finding in compare("drifted", "--drift", drift).findings:
            assert finding.rule in RULES
            assert finding.fix


def test_another_edition_of_a_release_names_it_as_the_remedy() -> None:
    """Pages of the old specification against the newest release."""
    spec, newest = load_edition("spec"), load_edition("0.10.0")
    profiles = named_profiles(spec)
    answers = tuple(
        replace(item, result=replace(item.result, server=ServerInfo(name="x", version="0.10.0")))
        for item in core_answers(newest, profiles)
    )
    report = compare_live(CoreSource(newest), spec, answers)
    rules = [finding.rule for finding in report.findings]
    assert rules.count("live.template") == 1
    assert rules.count("live.tools-added") == 1
    assert rules.count("live.counting-rule") == 1
    assert rules.count("live.counts") == 10
    assert set(rules) == {
        "live.template",
        "live.tools-added",
        "live.counting-rule",
        "live.counts",
    }
    assert {finding.fix for finding in report.findings} == {
        "compare with the server's own edition (--edition 0.10.0), or publish that one"
    }
    added = next(item for item in report.findings if item.rule == "live.tools-added")
    new = set(newest.tools) - set(spec.tools)
    assert added.message.startswith(f"the server has {len(new)} tools that edition spec lacks: ")
    assert added.message.endswith(f" and {len(new) - 12} more")
    assert all(tool in str(added.server) for tool in new)


# ---- Pages -------------------------------------------------------------------------------------


def sentence(
    edition: Edition, label: str, field: str = "summary", published: str | None = None
) -> PublishedSentence:
    """A region that shows a sentence, rightly or wrongly."""
    profile = parse_profile(edition, label)
    core = getattr(phrase(edition, profile), field)
    return PublishedSentence(
        path="docs/page.md",
        place=lambda _: (7, 3),
        region=f"page.{field}.{profile.label}",
        edition=edition.label,
        profile=profile,
        field=field,
        published=core if published is None else published,
        core=core,
    )


def on_page(report: Report) -> list[tuple[str, str, str]]:
    """Rule, region and message of the findings that have a place."""
    return [(item.rule, str(item.region), item.message) for item in report.findings if item.path]


def test_page_in_step_is_no_finding(compare: Compare, pantry: Edition) -> None:
    """All sentences of all profiles."""
    published = [
        sentence(pantry, profile.label, field)
        for profile in all_profiles(pantry)
        for field in FIELDS
    ]
    report = compare("honest", published=published)
    assert report.findings == ()
    assert report.notes == ("compared with pantry pantry: profiles core, cook, full, core,keep",)


def test_who_differs_page(compare: Compare, pantry: Edition) -> None:
    """Core and server agree; the remedy is to refresh the page."""
    report = compare("honest", published=[sentence(pantry, "core", published="9 of 9 tools")])
    assert on_page(report) == [
        (
            "live.summary",
            "page.summary.core",
            "summary of profile core: core and server agree, the page says something else",
        )
    ]
    [finding] = report.findings
    assert finding.place == "docs/page.md:7:3"
    assert finding.published == "9 of 9 tools"
    assert finding.core == finding.server == finding.live
    assert finding.fix == "run `ai-memory-spec generate docs/page.md` and review the diff"


def test_who_differs_server(compare: Compare, pantry: Edition) -> None:
    """Page and core agree; the finding stands at the region."""
    report = compare("drifted", "--drift", "counts", published=[sentence(pantry, "cook")])
    assert on_page(report) == [
        (
            "live.summary",
            "page.summary.cook",
            "summary of profile cook: page and core agree, the server says something else",
        )
    ]
    assert report.findings[-1].server.startswith("9 of 12 tools")


def test_who_differs_core(server: Callable[..., StdioSource], pantry: Edition) -> None:
    """Page and server agree: the edition is behind."""
    source = server("honest")
    right = sentence(pantry, "core", "to_describe_to_user")
    wrong = replace(right, core="something else")
    report = compare_live(source, pantry, source.fetch_all([right.profile]), [wrong])
    assert [item[2] for item in on_page(report)] == [
        (
            "to_describe_to_user of profile core: "
            "page and server agree, the core computes something else"
        )
    ]
    [finding] = report.findings
    assert finding.rule == "live.describe"


def test_who_differs_everybody(compare: Compare, pantry: Edition) -> None:
    """All three."""
    published = [sentence(pantry, "core", published="9 of 9 tools")]
    report = compare("drifted", "--drift", "counts", published=published)
    assert [item[2] for item in on_page(report)] == [
        "summary of profile core: page, core and server all say something else"
    ]


def test_regions_of_other_editions_are_counted(compare: Compare, pantry: Edition) -> None:
    """As not compared; also those of profiles that were not asked for."""
    spec = load_edition("spec")
    published = [sentence(spec, "core"), sentence(spec, "full"), sentence(pantry, "core")]
    report = compare("honest", published=published)
    assert report.outcome is Outcome.IN_STEP
    assert report.notes[1:] == (
        "2 regions of other editions not compared with the server (spec: 2)",
    )


def test_regions_of_profiles_that_were_not_asked_for_are_counted(
    server: Callable[..., StdioSource], pantry: Edition
) -> None:
    """A caller may choose the profiles."""
    source = server("honest")
    fetched = source.fetch_all(choose_profiles(pantry, "core"))
    published = [sentence(pantry, "cook"), sentence(pantry, "core,keep")]
    report = compare_live(source, pantry, fetched, published)
    assert report.notes == (
        "compared with pantry pantry: profile core",
        "2 regions not compared with the server, which was not asked for profiles cook, core,keep",
    )


def test_other_facts_of_pages_are_compared_too(pantry: Edition) -> None:
    """A count or a table, rendered with the edition that the server shows."""
    fact = PublishedFact(
        path="docs/page.md",
        place=lambda _: (1, 2),
        region="page.total",
        edition="pantry",
        published="12",
        core="12",
        server="13",
    )
    others = [replace(fact, server="12"), replace(fact, edition="spec")]
    answers = core_answers(pantry, named_profiles(pantry))
    report = compare_live(CoreSource(pantry), pantry, answers, facts=[fact, *others])
    assert on_page(report) == [
        (
            "live.region",
            "page.total",
            'region "page.total": page and core agree, the server says something else',
        )
    ]


def test_region_is_reported_once_with_all_three(compare: Compare, pantry: Edition) -> None:
    """The finding of the Markdown check gives way to the one that knows the server."""
    published = [sentence(pantry, "core", published="9 of 9 tools")]
    live = compare("honest", published=published)
    stale = Finding(
        rule="region.stale",
        path="docs/page.md",
        region="page.summary.core",
        message="stale",
        fix="x",
    )
    other = replace(stale, region="page.other")
    markdown = Report(compared_with=(), findings=(stale, other))
    assert supersede(markdown, live).findings == (other, *live.findings)


# ---- The edition that a server shows -----------------------------------------------------------


@pytest.mark.parametrize("drift", ["tools", "order", "words", "rule", "always-on"])
def test_observed_edition_says_what_the_server_says(
    server: Callable[..., StdioSource], pantry: Edition, drift: str
) -> None:
    """Surface, order, always-on tools, templates and counting rule."""
    source = server("drifted", "--drift", drift)
    fetched = source.fetch_all(named_profiles(pantry))
    observed = observed_edition(source, pantry, fetched)
    assert observed is not None
    for item in fetched:
        v3 = item.result.v3
        assert isinstance(v3, DocumentV3)
        said = phrase(observed, parse_profile(observed, item.profile.label))
        assert said.summary == v3.summary
        assert said.to_describe_to_user == v3.to_describe_to_user
    assert observed.label == "pantry"


def test_observed_edition_needs_sentences_that_fit(
    server: Callable[..., StdioSource], pantry: Edition
) -> None:
    """Else there is none."""
    source = server("drifted", "--drift", "sentence")
    assert observed_edition(source, pantry, source.fetch_all(named_profiles(pantry))) is None


# ---- Could not check ---------------------------------------------------------------------------


def test_server_that_ends_early_is_no_drift(compare: Compare) -> None:
    """The same reason under several profiles is told once."""
    report = compare("ending", "--when", "start")
    assert report.outcome is Outcome.NOT_CHECKED
    assert report.findings == ()
    [missed] = report.not_checked
    assert missed.subject.endswith(": profiles core, cook, full")
    assert "PANTRY_TOKEN is not set" in missed.reason
    [comparison] = report.compared_with
    assert comparison.server is None


def test_error_on_a_later_page_is_no_missing_tool(compare: Compare) -> None:
    """MC3: could not check, and the sentences are compared all the same."""
    report = compare("paging", "--pages", "error")
    assert report.outcome is Outcome.NOT_CHECKED
    assert report.findings == ()
    [missed] = report.not_checked
    assert ": tools/list under profiles cook, full" in missed.subject


def test_server_without_tools_is_drift_with_that_reason(compare: Compare) -> None:
    """MC6: not a traceback, and not `all tools missing`."""
    report = compare("unusual", "--way", "no-tools")
    assert report.outcome is Outcome.DRIFT
    [finding] = report.findings
    assert finding.rule == "live.no-tools"
    assert finding.message == (
        "server declares no tools (it does not know tools/list), edition pantry holds 12"
    )


@pytest.mark.parametrize("way", ["v2", "half-v3", "no-document", "html", "garbage"])
def test_missing_sentences_could_not_be_checked(compare: Compare, way: str) -> None:
    """The tools that are listed are in step."""
    report = compare("unusual", "--way", way)
    assert report.outcome is Outcome.NOT_CHECKED
    assert report.findings == ()
    [missed] = report.not_checked
    assert ": both sentences of profiles core, cook, full" in missed.subject


def test_edition_without_sentences_needs_none(
    server: Callable[..., StdioSource], pantry: Edition
) -> None:
    """A server without a capabilities tool is compared by its tools alone."""
    flat = replace(pantry, phrasing=None)
    for way in ("no-document", "v2"):
        source = server("unusual", "--way", way)
        fetched = source.fetch_all(choose_profiles(flat, None))
        assert compare_live(source, flat, fetched).outcome is Outcome.IN_STEP
    smaller = replace(flat, families=flat.families[:2], profiles={}, always_on=())
    source = server("unusual", "--way", "no-document")
    fetched = source.fetch_all(choose_profiles(smaller, "core"))
    report = compare_live(source, smaller, fetched)
    assert [item.message for item in report.findings] == [
        "tools/list under profile core also has pantry_about"
    ]


def test_nothing_to_compare_is_no_pass() -> None:
    """A document without families, and an edition without sentences."""
    documents = json.loads((CAPTURES / "0.6.4.documents.json").read_text())
    edition = load_edition("0.6.4")

    class Stub(CaptureSource):
        def _read(self) -> str:
            return json.dumps(documents["http v3"])

    source: LiveSource = Stub("x.json")
    report = compare_live(source, edition, source.fetch_all([]))
    assert report.outcome is Outcome.NOT_CHECKED
    assert report.not_checked[0].reason == (
        "the answer shows neither families nor a list of tools, and edition 0.6.4 has no "
        "sentences; compare over stdio instead"
    )


def test_partly_loaded_family_is_no_traceback(pantry: Edition) -> None:
    """The profile of such a capture cannot be told; of a server that was asked, it is drift."""
    [fetched] = core_answers(pantry, named_profiles(pantry)[:1])
    document = fetched.result.document
    tools = (replace(document.tools[0], loaded=False), *document.tools[1:])
    answer = replace(fetched.result, document=replace(document, tools=tools))
    asked = compare_live(CoreSource(pantry), pantry, [replace(fetched, result=answer)])
    assert [item.rule for item in asked.findings] == ["live.profile", "live.callable-now"]
    unasked = Fetched(profile=None, result=replace(answer, profile=None))
    report = compare_live(CoreSource(pantry), pantry, [unasked])
    assert report.outcome is Outcome.NOT_CHECKED
    assert report.not_checked[0].reason.startswith("its profile cannot be told: ")


# ---- The protocol ------------------------------------------------------------------------------


def test_noise_on_stdout_is_advice_and_said_once(compare: Compare) -> None:
    """MC1: the check completes; each line is reported once with the server's name."""
    report = compare("noisy", "--noise", "banner")
    assert report.outcome is Outcome.IN_STEP
    assert {item.rule for item in report.findings} == {"live.protocol"}
    assert report.findings[0].message == (
        'pantry pantry: line 1 of stdout is a line that is no message: "pantry ready ✓" (3 times)'
    )
    assert len(report.findings) == 8


def test_strict_protocol_makes_it_fail(compare: Compare) -> None:
    """By option."""
    report = compare("noisy", "--noise", "banner", strict=True)
    assert report.outcome is Outcome.DRIFT
    assert {item.rule for item in report.findings} == {"live.protocol-strict"}


# ---- Profiles ----------------------------------------------------------------------------------


def test_profiles_to_ask_for(pantry: Edition) -> None:
    """The named ones and those on pages, or what the caller says."""
    labels = lambda *given: [each.label for each in choose_profiles(pantry, *given)]  # noqa: E731
    shown = [sentence(pantry, "core,keep"), sentence(load_edition("spec"), "graph")]
    assert labels(None) == ["core", "cook", "full"]
    assert labels(None, shown) == ["core", "cook", "full", "core,keep"]
    assert labels("named") == ["core", "cook", "full"]
    assert labels("cook; core,keep;cook") == ["cook", "core,keep"]
    assert labels(" all ") == ["core", "cook", "core,keep", "full"]
    flat = replace(pantry, profiles={}, base_family=None)
    assert [each.label for each in choose_profiles(flat, None)] == ["core,plan,keep"]
    with pytest.raises(ProfileError):
        choose_profiles(pantry, "core;cok")


def test_errors_are_not_swallowed_by_other_profiles(pantry: Edition) -> None:
    """One profile that failed makes the whole run a `could not check`."""
    first, *rest = core_answers(pantry, named_profiles(pantry))
    error = CouldNotCheckError(Reason.TIMEOUT, "no answer")
    report = compare_live(CoreSource(pantry), pantry, [replace(first, result=error), *rest])
    assert report.outcome is Outcome.NOT_CHECKED
    assert [(item.subject, item.reason) for item in report.not_checked] == [
        ("the core with edition pantry: profile core", "no answer")
    ]
    assert isinstance(rest[0].result, Answer)
