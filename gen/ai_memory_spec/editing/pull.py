"""An edition from a running server.

    what the server has              what is made of it
    memory_capabilities, v3          an edition with profiles and sentences
    memory_capabilities, v2          the same without sentences
    tools/list and nothing else      a flat edition: one family, no profiles, no sentences

Every edition goes through the loader's own checks, so a name that could break a page is refused
with its place.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from ai_memory_spec.editing.errors import (
    LikeError,
    OneProfileError,
    SentenceError,
)
from ai_memory_spec.editing.flat import flat_edition, is_flat
from ai_memory_spec.editing.pulled import Naming, Pulled
from ai_memory_spec.editing.recover import Heard, recover_phrasing
from ai_memory_spec.editing.shown import Shown, show_all
from ai_memory_spec.editing.toml import edition_data
from ai_memory_spec.live import Answer, CouldNotCheckError, LiveSource, Progress
from ai_memory_spec.phrasing import (
    FIELDS,
    Edition,
    make_profile,
    named_profiles,
    parse_edition,
    phrase,
)

ORDER = "order of tools"
"""What a server without a v3 document leaves open."""


def pull_edition(
    source: LiveSource,
    like: Edition,
    *,
    label: str | None = None,
    what: str | None = None,
    on_progress: Progress | None = None,
) -> Pulled:
    """Make an edition of what a server says.

    Parameters:
        source: Where the answers come from.
        like: Gives the names of the profiles to ask for, and whatever no answer shows.
        label: What the edition is to be called; by default the server's version, or the name of
            a server without capabilities document.
        what: One line that says what it is; by default name and version of the server.
        on_progress: Told after each answer.

    Raises:
        CouldNotCheckError: An answer could not be had.
        PullError: The answers make no edition.
        EditionError: They make one that the loader refuses.
    """
    profiles = named_profiles(like)
    if source.per_profile and not profiles:
        raise LikeError(like.label, "named profiles")
    asked = [profile.label for profile in profiles] if source.per_profile else [""]
    fetched = source.fetch_all(profiles, on_progress)
    answers: dict[str, Answer] = {}
    failures: dict[str, CouldNotCheckError] = {}
    for name, item in zip(asked, fetched, strict=True):
        if isinstance(item.result, CouldNotCheckError):
            failures[name] = item.result
        else:
            answers[name] = item.result
    if failures:
        raise _together(failures)
    naming = Naming(source=source, like=like, label=label, what=what)
    assumed: tuple[str, ...] = ()
    if all(is_flat(answer) for answer in answers.values()):
        edition = flat_edition(answers, naming)
    else:
        for name, answer in answers.items():
            if isinstance(answer.document, CouldNotCheckError):
                # Without a document the list of tools would do, so its failure is the one to tell.
                listed = answer.listed
                cause = listed if isinstance(listed, CouldNotCheckError) else answer.document
                raise _together({name: cause})
        if not source.per_profile:
            raise OneProfileError(source.name, [profile.label for profile in profiles])
        edition, assumed = _with_profiles(answers, naming)
    faults = (fault for answer in answers.values() for fault in answer.warnings)
    return Pulled(
        edition=edition,
        server=next(iter(answers.values())).server,
        assumed=assumed,
        warnings=tuple(dict.fromkeys(faults)),
    )


def _with_profiles(
    answers: Mapping[str, Answer], naming: Naming
) -> tuple[Edition, tuple[str, ...]]:
    """The edition of a server with a capabilities document; and what of it is assumed."""
    shown = show_all(answers)
    first = next(iter(shown.values()))
    answer = next(iter(answers.values()))
    base = _base_family(list(shown.values()), naming.like.base_family)
    assert not isinstance(answer.document, CouldNotCheckError)
    surface = parse_edition(
        {
            **naming.head(answer.server, answer.document.version),
            "base_family": base or "",
            "always_on": first.always_on,
            "families": {
                family.name: family.tools
                if first.sentences is not None
                else _in_order_of(naming.like, family.tools)
                for family in first.families
            },
            "profiles": {name: each.loaded for name, each in shown.items()},
        },
        naming.source.name,
    )
    parts = "families, order, always-on tools, base family and named profiles"
    assumed: tuple[str, ...] = (ORDER,)
    if first.sentences is not None:
        heard = _heard(surface, shown)
        if naming.like.phrasing is None:
            raise LikeError(naming.like.label, "phrasing")
        recovered = recover_phrasing(surface, heard, naming.like.phrasing)
        surface = replace(surface, phrasing=recovered.phrasing)
        _verify(surface, heard)
        assumed = recovered.assumed
        parts = f"{parts}, counting rule, preview sizes and templates"
    provenance = naming.provenance(
        answer.server,
        needs_like=True,
        observed=f"{parts}, in the documents of {', '.join(shown)}",
        assumed=_why_assumed(assumed, naming.like),
        note=""
        if first.sentences is not None
        else "the server has no v3 document, so no phrasing; tools that edition "
        f"{naming.like.label} lacks come last in their family, as registered",
    )
    edition = replace(surface, provenance=provenance)
    return parse_edition(edition_data(edition), naming.source.name), assumed


def _in_order_of(like: Edition, tools: Sequence[str]) -> list[str]:
    """The tools in the order of another edition, then those that it lacks as they stand."""
    rank = {tool: number for number, tool in enumerate(like.tools)}
    return sorted(tools, key=lambda tool: rank.get(tool, len(rank)))


def _why_assumed(assumed: Sequence[str], like: Edition) -> str:
    if not assumed:
        return ""
    return f"{', '.join(assumed)}: from edition {like.label}, as no answer shows it"


def _base_family(shown: Sequence[Shown], of_like: str | None) -> str | None:
    """The family that every asked profile loads; the other edition's where there are several."""
    common = [
        family.name
        for family in shown[0].families
        if all(family.name in each.loaded for each in shown)
    ]
    if of_like in common:
        return of_like
    return common[0] if len(common) == 1 else None


def _heard(surface: Edition, shown: Mapping[str, Shown]) -> tuple[Heard, ...]:
    heard: list[Heard] = []
    for each in shown.values():
        assert each.sentences is not None
        summary, describe = each.sentences
        profile = make_profile(surface, each.loaded)
        heard.append(Heard(profile=profile, summary=summary, describe=describe))
    return tuple(heard)


def _verify(edition: Edition, heard: Sequence[Heard]) -> None:
    """Whatever was recovered gives back every sentence that was heard."""
    for item in heard:
        phrases = phrase(edition, item.profile)
        for field, said in zip(FIELDS, (item.summary, item.describe), strict=True):
            if getattr(phrases, field) != said:
                raise SentenceError(
                    field,
                    f"the recovered template does not give the sentence of profile "
                    f"{item.profile.label!r} back",
                    item.profile.label,
                )


def _together(failures: Mapping[str, CouldNotCheckError]) -> CouldNotCheckError:
    """One error for all profiles that failed in the same way as the first one."""
    first = next(iter(failures.values()))
    names = [name for name, error in failures.items() if error.message == first.message]
    if not any(names):
        return first
    plural = "s" if len(names) > 1 else ""
    return CouldNotCheckError(
        first.reason, f"profile{plural} {', '.join(names)}: {first.message}", first.fix
    )
