"""Error responses: one sentence, as JSON, with its code of HTTP."""

import dataclasses
import re
from collections.abc import Mapping
from dataclasses import dataclass
from http import HTTPStatus
from typing import Any

from fastapi import FastAPI, Request, Response
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from starlette.exceptions import HTTPException

from lexdesk.errors import LexdeskError, Message, NotFound, QueryError, ServiceBusy, UnknownLanguage
from lexdesk.errors.message import Value
from lexdesk.system.memory_shortage import find_shortage
from lexdesk.text.lazy_pattern import lazy_pattern

_FOLDERS = lazy_pattern(
    r"(?:[a-z][a-z0-9+.-]*://|(?<![^\s('\"«„=])(?:[A-Za-z]:)?[\\/])[^\s'\"]*[\\/](?=[^\s'\"\\/])"
)
"""A path or URI up to its last name, behind a space, a bracket or a quotation mark."""


def without_folders(message: Message) -> Message:
    """Return ``message`` with the last name of each path in it alone, inner messages too."""
    return Message(
        message.code,
        **{name: _without_folders(value) for name, value in message.parameters.items()},
    )


def _without_folders(value: Value) -> Value:
    if isinstance(value, Message):
        return without_folders(value)
    if not isinstance(value, str):
        return value
    if _is_path(value):
        return re.split(r"[\\/]+", value.rstrip("\\/"))[-1]
    return _FOLDERS.sub("", value)


def _is_path(value: str) -> bool:
    return bool(re.match(r"(?:[A-Za-z]:)?[\\/]|[a-z][a-z0-9+.-]*://", value))


_WANTED = 'send JSON in UTF-8, such as {"text": "See Art. 17 GDPR."}'


@dataclass(frozen=True, slots=True)
class Problem:
    """The reason for an error response, in one sentence.

    Of a query also the place of the mistake, in characters; of an error of the engine its code.
    """

    error: str
    position: int | None = None
    length: int | None = None
    suggestion: str = ""
    code: str = ""


RESPONSES: Mapping[int | str, dict[str, Any]] = {
    400: {
        "model": Problem,
        "description": "The query or the language is not understood, or what was sent is no text.",
    },
    401: {"model": Problem, "description": "There is no token, or a wrong one."},
    404: {"model": Problem, "description": "It is not there for this reader."},
    411: {"model": Problem, "description": "The length of what is sent is not stated."},
    413: {"model": Problem, "description": "What is sent is too large."},
    422: {"model": Problem, "description": "A parameter is unknown, missing or not of its kind."},
    429: {"model": Problem, "description": "This reader asks too often."},
    500: {"model": Problem, "description": "A bug in Lexdesk, or a damaged library."},
    503: {"model": Problem, "description": "Too many ask, or a library cannot be read now."},
}
"""Error responses of a route, as ``/openapi.json`` describes them."""


def register_error_handlers(application: FastAPI) -> None:
    """Register error handlers: ``application`` answers every exception with a ``Problem``."""
    application.add_exception_handler(LexdeskError, _answer_error)
    application.add_exception_handler(OSError, _answer_error)
    application.add_exception_handler(RequestValidationError, _answer_invalid_request)
    application.add_exception_handler(HTTPException, _answer_http_error)
    application.add_exception_handler(Exception, _answer_bug)


def build_response(
    status: int, problem: Problem, headers: Mapping[str, str] | None = None
) -> Response:
    """Build the response for a ``problem``, with the code ``status`` of HTTP."""
    return JSONResponse(dataclasses.asdict(problem), status, headers)


async def _answer_error(_: Request, error: Exception) -> Response:
    if isinstance(error, QueryError):
        problem = Problem(
            error.message, error.position, error.length, error.suggestion, error.code.id
        )
        return build_response(400, problem)
    if isinstance(error, OSError):
        reason = error.strerror or "it cannot be read"
        return build_response(
            503, Problem(f"the library cannot be read now: {reason}; ask again later")
        )
    status = (
        404 if isinstance(error, NotFound) else 400 if isinstance(error, UnknownLanguage) else 503
    )
    waiting = {"Retry-After": "1"} if isinstance(error, ServiceBusy) else None
    if not isinstance(error, LexdeskError):
        return build_response(status, Problem(str(error)), waiting)
    # Other errors only repeat names from the request.
    sentence = without_folders(error.message) if status == 503 else error.message
    return build_response(status, Problem(sentence, code=error.code.id), waiting)


async def _answer_invalid_request(_: Request, error: Exception) -> Response:
    assert isinstance(error, RequestValidationError)  # noqa: S101 - what it was registered for
    problems = error.errors()
    in_body = any(
        problem["loc"][0] == "body" and problem["type"] == "missing" for problem in problems
    )
    if in_body and not isinstance(error.body, dict):  # a list would report every field as missing
        return build_response(422, Problem(f"what was sent is no JSON object; {_WANTED}"))
    return build_response(422, Problem("; ".join(map(_of_part, problems))))


def _of_part(problem: Mapping[str, Any]) -> str:
    """Describe the error in a parameter, or in the body with several."""
    place = problem["loc"][1:]
    if problem["type"] == "json_invalid":  # its location is an offset
        return f"what was sent is no JSON from character {place[0] + 1} on; {_WANTED}"
    name = ".".join(map(str, place))
    if problem["type"] == "missing":
        return f"{name} is missing; /openapi.json says what each path takes"
    if problem["type"] == "string_too_short":
        return f"{name} is empty"
    return f"{name}: {problem['msg'].removeprefix('Value error, ')}"


async def _answer_http_error(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)  # noqa: S101 - what it was registered for
    path = request.scope["path"]
    if error.status_code == 405:
        problem = f"{path} is not asked with {request.method}; GET /openapi.json describes how"
        return build_response(405, Problem(problem), error.headers)
    if error.detail == HTTPStatus.NOT_FOUND.phrase:  # no route says so
        return build_response(
            404, Problem(f"there is no {path}; GET /openapi.json describes the routes")
        )
    if error.status_code == 400:  # no route says so: FastAPI does of a body that is no text at all
        return build_response(400, Problem(f"what was sent cannot be read as text; {_WANTED}"))
    return build_response(error.status_code, Problem(error.detail), error.headers)


async def _answer_bug(_: Request, error: Exception) -> Response:
    if short := find_shortage(error):
        return build_response(503, Problem(str(short)))
    sentence = (
        f"this is a bug in Lexdesk or a damaged library ({type(error).__name__}); see its log"
    )
    return build_response(500, Problem(sentence))
