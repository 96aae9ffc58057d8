"""Texts that a Markdown reader, an extension or a template plugin might act on."""

from hypothesis import strategies as st

PIECES = (
    *"|`*_[]()!#+-.<>&\\^~=:$@\"'/%{}",
    *("``", "```", "~~~", "___", "---", "***", "~~", "^^", "==", "++", "--", "$$", ":::"),
    *("\n", "\r", "\r\n", "\t", " ", "  ", "    code", "\u2028", "\x85", "\x0c", "\x00"),
    *("\ufeff", "\u00a0", "\u3000", "\ud800", "\x1b[31m", "é", "𝄞", "Z9", "word"),
    *("<family>", "<div>", "</div>", "<b>", "</b>", "<br>", "<script>", "</script>", "<pre>"),
    *("<textarea>", "<title>", "<plaintext>", "<![CDATA[", "<?php", "<!DOCTYPE x>", "</code>"),
    *("<!--", "-->", "<!-- live:count -->", "<!-- /live -->"),
    *("{{ x }}", "{{{", "}}", "{% y %}", "%}", "{# z #}", "{: #id }", "{ .c }", "{% raw %}"),
    *("&lt;", "&amp;", "&#35;", "&copy", "&#x41;", "&nbsp;"),
    *("https://a.example/x", "www.example.com", "a@b.example", "ftp://x", "@user", "#1"),
    *(":smile:", "[x](y)", "![x](y)", "[^1]", "[TOC]", "[ ] ", "[x] ", "[[w]]", "*[a]: b"),
    *("++ctrl+c++", "#!py x", ':::py "x"', '--8<-- "x"', '-8<- "x"', "(c)", "1.", "2)", "> "),
    *("- ", "* ", "+ ", "# ", "!!! note", "??? x", '=== "T"', ":   x", "\\|", "\\`", "\\\\"),
    *("^[note]", "[^1]: x", "[r]: u", "x\n---", "\n\n", "\n    x", "/// x", "~x~", "^x^", "$x$"),
)

TEXTS = st.lists(
    st.one_of(
        st.sampled_from(PIECES), st.text(st.characters(exclude_categories=["Cs"]), max_size=3)
    ),
    max_size=6,
).map("".join)
"""Any text, made of such pieces more often than not."""
