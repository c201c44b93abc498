"""The routes of the service, as an ASGI application that describes itself in ``/openapi.json``.

The answers are those of ``--json`` on the command line. Every route but ``/v1/health`` and the
description wants a token (RFC 6750); a collection that a reader may not open is not there for that reader.
"""

from __future__ import annotations

import asyncio
import contextlib
import dataclasses
import datetime
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from dataclasses import dataclass
from typing import Annotated, Any, Literal, TypeVar

from fastapi import APIRouter, Body, Depends, FastAPI, Query, Request, Response
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from fastapi.security import HTTPAuthorizationCredentials, HTTPBearer
from limits import RateLimitItemPerMinute
from limits.storage import MemoryStorage
from limits.strategies import SlidingWindowCounterRateLimiter
from pydantic import BeforeValidator
from starlette.exceptions import HTTPException
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from lexdesk import __version__
from lexdesk.citations.typed import identified
from lexdesk.errors import (
    LexdeskError,
    NotFound,
    QueryError,
    ServiceBusy,
    UnknownLanguage,
)
from lexdesk.law.cross_references import References
from lexdesk.law.history import History
from lexdesk.law.show import Shown
from lexdesk.library import Library
from lexdesk.query.dates import day_of
from lexdesk.search.hits import Answer
from lexdesk.service.audit import AuditLog
from lexdesk.service.collections import Collection
from lexdesk.service.readers import Reader, Readers
from lexdesk.service.settings import Settings

T = TypeVar("T")

LONGEST_QUERY = 2_000
LONGEST_TEXT = 200_000
"""Characters of a text whose citations are asked for."""
LARGEST_BODY = 12 * LONGEST_TEXT + 1_000
"""Bytes of a request: JSON may write a character as two escapes of six."""


@dataclass(frozen=True, slots=True)
class Problem:
    """Why there is no answer, in one sentence; of a query also where the mistake is, in characters."""

    error: str
    position: int | None = None
    length: int | None = None
    suggestion: str = ""


@dataclass(frozen=True, slots=True)
class Health:
    """That the service answers, and its version."""

    status: str
    version: str


@dataclass(frozen=True, slots=True)
class Collections:
    """The names of the collections that the reader may open."""

    collections: list[str]


class Service:
    """What the routes need: readers, open collections, the audit log and the limits of rate."""

    def __init__(self, settings: Settings, passphrase: str | None = None):
        """Open everything; raises what ``Library.open`` raises, ``OSError`` for the audit log."""
        self.readers = Readers(settings.readers)
        self.audit = AuditLog(settings.audit)
        self._limit = RateLimitItemPerMinute(settings.requests_per_minute)
        self._limiter = SlidingWindowCounterRateLimiter(MemoryStorage())
        self._collections: dict[str, Collection] = {}
        try:
            for name, path in settings.collections.items():
                self._collections[name] = Collection(name, path, settings.threads, passphrase)
        except BaseException:
            self.close()
            raise

    def collection(self, reader: Reader, name: str) -> Collection:
        """The collection ``name``; raises ``NotFound`` where it is not there for ``reader``."""
        if name not in reader.collections:
            raise NotFound(f"there is no collection {name!r} that {reader.name} may open")
        return self._collections[name]

    def seconds_to_wait(self, reader: Reader) -> int:
        """Count a request of ``reader``: 0, or the seconds after which one is allowed again."""
        if self._limiter.hit(self._limit, reader.name):
            return 0
        ends = self._limiter.get_window_stats(self._limit, reader.name).reset_time
        return max(1, round(ends - time.time()))

    def close(self) -> None:
        """End the threads and let go of the files."""
        for collection in self._collections.values():
            collection.close()
        self.audit.close()


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
    made.include_router(_for_anyone)
    made.include_router(_for_readers)
    made.middleware("http")(_audited)
    made.add_middleware(_AnswersHead)
    made.add_exception_handler(LexdeskError, _told)
    made.add_exception_handler(OSError, _told)
    made.add_exception_handler(RequestValidationError, _told_what_is_wrong)
    made.add_exception_handler(HTTPException, _told_by_http)
    made.add_exception_handler(Exception, _told_of_a_bug)
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


# Who asks.

_bearer = HTTPBearer(auto_error=False, description="The token that the administrator gave you.")


