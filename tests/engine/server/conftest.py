"""Fixtures of the tests of the servers."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from lexdesk import Library

pytest.importorskip("fastapi", reason="needs the extra lexdesk[serve]")
from starlette.testclient import TestClient
from tests.engine.server.shelves import LEASE, served

from lexdesk.server.http.application import build_application


@pytest.fixture(scope="module")
def shelves(tmp_path_factory: pytest.TempPathFactory, words_library_path: Path) -> dict[str, Path]:
    """The GDPR, and a lease in another library."""
    folder = tmp_path_factory.mktemp("shelves")
    (folder / "lease.txt").write_text(LEASE)
    with Library.open(folder / "files", create=True) as library:
        library.sources.add([folder / "lease.txt"], vectors=False)
    return {"law": words_library_path, "files": folder / "files"}


@pytest.fixture(scope="module")
def client(shelves: dict[str, Path]) -> Iterator[TestClient]:
    with TestClient(build_application(served(shelves)), raise_server_exceptions=False) as result:
        yield result
