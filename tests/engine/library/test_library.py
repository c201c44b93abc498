"""A library through its life: adding, changing, removing, searching, damage and repair."""

from __future__ import annotations

import contextlib
import dataclasses
import datetime
import json
import os
import shutil
import sqlite3
import subprocess
import sys
import unicodedata
from collections.abc import Callable
from pathlib import Path
from typing import Any
from unittest.mock import Mock

import pytest
from tests.codes import raises_code

from lexdesk import Document, Library
from lexdesk.cli import run
from lexdesk.compliance import coverage, similar
from lexdesk.errors import (
    LawCode,
    LexdeskError,
    LibraryCode,
    LibraryDamaged,
    LibraryError,
    LibraryLocked,
    LibraryTooNew,
    ModelCode,
    ModelMismatch,
    NoLibrary,
    NoModel,
    NotFound,
    QueryCode,
)
from lexdesk.index.update import update_lexical
from lexdesk.ingest import Progress, addition
from lexdesk.library.status import last_change
from lexdesk.query import parse
from lexdesk.storage.connection import Connection
from lexdesk.storage.law import Law
from lexdesk.storage.schema import COUNT_SEARCHABLE
from lexdesk.storage.statements import Statements
from lexdesk.storage.texts import Texts
from lexdesk.system import bundled
from lexdesk.system.library_files import STORE
from lexdesk.system.lock import writer_lock
from lexdesk.vector_codes.int8 import unpack

FIXTURES = Path(__file__).parents[1] / "fixtures"


