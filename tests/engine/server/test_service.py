"""Libraries over HTTP: the same answers, and none across a permission."""

from __future__ import annotations

import datetime
import json
import os
import re
import shutil
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from tests.codes import raises_code

from lexdesk import Library
from lexdesk.cli import run
from lexdesk.errors import (
    LibraryCode,
    LibraryError,
    Message,
    NoLibrary,
    ServiceBusy,
    ServiceCode,
    ServiceError,
)
from lexdesk.library.search import LibrarySearch
from lexdesk.server.http.readers import Reader, Token, digest, new_token

pytest.importorskip("fastapi", reason="needs the extra lexdesk[serve]")
import httpx2 as httpx
import schemathesis
from schemathesis.core.result import Ok
from starlette.testclient import TestClient
from tests.waiting import wait_until

from lexdesk.server import collections
from lexdesk.server.collections import ServedLibrary
from lexdesk.server.http.application import application
from lexdesk.server.http.audit import UNAUTHENTICATED_PER_MINUTE, AuditLog
from lexdesk.server.http.failures import Failures
from lexdesk.server.http.problems import without_folders
from lexdesk.server.http.server import require_files
from lexdesk.server.http.service import Service
from lexdesk.server.http.settings import (
    Settings,
    StatedReader,
    StatedToken,
    Tls,
    read,
    require_safe,
)
from lexdesk.server.limits import LARGEST_BODY, LONGEST_TEXT, Limits

LEXDESK = str(Path(sys.executable).parent / "lexdesk")
TOKENS = {name: new_token() for name in ("registry", "partner", "guest")}
OPENED = {
    "registry": frozenset({"law", "files"}),
    "partner": frozenset({"law"}),
    "guest": frozenset[str](),
}
PRIVATE = "orangery"  # in the files alone
LEASE = f"""The tenant shall repaint the {PRIVATE} every third year.

Section 2. The landlord shall insure the {PRIVATE} against hail.
"""


@pytest.fixture(scope="module")
def shelves(tmp_path_factory: pytest.TempPathFactory, words_library_path: Path) -> dict[str, Path]:
    """The GDPR, and a lease in another library."""
    folder = tmp_path_factory.mktemp("shelves")
    (folder / "lease.txt").write_text(LEASE)
    with Library.open(folder / "files", create=True) as library:
        library.sources.add([folder / "lease.txt"], vectors=False)
    return {"law": words_library_path, "files": folder / "files"}


def served(shelves: dict[str, Path], **changes: Any) -> Settings:
    readers = {
        name: StatedReader(
            token_sha256=digest(TOKENS[name]), collections=OPENED[name] & set(shelves)
        )
        for name in TOKENS
    }
    stated: dict[str, Any] = {
        "requests_per_minute": 100_000,
        "hosts": ("testserver", "testserver.local"),
        "limits": Limits(failures_per_minute=1_000_000),
        **changes,
    }
    return Settings(collections=shelves, readers=readers, **stated)


@pytest.fixture(scope="module")
def client(shelves: dict[str, Path]) -> Iterator[TestClient]:
    with TestClient(application(served(shelves)), raise_server_exceptions=False) as result:
        yield result


def opener(path: Path) -> Callable[[], Library]:
    return lambda: collections.open_library(path, None)


def get(
    client: TestClient, path: str, reader: str = "registry", **parameters: Any
) -> httpx.Response:
    headers = {"Authorization": f"Bearer {TOKENS[reader]}"}
    return client.get(f"/v1/{path}", params=parameters, headers=headers)


