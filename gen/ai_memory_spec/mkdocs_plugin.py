"""The MkDocs plugin: hooks, and nothing else.

    on_startup          says why live reload is off, if nobody turned it off
    on_config           opens the site with the newest core, or with the last good one
    on_files            publishes data files fresh
    on_page_markdown    renders regions, after all other plugins; says what is wrong with the page
    on_post_build       says what is wrong with the built HTML
    on_serve            watches what the pages depend on

The core is imported inside the hooks: under `mkdocs serve` each build may meet a newer one (see
`reload.py`), and an import at the top would hold on to the first.
"""

from collections.abc import Iterable
from importlib.metadata import version
from pathlib import Path
from typing import TYPE_CHECKING

import click
from click.core import ParameterSource
from mkdocs.config import config_options
from mkdocs.config.base import Config
from mkdocs.config.defaults import MkDocsConfig
from mkdocs.exceptions import PluginError
from mkdocs.livereload import LiveReloadServer
from mkdocs.plugins import BasePlugin, event_priority, get_plugin_logger
from mkdocs.structure.files import File, Files
from mkdocs.structure.pages import Page

from ai_memory_spec.last_good import LastGood
from ai_memory_spec.reload import Reloader

if TYPE_CHECKING:
    from ai_memory_spec.drift import Finding
    from ai_memory_spec.site_build import BuiltPage, SiteBuild

_LAST = -100
"""Priority of a hook that runs after those of all other plugins, wherever they are listed."""

log = get_plugin_logger("ai-memory-spec")


class LiveRegionsConfig(Config):  # type: ignore[no-untyped-call]  # MkDocs leaves it untyped
    """Options of the plugin; all other settings are those of `[tool.ai-memory-spec]`."""

    edition = config_options.Optional(config_options.Type(str))
    """Label, or path relative to mkdocs.yml, of the edition of markers that name none. By
    default `edition` of `[tool.ai-memory-spec]` in the pyproject.toml beside mkdocs.yml, which
    the commands read too."""


