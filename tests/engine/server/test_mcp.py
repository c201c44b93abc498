"""A client of an assistant calls ``lexdesk mcp`` over pipes."""

from __future__ import annotations

import asyncio
import contextlib
import datetime
import errno
import json
import os
import shutil
import subprocess
import sys
import threading
from collections.abc import Awaitable, Callable, Iterator
from concurrent.futures import Future
from pathlib import Path
from typing import Any

import pytest
from tests.engine.law.dated_acts import act

from lexdesk import Library
from lexdesk.cli import run

pytest.importorskip("mcp", reason="needs the extra lexdesk[mcp]")
from mcp import Client, StdioServerParameters
from mcp.server.mcpserver.exceptions import ToolError
from mcp.types import ContentBlock, TextContent

from lexdesk.library.law import LibraryLaw
from lexdesk.library.protocol import ReadableLibrary
from lexdesk.library.search import LibrarySearch
from lexdesk.server.collections import ServedLibrary
from lexdesk.server.mcp import THREADS, build_server
from lexdesk.server.mcp.tools import cut_to_limit

LEXDESK = str(Path(sys.executable).parent / "lexdesk")
Talk = Callable[[Client], Awaitable[None]]


POLICY = """The controller demonstrates that the data subject has consented to the processing of
personal data. A data subject may withdraw consent at any time, as easily as it was given.
"""


