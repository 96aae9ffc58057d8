"""The live text of a region as it should read in HTML."""

from ai_memory_spec.drift.html.content import read_content
from ai_memory_spec.drift.html.pieces import Pieces, to_pieces
from ai_memory_spec.drift.html.tokens import normalize
from ai_memory_spec.regions.markdown import parser


class LiveTexts:
    """Markdown to pieces by our own parser, each text once; one instance serves one run."""

    def __init__(self) -> None:
        self._pieces: dict[tuple[str, bool], Pieces] = {}

    def pieces(self, markdown: str, *, block: bool) -> Pieces:
        """What a reader of the built page should see.

        Parameters:
            markdown: A region's text: LF, without block prefixes.
            block: Whether the region has the block form.
        """
        key = (markdown, block)
        if key not in self._pieces:
            md = parser()
            html = md.render(markdown) if block else md.renderInline(markdown)
            self._pieces[key] = to_pieces(read_content(normalize(html)).items)
        return self._pieces[key]
