"""Heads of requests: ambiguous framing is rejected, and accepted heads parse as in h11."""

import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

pytest.importorskip("fastapi", reason="needs the extra lexdesk[serve]")
import h11

from lexdesk.server.http.protocol import END, RejectedRequest, read_head


def with_headers(*lines: bytes, method: bytes = b"GET") -> bytes:
    return b"\r\n".join([method + b" /v1/health HTTP/1.1", *lines, b"", b""])


HOST = b"Host: localhost"


AMBIGUOUS = [
    with_headers(HOST, b"Content-Length: 5, 5"),
    with_headers(HOST, b"Content-Length: 5", b"Content-Length: 5"),
    with_headers(HOST, b"Content-Length: 5", b"Content-Length: 6"),
    with_headers(HOST, b"Content-Length: +5"),
    with_headers(HOST, b"Content-Length: 0x5"),
    with_headers(HOST, b"Content-Length: "),
    with_headers(HOST, b"Content-Length: 99999999999999999999"),
    with_headers(HOST, b"Content-Length: 5", b"Transfer-Encoding: chunked"),
    with_headers(HOST, b"Transfer-Encoding: chunked", b"Content-Length: 5"),
    with_headers(HOST, b"X-Folded: a", b" b"),
    with_headers(HOST, b"X-Folded: a", b"\tb"),
    with_headers(HOST, b"X-Bare: a\rContent-Length: 5"),
    with_headers(HOST, b"X-Bare: a\nContent-Length: 5"),
    with_headers(HOST, b"X-Zero: a\0b"),
    with_headers(HOST, b"Content-Length : 5"),
    with_headers(HOST, b": empty"),
    with_headers(HOST, b"no colon"),
    with_headers(HOST, HOST),
    with_headers(HOST, b"Authorization: Bearer a", b"authorization: Bearer b"),
    with_headers(),
    with_headers(b"Host: local host"),
    with_headers(b"Host: localhost, evil"),
    b"GET  /v1/health HTTP/1.1\r\nHost: localhost\r\n\r\n",
    b"GET /v1/health HTTP/2.0\r\nHost: localhost\r\n\r\n",
    b"GET http://evil/v1/health HTTP/1.1\r\nHost: localhost\r\n\r\n",
    b"GET /v1/\x80 HTTP/1.1\r\nHost: localhost\r\n\r\n",
    b"\r\n\r\n",
    b"\x16\x03\x01\x02\x00\x01\r\n\r\n",
]


@pytest.mark.parametrize("sent", AMBIGUOUS)
def test_invalid_heads_are_rejected(sent: bytes) -> None:
    with pytest.raises(RejectedRequest):
        read_head(sent, 100)


def test_blanks_in_a_header_take_linear_time() -> None:
    head = b"GET / HTTP/1.1\r\nHost: a\r\nX:" + b"\t" * 16_000 + b"\0\r\n\r\n"
    began = time.process_time()
    with pytest.raises(RejectedRequest):
        read_head(head, 100)
    assert time.process_time() - began < 1  # hours, with a step for each pair or triple


_PIECES = st.sampled_from(
    [HOST, b"\r\n", b"\r", b"\n", b" ", b"\t", b":", b",", b"5", b"0", b"a", b"\0", b"\xff", b"GET / HTTP/1.1",
     b"Content-Length: 5", b"Content-Length:5", b"content-length: 0", b"Transfer-Encoding: chunked", b"X: y"]
)  # fmt: skip


@settings(max_examples=400, deadline=None)
@given(st.lists(_PIECES, max_size=8))
def test_accepted_heads_parse_as_in_h11(pieces: list[bytes]) -> None:
    head = b"GET / HTTP/1.1\r\nHost: localhost\r\n" + b"".join(pieces)
    head = head.partition(END)[0].rstrip(b"\r\n") + END
    try:
        read = read_head(head, 100)
    except RejectedRequest:
        return
    connection = h11.Connection(h11.SERVER)
    connection.receive_data(head + b"a" * min(read.length, 10_000))
    request = connection.next_event()
    assert isinstance(request, h11.Request)
    body = connection.next_event()
    assert (len(body.data) if isinstance(body, h11.Data) else 0) == min(read.length, 10_000)
    assert all(b"\r" not in value and b"\n" not in value for _, value in request.headers)
