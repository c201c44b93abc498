"""A store with repeated replacements is packed to the size of a new one, without losses."""

import random
from collections.abc import Iterator
from pathlib import Path

import pytest

from lexdesk import Library
from lexdesk.document.model import Document
from lexdesk.document.passages import split_document
from lexdesk.storage import Store
from lexdesk.storage import store as store_module
from lexdesk.storage.encryption import Key
from lexdesk.storage.schema import FileRecord
from lexdesk.system.library_files import STORE

FILES = 100


@pytest.fixture(params=["plain", "encrypted"])
def store(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Store]:
    """An empty store."""
    key = None
    if request.param == "encrypted":
        pytest.importorskip("sqlcipher3")
        key = Key.new("correct horse battery staple")
    result = Store(tmp_path / STORE, key)
    yield result
    result.close()


def put(store: Store, number: int, text: str) -> None:
    """Replace the document of a file."""
    document = Document(text, f"File {number}", language="en")
    store.files.put(
        FileRecord(f"{number}.txt", text, len(text), 1),
        f"file-{number}",
        document,
        split_document(document),
    )


def replace(store: Store, turns: int) -> dict[int, str]:
    """Write a few documents ``turns`` times, and pack on time; return the remaining texts."""
    chance = random.Random(turns)
    (size,) = store.statements.execute("PRAGMA page_size").fetchone()
    a_fifth = int(size) // 27  # words of a page: what is smaller than a page leaves room on it
    texts: dict[int, str] = {}
    for turn in range(turns):
        with store.transaction():
            for number in range(FILES) if turn == 0 else chance.sample(range(FILES), 12):
                words = chance.choices(("rent", "house", "tenant"), k=a_fifth)
                texts[number] = f"Turn {turn}. {' '.join(words)}"
                put(store, number, texts[number])
        store.pack_where_worn()
    return texts


def pages(store: Store) -> int:
    """Return the number of pages of the file."""
    (count,) = store.statements.execute("PRAGMA page_count").fetchone()
    return int(count)


@pytest.mark.slow
def test_replaced_text_leaves_no_gap(store: Store, tmp_path: Path) -> None:
    texts = replace(store, 40)
    (tmp_path / "new").mkdir()
    fresh = Store(tmp_path / "new" / STORE, store.key)
    with fresh.transaction():
        for number, text in texts.items():
            put(fresh, number, text)
    assert pages(store) <= 1.3 * pages(fresh)
    fresh.close()
    assert store.problems() == []
    for number, text in texts.items():
        expression = store.files.expression_of_file(f"{number}.txt")
        assert expression is not None
        assert store.texts.text(expression) == text


@pytest.mark.slow
def test_oversized_index_is_left_unpacked(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as patched:
        patched.setattr(store_module, "LARGEST", 0)
        replace(store, 40)
    worn = pages(store)
    store.pack_where_worn()
    assert pages(store) < 0.85 * worn
    packed = store.last_change()
    store.pack_where_worn()
    assert store.setting("packed", int) == packed


def test_packing_continues_numbers_and_log(store: Store) -> None:
    replace(store, 1)
    before, passages = store.last_change(), store.passages.searchable()
    replace(store, 4)
    assert store.last_change() > before
    assert min(store.passages.searchable() - passages) > max(passages)
    found = {change.expression for change in store.files.changes(0, kind="add")}
    assert store.filters.expressions() <= found
    assert len(found) < store.last_change() / 2  # those that are gone are not told as added


def test_index_behind_packed_store_catches_up(
    words_library: Library, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(store_module, "MOST_WORN", 0.0)
    folder = tmp_path / "leases"
    folder.mkdir()
    for turn in range(3):
        for number in range(5):
            (folder / f"{number}.txt").write_text(
                f"The lease {number} has the word turn{turn}{number}."
            )
        with monkeypatch.context() as patched:
            patched.setattr("lexdesk.ingest.files.update_lexical", lambda *_: None)
            words_library.sources.add([folder], vectors=False)
    with Library.open(words_library.path) as library:
        assert len(library.search('"turn24"', mode="keyword").hits) == 1
        assert library.search('"turn14"', mode="keyword").hits == []
        assert library.admin.check() == []


def test_temporary_files_are_in_memory(store: Store) -> None:
    (where,) = store.statements.execute("PRAGMA temp_store").fetchone()
    assert int(where) == 2  # sqlite.org/pragma.html#pragma_temp_store
