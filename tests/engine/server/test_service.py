"""Libraries over HTTP: the answers of the command line, within permissions."""

import datetime
import json
import shutil
import time
from pathlib import Path
from typing import Any

import pytest
from tests.codes import raises_code

from lexdesk.cli import run
from lexdesk.errors import LibraryCode, Message, ServiceBusy, ServiceCode
from lexdesk.library.search import LibrarySearch
from lexdesk.server.http.permissions import Failures, Reader, Token, hash_token, make_token

pytest.importorskip("fastapi", reason="needs the extra lexdesk[serve]")
from starlette.testclient import TestClient
from tests.engine.server.shelves import OPENED, TOKENS, get, opener, served
from tests.waiting import wait_until

from lexdesk.server import collections
from lexdesk.server.collections import ServedLibrary
from lexdesk.server.http.application import build_application
from lexdesk.server.http.problems import without_folders
from lexdesk.server.http.service import Service
from lexdesk.server.http.settings import Settings, StatedReader, StatedToken
from lexdesk.server.limits import LARGEST_BODY, LONGEST_TEXT, Limits


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
    assert content.pop("cut", []) == []
    assert content == printed


def test_long_lists_come_in_pages(client: TestClient) -> None:
    whole = get(client, "law/references", work="32016R0679").json()
    count = len(whole["cites"])
    read: list[dict[str, Any]] = []
    while len(read) < count:
        page = get(client, "law/references", work="32016R0679", limit=7, offset=len(read)).json()
        read += page["cites"]
        assert len(page["cites"]) <= 7 < count
        assert page["cut"][0].endswith(f"to {len(read)} of {count:,}")
    assert read == whole["cites"]
    assert get(client, "law/history", work="32016R0679", offset=9).json()["cut"] == [
        "stages: none of 1"
    ]
    assert get(client, "law/references", work="GDPR", limit=1_001).status_code == 422
    headers = {"Authorization": f"Bearer {TOKENS['guest']}"}
    text = "Article 1 GDPR. " * 1_200
    cited = client.post("/v1/cite", json={"text": text}, headers=headers).json()
    assert (len(cited["citations"]), cited["cut"]) == (1_000, ["citations: 1 to 1,000 of 1,200"])
    rest = client.post("/v1/cite", json={"text": text, "offset": 1_000}, headers=headers).json()
    assert (len(rest["citations"]), rest["cut"]) == (200, ["citations: 1,001 to 1,200 of 1,200"])


def test_damage_of_served_library_is_reported(words_library_path: Path, tmp_path: Path) -> None:
    path = Path(shutil.copytree(words_library_path, tmp_path / "library"))
    shelves = {"law": path, "files": path}
    with TestClient(build_application(served(shelves)), raise_server_exceptions=False) as client:
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


def test_oversized_body_is_rejected_unread(client: TestClient) -> None:
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
        ("law/search", {"q": "consent", "asof": "2018-01-01"}, 422, "asof: no such parameter;"),
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
    with TestClient(build_application(served(shelves, requests_per_minute=3))) as client:
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
    reader = Reader("registry", (Token(hash_token(TOKENS["registry"])),), OPENED["registry"])
    try:
        for _ in range(5):
            while not (wait := service.seconds_to_wait(reader)):
                pass
            now += wait
            assert service.seconds_to_wait(reader) == 0
    finally:
        service.close()


def ask_from(client: TestClient, address: str, token: str) -> int:
    client._transport.client = (address, 50_000)  # type: ignore[attr-defined]
    headers = {"Authorization": f"Bearer {token}"}
    status: int = client.get("/v1/collections", headers=headers).status_code
    return status


def test_failed_tokens_lock_out_one_address(shelves: dict[str, Path]) -> None:
    limits = Limits(failures_per_minute=3, lockout_seconds=0.5)
    right = TOKENS["partner"]
    wrong = right[:-1] + ("a" if right[-1] != "a" else "b")
    with TestClient(build_application(served(shelves, limits=limits))) as client:
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
    waits = [failures.seconds_to_wait(str(number)) for number in (9_999, 10_000, 19_999)]
    assert waits == [0, 60, 60], "the last 10,000 are kept"


def test_rotated_tokens_are_valid_until_expiry(shelves: dict[str, Path]) -> None:
    today = datetime.datetime.now(datetime.UTC).date()
    days = {-1: 401, 0: 200, 1: 200}
    for late, status in days.items():
        old, new = make_token(), make_token()
        stated = StatedReader(
            tokens=[
                StatedToken(sha256=hash_token(old), expires=today + datetime.timedelta(days=late)),
                StatedToken(sha256=hash_token(new)),
            ],
            collections=frozenset({"law"}),
        )
        result = Settings(
            collections={"law": shelves["law"]}, readers={"portal": stated}, hosts=("testserver",)
        )
        with TestClient(build_application(result)) as client:
            assert ask_from(client, "10.0.0.1", old) == status
            assert ask_from(client, "10.0.0.1", new) == 200


def test_slow_answer_times_out(shelves: dict[str, Path], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(LibrarySearch, "__call__", lambda *_, **__: time.sleep(1))
    limits = Limits(answer_seconds=0.2)
    with TestClient(build_application(served(shelves, limits=limits))) as client:
        answer = get(client, "law/search", q="consent")
    assert (answer.status_code, "longer than 0.2 s" in answer.text) == (503, True)


@pytest.mark.parametrize("host", ["localhost/v1/health?", "localhost/openapi.json#", "[::1"])
def test_host_header_does_not_bypass_token(shelves: dict[str, Path], host: str) -> None:
    with TestClient(build_application(served(shelves, hosts=("*",)))) as client:
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


def test_head_is_answered_without_body(client: TestClient) -> None:
    for path in ("/v1/health", "/openapi.json", "/v1/collections"):
        headers = {"Authorization": f"Bearer {TOKENS['registry']}"}
        got, head = client.get(path, headers=headers), client.head(path, headers=headers)
        assert (head.status_code, head.content) == (200, b"")
        assert head.headers == got.headers
    assert client.head("/v1/collections").status_code == 401


def test_work_named_like_a_file_is_not_read_from_the_disk(
    client: TestClient, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "lease.txt").write_text("The key of the safe is behind the picture.")
    monkeypatch.chdir(tmp_path)
    rows = get(client, "files/similar", work="lease.txt").json()["rows"]
    assert rows
    assert "picture" not in str(rows)
