"""Templates: placeholders are found, filled in one pass, and nothing else is touched."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ai_memory_spec.phrasing import fill_template, placeholders, split_template
from ai_memory_spec.phrasing.template import unbalanced_brace

pieces = st.one_of(
    st.text(alphabet="ab é|`<>-—\\%$", min_size=1, max_size=5),
    st.sampled_from(["{total}", "{s}", "{n_loaded}"]),
)


@pytest.mark.parametrize(
    ("template", "names"),
    [
        ("", ()),
        ("no placeholder", ()),
        ("{a}", ("a",)),
        ("{a}{b}{a}", ("a", "b", "a")),
        ("x {n_loaded} y{s}", ("n_loaded", "s")),
        ("{} { } {A} {a1} {a-b} {a.b} {a!r} {a:>5} {0}", ()),
        ("{{a}}", ("a",)),
    ],
)
def test_a_placeholder_is_a_lower_case_name_in_braces(
    template: str, names: tuple[str, ...]
) -> None:
    """In order, each as often as it stands; format specifications are no placeholders."""
    assert placeholders(template) == names


@pytest.mark.parametrize(
    ("template", "offset"),
    [
        ("", None),
        ("plain", None),
        ("{a}{b_c}", None),
        ("{", 0),
        ("}", 0),
        ("{a}}", 3),
        ("{{a}", 0),
        ("x{a} {b", 5),
        ("x} {a", 1),
        ("{}", 0),
        ("{a} {B}", 4),
        ("{a b}", 0),
        ("{a}\0{", 4),
    ],
)
def test_the_first_brace_outside_a_placeholder_is_found(template: str, offset: int | None) -> None:
    """Its offset in characters, or None."""
    assert unbalanced_brace(template) == offset


def test_values_are_put_in_by_a_single_pass() -> None:
    """A value that looks like a placeholder, or like a back-reference, stays as it is."""
    values = {"a": "{b}", "b": "{a}\\1\\g<0>", "c": "%s {0}"}
    assert fill_template("{a}-{b}-{c}-{a}", values) == "{b}-{a}\\1\\g<0>-%s {0}-{b}"


def test_a_variable_without_a_value_is_a_key_error() -> None:
    """Nothing is left standing in silence."""
    with pytest.raises(KeyError, match=r"^'b'$"):
        fill_template("{a}{b}", {"a": "x"})


def test_text_without_placeholders_is_untouched() -> None:
    """Braces that hold no name, percent signs and backslashes are text."""
    text = "{} {A} %s \\n $x — é {a-b}"
    assert fill_template(text, {}) == text


@given(parts=st.lists(pieces, max_size=8))
def test_pieces_join_to_the_template_and_fill_to_the_same_text(parts: list[str]) -> None:
    """`split_template` loses nothing, and filling equals replacing each placeholder."""
    template = "".join(parts)
    values = {"total": "51", "s": "", "n_loaded": "{s}"}
    split = list(split_template(template))
    assert "".join(f"{{{text}}}" if named else text for text, named in split) == template
    assert tuple(text for text, named in split if named) == placeholders(template)
    assert all(text for text, _ in split)
    assert fill_template(template, values) == "".join(
        values[text] if named else text for text, named in split
    )
    assert fill_template(template, values) == template.format(**values)
    assert unbalanced_brace(template) is None
