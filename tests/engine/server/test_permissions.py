"""No document crosses a permission: random requests over every route of the service and every tool of MCP.

Each document holds a word that no request contains, so that an answer with it shows the document. The number of
requests is that of the variable LEXDESK_PERMISSION_REQUESTS, as in:

    LEXDESK_PERMISSION_REQUESTS=100000 pytest tests/engine/server/test_permissions.py
"""

import asyncio
import collections
import contextlib
import datetime
import json
import os
import random
import urllib.parse
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from lexdesk import Library

pytest.importorskip("fastapi", reason="needs the extra lexdesk[serve]")

from lexdesk.server.collections import ServedLibrary
from lexdesk.server.http.application import build_application
from lexdesk.server.http.permissions import hash_token, make_token
from lexdesk.server.http.service import Service
from lexdesk.server.http.settings import Settings, StatedReader, StatedToken
from lexdesk.server.limits import Limits

REQUESTS = int(os.environ.get("LEXDESK_PERMISSION_REQUESTS", "1500"))
NAMES = ("law", "files", "board")
SECRETS = {"law": "zqxlawvault", "files": "zqxfilesvault", "board": "zqxboardvault"}
OPENED: dict[str, frozenset[str]] = {
    "all": frozenset(NAMES),
    "law": frozenset({"law"}),
    "two": frozenset({"files", "board"}),
    "none": frozenset(),
    "expired": frozenset(),
}
TOKENS = {reader: make_token() for reader in OPENED}
TEXT = """The tenant {secret} shall repaint the orangery every third year, see Article 17 GDPR.

Section 2. The landlord {secret} shall insure the orangery against hail. § 535 BGB applies.
"""


