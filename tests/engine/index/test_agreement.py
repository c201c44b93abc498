"""Sound indexes of other documents: of another library, or without some of the passages."""

import json
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from tests.engine.index.vectors import SHORT, Stored, fill, opened, unit

from lexdesk import Document, Library
from lexdesk.cli import run
from lexdesk.index.agreement import finds_own

TEXTS = {"mine": "The tenant pays the rent.", "other": "Nobody owes anything at all."}


def _made(path: Path, text: str) -> Path:
    with Library.open(path, create=True) as library:
        documents = [Document(text=f"{text} Copy {n}.", work=f"W{n}", title="") for n in range(3)]
        library.sources.add_documents(documents, vectors=False)
    return path


@pytest.fixture
def mine(tmp_path: Path) -> Path:
    return _made(tmp_path / "mine", TEXTS["mine"])


def _of_another(library: Path) -> None:
    other = _made(library.with_name("other"), TEXTS["other"])
    shutil.rmtree(library / "words")
    shutil.copytree(other / "words", library / "words")


def _of_no_segments(library: Path) -> None:
    listed = json.loads((library / "words" / "meta.json").read_text())
    (library / "words" / "meta.json").write_text(json.dumps({**listed, "segments": []}))
    (library / "words" / "seal.json").unlink()


@pytest.mark.parametrize("change", [_of_another, _of_no_segments])
def test_index_of_other_passages_is_rebuilt(
    mine: Path, change: Callable[[Path], None], capsys: pytest.CaptureFixture[str]
) -> None:
    """Search said "nothing found", and check that the index agrees."""
    change(mine)
    assert run(["search", "-L", str(mine), "--mode", "keyword", "tenant rent"]) == 0
    assert "made again from the stored documents" in capsys.readouterr().err
    with Library.open(mine) as library:
        assert library.search("anything", mode="keyword").hits == []
        assert library.admin.check() == []


def _add(path: Path, text: str, *, vectors: bool = False) -> None:
    with Library.open(path) as library:
        library.sources.add_documents([Document(text=text, work=text, title="")], vectors=vectors)


def _found(path: Path, query: str) -> list[str]:
    with Library.open(path) as library:
        return [hit.work for hit in library.search(query, mode="keyword").hits]


@pytest.mark.parametrize("is_searched", [True, False])
def test_indexes_of_database_put_back_are_rebuilt(mine: Path, is_searched: bool) -> None:
    """The next addition took the numbers of the lost one: the index had that, and was taken for current."""
    _add(mine, "Trees.", vectors=True)
    earlier = (mine / "library.sqlite").read_bytes()
    _add(mine, "Zebras.", vectors=True)
    (mine / "library.sqlite").write_bytes(earlier)
    if is_searched:
        with Library.open(mine) as library:
            assert library.search("zebras", mode="keyword").hits == []
            assert "is an earlier state" in str(library.admin.repairs)
    _add(mine, "Giraffes.", vectors=True)
    assert (_found(mine, "zebras"), _found(mine, "giraffes")) == ([], ["Giraffes."])
    with Library.open(mine) as library:
        assert library.search("giraffes", mode="semantic").hits[0].work == "Giraffes."
        assert library.admin.check() == []


def test_index_of_continued_copy_is_rebuilt(tmp_path: Path) -> None:
    """Both copies have as many changes and passages; only the last one differs."""
    mine, other = tmp_path / "mine", tmp_path / "other"
    with Library.open(mine, create=True) as library:
        same = [Document(text=f"The tenant pays {n}.", work=f"W{n}", title="") for n in range(300)]
        library.sources.add_documents(same, vectors=False)
    shutil.copytree(mine, other)
    _add(mine, "Zebras.")
    _add(other, "Giraffes.")
    shutil.rmtree(mine / "words")
    shutil.copytree(other / "words", mine / "words")
    assert (_found(mine, "giraffes"), _found(mine, "zebras")) == ([], ["Zebras."])


def test_check_finds_index_exchanged_while_open(mine: Path) -> None:
    with Library.open(mine) as library:
        assert library.admin.check() == []
        library.indexes.fulltext().has_words = lambda passage, body: False  # type: ignore[method-assign]
        assert "other passages" in str(library.admin.check())


def test_vectors_of_other_passages_are_found(
    tmp_path: Path, stored: Stored, short_tail: None
) -> None:
    pytest.importorskip("hnswlib", reason="needs hnswlib, which has no wheel for this Python")
    rows = unit(3 * SHORT)
    passages = range(100, 100 + len(rows))
    index = opened(tmp_path, stored)
    fill(index, stored, rows)
    index.save()
    assert finds_own(passages, index, 50)
    stored.put(passages, unit(len(rows), seed=1))
    assert not finds_own(passages, index, 50)
