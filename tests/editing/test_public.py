"""The public list of editing: complete, sorted, documented; and what importing it costs."""

import inspect
import subprocess
import sys
import types

import ai_memory_spec.editing as editing


def test_the_list_names_everything_that_the_package_offers() -> None:
    """Every name without underscore that is no submodule is in the list, and none else."""
    offered = [
        name
        for name, value in vars(editing).items()
        if not name.startswith("_") and not isinstance(value, types.ModuleType)
    ]
    assert list(editing.__all__) == sorted(
        offered, key=lambda name: (0 if name[0].isupper() else 1, name)
    )


def test_everything_public_is_documented() -> None:
    """A docstring of its own, whose first sentence ends on its first paragraph."""
    for name in editing.__all__:
        value = getattr(editing, name)
        if isinstance(value, type) or inspect.isfunction(value):
            text = value.__doc__ or ""
            assert not text.startswith(f"{name}("), f"{name} has only what dataclass made"
            assert text.split("\n\n")[0].rstrip().endswith("."), name


def test_every_error_has_one_base() -> None:
    """Callers can catch `PullError` alone."""
    errors = [
        value
        for name in editing.__all__
        if isinstance(value := getattr(editing, name), type) and issubclass(value, Exception)
    ]
    assert len(errors) == 5
    assert all(issubclass(error, editing.PullError) for error in errors)


def test_importing_it_does_not_load_the_mcp_sdk() -> None:
    """`edition diff` works where the extra `live` is not installed."""
    program = (
        "import sys, ai_memory_spec.editing, ai_memory_spec.editing.kinds\n"
        "print('mcp' in sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert done.stdout == "False\n", done.stderr