async def _reader(
    request: Request,
    credentials: Annotated[HTTPAuthorizationCredentials | None, Depends(_bearer)],
) -> Reader:
    service: Service = request.app.state.service
    reader = service.readers.of(credentials.credentials) if credentials else None
    if reader is None:
        raise HTTPException(
            401,
            "this service wants the header Authorization: Bearer TOKEN, with a token that it knows",
            {"WWW-Authenticate": "Bearer"},
        )
    request.state.reader = reader.name
    if wait := service.seconds_to_wait(reader):
        raise HTTPException(
            429,
            f"{reader.name} asks too often; ask again in {wait} s",
            {"Retry-After": str(wait)},
        )
    return reader


class _Asking:
    """A collection that the reader may open, asked without holding up other requests."""

    def __init__(self, collection: Collection):
        self._collection = collection

    async def ask(self, work: Callable[[Library], T]) -> T:
        return await asyncio.wrap_future(self._collection.ask(work))


async def _asking(
    request: Request, collection: str, reader: Annotated[Reader, Depends(_reader)]
) -> _Asking:
    service: Service = request.app.state.service
    return _Asking(service.collection(reader, collection))


# The routes.

_PROBLEMS: Mapping[int | str, dict[str, Any]] = {
    400: {
        "model": Problem,
        "description": "The query or the language is not understood, or what was sent is no text.",
    },
    401: {"model": Problem, "description": "There is no token, or a wrong one."},
    404: {"model": Problem, "description": "It is not there for this reader."},
    411: {"model": Problem, "description": "The length of what is sent is not stated."},
    413: {"model": Problem, "description": "What is sent is too large."},
    422: {"model": Problem, "description": "A parameter is missing or not of its kind."},
    429: {"model": Problem, "description": "This reader asks too often."},
    500: {"model": Problem, "description": "A bug in Lexdesk, or a damaged library."},
    503: {"model": Problem, "description": "Too many ask, or a library cannot be read now."},
}
_for_anyone = APIRouter(prefix="/v1")
_for_readers = APIRouter(prefix="/v1", responses=dict(_PROBLEMS), dependencies=[Depends(_reader)])

_WORK = "Such as 32016R0679, GDPR, or a whole citation: Article 17(1) GDPR."
_EID = "A provision of it, such as art_17__para_1 or Article 17(1)."

_Library = Annotated[_Asking, Depends(_asking)]
_Work = Annotated[str, Query(min_length=1, max_length=1_000, description=_WORK)]
_Eid = Annotated[str | None, Query(max_length=200, description=_EID)]
_Language = Annotated[str | None, Query(max_length=20, description="ISO 639-1, such as en.")]
_Day = Annotated[
    datetime.date | None,
    BeforeValidator(day_of),  # pydantic takes 86400 for a day
    Query(description="The day whose law counts; else today."),
]


@_for_anyone.get("/health")
async def health() -> Health:
    """Whether the service answers."""
    return Health("ok", __version__)


@_for_readers.get("/collections")
async def collections(reader: Annotated[Reader, Depends(_reader)]) -> Collections:
    """The collections that the reader may open."""
    return Collections(sorted(reader.collections))


@_for_readers.get("/{collection}/search")
async def search(
    library: _Library,
    q: Annotated[str, Query(min_length=1, max_length=LONGEST_QUERY, description="The query.")],
    mode: Literal["hybrid", "words", "meaning"] = "hybrid",
    top: Annotated[int, Query(ge=1, le=100, description="Most hits.")] = 10,
    plain: Annotated[bool, Query(description="Take the query as text without operators.")] = False,
    as_of: _Day = None,
    rerank: Annotated[bool, Query(description="Weigh the best word by word; slower.")] = False,
) -> Answer:
    """The provisions and passages that answer a query, best first."""
    return await library.ask(
        lambda asked: asked.search(
            q, mode=mode, top=top, plain=plain, as_of=as_of, rerank=rerank, advise=True
        )
    )


@_for_readers.get("/{collection}/show")
async def show(
    library: _Library,
    work: _Work,
    eid: _Eid = None,
    language: _Language = None,
    as_of: _Day = None,
) -> Shown:
    """A work or its provision, with its text and its dates."""
    return await library.ask(
        lambda asked: asked.show(*identified(work, eid), language=language, as_of=as_of)
    )


@_for_readers.get("/{collection}/history")
async def history(
    library: _Library, work: _Work, eid: _Eid = None, language: _Language = None
) -> History:
    """The versions of a work, or the states of its provision, and what changed each."""
    return await library.ask(lambda asked: asked.history(*identified(work, eid), language=language))


@_for_readers.get("/{collection}/references")
async def references(
    library: _Library,
    work: _Work,
    eid: _Eid = None,
    language: _Language = None,
    as_of: _Day = None,
) -> References:
    """What a work or its provision cites, and the provisions that cite it."""
    return await library.ask(
        lambda asked: asked.references(*identified(work, eid), language=language, as_of=as_of)
    )


