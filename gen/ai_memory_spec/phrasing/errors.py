"""What can be wrong with a request to the core, one class per cause.

Every message says what was read, what is valid, and how to put it right.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from ai_memory_spec.phrasing.quoting import BLANKS, lower_ascii, quote
from ai_memory_spec.phrasing.template import fill_template

LONGEST_WORD = 64
"""Characters of the longest word that a suggestion is looked for."""

_DID_YOU_MEAN = " (did you mean {match}?)"


class PhrasingError(Exception):
    """Base of all errors that the core raises."""


class UnknownEditionError(PhrasingError):
    """No edition has this label, and it is no path to a file either."""

    def __init__(self, label: str, choices: Sequence[str]) -> None:
        self.label = label
        self.choices = tuple(choices)
        hint = did_you_mean(label, choices)
        editions = f"Valid editions: {', '.join(choices)}"
        if label.lower().endswith((".toml", ".json")):
            message = f"there is no edition file {label!r}{hint}; check the path. {editions}."
        else:
            message = (
                f"unknown edition {label!r}{hint}. {editions}; "
                "or give the path of a .toml or .json file."
            )
        super().__init__(message)


@dataclass(frozen=True, slots=True, kw_only=True)
class EditionProblem:
    """One thing that is wrong with an edition's data."""

    place: str
    """Where, as a path into the data, such as `families.core[2]`."""
    message: str
    """What is wrong and how to mend it, in one sentence."""
    line: int | None = None
    """1-based line of the file, where it is known."""

    def __str__(self) -> str:
        return f"{self.place}: {self.message}"


class EditionError(PhrasingError):
    """An edition's data is unfit; holds every problem, not just the first."""

    def __init__(self, source: str, problems: Sequence[EditionProblem]) -> None:
        self.source = source
        self.problems = tuple(problems)
        count = len(self.problems)
        head = f"{source}: {count} problem{'' if count == 1 else 's'} in this edition"
        super().__init__("\n".join([head, *(f"  {self._place(each)}" for each in self.problems)]))

    def _place(self, problem: EditionProblem) -> str:
        return str(problem) if problem.line is None else f"{self.source}:{problem.line}: {problem}"


class ProfileError(PhrasingError):
    """Base of all errors about a profile string."""


class ProfileCaseError(ProfileError):
    """The profile string holds an ASCII upper-case letter."""

    def __init__(self, text: str, profiles: Sequence[str], families: Sequence[str]) -> None:
        self.text = text
        self.profiles = tuple(profiles)
        self.families = tuple(families)
        choices = [*profiles, *families, ""]
        tokens = [token.strip(BLANKS) for token in lower_ascii(text).split(",")]
        mended = [token if token in choices else nearest(token, choices) for token in tokens]
        written = [token for token in mended if token is not None]
        messages = profile_messages(profiles, families)
        hint = ""
        if len(written) == len(mended):
            hint = fill_template(messages["case_hint"], {"text": quote(",".join(written))})
        super().__init__(fill_template(messages["case"], {"text": quote(text), "hint": hint}))


class UnknownProfileError(ProfileError):
    """A token of the profile string names neither a profile nor a family."""

    def __init__(self, token: str, profiles: Sequence[str], families: Sequence[str]) -> None:
        self.token = token
        self.profiles = tuple(profiles)
        self.families = tuple(families)
        hint = did_you_mean(token, [*profiles, *families])
        messages = profile_messages(profiles, families)
        super().__init__(fill_template(messages["unknown"], {"token": quote(token), "hint": hint}))


class UnknownFamilyError(PhrasingError):
    """A family name, or a profile's family, that the edition lacks."""

    def __init__(self, family: str, edition: str, families: Sequence[str]) -> None:
        self.family = family
        self.edition = edition
        self.families = tuple(families)
        super().__init__(
            f"edition {edition!r} has no family {family!r}{did_you_mean(family, families)}. "
            f"Valid families: {', '.join(families)}."
        )


class NoPhrasingError(PhrasingError):
    """The edition holds no phrasing templates, so it has no sentences."""

    def __init__(self, edition: str) -> None:
        self.edition = edition
        super().__init__(
            f"edition {edition!r} has no phrasing: it predates the two sentences or is a plain "
            "tool list. Counts, names and tables work; for sentences choose another edition."
        )


def profile_messages(profiles: Sequence[str], families: Sequence[str]) -> dict[str, str]:
    """The templates of the messages about profile strings, for an edition with these names.

    They are data so that the playground says the same: `case` (`{text}`, `{hint}`) with its hint
    `case_hint` (`{text}`), and `unknown` (`{token}`, `{hint}`) with `unknown_hint` (`{match}`).
    A hint is empty where nothing can be suggested.
    """
    valid = f"Valid families: {', '.join(families)}."
    if profiles:
        valid = f"Valid profiles: {', '.join(profiles)}. {valid}"
    return {
        "case": "profile {text} has an upper-case letter; "
        f"profile and family names are lower case.{{hint}} {valid}",
        "case_hint": " Write {text}.",
        "unknown": f"unknown profile or family {{token}}{{hint}}. {valid}",
        "unknown_hint": _DID_YOU_MEAN,
    }


def nearest(word: str, choices: Iterable[str]) -> str | None:
    """The choice that looks most like the word, or None if none looks like it.

    A word of more than `LONGEST_WORD` characters looks like none. Of two choices that look as
    much like it, the later one by code points is taken.
    """
    from difflib import get_close_matches  # only needed on the way to an error

    if len(word) > LONGEST_WORD:
        return None
    matches = get_close_matches(word, list(choices), n=1, cutoff=0.6)
    return matches[0] if matches else None


def did_you_mean(word: str, choices: Iterable[str]) -> str:
    """The text ` (did you mean 'x'?)` for a message, or nothing."""
    match = nearest(word, choices)
    return fill_template(_DID_YOU_MEAN, {"match": quote(match)}) if match else ""
