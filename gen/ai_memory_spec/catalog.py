"""Every region kind that a page may use, and every file that is generated as a whole.

A new package with facts to show adds its kinds and files here; `cli` and `mkdocs_plugin` take
them from here, so they can never offer different ones.
"""

from ai_memory_spec.cli.help_kind import help_kind
from ai_memory_spec.cli.settings_kind import settings_kind
from ai_memory_spec.config import Config
from ai_memory_spec.conformance.cards import CARD_KINDS
from ai_memory_spec.conformance.files import conformance_files
from ai_memory_spec.conformance.kinds import CONFORMANCE_KINDS
from ai_memory_spec.drift.kinds import DRIFT_KINDS
from ai_memory_spec.editing.kinds import EDITING_KINDS
from ai_memory_spec.phrasing import EditionShelf
from ai_memory_spec.publish import Artifact
from ai_memory_spec.publish.files import (
    comparisons,
    copied_pages,
    data_files,
    derived_pages,
    moved_pages,
)
from ai_memory_spec.publish.kinds import PUBLISH_KINDS
from ai_memory_spec.regions import EDITION_FACTS, Kinds, reference_kinds


def all_kinds() -> Kinds:
    """Region kinds by name, in the order of the reference page."""
    kinds = (
        *EDITION_FACTS,
        *EDITING_KINDS,
        *PUBLISH_KINDS,
        *CONFORMANCE_KINDS,
        *CARD_KINDS,
        *DRIFT_KINDS,
        help_kind,
        settings_kind,
    )
    return {kind.name: kind for kind in (*kinds, *reference_kinds(kinds))}


def all_artifacts(config: Config, kinds: Kinds, shelf: EditionShelf) -> tuple[Artifact, ...]:
    """Every whole file that a project's configuration has generated.

    Raises:
        OSError: The source of a page cannot be read.
        PageEncodingError: The source of a page is not UTF-8.
    """
    return (
        *derived_pages(config, kinds, shelf),
        *copied_pages(config),
        *moved_pages(config),
        *comparisons(config, kinds, shelf),
        *data_files(config, shelf),
        *conformance_files(config, shelf),
    )
