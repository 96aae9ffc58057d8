"""The figure of the data flow on the architecture page.

It stands upright and narrow, so that its words can be read on a phone.
"""

from collections.abc import Iterator

from ai_memory_spec.publish import svg

_COLUMN = 148
_GAP = 10
_HEIGHT = 46
_STEP = 74
_TOP = 44
_APART = 22
"""Room above the last row, for the words that tell it from the others."""
_WIDTH = 3 * _COLUMN + 4 * _GAP

_ROWS: tuple[tuple[tuple[str, str, int], ...], ...] = (
    (
        ("editions/*.toml", "surface and templates", 1),
        ("JSON schemas", "shapes of documents", 1),
        ("requirements.toml", "what is asked", 1),
    ),
    (
        ("phrasing", "counts and sentences", 1),
        ("contract", "documents", 1),
        ("conformance", "checks, vectors", 1),
    ),
    (("region kinds", "content values without any markup", 3),),
    (("render_page", "the text that should stand there", 3),),
    (
        ("generate", "writes docs/*.md", 1),
        ("plugin", "shows it in site/", 1),
        ("check", "reports findings", 1),
    ),
    (
        ("docs/*.md", "as committed", 1),
        ("site/*.html", "as built or deployed", 1),
        ("a running server", "or its recording", 1),
    ),
)
"""From top to bottom: boxes as title, note, and columns that they span."""

DESCRIPTION = (
    "Data flow. Editions, JSON schemas and requirements are data. Phrasing, contract and "
    "conformance compute from them. Region kinds turn the facts into content values without "
    "markup, and render_page into the text that should stand there. generate writes that text "
    "into docs, the plugin shows it in the site, and check reports findings. check compares it "
    "with three things: docs as committed, the site as built or deployed, and a running server "
    "or its recording."
)


def draw_flow() -> str:
    """The figure as SVG."""
    height = _TOP + len(_ROWS) * _STEP + _APART - 16
    return svg.picture(_WIDTH, height, "Data flow", DESCRIPTION, _parts())


def _parts() -> Iterator[str]:
    yield svg.text(_GAP, 26, "what is true", "soft")
    for number, row in enumerate(_ROWS):
        top = _TOP + number * _STEP + (_APART if number == len(_ROWS) - 1 else 0)
        at = _GAP
        for title, note, columns in row:
            width = columns * _COLUMN + (columns - 1) * _GAP
            middle = at + width / 2
            yield svg.box(at, top, width, _HEIGHT, "open")
            yield svg.text(middle, top + 20, title, "ink", "middle")
            yield svg.text(middle, top + 37, note, "soft", "middle")
            at += width + _GAP
        if number < len(_ROWS) - 2:
            for middle in _middles():
                yield svg.arrow(middle, top + _HEIGHT + 4, top + _STEP - 4)
    # What is published comes from below, and only `check` looks at it.
    last = _TOP + (len(_ROWS) - 1) * _STEP + _APART
    check = _middles()[2]
    for middle in _middles():
        yield svg.path(f"M {middle} {last - 2} V {last - 10} H {check}")
    yield svg.arrow(check, last - 10, last - _APART - _STEP + _HEIGHT + 4)
    yield svg.text(_GAP, last - 18, "what is published", "soft")


def _middles() -> tuple[float, float, float]:
    first = _GAP + _COLUMN / 2
    step = _COLUMN + _GAP
    return (first, first + step, first + 2 * step)
