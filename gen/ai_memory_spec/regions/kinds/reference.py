"""Kinds that document the kinds themselves."""

from collections.abc import Sequence

from ai_memory_spec.regions.content import Code, Content, Line, Table, code_list, line, words
from ai_memory_spec.regions.kind import Kind, Parameter, make_kind


def reference_kinds(kinds: Sequence[Kind]) -> tuple[Kind, ...]:
    """The kinds `kinds` and `arguments`, which list these kinds and themselves."""

    @make_kind("kinds", "block")
    def kinds_kind() -> Content:
        """The region kinds: what each shows, and in which form it may stand."""
        return Table(
            head=("Kind", "Shows", "Form", "Arguments"),
            rows=tuple(
                (
                    line(Code(text=f"live:{kind.name}")),
                    words(kind.meaning),
                    line("inline or block" if kind.makes == "line" else "block"),
                    code_list([item.name for item in kind.parameters])
                    if kind.parameters
                    else line("none"),
                )
                for kind in every
            ),
        )

    @make_kind("arguments", "block")
    def arguments_kind() -> Content:
        """The arguments of all region kinds."""
        return Table(
            head=("Kind", "Argument", "Values", "Default", "Meaning"),
            rows=tuple(
                (
                    line(Code(text=kind.name)),
                    line(Code(text=item.name)),
                    words(item.values),
                    _default(item),
                    words(item.meaning),
                )
                for kind in every
                for item in kind.parameters
            ),
        )

    every = (*kinds, kinds_kind, arguments_kind)
    return (kinds_kind, arguments_kind)


def _default(item: Parameter) -> Line:
    if item.default is None:
        return line("must be given")
    if item.default_words is not None:
        return words(item.default_words)
    return line(Code(text=item.default)) if item.default else line("(empty)")
