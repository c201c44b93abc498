"""A published library: the same answers as the one that it was made of, and never half of it."""

from __future__ import annotations

import contextlib
import dataclasses
import datetime
import errno
import json
import os
import sqlite3
import stat
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
import platformdirs
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.codes import raises_code

from lexdesk import Document, Library
from lexdesk.cli import run
from lexdesk.cli.opening import is_in_folder
from lexdesk.errors import (
    LibraryCode,
    LibraryError,
    LibraryLocked,
    LibraryReadOnly,
    NoLibrary,
    PublicationCode,
    PublicationError,
)
from lexdesk.library.protocol import ReadableLibrary
from lexdesk.search.options import Mode
from lexdesk.search.results.hits import Answer

pytest.importorskip("lance", reason="needs the extra lexdesk[lance]")

from lexdesk.publishing import PublishedLibrary, is_uri, passages
from lexdesk.publishing.publication import POINTER, place_of
from lexdesk.publishing.publish import publish
from lexdesk.publishing.storage import Storage
from lexdesk.publishing.vectors import condition_of

PHRASE = "grey heron"

QUERIES = [
    "withdraw consent",
    "How long may personal data be kept?",
    '"supervisory authority"',
    "consent AND child NOT recital",
    "controller w/5 processor",
    "data /s breach",
    "transfer /p safeguards",
    "pseudonym*",
    "organi?ation",
    "lawfull~",
    "title:protection erasure",
    "kind:regulation erasure",
    "lang:en portability",
    "work:32016R0679 fine",
    "work:LEASE repaint",
    "in-force:2019-01-01 profiling",
    "in-force:2017-01-01 profiling",
    "date:2016-04-27 profiling",
    "before:2016-01-01 rent",
    "cites:32016R0679/art_6 consent",
    "kind:regulation",
    "Article 17 GDPR",
    "(rent OR fee) AND tenant",
    "nothing-of-the-kind xyzzy",
]

MODES: tuple[Mode, ...] = ("keyword", "semantic", "hybrid")
DAYS = (None, datetime.date(2016, 6, 1))

_PUBLISHES_COPIES = """import sys
from lexdesk import Document, Library
from lexdesk.publishing import passages
from lexdesk.publishing.publish import publish
passages.INDEXED = 300
with Library.open(sys.argv[1], create=True) as library:
    for start, vectors in ((0, True), (200, False), (400, True)):
        names = range(start, start + 200)
        leases = (Document("The tenant shall repaint.", "Lease", work=f"{n}") for n in names)
        library.sources.add_documents(leases, vectors=vectors)
        publish(library, sys.argv[2])
        print([each.name for each in passages.lance.dataset(sys.argv[2][8:] + "/passages.lance").describe_indices()])
"""


@pytest.fixture(scope="module", params=["embedded", "published"])
def implementation(
    request: pytest.FixtureRequest, _shelf: tuple[Path, str]
) -> Iterator[ReadableLibrary]:
    """Each implementation of what a search asks for, over the same documents."""
    path, uri = _shelf
    is_embedded = request.param == "embedded"
    with Library.open(path) if is_embedded else PublishedLibrary.open_at(uri) as library:
        yield library


@pytest.fixture(scope="module")
def answers(_shelf: tuple[Path, str]) -> dict[tuple[str, str, datetime.date | None], Answer]:
    """What the library that was published answers, by query, mode and day."""
    with Library.open(_shelf[0]) as library:
        return {
            (query, mode, day): library.search(query, mode=mode, as_of=day)
            for query in QUERIES
            for mode in MODES
            for day in DAYS
        }


def comparable(answer: Answer) -> dict[str, object]:
    """What an answer says, without its time; of scores the first four digits."""
    hits = [
        {
            **dataclasses.asdict(hit),
            "score": pytest.approx(hit.score, abs=1e-4),
            "why": {
                name: value and pytest.approx(value, abs=1e-4) for name, value in hit.why.items()
            },
        }
        for hit in answer.hits
    ]
    return {**plain(answer), "hits": hits}


def plain(answer: Answer) -> dict[str, object]:
    return {**dataclasses.asdict(answer), "took_ms": 0}


# Conformance: one suite over both.


