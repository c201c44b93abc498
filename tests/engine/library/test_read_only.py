"""A library on a read-only medium is readable; writing fails with one sentence."""

import contextlib
import dataclasses
import errno
import os
import shutil
import tempfile
from collections.abc import Callable
from contextlib import AbstractContextManager
from pathlib import Path

import pytest
from tests.codes import raises_code

from lexdesk import Library
from lexdesk.document.model import Document
from lexdesk.errors import LibraryCode, LibraryError, LibraryReadOnly
from lexdesk.library.backup import back_up, back_up_encrypted
from lexdesk.search.options import Mode
from lexdesk.storage import page_checksums
from lexdesk.system.library_files import STORE

OnlyRead = Callable[[Path], AbstractContextManager[Path]]
LEASE = Document(text="The rent is due monthly in the orangery.", title="Lease", work="lease")
WORDS = "quinces in the orangery of march"


@pytest.fixture
def lease(tmp_path: Path) -> Path:
    with Library.open(tmp_path / "library", create=True) as library:
        library.sources.add_documents([LEASE], vectors=False)
    return tmp_path / "library"


def found(library: Library) -> list[str]:
    return [hit.work for hit in library.search("orangery", mode="keyword").hits]


def files(folder: Path) -> dict[str, tuple[int, int]]:
    found = {path: path.stat() for path in folder.rglob("*")}
    return {str(path): (item.st_size, item.st_mtime_ns) for path, item in found.items()}


def test_all_read_operations_work_on_read_only_library(
    full_library: Library, only_read: OnlyRead, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    query = "may consent be withdrawn"
    (tmp_path / "temporary").mkdir()
    modes: tuple[Mode, ...] = ("keyword", "semantic", "hybrid")
    best = [full_library.search(query, mode=mode).hits[0].eid for mode in modes]
    hit = full_library.search(query).hits[0]
    with full_library.workbook() as book:
        book.put(hit, "note", "the answer")
    full_library.close()
    before = files(full_library.path)
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path / "temporary"))
    with only_read(full_library.path) as medium, Library.open(medium) as library:
        assert library.is_read_only
        assert [library.search(query, mode=mode).hits[0].eid for mode in modes] == best
        assert library.law.show(hit.work, hit.eid).text
        assert library.law.history(hit.work).stages
        assert library.law.recitals.explained_by(hit.work, "art_6")
        assert library.law.references(hit.work, "art_6").cited_by
        assert [*library.catalogue.dump()]
        assert library.admin.status().lexical_ready
        assert library.admin.check() == library.admin.repairs == []
        with library.workbook() as book:
            assert [mark.value for mark in book.marks()] == ["the answer"]
            with raises_code(LibraryReadOnly, LibraryCode.READ_ONLY):
                book.remember(query)
        library.admin.back_up(tmp_path / "copy")
    assert files(full_library.path) == before
    del library
    assert [*(tmp_path / "temporary").iterdir()] == []
    with Library.open(tmp_path / "copy") as copy:
        assert not copy.is_read_only
        assert copy.search(query).hits[0].eid == hit.eid


@pytest.mark.parametrize(
    "write",
    [
        lambda library: library.sources.add([library.path.parent]),
        lambda library: library.sources.add_documents([LEASE]),
        lambda library: library.admin.rebuild(),
        lambda library: library.sources.remove([library.path.parent]),
        lambda library: library.sources.note_unfinished([library.path.parent]),
        lambda library: library.sources.mark_complete("everything"),
        lambda library: library.law.recitals.propose("lease"),
    ],
)
def test_write_operations_report_read_only_library(
    write: Callable[[Library], object], lease: Path, only_read: OnlyRead
) -> None:
    with only_read(lease) as medium, Library.open(medium) as library:
        with raises_code(LibraryReadOnly, LibraryCode.READ_ONLY):
            write(library)
        with library.workbook() as book:  # of which there is none
            assert book.saved_searches() == []
        assert found(library) == ["lease"]


