"""The plain texts of a site, by the site configuration: what is written beside its HTML."""

import posixpath
from collections.abc import Iterable, Mapping
from pathlib import Path

from ai_memory_spec.drift.finding import Finding
from ai_memory_spec.drift.site_config import SiteConfig
from ai_memory_spec.drift.site_settings import read_settings
from ai_memory_spec.publish.texts import (
    OTHERS,
    TextPage,
    full_text,
    index_text,
    make_text_page,
    navigation,
)
from ai_memory_spec.regions import Kinds
from ai_memory_spec.regions.page_file import write_page

FIX = "build the site again, or run `ai-memory-spec finish {folder}`"


def site_texts(config: SiteConfig, fresh: Mapping[Path, str], kinds: Kinds) -> dict[str, str]:
    """Every text that stands beside the HTML of a site, by its path below the site's root.

    Parameters:
        config: The site's configuration with its pages.
        fresh: Text of the pages with fresh regions, by resolved path; other pages are left out.
        kinds: The region kinds that pages may use.
    """
    settings = read_settings(config.path)
    docs = (config.path.parent / str(settings.get("docs_dir") or "docs")).resolve()
    order = {path: section for section, path in navigation(settings.get("nav"))}
    pages: dict[str, TextPage] = {}
    for page in config.pages:
        source = page.source.resolve()
        if source in fresh and source.is_relative_to(docs):
            path = source.relative_to(docs).as_posix()
            section = order.get(path, OTHERS if order else "Pages")
            pages[path] = make_text_page(fresh[source], path, section, kinds)
    listed = [pages[path] for path in order if path in pages]
    listed += [page for path, page in pages.items() if path not in order]
    name = str(settings.get("site_name") or "")
    description = str(settings.get("site_description") or "")
    return {
        **{page.path: page.markdown for page in listed},
        "llms.txt": index_text(name, description, config.site_url, listed),
        "llms-full.txt": full_text(name, description, config.site_url, listed),
    }


def write_texts(folder: Path, texts: Mapping[str, str]) -> tuple[str, ...]:
    """Save the texts below a built site; returns the paths of those that changed."""
    written: list[str] = []
    for path, text in texts.items():
        target = folder / path
        target.parent.mkdir(parents=True, exist_ok=True)
        if write_page(target, text):
            written.append(path)
    return tuple(written)


def check_texts(folder: Path, name: str, texts: Mapping[str, str]) -> Iterable[Finding]:
    """A finding for each text beside the HTML that differs from what it should be.

    A site that another generator built and nobody finished has no llms.txt, and whatever
    Markdown lies in it is none of these.
    """
    if not (folder / "llms.txt").is_file():
        return
    for path, text in texts.items():
        target = folder / path
        found = target.read_bytes() if target.is_file() else None
        if found != text.encode():
            what = "is missing" if found is None else "differs from live text"
            yield Finding(
                rule="html.text",
                path=posixpath.join(name, path),
                message=f"the text beside the HTML {what}",
                fix=FIX.format(folder=name),
            )