@pytest.mark.parametrize(
    ("route", "arguments", "parameters"),
    [
        ("search", ["withdraw consent", "--top", "3"], {"q": "withdraw consent", "top": 3}),
        ("search", ["who may object?", "--rerank"], {"q": "who may object?", "rerank": True}),
        ("show", ["32016R0679", "art_7"], {"work": "32016R0679", "eid": "art_7"}),
        ("history", ["32016R0679", "art_7"], {"work": "32016R0679", "eid": "art_7"}),
        (
            "search",
            ["erasure after:2090", "--mode", "keyword"],
            {"q": "erasure after:2090", "mode": "keyword"},
        ),
        ("references", ["32016R0679", "art_7"], {"work": "32016R0679", "eid": "art_7"}),
        ("show", ["GDPR", "Art. 7(3)"], {"work": "GDPR", "eid": "Art. 7(3)"}),
        ("show", ["Article 7 GDPR"], {"work": "Article 7 GDPR"}),
        ("history", ["GDPR", "Article 7"], {"work": "GDPR", "eid": "Article 7"}),
        ("references", ["GDPR", "Article 7(3)"], {"work": "GDPR", "eid": "Article 7(3)"}),
        pytest.param(
            "similar",
            ["32016R0679", "--find", "grounds"],
            {"work": "32016R0679", "find": "grounds"},
            marks=pytest.mark.slow,
        ),
    ],
)
def test_answers_equal_command_line(
    client: TestClient,
    shelves: dict[str, Path],
    route: str,
    arguments: list[str],
    parameters: dict[str, Any],
    capsys: pytest.CaptureFixture[str],
) -> None:
    run([route, "--json", "-L", str(shelves["law"]), *arguments])
    printed = json.loads(capsys.readouterr().out)
    content = get(client, f"law/{route}", **parameters).json()
    for changing in ("took_ms",):
        printed.pop(changing, None)
        content.pop(changing, None)
    assert content == printed


def test_damage_of_served_library_is_reported(words_library_path: Path, tmp_path: Path) -> None:
    path = Path(shutil.copytree(words_library_path, tmp_path / "library"))
    shelves = {"law": path, "files": path}
    with TestClient(application(served(shelves)), raise_server_exceptions=False) as client:
        file = path / "library.sqlite"
        damaged = file.read_bytes().replace(b"consent", b"\xff" * len(b"consent"))
        with file.open("r+b") as stream:  # in place, as a failing disk does
            stream.write(damaged)
        response = get(client, "law/search", q="withdraw consent", mode="keyword")
    assert response.status_code == 503
    assert "is damaged" in response.text
    assert "\ufffd" not in response.text


def test_citations_of_a_text(client: TestClient) -> None:
    headers = {"Authorization": f"Bearer {TOKENS['guest']}"}
    content = client.post("/v1/cite", json={"text": "See Art. 17 GDPR."}, headers=headers).json()
    assert [citation["eids"] for citation in content["citations"]] == [["art_17"]]
    unknown = {"text": "See Art. 17 GDPR.", "language": "xx"}
    answer = client.post("/v1/cite", json=unknown, headers=headers)
    assert (answer.status_code, "no language 'xx'" in answer.json()["error"]) == (400, True)


@pytest.mark.parametrize(
    ("sent", "status", "wording"),
    [
        (b'{"text": "See', 422, "what was sent is no JSON from character 10 on; send JSON"),
        (b"\xff\xfe{", 400, "what was sent cannot be read as text; send JSON in UTF-8"),
        (b"{}", 422, "text is missing; /openapi.json says"),
        (b"[1]", 422, 'what was sent is no JSON object; send JSON in UTF-8, such as {"text": '),
        (b'"See Art. 17 GDPR."', 422, "what was sent is no JSON object; send JSON in UTF-8"),
        (b"null", 422, "what was sent is no JSON object; send JSON in UTF-8"),
        (b"", 422, "what was sent is no JSON object; send JSON in UTF-8"),
    ],
)
def test_invalid_body_is_rejected_in_one_sentence(
    client: TestClient, sent: bytes, status: int, wording: str
) -> None:
    headers = {"Authorization": f"Bearer {TOKENS['guest']}", "Content-Type": "application/json"}
    answer = client.post("/v1/cite", content=sent, headers=headers)
    assert answer.status_code == status
    assert answer.json()["error"].startswith(wording)


def test_oversized_body_is_rejected_unread(
    client: TestClient,
) -> None:
    rejected = client.post("/v1/cite", content=b" " * (LARGEST_BODY + 1))
    assert rejected.status_code == 413
    assert "at most 2,401,000 bytes" in rejected.json()["error"]
    assert client.post("/v1/cite", content=iter([b"{}"])).status_code == 411
    longest = json.dumps({"text": "\U0001f3db" * LONGEST_TEXT, "language": "en"})
    headers = {"Authorization": f"Bearer {TOKENS['guest']}", "Content-Type": "application/json"}
    assert client.post("/v1/cite", content=longest, headers=headers).status_code == 200


