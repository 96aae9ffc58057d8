"""`regions`: the kinds that a page may use."""

from collections.abc import Callable
from typing import Any

import pytest

from ai_memory_spec.catalog import all_kinds

KINDS = all_kinds()


def test_every_kind_is_listed_with_all_its_arguments(run: Callable[..., Any]) -> None:
    """Name, form, meaning; then for each argument its meaning, values and default."""
    done = run("regions")
    assert (done.code, done.err) == (0, "")
    heads = [line.split()[0] for line in done.out.splitlines() if not line.startswith(" ")]
    assert heads == [f"live:{name}" for name in KINDS]
    for kind in KINDS.values():
        assert kind.meaning in done.out
        for item in kind.parameters:
            assert f"    {item.name}=…  {item.meaning} Values: {item.values} (" in done.out


@pytest.mark.parametrize("name", KINDS)
def test_one_kind_can_be_asked_for(run: Callable[..., Any], name: str) -> None:
    """It alone is listed, as in the whole list."""
    done = run("regions", name)
    assert done.code == 0
    assert done.out.startswith(f"live:{name}  (")
    assert done.out.count("\nlive:") == 0
    assert done.out in run("regions").out


def test_the_count_kind_is_listed_so(run: Callable[..., Any]) -> None:
    """What must be given and what is left out by default are told apart."""
    out = run("regions", "name").out
    assert out.splitlines()[0] == "live:name  (inline or block)"
    assert "(default: the configured edition)." in out
    assert "edition, what, base-family, label (must be given)." in out


def test_an_unknown_kind_is_a_usage_error(run: Callable[..., Any]) -> None:
    """With the nearest one and the list of all."""
    done = run("regions", "cuont")
    assert (done.code, done.out) == (2, "")
    assert done.err == (
        "ai-memory-spec: there is no region kind 'cuont' (did you mean 'count'?). "
        f"Kinds: {', '.join(KINDS)}\n"
    )
