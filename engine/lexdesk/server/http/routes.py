"""The routes of the service and their parameters. Answers are those of ``--json`` on the command line."""

from __future__ import annotations

import asyncio
import dataclasses
import datetime
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Annotated, Any, Literal, TypeVar

from fastapi import APIRouter, Body, Depends, Query, Request
from fastapi.exceptions import RequestValidationError
from fastapi.security import HTTPAuthorizationCredentials, HTTPBearer
from pydantic import BeforeValidator, Field
from starlette.exceptions import HTTPException

from lexdesk import __version__
from lexdesk.law.cross_references import References
from lexdesk.law.display import ShownText
from lexdesk.law.history import History
from lexdesk.library.protocol import ReadableLibrary
from lexdesk.query.dates import read_day
from lexdesk.search.options import Mode
from lexdesk.search.results.hits import Answer
from lexdesk.server.collections import ServedLibrary, await_answer
from lexdesk.server.http.permissions import Reader
from lexdesk.server.http.problems import RESPONSES
from lexdesk.server.http.service import Service
from lexdesk.server.limits import (
    LAST_OFFSET,
    LONGEST_EID,
    LONGEST_LANGUAGE,
    LONGEST_LIST,
    LONGEST_QUERY,
    LONGEST_TEXT,
    LONGEST_WORK,
)

T = TypeVar("T")
_CUT = "Each list with entries missing here, and which it has: stages: 1 to 1,000 of 1,204."


@dataclass(frozen=True, slots=True)
class Health:
    """The state of the service, and its version."""

    status: str
    version: str


@dataclass(frozen=True, slots=True)
class Collections:
    """The names of the collections open to the reader."""

    collections: list[str]


@dataclass(frozen=True, slots=True)
class HistoryPage(History):
    """Some stages of a history."""

    cut: Annotated[list[str], Field(description=_CUT)] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class ReferencesPage(References):
    """Some references from and to a work or provision."""

    cut: Annotated[list[str], Field(description=_CUT)] = field(default_factory=list)


# Who asks.

_bearer = HTTPBearer(auto_error=False, description="The token that the administrator gave you.")


async def _reader(
    request: Request,
    _: Annotated[HTTPAuthorizationCredentials | None, Depends(_bearer)],  # for /openapi.json
) -> Reader:
    service: Service = request.app.state.service
    reader: Reader = request.state.reader  # set by the application
    if wait := service.seconds_to_wait(reader):
        raise HTTPException(
            429, f"{reader.name} asks too often; ask again in {wait} s", {"Retry-After": str(wait)}
        )
    return reader


async def _known_parameters(request: Request) -> None:
    """Reject parameters that the route does not have: without a misspelt ``as_of`` the answer would be another."""
    known = {field.alias for field in request.scope["route"].dependant.query_params}
    if unknown := sorted(set(request.query_params) - known):
        problem = "no such parameter; /openapi.json says what each path takes"
        raise RequestValidationError(
            [{"loc": ("query", name[:40]), "type": "extra", "msg": problem} for name in unknown[:3]]
        )


class _OpenCollection:
    """A collection open to the reader, queried without holding up other requests."""

    def __init__(self, collection: ServedLibrary, seconds: float):
        self._collection, self._seconds = collection, seconds

    async def ask(self, work: Callable[[ReadableLibrary], T]) -> T:
        return await await_answer(self._seconds, asyncio.wrap_future(self._collection.ask(work)))


async def _open_collection(
    request: Request, collection: str, reader: Annotated[Reader, Depends(_reader)]
) -> _OpenCollection:
    service: Service = request.app.state.service
    return _OpenCollection(service.collection(reader, collection), service.seconds_to_answer)


# The routes.

for_anyone = APIRouter(prefix="/v1")
for_readers = APIRouter(
    prefix="/v1",
    responses=dict(RESPONSES),
    dependencies=[Depends(_reader), Depends(_known_parameters)],
)

_WORK = "Such as 32016R0679, GDPR, or a whole citation: Article 17(1) GDPR."
_EID = "A provision of it, such as art_17__para_1 or Article 17(1)."

_Library = Annotated[_OpenCollection, Depends(_open_collection)]
_Work = Annotated[str, Query(min_length=1, max_length=LONGEST_WORK, description=_WORK)]
_Eid = Annotated[str | None, Query(max_length=LONGEST_EID, description=_EID)]
_Language = Annotated[
    str | None, Query(max_length=LONGEST_LANGUAGE, description="ISO 639-1, such as en.")
]
_Day = Annotated[
    datetime.date | None,
    BeforeValidator(read_day),  # pydantic takes 86400 for a day
    Query(description="The day whose law counts; else today."),
]
_MOST, _SKIPPED = "Most entries of a list.", "Entries of each list to skip."
_Limit = Annotated[int, Query(ge=1, le=LONGEST_LIST, description=_MOST)]
_Offset = Annotated[int, Query(ge=0, le=LAST_OFFSET, description=_SKIPPED)]


