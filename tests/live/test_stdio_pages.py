"""`tools/list` in pages, and servers that are legal but unusual, or new."""

from collections.abc import Callable

import pytest

from ai_memory_spec.contract import DocumentV2, DocumentV3
from ai_memory_spec.live import Answer, CouldNotCheckError, Reason, ServerInfo, StdioSource
from ai_memory_spec.phrasing import Profile

Ask = Callable[..., Answer]


@pytest.fixture
def ask(source: Callable[..., StdioSource], profile: Callable[[str], Profile]) -> Ask:
    """Ask a server for every tool that it has."""
    return lambda *server: source(*server).fetch(profile("full"))


# ---- MC3: pages --------------------------------------------------------------------------------


@pytest.mark.parametrize("pages", ["plain", "hole", "empty", "null"])
def test_all_pages_are_read(ask: Ask, pages: str) -> None:
    """An empty page with a cursor goes on; no cursor, null and an empty one end the list."""
    answer = ask("paging", "--pages", pages)
    assert isinstance(answer.listed, tuple)
    assert len(answer.listed) == 12
    assert answer.warnings == ()


def test_one_page_per_tool_is_read_whole(ask: Ask) -> None:
    """However small the pages."""
    assert len(ask("paging", "--size", "1").listed) == 12


def test_repeated_cursor_stops(ask: Ask) -> None:
    """Could not check, and the document is read all the same."""
    answer = ask("paging", "--pages", "repeat")
    assert isinstance(answer.listed, CouldNotCheckError)
    assert answer.listed.reason is Reason.ENDLESS_LIST
    assert str(answer.listed) == 'tools/list never ends: it gave the cursor "5" a second time'
    assert isinstance(answer.v3, DocumentV3)


def test_ever_new_cursors_stop_at_a_bound(ask: Ask) -> None:
    """Even where no cursor comes twice."""
    answer = ask("paging", "--pages", "fresh")
    assert isinstance(answer.listed, CouldNotCheckError)
    assert str(answer.listed) == "tools/list never ends: more than 1000 pages"


def test_duplicate_name_counts_once_and_is_a_fault(ask: Ask) -> None:
    """The server is told, the count is right."""
    answer = ask("paging", "--pages", "duplicate")
    assert isinstance(answer.listed, tuple)
    assert len(answer.listed) == 12
    assert answer.warnings == ('tools/list gives a name more than once: "pantry_put"',)


def test_error_on_a_later_page_is_no_shorter_list(ask: Ask) -> None:
    """Could not check, not `7 tools missing`."""
    answer = ask("paging", "--pages", "error")
    assert isinstance(answer.listed, CouldNotCheckError)
    assert answer.listed.reason is Reason.SERVER_ERROR
    assert str(answer.listed) == (
        'the server answered tools/list with error -32603: "the second shelf is stuck"'
    )


# ---- MC6 and its kin ---------------------------------------------------------------------------


def test_server_without_tools_says_so(ask: Ask) -> None:
    """A: zero tools, and that is the server's word."""
    answer = ask("unusual", "--way", "no-tools")
    assert not answer.declares_tools
    assert answer.listed == ()
    assert isinstance(answer.document, CouldNotCheckError)
    assert answer.document.reason is Reason.NO_TOOLS


def test_server_that_asks_first_is_answered(ask: Ask) -> None:
    """B: its ping with our own id is answered, its roots/list is, and our replies still match."""
    answer = ask("unusual", "--way", "asks")
    assert isinstance(answer.listed, tuple)
    assert len(answer.listed) == 12
    assert isinstance(answer.v3, DocumentV3)
    assert answer.warnings == ()


@pytest.mark.parametrize("way", ["changes", "grows"])
def test_changed_list_is_read_once_more(ask: Ask, way: str) -> None:
    """C: at most one re-read, and what it gives is used."""
    answer = ask("unusual", "--way", way)
    assert isinstance(answer.listed, tuple)
    assert len(answer.listed) == 12


def test_order_and_shape_of_schemas_do_not_matter(ask: Ask) -> None:
    """D: `tools/list` is a set of names."""
    shuffled = ask("unusual", "--way", "shuffled")
    assert set(shuffled.listed) == set(ask("honest").listed)
    assert shuffled.warnings == ()


@pytest.mark.parametrize("way", ["modern", "text-ids", "undeclared"])
def test_further_servers_are_understood(ask: Ask, way: str) -> None:
    """The newer revision; ids that come back as text; tools that were not declared."""
    answer = ask("unusual", "--way", way)
    assert isinstance(answer.v3, DocumentV3)
    assert isinstance(answer.listed, tuple)
    assert len(answer.listed) == 12
    assert answer.server == ServerInfo(name="pantry", version="pantry")


def test_answer_to_no_request_is_a_warning(ask: Ask) -> None:
    """With its id, and the error if it is one."""
    assert ask("unusual", "--way", "stray").warnings == (
        'line 2 of stdout answers no request of ours: id "4711"',
        'line 3 of stdout answers no request of ours: id "None", error -32700 "parse error"',
    )


# ---- Documents that cannot be used -------------------------------------------------------------

WHAT = "the text that memory_capabilities answered"


@pytest.mark.parametrize(
    ("way", "reason", "message"),
    [
        (
            "no-document",
            Reason.SERVER_ERROR,
            'the server answered tools/call with error -32602: "unknown tool"',
        ),
        (
            "tool-error",
            Reason.SERVER_ERROR,
            'memory_capabilities answered with an error: "no capabilities today"',
        ),
        ("garbage", Reason.NOT_JSON, f'{WHAT} is not JSON: "the shelf is empty"'),
        (
            "html",
            Reason.HTML_PAGE,
            (
                f'{WHAT} is an HTML page: "<!DOCTYPE html><html><title>Log in</title></html>"; '
                "ask the server itself, not a page in front of it"
            ),
        ),
        (
            "half-v3",
            Reason.NOT_A_DOCUMENT,
            f"{WHAT} is no capabilities document: summary: missing",
        ),
    ],
)
def test_unusable_document_says_why(ask: Ask, way: str, reason: Reason, message: str) -> None:
    """The tools that are listed are known all the same."""
    answer = ask("unusual", "--way", way)
    assert isinstance(answer.document, CouldNotCheckError)
    assert answer.document.reason is reason
    assert str(answer.document).startswith(message)
    assert isinstance(answer.listed, tuple)


def test_older_document_is_kept_and_is_not_v3(ask: Ask) -> None:
    """As release 0.6.4 answers."""
    answer = ask("unusual", "--way", "v2")
    assert isinstance(answer.document, DocumentV2)
    assert isinstance(answer.v3, CouldNotCheckError)
    assert answer.v3.reason is Reason.NOT_V3
    assert str(answer.v3) == (
        "the server was asked for v3 and answered v2, without the v3 fields summary, "
        "to_describe_to_user and tools; compare it with an edition that has no sentences, or ask "
        "a newer server"
    )
