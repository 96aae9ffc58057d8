"""Prefix and preview sizes, found by the names that stand in the sentences."""

import pytest

from ai_memory_spec.editing import SentenceError
from ai_memory_spec.editing.previews import Previews, Sides, find_previews

LOADED = ("t_add", "t_get", "t_sum")
UNLOADED = ("t_help", "t_stat")


def sides(sentence: str, profile: str = "core", **names: tuple[str, ...]) -> Sides:
    return Sides(
        profile=profile,
        sentence=sentence,
        loaded=names.get("loaded", LOADED),
        unloaded=names.get("unloaded", UNLOADED),
    )


@pytest.mark.parametrize(
    ("sentence", "like", "expected"),
    [
        ("have (add, get, ...) more (help, etc.)", "t_", ("t_", 2, 1, False, False)),
        ("have (add, get, sum) more (help, stat)", "t_", ("t_", 3, 2, True, True)),
        ("have (add) more (help, stat, etc.)", "", ("t_", 1, 2, False, True)),
        ("have (t_add, t_get, ...) more (t_help, etc.)", "t_", ("", 2, 1, False, False)),
        ("have (t_add) more (t_help)", "x_", ("", 1, 1, False, False)),
        # A name inside a longer word is no name.
        ("readd addition add, get; thelp help", "t_", ("t_", 2, 1, False, False)),
    ],
)
def test_prefix_and_sizes(
    sentence: str, like: str, expected: tuple[str, int, int, bool, bool]
) -> None:
    """The longest run of first names that stands in the sentence, under the prefix that fits."""
    found = find_previews([sides(sentence)], like)
    assert found == Previews(
        strip_prefix=expected[0],
        loaded=expected[1],
        unloaded=expected[2],
        loaded_is_whole=expected[3],
        unloaded_is_whole=expected[4],
    )


def test_the_prefix_that_shows_more_names_is_the_prefix() -> None:
    """A hyphen ends a word, so that each first name stands in the sentence without prefix too."""
    names = {"loaded": ("t-add", "t-get"), "unloaded": ("t-sum", "t-max")}
    found = find_previews([sides("have (t-add, t-get) more (t-sum, t-max)", **names)], "t-")
    assert (found.strip_prefix, found.loaded, found.unloaded) == ("", 2, 2)


def test_the_size_holds_for_every_profile() -> None:
    """A profile that shows fewer names than it has bounds the size for all."""
    short = sides("have (add) more (help)", "one", loaded=("t_add",), unloaded=("t_help",))
    long = sides("have (add, get, ...) more (help, etc.)", "all")
    found = find_previews([short, long], "t_")
    assert (found.loaded, found.unloaded) == (2, 1)
    assert (found.loaded_is_whole, found.unloaded_is_whole) == (False, False)


def test_a_profile_without_unloaded_tools_shows_none() -> None:
    """As in the full form."""
    found = find_previews([sides("all (add, get, ...)", unloaded=())], "t_")
    assert (found.loaded, found.unloaded, found.unloaded_is_whole) == (2, 0, True)


def test_a_profile_without_loaded_tools_shows_none() -> None:
    """All its tools are always on."""
    found = find_previews([sides("have () more (help, etc.)", loaded=())], "t_")
    assert (found.loaded, found.loaded_is_whole, found.unloaded) == (0, True, 1)


@pytest.mark.parametrize(
    ("sentence", "message"),
    [
        (
            "nothing here",
            (
                "to_describe_to_user: the sentence of profile 'core' does not show its first "
                "loaded tool, 'add'"
            ),
        ),
        (
            "have (add, get)",
            (
                "to_describe_to_user: the sentence of profile 'core' does not show its first "
                "unloaded tool, 'help'"
            ),
        ),
        (
            "have (t_add) more (help)",
            (
                "to_describe_to_user: the sentences show tool names without one prefix and size "
                "for all profiles"
            ),
        ),
    ],
)
def test_what_does_not_show_the_first_names_is_refused(sentence: str, message: str) -> None:
    """With the profile and the name that is missing."""
    with pytest.raises(SentenceError) as caught:
        find_previews([sides(sentence)], "t_")
    assert str(caught.value) == message
    assert caught.value.field == "to_describe_to_user"
