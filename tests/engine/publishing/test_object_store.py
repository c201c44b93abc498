"""A published library in an object store."""

import time
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from tests.codes import raises_code

from lexdesk import Document, Library
from lexdesk.errors import PublicationCode, PublicationError

pytest.importorskip("lance", reason="needs the extra lexdesk[lance]")

from tests.engine.publishing.publications import QUERIES, comparable, plain

from lexdesk.publishing import PublishedLibrary, passages
from lexdesk.publishing.publish import publish


@pytest.fixture
def server() -> Iterator[Any]:
    """An S3 server on this machine."""
    kind = pytest.importorskip("moto.server", reason="needs moto[server]").ThreadedMotoServer
    started = kind(ip_address="127.0.0.1", port=0)
    started.start()
    yield started
    started.stop()


@pytest.fixture
def bucket(server: Any, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> str:
    """A bucket of the server."""
    host, port = server.get_host_and_port()
    address = f"http://{host}:{port}"
    values = {"ACCESS_KEY_ID": "a", "SECRET_ACCESS_KEY": "b", "REGION": "us-east-1"}
    for name, value in {**values, "ENDPOINT_URL": address, "ALLOW_HTTP": "true"}.items():
        monkeypatch.setenv(f"AWS_{name}", value)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    urllib.request.urlopen(urllib.request.Request(f"{address}/law", method="PUT")).close()  # noqa: S310
    return "s3://law/shelf"


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore")  # of moto's own
def test_object_store(shelf: tuple[Path, str], bucket: str) -> None:
    with Library.open(shelf[0]) as library:
        publish(library, bucket)
        library.sources.add_documents(
            [Document("The orangery.", "Note", work="NOTE", language="en")]
        )
        publish(library, bucket, kept=1)
        with PublishedLibrary.open_at(bucket) as opened:
            for query in QUERIES:
                assert plain(opened.search(query)) == comparable(library.search(query)), query
            assert opened.admin.check() == []


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore")  # of moto's own
@pytest.mark.parametrize("step", ["nearest", "pieces", "vectors"])
def test_object_store_failure_during_query_is_reported(
    shelf: tuple[Path, str], bucket: str, server: Any, step: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    with Library.open(shelf[0]) as library:
        publish(library, bucket)
    goes_on = getattr(passages.Passages, step)

    def stops(self: passages.Passages, *arguments: Any) -> Any:
        server.stop()
        return goes_on(self, *arguments)

    with PublishedLibrary.open_at(bucket) as opened:
        monkeypatch.setattr(passages.Passages, step, stops)
        started = time.monotonic()
        with raises_code(PublicationError, PublicationCode.UNREACHABLE, bucket):
            opened.search("withdraw consent")
        assert time.monotonic() - started < 30
        monkeypatch.undo()
    with raises_code(PublicationError, PublicationCode.UNREACHABLE):
        PublishedLibrary.open_at(bucket)
