"""The region kind that tells all about one profile."""

from dataclasses import asdict

from ai_memory_spec.phrasing import FIELDS, Edition, Profile, count, phrase
from ai_memory_spec.regions import (
    EDITION,
    PROFILE,
    Block,
    Code,
    Content,
    Fence,
    Paragraphs,
    Table,
    code_list,
    line,
    make_kind,
)


@make_kind("profile-card", "block", EDITION, PROFILE)
def profile_card_kind(edition: Edition, profile: Profile) -> Content:
    """A profile in full: its command line, counts, families with tools, and both sentences."""
    counts = asdict(count(edition, profile))
    blocks: list[Block] = [
        Fence(text=f"ai-memory mcp --profile {profile.label}", language="sh"),
        Table(
            head=tuple(counts),
            rows=(tuple(line(str(number)) for number in counts.values()),),
            numeric=frozenset(range(len(counts))),
        ),
        Table(
            head=("Family", "Tools", "Names"),
            rows=tuple(
                (
                    line(Code(text=name)),
                    line(str(len(edition.family(name).tools))),
                    code_list(edition.family(name).tools),
                )
                for name in profile.families
            ),
            numeric=frozenset({1}),
        ),
    ]
    if edition.phrasing is not None:
        phrases = phrase(edition, profile)
        for field in FIELDS:
            blocks += [
                Paragraphs(lines=(line(Code(text=field)),)),
                Fence(text=getattr(phrases, field)),
            ]
    return tuple(blocks)
