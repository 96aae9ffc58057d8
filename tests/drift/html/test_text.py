"""HTML to the text that a reader sees: what counts, and what makes no difference."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ai_memory_spec.drift.html.content import read_content
from ai_memory_spec.drift.html.live_text import LiveTexts
from ai_memory_spec.drift.html.pieces import Pieces, show_pieces, to_pieces
from ai_memory_spec.drift.html.regions import find_html_regions
from ai_memory_spec.drift.html.tokens import normalize

SAME = {
    "white space between blocks": ("<p>a</p><p>b</p>", "\n<p> a\n</p>\n\n<p>b </p>\n"),
    "white space in a line": ("<p>a b</p>", "<p>\na\t \n b</p>"),
    "boxes around": ("<p>a</p>", "<div class=x><section><p>a</p></section></div>"),
    "marks in a line": ("<p>a bc</p>", "<p>a <b>b</b><i><span>c</span></i></p>"),
    "loose and tight items": ("<ul><li>a<li>b</ul>", "<ul><li><p>a</p></li><li><p>b</p></li></ul>"),
    "end tags left out": (
        "<table><thead><tr><th>a<th>b<tbody><tr><td>c<td>d</table><p>e<p>f",
        (
            "<table><thead><tr><th>a</th><th>b</th></tr></thead>"
            "<tbody><tr><td>c</td><td>d</td></tr></tbody></table><p>e</p><p>f</p>"
        ),
    ),
    "terms": ("<dl><dt>a<dd>b<dt>c</dl>", "<dl><dt>a</dt><dd>b</dd><dt>c</dt></dl>"),
    "a table without a body": (
        "<table><tr><td>a</td></tr></table>",
        "<div><table><caption></caption><tbody><tr><td><p>a</p></td></tr></tbody></table></div>",
    ),
    "a list ends a paragraph": ("<p>a<ul><li>b</ul>", "<p>a</p><ul><li>b</li></ul>"),
    "references": ("<p>&lt;&#123;a&#x7d;&quot;&amp;lt;</p>", '<p>&lt;{a}"&amp;lt;</p>'),
    "comments": ("<p>ab</p>", "<p>a<!-- x -->b</p><!-- y -->"),
    "scripts and styles": (
        "<p>a</p>",
        "<p>a<script>b</script></p><style>c</style><template>d</template>",
    ),
    "permalinks": ("<h2>a</h2>", '<h2>a<a class="headerlink" href="#a" title="b">&para;</a></h2>'),
    "copy buttons": (
        "<pre>a</pre>",
        "<pre><nav class='md-code__nav'>x</nav><button>y</button>a</pre>",
    ),
    "titles of code": (
        "<pre>a</pre>",
        '<div class="highlight"><span class="filename">T</span><pre>a</pre></div>',
    ),
    "anchors of lines": (
        "<pre><code>a\nb\n</code></pre>",
        (
            '<pre><span></span><code><span id="l1"><a id="n1" href="#n1"></a>a\n</span>'
            '<span id="l2"><a id="n2"></a>b\n</span></code></pre>'
        ),
    ),
    "numbers beside lines": (
        "<pre>a\nb</pre>",
        (
            '<table class="highlighttable"><tr><td class="linenos"><div class="linenodiv"><pre>'
            '<span class="normal">1</span>\n2</pre></div></td><td class="code"><div><pre>a\nb</pre>'
            "</div></td></tr></table>"
        ),
    ),
    "numbers in lines": (
        "<pre>a\nb</pre>",
        '<pre><span class="linenos">1</span>a\n<span class="linenos">2</span>b\n</pre>',
    ),
    "blank lines around code": ("<pre>a\n b</pre>", "<pre>\n\na\n b\n\n</pre>"),
    "what is not shown": (
        "<p>a</p>",
        "<p>a</p><p hidden>b</p><div style='DISPLAY : none'><p>c</p></div>",
    ),
    "a hidden item or cell": (
        "<ul><li>a</ul><table><tr><td>b</table>",
        "<ul><li>a<li hidden>x</ul><table><tr><td>b<td hidden>x</table>",
    ),
    "an unmatched end tag": ("<p>a b</p>", "<p>a</b> b</i></div></td></li></p>"),
    "breaks": ("<p>a<br>b</p>", "<p>a <br/>\nb</br></p>"),
    "a break in code": ("<pre>a\nb</pre>", "<pre>a<br>b</pre>"),
    "possible breaks": ("<p>ab</p>", "<p>a<wbr>b</p>"),
    "cells without a table": ("<p>ab</p>", "<p><tr><td>a<td>b</tr></p>"),
    "a misplaced end tag in a cell": (
        "<table><tr><td>a<td>b</table>",
        "<b><table><tr><td>a</b></td><td>b</td></tr></table></b>",
    ),
    "many end tags left out": (
        "<p>a</p>" * 300 + "<ul>" + "<li>b</li>" * 300 + "</ul><table><tr><td>c<td>d</table>",
        "<p>a" * 300 + "<ul>" + "<li>b" * 300 + "</ul><table><tr><td>c<td>d</table>",
    ),
    "a table in the last of many items": (
        "<ul>" + "<li>b</li>" * 300 + "<li></li></ul><table><tr><td>c<td>d</table>",
        "<ul>" + "<li>b" * 300 + "<li><table><tr><td>c<td>d</table></ul>",
    ),
    "many cells": (
        "<table>" + "<tr><td>a</td><td>b</td></tr>" * 300 + "</table><ul><li>c</ul>",
        "<table>" + "<tr><td>a<td>b" * 300 + "</table><ul><li>c</ul>",
    ),
    "letters of tags": ("<p>a</p>", "<P>a</P>"),
}

DIFFERENT = {
    "a letter": ("<p>a</p>", "<p>b</p>"),
    "case": ("<p>a</p>", "<p>A</p>"),
    "a blank": ("<p>ab</p>", "<p>a b</p>"),
    "a hard blank": ("<p>a b</p>", "<p>a&nbsp;b</p>"),
    "a soft hyphen": ("<p>ab</p>", "<p>a&shy;b</p>"),
    "quotes": ("<p>'a'</p>", "<p>’a’</p>"),
    "one paragraph or two": ("<p>a b</p>", "<p>a</p><p>b</p>"),
    "a break": ("<p>a b</p>", "<p>a<br>b</p>"),
    "an item or a paragraph": ("<ul><li>a</ul>", "<p>a</p>"),
    "an item or a bullet": ("<ul><li>a</ul>", "<p>- a</p>"),
    "the order of items": ("<ul><li>a<li>b</ul>", "<ul><li>b<li>a</ul>"),
    "an empty item": ("<ul><li>a</ul>", "<ul><li>a<li></ul>"),
    "a row or two": ("<table><tr><td>a<td>b</table>", "<table><tr><td>a<tr><td>b</table>"),
    "a row or text": ("<table><tr><td>a<td>b</table>", "<p>| a | b |</p>"),
    "rows outside of a table": ("<table><tr><td>a<td>b</table>", "<tr><td>a<td>b"),
    "an empty cell": ("<table><tr><td>a<td>b</table>", "<table><tr><td>a<td><td>b</table>"),
    "the order of cells": ("<table><tr><td>a<td>b</table>", "<table><tr><td>b<td>a</table>"),
    "white space in code": ("<pre>a  b</pre>", "<pre>a b</pre>"),
    "indentation of code": ("<pre>a\n  b</pre>", "<pre>a\nb</pre>"),
    "indentation of the first line": ("<pre>  a</pre>", "<pre>a</pre>"),
    "code or a paragraph": ("<pre>a</pre>", "<p>a</p>"),
    "struck out": ("<p>a b</p>", "<p>a <del>b</del></p>"),
    "new": ("<p>a <ins>b</ins></p>", "<p>a <del>b</del></p>"),
    "an image for a word": ("<p>:smile:</p>", '<p><img alt="x" src="y"></p>'),
    "a word for an image": ('<p><img alt="x" src="y"></p>', '<p><img alt="z" src="y"></p>'),
    "hidden text": ("<p>a <b>b</b></p>", "<p>a <b hidden>b</b></p>"),
}


def pieces(html: str) -> Pieces:
    return to_pieces(read_content(normalize(html)).items)


@pytest.mark.parametrize(("one", "other"), SAME.values(), ids=SAME.keys())
def test_no_difference(one: str, other: str) -> None:
    """A reader sees the same in both."""
    assert pieces(one) == pieces(other)
    assert pieces(one)


@pytest.mark.parametrize(("one", "other"), DIFFERENT.values(), ids=DIFFERENT.keys())
def test_a_difference(one: str, other: str) -> None:
    """A reader does not see the same in both."""
    assert pieces(one) != pieces(other)


def test_text_is_shown_as_lines() -> None:
    """Reports show rows and items as Markdown does, code as it is."""
    html = (
        "<h1>a</h1><p>b<br>c</p><ul><li>d<li></ul><table><tr><th>e<th>f<tr><td><td>g</table>"
        "<table><tr><td>h</table><pre>i\n  j</pre>"
    )
    assert show_pieces(pieces(html)) == "\n".join(
        ["a", "b", "c", "- d", "- ", "| e | f |", "|  | g |", "| h |", "i", "  j"]
    )


CONTENT = {
    "Material": '<nav>x</nav><main><article class="md-content__inner x">a</article></main>',
    "Material's posts": '<p>x<div class="md-content__inner">a<article>b</article><article>c',
    "an article": "<body>x<main>y<article>a</article></main>",
    "several articles": "<body>x<main>a<article>b</article><article>c</article></main>",
    "main": "<body>x<main>a</main>y",
    "the role of main": '<body>x<div role="main">a</div>',
    "GitHub's": '<body>x<div class="markdown-body">a</div>',
    "the body": "<head><title>x</title></head><body>a</body>",
    "a fragment": "a",
    "never closed": "<body>x<main>a<p>b",
}


@pytest.mark.parametrize("html", CONTENT.values(), ids=CONTENT.keys())
def test_the_content_element(html: str) -> None:
    """The text around the content, such as navigation, is left out."""
    content = read_content(html)
    assert "a" in show_pieces(to_pieces(content.items))
    assert "x" not in show_pieces(to_pieces(content.items))
    assert "a" not in show_pieces(to_pieces(content.outside))


NAMES = ("p", "ul", "li", "table", "tr", "td", "th", "tbody", "div", "pre", "b", "del", "dl", "dt")


def test_markers_in_code_are_samples() -> None:
    """A comment in a code block is part of a sample, as it is in Markdown."""
    html = "<pre><!-- live:count -->1<!-- /live --></pre><p>a<!-- live:count -->2<!-- /live --></p>"
    found = find_html_regions(read_content(html).items, ["count"])
    assert [show_pieces(region.pieces) for region in found.regions] == ["2"]
    assert found.markers == 2


SOUP = st.lists(
    st.sampled_from(
        [
            *(
                f"<{name}>"
                for name in [
                    "p",
                    "ul",
                    "li",
                    "ol",
                    "table",
                    "tr",
                    "td",
                    "th",
                    "tbody",
                    "div",
                    "pre",
                    "b",
                    "del",
                    "dl",
                    "dt",
                ]
            ),
            *(
                f"</{name}>"
                for name in [
                    "p",
                    "ul",
                    "li",
                    "table",
                    "tr",
                    "td",
                    "th",
                    "tbody",
                    "div",
                    "pre",
                    "b",
                    "del",
                    "dl",
                ]
            ),
            '<article class="md-content__inner">',
            '<table class="highlighttable">',
            "<div hidden>",
            "<p class='linenos'>",
            "<br>",
            "<!-- live:count -->",
            "<!-- /live -->",
            "<script>",
            "</script>",
            "a",
            " ",
            "\n",
            "&lt;",
            "<",
            "é",
        ]
    ),
    max_size=40,
).map("".join)


@given(st.one_of(SOUP, st.text()))
def test_any_html_has_a_text(html: str) -> None:
    """No HTML is an error; every piece is trimmed, and none of it holds a tag's text twice."""
    content = read_content(normalize(html))
    both = [*content.items, *content.outside]
    assert len(both) <= 3 * len(html) + 3
    for piece in to_pieces(content.items):
        assert piece.text == piece.text.strip("\n")
        assert "\0" not in piece.text
    assert show_pieces(to_pieces(both)).count("é") <= html.count("é")


