"""What differs between two editions: frozen values, fit for any reporter.

Names that only one side has, things that changed their place, and texts side by side. Word
diffs are not stored: a reporter that wants one makes it of the two texts.
"""

from dataclasses import dataclass

from ai_memory_spec.phrasing import Counts


@dataclass(frozen=True, slots=True, kw_only=True)
class PlacedTool:
    """A tool that one edition has and the other lacks."""

    tool: str
    family: str
    """The family that holds it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class MovedTool:
    """A tool that both editions have, in different families."""

    tool: str
    before: str
    after: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Reordered:
    """Names that both editions have, in another order."""

    family: str | None
    """The family whose tools these are; None where these are the families."""
    before: tuple[str, ...]
    """The shared names in the first edition's order, without the ends that did not change."""
    after: tuple[str, ...]
    """The same names in the second edition's order."""


@dataclass(frozen=True, slots=True, kw_only=True)
class NameChanges:
    """Names that only one of two lists has, each in its own list's order."""

    added: tuple[str, ...] = ()
    removed: tuple[str, ...] = ()

    def __bool__(self) -> bool:
        return bool(self.added or self.removed)


@dataclass(frozen=True, slots=True, kw_only=True)
class FamilySize:
    """How many tools a family holds on both sides; None where there is no such family."""

    family: str
    before: int | None
    after: int | None

    @property
    def changed(self) -> bool:
        """Whether the sides differ."""
        return self.before != self.after


@dataclass(frozen=True, slots=True, kw_only=True)
class ProfileChange:
    """A named profile that holds other families; None where there is no such profile."""

    profile: str
    before: tuple[str, ...] | None
    after: tuple[str, ...] | None


@dataclass(frozen=True, slots=True, kw_only=True)
class SettingChange:
    """A single value of an edition that differs; None where it has no such value."""

    setting: str
    """Its key in an edition file, such as `preview_loaded`."""
    before: str | None
    after: str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class CountsPair:
    """The counts of a named profile; None where the edition has no such profile."""

    profile: str
    before: Counts | None
    after: Counts | None

    @property
    def changed(self) -> bool:
        """Whether the sides differ."""
        return self.before != self.after


@dataclass(frozen=True, slots=True, kw_only=True)
class TextPair:
    """A template, or a sentence of a profile; None where the edition has no such text."""

    name: str
    """Name of the template, or of the document's field."""
    profile: str | None = None
    """Label of the profile whose sentence it is; None for a template."""
    before: str | None
    after: str | None

    @property
    def changed(self) -> bool:
        """Whether the sides differ."""
        return self.before != self.after


@dataclass(frozen=True, slots=True, kw_only=True)
class EditionDiff:
    """All that differs between two editions, and what is worth seeing side by side."""

    before: str
    """Label of the first edition."""
    after: str
    """Label of the second edition."""
    total_before: int
    """Tools of the first edition, always-on tools included."""
    total_after: int
    """Tools of the second edition, always-on tools included."""
    added: tuple[PlacedTool, ...]
    """In the second edition's order."""
    removed: tuple[PlacedTool, ...]
    """In the first edition's order."""
    moved: tuple[MovedTool, ...]
    """In the second edition's order."""
    reordered: tuple[Reordered, ...]
    """Families first, then tools family by family. Order counts: previews, labels and the v3
    document follow it."""
    families: NameChanges
    family_sizes: tuple[FamilySize, ...]
    """Every family of either edition."""
    always_on: NameChanges
    profiles: tuple[ProfileChange, ...]
    """Only those that differ."""
    settings: tuple[SettingChange, ...]
    """Only those that differ: base family, counting rule, preview sizes, stripped prefix."""
    forbidden: NameChanges
    counts: tuple[CountsPair, ...]
    """Every named profile of either edition."""
    templates: tuple[TextPair, ...]
    """Every template of either edition."""
    sentences: tuple[TextPair, ...]
    """Both sentences of every named profile of either edition."""

    @property
    def differs(self) -> bool:
        """Whether the contract differs; label, description and provenance are no part of it."""
        changes = (
            self.added,
            self.removed,
            self.moved,
            self.reordered,
            self.families,
            self.always_on,
            self.profiles,
            self.settings,
            self.forbidden,
        )
        texts = (*self.templates, *self.sentences)
        return (
            any(changes)
            or any(pair.changed for pair in self.counts)
            or any(pair.changed for pair in texts)
        )