@pytest.mark.parametrize(
    ("path", "arguments", "status", "wording"),
    [
        ("law/search", {"q": "a AND AND b"}, 400, "AND"),
        ("law/search", {"q": ""}, 422, "q is empty"),
        (
            "law/search",
            {"q": "consent", "as_of": "2018-13-01"},
            422,
            "as_of: '2018-13-01' is not a day",
        ),
        ("law/search", {"q": "consent", "as_of": "86400"}, 422, "as_of: '86400' is not a day"),
        ("law/search", {"q": "consent", "mode": "semantic"}, 503, "no semantic index yet"),
        ("law/show", {"work": "32099R9999"}, 404, "32099R9999"),
        ("law/show", {"work": "/etc/passwd"}, 404, "/etc/passwd"),
        ("law/show", {"work": ""}, 422, "work is empty"),
        ("law/similar", {"work": ""}, 422, "work is empty"),
        ("law/similar", {"work": "/etc/passwd"}, 404, "/etc/passwd"),
        ("none/search", {"q": "consent"}, 404, "no collection 'none' that registry may open"),
        (
            "law/nothing",
            {},
            404,
            "there is no /v1/law/nothing; GET /openapi.json describes the routes",
        ),
    ],
)
def test_errors_are_one_sentence(
    client: TestClient, path: str, arguments: dict[str, Any], status: int, wording: str
) -> None:
    answer = get(client, path, **arguments)
    assert answer.status_code == status
    assert wording in answer.json()["error"]


def test_errors_show_no_folder_of_the_server(client: TestClient, shelves: dict[str, Path]) -> None:
    content = get(client, "law/search", q="consent", mode="semantic").json()["error"]
    assert content.startswith(f"{shelves['law'].name} has no semantic index yet")
    result = without_folders(
        Message(
            LibraryCode.DAMAGED, path="/srv/law", reason="no '/srv/a b' nor lance://s3/x and/or"
        )
    )
    assert "/srv" not in result
    assert result.startswith("law is damaged (no 'a b' nor x and/or)")


@pytest.mark.parametrize("header", [None, "Bearer wrong", "Basic cmVnaXN0cnk6", "Bearer "])
def test_unknown_token_reveals_nothing(client: TestClient, header: str | None) -> None:
    headers = {"Authorization": header} if header else {}
    for path in ("collections", "law/search?q=consent", "none/search?q=consent"):
        answer = client.get(f"/v1/{path}", headers=headers)
        assert answer.status_code == 401
        assert answer.headers["WWW-Authenticate"] == "Bearer"
    assert client.get("/v1/health").json()["status"] == "ok"


def test_rate_limit_applies_per_client(shelves: dict[str, Path]) -> None:
    with TestClient(application(served(shelves, requests_per_minute=3))) as client:
        statuses = [get(client, "collections", "partner").status_code for _ in range(5)]
        assert statuses == [200, 200, 200, 429, 429]
        rejected = get(client, "collections", "partner")
        assert 1 <= int(rejected.headers["Retry-After"]) <= 120
        assert "partner asks too often" in rejected.json()["error"]
        assert get(client, "collections", "registry").status_code == 200


@pytest.mark.parametrize("most", [3, 5, 600])
def test_retry_after_wait_succeeds(
    shelves: dict[str, Path], monkeypatch: pytest.MonkeyPatch, most: int
) -> None:
    now = 1_000_000.6  # the clock of limits is turned on, in place of a test that takes minutes
    monkeypatch.setattr(time, "time", lambda: now)
    service = Service(served(shelves, requests_per_minute=most))
    reader = Reader("registry", (Token(digest(TOKENS["registry"])),), OPENED["registry"])
    try:
        for _ in range(5):
            while not (wait := service.seconds_to_wait(reader)):
                pass
            now += wait
            assert service.seconds_to_wait(reader) == 0
    finally:
        service.close()