@given(st.text(st.sampled_from(" a<&\u00a0é>;#")))
def test_plain_text_is_itself(text: str) -> None:
    """Escaped text in a paragraph comes out as it went in, but for blanks."""
    escaped = text.replace("&", "&amp;").replace("<", "&lt;")
    expected = " ".join(part for part in text.split(" ") if part)
    assert show_pieces(pieces(f"<p>{escaped}</p>")) == expected


@given(st.text(st.sampled_from(" a<&\u00a0é")))
def test_code_keeps_every_blank(text: str) -> None:
    """Code comes out as it went in, but for line breaks at both ends."""
    escaped = text.replace("&", "&amp;").replace("<", "&lt;")
    assert show_pieces(pieces(f"<pre><code>{escaped}\n</code></pre>")) == text


def test_live_markdown_is_read_by_our_own_parser() -> None:
    """Block and inline Markdown of a region become the text that a page should show."""
    texts = LiveTexts()
    table = "| A | B |\n| --- | ---: |\n| `x` | &#123;y&#125; |"
    assert show_pieces(texts.pieces(table, block=True)) == "| A | B |\n| x | {y} |"
    assert show_pieces(texts.pieces("`a` and <del>b</del>", block=False)) == "a and [-b-]"
    assert texts.pieces("- a\n- b", block=True) is texts.pieces("- a\n- b", block=True)
    assert show_pieces(texts.pieces("```text\na\n  b\n```", block=True)) == "a\n  b"
