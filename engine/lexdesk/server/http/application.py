"""The service as an ASGI application, described in ``/openapi.json``.

Every path but ``/v1/health`` and the description requires a token (RFC 6750). A collection closed to a reader is
reported as absent. Each request of a reader is noted (``audit``) before its answer.
"""

import contextlib
import time
from collections.abc import AsyncIterator, Awaitable, Callable

from fastapi import FastAPI, Request, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from lexdesk import __version__
from lexdesk.server.http.permissions import Reader, Unauthenticated
from lexdesk.server.http.problems import Problem, build_response, register_error_handlers
from lexdesk.server.http.routes import for_anyone, for_readers
from lexdesk.server.http.service import Service
from lexdesk.server.http.settings import Settings

_FOR_ANYONE = frozenset({"/v1/health", "/openapi.json"})


def build_application(settings: Settings, passphrase: str | None = None) -> FastAPI:
    """Build the application; libraries are open until its shutdown. Raises as ``Service``."""
    service = Service(settings, passphrase)

    @contextlib.asynccontextmanager
    async def lifespan(_: FastAPI) -> AsyncIterator[None]:
        yield
        service.close()

    api = FastAPI(
        title="Lexdesk",
        version=__version__,
        description="Search in law and documents, on this network alone.",
        docs_url=None,  # its pages would load scripts from the internet
        redoc_url=None,
        redirect_slashes=False,  # the redirect would repeat whatever Host says
        lifespan=lifespan,
    )
    api.state.service = service
    api.state.settings = settings
    api.include_router(for_anyone)
    api.include_router(for_readers)
    api.middleware("http")(_check_and_note)
    api.add_middleware(_HeadAsGet)
    register_error_handlers(api)
    return api


class _HeadAsGet:
    """Middleware that answers to HEAD as to GET, without the body (RFC 9110, 9.3.2), for monitors of services."""

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


async def _check_and_note(
    request: Request, answer: Callable[[Request], Awaitable[Response]]
) -> Response:
    """Check a request before its body is read, have it answered, and note it in the audit log."""
    started = time.perf_counter()
    response = _reject_unread(request)
    if response is None and request.scope["path"] not in _FOR_ANYONE:
        response = _reject_unauthenticated(request)
    if response is not None:
        return _forbid_storing(response)
    try:
        response = await answer(request)
    except BaseException:
        _note(request, 500, started)
        raise
    return _forbid_storing(_note(request, response.status_code, started) or response)


def _forbid_storing(response: Response) -> Response:
    response.headers["Cache-Control"] = "no-store"
    return response


def _reject_unauthenticated(request: Request) -> Response | None:
    """Authenticate a request before its body is read; reject one without a valid token."""
    service: Service = request.app.state.service
    address = _address(request)
    scheme, _, token = request.headers.get("authorization", "").partition(" ")
    try:
        request.state.reader = service.permissions.admit(
            address, token.strip() if scheme.lower() == "bearer" else None
        )
    except Unauthenticated as error:
        response = _unauthenticated_response(error.wait)
        service.audit.note_unauthenticated(address, request.scope["path"], response.status_code)
        return response
    return None


def _unauthenticated_response(wait: int) -> Response:
    if wait:
        problem = (
            f"too many requests without a valid token came from this address; ask again in {wait} s"
        )
        return build_response(429, Problem(problem), {"Retry-After": str(wait)})
    problem = (
        "this service wants the header Authorization: Bearer TOKEN, with a token that it knows"
    )
    return build_response(401, Problem(problem), {"WWW-Authenticate": "Bearer"})


def _address(request: Request) -> str:
    return request.client.host if request.client else ""


def _note(request: Request, status: int, started: float) -> Response | None:
    """Note a request of a reader; return an error response if the audit log cannot be written."""
    service: Service = request.app.state.service
    milliseconds = 1000 * (time.perf_counter() - started)
    reader: Reader | None = getattr(request.state, "reader", None)
    if reader is None:  # a public path
        return None
    parameters = dict(request.query_params)
    try:
        service.audit.note(
            reader.name, _address(request), request.scope["path"], parameters, status, milliseconds
        )
    except OSError as error:
        reason = error.strerror or "it cannot be written"
        return build_response(
            503, Problem(f"the audit log takes no line now: {reason}; ask again later")
        )
    return None


def _reject_unread(request: Request) -> Response | None:
    """Reject requests to another host and bodies over the limit, unread."""
    settings: Settings = request.app.state.settings
    host = _without_port(request.headers.get("host", ""))
    if "*" not in settings.allowed_hosts and host not in settings.allowed_hosts:
        problem = (
            "this service does not answer for the host of the request; its settings list hosts"
        )
        return build_response(400, Problem(problem))
    if "transfer-encoding" in request.headers:
        return build_response(411, Problem("state the length of what you send as Content-Length"))
    most = settings.limits.body_bytes
    if int(request.headers.get("content-length", 0)) > most:
        return build_response(413, Problem(f"send at most {most:,} bytes; divide the text"))
    return None


def _without_port(host: str) -> str:
    """Return the name or the address of a header Host, in small letters."""
    name, colon, port = host.rpartition(":")
    return (name if colon and port.isdecimal() else host).lower()
