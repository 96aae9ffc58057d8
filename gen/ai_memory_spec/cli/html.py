"""The part of `check` that reads a built or deployed site."""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TypeVar

from ai_memory_spec.cli.project import Project
from ai_memory_spec.config import ConfigError
from ai_memory_spec.drift import Finding, NotChecked, Report
from ai_memory_spec.drift.html import (
    HtmlCheck,
    SiteAddressError,
    check_html,
    is_address,
    open_deployed,
    open_folder,
)
from ai_memory_spec.drift.markdown import Pages, display_name, read_pages
from ai_memory_spec.drift.site_config import read_site_config
from ai_memory_spec.drift.site_settings import SiteConfigError
from ai_memory_spec.drift.site_texts import check_texts, site_texts

_Said = TypeVar("_Said", Finding, NotChecked)


def check_site(site: str, project: Project, pages: Pages, named: Sequence[str]) -> Report:
    """Compare the site in a folder or at an address with live output.

    Parameters:
        site: A folder, or an http or https address.
        project: The project that the site is built from.
        pages: The Markdown pages that were read already.
        named: The paths that the caller asked for; without any, the whole site is checked.

    Raises:
        ConfigError: The site configuration is unfit, or the address is.
    """
    if not site:
        raise ConfigError("--html: name the folder or the address of the site; the text is empty")
    try:
        config = read_site_config(project.config.root / project.config.site_config)
        if is_address(site):
            built = open_deployed(site, config.site_url)
        else:
            built = open_folder(Path(site), display_name(Path(site), Path.cwd()))
    except (SiteConfigError, SiteAddressError) as error:
        raise ConfigError(str(error)) from error
    check = HtmlCheck(site=built, config=config, kinds=project.kinds, shelf=project.shelf)
    if named:
        return check_html(check, pages.pages, whole_site=False)
    known = {page.path.resolve() for page in pages.pages}
    rest = [page.source for page in config.pages if page.source.resolve() not in known]
    others = read_pages(rest, project.kinds, project.shelf, Path.cwd(), project.config.root)
    every = [*pages.pages, *others.pages]
    report = check_html(check, every)
    stale_texts: Iterable[Finding] = ()
    if not is_address(site):
        fresh = {page.path.resolve(): page.rendered.text for page in every}
        texts = site_texts(config, fresh, project.kinds)
        stale_texts = check_texts(Path(site), built.name, texts)
    # A page of the site that cannot be read has no HTML to hold against it; that is no pass.
    return replace(
        report,
        findings=(*_new(others.findings, pages.findings), *report.findings, *stale_texts),
        not_checked=(*_new(others.not_checked, pages.not_checked), *report.not_checked),
    )


def _new(found: Iterable[_Said], said: Sequence[_Said]) -> list[_Said]:
    """Those that the Markdown check has not said."""
    return [each for each in found if each not in said]
