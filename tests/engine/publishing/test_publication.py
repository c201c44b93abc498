"""A published library: the answers of its source, and never a partial publication."""

import datetime
import errno
import json
import os
import sqlite3
import stat
import sys
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import numpy as np
import platformdirs
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.codes import raises_code

from lexdesk import Document, Library
from lexdesk.cli import run
from lexdesk.cli.opening import is_in_folder
from lexdesk.errors import LibraryReadOnly, PublicationCode
from lexdesk.library.protocol import ReadableLibrary
from lexdesk.search.options import Mode
from lexdesk.search.results.hits import Answer

pytest.importorskip("lance", reason="needs the extra lexdesk[lance]")

from tests.engine.publishing.publications import QUERIES, comparable, plain

from lexdesk.publishing import PublishedLibrary, is_uri
from lexdesk.publishing.publication import place_of
from lexdesk.publishing.publish import publish
from lexdesk.publishing.published_library import build_condition

MODES: tuple[Mode, ...] = ("keyword", "semantic", "hybrid")


DAYS = (None, datetime.date(2016, 6, 1))


@pytest.fixture(scope="module", params=["embedded", "published"])
def implementation(
    request: pytest.FixtureRequest, _shelf: tuple[Path, str]
) -> Iterator[ReadableLibrary]:
    """Each implementation of the storage that a search needs, over the same documents."""
    path, uri = _shelf
    is_embedded = request.param == "embedded"
    with Library.open(path) if is_embedded else PublishedLibrary.open_at(uri) as library:
        yield library


@pytest.fixture(scope="module")
def answers(_shelf: tuple[Path, str]) -> dict[tuple[str, str, datetime.date | None], Answer]:
    """The answers of the published library, by query, mode and day."""
    with Library.open(_shelf[0]) as library:
        return {
            (query, mode, day): library.search(query, mode=mode, as_of=day)
            for query in QUERIES
            for mode in MODES
            for day in DAYS
        }


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


def test_publication_is_immutable(_shelf: tuple[Path, str]) -> None:
    with PublishedLibrary.open_at(_shelf[1]) as opened:
        for change in (
            partial(opened.embedder.set_fusion_weights, {"": 0.3}),
            partial(opened.law.recitals.propose, "32016R0679"),
        ):
            with raises_code(LibraryReadOnly, PublicationCode.READ_ONLY):
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
    """Windows restricts links; a copy cut short by a full disk counted as the catalogue."""
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


@given(st.lists(st.lists(st.booleans(), min_size=1, max_size=6), min_size=1, max_size=8), st.data())
def test_filter_expression_equals_mask(groups: list[list[bool]], data: st.DataObject) -> None:
    ranges, allowed, at = [], [False], 1
    for number, group in enumerate(groups):
        ranges.append((number, at, at + len(group) - 1))
        allowed += group
        at += len(group)
    length = data.draw(st.integers(1, len(allowed)))  # those beyond are not allowed
    mask = np.array(allowed[:length])
    condition = build_condition(ranges, mask)
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


def test_library_below_a_link_is_published(shelf: tuple[Path, str], tmp_path: Path) -> None:
    (tmp_path / "link").symlink_to(shelf[0].parent)
    with Library.open(tmp_path / "link" / shelf[0].name) as library:
        assert publish(library, shelf[1]).number == 2


def test_no_folder_is_left_beside_a_publication(shelf: tuple[Path, str], tmp_path: Path) -> None:
    """Lance 14 makes the folder of its tags again, under the name that a URI gives it."""
    (tmp_path / "shelves").mkdir()
    with Library.open(shelf[0]) as library:
        publish(library, f"lance://{tmp_path}/shelves/~ö")
    assert [path.name for path in (tmp_path / "shelves").iterdir()] == ["~ö"]
