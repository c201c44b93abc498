"""uvicorn's protocol of HTTP/1.1 with bounds on time, on sizes and on malformed input."""

import asyncio
import json
from dataclasses import dataclass
from http import HTTPStatus
from typing import Any

from uvicorn.protocols.http.h11_impl import H11Protocol

from lexdesk.server.http.listener import Loop
from lexdesk.server.limits import Limits
from lexdesk.text.lazy_pattern import lazy_pattern

END = b"\r\n\r\n"
"""The end of a head."""

_TOKEN = rb"[!#$%&'*+.^_`|~0-9A-Za-z-]+"
_REQUEST = lazy_pattern(_TOKEN + rb" /[\x21-\x7e]* HTTP/1\.([01])")
_FIELD = lazy_pattern(rb"(" + _TOKEN + rb"):([\t\x20-\x7e\x80-\xff]*)")
_LENGTH = lazy_pattern(rb"[0-9]{1,15}")
_HOST = lazy_pattern(rb"[0-9A-Za-z.:_\[\]-]*")


@dataclass(frozen=True, slots=True)
class Head:
    """The framing of a request: the part of its head about its end."""

    length: int
    """Bytes of the body."""


class RejectedRequest(Exception):  # noqa: N818 - named after what was found, as those of lexdesk.errors
    """A rejected head; ``status`` is the code of HTTP, ``str()`` the sentence."""

    def __init__(self, status: int, sentence: str):
        super().__init__(sentence)
        self.status = status


def read_head(head: bytes, most_fields: int) -> Head:
    """Read a whole ``head``, its end included. Raises ``RejectedRequest``."""
    request, *lines = head.removesuffix(END).split(b"\r\n")
    version = _REQUEST.fullmatch(request)
    if version is None:
        raise RejectedRequest(400, "the first line is no request such as GET /v1/health HTTP/1.1")
    if len(lines) > most_fields:
        raise RejectedRequest(
            431, f"there are {len(lines)} header fields; send at most {most_fields}"
        )
    fields: dict[bytes, list[bytes]] = {}
    for line in lines:
        name, value = _field(line)
        fields.setdefault(name, []).append(value)
    _require_host(fields.get(b"host", []), version[1])
    # A proxy may have looked at another one.
    if len(tokens := fields.get(b"authorization", [])) > 1:
        raise RejectedRequest(
            400, f"the header Authorization is there {len(tokens)} times; send it once"
        )
    return Head(_length(fields.get(b"content-length", []), b"transfer-encoding" in fields))


def _field(line: bytes) -> tuple[bytes, bytes]:
    if line[:1] in (b" ", b"\t"):
        raise RejectedRequest(400, "a header field goes on in a second line; send each in one line")
    found = _FIELD.fullmatch(line)  # matches no bare CR or LF
    if found is None:
        raise RejectedRequest(400, "a header field is not of the form Name: value")
    return found[1].lower(), found[2].strip(b" \t")


def _require_host(hosts: list[bytes], version: bytes) -> None:
    least = 1 if version == b"1" else 0
    if not least <= len(hosts) <= 1:
        raise RejectedRequest(400, f"the header Host is there {len(hosts)} times; send it once")
    if hosts and not _HOST.fullmatch(hosts[0]):
        raise RejectedRequest(400, "the header Host is no name of a host")


def _length(lengths: list[bytes], is_chunked: bool) -> int:
    if is_chunked and lengths:
        raise RejectedRequest(
            400, "Content-Length and Transfer-Encoding contradict each other; send one"
        )
    if is_chunked:
        raise RejectedRequest(411, "state the length of what you send as Content-Length")
    if not lengths:
        return 0
    if len(lengths) > 1 or not _LENGTH.fullmatch(lengths[0]):
        raise RejectedRequest(400, "Content-Length must be there once, as a number of digits alone")
    return int(lengths[0])


