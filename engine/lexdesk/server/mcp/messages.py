"""Strict reading of one line of JSON-RPC 2.0: a message for the server, or the error to answer with.

The package ``mcp`` drops an unreadable line without an answer, and the client waits for ever.
"""

import json
from collections.abc import Mapping
from typing import Any, NoReturn

from pydantic_core import from_json

from lexdesk.server.limits import LARGEST_BODY

LONGEST_LINE = LARGEST_BODY + 10_000
"""Bytes of a line: the longest text, and what is around it."""

PARSE_ERROR = -32700
INVALID_REQUEST = -32600
INVALID_PARAMS = -32602


class MalformedMessage(Exception):  # noqa: N818 - named after what was found, as those of lexdesk.errors
    """A malformed line; ``answer`` is the error response in JSON."""

    def __init__(self, code: int, sentence: str, identifier: int | str | None = None):
        super().__init__(sentence)
        error = {"code": code, "message": sentence}
        self.answer = json.dumps({"jsonrpc": "2.0", "id": identifier, "error": error})


def read(line: bytes) -> str:
    """Return the message in ``line``, as text. Raises ``MalformedMessage``."""
    if len(line) > LONGEST_LINE:
        raise MalformedMessage(INVALID_REQUEST, f"the line is longer than {LONGEST_LINE:,} bytes")
    try:
        text = line.decode("utf-8")
        message = json.loads(text, parse_constant=_reject_constant)
        _ = _is_unicode(message) and from_json(text)  # the parser of mcp nests less deep
    except (ValueError, RecursionError) as error:
        raise MalformedMessage(
            PARSE_ERROR, f"the line is no JSON in UTF-8: {_reason(error)}"
        ) from None
    if isinstance(message, list):
        raise MalformedMessage(
            INVALID_REQUEST, "batches are not supported; send one message a line"
        )
    if not isinstance(message, dict):
        raise MalformedMessage(INVALID_REQUEST, "the line is no JSON object")
    _require_message(message)
    return text


def _reason(error: Exception) -> str:
    if isinstance(error, RecursionError):
        return "it is nested too deeply"
    if isinstance(error, UnicodeDecodeError):
        return f"byte {error.start + 1} is not UTF-8"
    return str(error)


def _reject_constant(name: str) -> NoReturn:
    raise ValueError(f"{name} is no number of JSON")


def _require_message(message: Mapping[str, Any]) -> None:
    identifier = message.get("id")
    request_id = identifier if _is_identifier(identifier) else None
    if message.get("jsonrpc") != "2.0":
        raise MalformedMessage(INVALID_REQUEST, 'jsonrpc must be "2.0"', request_id)
    if "id" in message and request_id is None:
        raise MalformedMessage(INVALID_REQUEST, "id must be a whole number or a text of Unicode")
    is_answer = "method" not in message and ("result" in message) != ("error" in message)
    if not is_answer and not (
        isinstance(message.get("method"), str) and _is_unicode(message["method"])
    ):
        raise MalformedMessage(INVALID_REQUEST, "method must be a text of Unicode", request_id)
    if is_answer and request_id is None:
        raise MalformedMessage(INVALID_REQUEST, "an answer must have an id")
    if not isinstance(message.get("params", {}), dict):
        raise MalformedMessage(INVALID_PARAMS, "params must be an object", request_id)
    if not _is_unicode(message):
        raise MalformedMessage(
            INVALID_PARAMS, "half a surrogate pair is no text of Unicode", request_id
        )


def _is_identifier(value: Any) -> bool:
    if isinstance(value, str):
        return _is_unicode(value)
    return isinstance(value, int) and not isinstance(value, bool)


def _is_unicode(value: Any) -> bool:
    """Return whether all text in ``value`` is free of half surrogate pairs."""
    try:
        json.dumps(value, ensure_ascii=False).encode("utf-8")
    except (UnicodeEncodeError, RecursionError):
        return False
    return True