def paths(library: Library, query: str) -> set[str]:
    return {Path(hit.path or "").name for hit in library.search(query, mode="keyword", top=50).hits}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A lease, a letter and a file that cannot be read."""
    folder = tmp_path / "documents"
    folder.mkdir()
    (folder / "lease.txt").write_text("The tenant shall pay rent monthly.")
    (folder / "letter.txt").write_text("We terminate the agreement for cause.")
    (folder / "broken.pdf").write_bytes(b"%PDF-1.4 not really")
    return folder


def test_search_returns_provisions_end_to_end(full_library: Library) -> None:
    answer = full_library.search("withdraw consent")
    first = answer.hits[0]
    assert (first.work, first.eid, first.citation) == (
        "32016R0679",
        "art_7__para_3",
        "Article 7(3) Regulation (EU) 2016/679",
    )
    assert first.heading == "Conditions for consent"
    assert {first.text[start:end].lower() for start, end in first.highlights} == {
        "withdraw",
        "withdrawal",
        "consent",
    }
    assert first.valid_from == "2016-04-27"
    assert answer.vectors_ready == 1.0
    assert first.why["keyword"] is not None
    assert first.why["semantic"] is not None
    assert first.why["semantic"] == pytest.approx(0.7, abs=0.3)


def test_semantic_search_finds_other_words(full_library: Library) -> None:
    question = "a company lost a laptop with client files: who must be told?"
    found = [hit.eid or "" for hit in full_library.search(question, mode="semantic", top=10).hits]
    assert any(eid.startswith(("art_33", "art_34", "rec_85", "rec_86", "rec_87")) for eid in found)


def test_nearest_neighbours_outside_filter_are_no_hits(full_library: Library) -> None:
    for mode in ("hybrid", "semantic"):
        hits = full_library.search('"supervisory authority" NOT breach', mode=mode, top=50).hits
        assert hits
        assert all("breach" not in hit.text.lower() for hit in hits)


def test_library_of_earlier_format_is_migrated(tmp_path: Path) -> None:
    script = (Path(__file__).parents[1] / "fixtures" / "library-format-1.sql").read_text()
    (tmp_path / "library").mkdir()
    with contextlib.closing(sqlite3.connect(tmp_path / "library" / "library.sqlite")) as database:
        database.executescript(script)
    for _ in range(2):  # once migrated, once as it is
        with Library.open(tmp_path / "library") as library:
            assert paths(library, "rent") == {"lease.txt"}
            assert library.admin.check() == []


@pytest.mark.parametrize(
    ("ask", "after"),
    [
        (lambda library, work: library.search("rent", mode="keyword").hits, (Texts, "passages")),
        (lambda library, work: library.law.show(work), (Law, "expressions_of")),
        (lambda library, work: library.law.references(work).cites, (Law, "expressions_of")),
        (
            lambda library, _: [json.loads(line)["text"] for line in library.catalogue.dump()],
            (Law, "expressions_of"),
        ),
        (
            lambda library, _: similar(library, max(library.store.law.works())).documents,
            (Law, "expression_rows"),
        ),
    ],
    ids=["search", "show", "references", "dump", "similar"],
)
def test_replaced_document_is_reported_as_it_was_during_search(
    ask: Callable[[Library, str], object],
    after: tuple[type, str],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    names = ("lease", "letter", "mortgage", "note", "will")
    for name in names:
        (tmp_path / f"{name}.txt").write_text(f"Of the {name}: rent is due (Article 17 GDPR).")
    lease = tmp_path / "lease.txt"
    with (
        Library.open(tmp_path / "library", create=True) as library,
        Library.open(tmp_path / "library") as writer,
    ):
        library.sources.add([tmp_path / f"{name}.txt" for name in names], vectors=False)
        work = library.law.show(str(lease)).work
        result = ask(library, work)
        read = getattr(*after)

        def overtaken(part: object, *arguments: object) -> object:
            found = read(part, *arguments)
            monkeypatch.setattr(*after, read)
            lease.write_text("Nothing of it is left.")
            writer.sources.add([lease], vectors=False)
            return found

        monkeypatch.setattr(*after, overtaken)
        assert ask(library, work) == result
        assert ask(library, work) != result


def test_keyword_rebuild_does_not_disturb_other_readers(
    words_library: Library, monkeypatch: pytest.MonkeyPatch
) -> None:
    with Library.open(words_library.path) as reader:
        before = reader.search("withdraw consent", mode="keyword").hits
        meanwhile: list[object] = []

        def watched(*arguments: Any) -> None:
            meanwhile.append(reader.search("withdraw consent", mode="keyword").hits)
            update_lexical(*arguments)

        monkeypatch.setattr("lexdesk.index.indexes.update_lexical", watched)
        words_library.admin.rebuild()
        assert meanwhile == [before]
        assert reader.search("withdraw consent", mode="keyword").hits == before
        note = Document(text="Zanzibar is an island.", title="Note", work="note", language="en")
        words_library.sources.add_documents([note], vectors=False)
        assert reader.search("zanzibar", mode="keyword").hits


@pytest.mark.parametrize("format", ["none", "1"])
def test_simultaneous_creation_or_migration_is_safe(
    format: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "library"
    if format == "1":
        path.mkdir()
        with contextlib.closing(sqlite3.connect(path / "library.sqlite")) as database:
            database.executescript((FIXTURES / "library-format-1.sql").read_text())
    looked = Connection._format

    def overtaken(store: Connection) -> int:
        found = looked(store)
        monkeypatch.setattr(Connection, "_format", looked)
        Library.open(path, create=True).close()  # as another program does now
        return found

    monkeypatch.setattr(Connection, "_format", overtaken)
    with Library.open(path, create=True) as library:
        assert library.admin.check() == []
        assert library.admin.status().files == (format == "1")


def test_identical_versions_share_vectors(tmp_path: Path) -> None:
    def version(year: int, text: str) -> Document:
        return Document(text=text, title="Act", work=f"act-{year}", language="en")

    same = "The controller shall keep records of its processing."
    documents = [version(2016, same), version(2017, "Rent is due monthly."), version(2018, same)]
    with Library.open(tmp_path / "library", create=True) as library:
        assert library.sources.add_documents(documents).vectors == 3
        found = library.search.retriever("semantic").candidates(
            parse("keeping records"), "semantic", 10
        )
    first, second, other = (candidate.semantic or 0 for candidate in found.best)
    assert first == pytest.approx(second, abs=1e-5)
    assert second > other


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
            f"{folder} cannot be read now, .* in the library .to remove it: lexdesk remove {folder}"
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


@pytest.mark.slow
def test_provision_in_several_files_is_one_hit(
    words_library: Library, gdpr: Path, tmp_path: Path
) -> None:
    for number in range(3):
        shutil.copytree(gdpr, tmp_path / "copies" / str(number))
    words_library.sources.add([tmp_path / "copies"], vectors=False)
    hits = words_library.search("withdraw consent", mode="keyword", top=3).hits
    assert len(hits) == len({hit.eid for hit in hits}) == 3
    assert hits[0].eid == "art_7__para_3"
    assert hits[0].copies == 3


def test_show(words_library: Library) -> None:
    point = words_library.law.show("32016R0679", "art_6__para_1__point_f")
    assert point.citation == "Article 6(1)(f) Regulation (EU) 2016/679"
    assert point.text.startswith(
        "(f) processing is necessary for the purposes of the legitimate interests"
    )
    article = words_library.law.show("32016r0679", "art_17")
    assert article.heading == "Right to erasure (‘right to be forgotten’)"
    assert [p["eid"] for p in article.provisions] == [
        "art_17__para_1",
        "art_17__para_2",
        "art_17__para_3",
    ]
    whole = words_library.law.show("32016R0679")
    assert point.text in whole.text
    assert len(whole.provisions) > 99 + 173
    with raises_code(NotFound, LawCode.PROVISION_MISSING_BUT, "art_17__para_1"):
        words_library.law.show("32016R0679", "art_17__para_9")
    with raises_code(NotFound, LawCode.WORK_MISSING, "32016R0679", work="2016R"):
        words_library.law.show("2016R")
    with raises_code(NotFound, LawCode.LANGUAGE_MISSING, languages="en"):
        words_library.law.show("32016R0679", language="de")


def test_file_with_non_utf_8_name_is_shown(tmp_path: Path) -> None:
    path = os.fsdecode(os.fsencode(tmp_path) + b"/caf\xe9.txt")
    try:
        Path(path).write_text("The tenant shall pay rent monthly.")
    except OSError:
        pytest.skip("names are UTF-8 on this system")
    with Library.open(tmp_path / "library", create=True) as library:
        library.sources.add([path], vectors=False)
        assert library.law.show(path).text.startswith("The tenant")
        with raises_code(NotFound, LawCode.WORK_MISSING):
            library.law.recitals.act(path)
        with raises_code(NotFound, LawCode.WORK_MISSING):
            library.law.history(f"{path}.bak")


def test_stored_text_equals_read_text(tmp_path: Path) -> None:
    text = unicodedata.normalize(
        "NFC", "Ünïcödé § 1.\n\n" + "One sentence after another. " * 200 + "\n  end  "
    )
    with Library.open(tmp_path / "library", create=True) as library:
        library.sources.add_documents([Document(text, "t", work="w")], vectors=False)
        assert library.law.show("w").text == text.strip()


def test_listener_receives_stored_files_only(folder: Path, tmp_path: Path) -> None:
    received: list[Progress] = []
    with Library.open(tmp_path / "library", create=True) as library:

        def listen(progress: Progress) -> None:
            if progress.path:
                with Library.open(tmp_path / "library") as second:
                    assert progress.path in second.store.files.records()
            received.append(progress)

        library.sources.add([folder], vectors=False, listener=listen)
    assert {Path(p.path).name for p in received} == {"lease.txt", "letter.txt", "broken.pdf"}
    assert received[-1].done == received[-1].total == 3


@pytest.mark.slow
def test_interrupted_encoding_resumes(
    words_library: Library, gdpr: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("lexdesk.ingest.vectors.PASSAGES_AT_ONCE", 64)

    def stop_at_two_hundred(progress: Progress) -> None:
        if progress.stage == "vectors" and progress.done >= 192:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        words_library.sources.add([gdpr], listener=stop_at_two_hundred)
    ready = words_library.admin.status().vectors
    assert ready == 192
    assert 0 < words_library.search("withdraw consent").vectors_ready < 1
    report = words_library.sources.add([gdpr])
    assert report.vectors == words_library.admin.status().passages - ready
    assert words_library.admin.check() == []


@pytest.mark.slow
def test_interrupted_addition_is_remembered_until_finished(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / "my files"
    folder.mkdir()
    (folder / "lease.txt").write_text(
        "The tenant shall pay the rent on the first day of each month."
    )

    def interrupt(progress: Progress) -> None:
        raise KeyboardInterrupt

    path = tmp_path / "library"
    with Library.open(path, create=True) as library:
        with pytest.raises(KeyboardInterrupt):
            library.sources.add([folder], vectors=False, listener=interrupt)
        assert library.sources.unfinished() == [folder]
        assert run(["status", "-L", str(path)]) == 0
        assert f"continue with: lexdesk add -L {path} '{folder}'" in capsys.readouterr().out
        (tmp_path / "other").mkdir()
        library.sources.add([tmp_path / "other"], vectors=False)
        assert library.sources.unfinished() == [folder], "another addition ends only itself"
        library.sources.add([folder], vectors=False)
        assert library.sources.unfinished() == []
        with pytest.raises(KeyboardInterrupt):
            library.sources.add(
                [folder / "lease.txt"], vectors=False, language="en", listener=interrupt
            )
        library.sources.forget_unfinished()
        assert library.sources.unfinished() == []


def test_pending_addition_is_recorded_while_library_is_locked(tmp_path: Path) -> None:
    first, second = (tmp_path / f"{name}.txt" for name in ("first", "second"))
    first.write_text("The tenant shall pay the rent.")
    second.write_text("The landlord shall keep the roof.")
    path = tmp_path / "library"

    def note(progress: Progress) -> None:
        with Library.open(path) as other:
            other.sources.note_unfinished([second])

    with Library.open(path, create=True) as library:
        library.sources.add([first], vectors=False, listener=note)
        assert library.sources.unfinished() == [second]
        library.sources.note_unfinished([first])
        library.sources.forget_unfinished(but=[second])
        assert library.sources.unfinished() == [second]


def test_addition_is_remembered_during_scan(
    words_library: Library, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "cases"
    folder.mkdir()
    with monkeypatch.context() as patched, pytest.raises(KeyboardInterrupt):
        patched.setattr(addition, "find_files", Mock(side_effect=KeyboardInterrupt))
        words_library.sources.add([folder], vectors=False)
    assert words_library.sources.unfinished() == [folder]
    for invalid in (tmp_path / "gone", words_library.path):
        with pytest.raises(LibraryError):
            words_library.sources.add([invalid], vectors=False)
    words_library.sources.note_unfinished([words_library.path])
    assert words_library.sources.unfinished() == [folder]


def test_pending_retry_is_remembered(words_library: Library, tmp_path: Path) -> None:
    mended, gone, other = (tmp_path / f"{name}.txt" for name in ("mended", "gone", "other"))
    text = b"The landlord shall keep the roof."
    for file in (mended, gone, other):
        file.write_bytes(b" " * len(text))
    failed = words_library.sources.add([mended, gone, other], vectors=False).failed
    status = mended.stat()
    mended.write_bytes(text)
    os.utime(
        mended, ns=(status.st_atime_ns, status.st_mtime_ns)
    )  # as one that only another reader reads
    words_library.sources.note_unfinished([], failed=[str(mended), str(gone), "no such file"])
    assert words_library.catalogue.failures().items() >= failed.items()
    assert words_library.sources.unfinished() == [gone, mended]
    assert words_library.sources.add([mended], vectors=False).replaced == 1
    gone.unlink()
    words_library.sources.retry_failed([str(gone)], vectors=False)
    assert words_library.sources.unfinished() == []
    assert set(failed) - set(words_library.catalogue.failures()) == {str(mended)}


@pytest.mark.skipif(sys.platform != "linux", reason="asks /proc what a process has open")
def test_closed_library_has_no_open_or_mapped_files(words_library: Library) -> None:
    """Windows neither moves nor removes such a file; ``demo`` removes the library that it has made."""
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


def take_back_to_format_4(connection: Statements) -> None:
    connection.execute("DROP TABLE unread_page")
    for column in ("failure", "failure_parameters", "unreadable"):
        connection.execute(f"ALTER TABLE file DROP COLUMN {column}")
    connection.execute("ALTER TABLE file ADD COLUMN refused TEXT")
    connection.execute("DROP TABLE scanned_page")
    connection.execute("DROP INDEX passage_unsearchable")
    connection.execute("CREATE INDEX passage_searchable ON passage (id) WHERE searchable")
    connection.execute("PRAGMA user_version = 4")


def test_library_of_format_4_counts_passages_without_reading(
    words_library: Library,
) -> None:
    store = words_library.store
    before = (
        store.vectors.progress(),
        store.texts.searchable_passages(),
        store.vectors.missing_passages(),
    )
    assert 0 < before[0][1] < store.statements.one("SELECT count(*) FROM passage")
    take_back_to_format_4(store.statements)
    words_library.close()
    with Library.open(words_library.path) as library:
        store = library.store
        after = (
            store.vectors.progress(),
            store.texts.searchable_passages(),
            store.vectors.missing_passages(),
        )
        assert after == before
        plan = store._raw.execute(f"EXPLAIN QUERY PLAN {COUNT_SEARCHABLE}").fetchall()
        scans = [row[3] for row in plan if row[3].startswith("SCAN passage")]
        assert len(scans) == 2
        assert all("INDEX" in scan for scan in scans), "the rows hold the texts"


def test_vectors_of_earlier_format_are_compressed_and_found(full_library: Library) -> None:
    before = [hit.eid for hit in full_library.search("withdraw consent").hits]
    store = full_library.store
    rows = [(n, unpack([values])[0]) for n, _, values in store.vectors.rows(0)]
    with store.transaction():
        store.statements.executemany(
            'UPDATE vector SET "values" = ? WHERE seq = ?',
            ((row.astype("<f2").tobytes(), n) for n, row in rows),
        )
    take_back_to_format_4(store.statements)
    store.statements.execute("PRAGMA user_version = 2")
    full_library.close()
    shutil.rmtree(full_library.path / "vectors", ignore_errors=True)
    with Library.open(full_library.path) as library:
        assert [hit.eid for hit in library.search("withdraw consent").hits] == before
        assert {len(values) for _, _, values in library.store.vectors.rows(0)} == {len(rows[0][1])}
        assert library.admin.check() == []


def test_library_of_format_3_gets_language_index(words_library: Library) -> None:
    before = words_library.admin.status()
    connection = words_library.store.statements
    take_back_to_format_4(connection)
    connection.execute("DROP INDEX expression_work")
    connection.execute("CREATE INDEX expression_work ON expression (work)")
    connection.execute("PRAGMA user_version = 3")
    words_library.close()
    with Library.open(words_library.path) as library:
        assert library.admin.status().passages == before.passages
        plan = library.store._raw.execute(
            "EXPLAIN QUERY PLAN SELECT language, count(*) FROM expression GROUP BY 1"
        ).fetchall()
        assert "COVERING INDEX expression_work" in plan[0][3], (
            "not the rows, far apart in a large file"
        )
        assert library.admin.check() == []


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
    found = similar(full_library, policy)
    assert [note.split(":")[0] for note in found.notes] == [
        "semantic search for documents was not available",
        "paragraphs were compared by their words, for the same reason",
    ]
    assert "lexdesk rebuild --vectors" in found.notes[0]
    assert found.documents
    covered = coverage(full_library, full_library.search("consent").hits[0].work)
    assert covered.notes[0].startswith(
        "semantic search for passages was not available: the vectors in "
    )


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
        with raises_code(NotFound, LawCode.WORK_MISSING, work="\\ud83d"):
            library.law.show("\ud83d")
        assert library.catalogue.text_of_file("\ud83d") is None


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


def test_later_format_and_damaged_file_are_rejected(words_library: Library) -> None:
    path = words_library.path
    words_library.store.statements.execute("PRAGMA user_version = 99")
    words_library.close()
    with raises_code(LibraryTooNew, LibraryCode.TOO_NEW, found="99"):
        Library.open(path)
    (path / "library.sqlite").write_bytes(b"this is no database" * 100)
    with raises_code(LibraryDamaged, LibraryCode.DAMAGED):
        Library.open(path)


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
        assert retriever._weight({1: 3.0}, "Wort " * 25) == 0.25
        assert retriever._weight({1: 3.0}, "Wort " * 24) == 0.0
        assert retriever._weight({2: 3.0}, "word") == 1.0
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


def test_moved_open_library_is_reported(words_library: Library) -> None:
    moved = words_library.path.with_name("moved")
    words_library.path.rename(moved)
    with raises_code(LexdeskError, LibraryCode.MOVED_OR_REMOVED):
        words_library.admin.rebuild()
    assert not words_library.path.exists()  # nothing is made where it was
    moved.rename(words_library.path)


def test_replaced_open_library_is_not_mixed(
    words_library: Library,
) -> None:
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
    assert last_change(tmp_path) is None
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
        assert last_change(path) == that_day
        library.sources.add_documents([dataclasses.replace(lease, work="will")], vectors=False)
        changed = last_change(path)
    assert changed is not None
    assert changed > that_day


def test_bundled_law_has_recorded_date() -> None:
    record = (bundled.corpus() / bundled.ACT).with_suffix(".doc.xml").read_text("utf-8")
    assert f'<DATE ISO="{bundled.PUBLISHED.replace("-", "")}">' in record.partition("<LG.OJ>")[0]
