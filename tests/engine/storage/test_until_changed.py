"""Values cached until the library changes."""

from pathlib import Path

import pytest

from lexdesk import Document, Library
from lexdesk.storage import Store, until_changed


def test_result_is_recomputed_only_after_change(tmp_path: Path) -> None:
    calls: list[tuple[int, str]] = []

    @until_changed
    def kinds(store: Store, kind: str) -> int:
        calls.append((id(store), kind))
        return store.filters.expression_counts("kind").get(kind, 0)

    with Library.open(tmp_path / "one", create=True) as one:
        store = one.search.retriever("keyword").store
        assert [kinds(store, "lease") for _ in range(3)] == [0, 0, 0]
        assert kinds(store, "will") == 0
        assert len(calls) == 2
        one.sources.add_documents(
            [Document("The garden is let.", "A", work="a", kind="lease")], vectors=False
        )
        assert kinds(store, "lease") == 1
        assert kinds(store, "will") == 0
        assert len(calls) == 4
        with Library.open(tmp_path / "two", create=True) as two:
            assert kinds(two.search.retriever("keyword").store, "lease") == 0
        assert kinds(store, "lease") == 1
        assert len(calls) == 5


def test_filter_sees_later_additions(tmp_path: Path) -> None:
    def lease(work: str) -> Document:
        return Document("The garden is let.", work, work=work, kind="lease")

    with Library.open(tmp_path / "library", create=True) as library:
        library.sources.add_documents([lease("a")], vectors=False)
        assert [hit.work for hit in library.search("kind:lease garden").hits] == ["a"]
        library.sources.add_documents([lease("b")], vectors=False)
        found = library.search("kind:lease garden").hits
        assert {hit.work for hit in found} == {"a", "b"} or found[0].copies == 1


def _retitle(store: Store, title: str) -> None:
    store.statements.execute("UPDATE expression SET title = ?", (title,))


def test_expressions_are_read_again_after_change(tmp_path: Path) -> None:
    """An UPDATE enters no change in the log."""
    path = tmp_path / "library"
    with Library.open(path, create=True) as one, Library.open(path) as another:
        one.sources.add_documents([Document("The garden is let.", "A", work="a")], vectors=False)
        assert [hit.title for hit in one.search("garden").hits] == ["A"]
        for store, title in ((another.store, "B"), (one.store, "C")):
            with store.transaction():
                _retitle(store, title)
            assert [hit.title for hit in one.search("garden").hits] == [title]
        with pytest.raises(ZeroDivisionError), one.store.transaction():
            _retitle(one.store, "D")
            assert [hit.title for hit in one.search("garden").hits] == ["D"]
            _ = 1 // 0
        assert [hit.title for hit in one.search("garden").hits] == ["C"]
