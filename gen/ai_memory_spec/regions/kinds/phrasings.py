"""Kinds that show templates and sentences."""

import json

from ai_memory_spec.phrasing import (
    DESCRIBE_VARIABLES,
    FIELDS,
    SUMMARY_VARIABLES,
    TEMPLATE_NAMES,
    Edition,
    Profile,
    fill_template,
    phrase,
    phrasing_of,
    split_template,
)
from ai_memory_spec.regions.content import (
    Bullets,
    Code,
    Content,
    Fence,
    Line,
    Table,
    Text,
    code_list,
    line,
)
from ai_memory_spec.regions.kind import (
    EDITION,
    PROFILE,
    PROFILES,
    choice,
    make_kind,
    text,
)

_FIELD = choice("field", FIELDS, "Which of the two sentences.")
_CUT = choice(
    "cut",
    ("whole", "opening"),
    "`opening` ends after the last value that depends on the profile.",
    default="whole",
)


@make_kind("template", "block", EDITION, choice("name", TEMPLATE_NAMES, "Which template."))
def template_kind(edition: Edition, name: str) -> Content:
    """A phrasing template, byte for byte."""
    return Fence(text=phrasing_of(edition).templates[name])


@make_kind(
    "sentence",
    "line",
    EDITION,
    PROFILE,
    _FIELD,
    _CUT,
    choice("style", ("text", "code"), "Plain words, or inline code.", default="text"),
)
def sentence_kind(edition: Edition, profile: Profile, field: str, cut: str, style: str) -> Content:
    """One canonical sentence inside a line of text."""
    sentence = _cut(edition, profile, field, cut)
    return line(Code(text=sentence) if style == "code" else sentence)


@make_kind("sentence-block", "block", EDITION, PROFILE, _FIELD)
def sentence_block_kind(edition: Edition, profile: Profile, field: str) -> Content:
    """One canonical sentence as a code block, to be copied byte for byte."""
    return Fence(text=_cut(edition, profile, field, "whole"))


@make_kind("show-command", "block", EDITION)
def show_command_kind(edition: Edition) -> Content:
    """The command that computes an edition's strings without a server."""
    return Fence(text=f"ai-memory-spec show --edition {edition.label}", language="sh")


@make_kind("examples", "block", EDITION, PROFILES, _FIELD, _CUT)
def examples_kind(edition: Edition, profiles: tuple[Profile, ...], field: str, cut: str) -> Content:
    """Worked examples: one sentence per profile."""
    return Table(
        head=("Profile", "Opening" if cut == "opening" else field),
        rows=tuple(
            (line(Code(text=profile.label)), line(_cut(edition, profile, field, cut)))
            for profile in profiles
        ),
    )


@make_kind("variables", "block", EDITION, PROFILES, _FIELD)
def variables_kind(edition: Edition, profiles: tuple[Profile, ...], field: str) -> Content:
    """The variables of a field's templates: a table of meanings, and one of values per profile."""
    variables = SUMMARY_VARIABLES if field == "summary" else DESCRIBE_VARIABLES
    meanings = Table(
        head=("Variable", "Meaning"),
        rows=tuple(
            (line(Code(text=f"{{{variable.name}}}")), line(variable.meaning))
            for variable in variables
        ),
    )
    values = Table(
        head=("Profile", *(variable.name for variable in variables)),
        rows=tuple(
            (line(Code(text=profile.label)), *(_value(shown[each.name]) for each in variables))
            for profile in profiles
            for shown in (phrase(edition, profile).variables,)
        ),
    )
    return (meanings, values)


def _value(text: str) -> Line:
    return line(Code(text=text) if text else "(empty)")


@make_kind("forbidden", "block", EDITION)
def forbidden_kind(edition: Edition) -> Content:
    """The strings that must not occur in `to_describe_to_user`."""
    forbidden = phrasing_of(edition).forbidden_in_describe
    return Bullets(items=tuple(line(Code(text=word)) for word in forbidden))


@make_kind("counting-rule", "line", EDITION)
def counting_rule_kind(edition: Edition) -> Line:
    """The edition's rule for always-on tools in `summary`, as a sentence."""
    rule = (
        " counts as visible, whether or not its family is loaded."
        if phrasing_of(edition).summary_counts_always_on
        else " is left out of both numbers, although every client can call it."
    )
    if not edition.always_on:
        return line("there is no always-on tool.")
    return Line((*code_list(edition.always_on).spans, Text(text=rule)))


@make_kind(
    "request",
    "block",
    text("profile", "a profile string", "Starts the server with this profile.", default=""),
    choice("accept", ("v3", "v2", "v1"), "Which document is asked for.", default="v3"),
)
def request_kind(profile: str, accept: str) -> Content:
    """The command that asks a server for the strings of a page."""
    request = {
        "jsonrpc": "2.0",
        "id": 1,
        "method": "tools/call",
        "params": {"name": "memory_capabilities", "arguments": {"accept": accept}},
    }
    compact = json.dumps(request, separators=(",", ":"))
    option = f" --profile {profile}" if profile else ""
    return Fence(text=f"echo '{compact}' | ai-memory mcp{option}", language="sh")


def _cut(edition: Edition, profile: Profile, field: str, cut: str) -> str:
    if cut == "opening":
        return opening_of(edition, profile, field)
    return str(getattr(phrase(edition, profile), field))


def opening_of(edition: Edition, profile: Profile, field: str) -> str:
    """A sentence up to the last value that depends on the profile, with an ellipsis if cut."""
    phrases = phrase(edition, profile)
    phrasing = phrasing_of(edition)
    if field == "summary":
        template = phrasing.summary
    elif phrases.variables["n_unloaded"] == "0":
        template = phrasing.describe_full
    else:
        template = phrasing.describe_partial
    pieces = [f"{{{piece}}}" if variable else piece for piece, variable in split_template(template)]
    if not pieces[-1].startswith("{"):
        pieces.pop()
    opening = fill_template("".join(pieces), phrases.variables)
    return opening if opening == getattr(phrases, field) else f"{opening} …"


PHRASING_KINDS = (
    template_kind,
    sentence_kind,
    sentence_block_kind,
    show_command_kind,
    examples_kind,
    variables_kind,
    forbidden_kind,
    counting_rule_kind,
    request_kind,
)
