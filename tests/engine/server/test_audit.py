"""The log of requests: whole, without texts, bounded."""

import json
import sys
from pathlib import Path

import pytest

pytest.importorskip("fastapi", reason="needs the extra lexdesk[serve]")
from starlette.testclient import TestClient
from tests.engine.server.shelves import PRIVATE, get, served

from lexdesk.server.http.application import build_application
from lexdesk.server.http.audit import UNAUTHENTICATED_PER_MINUTE, AuditLog
from lexdesk.server.limits import Limits


def test_every_request_is_logged(shelves: dict[str, Path], tmp_path: Path) -> None:
    log = tmp_path / "logs" / "audit.jsonl"
    with TestClient(build_application(served(shelves, audit=log))) as client:
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
    with TestClient(build_application(served(shelves, audit=Path("/dev/full")))) as client:
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


@pytest.mark.slow
def test_requests_without_token_are_not_logged_individually(
    shelves: dict[str, Path], tmp_path: Path
) -> None:
    log = tmp_path / "audit.jsonl"
    limits = Limits(failures_per_minute=1_000)
    with TestClient(build_application(served(shelves, audit=log, limits=limits))) as client:
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
