"""Lines in and out: what is a request, what is refused, and how answers are written."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ai_memory_spec.server.jsonrpc import (
    Notification,
    ProtocolError,
    Request,
    parse_message,
    render_error,
    render_notification,
    render_result,
)

BATCH = "batches are not served: send one message per line, without an array around it"
NO_NAME = "Expecting property name enclosed in double quotes"
VERSION = 'invalid JSON-RPC version (must be "2.0")'


@pytest.mark.requirement("wire.version", "wire.parse")
@pytest.mark.parametrize(
    ("line", "code", "message", "request_id"),
    [
        (b"\xff", -32700, "parse error: not UTF-8: invalid start byte at byte 1", None),
        (b'"\xc3"', -32700, "parse error: not UTF-8: invalid continuation byte at byte 2", None),
        (b"{bad", -32700, f"parse error: not JSON: {NO_NAME} at line 1 column 2", None),
        (b'{"id":1,"jsonrpc":"2.0","method":"ping"', -32700,
         "parse error: not JSON: Expecting ',' delimiter at line 1 column 40", None),
        (b'{"a":NaN}', -32700, "parse error: NaN is no JSON number", None),
        (b'{"jsonrpc":"2.0","id":1e400,"method":"ping"}', -32700,
         "parse error: the number 1e400 is out of range", None),
        (b'{"jsonrpc":"2.0","id":' + b"9" * 5000 + b',"method":"ping"}', -32700,
         "parse error: a number of 5000 digits; at most 4000 are read", None),
        (b'{"method":"ping","method":"x"}', -32700,
         "parse error: the key 'method' stands twice in one object", None),
        (b"[" * 100_000, -32700, "parse error: nested too deeply", None),
        (b"[]", -32600, BATCH, None),
        (b'[{"jsonrpc":"2.0","id":1,"method":"ping"}]', -32600, BATCH, None),
        (b"5", -32600, "invalid request: expected an object, found the number 5", None),
        (b"null", -32600, "invalid request: expected an object, found null", None),
        (b'"x"', -32600, "invalid request: expected an object, found the text 'x'", None),
        (b"{}", -32600, VERSION, None),
        (b'{"jsonrpc":2.0,"id":"a","method":"ping"}', -32600, VERSION, "a"),
        (b'{"jsonrpc":"1.0","id":7,"method":"ping"}', -32600, VERSION, 7),
        (b'{"jsonrpc":"1.0","method":"ping"}', -32600, VERSION, None),
        (b'{"jsonrpc":"1.0","id":[1],"method":"ping"}', -32600, VERSION, None),
        (b'{"jsonrpc":"2.0","id":1}', -32600, "invalid request: `method` must be text", 1),
        (b'{"jsonrpc":"2.0"}', -32600, "invalid request: `method` must be text", None),
        (b'{"jsonrpc":"2.0","id":1,"method":null}', -32600,
         "invalid request: `method` must be text", 1),
        (b'{"jsonrpc":"2.0","id":1,"method":null,"result":1}', -32600,
         "invalid request: `method` must be text", 1),
        (b'{"jsonrpc":"2.0","id":null,"method":"ping"}', -32600,
         "invalid request: `id` must be text or a number, found null", None),
        (b'{"jsonrpc":"2.0","id":true,"method":"ping"}', -32600,
         "invalid request: `id` must be text or a number, found true", None),
        (b'{"jsonrpc":"2.0","id":{"a":1},"method":"ping"}', -32600,
         "invalid request: `id` must be text or a number, found an object", None),
        (b'{"jsonrpc":"2.0","id":1,"method":"ping","params":[]}', -32602,
         "invalid params: expected an object, found an empty array", 1),
        (b'{"jsonrpc":"2.0","id":1,"method":"ping","params":"x"}', -32602,
         "invalid params: expected an object, found the text 'x'", 1),
    ],
)  # fmt: skip
def test_broken_line_is_refused(line: bytes, code: int, message: str, request_id: object) -> None:
    """With the code of JSON-RPC, a text that says what is wrong, and the id if it has one."""
    with pytest.raises(ProtocolError) as caught:
        parse_message(line)
    assert (caught.value.code, caught.value.message, caught.value.id) == (code, message, request_id)
    assert json.loads(render_error(caught.value)) == {
        "jsonrpc": "2.0",
        "id": request_id,
        "error": {"code": code, "message": message},
    }


@pytest.mark.parametrize("request_id", [0, 1, -1, 2**70, 1.5, "", "0", "abc", "ü\u2028\ud800"])
def test_id_comes_back_with_type_and_value(request_id: object) -> None:
    """Zero and the empty text are ids as well."""
    line = json.dumps({"jsonrpc": "2.0", "id": request_id, "method": "ping"}).encode()
    request = parse_message(line)
    assert isinstance(request, Request)
    answer = json.loads(render_result(request.id, {}))
    assert answer == {"jsonrpc": "2.0", "id": request_id, "result": {}}
    assert type(answer["id"]) is type(request_id)


@pytest.mark.parametrize("params", [b"", b',"params":null', b',"params":{}'])
def test_params_may_be_left_out(params: bytes) -> None:
    """`null` counts as left out."""
    request = parse_message(b'{"jsonrpc":"2.0","id":1,"method":"ping"' + params + b"}")
    assert request == Request(id=1, method="ping", params={})


@pytest.mark.requirement("wire.notification")
@pytest.mark.parametrize("params", [b"", b',"params":[1]', b',"params":5'])
def test_message_without_id_is_a_notification(params: bytes) -> None:
    """Nobody would get an answer about its parameters."""
    line = b'{"jsonrpc":"2.0","method":"notifications/cancelled"' + params + b"}"
    assert parse_message(line) == Notification(method="notifications/cancelled")


@pytest.mark.parametrize("body", [b'"result":{}', b'"error":{"code":1,"message":"x"}'])
def test_answer_is_dropped(body: bytes) -> None:
    """This server asks nothing, so it waits for no answer."""
    assert parse_message(b'{"jsonrpc":"2.0","id":1,' + body + b"}") is None


def test_line_is_one_line_for_every_reader() -> None:
    """Also for those that cut at the line ends of Unicode; and always UTF-8."""
    text = "a\nb\r\x85c\u2028d\u2029e\x7f\x1b[31m\ud800ü—😀"
    line = render_result("x", {"text": text})
    assert line.endswith(b"\n")
    assert len(line.decode("utf-8").splitlines()) == 1
    assert json.loads(line)["result"]["text"] == text
    assert "ü—😀".encode() in line
    assert b"\x1b" not in line


def test_notification_has_neither_id_nor_params() -> None:
    """The only one that this server sends needs none."""
    line = render_notification("notifications/tools/list_changed")
    assert line == b'{"jsonrpc":"2.0","method":"notifications/tools/list_changed"}\n'


JSON_VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
    max_leaves=8,
)
LIKELY = st.fixed_dictionaries(
    {},
    optional={
        "jsonrpc": st.sampled_from(["2.0", "1.0", 2]),
        "id": JSON_VALUES,
        "method": st.sampled_from(["ping", "tools/call", 5, None]),
        "params": JSON_VALUES,
        "result": JSON_VALUES,
    },
)


@given(
    st.binary()
    | JSON_VALUES.map(json.dumps).map(str.encode)
    | LIKELY.map(json.dumps).map(str.encode)
)
def test_any_line_is_read_or_refused(line: bytes) -> None:
    """Nothing else can happen, and every refusal can be written."""
    try:
        parse_message(line)
    except ProtocolError as error:
        answer = json.loads(render_error(error))
        assert answer["error"]["code"] in {-32700, -32600, -32602}