def _page(answer: dict[str, Any], limit: int, offset: int, *lists: str) -> dict[str, Any]:
    """Return ``answer`` with ``limit`` entries of the ``lists`` from ``offset`` on; ``cut`` names those with others."""
    page, cut = dict(answer), []
    for name in lists:
        entries = answer[name]
        page[name] = some = entries[offset : offset + limit]
        if len(some) < len(entries):
            which = f"{offset + 1:,} to {offset + len(some):,}" if some else "none"
            cut.append(f"{name}: {which} of {len(entries):,}")
    return page | {"cut": cut}


def _fields(answer: History | References) -> dict[str, Any]:
    return {each.name: getattr(answer, each.name) for each in dataclasses.fields(answer)}


@for_anyone.get("/health")
async def health() -> Health:
    """Report whether the service answers."""
    return Health("ok", __version__)


@for_readers.get("/collections")
async def collections(reader: Annotated[Reader, Depends(_reader)]) -> Collections:
    """List the collections open to the reader."""
    return Collections(sorted(reader.collections))


@for_readers.get("/{collection}/search")
async def search(
    library: _Library,
    q: Annotated[str, Query(min_length=1, max_length=LONGEST_QUERY, description="The query.")],
    mode: Mode = "hybrid",
    top: Annotated[int, Query(ge=1, le=100, description="Most hits.")] = 10,
    plain: Annotated[bool, Query(description="Take the query as text without operators.")] = False,
    as_of: _Day = None,
    rerank: Annotated[bool, Query(description="Re-rank the top hits; slower.")] = False,
) -> Answer:
    """Find the provisions and passages that answer a query, best first."""
    return await library.ask(
        lambda library: library.search(
            q, mode=mode, top=top, plain=plain, as_of=as_of, rerank=rerank, advise=True
        )
    )


@for_readers.get("/{collection}/show")
async def show(
    library: _Library, work: _Work, eid: _Eid = None, language: _Language = None, as_of: _Day = None
) -> ShownText:
    """Return a work or its provision, with its text and its dates."""
    return await library.ask(
        lambda library: library.law.show(work, eid, language=language, as_of=as_of)
    )


@for_readers.get("/{collection}/history")
async def history(
    library: _Library,
    work: _Work,
    eid: _Eid = None,
    language: _Language = None,
    limit: _Limit = LONGEST_LIST,
    offset: _Offset = 0,
) -> HistoryPage:
    """List the versions of a work, or the states of its provision, with the changes in each."""
    found = await library.ask(lambda library: library.law.history(work, eid, language=language))
    return HistoryPage(**_page(_fields(found), limit, offset, "stages"))


@for_readers.get("/{collection}/references")
async def references(
    library: _Library,
    work: _Work,
    eid: _Eid = None,
    language: _Language = None,
    as_of: _Day = None,
    limit: _Limit = LONGEST_LIST,
    offset: _Offset = 0,
) -> ReferencesPage:
    """List the citations in a work or its provision, and the provisions that cite it."""
    found = await library.ask(
        lambda library: library.law.references(work, eid, language=language, as_of=as_of)
    )
    return ReferencesPage(**_page(_fields(found), limit, offset, "cites", "cited_by"))


@for_readers.get("/{collection}/similar")
async def similar(
    library: _Library,
    work: Annotated[
        str,
        Query(
            min_length=1,
            max_length=LONGEST_WORK,
            description="A whole work, such as 32016R0679 or GDPR.",
        ),
    ],
    find: Literal["affected", "grounds"] | None = None,
    within: Annotated[
        str | None, Query(max_length=LONGEST_QUERY, description="A query: only what it finds.")
    ] = None,
    top: Annotated[int, Query(ge=1, le=100, description="Most documents.")] = 10,
) -> dict[str, Any]:
    """List the documents that a work of the collection concerns, as ``lexdesk similar --json``."""

    def find_in(library: ReadableLibrary) -> dict[str, Any]:
        from lexdesk.compliance import find_similar

        found = find_similar(library, work, find=find, within=within, top=top, reads_files=False)
        return dataclasses.asdict(found)

    return await library.ask(find_in)


@for_readers.post("/cite")
async def cite(
    request: Request,
    text: Annotated[str, Body(max_length=LONGEST_TEXT)],
    language: Annotated[str | None, Body(max_length=LONGEST_LANGUAGE)] = None,
    limit: Annotated[int, Body(ge=1, le=LONGEST_LIST, description=_MOST)] = LONGEST_LIST,
    offset: Annotated[int, Body(ge=0, le=LAST_OFFSET, description=_SKIPPED)] = 0,
) -> dict[str, Any]:
    """Return the citations of law in a text, as ``lexdesk cite --json``; ``cut`` says which of many."""
    from lexdesk.citations import find
    from lexdesk.citations.moments import as_printed
    from lexdesk.metadata.language import parse_language

    service: Service = request.app.state.service
    finding = asyncio.to_thread(find, text, language and parse_language(language))
    found = await await_answer(service.seconds_to_answer, finding)
    page = _page({"citations": found}, limit, offset, "citations")
    return page | {"citations": [as_printed(citation, text) for citation in page["citations"]]}
