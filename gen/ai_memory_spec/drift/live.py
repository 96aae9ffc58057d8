"""What pages publish and what the core computes, held against what a server says.

`compare_live` takes the answers of a live source and returns a report of its own, which the
caller joins with that of the committed pages. Three parties speak: page, core and server. A
finding says which two of them disagree.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from ai_memory_spec.contract import DocumentV3
from ai_memory_spec.drift.finding import Comparison, Finding, NotChecked, Report
from ai_memory_spec.drift.live_answers import Hearing, profile_list, sort_answers
from ai_memory_spec.drift.live_entries import check_entries, check_overview, open_families
from ai_memory_spec.drift.live_pages import (
    PublishedFact,
    PublishedSentence,
    fact_findings,
    page_findings,
)
from ai_memory_spec.drift.live_sentences import (
    check_sentences,
    counting_rule_of,
    read_templates,
    unread_sentences,
)
from ai_memory_spec.drift.live_tools import (
    check_listings,
    check_surface,
    unread_listings,
)
from ai_memory_spec.drift.observed import always_on_of, observe_edition, surface_of
from ai_memory_spec.live import CouldNotCheckError, Fetched, LiveSource, printable
from ai_memory_spec.phrasing import (
    Edition,
    Profile,
    all_profiles,
    edition_labels,
    named_profiles,
    parse_profile,
)

__all__ = [
    "ALL",
    "NAMED",
    "PublishedFact",
    "PublishedSentence",
    "choose_profiles",
    "compare_live",
    "observed_edition",
    "supersede",
]

ALL = "all"
"""Asks for every profile that the edition has."""
MAX_FAULTS = 20
"""So many different faults of the protocol are listed; the rest are counted."""

_PROTOCOL_FIX = "mend the server: a client with less patience stops here"

NAMED = "named"
"""Asks for the named profiles only."""


def choose_profiles(
    edition: Edition, text: str | None, published: Sequence[PublishedSentence] = ()
) -> tuple[Profile, ...]:
    """The profiles to ask a server for.

    Parameters:
        edition: Whose profiles they are.
        text: Profile strings separated by semicolons, `named`, `all`, or None for the named
            profiles and those that pages show.
        published: The sentences on pages.

    Raises:
        ProfileError: A profile string is unfit.
    """
    if text is None:
        shown = (item.profile for item in published if item.edition == edition.label)
        wanted = (*named_profiles(edition), *shown) or (parse_profile(edition, ""),)
    elif text.strip() == ALL:
        wanted = tuple(all_profiles(edition))
    elif text.strip() == NAMED:
        wanted = named_profiles(edition)
    else:
        wanted = tuple(parse_profile(edition, part) for part in text.split(";"))
    return tuple(dict.fromkeys(wanted))


def compare_live(
    source: LiveSource,
    edition: Edition,
    fetched: Sequence[Fetched],
    published: Sequence[PublishedSentence] = (),
    *,
    facts: Sequence[PublishedFact] = (),
    strict_protocol: bool = False,
) -> Report:
    """Compare a source's answers with an edition and with what pages publish of it.

    Parameters:
        source: Where the answers come from.
        edition: What they are compared with.
        fetched: What `source.fetch_all` returned.
        published: Sentences on pages, of any edition.
        facts: Other regions of pages, of any edition.
        strict_protocol: Whether faults of the protocol that were survived fail the run.
    """
    hearing = sort_answers(source, edition, fetched)
    fix = _fix(edition, hearing)
    findings = [
        *page_findings(hearing, published, fix),
        *fact_findings(edition, facts, fix),
        *hearing.findings,
        *check_surface(hearing, fix),
        *check_entries(hearing),
        *check_overview(hearing),
        *check_listings(hearing, fix),
        *check_sentences(hearing, fix),
        *_protocol_findings(hearing, strict_protocol),
    ]
    return Report(
        compared_with=(
            Comparison(source=source.kind, edition=edition.label, server=hearing.server),
        ),
        not_checked=(*hearing.not_checked, *_unread(hearing)),
        # What concerns the whole server comes first: it explains the pages' findings below it.
        findings=tuple(sorted(findings, key=lambda finding: finding.region is not None)),
        notes=(*hearing.notes, *_notes(hearing, published, facts)),
    )


def observed_edition(
    source: LiveSource, edition: Edition, fetched: Sequence[Fetched]
) -> Edition | None:
    """The edition that a server shows: surface, always-on tools, templates and counting rule.

    Its profiles, and what no answer shows, are those of `edition`; its label too, so that the
    regions of that edition can be rendered with it. It is not validated: the names are what the
    server sent. None if no answer shows a surface, or if a sentence fits no template.
    """
    hearing = sort_answers(source, edition, fetched)
    for item in hearing.heard:
        document = item.answer.document
        if isinstance(document, CouldNotCheckError) or not item.sound:
            continue
        surface = surface_of(document, edition)
        if surface is None:
            continue
        stated = always_on_of(document)
        always_on = edition.always_on if stated is None else stated
        observed = observe_edition(surface, always_on, edition, edition.label)
        return _with_templates(hearing, observed)
    return None


def supersede(markdown: Report, live: Report) -> Report:
    """Both reports as one, where a region is reported once: with page, core and server."""
    told = {(item.path, item.region) for item in live.findings if item.region is not None}
    kept = tuple(
        item
        for item in markdown.findings
        if item.rule != "region.stale" or (item.path, item.region) not in told
    )
    return replace(markdown, findings=kept).joined(live)


def _with_templates(hearing: Hearing, observed: Edition) -> Edition | None:
    if observed.phrasing is None:
        return observed
    reads = read_templates(hearing)
    if any(values is None for read in reads.values() for _, values in read.values):
        return None
    ours = observed.phrasing
    phrasing = replace(
        ours,
        summary=reads["summary"].recovered or ours.summary,
        describe_partial=reads["describe_partial"].recovered or ours.describe_partial,
        describe_full=reads["describe_full"].recovered or ours.describe_full,
        summary_counts_always_on=counting_rule_of(reads["summary"], ours.summary_counts_always_on),
    )
    return replace(observed, phrasing=phrasing)


# What could not be compared, and what is said beside the findings


def _unread(hearing: Hearing) -> Iterator[NotChecked]:
    yield from unread_listings(hearing)
    if hearing.edition.phrasing is not None:
        yield from unread_sentences(hearing)
        return
    blind = [
        item.profile.label
        for item in hearing.heard
        if item.answer.listed is None
        and (
            isinstance(item.answer.document, CouldNotCheckError)
            or surface_of(item.answer.document, hearing.edition) is None
        )
    ]
    if blind:
        yield NotChecked(
            subject=f"{hearing.source.name}: {profile_list(blind)}",
            reason="the answer shows neither families nor a list of tools, and edition "
            f"{hearing.edition.label} has no sentences; compare over stdio instead",
        )


def _notes(
    hearing: Hearing, published: Sequence[PublishedSentence], facts: Sequence[PublishedFact]
) -> Iterator[str]:
    labels = [item.profile.label for item in hearing.heard if item.known and item.sound]
    if labels:
        yield f"compared with {hearing.server}: {profile_list(labels)}"
    elif any(not item.known for item in hearing.heard):
        yield f"compared with {hearing.server}, whose answer does not show its profile"
    yield from _gates(hearing)
    others: dict[str, int] = {}
    for label in (*(item.edition for item in published), *(item.edition for item in facts)):
        if label != hearing.edition.label:
            others[label] = others.get(label, 0) + 1
    if others:
        total = sum(others.values())
        each = ", ".join(f"{label}: {number}" for label, number in others.items())
        yield (
            f"{total} region{'' if total == 1 else 's'} of other editions "
            f"not compared with the server ({each})"
        )
    heard = {item.profile for item in hearing.heard}
    unasked = [
        item
        for item in published
        if item.edition == hearing.edition.label and item.profile not in heard
    ]
    if unasked and heard:
        names = list(dict.fromkeys(item.profile.label for item in unasked))
        yield (
            f"{len(unasked)} region{'' if len(unasked) == 1 else 's'} not compared with the "
            f"server, which was not asked for {profile_list(names)}"
        )


def _gates(hearing: Hearing) -> Iterator[str]:
    """What an allowlist keeps from the client, by the documents' own account."""
    for item in hearing.heard:
        v3 = item.answer.v3
        if not isinstance(v3, DocumentV3):
            continue
        if v3.agent_permitted_families is not None:
            names = ", ".join(printable(name, 60) for name in v3.agent_permitted_families)
            yield f"{hearing.server} has an allowlist, which permits us {names or 'no family'}"
            return
        shut = {tool.family for tool in v3.tools}.difference(open_families(v3))
        if shut and not hearing.source.per_profile:
            names = ", ".join(printable(name, 60) for name in sorted(shut))
            yield (
                f"{hearing.server} lets nobody without an agent id call the tools of {names}; "
                "whether its allowlist says so was not checked"
            )
            return


