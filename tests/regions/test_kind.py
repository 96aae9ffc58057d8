"""Region kinds and their arguments: what is said about a marker that asks for too much."""

from collections.abc import Mapping

import pytest

from ai_memory_spec.phrasing import EditionShelf
from ai_memory_spec.regions import (
    EDITION,
    FAMILY,
    PROFILE,
    PROFILES,
    Content,
    Kind,
    RenderError,
    Table,
    choice,
    line,
    make_kind,
    render_page,
    text,
)

SHELF = EditionShelf()


@make_kind(
    "count",
    "line",
    EDITION,
    PROFILE,
    choice("of", ("tools", "families"), "What is counted.", default="tools"),
)
def count_kind(edition: object, profile: object, of: str) -> Content:
    """One number.

    More words.
    """
    return line(f"{profile} {of}")


@make_kind("table", "block", EDITION, PROFILES, FAMILY, text("texts", "any text", "Words."))
def table_kind(edition: object, profiles: object, family: object, texts: str) -> Content:
    """A table."""
    if texts == "no":
        raise RenderError("there is nothing to show")
    return Table(head=("a",), rows=((line(texts),),))


KINDS: Mapping[str, Kind] = {"count": count_kind, "table": table_kind}
FAMILIES = "core, lifecycle, graph, governance, power, meta, archive, other"
VALID = f"Valid profiles: core, graph, admin, power, full. Valid families: {FAMILIES}."


def problems(marker: str, *, block: bool = True) -> list[str]:
    """Every problem of a page with this marker, as `column rule: message / fix`."""
    page = (
        f"<!-- {marker} -->\n\n<!-- /live -->\n" if block else f"x <!-- {marker} --><!-- /live -->"
    )
    rendered = render_page(page, "page.md", KINDS, SHELF)
    assert all(problem.region == "page.x" or problem.region for problem in rendered.problems)
    return [
        f"{rendered.page.lines.place(problem.offset)[1]} {problem.rule}: {problem.message} / "
        f"{problem.fix}"
        for problem in rendered.problems
    ]


@pytest.mark.parametrize(
    ("marker", "expected"),
    [
        (
            "live:cuont",
            (
                "1 marker.unknown-kind: there is no region kind 'cuont' / write `live:count`; "
                "`ai-memory-spec regions` lists the kinds"
            ),
        ),
        (
            "live:Count",
            (
                "1 marker.unknown-kind: there is no region kind 'Count' / write `live:count`; "
                "`ai-memory-spec regions` lists the kinds"
            ),
        ),
        (
            "live:zzz",
            (
                "1 marker.unknown-kind: there is no region kind 'zzz' / "
                "`ai-memory-spec regions` lists the kinds"
            ),
        ),
        (
            "live:count off=tools",
            (
                "17 marker.argument: `live:count` has no argument 'off' (did you mean 'of'?) / "
                "valid arguments: edition, profile, of, id"
            ),
        ),
        (
            "live:count of=tool",
            (
                "17 marker.argument: of='tool': no such value (did you mean 'tools'?) / "
                "use one of: tools, families"
            ),
        ),
        (
            'live:count id="a b"',
            (
                "17 marker.argument: the id 'a b' is not made of letters, digits and . _ - / / "
                "use letters, digits, dots, underscores, hyphens and slashes"
            ),
        ),
        (
            "live:table",
            (
                "1 marker.argument: `live:table` needs the argument 'texts' / "
                "add texts=…; valid values: any text"
            ),
        ),
        (
            "live:count profile=grahp",
            (
                "17 marker.argument: profile='grahp': unknown profile or family 'grahp' "
                f"(did you mean 'graph'?). {VALID} / valid values of profile: a profile string, "
                "such as core,archive"
            ),
        ),
        (
            "live:table texts=x profiles=core;grahp",
            (
                "25 marker.argument: profiles='core;grahp': unknown profile or family 'grahp' "
                f"(did you mean 'graph'?). {VALID} / valid values of profiles: profile strings "
                "separated by semicolons, or `named`"
            ),
        ),
        (
            "live:table texts=x family=grap",
            (
                "25 marker.argument: family='grap': edition 'spec' has no such family "
                f"(did you mean 'graph'?) / use one of: {FAMILIES}"
            ),
        ),
        (
            "live:table texts=no",
            (
                "1 region.render: `live:table` cannot be rendered: there is nothing to show / "
                "change the arguments of the marker"
            ),
        ),
    ],
)
def test_a_wrong_argument_is_one_problem_with_the_valid_choices(marker: str, expected: str) -> None:
    """Place, what was read, the nearest valid choice and the list of all."""
    assert problems(marker) == [expected]


def test_an_unknown_edition_is_said_once() -> None:
    """The arguments after it, which need an edition, are not judged without one."""
    (problem,) = problems("live:count edition=sepc profile=grahp")
    assert problem.startswith(
        "17 marker.argument: edition='sepc': unknown edition 'sepc' (did you mean 'spec'?). "
        "Valid editions: spec, "
    )


def test_all_problems_of_a_marker_are_said() -> None:
    """Not just the first."""
    found = problems("live:count off=1 of=tool profile=grahp")
    assert [each.split(":")[0] for each in found] == [
        "17 marker.argument",
        "23 marker.argument",
        "31 marker.argument",
    ]


def test_a_block_kind_inside_a_sentence_is_an_error() -> None:
    """The fix is the block form."""
    assert problems("live:table texts=x", block=False) == [
        (
            "3 marker.form: `live:table` makes a block, but its marker stands inside a line of "
            "text / put both markers on lines of their own"
        )
    ]


def test_a_kind_is_made_of_its_function() -> None:
    """The docstring's first sentence is the meaning; the example has what must be given."""
    assert count_kind.meaning == "One number."
    assert count_kind.example == "live:count"
    assert table_kind.example == "live:table texts=…"
