"""Records written by sqlite-utils, over plain and encrypted connections."""

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from lexdesk.errors import LibraryDamaged
from lexdesk.storage import Store
from lexdesk.storage.encryption import Key

LINKS = [("rec_1", "art_1", 0.5), ("rec_2", "art_7__para_1", None)]


@pytest.fixture(params=["plain", "encrypted"])
def store(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Store]:
    key = Key.new("six words of a long passphrase") if request.param == "encrypted" else None
    with closing(Store(tmp_path / "library.sqlite", key)) as opened:
        yield opened


def schema(store: Store) -> list[tuple[str, str]]:
    return store.statements.execute("SELECT name, sql FROM sqlite_master ORDER BY 1").fetchall()


def test_writes_leave_the_schema_alone(store: Store) -> None:
    (before,) = store.statements.execute("PRAGMA schema_version").fetchone()
    tables = schema(store)
    store.set_setting("model", {"name": "a"})
    store.set_setting("model", {"name": "b"})
    with store.transaction():
        store.law.put_explanations("32016R0679", "model", LINKS)
    assert store.setting("model", dict[str, str]) == {"name": "b"}
    assert schema(store) == tables
    assert store.statements.execute("PRAGMA schema_version").fetchone() == (before,)


def test_explanations_are_replaced_and_counted(store: Store) -> None:
    with store.transaction():
        assert store.law.put_explanations("32016R0679", "model", LINKS * 2) == 0
    with store.transaction():
        assert store.law.put_explanations("32016R0679", "model", LINKS[1:]) == 2
    found = store.law.explanations("32016R0679")
    assert found == [("rec_2", "art_7__para_1", "model", None)]


def test_failed_inner_transaction_leaves_the_outer_one(store: Store) -> None:
    with store.transaction():
        store.set_setting("kept", 1)
        with pytest.raises(KeyError), store.transaction():
            store.set_setting("lost", 1)
            raise KeyError
    assert (store.setting("kept", int), store.setting("lost", int)) == (1, None)


def test_errors_are_reported_as_damage(store: Store) -> None:
    store.statements.execute("DROP TABLE explanation")
    store.statements.execute("CREATE TABLE explanation (work, recital, provision, source)")
    with pytest.raises(LibraryDamaged), store.transaction():
        store.law.put_explanations("32016R0679", "model", LINKS)
