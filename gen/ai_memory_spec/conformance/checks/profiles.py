"""Clause "Profiles": how a profile string is read, and what it comes to."""

from collections.abc import Iterator

from ai_memory_spec.conformance.messages import CannotCheckError
from ai_memory_spec.conformance.observe import (
    Check,
    Observation,
    in_order,
    loaded_families,
    sentence,
    summary_values,
)
from ai_memory_spec.conformance.registry import BOTH, CheckTable
from ai_memory_spec.conformance.transcript import Start
from ai_memory_spec.conformance.world import StdioWorld, World
from ai_memory_spec.phrasing import Edition, Profile, make_profile, named_profiles, parse_profile

TABLE = CheckTable()

UNKNOWN = "no-such-name"
"""A token that is no profile or family of any edition."""
CONTRACT_FIELDS = (
    "schema_version",
    "summary",
    "to_describe_to_user",
    "tools",
    "agent_permitted_families",
    "families",
)
"""Fields of v3 that the profile alone decides; what else a document holds may change by itself."""
VARIABLE = "AI_MEMORY_PROFILE"


@TABLE.check("profiles.parse.case")
def check_case(world: StdioWorld) -> Check:
    """An upper-case letter is refused: in a name, and behind the name that ends the reading."""
    for text in _upper_case(world.edition):
        yield _refusal(world, text)


@TABLE.check("profiles.parse.blanks")
def check_blanks(world: StdioWorld) -> Check:
    """Blanks around names and empty names change nothing."""
    one, two = _two_families(world.edition)
    for text in (f"  {one} ", f"\t{one} ,, {two},"):
        yield _loads(world, text)


@TABLE.check("profiles.parse.empty")
def check_empty(world: StdioWorld) -> Check:
    """Nothing but commas and blanks is the base family."""
    for text in ("", " , ,, "):
        yield _loads(world, text)


@TABLE.check("profiles.parse.mix")
def check_mix(world: StdioWorld) -> Check:
    """Names of profiles and families stand side by side, some of them twice."""
    one, two = _two_families(world.edition)
    for name in _small_profiles(world.edition):
        yield _loads(world, f"{one},{name},{one},{two}")


@TABLE.check("profiles.parse.full")
def check_full(world: StdioWorld) -> Check:
    """Behind the profile of all families nothing is read, whatever stands there."""
    one, _ = _two_families(world.edition)
    for name in _full_names(world.edition):
        yield _loads(world, f"{name},{UNKNOWN}")
        yield _loads(world, f"{one},{name},{UNKNOWN}")


@TABLE.check("profiles.parse.unknown")
def check_unknown(world: StdioWorld) -> Check:
    """An unknown name is refused, also before the profile of all families, with the valid ones."""
    names = _full_names(world.edition)
    for text in (UNKNOWN, *(f"{UNKNOWN},{name}" for name in names)):
        refusal = _refusal(world, text)
        yield refusal
        if refusal.found == refusal.expected:
            valid = dict.fromkeys((*world.edition.profiles, *world.edition.family_names))
            said = world.opening(Start(profile=text)).stderr
            missing = [name for name in valid if name not in said]
            yield Observation(
                where=f"standard error for profile string {text!r}",
                expected="all valid profiles and families",
                found=f"without {', '.join(missing)}" if missing else _ALL_VALID,
            )


@TABLE.check("profiles.base", over=BOTH)
def check_base(world: World) -> Check:
    """The base family is loaded under every profile."""
    base = world.edition.base_family
    if base is None:
        raise CannotCheckError(f"edition {world.edition.label} has no base family")
    for view in world.views():
        found = loaded_families(view.answer())
        yield Observation(
            where=view.where,
            expected=f"family {base} loaded",
            found=f"family {base} {'loaded' if base in found else 'not loaded'}",
        )


@TABLE.check("profiles.same-set")
def check_same_set(world: StdioWorld) -> Check:
    """Two spellings of one set have the same contract fields and the same `tools/list`."""
    for text, other in _two_spellings(world.edition):
        profile = parse_profile(world.edition, text)
        one, two = world.view(text, profile), world.view(other, profile)
        documents = [view.answer() for view in (one, two)]
        for field in CONTRACT_FIELDS:
            yield Observation(
                where=f"`{field}` for profile string {other!r}, beside {text!r}",
                expected=documents[0].get(field),
                found=documents[1].get(field),
            )
        yield Observation(
            where=f"tools/list for profile string {other!r}, beside {text!r}",
            expected=list(one.listed()),
            found=list(two.listed()),
        )


@TABLE.check("profiles.label", over=BOTH)
def check_label(world: World) -> Check:
    """`summary` shows the label of the profile, also when its families are spelt out."""
    views = list(world.views())
    if isinstance(world, StdioWorld):
        for _, text in _two_spellings(world.edition):
            views.append(world.view(text, parse_profile(world.edition, text)))
    for view in views:
        values = summary_values(world.edition, sentence(view.answer(), "summary"))
        yield Observation(where=view.where, expected=view.profile.label, found=values["label"])


