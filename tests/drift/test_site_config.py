"""Which pages a configuration builds: the same as MkDocs itself says, and clear errors."""

from collections.abc import Mapping
from pathlib import Path

import pytest
from mkdocs.config import load_config
from mkdocs.structure.files import get_files

from ai_memory_spec.drift.site_config import SiteConfig, read_site_config
from ai_memory_spec.drift.site_settings import SiteConfigError

Files = Mapping[str, str]

TREE = (
    "docs/index.md",
    "docs/about.md",
    "docs/tool list.md",
    "docs/ünïcode/größe & co.md",
    "docs/guide/README.md",
    "docs/guide/start.md",
    "docs/guide/deep/er/page.markdown",
    "docs/both/README.md",
    "docs/both/index.md",
    "docs/three/README.md",
    "docs/three/index.markdown",
    "docs/three/index.md",
    "docs/static/page.html",
    "docs/static/page.md",
    "docs/static/index.html",
    "docs/static/README.md",
    "docs/suffix/a.mdown",
    "docs/suffix/b.mkdn",
    "docs/suffix/c.mkd",
    "docs/suffix/D.MD",
    "docs/suffix/e.md.txt",
    "docs/suffix/two.dots.md",
    "docs/.hidden.md",
    "docs/.folder/page.md",
    "docs/templates/page.md",
    "docs/deep/templates/page.md",
    "docs/404.md",
    "docs/node_modules/page.md",
    "docs/drafts/one.md",
    "docs/drafts/two.md",
    "docs/readme.md",
    "docs/same.markdown",
    "docs/same.md",
    "docs/style.css",
)

CONFIGS = {
    "plain": "",
    "files instead of folders": "use_directory_urls: false",
    "excluded": "exclude_docs: |\n  drafts/\n  *.mkd\n  !.hidden.md\n  both/index.md\n",
    "excluded but one": "exclude_docs: |\n  /drafts/*\n  !/drafts/two.md\n  # no\n  README.md\n",
    "templates after all": "exclude_docs: |\n  !/templates/\n  !.folder/\n",
    "drafts": "draft_docs: |\n  drafts/\n  about.md\nnot_in_nav: |\n  readme.md\n",
    "drafts and exclusions": "draft_docs: two.md\nexclude_docs: one.md",
    "index excluded": "exclude_docs: index.md\nuse_directory_urls: false",
    "inherited": "INHERIT: base.yml\ntheme: {name: mkdocs}",
    "environment": (
        "docs_dir: !ENV [NO_SUCH_NAME, docs]\nuse_directory_urls: !ENV [DIRECTORY_URLS, true]"
    ),
    "code in tags": (
        "markdown_extensions:\n  - toc:\n      slugify: !!python/name:os.path.basename\n"
    ),
    "nothing set": "exclude_docs:\ndraft_docs: null\n",
}


def make(folder: Path, files: Files) -> Path:
    for name, text in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return folder / "mkdocs.yml"


def ours(path: Path) -> list[tuple[str, str, str]]:
    return [
        (page.source.resolve().as_posix(), page.html, page.url)
        for page in read_site_config(path).pages
    ]


def theirs(path: Path) -> list[tuple[str, str, str]]:
    files = get_files(load_config(str(path)))
    return [
        (Path(file.abs_src_path or "").resolve().as_posix(), file.dest_uri, file.url)
        for file in files.documentation_pages()
        if file.inclusion.is_included()
    ]


@pytest.mark.parametrize("config", CONFIGS.values(), ids=CONFIGS.keys())
def test_the_pages_are_those_of_mkdocs(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, config: str
) -> None:
    """Same sources, HTML files and addresses, in the same order."""
    monkeypatch.setenv("DIRECTORY_URLS", "false")
    base = "use_directory_urls: false\nexclude_docs: about.md\ndocs_dir: docs\n"
    path = make(
        tmp_path,
        {
            **dict.fromkeys(TREE, "# Page\n"),
            "base.yml": base,
            "mkdocs.yml": f"site_name: Test\nplugins: []\n{config}\n",
        },
    )
    assert ours(path) == theirs(path)
    assert len(ours(path)) > 15


def test_a_linked_folder_is_part_of_the_site(tmp_path: Path) -> None:
    """MkDocs follows links to folders, so their pages must be there."""
    path = make(
        tmp_path,
        {
            "docs/index.md": "",
            "elsewhere/page.md": "",
            "mkdocs.yml": "site_name: Test\nplugins: []\n",
        },
    )
    (tmp_path / "docs/linked").symlink_to(tmp_path / "elsewhere", target_is_directory=True)
    assert ours(path) == theirs(path)
    assert [html for _, html, _ in ours(path)] == ["index.html", "linked/page/index.html"]


