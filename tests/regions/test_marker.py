"""The text of one comment: a marker, a marker written wrong, or none of ours."""

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from ai_memory_spec.regions.marker import Role, read_comment, safe_spelling

KINDS = ("count", "name", "names", "profiles", "tools")


def read(comment: str) -> tuple[Role, list[tuple[str, str]], list[tuple[str, str]]]:
    """Role, arguments and problems (rule and fix) of a comment on a line of its own."""
    reading = read_comment(comment, 0, len(comment), KINDS)
    arguments = reading.marker.arguments if reading.marker else ()
    return (
        reading.role,
        [(each.key, each.value) for each in arguments],
        [(each.rule, each.fix) for each in reading.problems],
    )


@pytest.mark.parametrize(
    ("comment", "arguments"),
    [
        ("<!-- live:count -->", []),
        ("<!--live:count-->", []),
        ("<!--   live:count\t-->", []),
        ("<!-- live:count of=tools -->", [("of", "tools")]),
        ("<!-- live:count of=tools family=core -->", [("of", "tools"), ("family", "core")]),
        ("<!-- live:count of= -->", [("of", "")]),
        ('<!-- live:count of="" -->', [("of", "")]),
        ('<!-- live:count of="a b" id=x -->', [("of", "a b"), ("id", "x")]),
        ("<!-- live:count of=a%7Cb%20c%2D%2D -->", [("of", "a|b c--")]),
        ("<!-- live:count of=100% -->", [("of", "100%")]),
        ("<!-- live:count of=a=b -->", [("of", "a=b")]),
        ("<!-- live:count of=é;ü -->", [("of", "é;ü")]),
    ],
)
def test_arguments_are_read(comment: str, arguments: list[tuple[str, str]]) -> None:
    """Values are bare or quoted; percent codes are resolved."""
    assert read(comment) == (Role.OPENS, arguments, [])


@pytest.mark.parametrize("comment", ["<!-- /live -->", "<!--/live-->", "<!--  /live\t-->"])
def test_a_closing_marker_has_no_more_than_its_name(comment: str) -> None:
    """Blanks around it do not matter."""
    assert read(comment) == (Role.CLOSES, [], [])


FREE = [
    *("live demo on Friday", "lives:9", "lives", "alive: names", "life: tools", "life:time"),
    *("to live is to count", "Liverpool 9", "live names of heroes", "live counts up", "olive:oil"),
    *("end live demo", "/olive oil", "/life is short", "", "-", "live -> dead", "live stream:x"),
]


@pytest.mark.parametrize("text", FREE)
def test_a_comment_of_the_authors_own_is_left_alone(text: str) -> None:
    """No problem, no role: words that only look a little like a marker."""
    assert read(f"<!-- {text} -->") == (Role.NONE, [], [])


COUNT = "write `<!-- live:count … -->`, lower case, without a blank"
CLOSE = "write `<!-- /live -->`; a closing marker has no name"

MISSPELT = [
    ("Live:count", Role.OPENS, COUNT),
    ("LIVE:COUNT of=x", Role.OPENS, COUNT),
    ("live :count", Role.OPENS, COUNT),
    ("live : count", Role.OPENS, COUNT),
    ("Live:anything", Role.OPENS, COUNT.replace("count", "NAME")),
    ("live count", Role.OPENS, COUNT),
    ("live count of=tools", Role.OPENS, COUNT),
    ("live-count", Role.OPENS, COUNT),
    ("live_count of=x", Role.OPENS, COUNT),
    ("live;cuont", Role.OPENS, COUNT),
    ("live.count", Role.OPENS, COUNT),
    ("live=count", Role.OPENS, COUNT),
    ("liv:count", Role.OPENS, COUNT),
    ("lvie:cuont of=x", Role.OPENS, COUNT),
    ("alive:count", Role.OPENS, COUNT),
    ("- live:count -", Role.OPENS, COUNT),
    ("/Live", Role.CLOSES, CLOSE),
    ("/ live", Role.CLOSES, CLOSE),
    ("/lvie", Role.CLOSES, CLOSE),
    ("/live:count", Role.CLOSES, CLOSE),
    ("/live count of=x", Role.CLOSES, CLOSE),
    ("\\live", Role.CLOSES, CLOSE),
    ("live/", Role.CLOSES, CLOSE),
    ("/live/", Role.CLOSES, CLOSE),
    ("end live", Role.CLOSES, CLOSE),
    ("endlive", Role.CLOSES, CLOSE),
    ("END-LIVE", Role.CLOSES, CLOSE),
    ("- /live -", Role.CLOSES, CLOSE),
]


