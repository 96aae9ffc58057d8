"""Editions made of what servers say: recorded releases, servers that contradict themselves."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from types import MappingProxyType
from typing import Any

import pytest
from hypothesis import given

from ai_memory_spec.editing import (
    LikeError,
    OneProfileError,
    SentenceError,
    SurfaceError,
    diff_editions,
    pull,
    pull_edition,
)
from ai_memory_spec.editing.recover import Heard
from ai_memory_spec.live import Answer, CoreSource, CouldNotCheckError, Reason, ServerInfo
from ai_memory_spec.phrasing import (
    Edition,
    EditionError,
    all_profiles,
    make_profile,
    named_profiles,
    parse_edition,
    phrase,
)
from tests.editing.worlds import (
    Recorded,
    RecordedOnce,
    editions_by_chance,
    entries,
    make_answer,
    make_document,
)

MakeEdition = Callable[..., Edition]

NO_TOOL = CouldNotCheckError(Reason.SERVER_ERROR, "unknown tool")


def answers_of(edition: Edition, **changes: Callable[[Any], Any]) -> dict[str, Answer]:
    """What an honest server of this edition answers; `profile=change` changes a document."""
    answers = {}
    for profile in named_profiles(edition):
        phrases = phrase(edition, profile)
        families = {family.name: family.tools for family in edition}
        document = make_document(
            entries(families, profile.families),
            edition.always_on,
            (phrases.summary, phrases.to_describe_to_user),
        )
        change = changes.get(profile.label)
        answers[profile.label] = make_answer(change(document) if change else document)
    return answers


def refused(
    kind: type[Exception], edition: Edition, answers: Mapping[str, Any], like: Edition | None = None
) -> str:
    with pytest.raises(kind) as caught:
        pull_edition(Recorded(answers), like or edition)
    return str(caught.value)


# ---- Whole editions ----------------------------------------------------------------------------


@pytest.mark.parametrize("like", ["spec", "0.7.0", "0.10.0"])
@pytest.mark.parametrize("release", ["0.7.0", "0.10.0"])
def test_a_recorded_release_gives_its_committed_edition(
    recorded: Callable[[str], Recorded], editions: dict[str, Edition], release: str, like: str
) -> None:
    """Surface, profiles, counting rule and all 128 times 2 sentences, whichever the likeness."""
    committed = editions[release]
    pulled = pull_edition(recorded(release), editions[like]).edition
    assert not diff_editions(committed, pulled).differs
    assert list(all_profiles(pulled)) == list(all_profiles(committed))
    for profile in all_profiles(committed):
        assert phrase(pulled, profile) == phrase(committed, profile)
    assert pulled.label == release


def test_the_provenance_says_what_was_seen_and_what_assumed(
    recorded: Callable[[str], Recorded], like: Edition
) -> None:
    """Source, the command that repeats it, and one line for each kind of knowledge."""
    pulled = pull_edition(recorded("0.10.0"), like, label="mine", what="my own")
    assert (pulled.edition.label, pulled.edition.what) == ("mine", "my own")
    assert dict(pulled.edition.provenance) == {
        "source": "tester 1.2.3, asked over stdio",
        "made_by": (
            "ai-memory-spec edition pull --live 'recorded --profile {profile}' --like spec "
            "--label mine --what 'my own'"
        ),
        "observed": (
            "families, order, always-on tools, base family and named profiles, counting rule, "
            "preview sizes and templates, in the documents of core, graph, admin, power, full"
        ),
        "assumed": (
            "{s} of describe_partial, {ellipsis} of describe_partial, "
            "{ellipsis} of describe_full, forbidden_in_describe: from edition spec, "
            "as no answer shows it"
        ),
    }
    assert pulled.assumed == (
        "{s} of describe_partial",
        "{ellipsis} of describe_partial",
        "{ellipsis} of describe_full",
        "forbidden_in_describe",
    )


def test_names_by_default_come_from_the_server(make_edition: MakeEdition) -> None:
    """The document's version is the label; the server's own name says what it is."""
    edition = make_edition()
    pulled = pull_edition(Recorded(answers_of(edition)), edition)
    assert (pulled.edition.label, pulled.edition.what) == ("1.2.3", "tester 1.2.3")
    assert pulled.server == ServerInfo(name="tester", version="1.2.3")


@given(editions_by_chance())
def test_the_core_gives_its_own_edition_back(edition: Edition) -> None:
    """Pulled from the core, an edition is the same for every profile."""
    pulled = pull_edition(CoreSource(edition), edition).edition
    assert pulled.families == edition.families
    assert pulled.always_on == edition.always_on
    assert dict(pulled.profiles) == dict(edition.profiles)
    assert pulled.base_family == edition.base_family
    for profile in all_profiles(edition):
        same = make_profile(pulled, profile.families)
        assert same == profile
        assert phrase(pulled, same) == phrase(edition, profile)


def test_a_v2_server_gives_an_edition_without_sentences(make_edition: MakeEdition) -> None:
    """As release 0.6.4: registered in another order, which the other edition puts right."""
    edition = make_edition()
    families = {family.name: family.tools[::-1] for family in edition}
    answers = {
        profile.label: make_answer(
            make_document(entries(families, profile.families), edition.always_on, None)
        )
        for profile in named_profiles(edition)
    }
    pulled = pull_edition(Recorded(answers), edition)
    assert pulled.edition.phrasing is None
    assert not diff_editions(replace(edition, phrasing=None), pulled.edition).differs
    assert pulled.assumed == ("order of tools",)
    assert pulled.edition.provenance["observed"] == (
        "families, order, always-on tools, base family and named profiles, "
        "in the documents of core, full"
    )
    assert pulled.edition.provenance["note"] == (
        f"the server has no v3 document, so no phrasing; tools that edition {edition.label} lacks "
        "come last in their family, as registered"
    )
    assert pulled.edition.provenance["assumed"] == (
        f"order of tools: from edition {edition.label}, as no answer shows it"
    )


def test_always_on_tools_are_seen_in_the_list_where_the_document_does_not_state_them(
    make_edition: MakeEdition,
) -> None:
    """What is listed though its family is not loaded is there for every client."""
    edition = make_edition()
    answers = {
        label: replace(
            answer,
            document=replace(answer.document, families=None),
            listed=("t_add", "t_get", "t_help"),
        )
        for label, answer in answers_of(edition).items()
    }
    del answers["full"]
    like = make_edition(profiles={"core": ["core"]})
    assert pull_edition(Recorded(answers), like).edition.always_on == ("t_help",)


def test_the_base_family_is_what_all_profiles_load(make_edition: MakeEdition) -> None:
    """Whatever it is called; of several the other edition's, and none where there is none."""
    families = {"main": ["t_a", "t_b"], "more": ["t_c"], "rest": ["t_help"]}
    profiles = {"small": ["main"], "all": ["main", "more", "rest"]}
    edition = make_edition(families=families, profiles=profiles, base_family="main")
    like = make_edition(families=families, profiles=profiles, base_family="")
    assert pull_edition(Recorded(answers_of(edition)), like).edition.base_family == "main"
    several = make_edition(
        families=families,
        profiles={"small": ["main", "more"], "all": [*families]},
        base_family="more",
    )
    assert pull_edition(Recorded(answers_of(several)), several).edition.base_family == "more"
    unsure = replace(several, base_family="elsewhere")
    assert pull_edition(Recorded(answers_of(several)), unsure).edition.base_family is None


