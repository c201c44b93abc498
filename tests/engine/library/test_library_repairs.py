"""A library with damaged files, other models and other writers."""

import dataclasses
import datetime
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from tests.codes import raises_code
from tests.engine.letters import write_letters

from lexdesk import Document, Library
from lexdesk.cli import run
from lexdesk.compliance import compute_coverage, find_similar
from lexdesk.errors import (
    LexdeskError,
    LibraryCode,
    LibraryDamaged,
    LibraryError,
    LibraryLocked,
    ModelCode,
    ModelMismatch,
    NoLibrary,
    NoModel,
    QueryCode,
)
from lexdesk.library.status import read_last_change
from lexdesk.system.library_files import STORE
from lexdesk.system.lock import writer_lock

FIXTURES = Path(__file__).parents[1] / "fixtures"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return write_letters(tmp_path / "documents")


@pytest.mark.skipif(sys.platform != "linux", reason="asks /proc what a process has open")
def test_closed_library_has_no_open_or_mapped_files(words_library: Library) -> None:
    """Windows neither moves nor removes such a file; ``demo`` removes its library."""
    folder = str(words_library.path)
    process = Path("/proc/self")
    assert words_library.search("withdraw consent", mode="keyword").hits
    assert folder in (process / "maps").read_text()
    words_library.close()
    assert folder not in (process / "maps").read_text()
    opened = [os.path.realpath(link) for link in (process / "fd").iterdir()]
    assert not [path for path in opened if path.startswith(folder)]


def test_missing_or_damaged_indexes_are_rebuilt(full_library: Library, tmp_path: Path) -> None:
    before = full_library.search("withdraw consent").hits
    full_library.close()
    shutil.rmtree(tmp_path / "library" / "words")
    with Library.open(tmp_path / "library") as library:
        assert library.search("withdraw consent").hits == before
    (tmp_path / "library" / "words" / "meta.json").write_text("broken")
    with Library.open(tmp_path / "library") as library:
        assert library.search("withdraw consent").hits == before
        assert library.admin.check() == []
        library.admin.rebuild()
        assert library.search("withdraw consent").hits == before
        assert library.admin.check() == []


def test_addition_repairs_damaged_index(words_library: Library, folder: Path) -> None:
    path = words_library.path
    words_library.close()
    (path / "words" / "meta.json").write_text("broken")
    with Library.open(path) as library:
        assert library.sources.add([folder], vectors=False).added == 2
        assert library.admin.check() == []
    assert (path / "words.damaged").is_dir()


@pytest.mark.slow
def test_damaged_codes_are_rebuilt_once(
    full_library: Library, monkeypatch: pytest.MonkeyPatch
) -> None:
    # So that those of the GDPR are written.
    monkeypatch.setattr("lexdesk.index.vector.hnsw.TAIL", 100)
    full_library.admin.rebuild()
    before = full_library.search("withdraw consent").hits
    full_library.close()
    (codes,) = (full_library.path / "vectors").glob("codes-*.bin")
    codes.write_bytes(codes.read_bytes()[:-8])
    with Library.open(full_library.path) as library:
        assert library.search("withdraw consent").hits == before
        assert library.admin.check() == []
    assert list((full_library.path / "vectors").glob("codes-*.bin"))
    with Library.open(full_library.path) as library:
        assert library.search("withdraw consent").hits == before


def test_vectors_of_other_model_are_not_mixed(
    full_library: Library, capsys: pytest.CaptureFixture[str]
) -> None:
    full_library.store.set_setting("model", {"name": "other", "fingerprint": "0" * 16})
    with raises_code(ModelMismatch, ModelCode.VECTORS_MISMATCH):
        full_library.search("consent", mode="semantic")
    by_words = full_library.search("consent", mode="keyword")
    answer = full_library.search("consent")
    assert answer.hits == by_words.hits
    assert (answer.mode, answer.vectors_ready) == ("keyword", 0.0)
    assert answer.notice.startswith("Keyword search only: the vectors in ")
    assert answer.notice.endswith("rebuild them with: lexdesk rebuild --vectors")
    assert by_words.notice == ""
    assert full_library.admin.status().vectors_ready == 0.0
    assert run(["status", "-L", str(full_library.path)]) == 0
    assert "the model of its embeddings is not installed" in capsys.readouterr().out