class BoundedProtocol(H11Protocol):
    """A protocol of whole heads accepted by ``read_head``; slow connections are closed.

    Each request has one deadline for its head, then one for its body. An answer that the client does not read is dropped after a
    while, and so is a connection still open after its close here.
    """

    def __init__(self, limits: Limits, **parts: Any):
        super().__init__(**parts)
        self._limits = limits
        self._unread = bytearray()
        """Bytes that no whole head is made of yet."""
        self._body_left = 0
        self._is_deaf = False
        self._deadline: asyncio.TimerHandle | None = None
        self._sending: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Begin to wait for a head."""
        super().connection_made(transport)
        self._wait(True)
        self._await(self._limits.header_seconds)

    def connection_lost(self, exc: Exception | None) -> None:
        """Forget the deadlines."""
        self._wait(False)
        for timer in (self._deadline, self._sending, self.timeout_keep_alive_task):
            if timer is not None:
                timer.cancel()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Pass on each whole head, and each body as it comes."""
        self._unset_keepalive_if_required()
        self._unread += data
        try:
            while self._unread and not self._is_deaf:
                part = self._next_part()
                if part is None:
                    return
                super().data_received(part)
        except RejectedRequest as rejected:
            self._reject(rejected.status, str(rejected))

    def eof_received(self) -> bool:  # type: ignore[override]  # as asyncio.Protocol has it
        """Return true to answer a client that has ended its own side, as ``nc -N`` does; asyncio cannot within TLS."""
        has_tls = self.transport.get_extra_info("ssl_object") is not None
        if has_tls or not self._is_answering() or self._body_left:
            return False
        self._is_deaf = True
        self.cycle.keep_alive = False
        return True

    def _next_part(self) -> bytes | None:
        """Take a head, or a part of a body, from the unread bytes; ``None`` if more must come."""
        if self._body_left:
            part = self._take(self._body_left)
            self._body_left -= len(part)
            if not self._body_left:
                self._await(None)
            return part
        if self._is_answering():
            self.flow.pause_reading()  # the next request waits for its turn
            return None
        end = self._unread.find(END)
        most = self._limits.header_bytes
        if (end if end >= 0 else len(self._unread)) > most:
            raise RejectedRequest(431, f"the header is too long; send at most {most:,} bytes")
        if end < 0:
            if self._deadline is None:
                self._await(self._limits.header_seconds)
            return None
        self._wait(False)
        head = self._take(end + len(END))
        self._body_left = read_head(head, self._limits.header_fields).length
        self._await(self._limits.body_seconds if self._body_left else None)
        return head

    def _is_answering(self) -> bool:
        return self.cycle is not None and not self.cycle.response_complete

    def _take(self, size: int) -> bytes:
        part = bytes(self._unread[:size])
        del self._unread[:size]
        return part

    def _await(self, seconds: float | None) -> None:
        """Set the deadline of the next read; ``None`` for no reading."""
        if self._deadline is not None:
            self._deadline.cancel()
            self._deadline = None
        if seconds is not None:
            self._deadline = self.loop.call_later(seconds, self._too_slow)

    def _too_slow(self) -> None:
        self._deadline = None
        if self._unread or self._body_left:
            self._reject(408, "the request came too slowly")
        else:
            self._close()

    def _reject(self, status: int, sentence: str) -> None:
        """Answer with ``sentence`` and stop reading; an answer in progress is finished first."""
        self._is_deaf = True
        self._unread.clear()
        self._await(None)
        if self.transport.is_closing():
            return
        cycle = self.cycle
        if not self._is_answering():
            self.transport.write(_answer(status, sentence))
        elif self._body_left and not cycle.response_started:
            cycle.disconnected = True  # wakes the reader of the body
            cycle.message_event.set()
            self.transport.write(_answer(status, sentence))
        elif not self._body_left:
            cycle.keep_alive = False
            return
        self._close()

    def _wait(self, is_waiting: bool) -> None:
        """Record whether the connection is idle, and so may be evicted."""
        if isinstance(self.loop, Loop):
            self.loop.waiting.pop(self, None)
            if is_waiting and not self.transport.is_closing():
                self.loop.waiting[self] = None

    def end(self) -> None:
        """End the connection at once."""
        self.transport.abort()

    def _close(self) -> None:
        self.transport.close()
        self._drop_later()

    def _drop_later(self) -> None:
        """End the connection though its last bytes are not taken."""
        if self._sending is None:
            self._sending = self.loop.call_later(self._limits.send_seconds, self.transport.abort)

    def on_response_complete(self) -> None:
        """Turn to the next request; end a connection closed after its answer."""
        super().on_response_complete()
        self._wait(True)
        if self.transport.is_closing():
            self._drop_later()
        elif self._unread:
            self.data_received(b"")

    def timeout_keep_alive_handler(self) -> None:
        """Close a connection without a next request."""
        super().timeout_keep_alive_handler()
        self._drop_later()

    def pause_writing(self) -> None:
        """Begin to wait for the client to take its answer."""
        super().pause_writing()
        self._drop_later()

    def resume_writing(self) -> None:
        """Go on answering."""
        if self._sending is not None and not self.transport.is_closing():
            self._sending.cancel()
            self._sending = None
        super().resume_writing()

    def send_400_response(self, msg: str) -> None:
        """Reject input that h11 cannot read."""
        self._reject(400, "this is no HTTP/1.1 that can be read")

    def _unsupported_upgrade_warning(self) -> None:
        """Log nothing: anybody can ask for another protocol, and is answered by HTTP."""


def _answer(status: int, sentence: str) -> bytes:
    body = json.dumps({"error": sentence}).encode()
    phrase = HTTPStatus(status).phrase
    head = (
        f"HTTP/1.1 {status} {phrase}\r\nContent-Type: application/json\r\nCache-Control: no-store\r\n"
        f"Content-Length: {len(body)}\r\nConnection: close\r\n\r\n"
    )
    return head.encode() + body