def test_faults_of_the_server_are_handed_on_once(make_edition: MakeEdition) -> None:
    """Each fault once, however many profiles met it."""
    edition = make_edition()
    answers = {
        label: replace(answer, warnings=("wrote noise", f"said {label}"))
        for label, answer in answers_of(edition).items()
    }
    pulled = pull_edition(Recorded(answers), edition)
    assert pulled.warnings == ("wrote noise", "said core", "said full")


# ---- Calls that cannot work --------------------------------------------------------------------


def test_one_profile_is_not_enough(make_edition: MakeEdition) -> None:
    """A command without `{profile}`, an address and a capture answer for one profile."""
    edition = make_edition()
    source = RecordedOnce({"": answers_of(edition)["core"]})
    with pytest.raises(OneProfileError) as caught:
        pull_edition(source, edition)
    assert str(caught.value) == (
        "recorded answers for one profile, and an edition takes the answers for core, full; "
        "give a command with --live and put {profile} into it"
    )
    assert caught.value.profiles == ("core", "full")


def test_the_other_edition_must_name_profiles(make_edition: MakeEdition) -> None:
    """Nobody else says which profiles to ask for."""
    flat = parse_edition({"label": "flat", "families": {"tools": ["a"]}}, "flat")
    assert refused(LikeError, make_edition(), {}, flat) == (
        "edition 'flat' has no named profiles, so it cannot say what no answer shows; "
        "name another edition with --like"
    )


