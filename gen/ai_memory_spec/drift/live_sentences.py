"""The two sentences of a server against what the core computes: wording apart from values.

wording   one finding per template that the server fills and the edition does not have
values    one finding per profile and sentence whose counts, label or previews differ
rule      one finding if the server counts always-on tools in another way
neither   a sentence that fits no template is reported as it is
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from ai_memory_spec.contract import ContractError, DocumentV3, loaded_families
from ai_memory_spec.drift.finding import Finding, NotChecked
from ai_memory_spec.drift.live_answers import Heard, Hearing, profile_list
from ai_memory_spec.drift.observed import (
    always_on_of,
    observe_edition,
    surface_of,
    with_counting_rule,
)
from ai_memory_spec.drift.recovery import (
    NoTemplateError,
    Sample,
    align_sentence,
    recover_template,
)
from ai_memory_spec.live import CouldNotCheckError, printable
from ai_memory_spec.phrasing import (
    FIELDS,
    Edition,
    Phrases,
    PhrasingError,
    Profile,
    make_profile,
    phrase,
    phrasing_of,
)

RULES = (True, False)
"""Both counting rules: whether `summary` counts always-on tools."""

RULE_OF_FIELD = {"summary": "live.summary", "to_describe_to_user": "live.describe"}
"""The rule for a whole sentence of each field."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Said:
    """One sentence of the server, beside the core's."""

    profile: str
    """Label."""
    field: str
    template: str
    """Name of the template that the core fills for it."""
    core: Phrases
    server: str
    observed: tuple[Mapping[str, str], ...]
    """The values by the server's own surface, per counting rule; empty if it cannot be told."""
    has_always_on: bool
    """Whether the server has always-on tools, so that the counting rule makes a difference."""
    listed: int | None
    """The length of `tools/list`, if it was read."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Reading:
    """The sentences of one template, read."""

    recovered: str | None
    """The server's template, where it has another wording."""
    reworded: tuple[str, ...]
    """Labels of the profiles that have it."""
    values: tuple[tuple[Said, Mapping[str, str] | None], ...]
    """Each sentence with the values in it; None if it fits no template."""


def check_sentences(hearing: Hearing, fix: str) -> Iterator[Finding]:
    """Findings about wording and values; nothing for an edition without phrasing."""
    edition = hearing.edition
    if edition.phrasing is None:
        return
    for name, read in read_templates(hearing).items():
        if read.recovered is not None:
            yield _other_template(name, phrasing_of(edition).templates[name], read, fix)
        if name == "summary":
            yield from _check_counting(edition, read, fix)
        for one, values in read.values:
            yield from _check_values(one, values, fix)


def read_templates(hearing: Hearing) -> dict[str, Reading]:
    """Every template of the edition, with the server's sentences that are made of it."""
    edition = hearing.edition
    said = [one for item in hearing.heard if item.sound for one in _sentences(edition, item)]
    return {
        name: _read(template, [one for one in said if one.template == name])
        for name, template in phrasing_of(edition).templates.items()
    }


def counting_rule_of(read: Reading, assumed: bool) -> bool:
    """The rule by which the server counts; the assumed one where its answers leave it open."""
    for one, values in read.values:
        fitting = _fitting_rules(one, values)
        if fitting and assumed not in fitting:
            return fitting[0]
    return assumed


def unread_sentences(hearing: Hearing) -> Iterator[NotChecked]:
    """Documents that should have been compared and are missing or of an older version."""
    failures: dict[str, list[str]] = {}
    for item in hearing.heard:
        v3 = item.answer.v3
        if isinstance(v3, CouldNotCheckError):
            labels = failures.setdefault(str(v3), [])
            if item.known:
                labels.append(item.profile.label)
    for reason, labels in failures.items():
        whose = f" of {profile_list(labels)}" if labels else ""
        yield NotChecked(
            subject=f"{hearing.source.name}: both sentences{whose}",
            reason=reason,
        )


def _sentences(edition: Edition, item: Heard) -> Iterator[Said]:
    document = item.answer.v3
    if not isinstance(document, DocumentV3):
        return
    core = phrase(edition, item.profile)
    found = _observe(edition, document)
    observed: tuple[Phrases, ...] = ()
    if found is not None:
        observed = tuple(phrase(with_counting_rule(found[0], rule), found[1]) for rule in RULES)
    full = (observed[0] if observed else core).variables["n_unloaded"] == "0"
    listed = item.answer.listed
    for field in FIELDS:
        describe = "describe_full" if full else "describe_partial"
        yield Said(
            profile=item.profile.label,
            field=field,
            template="summary" if field == "summary" else describe,
            core=core,
            server=getattr(document, field),
            observed=tuple(each.variables for each in observed),
            has_always_on=found is not None and bool(found[0].always_on),
            listed=len(listed) if isinstance(listed, tuple) else None,
        )


