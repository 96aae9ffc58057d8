"""The one table of rules: what each finding is called and how severe it is.

`check`, the MkDocs plugin and every reporter take severities from here, so an error in one is
an error in all.
"""

from dataclasses import dataclass
from enum import Enum


class Severity(Enum):
    """Whether a finding fails a run."""

    ERROR = "error"
    """Drift, or a page that cannot be trusted; fails the run."""
    ADVICE = "advice"
    """Worth a look; never fails a run."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Rule:
    """One kind of finding."""

    id: str
    """From general to specific, lower case, dots between; never reused."""
    severity: Severity
    meaning: str
    """One sentence for readers of the documentation."""


def _error(rule: str, meaning: str) -> Rule:
    return Rule(id=rule, severity=Severity.ERROR, meaning=meaning)


def _advice(rule: str, meaning: str) -> Rule:
    return Rule(id=rule, severity=Severity.ADVICE, meaning=meaning)


_ALL = (
    _error("region.stale", "The committed text of a region differs from the live text."),
    _error("region.render", "A region cannot be computed with the arguments it has."),
    _error("marker.unclosed", "An opening marker has no closing marker in the same place."),
    _error("marker.stray-close", "A closing marker closes nothing."),
    _error("marker.nested", "A region opens inside another region."),
    _error("marker.misspelt", "A comment looks like a region marker but is none."),
    _error("marker.unknown-kind", "A marker names a region kind that does not exist."),
    _error("marker.argument", "An argument is unknown, missing, repeated or has a bad value."),
    _error("marker.unsafe", "A marker holds characters that are not inert in a comment."),
    _error("marker.duplicate-id", "Two regions of one page have the same id."),
    _error("marker.first-on-line", "An inline marker comes first on its line."),
    _error("marker.multiline", "A marker does not end on the line where it begins."),
    _error("marker.place", "A marker stands where Markdown does not read it as a comment."),
    _error("marker.form", "A region kind that makes a block stands inside a sentence."),
    _advice("marker.bare", "A bare `live` comment names no region kind."),
    _advice("heading.anchor", "A heading holds a live value and has no anchor of its own."),
    _advice("region.escape", "A formatter has escaped a region as Python-Markdown may not know."),
    _advice("list.indent", "A region in a list item is indented by less than four spaces."),
    _error("page.stale", "A file that is generated whole is missing or out of date."),
    _error("page.encoding", "A page is not UTF-8 text."),
    _error("page.stale", "A file that is generated as a whole is missing or out of date."),
    _error("html.page-missing", "A page of the site configuration is not in the built site."),
    _error("html.region-missing", "A region of the page is not in the built HTML."),
    _error("html.stale", "The text of a region in the built HTML differs from the live text."),
    _error("html.structure", "The region markers in the built HTML do not pair up."),
    _error("html.marker", "A marker in the built HTML is malformed or cannot be rendered."),
    _error("html.text", "A plain text beside the HTML differs from live text."),
    _error("live.summary", "Page, core and server do not all say the same `summary`."),
    _error("live.describe", "Page, core and server do not all say the same `to_describe_to_user`."),
    _error("live.region", "Page, core and server do not all have the same text in a region."),
    _error("live.template", "The server fills a template with another wording."),
    _error("live.counts", "A sentence of the server holds other counts, names or labels."),
    _error("live.counting-rule", "The server counts always-on tools in another way."),
    _error("live.tools-added", "The server has tools that the edition lacks."),
    _error("live.tools-removed", "The server lacks tools of the edition."),
    _error("live.tools-moved", "The server holds tools in other families."),
    _error("live.tools-order", "The server has families or tools in another order."),
    _error("live.tools-twice", "The server names a tool in `tools` more than once."),
    _error(
        "live.callable-now",
        "`callable_now` does not follow from `loaded` and what the agent is permitted.",
    ),
    _error("live.families", "`families` of a document says other than its `tools`."),
    _error("live.surface", "The server shows other tools under one profile than under another."),
    _error("live.always-on", "The server serves other always-on tools."),
    _error("live.listed", "`tools/list` differs from the families and the always-on tools."),
    _error("live.no-tools", "The server declares no tools at all."),
    _error("live.profile", "The server loaded other families than it was asked for."),
    _advice("live.protocol", "The server broke the protocol and could still be understood."),
    _error("live.protocol-strict", "The same, where `--strict-protocol` was given."),
)

RULES = {rule.id: rule for rule in _ALL}
"""Every rule by id, in the order of the documentation."""