def _protocol_findings(hearing: Hearing, strict: bool) -> Iterator[Finding]:
    """Faults of the protocol, each once, however many profiles show it."""
    faults: dict[str, int] = {}
    for item in hearing.heard:
        for warning in item.answer.warnings:
            faults[warning] = faults.get(warning, 0) + 1
    rule = "live.protocol-strict" if strict else "live.protocol"
    for fault, times in list(faults.items())[:MAX_FAULTS]:
        often = f" ({times} times)" if times > 1 else ""
        yield Finding(rule=rule, message=f"{hearing.server}: {fault}{often}", fix=_PROTOCOL_FIX)
    if len(faults) > MAX_FAULTS:
        more = len(faults) - MAX_FAULTS
        yield Finding(
            rule=rule,
            message=f"{hearing.server}: {more} more fault{'' if more == 1 else 's'} of this kind",
            fix=_PROTOCOL_FIX,
        )


def _fix(edition: Edition, hearing: Hearing) -> str:
    """What to do where the server differs: the other edition first, if there is one."""
    versions = {item.answer.server.version for item in hearing.heard}
    known = [label for label in edition_labels() if label in versions and label != edition.label]
    if known:
        return f"compare with the server's own edition (--edition {known[0]}), or publish that one"
    return (
        "if the server is right, renew the edition with `ai-memory-spec edition pull`; "
        "else mend the server"
    )