@pytest.fixture(scope="module")
def shelves(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """A library for each name; title and text of each document have its secret."""
    folder = tmp_path_factory.mktemp("shelves")
    for name in NAMES:
        sources = folder / f"sources-{name}"
        sources.mkdir()
        for number in range(2):
            file = sources / f"lease-{name}-{number}.txt"
            file.write_text(
                f"Lease {number} {SECRETS[name]}\n\n{TEXT.format(secret=SECRETS[name])}"
            )
        with Library.open(folder / name, create=True) as library:
            library.sources.add([sources], vectors=False)
    return {name: folder / name for name in NAMES}


@pytest.fixture(scope="module")
def works(shelves: dict[str, Path]) -> list[str]:
    """The works of all libraries, and the folders of the libraries."""
    found = {str(path) for path in shelves.values()}
    for path in shelves.values():
        with Library.open(path) as library:
            found |= {hit.work for hit in library.search("orangery").hits}
    assert not any(secret in work for work in found for secret in SECRETS.values())
    return sorted(found)


class Request(NamedTuple):
    """A request and its reader."""

    reader: str
    method: str
    path: str
    query: str
    body: bytes


class RandomRequests:
    """Random requests, made from the service's own description of its routes."""

    def __init__(self, served: Any, works: list[str], seed: int):
        self._random = random.Random(seed)
        self._routes: list[tuple[str, str, list[tuple[str, bool]]]] = [
            (
                path,
                method.upper(),
                [
                    (item["name"], item["required"])
                    for item in operation.get("parameters", [])
                    if item["in"] == "query"
                ],
            )
            for path, methods in served.openapi()["paths"].items()
            for method, operation in methods.items()
            for _ in range(4 if "{collection}" in path else 1)
        ]
        names = [
            *(NAMES * 8),
            "none",
            "LAW",
            "files/",
            "%66iles",
            "files%2f..%2fboard",
            "..",
            "*",
            "law,files",
        ]
        queries = ["orangery", "repaint OR insure", "*", "NOT nothing", "work:*", "folder:files",
                   'doc:"the orangery"', "cites:\"Article 17 GDPR\"", "Article 17 GDPR", "a AND"]  # fmt: skip
        self._values: dict[str, list[str]] = {
            "collection": names,
            "q": queries,
            "within": queries,
            "work": [*works * 3, "GDPR", "../files", "/etc/passwd", "*"],
            "eid": ["sec_2", "art_17", "Section 2", "*", ""],
            "language": ["en", "de", "xx"],
            "as_of": ["2020-01-01", "2090-01-01", "never"],
            "mode": ["keyword", "hybrid", "semantic", "all"],
            "top": ["1", "100", "-1", "1000000"],
            "find": ["affected", "grounds"],
            "plain": ["true", "false"],
            "rerank": ["false"],
        }
        self._any = sorted({value for values in self._values.values() for value in values})

    def one(self) -> Request:
        """Make a request."""
        path, stated_method, names = self._random.choice(self._routes)
        while "{" in path:
            before, _, rest = path.partition("{")
            name, _, after = rest.partition("}")
            path = f"{before}{self._value(name)}{after}"
        query = {
            name: self._value(name)
            for name, is_required in names
            if self._random.random() < (0.97 if is_required else 0.2)
        }
        if self._random.random() < 0.1:
            query["collection"] = self._value("collection")
        body = json.dumps({"text": self._random.choice(self._any)}).encode()
        method = self._random.choice([stated_method] * 8 + ["GET", "POST", "HEAD", "PUT"])
        reader = self._random.choice(["all", "law", "two"] * 2 + ["none", "expired", "", "unknown"])
        return Request(reader, method, path, urllib.parse.urlencode(query), body)

    def _value(self, name: str) -> str:
        values = self._values.get(name, self._any)
        return self._random.choice(values if self._random.random() < 0.9 else self._any)


class Answer(NamedTuple):
    """The answer to a request."""

    status: int
    text: str


async def answer_of(served: Any, request: Request) -> Answer:
    """Have the application answer, as a server would."""
    headers = [(b"host", b"localhost"), (b"content-length", str(len(request.body)).encode()),
               (b"content-type", b"application/json")]  # fmt: skip
    if request.reader:
        token = TOKENS.get(request.reader, "unknown")
        headers.append((b"authorization", f"Bearer {token}".encode()))
    scope = {
        "type": "http",
        "asgi": {"version": "3.0"},
        "http_version": "1.1",
        "method": request.method,
        "scheme": "http",
        "path": urllib.parse.unquote(request.path),
        "raw_path": request.path.encode(),
        "query_string": request.query.encode(),
        "root_path": "",
        "headers": headers,
        "client": ("127.0.0.1", 50_000),
        "server": ("127.0.0.1", 7_300),
    }
    status, parts, is_sent = 0, [], False

    async def receive() -> Mapping[str, Any]:
        nonlocal is_sent
        if is_sent:
            await asyncio.Event().wait()
        is_sent = True
        return {"type": "http.request", "body": request.body, "more_body": False}

    async def send(message: Mapping[str, Any]) -> None:
        nonlocal status
        status = message.get("status", status)
        parts.append(repr(message.get("headers", "")).encode() + message.get("body", b""))

    with contextlib.suppress(Exception):  # a bug is no leak; other tests look for those
        await served(scope, receive, send)
    return Answer(status, b"".join(parts).decode("utf-8", "replace"))


def leaks(request: Request, answer: Answer) -> list[str]:
    """Return the collections in ``answer`` closed to its reader."""
    allowed = OPENED.get(request.reader, frozenset())
    return [
        name for name, secret in SECRETS.items() if secret in answer.text and name not in allowed
    ]


@pytest.fixture(scope="module")
def served(shelves: dict[str, Path]) -> Iterator[Any]:
    yesterday = datetime.datetime.now(datetime.UTC).date() - datetime.timedelta(days=2)
    readers = {
        name: StatedReader(token_sha256=hash_token(TOKENS[name]), collections=opened)
        for name, opened in OPENED.items()
    }
    expired = StatedToken(sha256=hash_token(TOKENS["expired"]), expires=yesterday)
    readers["expired"] = StatedReader(tokens=[expired], collections=frozenset(NAMES))
    settings = Settings(
        collections=shelves,
        readers=readers,
        requests_per_minute=1_000_000,
        limits=Limits(failures_per_minute=1_000_000),
    )
    mcp_server = build_application(settings)
    yield mcp_server
    mcp_server.state.service.close()


async def ask(served: Any, drawn: RandomRequests, requests: int) -> collections.Counter[str]:
    """Ask at random; count what was found, by its kind."""
    counted: collections.Counter[str] = collections.Counter()
    for _ in range(requests):
        request = drawn.one()
        answer = await answer_of(served, request)
        found = leaks(request, answer)
        counted["leaks"] += bool(found)
        counted["shown"] += any(secret in answer.text for secret in SECRETS.values())
        counted[str(answer.status)] += 1
        route = request.path.split("?")[0].rsplit("/", 1)[-1]
        counted[f"asked {route}"] += 1
    return counted


@pytest.mark.parametrize("is_full", [False, pytest.param(True, marks=pytest.mark.slow)])
def test_no_document_is_visible_without_permission(
    served: Any, works: list[str], is_full: bool
) -> None:
    requests, seed = (REQUESTS, random.randrange(2**32)) if is_full else (300, 1)
    counted = asyncio.run(ask(served, RandomRequests(served, works, seed), requests))
    assert counted["leaks"] == 0, f"seed {seed}: {counted}"
    assert counted["shown"] > requests / 200, "of readers who may see them"
    assert counted["500"] == 0
    for path, methods in served.openapi()["paths"].items():
        if "get" in methods:
            assert counted[f"asked {path.rpartition('/')[2]}"] > requests / 200, path


@pytest.mark.slow
def test_random_requests_detect_missing_permission_check(
    served: Any, works: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def anything(service: Service, _: object, name: str) -> ServedLibrary:
        return service._collections.get(name, service._collections["law"])

    monkeypatch.setattr(Service, "collection", anything)
    counted = asyncio.run(ask(served, RandomRequests(served, works, 1), 500))
    assert counted["leaks"]


def test_forbidden_collection_looks_absent(served: Any) -> None:
    async def ask_for(name: str) -> Answer:
        request = Request("law", "GET", f"/v1/{name}/search", "q=orangery", b"")
        answer = await answer_of(served, request)
        return Answer(
            answer.status, answer.text.replace(name, "NAME").replace("'content-length'", "")
        )

    async def both() -> tuple[Answer, Answer]:
        return await ask_for("files"), await ask_for("xiles")

    forbidden, missing = asyncio.run(both())
    assert forbidden == missing
    assert forbidden.status == 404


def test_mcp_tools_show_no_other_library(shelves: dict[str, Path], works: list[str]) -> None:
    pytest.importorskip("mcp", reason="needs the extra lexdesk[mcp]")
    from lexdesk.server.mcp import build_server

    rng = random.Random(1)
    queries = ["orangery", "folder:files", "work:*", f'folder:"{shelves["files"]}"', "NOT nothing"]
    files = [
        str(path)
        for shelve in shelves.values()
        for path in (shelve, *shelve.parent.glob("sources-*/*"))
    ]
    values: dict[str, list[Any]] = {"query": queries, "within": queries, "work": [*works, *files, "GDPR"],
              "text": ["Art. 17 GDPR", *works], "eid": ["sec_2", "*"], "mode": ["keyword", "hybrid"],
              "find": ["affected", "grounds"], "top": [1, 50], "rerank": [False]}  # fmt: skip
    library = ServedLibrary("law", lambda: Library.open(shelves["law"]), threads=1)
    counted: collections.Counter[str] = collections.Counter()

    async def talk() -> None:
        mcp_server = build_server(library)
        tools = await mcp_server.list_tools()
        for _ in range(max(300, REQUESTS // 10)):
            tool = rng.choice(tools)
            names = [item for item in tool.input_schema["properties"] if item in values]
            arguments = {name: rng.choice(values[name]) for name in names if rng.random() < 0.8}
            try:
                result = repr(await mcp_server.call_tool(tool.name, arguments))
            except Exception as error:
                result = str(error)
            counted["shown"] += SECRETS["law"] in result
            for name in ("files", "board"):
                assert SECRETS[name] not in result, (tool.name, arguments)
            counted[tool.name] += 1

    with contextlib.closing(library):
        asyncio.run(talk())
    assert counted["shown"] > 10
    assert set(counted) >= {"search", "show", "cite", "history", "similar"}
