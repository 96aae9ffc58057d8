"""The region kind that puts a generated figure on a page, with live alternative text."""

from ai_memory_spec.phrasing import DEFAULT_EDITION, Edition, EditionShelf
from ai_memory_spec.publish.figures import describe_growth, describe_profiles
from ai_memory_spec.publish.flow import DESCRIPTION
from ai_memory_spec.regions import EDITION, Content, Image, RenderError, choice, line, make_kind

FIGURES = ("profiles", "growth", "flow")


@make_kind("figure", "block", EDITION, choice("name", FIGURES, "Which figure."), takes_shelf=True)
def figure_kind(edition: Edition, name: str, shelf: EditionShelf) -> Content:
    """A generated figure: what profiles load, how the surface grew, or how data flows here."""
    if name == "growth":
        return line(Image(alt=describe_growth(by_time(shelf)), target="figures/growth.svg"))
    if name == "flow":
        return line(Image(alt=DESCRIPTION, target="figures/flow.svg"))
    if edition.label not in shelf.labels():
        raise RenderError(
            f"there are figures of the shipped editions only, not of {edition.label!r}"
        )
    return line(
        Image(alt=describe_profiles(edition), target=f"figures/profiles-{edition.label}.svg")
    )


def by_time(shelf: EditionShelf) -> tuple[Edition, ...]:
    """The default edition, then the releases from the oldest to the newest."""
    releases = [label for label in shelf.labels() if label != DEFAULT_EDITION]
    return tuple(shelf.get(label) for label in (DEFAULT_EDITION, *reversed(releases)))