def test_missing_or_outdated_index_is_built_in_memory(
    lease: Path, only_read: OnlyRead, tmp_path: Path
) -> None:
    back_up(lease, tmp_path / "copy")  # without indexes
    held = (lease / "words" / "held.json").read_bytes()
    with Library.open(lease) as library:
        library.sources.add_documents(
            [dataclasses.replace(LEASE, work="other", text="Roses of the orangery.")], vectors=False
        )
    (lease / "words" / "held.json").write_bytes(held)
    for path, works in ((lease, ["lease", "other"]), (tmp_path / "copy", ["lease"])):
        with only_read(path) as medium, Library.open(medium) as library:
            assert sorted(found(library)) == works
            assert library.admin.check() == []


def test_damaged_index_is_reported_and_skipped(lease: Path, only_read: OnlyRead) -> None:
    (term,) = (lease / "words").glob("*.term")
    term.write_bytes(term.read_bytes()[:-1] + b"?")
    with only_read(lease) as medium, Library.open(medium) as library:
        assert found(library) == ["lease"]
        assert "words is damaged and cannot be written" in library.admin.repairs[0]


def test_share_denying_writes_is_read_only(lease: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def deny_access(**_: object) -> None:
        raise PermissionError(errno.EACCES, "Permission denied")

    monkeypatch.setattr(tempfile, "TemporaryFile", deny_access)
    with Library.open(lease) as library:
        assert library.is_read_only
        assert found(library) == ["lease"]


def test_unmerged_write_ahead_log_is_reported(
    lease: Path, only_read: OnlyRead, tmp_path: Path
) -> None:
    with Library.open(lease) as library:
        library.sources.mark_complete("everything")
        shutil.copytree(lease, tmp_path / "copied while it was open")
    with (
        only_read(tmp_path / "copied while it was open") as medium,
        raises_code(LibraryError, LibraryCode.LOG_NOT_MERGED, log="library.sqlite-wal"),
    ):
        Library.open(medium)


def test_migration_of_read_only_library_is_reported(lease: Path, only_read: OnlyRead) -> None:
    with contextlib.closing(page_checksums.connect(lease / STORE)) as connection:
        connection.execute("PRAGMA user_version = 5")
    with (
        only_read(lease) as medium,
        raises_code(LibraryError, LibraryCode.EARLIER_FORMAT_READ_ONLY),
    ):
        Library.open(medium)


def test_external_writes_are_reported_to_open_library(lease: Path, only_read: OnlyRead) -> None:
    with only_read(lease) as medium, Library.open(medium) as library:
        assert library.is_in_place()
        assert found(library) == ["lease"]
        os.utime(lease / STORE, ns=(0, 0))  # as a writer with more rights leaves another time
        assert not library.is_in_place()
        with raises_code(LibraryError, LibraryCode.WRITTEN_SINCE_OPENED):
            found(library)


@pytest.mark.slow
def test_encrypted_read_only_library_is_read(only_read: OnlyRead, tmp_path: Path) -> None:
    pytest.importorskip("sqlcipher3", reason="needs the extra lexdesk[encryption]")
    with Library.open(tmp_path / "library", create=True, passphrase=WORDS) as library:
        library.sources.add_documents([LEASE], vectors=False)
    with (
        only_read(tmp_path / "library") as medium,
        Library.open(medium, passphrase=WORDS) as library,
    ):
        assert found(library) == ["lease"]
        assert library.is_read_only
        with library.workbook() as book:
            assert book.marks() == []


@pytest.mark.slow
def test_encrypted_backup_of_read_only_library(
    lease: Path, only_read: OnlyRead, tmp_path: Path
) -> None:
    pytest.importorskip("sqlcipher3", reason="needs the extra lexdesk[encryption]")
    with only_read(lease) as medium:
        back_up_encrypted(medium, tmp_path / "copy", WORDS)
    with Library.open(tmp_path / "copy", passphrase=WORDS) as copy:
        assert found(copy) == ["lease"]
