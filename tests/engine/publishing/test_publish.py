"""Publishing: flushed, locked, atomic, and never over other files."""

import contextlib
import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path

import pytest
from tests.codes import raises_code
from tests.engine.publishing.publications import comparable, plain

from lexdesk import Document, Library
from lexdesk.errors import (
    LibraryCode,
    LibraryError,
    LibraryLocked,
    NoLibrary,
    PublicationCode,
    PublicationError,
)

pytest.importorskip("lance", reason="needs the extra lexdesk[lance]")

from lexdesk.publishing import PublishedLibrary, passages
from lexdesk.publishing.publication import place_of
from lexdesk.publishing.publish import publish
from lexdesk.publishing.storage import Storage
from lexdesk.system.library_files import PUBLICATION

PHRASE = "grey heron"


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


def test_publication_is_flushed_and_locked_to_the_end(
    shelf: tuple[Path, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Another publisher would remove files not yet named by a publication."""
    path, uri = shelf
    happened: list[str] = []
    flush, clean = Storage.flush, passages.clean

    def flushed(storage: Storage) -> None:
        happened.append((Path(place_of(uri)) / PUBLICATION).read_text())
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


@pytest.mark.slow
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


@pytest.mark.slow
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


@pytest.mark.slow
def test_vector_index_is_built_from_minimum_size(tmp_path: Path) -> None:
    program = [sys.executable, "-c", _PUBLISHES_COPIES, str(tmp_path / "library"), f"lance://{tmp_path / 'shared'}"]  # fmt: skip
    done = subprocess.run(program, capture_output=True, text=True, check=True)
    assert [("vector_idx" in line) for line in done.stdout.splitlines()] == [False, False, True]
    assert done.stderr == ""  # copies leave clusters empty, of which Lance warns