@TABLE.check("profiles.precedence")
def check_precedence(world: StdioWorld) -> Check:
    """Option, variable, configuration, base family: each is overruled by those before it."""
    profiles = _distinct(world.edition)
    option, variable, config = profiles
    text = f'[mcp]\nprofile = "{config.label}"\n'
    variables = ((VARIABLE, variable.label),)
    starts = [
        ("option, variable, configuration", option.label, variables, text, option),
        ("variable, configuration", None, variables, text, variable),
        ("configuration alone", None, (), text, config),
        ("none of them", None, (), "", make_profile(world.edition, ())),
    ]
    for what, given, environment, configuration, wanted in starts:
        if given is None and not world.launcher.can_omit_profile:
            raise CannotCheckError(
                "the command cannot be started without a profile; give it as `--profile {profile}`"
            )
        start = Start(profile=given, config=configuration, variables=environment)
        document = world.view("", wanted, start).answer()
        yield Observation(
            where=f"given: {what}",
            expected=in_order(world.edition, frozenset(wanted.families)),
            found=in_order(world.edition, loaded_families(document)),
        )


@TABLE.check("profiles.refused-at-start")
def check_refused_at_start(world: StdioWorld) -> Check:
    """A bad profile ends the server with code 2 and a sentence, before any answer."""
    where = f"profile string {UNKNOWN!r}"
    refusal = _refusal(world, UNKNOWN)
    run = world.opening(Start(profile=UNKNOWN))
    yield refusal
    yield Observation(
        where=f"exit code for {where}",
        expected=2,
        found="none: it was still running" if run.exit_code is None else run.exit_code,
    )
    yield Observation(
        where=f"standard error for {where}",
        expected="a sentence",
        found="a sentence" if run.stderr.strip() else "nothing",
    )


_ALL_VALID = "all valid profiles and families"
_REFUSED = "refused"


def _refusal(world: StdioWorld, text: str) -> Observation:
    """Whether a string that is not valid keeps the server from answering."""
    world.require_working()
    run = world.opening(Start(profile=text))
    if run.timed_out:
        raise CannotCheckError(f"the server neither ended nor answered, profile string {text!r}")
    return Observation(
        where=f"profile string {text!r}",
        expected=_REFUSED,
        found="accepted" if run.answered else _REFUSED,
    )


def _loads(world: StdioWorld, text: str) -> Observation:
    """Which families a valid string loads."""
    wanted = parse_profile(world.edition, text)
    where = f"profile string {text!r}"
    expected = in_order(world.edition, frozenset(wanted.families))
    run = world.opening(Start(profile=text))
    if run.answered == 0 and run.exit_code not in (None, 0):
        world.require_working()
        return Observation(where=where, expected=expected, found=_REFUSED)
    document = world.view(text, wanted).answer()
    return Observation(
        where=where, expected=expected, found=in_order(world.edition, loaded_families(document))
    )


# Profile strings, made of what the edition has


def _upper_case(edition: Edition) -> Iterator[str]:
    base = make_profile(edition, ()).label
    yield base.capitalize()
    for name in _full_names(edition):
        yield f"{name},X"


def _two_families(edition: Edition) -> tuple[str, str]:
    """The last families, which named profiles seldom hold."""
    names = edition.family_names
    return names[-1], names[-2] if len(names) > 1 else names[-1]


def _full_names(edition: Edition) -> list[str]:
    """Profiles of every family."""
    everything = set(edition.family_names)
    return [name for name, families in edition.profiles.items() if set(families) == everything]


def _small_profiles(edition: Edition) -> list[str]:
    """The last two named profiles that do not hold every family."""
    full = _full_names(edition)
    return [name for name in edition.profiles if name not in full][-2:]


def _two_spellings(edition: Edition) -> Iterator[tuple[str, str]]:
    """Pairs of strings for one set of families: a custom one, and one that has a name."""
    one, two = _two_families(edition)
    if one != two:
        yield f"{one},{two}", f"{two},{one},{two}"
    for name in _small_profiles(edition):
        families = make_profile(edition, edition.profiles[name]).families
        yield name, ",".join(reversed(families))


def _distinct(edition: Edition) -> tuple[Profile, Profile, Profile]:
    """Three profiles that differ from each other and from the base family."""
    base = make_profile(edition, ())
    found = [profile for profile in _candidates(edition) if profile != base]
    found = list(dict.fromkeys(found))
    if len(found) < len(("option", "variable", "configuration")):
        raise CannotCheckError(f"edition {edition.label} has too few profiles to tell apart")
    return found[0], found[1], found[2]


def _candidates(edition: Edition) -> Iterator[Profile]:
    yield from named_profiles(edition)
    yield from (make_profile(edition, {name}) for name in edition.family_names)