@pytest.mark.parametrize(("text", "role", "fix"), MISSPELT)
def test_a_misspelt_marker_is_told_from_a_free_comment(text: str, role: Role, fix: str) -> None:
    """Near misses are errors that show the right spelling, with the kind that was meant."""
    assert read(f"<!-- {text} -->") == (role, [], [("marker.misspelt", fix)])


@pytest.mark.parametrize(
    ("argument", "at", "read_as", "spelling"),
    [
        ("name=--all", 5, "'--' in 'name=--all'", "name=%2D%2Dall"),
        ("sep=|", 4, "'|' in 'sep=|'", "sep=%7C"),
        ("min=>3", 4, "'>' in 'min=>3'", "min=%3E3"),
        ("a=<b", 2, "'<' in 'a=<b'", "a=%3Cb"),
        ("a=`b", 2, "'`' in 'a=`b'", "a=%60b"),
        ("a=b*", 3, "'*' in 'a=b*'", "a=b%2A"),
        ("a=b-", 3, "'-' in 'a=b-'", "a=b%2D"),
        ("a=&lt;", 2, "'&' in 'a=&lt;'", "a=%26lt;"),
        ("a={x}", 2, "'{' in 'a={x}'", "a=%7Bx%7D"),
        ("a=[x](y)", 2, "'[' in 'a=[x](y)'", "a=%5Bx%5D(y)"),
        ("a=\\x", 2, "'\\\\' in 'a=\\\\x'", "a=%5Cx"),
        ("a=$x$", 2, "'$' in 'a=$x$'", "a=%24x%24"),
        ("a=c++", 3, "'++' in 'a=c++'", "a=c%2B%2B"),
        ("a=\x1bx", 2, "'\\x1b' in 'a=\\x1bx'", "a=%1Bx"),
        ('a="b | c"', 5, "'|' in 'a=\"b | c\"'", 'a="b %7C c"'),
        ("|", 0, "'|' in '|'", "%7C"),
    ],
)
def test_what_is_not_inert_in_a_comment_is_refused(
    argument: str, at: int, read_as: str, spelling: str
) -> None:
    """The error stands at the character and shows the safe spelling."""
    comment = f"<!-- live:count {argument} -->"
    (problem,) = read_comment(comment, 0, len(comment), KINDS).problems
    assert (problem.rule, problem.offset) == ("marker.unsafe", 16 + at)
    assert (
        problem.message == f"{read_as} is not inert in a comment: some Markdown parsers act on it"
    )
    assert problem.fix == f"write {spelling}"


@example("--|<>`[]{}\\*&$++-")
@given(st.text(max_size=12))
def test_the_safe_spelling_is_accepted_and_means_the_same(value: str) -> None:
    """Whatever a value holds, its safe spelling in quotes reads back as that value."""
    coded = safe_spelling(value.replace("%", "%25").replace('"', "%22")).replace("\x85", "%C2%85")
    coded = "".join(char if char.isprintable() else _coded(char) for char in coded)
    comment = f'<!-- live:count a="{coded}" -->'
    assert read(comment) == (Role.OPENS, [("a", value)], [])


def _coded(char: str) -> str:
    return "".join(f"%{byte:02X}" for byte in char.encode())


@pytest.mark.parametrize(
    ("comment", "rule"),
    [
        ("<!-- live:count", "marker.multiline"),
        ("<!-- live:count -- >", "marker.multiline"),
        ("<!-- live:count ->", "marker.multiline"),
        ("<!-- live:count <!-- x -->", "marker.multiline"),
        ("<!-- /live", "marker.multiline"),
        ("<!-- /live -- > tail", "marker.multiline"),
        ("<!-- live: -->", "marker.unknown-kind"),
        ("<!-- live: count -->", "marker.unknown-kind"),
        ("<!-- live:count --->", "marker.unsafe"),
        ("<!-- live:count of tools -->", "marker.argument"),
        ("<!-- live:count of =tools -->", "marker.argument"),
        ('<!-- live:count of="a" b -->', "marker.argument"),
        ('<!-- live:count of="a"b -->', "marker.argument"),
        ("<!-- live:count =a -->", "marker.argument"),
        ("<!-- live:count of=a of=b -->", "marker.argument"),
        ("<!-- live -->", "marker.bare"),
    ],
)
def test_a_broken_comment_is_one_problem(comment: str, rule: str) -> None:
    """One mistake, one problem."""
    assert [found for found, _ in read(comment)[2]] == [rule]


def test_a_long_comment_is_quoted_in_part() -> None:
    """A message stays a message, however long the page's line is."""
    comment = f"<!-- Live:count {'x' * 10_000} -->"
    (problem,) = read_comment(comment, 0, len(comment), KINDS).problems
    assert problem.message == (
        f"the comment '<!-- Live:count {'x' * 63}…' looks like a region marker but is none"
    )
