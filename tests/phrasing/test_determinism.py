"""The same input gives the same output in every process, whatever the hash seed."""

from collections.abc import Callable

PROGRAM = """
import hashlib, json
from ai_memory_spec.phrasing import *

def error(ask, *arguments):
    try:
        ask(*arguments)
    except PhrasingError as problem:
        return f"{type(problem).__name__}: {problem}"

digest = hashlib.sha256()
for label in edition_labels():
    edition = load_edition(label)
    digest.update(repr((edition, edition.family_names, edition.tools)).encode())
    for profile in all_profiles(edition):
        counts = count(edition, profile)
        digest.update(repr((profile, counts, split_tools(edition, profile))).encode())
        if edition.phrasing:
            phrases = phrase(edition, profile)
            digest.update(repr((phrases, list(phrases.variables.items()))).encode())
print(digest.hexdigest())
print(edition_labels())
spec = load_edition()
names = [f"bogus{n}" for n in range(9)]
print(error(make_profile, spec, names), error(make_profile, spec, set(names[:1])))
print(error(parse_profile, spec, "archiv,grap"), error(parse_profile, spec, "ARCHIV,Grap"))
print(error(parse_edition, {
    "label": "a b",
    "families": {"core": ["list1", "list2", "list3", "list1"], "b": [], "c": ["x|y"]},
    "profiles": {"p": ["cora", "d"], "q": ["b"]},
    "always_on": ["list", "lists", "x"],
    "phrasing": {"summary": "{x}{y}", "describe_partial": "{", "zz": 1, "yy": 2},
}, "t"))
print(error(load_edition, "0.1"))
"""


def test_output_does_not_hang_on_the_hash_seed(run_python: Callable[..., str]) -> None:
    """Sentences, order, labels and error texts are the same under any PYTHONHASHSEED."""
    outputs = {run_python(PROGRAM, PYTHONHASHSEED=seed) for seed in ("0", "1", "2", "77")}
    assert len(outputs) == 1
    (output,) = outputs
    assert len(output.splitlines()) > 12


def test_output_does_not_hang_on_locale_or_optimisation(run_python: Callable[..., str]) -> None:
    """A C locale without UTF-8 mode, and `-OO`, change nothing."""
    plain = run_python(PROGRAM)
    assert run_python(PROGRAM, LC_ALL="C", LANG="C", PYTHONUTF8="0") == plain
    assert run_python(PROGRAM, PYTHONOPTIMIZE="2") == plain
