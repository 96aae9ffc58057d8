"""The region kind that tells all about one profile."""

from dataclasses import asdict

from ai_memory_spec.phrasing import FIELDS, Edition, Profile, count, named_profiles, phrase
from ai_memory_spec.regions import (
    EDITION,
    PROFILE,
    Block,
    Code,
    Content,
    Fence,
    Line,
    Link,
    Paragraphs,
    Table,
    Text,
    code_list,
    line,
    make_kind,
    text,
)


@make_kind(
    "profile-links",
    "line",
    EDITION,
    text("page", "file name of the playground's page, without `.md`", "Where links lead."),
)
def profile_links_kind(edition: Edition, page: str) -> Line:
    """Links to the playground for every named profile of an edition."""
    spans: list[Text | Link] = []
    for profile in named_profiles(edition):
        if spans:
            spans.append(Text(text=" · "))
        target = f"{page}.md?edition={edition.label}&profile={profile.label}"
        spans.append(Link(text=profile.label, target=target))
    return Line(tuple(spans))


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