@_for_readers.get("/{collection}/similar")
async def similar(
    library: _Library,
    work: Annotated[
        str,
        Query(
            min_length=1, max_length=1_000, description="A whole work, such as 32016R0679 or GDPR."
        ),
    ],
    find: Literal["affected", "grounds"] | None = None,
    within: Annotated[
        str | None, Query(max_length=LONGEST_QUERY, description="A query: only what it finds.")
    ] = None,
    top: Annotated[int, Query(ge=1, le=100, description="Most documents.")] = 10,
) -> dict[str, Any]:
    """The documents that a work of the collection concerns, as ``lexdesk similar --json``."""

    def asked(library: Library) -> dict[str, Any]:
        from lexdesk.matching import similar as find_similar

        library.show(work)  # a work of the library: not any file that a reader may name
        return dataclasses.asdict(find_similar(library, work, find=find, within=within, top=top))

    return await library.ask(asked)


@_for_readers.post("/cite")
async def cite(
    text: Annotated[str, Body(max_length=LONGEST_TEXT)],
    language: Annotated[str | None, Body(max_length=20)] = None,
) -> dict[str, Any]:
    """The citations of law in a text, as ``lexdesk cite --json``."""
    from lexdesk.citations import find
    from lexdesk.extract.language import named_language

    found = await asyncio.to_thread(find, text, language and named_language(language))
    return {"citations": [dataclasses.asdict(each) for each in found]}


# What is noted, and what is told when something is wrong.

_WANTED = 'send JSON in UTF-8, such as {"text": "See Art. 17 GDPR."}'


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
        return _problem(503, Problem(f"the audit log takes no line now: {reason}; ask again later"))
    return None


def _refused_unread(request: Request) -> Response | None:
    """A refusal of what is not to be read: bodies are read before it is known who sends them."""
    if "transfer-encoding" in request.headers:
        return _problem(411, Problem("state the length of what you send as Content-Length"))
    if int(request.headers.get("content-length", 0)) > LARGEST_BODY:
        return _problem(413, Problem(f"send at most {LARGEST_BODY:,} bytes; divide the text"))
    return None


async def _told(_: Request, error: Exception) -> Response:
    if isinstance(error, QueryError):
        problem = Problem(str(error), error.position, error.length, error.suggestion)
        return _problem(400, problem)
    if isinstance(error, OSError):
        reason = error.strerror or "it cannot be read"
        return _problem(503, Problem(f"the library cannot be read now: {reason}; ask again later"))
    status = (
        404 if isinstance(error, NotFound) else 400 if isinstance(error, UnknownLanguage) else 503
    )
    waiting = {"Retry-After": "1"} if isinstance(error, ServiceBusy) else None
    return _problem(status, Problem(str(error)), waiting)


async def _told_what_is_wrong(_: Request, error: Exception) -> Response:
    assert isinstance(error, RequestValidationError)  # noqa: S101 - what it was registered for
    problems = error.errors()
    in_body = any(each["loc"][0] == "body" and each["type"] == "missing" for each in problems)
    if in_body and not isinstance(error.body, dict):  # of a list, each part is told to be missing
        return _problem(422, Problem(f"what was sent is no JSON object; {_WANTED}"))
    return _problem(422, Problem("; ".join(map(_of_part, problems))))


def _of_part(problem: Mapping[str, Any]) -> str:
    """What is wrong with a parameter, or with the body that holds several."""
    place = problem["loc"][1:]
    if problem["type"] == "json_invalid":  # its place is a number of characters
        return f"what was sent is no JSON from character {place[0] + 1} on; {_WANTED}"
    return f"{'.'.join(map(str, place))}: {problem['msg'].removeprefix('Value error, ')}"


async def _told_by_http(_: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)  # noqa: S101 - what it was registered for
    if error.status_code == 400:  # no route says so: FastAPI does of a body that is no text at all
        return _problem(400, Problem(f"what was sent cannot be read as text; {_WANTED}"))
    return _problem(error.status_code, Problem(error.detail), error.headers)


async def _told_of_a_bug(_: Request, error: Exception) -> Response:
    said = f"this is a bug in Lexdesk or a damaged library ({type(error).__name__}); see its log"
    return _problem(500, Problem(said))


def _problem(status: int, problem: Problem, headers: Mapping[str, str] | None = None) -> Response:
    return JSONResponse(dataclasses.asdict(problem), status, headers)
