"""HTML as the HTML standard reads it, in linear time, whatever the text."""

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ai_memory_spec.drift.html.tokens import TokenKind, normalize, read_attributes, tokenize

TABLE = {
    # text, and what a browser makes of it: text as it is, tags, comments in [[ ]]
    "a &lt; b &amp;&#99; &nosuch; &lt": "a < b &c &nosuch; <",
    "a < b <3 <": "a < b <3 <",
    "<P Class=a>x</P >": "(p)x(/p)",
    "<p\n  a = 'x > y'  b>x": "(p)x",
    "<p a=\"'>\">x<p b='\">'>y": "(p)x(p)y",
    "<a b==c>x<a =b>y<a/b/>z": "(a)x(a)y(a)z",
    "<br/>x</br>": "(br)x(/br)",
    "x<p a": "x",
    'x<p a="': "x",
    'x<p a=">': "x",
    "a<!-- b --> c": "a[[ b ]] c",
    "a<!--b--!>c<!-->d<!--->e<!---->f": "a[[b]]c[[]]d[[]]e[[]]f",
    "a<!-- b": "a[[ b]]",
    "a<!-- <!-- b --> c": "a[[ <!-- b ]] c",
    "a<!-- x --\n> b --> c": "a[[ x --\n> b ]] c",
    "<!doctype html>a<!b>c<?d>e</>f</ g>h": "acefh",
    "a<![CDATA[b]]>c<![if x]>d": "acd",
    "a</": "a</",
    "a<!": "a",
    "<script>a<b>'</p></script >c": "(script){a<b>'</p>}(/script)c",
    "<script><!-- live:x --></SCRIPT>c": "(script){<!-- live:x -->}(/script)c",
    "<style>a</stylex></style>": "(style){a</stylex>}(/style)",
    "<title>a<b>&amp;</title>": "(title)a<b>&(/title)",
    "<textarea><!-- live:x --></textarea>": "(textarea)<!-- live:x -->(/textarea)",
    "<script>a": "(script){a}",
    "a\r\nb\rc\0": "a\nb\nc\ufffd",
}

HOSTILE = {
    name: text * (200_000 // len(text))
    for name, text in {
        "tags without end": "<a ",
        "attributes": '<a b="',
        "other attributes": "<a b='",
        "names": "<a =",
        "comments": "<!--",
        "bogus comments": "<![",
        "end tags": "</b",
        "bare": "<",
        "ampersands": "&",
        "open": "<b>",
        "blocks": "<div>",
        "never opened": "</i></td></p>",
        "cells": "<table><td></b>",
        "paragraphs": "<p> </p>",
        "items": "<li><p>",
        "scripts": "<script>",
        "titles": "<title></titl>",
        "markers": "<!-- live:count -->",
        "closing": "<!-- /live -->",
        "breaks": "<br><pre>",
        "mixed": "<table><tr><td><b><table></b></td></p>",
    }.items()
}
HOSTILE["far from a barrier"] = "<b><table><td>" + "<i>" * 30_000 + "</b>" * 30_000


def show(text: str) -> str:
    marks = {
        TokenKind.TEXT: "{}",
        TokenKind.RAW: "{{{}}}",
        TokenKind.START: "({})",
        TokenKind.END: "(/{})",
        TokenKind.COMMENT: "[[{}]]",
    }
    return "".join(marks[token.kind].format(token.data) for token in tokenize(normalize(text)))


@pytest.mark.parametrize(("text", "expected"), TABLE.items(), ids=repr)
def test_tokens(text: str, expected: str) -> None:
    """Each text reads as in a browser."""
    assert show(text) == expected


def test_offsets_are_those_of_the_text() -> None:
    """Every token says where it begins, in order."""
    text = "a<p b='c'>d&amp;e<!-- f --></p>< g<script>h</script>"
    offsets = [token.offset for token in tokenize(text)]
    assert [text[offset] for offset in offsets] == [
        "a",
        "<",
        "d",
        "<",
        "<",
        "<",
        " ",
        "<",
        "h",
        "<",
    ]


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        (' class="a b" hidden', {"class": "a b", "hidden": ""}),
        (" CLASS=a class=b", {"class": "a"}),
        (" a='&lt;&quot;' b=c/d", {"a": '<"', "b": "c/d"}),
        (" a=", {"a": ""}),
        ("/a/b=c/", {"a": "", "b": "c/"}),
        (" alt = 'x' =y", {"alt": "x", "=y": ""}),
        ("", {}),
    ],
)
def test_attributes(source: str, expected: dict[str, str]) -> None:
    """Names in lower case, of repeated ones the first, values with references resolved."""
    assert read_attributes(source) == expected


@given(st.text(st.sampled_from("<>/!-=\"' \nab&;#p[]?\0\r")))
def test_any_text_has_tokens(text: str) -> None:
    """No text is an error, offsets never go back, and plain text stays what it is."""
    normal = normalize(text)
    offsets = [token.offset for token in tokenize(normal)]
    assert offsets == sorted(offsets)
    if not {"<", "&"} & set(text):
        assert show(text) == normal


@pytest.mark.parametrize("text", HOSTILE.values(), ids=HOSTILE.keys())
def test_hostile_pages_take_linear_time(text: str) -> None:
    """200 KB of anything are read to regions within seconds, on a slow machine too."""
    from ai_memory_spec.drift.html.content import read_content
    from ai_memory_spec.drift.html.pieces import to_pieces
    from ai_memory_spec.drift.html.regions import find_html_regions

    begin = time.process_time()
    content = read_content(normalize(text))
    find_html_regions(content.items, ["count"])
    to_pieces(content.items)
    assert time.process_time() - begin < 10
