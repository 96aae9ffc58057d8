"""All profiles of an edition as data: JSON for programs, CSV for spreadsheets."""

import csv
import io
import json
from dataclasses import asdict

from ai_memory_spec.phrasing import (
    BLANKS,
    COUNT_NAMES,
    UNSEEN,
    Edition,
    all_profiles,
    count,
    phrase,
    phrasing_of,
    profile_messages,
)


def phrasings_json(edition: Edition) -> str:
    r"""Everything that the playground shows of an edition, so that it computes nothing itself.

    One object; every list is in the edition's order:

    - `edition`, `what`: its label, and one line about it
    - `families`: `name`, `tools` (names), `counted` (how many of them are not always on)
    - `base_family`: the family that every profile holds, or null
    - `always_on`: tools that every client can call
    - `summary_counts_always_on`: whether `visible` and `total` count these
    - `forbidden`: strings that `to_describe_to_user` must not hold
    - `named_profiles`: name to family names
    - `profiles`: for every distinct profile its label as `profile`, its `families`, the counts
      `visible`, `total`, `unloaded`, `n_loaded`, `n_unloaded`, and both sentences
    - `reading`: what it takes to read a profile string as the core does: `blanks` (the
      characters that are trimmed), `unseen` (a character class: what is quoted as `\uXXXX`),
      and `messages` (see `profile_messages`)

    Raises:
        NoPhrasingError: The edition has no sentences.
    """
    phrasing = phrasing_of(edition)
    data = {
        "edition": edition.label,
        "what": edition.what,
        "families": [
            {
                "name": family.name,
                "tools": list(family.tools),
                "counted": sum(tool not in edition.always_on for tool in family.tools),
            }
            for family in edition.families
        ],
        "base_family": edition.base_family,
        "always_on": list(edition.always_on),
        "summary_counts_always_on": phrasing.summary_counts_always_on,
        "forbidden": list(phrasing.forbidden_in_describe),
        "named_profiles": {name: list(held) for name, held in edition.profiles.items()},
        "reading": {
            "blanks": BLANKS,
            "unseen": UNSEEN,
            "messages": profile_messages(tuple(edition.profiles), edition.family_names),
        },
        "profiles": [
            {
                "profile": profile.label,
                "families": list(profile.families),
                **asdict(count(edition, profile)),
                "summary": phrases.summary,
                "to_describe_to_user": phrases.to_describe_to_user,
            }
            for profile in all_profiles(edition)
            for phrases in (phrase(edition, profile),)
        ],
    }
    return json.dumps(data, ensure_ascii=False, indent=1) + "\n"


def phrasings_csv(edition: Edition) -> str:
    """A row per profile; LF line endings, every text field that needs it quoted."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(["profile", "families", *COUNT_NAMES, "summary", "to_describe_to_user"])
    for profile in all_profiles(edition):
        phrases = phrase(edition, profile)
        counts = asdict(count(edition, profile))
        writer.writerow(
            [
                profile.label,
                " ".join(profile.families),
                *(counts[name] for name in COUNT_NAMES),
                phrases.summary,
                phrases.to_describe_to_user,
            ]
        )
    return out.getvalue()
