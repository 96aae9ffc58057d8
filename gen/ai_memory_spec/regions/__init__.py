"""Live regions: find, render and replace marked spans of Markdown pages. What is public."""

from ai_memory_spec.regions.content import (
    Anchor,
    Block,
    Bullets,
    Code,
    Content,
    Deleted,
    Fence,
    Image,
    Inserted,
    Line,
    Link,
    Paragraphs,
    Table,
    Text,
    code_list,
    line,
)
from ai_memory_spec.regions.find import body_start, find_regions
from ai_memory_spec.regions.kind import (
    EDITION,
    FAMILY,
    PROFILE,
    PROFILES,
    Kind,
    Parameter,
    RenderError,
    choice,
    make_kind,
    text,
)
from ai_memory_spec.regions.kinds import EDITION_FACTS, reference_kinds
from ai_memory_spec.regions.lines import Lines
from ai_memory_spec.regions.marker import Marker, read_marker
from ai_memory_spec.regions.page import (
    Kinds,
    RenderedPage,
    RenderedRegion,
    render_marker,
    render_page,
)
from ai_memory_spec.regions.problem import Problem
from ai_memory_spec.regions.region import Page, Place, Region
from ai_memory_spec.regions.render import render_content, render_line
from ai_memory_spec.regions.same import same_meaning

__all__ = [
    "EDITION",
    "EDITION_FACTS",
    "FAMILY",
    "PROFILE",
    "PROFILES",
    "Anchor",
    "Block",
    "Bullets",
    "Code",
    "Content",
    "Deleted",
    "Fence",
    "Image",
    "Inserted",
    "Kind",
    "Kinds",
    "Line",
    "Lines",
    "Link",
    "Marker",
    "Page",
    "Paragraphs",
    "Parameter",
    "Place",
    "Problem",
    "Region",
    "RenderError",
    "RenderedPage",
    "RenderedRegion",
    "Table",
    "Text",
    "body_start",
    "choice",
    "code_list",
    "find_regions",
    "line",
    "make_kind",
    "read_marker",
    "reference_kinds",
    "render_content",
    "render_line",
    "render_marker",
    "render_page",
    "same_meaning",
    "text",
]
