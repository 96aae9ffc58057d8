"""The public list of the core: complete, sorted, documented and annotated."""

import inspect
import types
import typing
from pathlib import Path

import ai_memory_spec
import ai_memory_spec.phrasing as core


def _public_values() -> dict[str, object]:
    return {name: getattr(core, name) for name in core.__all__}


def test_the_list_names_everything_that_the_package_offers() -> None:
    """Every name without underscore that is no submodule is in the list, and none else."""
    offered = [
        name
        for name, value in vars(core).items()
        if not name.startswith("_") and not isinstance(value, types.ModuleType)
    ]
    assert sorted(core.__all__) == sorted(offered)
    assert len(set(core.__all__)) == len(core.__all__)


def test_the_list_is_sorted() -> None:
    """Constants, then classes, then functions, each by the alphabet."""

    def rank(name: str) -> tuple[int, str]:
        return (0 if name.isupper() else 1 if name[0].isupper() else 2, name)

    assert list(core.__all__) == sorted(core.__all__, key=rank)


def test_a_star_import_gives_the_list() -> None:
    """Nothing in the list is missing."""
    namespace: dict[str, object] = {}
    exec("from ai_memory_spec.phrasing import *", namespace)
    del namespace["__builtins__"]
    assert sorted(namespace) == sorted(core.__all__)


def test_every_error_has_one_base() -> None:
    """Callers can catch `PhrasingError` alone, and profile errors as a group."""
    errors = [
        value
        for value in _public_values().values()
        if isinstance(value, type) and issubclass(value, Exception)
    ]
    assert len(errors) == 8
    assert [error for error in errors if not issubclass(error, core.PhrasingError)] == []
    assert issubclass(core.ProfileCaseError, core.ProfileError)
    assert issubclass(core.UnknownProfileError, core.ProfileError)


def test_every_public_class_and_function_is_documented() -> None:
    """A docstring of its own, whose first sentence ends on its first paragraph."""
    for name, value in _public_values().items():
        if isinstance(value, type) or inspect.isfunction(value):
            text = value.__doc__ or ""
            assert not text.startswith(f"{name}("), f"{name} has only what dataclass made"
            assert text.split("\n\n")[0].rstrip().endswith("."), name


def test_every_public_function_is_annotated_whole() -> None:
    """Parameters and result, with names that resolve at run time."""
    functions = [
        (name, value) for name, value in _public_values().items() if inspect.isfunction(value)
    ] + [
        (f"{name}.{member}", function)
        for name, value in _public_values().items()
        if isinstance(value, type)
        for member, function in vars(value).items()
        if inspect.isfunction(function) and not member.startswith("__")
    ]
    assert len(functions) > 20
    for name, function in functions:
        hints = typing.get_type_hints(function)
        parameters = [p for p in inspect.signature(function).parameters if p != "self"]
        assert set(hints) == {*parameters, "return"}, name


def test_the_package_says_that_it_is_typed() -> None:
    """`py.typed` lies beside the package."""
    assert (Path(ai_memory_spec.__file__).parent / "py.typed").is_file()