def test_the_other_edition_must_phrase(make_edition: MakeEdition) -> None:
    """A v3 server needs templates to compare with; 0.6.4 has none."""
    edition = make_edition()
    bare = make_edition(phrasing=None, label="bare")
    assert refused(LikeError, edition, answers_of(edition), bare) == (
        "edition 'bare' has no phrasing, so it cannot say what no answer shows; "
        "name another edition with --like"
    )


# ---- Answers that could not be had -------------------------------------------------------------


@pytest.mark.parametrize(
    ("labels", "shown"), [(["core"], "profile core"), (["core", "full"], "profiles core, full")]
)
def test_profiles_that_failed_are_named(
    make_edition: MakeEdition, labels: Sequence[str], shown: str
) -> None:
    """With the reason and what to do, once for all that failed alike."""
    edition = make_edition()
    error = CouldNotCheckError(Reason.TIMEOUT, "no answer", "wait longer")
    answers = answers_of(edition) | dict.fromkeys(labels, error)
    assert refused(CouldNotCheckError, edition, answers) == f"{shown}: no answer; wait longer"


def test_a_server_that_has_the_tool_and_fails_is_not_taken_for_a_flat_one(
    make_edition: MakeEdition,
) -> None:
    """An error of `memory_capabilities` is an error, not the absence of the tool."""
    edition = make_edition()
    broken = make_answer(NO_TOOL, ("t_add", "memory_capabilities"))
    answers = {**answers_of(edition), "full": broken}
    assert refused(CouldNotCheckError, edition, answers) == "profile full: unknown tool"
    assert refused(CouldNotCheckError, edition, dict.fromkeys(answers, broken)) == (
        "profile core: unknown tool"
    )


def test_a_list_that_could_not_be_read_is_no_flat_server(make_edition: MakeEdition) -> None:
    """Without `tools/list` nobody knows whether the tool is there."""
    edition = make_edition()
    lost = CouldNotCheckError(Reason.ENDLESS_LIST, "never ends")
    answers = dict.fromkeys(("core", "full"), make_answer(NO_TOOL, lost))
    assert refused(CouldNotCheckError, edition, answers) == "profile core: never ends"


# ---- Answers that contradict each other --------------------------------------------------------


def test_other_tools_under_another_profile(make_edition: MakeEdition) -> None:
    """The surface must be one; the first difference is named."""
    edition = make_edition()

    def rename(document: Any) -> Any:
        tools = [replace(tool, name=tool.name.replace("sum", "xum")) for tool in document.tools]
        return replace(document, tools=tuple(tools))

    assert refused(SurfaceError, edition, answers_of(edition, full=rename)) == (
        "the documents of profiles 'core' and 'full' name other tools: "
        "number 3 is 'extra: t_sum' and 'extra: t_xum'"
    )


