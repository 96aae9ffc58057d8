"""Finding regions: what is a marker, what is a sample, what is wrong and how it is said."""

import pytest

from ai_memory_spec.regions import find_regions

KINDS = ("count", "names", "profiles", "sentence", "tools")


def describe(text: str) -> str:
    """Everything that was found on a page, one line per region, two per problem."""
    page = find_regions(text, "page.md", KINDS)
    rows: list[tuple[int, str]] = []
    for problem in page.problems:
        line, column = page.lines.place(problem.offset)
        row = f"{line}:{column} {problem.rule}: {problem.message}\n    fix: {problem.fix}\n"
        rows.append((problem.offset, row))
    for region in page.regions:
        line, column = page.lines.place(region.opening.start)
        words = [f"{line}:{column} region", region.id, region.place.value]
        words += ["list"] if region.in_list else []
        words += [repr(region.prefix)] if region.prefix else []
        rows.append((region.opening.start, f"{' '.join([*words, repr(region.content)])}\n"))
    return "".join(row for _, row in sorted(rows, key=lambda pair: pair[0]))


@pytest.mark.cases("samples")
@pytest.mark.cases("places")
@pytest.mark.cases("errors")
def test_a_page_has_these_regions_and_problems(case: tuple[str, str]) -> None:
    """Every region, and every problem with place, message and fix, is as written down."""
    given, expected = case
    assert describe(given) == expected
