"""A deployed site: its pages, found through its sitemap.

A sitemap holds the addresses that the site was made for (`site_url`), which is not where a
preview or a local server has it; so paths are mapped onto the address that was given, and no
other origin is ever asked.
"""

import posixpath
import re
from collections.abc import Sequence
from html import unescape
from urllib.parse import quote, unquote, urlsplit, urlunsplit

from ai_memory_spec.drift.finding import NotChecked
from ai_memory_spec.drift.html.answer import FetchError, gunzip
from ai_memory_spec.drift.html.fetch import Fetcher, origin_of
from ai_memory_spec.drift.html.site import BuiltSite, UnreadError

MAX_PAGES = 2000
MAX_SITEMAPS = 20
_LOCATION = re.compile(r"<loc>\s*(?:<!\[CDATA\[)?\s*([^<\]\s]*)\s*(?:\]\]>)?\s*</loc>")
_HTML_TYPES = frozenset({"text/html", "application/xhtml+xml", ""})
_GZIP = b"\x1f\x8b"


class SiteAddressError(Exception):
    """The address of a site is not one that can be checked."""


def open_deployed(address: str, site_url: str, fetcher: Fetcher | None = None) -> BuiltSite:
    """Find the pages of a deployed site.

    Parameters:
        address: Where the site is, with or without a slash at its end.
        site_url: The address that the site was made for, or an empty text.
        fetcher: What reads it; one with the default bounds if None.

    Returns:
        The site; `not_checked` says why it has no page, or not all.

    Raises:
        SiteAddressError: The address is not an http or https one.
    """
    base = _base(address)
    fetcher = fetcher or Fetcher(base)
    pages: dict[str, str] = {}
    not_checked: list[NotChecked] = []
    try:
        locations = _read_sitemaps(base, fetcher)
    except FetchError as error:
        not_checked.append(
            NotChecked(subject=f"{base}sitemap.xml", reason=f"the sitemap cannot be read: {error}")
        )
    else:
        pages, odd = _map(locations, base, site_url)
        if odd:
            not_checked.append(
                NotChecked(
                    subject=f"{base}sitemap.xml",
                    reason=f"{len(odd)} of its {len(locations)} addresses, {odd[0]} first, are not "
                    "of this site; set site_url to the address that the site is built for",
                )
            )
        elif not pages:
            not_checked.append(
                NotChecked(
                    subject=f"{base}sitemap.xml",
                    reason="the sitemap names no page; set site_url, or check the address",
                )
            )
    if len(pages) > MAX_PAGES:
        not_checked.append(
            NotChecked(
                subject=base,
                reason=f"the site has {len(pages)} pages; only the first {MAX_PAGES} are read",
            )
        )
        pages = dict(list(pages.items())[:MAX_PAGES])

    def read(page: str) -> str:
        try:
            answer = fetcher.get(page)
        except FetchError as error:
            raise UnreadError(str(error)) from error
        if answer.media_type not in _HTML_TYPES:
            raise UnreadError(f"the server sends {answer.media_type}, not HTML")
        return answer.text()

    return BuiltSite(
        name=base,
        rebuild="build and publish the site again",
        pages=pages,
        read=read,
        not_checked=tuple(not_checked),
    )


def is_address(text: str) -> bool:
    """Whether the text is meant as an address rather than as a folder."""
    return re.match(r"[a-zA-Z][a-zA-Z0-9+.-]+://", text) is not None


def _base(address: str) -> str:
    try:
        origin_of(address)
    except FetchError as error:
        raise SiteAddressError(str(error)) from error
    parts = urlsplit(address)
    path = re.sub(r"(?:^|(?<=/))(?:index\.html?|sitemap\.xml)$", "", parts.path)
    return urlunsplit((parts.scheme, parts.netloc, path.rstrip("/") + "/", "", ""))


def _read_sitemaps(base: str, fetcher: Fetcher) -> list[str]:
    """Every address of the site's sitemap, and of those that it names if it is an index."""
    text = _read_sitemap(f"{base}sitemap.xml", fetcher)
    locations = _LOCATION.findall(text)
    if "<sitemapindex" not in text:
        return [unescape(location) for location in locations]
    children, odd = _map(locations, base, "")
    if odd or len(children) > MAX_SITEMAPS:
        raise FetchError("it is an index of too many sitemaps or of some that are elsewhere")
    return [
        unescape(location)
        for child in children.values()
        for location in _LOCATION.findall(_read_sitemap(child, fetcher))
    ]


def _read_sitemap(address: str, fetcher: Fetcher) -> str:
    try:
        answer = fetcher.get(address)
    except FetchError as error:
        if error.status not in (404, 410) or address.endswith(".gz"):
            raise
        answer = fetcher.get(f"{address}.gz")
    body = answer.body
    if body.startswith(_GZIP):
        body = gunzip(body)
    text = body.decode("utf-8-sig", errors="replace")
    if "<urlset" not in text and "<sitemapindex" not in text:
        raise FetchError("it is no sitemap")
    return text


def _map(locations: Sequence[str], base: str, site_url: str) -> tuple[dict[str, str], list[str]]:
    """Where the pages of a sitemap are below the given address.

    Returns:
        Addresses by their place below the site's root, without percent codes, in order; and
        those of the sitemap's addresses that are not the site's.
    """
    made_for = _made_for(locations, base, site_url)
    pages: dict[str, str] = {}
    odd: list[str] = []
    for location in locations:
        try:
            parts = urlsplit(location)
        except ValueError:
            odd.append(location)
            continue
        path = unquote(parts.path)
        host, root = made_for
        inside = path.startswith(root) or f"{path}/" == root
        place = path[len(root) :]
        if (
            parts.netloc != host
            or not inside
            or posixpath.normpath(f"/{place}") != (f"/{place}".rstrip("/") or "/")
        ):
            odd.append(location)
            continue
        pages.setdefault(place, base + quote(place))
    return pages, odd


def _made_for(locations: Sequence[str], base: str, site_url: str) -> tuple[str, str]:
    """Host and root path that the sitemap's addresses begin with, as far as can be told."""
    known = [part for part in (site_url, base) if part]
    for candidate in known:
        parts = urlsplit(candidate)
        root = unquote(parts.path).rstrip("/") + "/"
        if any(_starts(location, parts.netloc, root) for location in locations):
            return parts.netloc, root
    places = [urlsplit(location) for location in locations if _is_sound(location)]
    if not places:
        return "", "/"
    host = places[0].netloc
    common = posixpath.commonprefix([unquote(place.path) for place in places])
    return host, common[: common.rfind("/") + 1] or "/"


def _starts(location: str, host: str, root: str) -> bool:
    if not _is_sound(location):
        return False
    parts = urlsplit(location)
    return parts.netloc == host and f"{unquote(parts.path)}/".startswith(root)


def _is_sound(location: str) -> bool:
    try:
        return bool(urlsplit(location).netloc)
    except ValueError:
        return False
