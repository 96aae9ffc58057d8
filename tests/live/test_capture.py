"""Live output that somebody recorded: every shape that is understood, and why others are not."""

import io
import json
from pathlib import Path

import pytest

from ai_memory_spec.contract import DocumentV3, loaded_families
from ai_memory_spec.live import CaptureSource, CouldNotCheckError, Reason

CAPTURES = Path(__file__).resolve().parent.parent / "data" / "captures"


def document(release: str = "0.10.0") -> str:
    """The v3 document that this release answered over stdio, profile graph."""
    documents = json.loads((CAPTURES / f"{release}.documents.json").read_text())
    return json.dumps(documents["stdio v3"], ensure_ascii=False)


def result(text: str, **more: object) -> dict[str, object]:
    """A tool's result that holds this text."""
    return {"content": [{"type": "text", "text": text}], **more}


def answer(**fields: object) -> str:
    """A JSON-RPC answer."""
    return json.dumps({"jsonrpc": "2.0", "id": 1, **fields})


@pytest.mark.parametrize("release", ["0.7.0", "0.8.0", "0.9.0", "0.10.0"])
@pytest.mark.parametrize("shape", ["document", "result", "answer"])
def test_every_shape_gives_the_document(tmp_path: Path, release: str, shape: str) -> None:
    """The document itself, a tool's result, and what the one-liner prints."""
    text = {
        "document": document(release),
        "result": json.dumps(result(document(release))),
        "answer": answer(result=result(document(release))) + "\n",
    }[shape]
    file = tmp_path / "capture.json"
    file.write_text(text, encoding="utf-8")
    source = CaptureSource(file)
    assert not source.per_profile
    [fetched] = source.fetch_all([])
    assert fetched.profile is None
    v3 = fetched.result.v3
    assert isinstance(v3, DocumentV3)
    assert loaded_families(v3) == ("core", "graph")
    assert fetched.result.server.version == release
    assert fetched.result.listed is None


def test_standard_input_is_read() -> None:
    """As `-`."""
    source = CaptureSource("-", stdin=io.BytesIO(document().encode()))
    assert source.name == "standard input"
    assert isinstance(source.fetch(None).v3, DocumentV3)


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16"])
def test_byte_order_marks_are_understood(tmp_path: Path, encoding: str) -> None:
    """Windows PowerShell writes UTF-16 when output is redirected."""
    file = tmp_path / "capture.json"
    file.write_text(document(), encoding=encoding)
    assert isinstance(CaptureSource(file).fetch(None).v3, DocumentV3)


@pytest.mark.parametrize(
    ("data", "reason", "message"),
    [
        ("", Reason.NOT_JSON, "standard input is empty"),
        ("{bad", Reason.NOT_JSON, 'standard input is not JSON: "{bad"'),
        (b"\xff\xff", Reason.NOT_JSON, "standard input is not UTF-8 text"),
        (
            " <html>",
            Reason.HTML_PAGE,
            (
                'standard input is an HTML page: "<html>"; '
                "ask the server itself, not a page in front of it"
            ),
        ),
        (
            answer(error={"code": -32601, "message": "unknown \x1b[1mtool"}),
            Reason.SERVER_ERROR,
            'standard input holds an error of the server: "unknown tool"',
        ),
        (
            answer(result=result("no capabilities today", isError=True)),
            Reason.SERVER_ERROR,
            'standard input holds an error of the tool: "no capabilities today"',
        ),
        (
            answer(result=result("nothing")),
            Reason.NOT_JSON,
            'the text in standard input is not JSON: "nothing"',
        ),
        (
            "3",
            Reason.NOT_A_DOCUMENT,
            "standard input is no capabilities document: (top): expected an object",
        ),
        (
            '{"schema_version": "3", "schema_version": "2"}',
            Reason.NOT_A_DOCUMENT,
            "standard input is no capabilities document: ",
        ),
        ("[" * 100_000, Reason.NOT_JSON, "standard input is nested too deeply"),
    ],
)
def test_unusable_capture_says_why(data: str | bytes, reason: Reason, message: str) -> None:
    """Each with its own reason."""
    raw = data.encode() if isinstance(data, str) else data
    with pytest.raises(CouldNotCheckError) as caught:
        CaptureSource("-", stdin=io.BytesIO(raw)).fetch(None)
    assert caught.value.reason is reason
    assert str(caught.value).startswith(message)
    assert "\x1b" not in str(caught.value)


def test_missing_file_is_named(tmp_path: Path) -> None:
    """With the system's word for it."""
    with pytest.raises(CouldNotCheckError) as caught:
        CaptureSource(tmp_path / "none.json").fetch(None)
    assert caught.value.reason is Reason.UNREADABLE
    assert (
        str(caught.value) == f"{tmp_path / 'none.json'} cannot be read: No such file or directory"
    )
