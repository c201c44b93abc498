"""Additions of files to a library, and their removal."""

import dataclasses
import datetime
import re
from pathlib import Path
from typing import Any

import pytest
from tests.codes import raises_code
from tests.engine.letters import paths, write_letters

from lexdesk import Document, Library
from lexdesk.cli import run
from lexdesk.errors import LawCode, LibraryCode, LibraryError, NotFound
from lexdesk.ingest import Progress
from lexdesk.system.paths import encode_path, quote_for_shell


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return write_letters(tmp_path / "documents")


def test_update_reads_only_changed_files(folder: Path, tmp_path: Path) -> None:
    with Library.open(tmp_path / "library", create=True) as library:
        first = library.sources.add([folder], vectors=False)
        assert (first.added, first.unchanged, list(first.failed)) == (
            2,
            0,
            [str(folder / "broken.pdf")],
        )
        second = library.sources.add([folder], vectors=False)
        assert (second.added, second.replaced, second.unchanged) == (0, 0, 2)
        assert list(second.failed) == list(first.failed)
        (folder / "letter.txt").write_text("We renew the agreement.")
        third = library.sources.add([folder], vectors=False)
        assert (third.added, third.replaced, third.unchanged) == (0, 1, 1)
        assert paths(library, "terminate") == set()
        assert paths(library, "renew") == {"letter.txt"}
        assert library.admin.check() == []


def test_unreadable_file_keeps_earlier_documents(folder: Path, tmp_path: Path) -> None:
    with Library.open(tmp_path / "library", create=True) as library:
        library.sources.add([folder], vectors=False)
        (folder / "lease.txt").write_bytes(b"")
        report = library.sources.add([folder], vectors=False)
        assert str(folder / "lease.txt") in report.failed
        assert paths(library, "tenant") == {"lease.txt"}


def test_prune_removes_only_missing_files(folder: Path, tmp_path: Path) -> None:
    other = tmp_path / "other"
    other.mkdir()
    (other / "note.txt").write_text("A note about rent.")
    with Library.open(tmp_path / "library", create=True) as library:
        library.sources.add([folder, other], vectors=False)
        (folder / "lease.txt").unlink()
        (other / "note.txt").rename(tmp_path / "note.txt")
        assert library.sources.add([folder], vectors=False).removed == 0
        assert library.sources.add([folder], prune=True, vectors=False).removed == 1
        assert paths(library, "rent") == {"note.txt"}
        assert library.admin.check() == []


@pytest.mark.parametrize("is_mount_point_left", [True, False])
def test_missing_folder_is_pruned_only_by_name(
    is_mount_point_left: bool, folder: Path, tmp_path: Path
) -> None:
    with Library.open(tmp_path / "library", create=True) as library:
        library.sources.add([folder], vectors=False)
        known = library.admin.status().files
        folder.rename(tmp_path / "disk")
        if is_mount_point_left:
            folder.mkdir()
        refusal = (
            f"{re.escape(str(folder))} cannot be read now, .* in the library .to remove it: lexdesk remove "
            + re.escape(quote_for_shell(str(folder)))
        )
        with pytest.raises(LibraryError, match=refusal):
            library.sources.add([tmp_path / "disk", folder], prune=True, vectors=False)
        with pytest.raises(LibraryError, match=refusal):
            library.sources.difference([folder], prune=True)
        with raises_code(LibraryError, LibraryCode.PATH_MISSING, "typo"):
            library.sources.add([tmp_path / "typo"], prune=True)
        assert library.admin.status().files == known
    removing = ["remove", "-L", str(tmp_path / "library"), str(folder)]
    assert [run(removing), run(removing)] == [0, 1]
    with Library.open(tmp_path / "library") as library:
        assert (
            library.admin.status().files,
            library.sources.folders(),
            library.catalogue.failures(),
        ) == (0, [], {})
        assert library.admin.check() == []


def test_listener_receives_stored_files_only(folder: Path, tmp_path: Path) -> None:
    received: list[Progress] = []
    with Library.open(tmp_path / "library", create=True) as library:

        def listen(progress: Progress) -> None:
            if progress.path:
                with Library.open(tmp_path / "library") as second:
                    assert progress.path in second.store.files.records()
            if progress.stage == "read":
                received.append(progress)

        library.sources.add([folder], vectors=False, listener=listen)
    assert {Path(p.path).name for p in received} == {"lease.txt", "letter.txt", "broken.pdf"}
    assert received[-1].done == received[-1].total == 3


def test_simultaneous_versions_are_all_added_and_later_skipped(tmp_path: Path) -> None:
    days = [datetime.date(2020, 1, 1) + datetime.timedelta(days=n) for n in range(300)]
    versions = [
        Document(f"The rent of {day} is due.", "Lease", work="lease", valid_from=day)
        for day in days
    ]
    other = Document("The deposit is held in trust.", "Deposit", work="deposit")
    with Library.open(tmp_path / "library", create=True) as library:
        assert library.sources.add_documents(versions, vectors=False).added == 300
        assert library.sources.add_documents([*versions, other], vectors=False).added == 1
        assert library.admin.status().expressions == 301


def test_document_without_work_is_rejected_and_others_kept(tmp_path: Path) -> None:
    with Library.open(tmp_path / "library", create=True) as library:
        with raises_code(LibraryError, LibraryCode.DOCUMENT_WITHOUT_WORK, title="Note"):
            library.sources.add_documents([Document("The rent is due.", "Note")], vectors=False)
        assert library.admin.status().expressions == 0


@pytest.mark.parametrize(
    "half", [{"text": "The \ud83d rent."}, {"title": "\ud83d"}, {"work": "\ud83d"}]
)
def test_lone_surrogate_is_rejected_by_name(tmp_path: Path, half: dict[str, Any]) -> None:
    whole = Document("The rent is due.", "Note", work="note-1")
    with Library.open(tmp_path / "library", create=True) as library:
        broken = dataclasses.replace(whole, **{"work": "note-2", **half})
        with raises_code(LibraryError, LibraryCode.DOCUMENT_NOT_UNICODE, r"ud83d"):
            library.sources.add_documents([whole, broken], vectors=False)
        assert library.sources.add_documents([whole], vectors=False).added == 1
        assert library.search("rent", mode="keyword").total == 1
        with raises_code(NotFound, LawCode.WORK_MISSING, work=encode_path("\ud83d")):
            library.law.show("\ud83d")
        assert library.catalogue.text_of_file("\ud83d") is None
