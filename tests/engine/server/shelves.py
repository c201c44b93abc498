"""Collections of a service, and requests to it."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from lexdesk import Library
from lexdesk.server.http.permissions import hash_token, make_token

pytest.importorskip("fastapi", reason="needs the extra lexdesk[serve]")

import httpx2 as httpx
from starlette.testclient import TestClient

from lexdesk.server import collections
from lexdesk.server.http.settings import Settings, StatedReader
from lexdesk.server.limits import Limits

TOKENS = {name: make_token() for name in ("registry", "partner", "guest")}


OPENED = {
    "registry": frozenset({"law", "files"}),
    "partner": frozenset({"law"}),
    "guest": frozenset[str](),
}


PRIVATE = "orangery"  # in the files alone


LEASE = f"""The tenant shall repaint the {PRIVATE} every third year.

Section 2. The landlord shall insure the {PRIVATE} against hail.
"""


def served(shelves: dict[str, Path], **changes: Any) -> Settings:
    readers = {
        name: StatedReader(
            token_sha256=hash_token(TOKENS[name]), collections=OPENED[name] & set(shelves)
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


def opener(path: Path) -> Callable[[], Library]:
    return lambda: collections.open_library(path, None)


def get(
    client: TestClient, path: str, reader: str = "registry", **parameters: Any
) -> httpx.Response:
    """Request ``path`` as a reader."""
    headers = {"Authorization": f"Bearer {TOKENS[reader]}"}
    return client.get(f"/v1/{path}", params=parameters, headers=headers)