@pytest.mark.slow
def test_comparison_uses_keywords_with_vectors_of_other_model(
    full_library: Library, tmp_path: Path
) -> None:
    full_library.store.set_setting("model", {"name": "other", "fingerprint": "0" * 16})
    policy = tmp_path / "policy.txt"
    policy.write_text("You may withdraw your consent under Article 7 of Regulation (EU) 2016/679.")
    found = find_similar(full_library, policy)
    assert [note.split(":")[0] for note in found.notes] == [
        "semantic search for documents was not available",
        "paragraphs were compared by their words, for the same reason",
    ]
    assert "lexdesk rebuild --vectors" in found.notes[0]
    assert found.documents
    covered = compute_coverage(full_library, full_library.search("consent").hits[0].work)
    missing = "semantic search for passages was not available: the vectors in "
    assert any(note.startswith(missing) for note in covered.notes)


def test_semantic_search_without_vectors_names_next_step(words_library: Library) -> None:
    with raises_code(NoModel, LibraryCode.NO_VECTORS):
        words_library.search("consent", mode="semantic")
    assert words_library.search("consent").vectors_ready == 0.0


def test_limit_may_exceed_number_of_hits(words_library: Library) -> None:
    every = words_library.search("consent", mode="keyword", top=10**9)
    assert len(every.hits) == every.total


def test_unknown_mode_lists_known_modes(words_library: Library) -> None:
    with raises_code(LexdeskError, QueryCode.MODE_UNKNOWN, "keyword", mode="word"):
        words_library.search("consent", mode="word")  # type: ignore[arg-type]


def test_second_writer_sees_name_of_first(words_library: Library, folder: Path) -> None:
    with (
        writer_lock(words_library.path, "a test"),
        raises_code(LibraryLocked, LibraryCode.LOCKED_BY, r"process \d+ on .* \(a test, since"),
    ):
        words_library.sources.add([folder])
    assert words_library.search("consent", mode="keyword").hits
    assert words_library.sources.add([folder], vectors=False).added == 2


def test_wrong_folder_is_rejected(tmp_path: Path) -> None:
    with raises_code(NoLibrary, LibraryCode.NOT_FOUND_CREATE):
        Library.open(tmp_path / "none")
    (tmp_path / "full").mkdir()
    (tmp_path / "full" / "thesis.txt").write_text("mine")
    with raises_code(NoLibrary, LibraryCode.FOLDER_OCCUPIED):
        Library.open(tmp_path / "full", create=True)
    with (
        Library.open(tmp_path / "library", create=True) as library,
        raises_code(LibraryError, LibraryCode.PATH_MISSING),
    ):
        library.sources.add([tmp_path / "missing"])


