"""The region kind that tells all about each requirement, with an address of its own."""

from collections.abc import Mapping, Sequence

from ai_memory_spec.conformance.files import known_tests
from ai_memory_spec.conformance.kinds import CLAUSE, outcome_word, statement_line
from ai_memory_spec.conformance.measured import Release, load_releases
from ai_memory_spec.conformance.published import count_vectors
from ai_memory_spec.conformance.requirements import Requirement, load_requirements
from ai_memory_spec.phrasing import DEFAULT_EDITION, EditionShelf
from ai_memory_spec.regions import (
    Anchor,
    Block,
    Bullets,
    Code,
    Content,
    Line,
    Link,
    Paragraphs,
    Text,
    line,
    make_kind,
)


@make_kind("requirement-cards", "block", CLAUSE, takes_shelf=True)
def requirement_cards_kind(clause: str, shelf: EditionShelf) -> Content:
    """Each requirement in full: its address, statement, tests, vectors and what releases do."""
    tests, releases = known_tests(), load_releases()
    vectors = count_vectors(shelf.get(DEFAULT_EDITION))
    blocks: list[Block] = []
    for item in load_requirements().of_clause(clause):
        blocks += [
            Paragraphs(lines=(_head(item), statement_line(item.statement))),
            Bullets(
                items=(
                    *_tests(tests.get(item.id, ())),
                    _vectors(vectors, item),
                    _releases(releases, item),
                )
            ),
        ]
    return tuple(blocks)


def _head(item: Requirement) -> Line:
    anchors = [Anchor(name=name) for name in (*item.was, item.id)]
    return line(
        *anchors,
        Link(text=item.id, target=f"#{item.id}"),
        f" · {item.level.value} · {item.clause}",
    )


def _tests(nodes: Sequence[str]) -> tuple[Line, ...]:
    if not nodes:
        return (line("Test: none"),)
    return tuple(line("Test: ", Code(text=node)) for node in nodes)


def _vectors(counts: Mapping[str, int], item: Requirement) -> Line:
    number = counts.get(item.id, 0)
    if not number:
        return line("Vectors: none")
    file = f"vectors/{DEFAULT_EDITION}.json"
    return line(f"Vectors: {number} in ", Link(text=file, target=file))


def _releases(releases: Sequence[Release], item: Requirement) -> Line:
    spans: list[Text | Code] = [Text(text="Releases: ")]
    for index, release in enumerate(releases):
        measured = release.results.get(item.id)
        word = outcome_word(measured)
        spans += [
            Text(text=", " if index else ""),
            Code(text=release.version),
            Text(text=f" {word}"),
        ]
    return Line(tuple(spans))


@make_kind("vector-files", "block", takes_shelf=True)
def vector_files_kind(shelf: EditionShelf) -> Content:
    """Links to the conformance vectors of every edition, and to their schema."""
    items = [
        line(
            "edition ",
            Code(text=label),
            ": ",
            Link(text=f"{label}.json", target=f"vectors/{label}.json"),
        )
        for label in shelf.labels()
    ]
    items.append(line("JSON Schema: ", Link(text="vectors.json", target="schemas/vectors.json")))
    return Bullets(items=tuple(items))


CARD_KINDS = (requirement_cards_kind, vector_files_kind)
"""In the order of the reference page."""