def test_a_family_missing_under_another_profile(make_edition: MakeEdition) -> None:
    """A shorter list differs at its end."""
    edition = make_edition()

    def shorten(document: Any) -> Any:
        return replace(document, tools=tuple(t for t in document.tools if t.family != "meta"))

    assert refused(SurfaceError, edition, answers_of(edition, full=shorten)) == (
        "the documents of profiles 'core' and 'full' name other families: "
        "number 3 is 'meta' and missing"
    )


def test_other_always_on_tools_under_another_profile(make_edition: MakeEdition) -> None:
    """They are the same for every client."""
    edition = make_edition()

    def drop(document: Any) -> Any:
        return replace(document, families=replace(document.families, always_on=()))

    assert refused(SurfaceError, edition, answers_of(edition, full=drop)) == (
        "the documents of profiles 'core' and 'full' name other always-on tools: "
        "number 1 is 't_help' and missing"
    )


def test_other_versions_under_other_profiles(make_edition: MakeEdition) -> None:
    """All v3 or all v2."""
    edition = make_edition()

    def older(document: Any) -> Any:
        families = {family.name: family.tools for family in edition}
        return make_document(entries(families, [*families]), edition.always_on, None)

    assert refused(SurfaceError, edition, answers_of(edition, full=older)) == (
        "the documents of profiles 'core' and 'full' differ in version"
    )


def test_a_command_that_does_not_pass_the_profile_on(make_edition: MakeEdition) -> None:
    """Every profile looks alike."""
    edition = make_edition()
    answers = dict.fromkeys(("core", "full"), answers_of(edition)["core"])
    assert refused(SurfaceError, edition, answers) == (
        "the server loads the same families under each of core, full: "
        "does the command pass {profile} on?"
    )


def test_a_family_that_is_loaded_in_part(make_edition: MakeEdition) -> None:
    """A family is loaded as a whole or not."""
    edition = make_edition()

    def halve(document: Any) -> Any:
        first, *others = document.tools
        return replace(document, tools=(replace(first, loaded=False), *others))

    assert refused(SurfaceError, edition, answers_of(edition, full=halve)) == (
        "the document of profile 'full': tools[1].loaded: true, but tools[0] of the same family "
        "(the text 'core') has false"
    )


def test_a_family_whose_tools_do_not_stand_together(make_edition: MakeEdition) -> None:
    """Families in turns give no one order of previews."""
    edition = make_edition()

    def mix(document: Any) -> Any:
        one, two, three, *others = document.tools
        return replace(document, tools=(one, three, two, *others))

    assert refused(SurfaceError, edition, answers_of(edition, core=mix)) == (
        "the document of profile 'core': tools[1]: the tools of family 'extra' do not stand "
        "together, so the order of previews cannot be told"
    )


def test_a_tool_that_stands_twice(make_edition: MakeEdition) -> None:
    """With both places."""
    edition = make_edition()

    def twice(document: Any) -> Any:
        return replace(document, tools=(*document.tools, document.tools[0]))

    assert refused(SurfaceError, edition, answers_of(edition, core=twice)) == (
        "the document of profile 'core': tools[5].name: the text 't_add' stands already at tools[0]"
    )


def test_always_on_tools_that_cannot_be_told(make_edition: MakeEdition) -> None:
    """Neither stated nor to be seen in a list."""
    edition = make_edition()
    answers = {
        label: replace(answer, document=replace(answer.document, families=None), listed=None)
        for label, answer in answers_of(edition).items()
    }
    assert refused(SurfaceError, edition, answers) == (
        "the document of profile 'core': it has no `families`, so the always-on tools cannot be "
        "told"
    )


def test_a_document_that_names_no_families(make_edition: MakeEdition) -> None:
    """Such as v1, or v2 over HTTP."""
    edition = make_edition()
    bare = make_answer(make_document([], None, None))
    assert refused(SurfaceError, edition, dict.fromkeys(("core", "full"), bare)) == (
        "the document of profile 'core': a v2 document names no families, so it makes no edition"
    )