# Over whole pages, and inside one text.
@pytest.mark.usefixtures("pages_reread_at_once")
@pytest.mark.parametrize(("command", "length"), [("check", 50_000), ("dump", 50_000), ("dump", 8)])
def test_internally_damaged_store_is_reported(
    words_library: Library, capsys: pytest.CaptureFixture[str], command: str, length: int
) -> None:
    words_library.close()
    file = words_library.path / "library.sqlite"
    data = bytearray(file.read_bytes())
    at = data.index(b"consent", len(data) // 3)
    data[at : at + length] = b"\xff" * length
    file.write_bytes(data)
    assert run([command, "-L", str(words_library.path)]) == 2
    (error_output,) = capsys.readouterr().err.splitlines()
    assert error_output.startswith(f"lexdesk: {file} is damaged (")
    assert error_output.endswith("); restore it from a backup")


@pytest.mark.parametrize("create", [True, False])
def test_emptied_store_is_damaged_and_not_new(words_library: Library, create: bool) -> None:
    words_library.close()
    file = words_library.path / "library.sqlite"
    file.write_bytes(b"")
    with raises_code(LibraryDamaged, LibraryCode.DAMAGED):
        Library.open(words_library.path, create=create)
    assert file.read_bytes() == b""


def test_library_killed_during_creation_is_created(tmp_path: Path) -> None:
    (tmp_path / "library.sqlite").write_bytes(b"")
    (tmp_path / "writer.lock").touch()  # of a command whose power was cut
    with Library.open(tmp_path, create=True) as library:
        assert library.admin.check() == []


def test_library_languages_select_weight_and_stop_words(tmp_path: Path) -> None:
    with Library.open(tmp_path / "library", create=True) as library:
        begins = "Das Gesetz tritt am Tag nach seiner Verkündung im Bundesgesetzblatt in Kraft."
        consent = "Die Einwilligung kann jederzeit ohne Angabe von Gründen widerrufen werden."
        library.sources.add_documents(
            [
                Document(consent, "a", work="a", language="de"),
                Document("The consent may be withdrawn.", "b", work="b", language="en"),
                Document(begins, "c", work="c", language="de"),
            ]
        )
        library.embedder.set_fusion_weights({"de": 0.25, "de short": 0.0, "en": 1.0, "": 0.5})
        german = library.search("Einwilligung Gesetz")
        assert german.hits[0].score == pytest.approx(1.0)
        retriever = library.search.retriever()
        assert retriever.languages == ("de", "en")
        assert retriever.weight_for({1: 3.0}, "Wort " * 25) == 0.25
        assert retriever.weight_for({1: 3.0}, "Wort " * 24) == 0.0
        assert retriever.weight_for({2: 3.0}, "word") == 1.0
        with pytest.raises(ValueError, match=r"not in 0\.\.1"):
            library.embedder.set_fusion_weights({"de": 2.0})


@pytest.mark.slow
def test_open_library_stays_consistent_during_additions(words_library: Library) -> None:
    with words_library.workbook() as book, Library.open(words_library.path):
        book.remember("withdraw consent")
    add = [sys.executable, "-m", "lexdesk", "add", "--no-vectors", "-L", str(words_library.path)]
    for name in ("gdpr-excerpt-de.xml", "stipg.md", "IE-1981-act-35.md"):
        subprocess.run([*add, str(FIXTURES / name)], check=True, capture_output=True)
        assert (words_library.path / "library.sqlite-wal").exists(), "it is still read by"
    assert words_library.admin.check() == []
    assert words_library.search("Stipendium", mode="keyword").hits


@pytest.mark.skipif(sys.platform == "win32", reason="Windows renames no folder with an open file")
def test_moved_open_library_is_reported(words_library: Library) -> None:
    moved = words_library.path.with_name("moved")
    words_library.path.rename(moved)
    with raises_code(LexdeskError, LibraryCode.MOVED_OR_REMOVED):
        words_library.admin.rebuild()
    assert not words_library.path.exists()  # nothing is made where it was
    moved.rename(words_library.path)


@pytest.mark.skipif(sys.platform == "win32", reason="Windows renames no folder with an open file")
def test_replaced_open_library_is_not_mixed(words_library: Library) -> None:
    note = Document(text="The lease of the orangery ends in March.", title="Note", work="note")
    moved = words_library.path.with_name("moved")
    words_library.path.rename(moved)
    assert not words_library.is_in_place()
    with Library.open(words_library.path, create=True) as other:
        other.sources.add_documents([note], vectors=False)
    for use in (
        lambda: words_library.search("orangery"),
        lambda: words_library.sources.add_documents([note], vectors=False),
    ):
        with raises_code(LibraryError, LibraryCode.REPLACED):
            use()
    with Library.open(words_library.path) as other:
        assert [hit.work for hit in other.search("orangery").hits] == ["note"]
        assert other.admin.check() == []
    shutil.rmtree(words_library.path)
    moved.rename(words_library.path)
    assert words_library.search("withdraw consent").hits


def test_failed_write_leaves_no_trace(words_library: Library) -> None:
    store = words_library.store
    with pytest.raises(KeyboardInterrupt), store.sole_transaction():
        store.set_setting("begun", 1)
        raise KeyboardInterrupt
    assert store.setting("begun", int, 0) == 0
    with store.sole_transaction():
        store.set_setting("done", 1)
    assert store.setting("done", int, 0) == 1


def test_last_change_is_date_of_content(tmp_path: Path) -> None:
    assert read_last_change(tmp_path) is None
    path = tmp_path / "library"
    lease = Document(title="Lease", text="The tenant keeps the orangery.", work="lease")
    with Library.open(path, create=True) as library:
        library.sources.add_documents([lease], vectors=False)
    os.utime(path / STORE, (1_000_000_000, 1_000_000_000))
    that_day = datetime.datetime(2001, 9, 9, 1, 46, 40, tzinfo=datetime.UTC)
    with Library.open(path) as library:
        library.search("orangery", mode="keyword")
        with library.workbook() as work:
            work.remember("orangery")
        assert read_last_change(path) == that_day
        library.sources.add_documents([dataclasses.replace(lease, work="will")], vectors=False)
        changed = read_last_change(path)
    assert changed is not None
    assert changed > that_day