@pytest.fixture(scope="module")
def library_path(words_library_path: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The GDPR and a policy, with words alone, closed."""
    place = tmp_path_factory.mktemp("assistant")
    (place / "policy.txt").write_text(POLICY)
    with Library.open(shutil.copytree(words_library_path, place / "library")) as library:
        library.sources.add([place / "policy.txt"], vectors=False)
    return place / "library"


def converse(talk: Talk, arguments: list[str], before: tuple[str, ...] = ()) -> None:
    """Start the server as an assistant does, and let ``talk`` use it."""
    words = [*before, LEXDESK, *arguments]

    async def connected() -> None:
        started = StdioServerParameters(command=words[0], args=words[1:], env=dict(os.environ))
        async with Client(started) as client:
            await talk(client)

    asyncio.run(connected())


async def told(client: Client, tool: str, **arguments: Any) -> Any:
    result = await client.call_tool(tool, arguments)
    assert not result.is_error, result.content
    return result.structured_content


@pytest.mark.slow
def test_each_tool_answers_and_opens_local_sockets_only(library_path: Path, tmp_path: Path) -> None:
    async def talk(client: Client) -> None:
        tools = (await client.list_tools()).tools
        assert {tool.name for tool in tools} == {"search", "show", "cite", "history", "similar"}
        assert all(tool.annotations and tool.annotations.read_only_hint for tool in tools)
        assert all(tool.description for tool in tools)
        answer = await told(client, "search", query="withdraw consent", top=2)
        assert answer["hits"][0]["eid"] == "art_7__para_3"
        vain = await told(client, "search", query="erasure after:2090")
        assert [item["query"] for item in vain["relaxed"]] == ["erasure"]
        early = await told(client, "search", query="withdraw consent", as_of="2018-03-01")
        assert early["hits"][0]["status"] == "not yet applicable"
        weighed = await told(client, "search", query="withdraw consent", rerank=True)
        assert all(hit["why"]["rerank"] is not None for hit in weighed["hits"])
        shown = await told(client, "show", work="32016R0679", eid="art_17")
        assert shown["citation"] == "Article 17 Regulation (EU) 2016/679"
        assert not shown["text_is_cut"]
        whole = await told(client, "show", work="32016R0679")
        assert whole["text_is_cut"]
        assert len(whole["provisions"]) <= 300
        assert "art_99" in {provision["eid"] for provision in whole["provisions"]}
        cited = await told(client, "cite", text="Articles 13 and 15(2) GDPR")
        assert cited["citations"][0]["eids"] == ["art_13", "art_15__para_2"]
        named = await told(client, "show", work="GDPR", eid="Article 17(3)(b)")
        assert named["eid"] == "art_17__para_3__point_b"
        stages = (await told(client, "history", work="Article 7 GDPR"))["stages"]
        assert [stage["change"] for stage in stages] == ["adopted"]
        alike = await told(client, "similar", work="32016R0679", find="affected")
        found = {Path(item["path"]).name: item for item in alike["documents"]}
        assert found["policy.txt"]["pairs"][0]["found"]["text"] in POLICY

    trace = tmp_path / "trace"
    strace = ("strace", "-f", "--seccomp-bpf", "-qq", "-e", "trace=network", "-o", str(trace))
    traced = strace if shutil.which("strace") else ()
    converse(talk, ["mcp", "-L", str(library_path)], before=traced)
    if traced:
        assert [line for line in trace.read_text().splitlines() if "AF_INET" in line] == []


MISTAKES: list[tuple[str, dict[str, Any], str]] = [
    ("search", {"query": "consent AND"}, "AND at character 9"),
    ("search", {"query": "consent", "mode": "semantic"}, "no semantic index"),
    (
        "search",
        {"query": "consent", "mode": "magic"},
        "mode is 'magic': Input should be 'keyword', 'semantic' or 'hybrid'",
    ),
    ("search", {"query": "consent", "top": "all"}, "top is 'all': Input should be a valid integer"),
    ("show", {}, "work is missing"),
    ("search", {"query": "a" * 2_001}, "query has 2,001 characters; send at most 2,000"),
    ("search", {"query": ""}, "query is empty"),
    ("show", {"work": "a" * 1_001}, "work has 1,001 characters; send at most 1,000"),
    ("show", {"work": "GDPR", "eid": "a" * 201}, "eid has 201 characters"),
    ("show", {"work": "GDPR", "language": "a" * 21}, "language has 21 characters"),
    ("similar", {"work": "GDPR", "within": "a" * 2_001}, "within has 2,001 characters"),
    ("cite", {"text": "a" * 200_001}, "text has 200,001 characters; send at most 200,000"),
    ("show", {"work": "32016R0679", "eid": "art_777"}, "art_777"),
    ("similar", {"work": "/etc/hostname"}, "/etc/hostname"),
    ("history", {"work": "none"}, "none"),
    (
        "search",
        {"query": "consent", "as_of": "2018-02-30"},
        "'2018-02-30' is not a day of the calendar;",
    ),
    ("cite", {"text": "Art. 17 GDPR", "language": "xx"}, "no language 'xx'"),
]


def _text(block: ContentBlock) -> str:
    assert isinstance(block, TextContent)
    return block.text


@pytest.mark.slow
def test_errors_have_their_own_messages(library_path: Path) -> None:
    async def talk(client: Client) -> None:
        for tool, arguments, says in MISTAKES:
            result = await client.call_tool(tool, arguments)
            assert result.is_error, (tool, arguments)
            (sentence,) = map(_text, result.content)
            assert says in sentence
            assert "\n" not in sentence

    converse(talk, ["mcp", "-L", str(library_path)])


def test_work_named_like_a_file_is_not_read_from_the_disk(
    library_path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A library may give a work the name of any file; its text came as ``asked``."""
    (tmp_path / "policy.txt").write_text(f"{POLICY} The safe is behind the picture.")
    monkeypatch.chdir(tmp_path)
    library = ServedLibrary("law", lambda: Library.open(library_path), threads=1)
    with contextlib.closing(library):
        answer = str(
            asyncio.run(build_server(library).call_tool("similar", {"work": "policy.txt"}))
        )
    assert "withdraw consent" in answer
    assert "safe" not in answer


def test_disk_error_is_reported_without_file_names(
    library_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object, **__: object) -> None:
        raise OSError(errno.EIO, "Input/output error", str(library_path / "library.sqlite"))

    monkeypatch.setattr(LibraryLaw, "show", fail)
    library = ServedLibrary("law", lambda: Library.open(library_path), threads=1)
    with contextlib.closing(library), pytest.raises(ToolError) as raised:
        asyncio.run(build_server(library).call_tool("show", {"work": "GDPR"}))
    assert str(raised.value) == (
        "the library cannot be read now: Input/output error; ask again later"
    )


@contextlib.contextmanager
def raw(library_path: Path) -> Iterator[Raw]:
    """A server for raw lines."""
    command = [LEXDESK, "mcp", "-L", str(library_path)]
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    with subprocess.Popen(command, **pipes) as process:  # type: ignore[call-overload]
        result = Raw(process)
        result.send(
            {
                "jsonrpc": "2.0",
                "id": 0,
                "method": "initialize",
                "params": {
                    "protocolVersion": "2025-06-18",
                    "capabilities": {},
                    "clientInfo": {"name": "test", "version": "1"},
                },
            }
        )
        assert result.answer()["id"] == 0
        result.send({"jsonrpc": "2.0", "method": "notifications/initialized"})
        try:
            yield result
        finally:
            process.stdin.close()
            process.wait(30)
    assert process.returncode == 0


class Raw:
    def __init__(self, process: subprocess.Popen[bytes]):
        self._process = process

    def send(self, message: Any) -> None:
        self.send_line(json.dumps(message).encode())

    def send_line(self, line: bytes) -> None:
        assert self._process.stdin is not None
        self._process.stdin.write(line + b"\n")
        self._process.stdin.flush()

    def answer(self) -> Any:
        assert self._process.stdout is not None
        return json.loads(self._process.stdout.readline())


def call(identifier: Any, tool: str, **arguments: Any) -> dict[str, Any]:
    params = {"name": tool, "arguments": arguments}
    return {"jsonrpc": "2.0", "id": identifier, "method": "tools/call", "params": params}


PING = b'{"jsonrpc": "2.0", "id": 7, "method": "ping"}'
BROKEN: list[tuple[bytes, int, Any]] = [
    (b"{", -32700, None),
    (b"hello", -32700, None),
    (b"\xff\xfe{}", -32700, None),
    (b'{"a": NaN}', -32700, None),
    (b"[" * 100_000, -32700, None),
    (PING[:-1] + b', "params": {"_meta": {"a": ' + b"[" * 250 + b"]" * 250 + b"}}}", -32700, None),
    (b'{"id": ' + b"9" * 10_000 + b"}", -32700, None),
    (b"[]", -32600, None),
    (b"[" + PING + b"," + PING + b"]", -32600, None),
    (b'"text"', -32600, None),
    (b"null", -32600, None),
    (b"{}", -32600, None),
    (b'{"jsonrpc": "1.0", "id": 7, "method": "ping"}', -32600, 7),
    (b'{"jsonrpc": "2.0", "id": null, "method": "ping"}', -32600, None),
    (b'{"jsonrpc": "2.0", "id": true, "method": "ping"}', -32600, None),
    (b'{"jsonrpc": "2.0", "id": [7], "method": "ping"}', -32600, None),
    (b'{"jsonrpc": "2.0", "id": "\\ud800", "method": "ping"}', -32600, None),
    (b'{"jsonrpc": "2.0", "id": 7}', -32600, 7),
    (b'{"jsonrpc": "2.0", "id": 7, "method": 5}', -32600, 7),
    (b'{"jsonrpc": "2.0", "id": 7, "method": "\\udfff"}', -32600, 7),
    (b'{"jsonrpc": "2.0", "id": 7, "method": "ping", "params": [1]}', -32602, 7),
    (json.dumps(call(7, "search", query="\ud800")).encode(), -32602, 7),
    (json.dumps(call(7, "magic")).encode(), -32602, 7),
    (b'{"jsonrpc": "2.0", "id": 7, "method": "tools/call", "params": {"name": 3}}', -32602, 7),
    (b'{"jsonrpc": "2.0", "id": 7, "method": "magic"}', -32601, 7),
    (b'{"jsonrpc": "2.0", "id": 7, "method": "prompts/get", "params": {"name": "a"}}', -32602, 7),
    (
        b'{"jsonrpc": "2.0", "id": 7, "method": "resources/read", "params": {"uri": "a:b"}}',
        -32602,
        7,
    ),
    (
        b'{"jsonrpc": "2.0", "id": 7, "method": "ping", "a": "' + b"a" * 3_000_000 + b'"}',
        -32600,
        None,
    ),
]


@pytest.mark.slow
def test_invalid_line_is_answered_and_session_continues(library_path: Path) -> None:
    with raw(library_path) as sent:
        for line, code, identifier in BROKEN:
            sent.send_line(line)
            result = sent.answer()
            assert (result["error"]["code"], result["id"]) == (code, identifier), (
                line[:80],
                result,
            )
            assert "\n" not in result["error"]["message"]
            sent.send_line(b"")
            sent.send_line(PING)
            assert sent.answer() == {"jsonrpc": "2.0", "id": 7, "result": {}}


def test_long_call_blocks_no_other_and_times_out(
    library_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    began, release = threading.Event(), threading.Event()

    def search(*_: object, **__: object) -> None:
        began.set()
        release.wait(20)

    monkeypatch.setattr(LibrarySearch, "__call__", search)
    library = ServedLibrary("law", lambda: Library.open(library_path), THREADS)

    async def talk() -> None:
        result = build_server(library, seconds=2)
        async with Client(result) as client:
            assert (await told(client, "history", work="GDPR"))["stages"]  # loads it
            long = asyncio.create_task(client.call_tool("search", {"query": "consent"}))
            while not began.is_set():
                await asyncio.sleep(0.01)
            assert (await told(client, "history", work="GDPR"))["stages"]
            assert not long.done()
            given_up = await long
            assert given_up.is_error
            assert "longer than 2 s" in _text(given_up.content[0])

    with contextlib.closing(library):
        asyncio.run(talk())
        release.set()


def test_long_answers_are_cut_and_say_so(tmp_path: Path) -> None:
    """A law of a thousand versions, or the citations of a long text, would fill an assistant's context."""
    first = datetime.date(2000, 1, 1)
    with Library.open(tmp_path / "library", create=True) as library:
        acts = (act("ACT", valid_from=str(first + datetime.timedelta(n))) for n in range(310))
        library.sources.add_documents(acts, vectors=False)
    served = ServedLibrary("law", lambda: Library.open(tmp_path / "library"), THREADS)

    async def talk() -> None:
        async with Client(build_server(served)) as client:
            listed = await told(client, "history", work="ACT")
            assert len(listed["stages"]) == 300
            assert listed["stages"][-1]["valid_from"] == "2000-11-05"
            assert listed["cut"][0] == "stages: the latest 300 of 310"
            cited = await told(client, "cite", text="Article 1 GDPR. " * 1_000)
            assert len(cited["citations"]) == 300
            assert cited["cut"] == ["citations: 300 of 1,000"]

    with contextlib.closing(served):
        asyncio.run(talk())


def test_answer_has_a_length_in_all() -> None:
    answer = cut_to_limit({"hits": [{"text": "a" * 30_000, "rank": n} for n in range(100)]})
    assert len(json.dumps(answer)) < 250_000
    assert answer["cut"][0] == "hits[0].text: 20,000 of 30,000 characters"
    assert answer["cut"][-1] == f"hits: {len(answer['hits'])} of 100"
    assert cut_to_limit({"hits": [1, "a", None]}) == {"hits": [1, "a", None]}


def test_cancelled_call_never_runs(library_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    release, ran = threading.Event(), []
    asked: list[Future[Any]] = []

    class Recorded(ServedLibrary):
        def ask(self, work: Callable[[ReadableLibrary], Any]) -> Future[Any]:
            asked.append(super().ask(work))
            return asked[-1]

    def search(_: LibrarySearch, query: str, **__: object) -> None:
        ran.append(query)
        release.wait(60)

    monkeypatch.setattr(LibrarySearch, "__call__", search)
    library = Recorded("law", lambda: Library.open(library_path), threads=1)

    async def talk() -> None:
        async with Client(build_server(library)) as client:
            first = asyncio.create_task(client.call_tool("search", {"query": "first"}))
            while not ran:
                await asyncio.sleep(0.01)
            second = asyncio.create_task(client.call_tool("search", {"query": "second"}))
            while len(asked) < 2:
                await asyncio.sleep(0.01)
            second.cancel()
            while not asked[1].cancelled():
                await asyncio.sleep(0.01)
            release.set()
            await first

    with contextlib.closing(library):
        asyncio.run(talk())
    assert ran == ["first"]


@pytest.mark.slow
def test_encrypted_library_requires_passphrase(tmp_path: Path) -> None:
    pytest.importorskip("sqlcipher3", reason="needs the extra lexdesk[encryption]")
    passphrase = tmp_path / "passphrase"
    passphrase.write_text("four words at random\n")
    library = str(tmp_path / "library")
    (tmp_path / "letter.txt").write_text("The lease of the warehouse ends on 31 March.")
    named = ["--passphrase-file", str(passphrase)]
    result = [
        *named,
        "add",
        "-L",
        library,
        "--encrypt",
        "--no-vectors",
        str(tmp_path / "letter.txt"),
    ]
    assert run(result) == 0

    async def talk(client: Client) -> None:
        assert (await told(client, "search", query="lease"))["total"] == 1

    converse(talk, [*named, "mcp", "-L", library])