def test_every_request_is_logged(shelves: dict[str, Path], tmp_path: Path) -> None:
    log = tmp_path / "logs" / "audit.jsonl"
    with TestClient(application(served(shelves, audit=log))) as client:
        get(client, "law/search", "partner", q="withdraw consent")
        get(client, "files/search", "partner", q=PRIVATE)
        client.get("/v1/law/search", params={"q": "consent"})
    lines = [json.loads(line) for line in log.read_text().splitlines()]
    assert [(line["reader"], line["path"], line["status"]) for line in lines] == [
        ("partner", "/v1/law/search", 200),
        ("partner", "/v1/files/search", 404),
        (None, "/v1/law/search", 401),
    ]
    assert "asked" not in lines[2]  # whoever has no token fills no log
    assert lines[0]["asked"] == {"q": "withdraw consent"}
    assert log.stat().st_mode & 0o077 == 0


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs a disk that is always full")
def test_request_that_cannot_be_logged_is_not_answered(shelves: dict[str, Path]) -> None:
    with TestClient(application(served(shelves, audit=Path("/dev/full")))) as client:
        rejected = get(client, "law/search", q="consent")
        assert client.get("/v1/law/search").status_code == 401  # tells nothing, so needs no line
        assert client.get("/v1/health").status_code == 200
    assert rejected.status_code == 503
    assert "the audit log takes no line now: No space left" in rejected.json()["error"]


@pytest.mark.skipif(
    sys.platform == "win32", reason="a limit on the size of files stands for a full disk"
)
def test_truncated_log_line_does_not_corrupt_next(tmp_path: Path) -> None:
    import resource

    log = AuditLog(tmp_path / "audit.jsonl")
    subject = {"q": "withdraw consent"}
    log.note("partner", "10.0.0.1", "/v1/law/search", subject, 200, 1)
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(
        resource.RLIMIT_FSIZE, ((tmp_path / "audit.jsonl").stat().st_size + 40, hard)
    )
    try:
        with pytest.raises(OSError, match="No space left"):
            log.note("registry", "10.0.0.1", "/v1/law/search", subject, 200, 1)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
    log.note("guest", "10.0.0.1", "/v1/law/search", subject, 404, 1)
    log.close()
    first, half, last = (tmp_path / "audit.jsonl").read_text().splitlines()
    assert [json.loads(line)["reader"] for line in (first, last)] == ["partner", "guest"]
    assert len(half) == 40


def test_requests_without_token_are_not_logged_individually(
    shelves: dict[str, Path], tmp_path: Path
) -> None:
    log = tmp_path / "audit.jsonl"
    limits = Limits(failures_per_minute=1_000)
    with TestClient(application(served(shelves, audit=log, limits=limits))) as client:
        for number in range(300):
            client.get(f"/v1/law/search?q={'a' * 1_000}&n={number}")
        assert get(client, "law/search", q="consent").status_code == 200
    lines = [json.loads(line) for line in log.read_text().splitlines()]
    assert len(lines) == UNAUTHENTICATED_PER_MINUTE + 2
    assert lines[-1]["more"] == 300 - UNAUTHENTICATED_PER_MINUTE
    assert log.stat().st_size < 20_000


def test_full_log_is_rotated(tmp_path: Path) -> None:
    path = tmp_path / "audit.jsonl"
    first, second = (AuditLog(path, largest=10_000, files=3) for _ in range(2))  # two processes
    for number in range(1_000):
        subject = {"q": f"{number} {'a' * 5_000 if number % 100 == 0 else ''}"}
        (first, second)[number % 2].note("partner", "10.0.0.1", "/v1", subject, 200, 1)
    first.close()
    second.close()
    names = {path.name for path in tmp_path.iterdir()} - {"audit.jsonl.lock"}
    assert names == {"audit.jsonl", *(f"audit.jsonl.{number}" for number in (1, 2, 3))}
    ordered = [tmp_path / f"audit.jsonl.{number}" for number in (3, 2, 1)] + [path]
    assert all(path.stat().st_size <= 10_000 for path in ordered)
    assert all(path.stat().st_mode & 0o077 == 0 for path in ordered)
    lines = [json.loads(line) for path in ordered for line in path.read_text().splitlines()]
    numbers = [int(line["asked"]["q"].split()[0]) for line in lines]
    assert numbers == list(range(numbers[0], 1_000))  # none lost between two files


