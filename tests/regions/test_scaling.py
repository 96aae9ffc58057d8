"""Finding takes time in proportion to the page: no page can keep a build busy."""

import time

import pytest

from ai_memory_spec.regions import find_regions

KINDS = ("count", "names", "profiles", "sentence", "tools")

OPEN, CLOSE = "<!-- live:count -->", "<!-- /live -->"

PIECES = {
    "starts of comments": ("x ", "<!--", ""),
    "starts of comments, spaced": ("x ", "<!-- ", ""),
    "starts of comments, on lines": ("", "<!--\n\n", ""),
    "blanks in a comment": ("x <!--", "    ", "y -->"),
    "dashes in a comment": ("x <!--", "----", "y -->"),
    "letters in a comment": ("x <!-- ", "live", "y -->"),
    "ends in a comment": ("x <!-- ", "end ", "y -->"),
    "free comments": ("", "x <!-- a --> ", ""),
    "misspelt markers": ("", "x <!-- lvie:cuont --> ", ""),
    "mistyped ends": ("", "x <!-- live:count -- > ", ""),
    "mistyped ends with partners": ("", f"x <!-- live:count -- >8{CLOSE} ", ""),
    "regions in one line": ("", f"x {OPEN}8{CLOSE} y ", ""),
    "regions in paragraphs": ("", f"x {OPEN}8{CLOSE} y\n\n", ""),
    "regions in cells": ("| a |\n| - |\n", f"| {OPEN}8{CLOSE} |\n", ""),
    "regions beyond the last cell": ("| a |\n| - |\n", f"| {OPEN}8{CLOSE} ", "|"),
    "regions in items": ("", f"- x {OPEN}8{CLOSE}\n", ""),
    "regions in headings": ("", f"# x {OPEN}8{CLOSE}\n", ""),
    "block regions": ("", f"{OPEN}\n8\n{CLOSE}\n", ""),
    "block regions in containers": ("", f"!!! note\n    {OPEN}\n    {CLOSE}\n", ""),
    "regions in a block region": (f"{OPEN}\n\n", f"x {OPEN}8{CLOSE}\n\n", f"{CLOSE}\n"),
    "regions with one id": ("", f"x <!-- live:count id=a -->8{CLOSE}\n", ""),
    "markers in raw HTML": ("<div>\n", f"{OPEN}8{CLOSE}\n", "</div>\n"),
    "markers first on lines": ("", f"{OPEN}8{CLOSE} x\n", ""),
    "unclosed in a line": ("", f"x {OPEN} ", ""),
    "unclosed in paragraphs": ("", f"x {OPEN}\n\n", ""),
    "unclosed blocks": ("", f"{OPEN}\n", ""),
    "stray closings": ("", f"x {CLOSE} ", ""),
    "samples": ("", f"x `{OPEN}` ", ""),
    "samples in fences": ("", f"```\n{OPEN}\n```\n", ""),
    "backslashes": ("x ", "\\\\\\\\", OPEN),
    "escaped comments": ("x ", "\\\\<!--", ""),
    "front matter without an end": ("---\n", "a: b\n", OPEN),
    "front matter of an old system": ("---\r", "a: b\r", OPEN),
    "arguments": ("x <!-- live:count ", "a=1 ", f"-->{CLOSE}"),
    "quotes in arguments": ("x <!-- live:count ", 'a="', f"-->{CLOSE}"),
}
"""What a page begins with, what is repeated in it, and how it ends."""

TIMES = 1_600


def nested(times: int) -> str:
    return f"{OPEN}\n" * times + f"{CLOSE}\n" * times


def seconds(text: str) -> float:
    """Processor time of the fastest of three runs."""
    best = 1e9
    for _ in range(3):
        start = time.process_time()
        find_regions(text, "page.md", KINDS)
        best = min(best, time.process_time() - start)
    return best


@pytest.mark.parametrize("what", [*PIECES, "nested blocks"])
def test_four_times_the_page_takes_about_four_times_as_long(what: str) -> None:
    """A ratio, not a time: quadratic work would take sixteen times as long."""
    if what == "nested blocks":
        small, large = nested(TIMES // 4), nested(TIMES)
    else:
        begin, piece, end = PIECES[what]
        small, large = begin + piece * (TIMES // 4) + end, begin + piece * TIMES + end
    once = seconds(small)
    assert seconds(large) < 9 * once + 0.005, once


def test_ten_thousand_regions_are_all_found() -> None:
    """A page of many markers is read to its end."""
    page = find_regions(f"x {OPEN}8{CLOSE} y\n\n" * 10_000, "page.md", KINDS)
    assert len(page.regions) == 10_000
    assert page.problems == ()
    assert page.regions[-1].id == "page.count.10000"
