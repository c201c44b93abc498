"""The service as an ASGI application that describes itself in ``/openapi.json``.

Every route but ``/v1/health`` and the description wants a token (RFC 6750); a collection that a reader may not
open is not there for that reader. Each request is noted (``audit``) before it is answered.
"""

from __future__ import annotations

import contextlib
import time
from collections.abc import AsyncIterator, Awaitable, Callable

from fastapi import FastAPI, Request, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from lexdesk import __version__
from lexdesk.server.http.problems import Problem, refusal, tell_problems
from lexdesk.server.http.routes import LONGEST_TEXT, for_anyone, for_readers
from lexdesk.server.http.service import Service
from lexdesk.server.http.settings import Settings

LARGEST_BODY = 12 * LONGEST_TEXT + 1_000
"""Bytes of a request: JSON may write a character as two escapes of six."""


def application(settings: Settings, passphrase: str | None = None) -> FastAPI:
    """The application; libraries are open from now until it is shut down. Raises what ``Service`` does."""
    service = Service(settings, passphrase)

    @contextlib.asynccontextmanager
    async def lifespan(_: FastAPI) -> AsyncIterator[None]:
        yield
        service.close()

    made = FastAPI(
        title="Lexdesk",
        version=__version__,
        description="Search in law and documents, on this network alone.",
        docs_url=None,  # its pages would load scripts from the internet
        redoc_url=None,
        lifespan=lifespan,
    )
    made.state.service = service
    made.include_router(for_anyone)
    made.include_router(for_readers)
    made.middleware("http")(_audited)
    made.add_middleware(_AnswersHead)
    tell_problems(made)
    return made


class _AnswersHead:
    """Answers HEAD as GET, without the body (RFC 9110, 9.3.2), as what watches over services asks."""

    def __init__(self, app: ASGIApp):
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Have the request answered."""
        if scope["type"] != "http" or scope["method"] != "HEAD":
            await self._app(scope, receive, send)
            return

        async def send_head(message: Message) -> None:
            await send({**message, "body": b""} if "body" in message else message)

        await self._app({**scope, "method": "GET"}, receive, send_head)


async def _audited(request: Request, answer: Callable[[Request], Awaitable[Response]]) -> Response:
    started = time.perf_counter()
    try:
        response = _refused_unread(request) or await answer(request)
    except BaseException:
        _not_noted(request, 500, started)
        raise
    response = _not_noted(request, response.status_code, started) or response
    response.headers["Cache-Control"] = "no-store"
    return response


def _not_noted(request: Request, status: int, started: float) -> Response | None:
    """Note a request; where that cannot be done, the refusal to answer what nobody could look up."""
    service: Service = request.app.state.service
    milliseconds = 1000 * (time.perf_counter() - started)
    reader = getattr(request.state, "reader", None)
    asked = dict(request.query_params)
    try:
        service.audit.note(reader, request.url.path, asked, status, milliseconds)
    except OSError as error:
        reason = error.strerror or "it cannot be written"
        return refusal(503, Problem(f"the audit log takes no line now: {reason}; ask again later"))
    return None


def _refused_unread(request: Request) -> Response | None:
    """A refusal of what is not to be read: bodies are read before it is known who sends them."""
    if "transfer-encoding" in request.headers:
        return refusal(411, Problem("state the length of what you send as Content-Length"))
    if int(request.headers.get("content-length", 0)) > LARGEST_BODY:
        return refusal(413, Problem(f"send at most {LARGEST_BODY:,} bytes; divide the text"))
    return None