@pytest.mark.slow
@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("day", DAYS)
def test_search_answers_equal_library(
    implementation: ReadableLibrary,
    answers: dict[tuple[str, str, datetime.date | None], Answer],
    mode: Mode,
    day: datetime.date | None,
) -> None:
    for query in QUERIES:
        answer = implementation.search(query, mode=mode, as_of=day)
        assert plain(answer) == comparable(answers[query, mode, day]), query


def test_texts_equal_library(implementation: ReadableLibrary, _shelf: tuple[Path, str]) -> None:
    day = datetime.date(2017, 1, 1)
    with Library.open(_shelf[0]) as library:
        for work, eid in (("32016R0679", None), ("32016R0679", "art_17__para_1"), ("LEASE", None)):
            assert implementation.law.show(work, eid) == library.law.show(work, eid)
            assert implementation.law.references(work, eid) == library.law.references(work, eid)
        assert implementation.law.show("LEASE", as_of=day) == library.law.show("LEASE", as_of=day)
        assert implementation.law.history("LEASE") == library.law.history("LEASE")
        both = (item.law.compare("LEASE", None, 1, 2) for item in (implementation, library))
        assert next(both) == next(both)
        assert list(implementation.catalogue.dump()) == list(library.catalogue.dump())


def test_check_finds_publication_sound(implementation: ReadableLibrary) -> None:
    assert implementation.admin.check() == []


def test_query_errors_equal_library(implementation: ReadableLibrary) -> None:
    with pytest.raises(Exception, match="no document of the kind novel") as raised:
        implementation.search("kind:novel love")
    assert type(raised.value).__name__ == "QueryError"


# Reading only.


def test_publication_is_immutable(_shelf: tuple[Path, str]) -> None:
    with PublishedLibrary.open_at(_shelf[1]) as opened:
        for change in (
            partial(opened.embedder.set_fusion_weights, {"": 0.3}),
            partial(opened.law.recitals.propose, "32016R0679"),
        ):
            with raises_code(
                LibraryReadOnly,
                PublicationCode.READ_ONLY,
            ):
                change()


