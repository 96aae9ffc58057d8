"""The phrasing core: edition and profile in, counts and canonical sentences out.

Pure, typed, immutable, and built on the standard library alone. This list is what is public.
"""

from ai_memory_spec.phrasing.edition import TEMPLATE_NAMES, Edition, Family, Phrasing
from ai_memory_spec.phrasing.errors import (
    EditionError,
    EditionProblem,
    NoPhrasingError,
    PhrasingError,
    ProfileCaseError,
    ProfileError,
    UnknownEditionError,
    UnknownFamilyError,
    UnknownProfileError,
    did_you_mean,
    nearest,
    profile_messages,
)
from ai_memory_spec.phrasing.load import (
    DEFAULT_EDITION,
    EDITIONS_FOLDER,
    EditionShelf,
    edition_labels,
    load_edition,
    read_edition,
)
from ai_memory_spec.phrasing.parse import parse_edition
from ai_memory_spec.phrasing.profile import (
    Profile,
    all_profiles,
    make_profile,
    named_profiles,
    parse_profile,
)
from ai_memory_spec.phrasing.quoting import BLANKS, UNSEEN, quote
from ai_memory_spec.phrasing.sentences import (
    COUNT_NAMES,
    FIELDS,
    Counts,
    Phrases,
    count,
    phrase,
    phrasing_of,
    split_tools,
)
from ai_memory_spec.phrasing.template import fill_template, placeholders, split_template
from ai_memory_spec.phrasing.tone import ToneBreach, check_sentence, check_tone
from ai_memory_spec.phrasing.values import is_edition_label
from ai_memory_spec.phrasing.variables import DESCRIBE_VARIABLES, SUMMARY_VARIABLES, Variable

__all__ = [
    "BLANKS",
    "COUNT_NAMES",
    "DEFAULT_EDITION",
    "DESCRIBE_VARIABLES",
    "EDITIONS_FOLDER",
    "FIELDS",
    "SUMMARY_VARIABLES",
    "TEMPLATE_NAMES",
    "UNSEEN",
    "Counts",
    "Edition",
    "EditionError",
    "EditionProblem",
    "EditionShelf",
    "Family",
    "NoPhrasingError",
    "Phrases",
    "Phrasing",
    "PhrasingError",
    "Profile",
    "ProfileCaseError",
    "ProfileError",
    "ToneBreach",
    "UnknownEditionError",
    "UnknownFamilyError",
    "UnknownProfileError",
    "Variable",
    "all_profiles",
    "check_sentence",
    "check_tone",
    "count",
    "did_you_mean",
    "edition_labels",
    "fill_template",
    "is_edition_label",
    "load_edition",
    "make_profile",
    "named_profiles",
    "nearest",
    "parse_edition",
    "parse_profile",
    "phrase",
    "phrasing_of",
    "placeholders",
    "profile_messages",
    "quote",
    "read_edition",
    "split_template",
    "split_tools",
]
