"""One build of a site: what its pages say by the core, the editions and the files of this moment.

Knows no generator. A generator's plugin opens the site at the start of a build, hands each page's
Markdown through `refresh`, and has the result checked at the end; `mkdocs serve` does so again
and again, and with `again` when the core or an edition is broken for a while.
"""

import os
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path

from ai_memory_spec.catalog import all_artifacts, all_kinds
from ai_memory_spec.config import Config, ConfigError, read_config
from ai_memory_spec.conformance.latest import show_not_run
from ai_memory_spec.drift import Finding, Report, Severity
from ai_memory_spec.drift.artifacts import check_artifacts, is_current
from ai_memory_spec.drift.html import HtmlCheck, check_html, open_folder
from ai_memory_spec.drift.markdown import (
    Pages,
    ReadPage,
    display_name,
    page_findings,
    read_pages,
)
from ai_memory_spec.drift.site_config import SiteConfig, SitePage, read_site_config
from ai_memory_spec.drift.site_texts import site_texts, write_texts
from ai_memory_spec.phrasing import EditionShelf, PhrasingError
from ai_memory_spec.publish import Artifact
from ai_memory_spec.regions import Kinds, body_start, render_page
from ai_memory_spec.regions.lines import to_lf
from ai_memory_spec.regions.page_file import PageEncodingError

