"""Additions that were interrupted, or wait for another writer."""

import os
from pathlib import Path
from unittest.mock import Mock

import pytest
from tests.engine.letters import write_letters

from lexdesk import Library
from lexdesk.cli import run
from lexdesk.errors import LibraryError
from lexdesk.ingest import Progress, addition


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return write_letters(tmp_path / "documents")


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
