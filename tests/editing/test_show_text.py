"""An edition as text."""

from collections.abc import Callable

from ai_memory_spec.editing.show_text import render_edition_text
from ai_memory_spec.phrasing import Edition, parse_edition

SMALL_TEXT = """\
edition small
a small edition

tools: 5
  core (2)   t_add, t_get
  extra (1)  t_sum
  meta (2)   t_help, t_stat
  always on: t_help
  base family: core

named profiles
  core  core
  full  core, extra, meta

phrasing
  summary:
    {visible} of {total} tools under {label}; {unloaded} hidden.
  describe_partial:
    I have {n_loaded} tool{s} ({preview_loaded}{ellipsis}); {n_unloaded} more \
({preview_unloaded}) on demand.
  describe_full:
    I have all {n_loaded} tools ({preview_loaded}{ellipsis}).
  always-on tools count in summary: yes
  previews: 2 loaded, 2 unloaded
  prefix left out of previews: t_
  forbidden in to_describe_to_user: t_

provenance
  none
"""

FLAT_TEXT = """\
edition flat

tools: 1
  tools (1)  a
  always on: none
  base family: none

named profiles
  none

phrasing
  none: this edition has no sentences

provenance
  made_by  hand
"""


def test_all_parts_of_an_edition_are_shown(make_edition: Callable[..., Edition]) -> None:
    """Families, profiles, phrasing, provenance."""
    assert render_edition_text(make_edition()) == SMALL_TEXT


def test_what_an_edition_has_not_is_said() -> None:
    """No profiles, no phrasing."""
    raw = {"label": "flat", "families": {"tools": ["a"]}, "provenance": {"made_by": "hand"}}
    assert render_edition_text(parse_edition(raw, "flat")) == FLAT_TEXT


def test_the_other_ways_of_counting_and_showing(make_edition: Callable[..., Edition]) -> None:
    """The words for no prefix, no forbidden strings, always-on tools left out."""
    text = render_edition_text(
        make_edition(
            phrasing__summary_counts_always_on=False,
            phrasing__strip_prefix="",
            phrasing__forbidden_in_describe=[],
        )
    )
    assert "  always-on tools count in summary: no\n" in text
    assert "  prefix left out of previews: none\n" in text
    assert "  forbidden in to_describe_to_user: none\n" in text