_SHOWN_FRESH = frozenset({"region.stale", "page.stale"})
"""Rules about committed text that the site shows fresh all the same."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Refreshed:
    """A page's Markdown with fresh regions, and what is wrong with the page as committed."""

    markdown: str
    findings: tuple[Finding, ...]
    page: ReadPage | None
    """The page as committed; None for one that a plugin makes."""

    @property
    def is_malformed(self) -> bool:
        """Whether its HTML cannot be right, so that only the Markdown's faults are worth saying."""
        return any(
            finding.severity is Severity.ERROR and finding.rule not in _SHOWN_FRESH
            for finding in self.findings
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class BuiltPage:
    """A page that the generator has built."""

    refreshed: Refreshed
    html: str
    """Path of its HTML below the site's folder."""
    url: str
    """Its address below the site's root, with percent codes."""


@dataclass(frozen=True, kw_only=True)
class SiteBuild:
    """The pages of a site, read and rendered once."""

    config: Config
    docs_dir: Path
    kinds: Kinds
    shelf: EditionShelf
    pages: Pages
    """Every Markdown page below `docs_dir`."""
    artifacts: tuple[Artifact, ...]
    """Every file that is generated as a whole: derived pages, and data for programs."""

    def again(self) -> "SiteBuild":
        """The pages as they are now, by the settings and editions that were read for this."""
        return _read(self.config, self.docs_dir, self.kinds, self.shelf.retry())

    def lost(self, before: "SiteBuild") -> tuple[PhrasingError, ...]:
        """Why editions that could be read before cannot be read now."""
        readable = before.shelf.editions
        return tuple(error for key, error in self.shelf.failures.items() if key in readable)

    @property
    def watched(self) -> tuple[Path, ...]:
        """Files and folders outside the package that decide what pages say.

        An edition file's folder stands for the file, since with older watchers a watch on a file
        ends when the file goes away for a moment. In the project's own folder anything may be
        written at any time, a log of the build too; there the file is named itself.
        """
        sources = [page.source for page in self.config.derived]
        sources += [page.source for page in self.config.copied]
        found = [self.config.root / name for name in ("pyproject.toml", *sources)]
        for key in (*self.shelf.editions, *self.shelf.failures):
            if key.lower().endswith((".toml", ".json")):
                path = Path(key).resolve()
                in_root = path.parent == self.config.root.resolve()
                found.append(path if in_root else path.parent)
        return tuple(path for path in dict.fromkeys(found) if path.exists())

    @property
    def findings(self) -> tuple[Finding, ...]:
        """What is wrong with files that no page of the generator stands for."""
        others = [
            artifact
            for artifact in self.artifacts
            if os.path.realpath(artifact.path) not in self._by_path
        ]
        return (*self.pages.findings, *check_artifacts(others, Path.cwd()))

    @property
    def data(self) -> Mapping[str, str]:
        """Text of the data files below `docs_dir`, by their path there with forward slashes."""
        return {
            artifact.path.relative_to(self.docs_dir).as_posix(): artifact.text
            for artifact in self.artifacts
            if artifact.path.is_relative_to(self.docs_dir)
            and os.path.realpath(artifact.path) not in self._derived
        }

    def refresh(self, path: Path | None, name: str, markdown: str) -> Refreshed:
        """Render the regions of one page's Markdown.

        Parameters:
            path: The committed page, or None for a page that a plugin makes.
            name: Path of such a page below `docs_dir`.
            markdown: Its text as the generator has it: without front matter, LF, and changed by
                whatever ran before.
        """
        if path is None or not path.is_file():
            made = self._render(self.docs_dir / name, markdown)
            return Refreshed(markdown=made.rendered.text[1:], findings=_problems(made), page=None)
        derived = self._derived.get(os.path.realpath(path))
        if derived is not None and not is_current(derived):
            return self._refresh_derived(derived)
        page = self._page(path)
        findings = tuple(page_findings(page))
        source, fresh = to_lf(page.text), to_lf(page.rendered.text)
        front = source.removesuffix(markdown)
        if len(front) + len(markdown) == len(source) and fresh.startswith(front):
            return Refreshed(markdown=fresh[len(front) :], findings=findings, page=page)
        made = self._render(page.path, markdown)
        if not page.errors:
            findings += _problems(made)
        return Refreshed(markdown=made.rendered.text[1:], findings=findings, page=page)

    def write_texts(self, folder: Path, config_file: Path) -> None:
        """Write the plain texts beside the HTML, if the project publishes data for programs.

        Raises:
            SiteConfigError: The generator's configuration cannot be read here.
        """
        if self.config.data is not None:
            fresh = {page.path.resolve(): page.rendered.text for page in self.pages.pages}
            fresh |= {Path(path): artifact.text for path, artifact in self._derived.items()}
            write_texts(folder, site_texts(read_site_config(config_file), fresh, self.kinds))
            show_not_run(folder)

    def check_built(
        self,
        folder: Path,
        built: Sequence[BuiltPage],
        config_file: Path,
        extensions: Iterable[str],
    ) -> Report:
        """Compare the HTML of the pages that were just built with live text.

        Parameters:
            folder: Where the generator has built the site.
            built: The pages that it built.
            config_file: Its configuration, for messages.
            extensions: Names of the Markdown extensions and plugins in use, for messages.

        Returns:
            What is wrong with the HTML; nothing that `refresh` has said of the page before.
        """
        site = open_folder(folder, display_name(folder, Path.cwd()))
        pages = tuple(
            SitePage(source=each.refreshed.page.path, html=each.html, url=each.url)
            for each in built
            if each.refreshed.page is not None
        )
        config = SiteConfig(path=config_file, extensions=tuple(extensions), pages=pages)
        check = HtmlCheck(site=site, config=config, kinds=self.kinds, shelf=self.shelf)
        read = [each.refreshed.page for each in built if each.refreshed.page is not None]
        report = check_html(check, read)
        known = {f"{site.name}/{each.html}" for each in built if each.refreshed.is_malformed}
        return replace(
            report,
            findings=tuple(item for item in report.findings if item.path not in known),
            not_checked=tuple(item for item in report.not_checked if item.subject not in known),
        )

    @cached_property
    def _by_path(self) -> Mapping[str, ReadPage]:
        return {os.path.realpath(page.path): page for page in self.pages.pages}

    @cached_property
    def _derived(self) -> Mapping[str, Artifact]:
        return {
            os.path.realpath(artifact.path): artifact
            for artifact in self.artifacts
            if artifact.path.suffix == ".md"
        }

    def _page(self, path: Path) -> ReadPage:
        known = self._by_path.get(os.path.realpath(path))
        return known or _read_pages([path], self.kinds, self.shelf, self.config).pages[0]

    def edited_page(self, uri: str) -> str | None:
        """Which page of the docs folder a reader edits to change this one; None if there is none.

        A generated file is changed through what it is made from.
        """
        path = self.docs_dir / uri
        for page in self.config.derived:
            if os.path.realpath(self.config.root / page.path) == os.path.realpath(path):
                source = (self.config.root / page.source).resolve()
                docs = self.docs_dir.resolve()
                return source.relative_to(docs).as_posix() if source.is_relative_to(docs) else None
        return None if os.path.realpath(path) in self._derived else uri

    def _refresh_derived(self, artifact: Artifact) -> Refreshed:
        """A derived page as it should be; its committed text is no guide to that."""
        return Refreshed(
            markdown=artifact.text[body_start(artifact.text) :].lstrip("\n"),
            findings=tuple(check_artifacts([artifact], Path.cwd())),
            page=self._read_text(artifact.path, artifact.text),
        )

    def _render(self, path: Path, markdown: str) -> ReadPage:
        # The line break in front keeps a rule at the top from being read as front matter.
        return self._read_text(path, f"\n{markdown}")

    def _read_text(self, path: Path, text: str) -> ReadPage:
        name = display_name(path, self.config.root)
        return ReadPage(
            path=path,
            name=display_name(path, Path.cwd()),
            text=text,
            rendered=render_page(text, name, self.kinds, self.shelf),
        )


def open_site(folder: Path, docs_dir: Path, edition: str | None) -> SiteBuild:
    """Read the settings, editions and pages of a site.

    Parameters:
        folder: Where the generator's configuration is; settings are looked for from here upwards.
        docs_dir: Folder of the pages.
        edition: Label, or path relative to `folder`, of the edition of markers that name none;
            the configured one if None.

    Raises:
        ConfigError: The configuration is unfit.
        PhrasingError: The default edition, or that of a derived page, is unknown or unfit.
    """
    config = read_config(folder)
    if edition is not None and edition.lower().endswith((".toml", ".json")):
        edition = os.path.relpath(folder / edition)
    shelf = EditionShelf(edition or config.edition, config.root)
    shelf.get()
    return _read(config, docs_dir, all_kinds(), shelf)


def _read(config: Config, docs_dir: Path, kinds: Kinds, shelf: EditionShelf) -> SiteBuild:
    try:
        artifacts = all_artifacts(config, kinds, shelf)
    except (OSError, PageEncodingError) as error:
        raise ConfigError(
            f"{config.root / 'pyproject.toml'}: [tool.ai-memory-spec] derived: a source cannot be "
            f"read: {error}"
        ) from error
    return SiteBuild(
        config=config,
        docs_dir=docs_dir,
        kinds=kinds,
        shelf=shelf,
        pages=_read_pages([docs_dir], kinds, shelf, config),
        artifacts=artifacts,
    )


def _read_pages(paths: Sequence[Path], kinds: Kinds, shelf: EditionShelf, config: Config) -> Pages:
    return read_pages(paths, kinds, shelf, Path.cwd(), config.root)


def _problems(page: ReadPage) -> tuple[Finding, ...]:
    """What is wrong with the markers of text that no file holds, so that no line can be given."""
    return tuple(
        replace(
            finding,
            line=None,
            column=None,
            message=f"in the text that plugins made of this page: {finding.message}",
        )
        for finding in page_findings(page)
        if finding.rule != "region.stale"
    )
