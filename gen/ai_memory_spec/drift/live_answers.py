"""Answers of a live source, sorted: which profile each is for, and what could not be checked."""

from collections.abc import Sequence
from dataclasses import dataclass

from ai_memory_spec.contract import ContractError, Document, DocumentV3, loaded_families
from ai_memory_spec.drift.finding import Finding, NotChecked
from ai_memory_spec.drift.observed import surface_of
from ai_memory_spec.live import Answer, CouldNotCheckError, Fetched, LiveSource, printable
from ai_memory_spec.phrasing import Edition, PhrasingError, Profile, make_profile, parse_profile


@dataclass(frozen=True, slots=True, kw_only=True)
class Heard:
    """An answer together with the profile that it is for."""

    profile: Profile
    """As the edition of the comparison knows it."""
    answer: Answer
    known: bool = True
    """Whether the answer shows the profile, or it was asked for; else `profile` is a guess."""
    sound: bool
    """Whether the server loaded the families of this profile, so that sentences and listings
    can be compared."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Hearing:
    """All that one source said, for one edition."""

    source: LiveSource
    edition: Edition
    heard: tuple[Heard, ...]
    not_checked: tuple[NotChecked, ...]
    findings: tuple[Finding, ...]
    """About profiles that the server did not load as asked."""
    notes: tuple[str, ...]

    @property
    def server(self) -> str | None:
        """Name and version of the server, or None if none answered."""
        names = dict.fromkeys(str(item.answer.server) for item in self.heard)
        return ", ".join(names) if names else None


def sort_answers(source: LiveSource, edition: Edition, fetched: Sequence[Fetched]) -> Hearing:
    """Find the profile of each answer, and report what did not answer or loaded something else."""
    heard: list[Heard] = []
    findings: list[Finding] = []
    notes: list[str] = []
    failures: dict[str, list[str]] = {}
    for item in fetched:
        if isinstance(item.result, CouldNotCheckError):
            label = item.profile.label if item.profile else ""
            failures.setdefault(str(item.result), []).append(label)
            continue
        answer = item.result
        v3 = answer.v3
        if item.profile is not None:
            wrong = _other_families(edition, item.profile, answer.document)
            if wrong is not None:
                findings.append(_not_as_asked(source, item.profile, wrong))
            heard.append(Heard(profile=item.profile, answer=answer, sound=wrong is None))
            continue
        loaded: tuple[str, ...] | None = None
        try:
            if isinstance(v3, DocumentV3):
                profile = make_profile(edition, _known_families(edition, v3))
            else:
                profile = parse_profile(edition, "")
                loaded = _overview_of(edition, answer.document)
                if loaded is not None:
                    profile = make_profile(edition, loaded)
        except (PhrasingError, ContractError) as error:
            failures.setdefault(f"its profile cannot be told: {_line(error)}", []).append("")
            continue
        known = isinstance(v3, DocumentV3) or loaded is not None
        heard.append(Heard(profile=profile, answer=answer, known=known, sound=True))
        if isinstance(v3, DocumentV3):
            notes.append(
                f"{source.name} serves one profile, {profile.label}; no other was compared"
            )
    return Hearing(
        source=source,
        edition=edition,
        heard=tuple(heard),
        not_checked=tuple(
            NotChecked(subject=_subject(source, labels), reason=reason)
            for reason, labels in failures.items()
        ),
        findings=tuple(findings),
        notes=tuple(notes),
    )


def profile_list(labels: Sequence[str], shown: int = 6) -> str:
    """`profile core`, `profiles core, graph`, `profiles core, graph and 12 more`."""
    names = ", ".join(printable(label, 80) for label in labels[:shown])
    more = f" and {len(labels) - shown} more" if len(labels) > shown else ""
    return f"profile{'' if len(labels) == 1 else 's'} {names}{more}"


def _subject(source: LiveSource, labels: Sequence[str]) -> str:
    named = [label for label in labels if label]
    return f"{source.name}: {profile_list(named)}" if named else source.name


def _known_families(edition: Edition, document: DocumentV3) -> tuple[str, ...]:
    """The loaded families that the edition has too; the others are reported as tools."""
    return tuple(name for name in loaded_families(document) if name in edition.family_names)


def _overview_of(
    edition: Edition, document: Document | CouldNotCheckError
) -> tuple[str, ...] | None:
    """The loaded families by `families` of a v2 document; None where that is not there."""
    if isinstance(document, CouldNotCheckError) or surface_of(document, edition) is None:
        return None
    return tuple(name for name in _loaded(document) if name in edition.family_names)


def _other_families(
    edition: Edition, profile: Profile, document: Document | CouldNotCheckError
) -> str | None:
    """The families that the server loaded, if they are not those of the profile."""
    if isinstance(document, CouldNotCheckError):
        return None
    surface = surface_of(document, edition)
    if surface is None:
        return None
    try:
        loaded = _loaded(document)
    except ContractError as error:
        return f"families in part ({_line(error)})"
    both = {family.name for family in surface} & set(edition.family_names)
    if set(loaded) & both == set(profile.families) & both:
        return None
    return ", ".join(printable(name, 60) for name in loaded) or "no family"


def _loaded(document: Document) -> tuple[str, ...]:
    if isinstance(document, DocumentV3):
        return loaded_families(document)
    overview = getattr(document, "families", None)
    return tuple(item.name for item in overview.families if item.loaded) if overview else ()


def _not_as_asked(source: LiveSource, profile: Profile, loaded: str) -> Finding:
    fix = (
        "let the command pass the profile on, as in --profile {profile}; "
        "or the server reads profiles in another way than the contract says"
        if source.per_profile
        else "name the profile that the server serves with --profiles, or start it with this one"
    )
    return Finding(
        rule="live.profile",
        message=f"asked for profile {profile.label}, the server loaded {loaded}",
        fix=fix,
        core=", ".join(profile.families),
        server=loaded,
        live=loaded,
    )


def _line(error: Exception) -> str:
    return printable(" ".join(str(error).split()), 200)