class LiveRegionsPlugin(BasePlugin[LiveRegionsConfig]):  # type: ignore[no-untyped-call]  # as above
    """Shows live regions fresh, and says what is wrong with them."""

    def __init__(self) -> None:
        kept = {__name__, LastGood.__module__, Reloader.__module__}
        self._reloader = Reloader("ai_memory_spec", "ai_memory_spec.site_build", kept)
        self._sites: LastGood[SiteBuild] = LastGood(self._reloader, _says_all)
        self._site: SiteBuild | None = None
        self._built: list[BuiltPage] = []
        self._said: set[Finding] = set()
        self._server: LiveReloadServer | None = None
        self._watched: set[Path] = set()

    # Hooks, in the order of MkDocs

    def on_startup(self, **_: object) -> None:
        """Start anew: MkDocs keeps the plugin for all builds of a process."""
        self._server = None
        self._watched.clear()
        if cause := _why_reload_is_off():
            log.warning(cause)

    def on_config(self, config: MkDocsConfig) -> None:
        """Read the core, the editions and all pages, before MkDocs cleans the site folder.

        Raises:
            PluginError: The configuration is unfit, and nothing good was built before.
        """
        if self._server is None:
            self._sites.forget()
        self._built.clear()
        self._said.clear()

        def open_newest() -> "SiteBuild":
            from ai_memory_spec.site_build import open_site

            file = config.config_file_path
            folder = Path(file).parent if file else Path.cwd()
            return open_site(folder, Path(config.docs_dir), self.config.edition)

        try:
            made = self._sites.make(open_newest)
        except Exception as error:
            if _says_all(error):
                raise PluginError(f"ai-memory-spec: {error}") from error
            raise
        if made.trouble:
            log.error("%s\nThe site shows the last good state until this is mended.", made.trouble)
        if made.mended:
            log.info("Mended: the site shows the newest core and editions again.")
        for path in self._reloader.changed_kept():
            log.warning("%s has changed; restart `mkdocs serve` to use it", path.name)
        self._site = made.value
        self._say(made.value.findings)

    def on_files(self, files: Files, /, *, config: MkDocsConfig) -> Files:
        """Publish the data files fresh, as the pages are."""
        assert self._site is not None, "MkDocs calls on_config first"
        for uri, text in self._site.data.items():
            file = files.get_file_from_path(uri)
            if file is None:
                files.append(File.generated(config, uri, content=text))
            else:
                file.content_string = text
        return files

    @event_priority(_LAST)
    def on_page_markdown(self, markdown: str, /, *, page: Page, **_: object) -> str:
        """Render the regions, and say what is wrong with the page as it was committed."""
        assert self._site is not None, "MkDocs calls on_config first"
        from ai_memory_spec.site_build import BuiltPage

        file = page.file
        source = file.abs_src_path if file.generated_by is None else None
        path = Path(source) if source else None
        try:
            refreshed = self._site.refresh(path, file.src_uri, markdown)
        except Exception as error:  # noqa: BLE001 (raised again, but under `serve`)
            self._survive(error)
            return markdown
        edited = self._site.edited_page(file.src_uri)
        if page.edit_url and edited != file.src_uri:
            page.edit_url = page.edit_url.replace(file.src_uri, edited) if edited else None
        self._say(refreshed.findings)
        self._built.append(BuiltPage(refreshed=refreshed, html=file.dest_uri, url=file.url))
        return refreshed.markdown

    @event_priority(_LAST)
    def on_post_build(self, *, config: MkDocsConfig) -> None:
        """Verify the built HTML."""
        assert self._site is not None, "MkDocs calls on_config first"
        config_file = Path(config.config_file_path or "mkdocs.yml")
        try:
            self._site.write_texts(Path(config.site_dir), config_file)
            report = self._site.check_built(
                Path(config.site_dir),
                self._built,
                config_file,
                (*config.markdown_extensions, *config.plugins),
            )
        except Exception as error:  # noqa: BLE001 (raised again, but under `serve`)
            self._survive(error)
        else:
            self._say(report.findings)
            for item in report.not_checked:
                log.warning("%s: not checked: %s", item.subject, item.reason)
        self._watch(config)

    def on_serve(self, server: LiveReloadServer, /, *, config: MkDocsConfig, **_: object) -> None:
        """Have changes of the core, of editions and of settings rebuild the site."""
        self._server = server
        self._watch(config)

    # How

    def _survive(self, error: Exception) -> None:
        """Under `mkdocs serve`, log what would end the build and leave the server stuck."""
        if self._server is None:
            raise error
        log.error("%s", self._sites.describe(error))

    def _say(self, findings: "Iterable[Finding]") -> None:
        """Log each finding once a build. MkDocs counts warnings under `--strict`; advice is none.

        A file that is a page under two names has its findings twice.
        """
        from ai_memory_spec.drift import Severity
        from ai_memory_spec.drift.report import render_finding

        for finding in findings:
            if finding not in self._said:
                self._said.add(finding)
                say = log.warning if finding.severity is Severity.ERROR else log.info
                say("%s", "\n".join(render_finding(finding)))

    def _watch(self, config: MkDocsConfig) -> None:
        """Watch what is not watched yet: folders come with new modules, editions with markers."""
        if self._server is None or self._site is None:
            return
        covered = [Path(item).resolve() for item in (config.docs_dir, *config.watch)]
        for path in (*self._reloader.folders, *self._site.watched):
            # Two watches on a file would see its change at two times, and build twice. None is
            # recursive, or bytecode that any other process writes would wake them.
            if path in self._watched or any(
                path.resolve().is_relative_to(folder) for folder in covered
            ):
                continue
            self._watched.add(path)
            self._server.watch(str(path), recursive=False)


def _says_all(error: Exception) -> bool:
    """Whether the error is one of those whose message says where, what and how to mend it."""
    from ai_memory_spec.config import ConfigError
    from ai_memory_spec.phrasing import PhrasingError

    return isinstance(error, (ConfigError, PhrasingError))


def _why_reload_is_off() -> str | None:
    """One line, if live reload is off and nobody asked for that."""
    context = click.get_current_context(silent=True)
    if context is None or context.params.get("livereload", True):
        return None
    if context.get_parameter_source("livereload") is not ParameterSource.DEFAULT:
        return None
    return (
        f"live reload is off though nobody asked for that: click {version('click')} drops the "
        "default of MkDocs' option (8.3.0 to 8.3.2 do); run `mkdocs serve --livereload`, or "
        "install click 8.4 or newer"
    )
