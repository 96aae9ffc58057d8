"""A built site against the live text of every region.

What is found, by cause:

    page or region                       outcome
    the page is not in the site          error html.page-missing
    markers there, text is the live one  in step
    markers there, text differs          error html.stale
    marker without its partner           error html.structure
    marker that cannot be read           error html.marker
    markers there, this one is not       error html.region-missing
    no markers, live text not there      error html.region-missing
    no markers, live text is there       not checked: nobody can tell whose text it is
    its Markdown is malformed            not checked: the Markdown check says what is wrong
    markers that the Markdown lacks      rendered anew from the marker, then as above

Nothing that could not be located passes in silence.
"""

import re
from collections.abc import Iterable

from ai_memory_spec.drift.finding import CheckedPage, Comparison, Finding, NotChecked, Report
from ai_memory_spec.drift.html.page_check import HtmlCheck, PageResult, check_page
from ai_memory_spec.drift.markdown import ReadPage

_PAGE_SUFFIX = re.compile(r"(?:(?:^|/)index)?\.html?$|/$")


def check_html(check: HtmlCheck, pages: Iterable[ReadPage], *, whole_site: bool = True) -> Report:
    """Compare every region of every built page with its live text.

    Parameters:
        check: The built site and what it is compared with.
        pages: The Markdown pages whose HTML is checked. Those that the site configuration does
            not build are passed over.
        whole_site: Whether pages of the site that no Markdown page of the configuration makes
            (a theme's own, or a plugin's) are checked as well.
    """
    site = check.site
    if site.not_checked and not site.pages:
        return Report(compared_with=_compared(check, ()), not_checked=site.not_checked)
    by_source = {page.path.resolve(): page for page in pages}
    results: list[PageResult] = []
    known: set[str] = set()
    for wanted in check.config.pages:
        address = site.find(wanted)
        known |= {address} if address else set()
        page = by_source.get(wanted.source.resolve())
        if page is None:
            continue
        if address is None:
            results.append(_missing_page(check, page, site.expected(wanted)))
        else:
            results.append(check_page(check, address, page, page.name))
    if whole_site:
        for place, address in site.pages.items():
            if address not in known:
                stem = _PAGE_SUFFIX.sub("", place) or "index"
                result = check_page(check, address, None, stem)
                if result.regions or result.findings or result.not_checked:
                    results.append(result)
    not_checked = [*site.not_checked, *(item for each in results for item in each.not_checked)]
    if not results:
        reason = "none of the pages that were asked for is a page of the site configuration"
        not_checked.append(NotChecked(subject=site.name, reason=f"{reason} {check.config.path}"))
    return Report(
        compared_with=_compared(check, results),
        checked=tuple(
            CheckedPage(path=each.address, regions=each.regions)
            for each in results
            if each.compared
        ),
        not_checked=tuple(not_checked),
        findings=tuple(finding for each in results for finding in each.findings),
    )


def _compared(check: HtmlCheck, results: Iterable[PageResult]) -> tuple[Comparison, ...]:
    labels = dict.fromkeys(label for each in results for label in each.editions if label)
    return tuple(
        Comparison(source="core", edition=label) for label in labels or [check.shelf.get().label]
    )


def _missing_page(check: HtmlCheck, page: ReadPage, address: str) -> PageResult:
    finding = Finding(
        rule="html.page-missing",
        path=address,
        message=f"the page {page.name} is not in the built site",
        fix=f"{check.site.rebuild}; if a page is left out on purpose, name it in exclude_docs of "
        f"{check.config.path.name}",
    )
    return PageResult(address=address, compared=False, findings=[finding])
