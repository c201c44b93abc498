"""Strict reading of the head of a request: ambiguous framing is rejected (RFC 9112).

h11 joins folded lines, takes ``Content-Length: 5, 5`` for 5 and lets ``Transfer-Encoding`` win over a length. A
proxy in front may read each of these otherwise, and then takes part of one request for the next.
"""

from __future__ import annotations

from dataclasses import dataclass

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
    if (
        len(tokens := fields.get(b"authorization", [])) > 1
    ):  # a proxy may have looked at another one
        raise RejectedRequest(
            400, f"the header Authorization is there {len(tokens)} times; send it once"
        )
    return Head(_length(fields.get(b"content-length", []), b"transfer-encoding" in fields))


def _field(line: bytes) -> tuple[bytes, bytes]:
    if line[:1] in (b" ", b"\t"):
        raise RejectedRequest(400, "a header field goes on in a second line; send each in one line")
    found = _FIELD.fullmatch(line)  # a bare CR or LF is none of its signs
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
