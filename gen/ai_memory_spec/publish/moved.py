"""An address that a page had earlier: a file that leads on to where the page is now.

It is plain HTML among the committed pages, since generators copy such a file as it is.
"""

import html
from pathlib import PurePosixPath
from posixpath import relpath

from ai_memory_spec.config import MovedPage

_PAGE = """\
<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>This page has moved</title>
<meta name="robots" content="noindex">
<meta http-equiv="refresh" content="0; url={address}">
<script>location.replace({script} + location.search + location.hash)</script>
<p>This page has moved to <a href="{address}">its new address</a>.</p>
"""


def moved_path(page: MovedPage) -> str:
    """The file that leads on, relative to the root: `docs/old/index.html` for `docs/old.md`."""
    return str(PurePosixPath(page.was).with_suffix("") / "index.html")


def moved_page(page: MovedPage) -> str:
    """The text of that file; what stands behind `?` and `#` in the old address is kept."""
    address = relpath(_folder(page.page), PurePosixPath(page.was).with_suffix("")) + "/"
    return _PAGE.format(address=html.escape(address), script=f'"{address}"')


def _folder(page: str) -> str:
    """The folder whose address the built page has."""
    path = PurePosixPath(page)
    return str(path.parent if path.name == "index.md" else path.with_suffix(""))