def _observe(edition: Edition, document: DocumentV3) -> tuple[Edition, Profile] | None:
    """The server's own surface as an edition, and the profile that it loaded."""
    surface = surface_of(document, edition)
    if surface is None:
        return None
    always_on = always_on_of(document)
    observed = observe_edition(
        surface, edition.always_on if always_on is None else always_on, edition, "observed"
    )
    try:
        return observed, make_profile(observed, loaded_families(document))
    except (PhrasingError, ContractError):
        return None


def _read(template: str, said: Sequence[Said]) -> Reading:
    """Find the template of these sentences, and the values that stand in each."""
    aligned = [(one, align_sentence(template, one.server)) for one in said]
    reworded = [one for one, values in aligned if values is None]
    recovered = _recover(template, reworded) if reworded else None
    if recovered is None:
        return Reading(recovered=None, reworded=(), values=tuple(aligned))
    return Reading(
        recovered=recovered,
        reworded=tuple(one.profile for one in reworded),
        values=tuple(
            (one, align_sentence(recovered, one.server) if values is None else values)
            for one, values in aligned
        ),
    )


def _recover(template: str, said: Sequence[Said]) -> str | None:
    """The one template of these sentences, under the counting rule that gives one."""
    for rule in range(min(len(one.observed) for one in said)):
        samples = [
            Sample(profile=one.profile, sentence=one.server, values=one.observed[rule])
            for one in said
        ]
        try:
            return recover_template(template, samples)
        except NoTemplateError:
            continue
    return None


def _other_template(name: str, template: str, read: Reading, fix: str) -> Finding:
    assert read.recovered is not None
    return Finding(
        rule="live.template",
        message=f"the server's {name} template has another wording ({profile_list(read.reworded)})",
        fix=fix,
        core=template,
        server=printable(read.recovered),
        live=printable(read.recovered),
    )


def _check_counting(edition: Edition, read: Reading, fix: str) -> Iterator[Finding]:
    """How the server's `visible` comes about, by its own tools."""
    rule = phrasing_of(edition).summary_counts_always_on
    for one, values in read.values:
        fitting = _fitting_rules(one, values)
        if values is None or not fitting or rule in fitting:
            continue
        ours, theirs = ("counts", "does not count") if rule else ("does not count", "counts")
        beside = f" while tools/list has {one.listed}" if one.listed is not None else ""
        yield Finding(
            rule="live.counting-rule",
            message=f"summary {ours} always-on tools in edition {edition.label} and {theirs} them "
            f"on the server: under {one.profile}, visible is {values['visible']}{beside}",
            fix=fix,
            core=f"{ours} always-on tools",
            server=f"{theirs} always-on tools",
            live=f"{theirs} always-on tools",
        )
        return


def _fitting_rules(one: Said, values: Mapping[str, str] | None) -> tuple[bool, ...]:
    """The counting rules that explain the counts of a summary, where they make a difference."""
    if values is None or not one.observed or not one.has_always_on:
        return ()
    return tuple(
        rule
        for rule, each in zip(RULES, one.observed, strict=True)
        if all(values[name] == each[name] for name in ("visible", "total") if name in values)
    )


def _check_values(one: Said, values: Mapping[str, str] | None, fix: str) -> Iterator[Finding]:
    if values is None:
        yield _unfitting(one, fix)
        return
    wrong = {
        variable: (one.core.variables[variable], value)
        for variable, value in values.items()
        if one.core.variables[variable] != value
    }
    if wrong:
        yield _other_values(one, wrong, fix)


def _other_values(one: Said, wrong: Mapping[str, tuple[str, str]], fix: str) -> Finding:
    changes = ", ".join(
        f"{variable} {core or '(empty)'} → {printable(server, 120) or '(empty)'}"
        for variable, (core, server) in wrong.items()
    )
    server = ", ".join(f"{name} {printable(pair[1], 400)}" for name, pair in wrong.items())
    return Finding(
        rule="live.counts",
        message=f"{one.field} of profile {one.profile}: {changes}",
        fix=fix,
        core=", ".join(f"{name} {pair[0]}" for name, pair in wrong.items()),
        server=server,
        live=server,
    )


def _unfitting(one: Said, fix: str) -> Finding:
    return Finding(
        rule=RULE_OF_FIELD[one.field],
        message=f"{one.field} of profile {one.profile} is another sentence on the server, and fits "
        "no template",
        fix=fix,
        core=getattr(one.core, one.field),
        server=printable(one.server),
        live=printable(one.server),
    )