@pytest.mark.parametrize(
    ("command", "instead"),
    [
        (["add", "."], "change the library that it was made of"),
        (["add", "--dry-run", "."], "change the library that it was made of"),
        (["remove", "."], "change the library that it was made of"),
        (["watch", "."], "change the library that it was made of"),
        (["failures", "--retry"], "change the library that it was made of"),
        (["rebuild"], "change the library that it was made of"),
        (["recitals", "propose", "32016R0679"], "change the library that it was made of"),
        (["backup", "copy"], "back up the library that it was made of"),
        (["export", "parquet", "copy"], "export the library that it was made of"),
        (["export", "opensearch", "copy"], "export the library that it was made of"),
    ],
)
def test_write_commands_on_publication_name_next_step(
    _shelf: tuple[Path, str],
    command: list[str],
    instead: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    assert run([*command, "-L", _shelf[1]]) == 2
    assert f"{_shelf[1]} is published and only read; {instead}" in capsys.readouterr().err
    assert not list(tmp_path.iterdir())


@pytest.mark.slow
def test_report_is_written_without_decisions(_shelf: tuple[Path, str], tmp_path: Path) -> None:
    """It was refused, as if notes were to be written."""
    target = tmp_path / "coverage.csv"
    assert run(["coverage", "32016R0679", "-L", _shelf[1], "--report", str(target)]) == 0
    assert "Article 17" in target.read_text("utf-8-sig")


def test_command_line_of_publication(
    shelf: tuple[Path, str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path, uri = shelf
    assert run(["publish", f"file://{path.parent / 'place'}", "-L", str(path)]) != 0
    assert "not the place of a published library" in capsys.readouterr().err
    assert run(["publish", uri, "-L", str(path), "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["number"] == 2
    assert run(["search", "-L", uri, "--json", "withdraw consent"]) == 0
    assert json.loads(capsys.readouterr().out)["hits"][0]["eid"] == "art_7__para_3"
    assert run(["search", "-L", f"lance://{tmp_path}/none", "consent"]) == 2
    assert "nothing is published at" in capsys.readouterr().err
    assert run(["search", "-L", place_of(uri), "consent"]) == 2
    assert f"read it with: -L {uri}" in capsys.readouterr().err
    assert run(["status", "-L", uri]) == 0
    assert ", on )" not in capsys.readouterr().out
    for command in ("serve", "passphrase"):
        assert run([command, "-L", uri]) == 2
        assert f"{uri} is a published library, not a folder" in capsys.readouterr().err
    assert run(["search", "-L", "http://somewhere/law", "consent"]) == 2
    assert "not the place of a published library" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("uri", "place"),
    [
        ("lance:///srv/law", "/srv/law"),
        ("lance://law/", "law"),
        ("lance://s3://bucket/law", "s3://bucket/law"),
        ("s3://bucket/law", "s3://bucket/law"),
    ],
)
def test_uris(uri: str, place: str) -> None:
    assert is_uri(uri)
    assert place_of(uri) == place
    assert not is_uri(place) or "://" in place


# Publishing again.


def test_readers_keep_opened_version(shelf: tuple[Path, str]) -> None:
    path, uri = shelf
    with PublishedLibrary.open_at(uri) as before, Library.open(path) as library:
        library.sources.add_documents(
            [Document("The orangery shall be heated.", "Note", work="NOTE")]
        )
        with library.store.transaction():
            library.store.files.forget_file(next(iter(library.store.files.records())))
        sent = {path.name for path in Path(place_of(uri), "words").iterdir()}
        publish(library, uri)
        assert not before.search("orangery", mode="keyword").hits
        assert before.search("withdraw consent").hits[0].eid == "art_7__para_3"
        with PublishedLibrary.open_at(uri) as after:
            assert after.publication.number == 2
            assert after.search("orangery").hits[0].work == "NOTE"
            assert plain(after.search("consent")) == comparable(library.search("consent"))
            assert after.admin.check() == []
            assert sent & {path.name for path in Path(place_of(uri), "words").iterdir()}
        with PublishedLibrary.open_at(uri, number=1) as first:
            assert not first.search("orangery", mode="keyword").hits


def test_publication_is_flushed_and_locked_to_the_end(
    shelf: tuple[Path, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Another publisher would remove the files that no publication names yet."""
    path, uri = shelf
    happened: list[str] = []
    flush, clean = Storage.flush, passages.clean

    def flushed(storage: Storage) -> None:
        happened.append((Path(place_of(uri)) / POINTER).read_text())
        flush(storage)

    def locked(place: str, kept: list[str]) -> None:
        with Library.open(path) as other, pytest.raises(LibraryLocked), other.write_lock("publish"):
            pass
        clean(place, kept)

    monkeypatch.setattr(Storage, "flush", flushed)
    monkeypatch.setattr(passages, "clean", locked)
    with Library.open(path) as library:
        made = publish(library, uri)
    assert made.number == 2
    assert [json.loads(text)["number"] for text in happened] == [1], "flushed before it is named"


def test_old_publications_go(shelf: tuple[Path, str]) -> None:
    path, uri = shelf
    with Library.open(path) as library:
        for number in range(4):
            library.sources.add_documents(
                [Document(f"Note {number}.", "Note", work=f"NOTE{number}")]
            )
            publish(library, uri, kept=2)
    names = sorted(path.name for path in Path(place_of(uri), "publications").iterdir())
    assert names == ["000004.json", "000005.json"]
    for number in (4, 5):
        with PublishedLibrary.open_at(uri, number=number) as opened:
            assert opened.search(f"note {number - 2}", mode="keyword").hits
            assert opened.admin.check() == []
    with raises_code(NoLibrary, PublicationCode.NOT_FOUND, "as number 3"):
        PublishedLibrary.open_at(uri, number=3)


@pytest.mark.parametrize("name", ["Ämter 100%", "a#b?c", "plain"])
def test_unrelated_files_in_publication_folder_are_ignored(tmp_path: Path, name: str) -> None:
    document = Document("The orangery shall be heated.", "Note", work="NOTE", language="en")
    with Library.open(tmp_path / "library", create=True) as library:
        library.sources.add_documents([document], vectors=False)
        for _ in range(2):
            publish(library, f"lance://{tmp_path / name}")
    assert sorted(path.name for path in tmp_path.iterdir()) == sorted(["library", name])
    with PublishedLibrary.open_at(f"lance://{tmp_path / name}") as opened:
        assert opened.search("orangery", mode="keyword").hits


def test_cache_folder_accepts_any_name(
    shelf: tuple[Path, str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "50% #b?c"))
    with PublishedLibrary.open_at(shelf[1]) as opened:
        assert opened.search("withdraw consent", mode="keyword").hits


@pytest.mark.skipif(sys.platform == "win32", reason="has no limit of what a file may hold")
def test_unlinkable_files_are_copied_completely(
    shelf: tuple[Path, str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Windows lets not everybody link; a copy that a full disk ended was taken for the catalogue."""
    import resource

    def deny_links(*_: object, **__: object) -> None:
        raise OSError(errno.EPERM, "a required privilege is not held by the client")

    monkeypatch.setattr(os, "symlink", deny_links)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (100_000, before[1]))
    try:
        with pytest.raises(OSError, match="File too large"):
            PublishedLibrary.open_at(shelf[1])
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)
    with PublishedLibrary.open_at(shelf[1]) as opened:
        assert opened.search("withdraw consent", mode="keyword").hits


@pytest.mark.skipif(sys.platform != "linux", reason="mounts a tmpfs")
def test_full_disk_is_reported_and_keeps_earlier_publication(
    words_library: Library, small_disk: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Lance says it in its own words; on the disk of temporary files SQLite does in others."""
    uri, filling = f"lance://{small_disk / 'shared'}", small_disk / "other"
    publish(words_library, uri)
    words_library.sources.add_documents(
        [Document("An orangery.", "Lease", work="LEASE")], vectors=False
    )
    with contextlib.suppress(OSError), filling.open("wb", buffering=0) as file:
        while file.write(bytes(4096)):
            pass
    full = f"^the disk of {small_disk / 'shared'} is full; free some space on it"
    with pytest.raises(PublicationError, match=full):
        publish(words_library, uri)
    with PublishedLibrary.open_at(uri) as opened:
        assert opened.search("withdraw consent", mode="keyword").hits
    with monkeypatch.context() as elsewhere:
        elsewhere.setattr(tempfile, "tempdir", str(small_disk))
        with raises_code(
            LibraryError,
            LibraryCode.UNUSABLE_NOW,
            remedy="its disk is full, so free some space on it",
        ):
            publish(words_library, f"lance://{tmp_path / 'other'}")
    filling.unlink()
    publish(words_library, uri)
    with PublishedLibrary.open_at(uri) as opened:
        assert opened.search("orangery", mode="keyword").hits


def test_later_vectors_are_published(tmp_path: Path) -> None:
    uri = f"lance://{tmp_path / 'shared'}"

    def note(number: int, text: str) -> Document:
        return Document(text, "Note", work=f"NOTE{number}", language="en")

    with Library.open(tmp_path / "library", create=True) as library:
        library.sources.add_documents([note(1, "The orangery shall be heated.")], vectors=False)
        publish(library, uri)
        with PublishedLibrary.open_at(uri) as opened:
            assert opened.search("orangery").hits[0].why["semantic"] is None
        library.sources.add_documents(
            [note(2, "A greenhouse is kept warm.")]
        )  # and vectors for both
        publish(library, uri)
        library.sources.add_documents([note(3, "The tenant waters the lawn.")], vectors=False)
        publish(library, uri)
        library.sources.add_documents(())
        publish(library, uri)
        with PublishedLibrary.open_at(uri) as opened:
            assert opened.admin.status().vectors_ready == 1
            assert plain(opened.search("orangery")) == comparable(library.search("orangery"))
            assert plain(opened.search("grass")) == comparable(library.search("grass"))


def test_published_library_has_neither_sources_nor_notes(shelf: tuple[Path, str]) -> None:
    path, uri = shelf
    with Library.open(path) as library, PublishedLibrary.open_at(uri) as opened:
        assert library.sources.folders()
        assert is_in_folder(library)
        assert not is_in_folder(opened)
        for ability in ("sources", "workbook", "write_lock"):
            assert hasattr(library, ability)
            assert not hasattr(opened, ability)
        assert {"status", "check"} == {name for name in dir(opened.admin) if name[0] != "_"}


@pytest.mark.parametrize("is_empty", [True, False])
def test_library_without_seal_is_published(is_empty: bool, tmp_path: Path) -> None:
    uri, lease = f"lance://{tmp_path / 'shared'}", "The tenant shall paint the orangery."
    with Library.open(tmp_path / "library", create=True) as library:
        if not is_empty:
            library.sources.add_documents([Document(lease, "Lease", work="LEASE")], vectors=False)
    (tmp_path / "library" / "words" / "seal.json").unlink(missing_ok=True)
    with Library.open(tmp_path / "library") as library:
        publish(library, uri)
    with PublishedLibrary.open_at(uri) as opened:
        assert len(opened.search("orangery", mode="keyword").hits) == (not is_empty)
        assert opened.admin.check() == []


def test_other_library_is_rejected(shelf: tuple[Path, str], tmp_path: Path) -> None:
    with Library.open(tmp_path / "other", create=True) as other:
        other.sources.add_documents(
            [Document("Something else.", "Else", work="ELSE")], vectors=False
        )
        with raises_code(PublicationError, PublicationCode.OTHER_LIBRARY):
            publish(other, shelf[1])


# Bad input.


def test_foreign_folder_is_left_unchanged(shelf: tuple[Path, str], tmp_path: Path) -> None:
    path, _ = shelf
    papers = tmp_path / "papers"
    (papers / "words").mkdir(parents=True)
    (papers / "words" / "glossary.txt").write_text("Emphyteusis: a long lease of land.")
    with Library.open(path) as library:
        for place in (papers, path):  # a library has a folder of that name, too
            before = sorted(place.rglob("*"))
            with raises_code(PublicationError, PublicationCode.FOLDER_OCCUPIED):
                publish(library, str(place))
            assert sorted(place.rglob("*")) == before


def test_encrypted_library_is_not_published(tmp_path: Path) -> None:
    pytest.importorskip("sqlcipher3", reason="needs the extra lexdesk[encryption]")
    with (
        Library.open(tmp_path / "secret", create=True, passphrase=PHRASE) as library,
        raises_code(LibraryError, PublicationCode.LIBRARY_ENCRYPTED),
    ):
        publish(library, f"lance://{tmp_path / 'shared'}")
    assert not os.path.lexists(tmp_path / "shared")


# An object store.


@pytest.fixture
def server() -> Iterator[Any]:
    """A server that speaks S3, on this machine."""
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
    shelf: tuple[Path, str],
    bucket: str,
    server: Any,
    step: str,
    monkeypatch: pytest.MonkeyPatch,
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
        with pytest.raises(PublicationError, match=f"{bucket} cannot be reached .* ask again"):
            opened.search("withdraw consent")
        assert time.monotonic() - started < 30
        monkeypatch.undo()
    with raises_code(PublicationError, PublicationCode.UNREACHABLE):
        PublishedLibrary.open_at(bucket)


# Conditions.


@given(st.lists(st.lists(st.booleans(), min_size=1, max_size=6), min_size=1, max_size=8), st.data())
def test_filter_expression_equals_mask(groups: list[list[bool]], data: st.DataObject) -> None:
    ranges, allowed, at = [], [False], 1
    for number, group in enumerate(groups):
        ranges.append((number, at, at + len(group) - 1))
        allowed += group
        at += len(group)
    length = data.draw(st.integers(1, len(allowed)))  # those beyond are not allowed
    mask = np.array(allowed[:length])
    condition = condition_of(ranges, mask)
    with sqlite3.connect(":memory:") as connection:
        connection.execute("CREATE TABLE t (passage, expression)")
        rows = [(p, of) for of, first, last in ranges for p in range(first, last + 1)]
        connection.executemany("INSERT INTO t VALUES (?, ?)", rows)
        found = connection.execute(f"SELECT passage FROM t WHERE {condition or 'false'}").fetchall()
    connection.close()
    assert {row[0] for row in found} == set(np.flatnonzero(mask).tolist())


def test_cached_files_are_readable_by_owner_only(_shelf: tuple[Path, str]) -> None:
    with PublishedLibrary.open_at(_shelf[1]) as opened:
        assert opened.path.is_relative_to(platformdirs.user_cache_path())
        assert stat.S_IMODE(opened.path.stat().st_mode) == 0o700


@pytest.mark.slow
def test_vector_index_is_built_from_minimum_size(tmp_path: Path) -> None:
    program = [sys.executable, "-c", _PUBLISHES_COPIES, str(tmp_path / "library"), f"lance://{tmp_path / 'shared'}"]  # fmt: skip
    done = subprocess.run(program, capture_output=True, text=True, check=True)
    assert [("vector_idx" in line) for line in done.stdout.splitlines()] == [False, False, True]
    assert done.stderr == ""  # copies leave clusters empty, of which Lance warns


# What others wrote.
