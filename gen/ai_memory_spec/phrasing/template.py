"""Phrasing templates: text with `{variable}` placeholders.

Grammar: `{`, a variable's name, `}`. There is no escape for braces, since no edition needs one.
Values are put in by a single pass, so a value that looks like a placeholder stays as it is.
"""

import re
from collections.abc import Iterator, Mapping

_PLACEHOLDER = re.compile(r"\{([a-z_]+)\}")


def fill_template(template: str, values: Mapping[str, str]) -> str:
    """Put the values into the template; `KeyError` for a variable without a value."""
    return _PLACEHOLDER.sub(lambda match: values[match[1]], template)


def placeholders(template: str) -> tuple[str, ...]:
    """Names of the variables that the template uses, in order, each as often as it stands."""
    return tuple(match[1] for match in _PLACEHOLDER.finditer(template))


def split_template(template: str) -> Iterator[tuple[str, bool]]:
    """Pieces of the template in order: `(literal text, False)` or `(variable, True)`."""
    end = 0
    for match in _PLACEHOLDER.finditer(template):
        if match.start() > end:
            yield template[end : match.start()], False
        yield match[1], True
        end = match.end()
    if end < len(template):
        yield template[end:], False


def unbalanced_brace(template: str) -> int | None:
    """Offset of the first brace that belongs to no placeholder, or None."""
    masked = _PLACEHOLDER.sub(lambda match: "\0" * len(match[0]), template)
    offsets = [offset for offset in (masked.find("{"), masked.find("}")) if offset >= 0]
    return min(offsets) if offsets else None