def ask_from(client: TestClient, address: str, token: str) -> int:
    client._transport.client = (address, 50_000)  # type: ignore[attr-defined]
    headers = {"Authorization": f"Bearer {token}"}
    status: int = client.get("/v1/collections", headers=headers).status_code
    return status


def test_failed_tokens_lock_out_one_address(shelves: dict[str, Path]) -> None:
    limits = Limits(failures_per_minute=3, lockout_seconds=0.5)
    right = TOKENS["partner"]
    wrong = right[:-1] + ("a" if right[-1] != "a" else "b")
    with TestClient(application(served(shelves, limits=limits))) as client:
        statuses = [ask_from(client, "10.0.0.1", wrong) for _ in range(5)]
        assert statuses == [401, 401, 401, 429, 429]
        assert ask_from(client, "10.0.0.1", right) == 429  # the token that is being guessed
        assert ask_from(client, "10.0.0.1", TOKENS["registry"]) == 200
        assert ask_from(client, "10.0.0.2", right) == 200
        assert ask_from(client, "10.0.0.2", wrong) == 401
        assert wait_until(lambda: ask_from(client, "10.0.0.1", right) == 200)


def test_failure_memory_is_bounded() -> None:
    failures = Failures(1, 60)
    for number in range(20_000):
        failures.add(str(number))
    assert len(failures._counts) == 10_000
    assert failures.seconds_to_wait("19999") == 60


def test_rotated_tokens_are_valid_until_expiry(shelves: dict[str, Path]) -> None:
    today = datetime.datetime.now(datetime.UTC).date()
    days = {-1: 401, 0: 200, 1: 200}
    for late, status in days.items():
        old, new = new_token(), new_token()
        stated = StatedReader(
            tokens=[
                StatedToken(sha256=digest(old), expires=today + datetime.timedelta(days=late)),
                StatedToken(sha256=digest(new)),
            ],
            collections=frozenset({"law"}),
        )
        result = Settings(
            collections={"law": shelves["law"]}, readers={"portal": stated}, hosts=("testserver",)
        )
        with TestClient(application(result)) as client:
            assert ask_from(client, "10.0.0.1", old) == status
            assert ask_from(client, "10.0.0.1", new) == 200


