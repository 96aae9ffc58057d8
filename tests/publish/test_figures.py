"""Figures: sound SVG that says in words what it shows, whatever an edition is called."""

import re
import xml.etree.ElementTree as ElementTree
from dataclasses import replace

import pytest

from ai_memory_spec.phrasing import Edition, Family, edition_labels, load_edition
from ai_memory_spec.publish.figures import describe_profiles, draw_growth, draw_profiles

SVG = "{http://www.w3.org/2000/svg}"


def texts(svg: str) -> list[str]:
    """The words of a figure, in order."""
    return [item.text or "" for item in ElementTree.fromstring(svg).iter(f"{SVG}text")]


@pytest.mark.parametrize("label", edition_labels())
def test_figure_is_well_formed_and_described(label: str) -> None:
    """It has a title and a description, and names every profile and family."""
    edition = load_edition(label)
    root = ElementTree.fromstring(draw_profiles(edition))
    assert root.tag == f"{SVG}svg"
    assert root.get("role") == "img"
    title, description = root.find(f"{SVG}title"), root.find(f"{SVG}desc")
    assert title is not None
    assert label in (title.text or "")
    assert description is not None
    assert description.text == describe_profiles(edition)
    assert {*edition.profiles, *edition.family_names} <= set(texts(draw_profiles(edition)))


@pytest.mark.parametrize("label", edition_labels())
def test_a_filled_box_stands_for_each_loaded_family(label: str) -> None:
    """As many filled boxes as profiles load families, and dashed ones for the rest."""
    edition = load_edition(label)
    svg = draw_profiles(edition)
    loaded = sum(len(families) for families in edition.profiles.values())
    profiles = len(edition.profiles)
    every = profiles * len(edition.families)
    # One box more in the legend, and one bar per profile.
    assert len(re.findall('<rect class="full"', svg)) == loaded + 1 + profiles
    assert len(re.findall('<rect class="open"', svg)) == every - loaded + 1 + profiles


def test_growth_shows_the_tools_of_every_edition() -> None:
    """Each bar is followed by its number."""
    editions = [load_edition(label) for label in edition_labels()]
    shown = texts(draw_growth(editions))
    for edition in editions:
        assert shown[shown.index(edition.label) :].count(str(len(edition.tools))) >= 1


def test_names_are_escaped() -> None:
    """A label with markup stays words."""
    edition: Edition = replace(
        load_edition("spec"),
        label='<b>&"',
        families=(Family(name="core", tools=("a<b",)),),
        profiles={"core": ("core",)},
    )
    svg = draw_profiles(edition)
    ElementTree.fromstring(svg)
    assert "<b>" not in svg
    assert "&lt;b&gt;&amp;" in svg


def test_both_schemes_have_enough_contrast() -> None:
    """Words stand out from what is behind them by 4.5 to 1, lines and boxes by 3 to 1."""
    style = draw_growth([load_edition("spec")]).split("<style>")[1].split("</style>")[0]
    light, dark = style.split("@media")
    for part in (light, dark):

        def color(css: str, name: str = "fill", part: str = part) -> str:
            match = re.search(rf"\.{css} {{[^}}]*{name}: (#\w+)", part)
            assert match, (css, part)
            return match[1]

        ground = color("ground")
        for css in ("ink", "soft"):
            assert contrast(color(css), ground) >= 4.5, css
        for css in ("full", "half"):
            assert contrast(color("on-full"), color(css)) >= 4.5, css
            assert contrast(color(css), ground) >= 3, css
        assert contrast(color("open", "stroke"), ground) >= 3
        assert contrast(color("line", "stroke"), ground) >= 3


def contrast(one: str, other: str) -> float:
    """Contrast of two colours, as WCAG 2 defines it."""
    light, dark = sorted((luminance(one), luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def luminance(color: str) -> float:
    """Relative luminance of `#rrggbb`."""
    parts = [int(color[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]