# ---- Answers that the loader or the templates refuse -------------------------------------------


def test_a_sentence_that_fits_no_template(make_edition: MakeEdition) -> None:
    """Refused with field, profile and place."""
    edition = make_edition()

    def reword(document: Any) -> Any:
        return replace(document, summary=document.summary.replace("hidden", "gone"))

    message = refused(SentenceError, edition, answers_of(edition, full=reword))
    assert message.startswith("summary: the sentence of profile 'full' does not fit one template")


HOSTILE = ["a|b", "`rm`", "<b>", "-->", "a\nb", "{{x}}", "x\x1b[2J", "", "a--b", "<!-- /live -->"]


@pytest.mark.parametrize("name", HOSTILE)
def test_a_name_that_could_break_a_page_is_refused(make_edition: MakeEdition, name: str) -> None:
    """By the loader, with its place; nothing of it reaches a terminal."""
    edition = make_edition()

    def rename(document: Any) -> Any:
        first, *others = document.tools
        return replace(document, tools=(replace(first, name=name), *others))

    message = refused(EditionError, edition, answers_of(edition, core=rename, full=rename))
    assert message.startswith("recorded --profile {profile}: ")
    assert "\n  families.core[0]: " in message
    assert "\x1b" not in message
    if name:
        assert f"families.core[0]: {name!r} could break a page or a region marker; use " in message


def test_a_control_character_in_a_sentence_is_refused(make_edition: MakeEdition) -> None:
    """The template that holds it is."""
    edition = make_edition()

    def ring(document: Any) -> Any:
        return replace(document, summary=document.summary.replace("tools", "to\x07ols"))

    assert refused(EditionError, edition, answers_of(edition, core=ring, full=ring)) == (
        "recorded --profile {profile}: 1 problem in this edition\n"
        "  phrasing.summary: control character '\\x07' at character 24; remove it"
    )


def test_jargon_in_the_sentence_to_the_user_is_refused(make_edition: MakeEdition) -> None:
    """By the vocabulary of the other edition."""
    edition = make_edition()
    assert edition.phrasing is not None
    phrasing = replace(edition.phrasing, forbidden_in_describe=("demand",))
    like = replace(edition, phrasing=phrasing)
    message = refused(EditionError, edition, answers_of(edition), like)
    assert "phrasing.forbidden_in_describe: to_describe_to_user of profile 'core'" in message
    assert "holds the forbidden string 'demand'" in message


def test_an_unfit_label_is_refused(make_edition: MakeEdition) -> None:
    """A version that is no label asks for another one."""
    edition = make_edition()
    odd = {
        label: replace(answer, document=replace(answer.document, version="1.0+x y"))
        for label, answer in answers_of(edition).items()
    }
    assert "\n  label: '1.0+x y' could break a page" in refused(EditionError, edition, odd)
    assert pull_edition(Recorded(odd), edition, label="1.0").edition.label == "1.0"


def test_a_phrasing_that_does_not_give_the_sentences_back_never_comes_out(
    make_edition: MakeEdition,
) -> None:
    """The last look before an edition is made, whatever the recovery did."""
    edition = make_edition()
    profile = named_profiles(edition)[0]
    phrases = phrase(edition, profile)
    said = Heard(profile=profile, summary=phrases.summary, describe="something else")
    with pytest.raises(SentenceError) as caught:
        pull._verify(edition, [said])
    assert str(caught.value) == (
        "to_describe_to_user: the recovered template does not give the sentence of profile 'core' "
        "back"
    )


def test_the_other_edition_is_not_changed(make_edition: MakeEdition) -> None:
    """Editions are values."""
    edition = make_edition()
    before = replace(edition, profiles=MappingProxyType(dict(edition.profiles)))
    pull_edition(Recorded(answers_of(edition)), edition)
    assert edition == before