def test_slow_answer_times_out(shelves: dict[str, Path], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(LibrarySearch, "__call__", lambda *_, **__: time.sleep(1))
    limits = Limits(answer_seconds=0.2)
    with TestClient(application(served(shelves, limits=limits))) as client:
        answer = get(client, "law/search", q="consent")
    assert (answer.status_code, "longer than 0.2 s" in answer.text) == (503, True)


@pytest.mark.parametrize("host", ["localhost/v1/health?", "localhost/openapi.json#", "[::1"])
def test_host_header_does_not_bypass_token(shelves: dict[str, Path], host: str) -> None:
    with TestClient(application(served(shelves, hosts=("*",)))) as client:
        answer = client.get("/v1/law/search?q=consent", headers={"Host": host})
    assert answer.status_code == 401


@pytest.mark.parametrize("host", ["evil.example", "testserver.evil.example", ""])
def test_unknown_hosts_are_rejected(client: TestClient, host: str) -> None:
    answer = client.get("/v1/health", headers={"Host": host})
    assert (answer.status_code, "host" in answer.json()["error"]) == (400, True)


def test_trailing_slash_is_not_redirected(client: TestClient) -> None:
    answer = client.get("/v1/health/", follow_redirects=False)
    assert answer.status_code == 401
    assert "Location" not in answer.headers


def test_flood_is_rejected_immediately(
    shelves: dict[str, Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(collections, "WAITING", 0)
    collection = ServedLibrary("law", opener(shelves["law"]), threads=1)
    with raises_code(ServiceBusy, ServiceCode.BUSY):
        collection.ask(lambda library: library.admin.status())
    collection.close()


def test_missing_library_is_reported_at_start(tmp_path: Path) -> None:
    with pytest.raises(NoLibrary):
        application(served({"law": tmp_path / "none"}))


STATED = """
requests_per_minute = 60
audit = "logs/audit.jsonl"
[collections]
law = "law"
[readers.registry]
token_sha256 = "{digest}"
collections = ["law"]
"""


def test_settings_are_parsed(tmp_path: Path) -> None:
    file = tmp_path / "service.toml"
    stated_text = STATED.format(digest=digest(TOKENS["registry"]))
    file.write_text(stated_text, encoding="utf-8-sig")  # as PowerShell writes UTF-8
    stated = read(file)
    assert stated.collections == {"law": tmp_path / "law"}
    assert stated.known_readers[0].collections == {"law"}
    assert (stated.host, stated.requests_per_minute) == ("127.0.0.1", 60)
    assert stated.audit == tmp_path / "logs" / "audit.jsonl"


def test_head_is_answered_without_body(client: TestClient) -> None:
    for path in ("/v1/health", "/openapi.json", "/v1/collections"):
        headers = {"Authorization": f"Bearer {TOKENS['registry']}"}
        got, head = client.get(path, headers=headers), client.head(path, headers=headers)
        assert (head.status_code, head.content) == (200, b"")
        assert head.headers == got.headers
    assert client.head("/v1/collections").status_code == 401


@pytest.mark.parametrize(
    ("text", "wording"),
    [
        ("port = ", "is not TOML"),
        ("", "needs the tables [collections] and [readers.NAME]"),
        ("collections = 3", "collections is 3; it must be a table"),
        (f"{STATED}[tls]\ncertificate = 'none.pem'\nkey = 'none.pem'", "which is no file"),
        (
            f"{STATED}[tls]\ncertificate = 'service.toml'\nkey = 'service.toml'",
            "tls needs a certificate and its key in PEM",
        ),
        (f"{STATED}[tls]\ncertificate = 3\nkey = 'a'", "tls.certificate is 3; it must be the path"),
        (
            STATED.replace("{digest}", "abc"),
            "readers.registry.token_sha256 has 3 characters; it must have 64 of the signs 0-9 and a-f;"
            " make one with: lexdesk serve --new-token",
        ),
        (
            STATED.replace('"{digest}"', "17"),
            "readers.registry.token_sha256 has the type int; it must be a text",
        ),
        (
            STATED.replace('token_sha256 = "{digest}"', ""),
            "readers.registry needs token_sha256 or tokens",
        ),
        (
            STATED.replace('token_sha256 = "{digest}"', "tokens = [{ sha256 = 'abc' }]"),
            "readers.registry.tokens.0.sha256 has 3 characters",
        ),
        (
            STATED.replace(
                'token_sha256 = "{digest}"', "tokens = [{ sha256 = '{digest}', expires = 'soon' }]"
            ),
            "readers.registry.tokens.0.expires is 'soon'; it must be a date such as 2027-01-31",
        ),
        (
            STATED.replace('token_sha256 = "{digest}"', "tokens = [{ expires = 2027-01-31 }]"),
            "readers.registry.tokens.0.sha256 is missing; it must be",
        ),
        (
            STATED.replace('["law"]', '["files"]'),
            "readers.registry.collections has 'files'; it must be one of the collections: law",
        ),
        (
            STATED.replace('["law"]', "[3]"),
            "readers.registry.collections.0 is 3; it must be a list",
        ),
        (f"colour = 'red'\n{STATED}", "colour is unknown; it must be one of collections, readers,"),
        (
            f"{STATED}colour = 'red'\n",
            "readers.registry.colour is unknown; it must be one of token_",
        ),
        (f"port = 70000\n{STATED}", "port is 70000; it must be a whole number from 1 to 65535"),
        (f"port = true\n{STATED}", "port is True; it must be a whole number from 1 to 65535"),
        (f"host = 3\n{STATED}", "host is 3; it must be an address or a name of this machine"),
        (f"host = '0.0.0.0'\n{STATED}", "host is '0.0.0.0', every address of this machine; state"),
        (f"proxies = ['gate']\n{STATED}", "proxies has 'gate'; it must be an address or a network"),
        (f"behind_proxy = 'no'\n{STATED}", "behind_proxy is 'no'; it must be true or false"),
        (
            f"{STATED}[limits]\nconnections = 0\n",
            "limits.connections is 0; it must be a whole number from 1 to 100000",
        ),
        (
            f"{STATED}[limits]\nheader_seconds = nan\n",
            "limits.header_seconds is nan; it must be a number of seconds from 0.1 to 3600",
        ),
        (f"{STATED}[limits]\nsize = 1\n", "limits.size is unknown; it must be one of header_sec"),
        (
            f"{STATED}{STATED[STATED.index('[readers') :].replace('registry', 'partner')}",
            "registry and partner have one token",
        ),
    ],
)
def test_settings_errors_state_position(tmp_path: Path, text: str, wording: str) -> None:
    file = tmp_path / "service.toml"
    file.write_text(text.replace("{digest}", digest("token")))
    with pytest.raises(ServiceError) as error:
        read(file)
    assert wording in str(error.value)
    assert str(error.value).startswith(str(file))
    assert "\n" not in str(error.value)


def test_settings_page_lists_each_key_and_default() -> None:
    page = Path(__file__).parents[3] / "docs" / "service-settings.md"
    rows = re.findall(r"^\| `\[?(\w+)[^`]*` \| ?`?([^|`]*)`? ?\|", page.read_text(), re.MULTILINE)
    stated = dict(rows)
    for model in (Settings, Limits):
        for key, field in model.model_fields.items():
            default = field.default
            is_plain = isinstance(default, (bool, int, float, str))
            if is_plain or isinstance(default, tuple):
                default = list(default) if isinstance(default, tuple) else default
                assert json.loads(stated.pop(key).strip(" `")) == default, key
            else:
                assert stated.pop(key).strip() in ("none", ""), key
    assert not stated


@pytest.mark.parametrize(
    ("host", "changes", "safe"),
    [
        ("127.0.0.1", {}, True),
        ("::1", {}, True),
        ("localhost", {}, True),
        ("0.0.0.0", {"hosts": ("search.firm.example",)}, False),  # noqa: S104
        ("10.1.2.3", {}, False),
        ("search.firm.example", {}, False),
        ("10.1.2.3", {"behind_proxy": True}, True),
    ],
)
def test_network_address_requires_tls(host: str, changes: dict[str, Any], safe: bool) -> None:
    stated = served({"law": Path("law")}, host=host, **changes)
    if safe:
        require_safe(stated)
    else:
        with pytest.raises(ServiceError) as error:
            require_safe(stated)
        assert error.value.code is ServiceCode.TLS_MISSING


def test_network_address_with_certificate_is_accepted(tls: Tls) -> None:
    require_safe(served({"law": Path("law")}, host="10.1.2.3", tls=tls))
    with pytest.raises(ServiceError) as error:
        require_safe(served({"law": Path("law")}, host="10.1.2.3"))
    assert error.value.code is ServiceCode.TLS_MISSING


def test_unwritable_log_is_reported_before_workers_start(
    shelves: dict[str, Path], tmp_path: Path
) -> None:
    (tmp_path / "logs").write_text("no folder")
    with pytest.raises(OSError, match="logs"):
        require_files(served(shelves, audit=tmp_path / "logs" / "audit.jsonl"), None)


@pytest.mark.slow
def test_slow_workers_share_port_and_log(
    shelves: dict[str, Path], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # uvicorn took processes that had not answered after 5 seconds for dead, and began again without an end.
    (tmp_path / "sitecustomize.py").write_text(
        "import sys, time\nif 'spawn_main' in str(sys.orig_argv): time.sleep(6)\n"
    )
    monkeypatch.setenv("PYTHONPATH", str(tmp_path), prepend=os.pathsep)
    file = tmp_path / "service.toml"
    file.write_text(
        f"processes = 2\n{STATED.format(digest=digest(TOKENS['registry']))}".replace(
            'law = "law"', f'law = "{shelves["law"]}"'
        )
    )
    command = [LEXDESK, "serve", "--settings", str(file), "--port", "7393"]
    headers = {"Authorization": f"Bearer {TOKENS['registry']}"}
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True) as process:
        assert process.stderr is not None
        try:
            assert "law at http://127.0.0.1:7393/v1" in process.stderr.readline()
            for _ in range(4):
                with httpx.Client(timeout=60, headers=headers) as client:
                    response = client.get(
                        "http://127.0.0.1:7393/v1/law/search?q=consent&mode=keyword"
                    )
                    assert response.json()["hits"]
        finally:  # else a mistake would wait for ever
            process.terminate()
            process.wait(60)
    assert len((tmp_path / "logs" / "audit.jsonl").read_text().splitlines()) == 4


def test_library_option_with_settings_file_is_rejected(
    shelves: dict[str, Path], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (file := tmp_path / "service.toml").write_text(STATED.format(digest=digest(TOKENS["registry"])))
    assert run(["serve", "--settings", str(file), "-L", str(shelves["law"])]) == 2
    assert "leave out -L" in capsys.readouterr().err


def test_occupied_port_is_reported(
    shelves: dict[str, Path], capsys: pytest.CaptureFixture[str]
) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        assert run(["serve", "-L", str(shelves["law"]), "--port", str(port)]) == 2
    printed = capsys.readouterr()
    assert f"nothing can be served at 127.0.0.1, port {port}" in printed.err
    assert "Ctrl-C" not in printed.err
    assert not printed.out  # no token of a service that is not there


def test_serve_command_runs_until_interrupted(shelves: dict[str, Path]) -> None:
    command = [LEXDESK, "serve", "-L", str(shelves["law"]), "--port", "7391"]
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        header, token = process.stdout.readline().strip().split(": ")
        assert "http://127.0.0.1:7391/v1" in process.stderr.readline()
        with httpx.Client(timeout=60) as client:  # at once: what says so listens already
            content = client.get(
                "http://127.0.0.1:7391/v1/library/search",
                params={"q": "withdraw consent", "mode": "keyword"},
                headers={header: token},
            ).json()
        process.send_signal(signal.SIGINT)
        process.wait(30)
        assert process.stderr.read() == "stopped serving\n"
    assert content["hits"]
    assert process.returncode == 0


@pytest.mark.slow
def test_requests_allowed_by_openapi_raise_no_internal_error(shelves: dict[str, Path]) -> None:
    result = application(served(shelves))
    schema = schemathesis.openapi.from_asgi("/openapi.json", result)
    headers = {"Authorization": f"Bearer {TOKENS['registry']}"}
    for operation in schema.get_all_operations():
        assert isinstance(operation, Ok)
        case_of = operation.ok().as_strategy()

        @settings(max_examples=40, database=None, derandomize=True)
        @given(case=case_of)
        def fuzz(case: schemathesis.Case[Any]) -> None:
            if "collection" in case.path_parameters:
                case.path_parameters["collection"] = "law"
            answer = case.call(headers=headers)
            assert answer.status_code < 500 or "no semantic index" in answer.text, answer.text

        fuzz()
    result.state.service.close()


def test_library_is_reopened_after_temporary_failure(
    words_library_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    open_it = collections.open_library
    openings = iter([True, False, True])

    def sometimes(path: Path, passphrase: str | None) -> Library:
        if not next(openings):
            raise LibraryError(LibraryCode.NOT_FOUND, folder="its disk")
        return open_it(path, passphrase)

    monkeypatch.setattr(collections, "open_library", sometimes)
    collection = ServedLibrary("law", opener(words_library_path), threads=1)
    try:
        with raises_code(LibraryError, LibraryCode.NOT_FOUND, folder="its disk"):
            collection.ask(lambda opened: opened.admin.status()).result(timeout=30)
        assert collection.ask(lambda opened: len(opened.search("consent").hits)).result(timeout=30)
    finally:
        collection.close()


def test_replaced_library_is_reopened(words_library_path: Path, tmp_path: Path) -> None:
    path = Path(shutil.copytree(words_library_path, tmp_path / "library"))
    collection = ServedLibrary("law", opener(path), threads=1)
    try:
        works = collection.ask(lambda opened: opened.search("consent").hits[0].work)
        assert works.result(timeout=30) == "32016R0679"
        path.rename(tmp_path / "before")
        with raises_code(LibraryError, LibraryCode.NOT_FOUND_CREATE):
            collection.ask(lambda opened: opened.search("consent")).result(timeout=30)
        (tmp_path / "lease.txt").write_text(LEASE)
        with Library.open(path, create=True) as other:
            other.sources.add([tmp_path / "lease.txt"], vectors=False)
        texts = collection.ask(lambda opened: [hit.text for hit in opened.search(PRIVATE).hits])
        assert all(PRIVATE in text for text in texts.result(timeout=30))
        assert texts.result()
    finally:
        collection.close()
