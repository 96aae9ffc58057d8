"""The settings of a MkDocs configuration file, read without MkDocs and without running it.

Source: MkDocs 1.6, `mkdocs/utils/yaml.py`; the package pyyaml-env-tag.
"""

import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import yaml


class SiteConfigError(Exception):
    """The site configuration is unfit; the message says where, what and how to mend it."""


class _Loader(yaml.SafeLoader):
    """Reads any tag: `!ENV` as MkDocs does, every other as nothing, so that no code runs."""


def _env(loader: yaml.SafeLoader, node: yaml.Node) -> Any:
    """`!ENV NAME` or `!ENV [NAME, …, default]`; values are read as YAML would read them."""
    default = None
    names: list[yaml.Node] = [node]
    if isinstance(node, yaml.SequenceNode):
        names = node.value
        if len(names) > 1:
            default = loader.construct_object(names[-1], deep=True)
            names = names[:-1]
    for each in names:
        value = os.environ.get(str(each.value))
        if value is not None:
            tag = loader.resolve(yaml.ScalarNode, value, (True, False))  # type: ignore[no-untyped-call] # PyYAML's stubs
            return loader.construct_object(yaml.ScalarNode(tag, value))
    return default


_Loader.add_constructor("!ENV", _env)
_Loader.add_multi_constructor("", lambda _loader, _suffix, _node: None)


def read_settings(path: Path, heirs: tuple[Path, ...] = ()) -> Mapping[str, Any]:
    """The settings of a file over those that it inherits.

    Parameters:
        path: The configuration file.
        heirs: The files that inherit from it, the first of them first.

    Raises:
        SiteConfigError: A file cannot be read, or is no mapping.
    """
    real = Path(os.path.realpath(path))
    if real in heirs:
        raise SiteConfigError(f"{path}: INHERIT leads back to this file; remove it from one")
    try:
        data = yaml.load(path.read_text(encoding="utf-8-sig"), Loader=_Loader)  # noqa: S506 # a SafeLoader
    except FileNotFoundError as error:
        if heirs:
            raise SiteConfigError(
                f"{path}: there is no such file (INHERIT in {heirs[-1]})"
            ) from error
        raise SiteConfigError(
            f"{path}: there is no such site configuration; set `site-config` in "
            "[tool.ai-memory-spec] of pyproject.toml"
        ) from error
    except (OSError, ValueError, RecursionError, yaml.YAMLError) as error:
        raise SiteConfigError(f"{path}: cannot be read: {error}") from error
    if data is None:
        data = {}
    if not isinstance(data, dict):
        raise SiteConfigError(f"{path}: must hold settings such as `docs_dir: docs`")
    parent = data.pop("INHERIT", None)
    if parent is None:
        return data
    if not isinstance(parent, str):
        raise SiteConfigError(f"{path}: INHERIT must be the path of a file")
    return _merged(read_settings(path.parent / parent, (*heirs, real)), data)


def _merged(below: Mapping[str, Any], above: Mapping[str, Any]) -> dict[str, Any]:
    """Mappings go together, everything else replaces what it stands over."""
    result = dict(below)
    for key, value in above.items():
        old = result.get(key)
        both = isinstance(old, Mapping) and isinstance(value, Mapping)
        result[key] = _merged(old, value) if both else value  # type: ignore[arg-type] # `both` says so
    return result
