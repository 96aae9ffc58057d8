"""The few shapes that the figures are drawn with, as SVG text.

A figure stands on a ground of its own and follows the colour scheme of the page that holds it,
so it is readable in both. Fills and dashed outlines tell the same as the colours do.
"""

from collections.abc import Iterable
from html import escape

CHARACTER = 6.6
"""Width of a character of 12 px text, a little more than the fonts have."""

_STYLE = """\
.ground { fill: #ffffff; stroke: #c9ccd6; }
.ink { fill: #1f2328; }
.soft { fill: #4b5563; }
.full { fill: #3949ab; stroke: #3949ab; }
.half { fill: #5c6bc0; stroke: #5c6bc0; }
.open { fill: none; stroke: #5b6272; stroke-dasharray: 3 2; }
.on-full { fill: #ffffff; }
.thread { fill: none; stroke: #3949ab; stroke-width: 1.5; }
.line { stroke: #b3261e; stroke-width: 2; stroke-dasharray: 5 3; }
@media (prefers-color-scheme: dark) {
.ground { fill: #1c1f26; stroke: #444a57; }
.ink { fill: #e8eaf0; }
.soft { fill: #b6bccb; }
.full { fill: #a5b0ee; stroke: #a5b0ee; }
.half { fill: #8794e0; stroke: #8794e0; }
.open { stroke: #a2a9ba; }
.on-full { fill: #14161c; }
.thread { stroke: #a5b0ee; }
.line { stroke: #ff9d94; }
}"""


def text(x: float, y: float, words: str, css: str = "ink", anchor: str = "start") -> str:
    """A line of text; `anchor` is `start`, `middle` or `end`."""
    return (
        f'<text class="{css}" x="{_number(x)}" y="{_number(y)}" text-anchor="{anchor}">'
        f"{escape(words)}</text>"
    )


def box(x: float, y: float, width: float, height: float, css: str) -> str:
    """A rectangle with slightly rounded corners."""
    return (
        f'<rect class="{css}" x="{_number(x)}" y="{_number(y)}" width="{_number(width)}" '
        f'height="{_number(height)}" rx="2"/>'
    )


def rule(x: float, top: float, bottom: float) -> str:
    """A vertical line that marks a value."""
    return (
        f'<line class="line" x1="{_number(x)}" x2="{_number(x)}" y1="{_number(top)}" '
        f'y2="{_number(bottom)}"/>'
    )


def path(steps: str) -> str:
    """A thin line along these steps, in the words of SVG."""
    return f'<path class="thread" d="{steps}"/>'


def arrow(x: float, start: float, end: float) -> str:
    """A thin vertical line from one height to another, with a head at its end."""
    back = -6 if end > start else 6
    place, tip, base = _number(x), _number(end), _number(end + back)
    return path(
        f"M {place} {_number(start)} V {tip} M {_number(x - 4)} {base} L {place} {tip} "
        f"L {_number(x + 4)} {base}"
    )


def picture(width: float, height: float, title: str, description: str, parts: Iterable[str]) -> str:
    """A whole SVG file, with its title and description for readers who do not see it."""
    wide, high = _number(width), _number(height)
    opening = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {wide} {high}" width="{wide}" '
        f'height="{high}" role="img" aria-labelledby="title description" '
        'font-family="system-ui, sans-serif" font-size="12">'
    )
    lines = [
        opening,
        f'<title id="title">{escape(title)}</title>',
        f'<desc id="description">{escape(description)}</desc>',
        f"<style>{_STYLE}</style>",
        box(0.5, 0.5, width - 1, height - 1, "ground"),
        *parts,
        "</svg>",
    ]
    return "\n".join(lines) + "\n"


def _number(value: float) -> str:
    return f"{value:.1f}".removesuffix(".0")