def test_settings_of_the_site(tmp_path: Path) -> None:
    """Settings are read through INHERIT, and any tag may stand in the file."""
    path = make(
        tmp_path,
        {
            "docs/index.md": "",
            "conf/base.yml": "site_url: https://old.example/\n"
            "markdown_extensions: [smarty]\nplugins:\n  search: {}\n  typogrify: {}\n",
            "mkdocs.yml": "INHERIT: conf/base.yml\nsite_url: https://new.example/docs/\n"
            "markdown_extensions:\n  - toc:\n      slugify: !!python/name:no.such.module\n"
            "  - tables\n"
            "extra: !anything [!relative b]\n",
        },
    )
    config = read_site_config(path)
    assert config.site_url == "https://new.example/docs/"
    assert config.extensions == ("toc", "tables", "search", "typogrify")
    assert [page.html for page in config.pages] == ["index.html"]
    assert config.pages[0].source == tmp_path / "docs/index.md"


def test_tags_never_run_code(tmp_path: Path) -> None:
    """A configuration of a stranger is read, not run."""
    ran = tmp_path / "ran"
    path = make(
        tmp_path,
        {
            "docs/index.md": "",
            "mkdocs.yml": f'extra: !!python/object/apply:os.mkdir ["{ran}"]\n',
        },
    )
    read_site_config(path)
    assert not ran.exists()


BROKEN = {
    "not yaml": ({"mkdocs.yml": "a: [1"}, "mkdocs.yml: cannot be read: while parsing"),
    "a list": ({"mkdocs.yml": "- a"}, "mkdocs.yml: must hold settings such as `docs_dir: docs`"),
    "no docs": (
        {"mkdocs.yml": "site_name: a"},
        "mkdocs.yml: docs_dir is 'docs', and there is no folder {root}/docs; mend docs_dir",
    ),
    "docs of another type": (
        {"mkdocs.yml": "docs_dir: [docs]"},
        "mkdocs.yml: docs_dir must be text, not ['docs']",
    ),
    "addresses of another type": (
        {"mkdocs.yml": "use_directory_urls: maybe", "docs/a.md": ""},
        "mkdocs.yml: use_directory_urls must be true or false, not 'maybe'",
    ),
    "exclusions of another type": (
        {"mkdocs.yml": "exclude_docs: [a.md]", "docs/a.md": ""},
        "mkdocs.yml: exclude_docs must be text, not ['a.md']",
    ),
    "no file": (
        {},
        (
            "mkdocs.yml: there is no such site configuration; set `site-config` in "
            "[tool.ai-memory-spec] of pyproject.toml"
        ),
    ),
    "no parent": (
        {"mkdocs.yml": "INHERIT: none.yml"},
        "none.yml: there is no such file (INHERIT in {root}/mkdocs.yml)",
    ),
    "a parent of another type": (
        {"mkdocs.yml": "INHERIT: [a]"},
        "mkdocs.yml: INHERIT must be the path of a file",
    ),
    "a circle": (
        {"mkdocs.yml": "INHERIT: a.yml", "a.yml": "INHERIT: mkdocs.yml"},
        "mkdocs.yml: INHERIT leads back to this file; remove it from one",
    ),
}


@pytest.mark.parametrize(("files", "message"), BROKEN.values(), ids=BROKEN.keys())
def test_unfit_configurations(tmp_path: Path, files: Files, message: str) -> None:
    """Each error names the file, what is wrong and what to do."""
    path = make(tmp_path, files)
    with pytest.raises(SiteConfigError) as caught:
        read_site_config(path)
    expected = f"{tmp_path}/{message.format(root=tmp_path)}"
    assert str(caught.value).startswith(expected)


def test_not_utf8_is_an_error(tmp_path: Path) -> None:
    """A configuration in another encoding is named."""
    path = tmp_path / "mkdocs.yml"
    path.write_bytes(b"site_name: \xff")
    with pytest.raises(SiteConfigError, match=r"mkdocs\.yml: cannot be read: 'utf-8' codec"):
        read_site_config(path)


def test_this_projects_own_site() -> None:
    """Our configuration is read without MkDocs, and MkDocs agrees."""
    path = Path(__file__).parents[2] / "mkdocs.yml"
    config: SiteConfig = read_site_config(path)
    names = {page.source.name for page in config.pages}
    assert {"index.md", "canonical-phrasings.md"} <= names
    assert config.site_url.startswith("https://")
