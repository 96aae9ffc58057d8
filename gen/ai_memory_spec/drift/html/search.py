"""Whether a page holds a text at all, for pages whose markers are gone."""

import re

from ai_memory_spec.drift.html.pieces import Piece, Pieces


class PageText:
    """A page's pieces, indexed once and asked for each region."""

    def __init__(self, pieces: Pieces) -> None:
        self._pieces = pieces
        self._lines = "\0".join(piece.text for piece in pieces)
        self._places: dict[Piece, list[int]] = {}
        for index, piece in enumerate(pieces):
            self._places.setdefault(piece, []).append(index)

    def holds(self, wanted: Pieces) -> bool:
        """Whether the page has these pieces in a row; a single one may be part of a line."""
        if len(wanted) == 1:
            return self._has_words(wanted[0].text)
        # The first piece may have lost its mark to what stands around the region.
        rest = wanted[1:]
        return any(
            index
            and self._pieces[index : index + len(rest)] == rest
            and self._pieces[index - 1].text == wanted[0].text
            for index in self._places.get(rest[0], ())
        )

    def _has_words(self, text: str) -> bool:
        pattern = rf"(?<!\w){re.escape(text)}(?!\w)"
        return re.search(pattern, self._lines) is not None
