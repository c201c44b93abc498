"""Opening of a store."""

import threading
from pathlib import Path

from tests.codes import raises_code

from lexdesk.errors import LibraryCode, LibraryError, UnsafeFile
from lexdesk.storage.opening import open_store
from lexdesk.system.library_files import STORE


def test_store_linked_for_a_moment_is_opened(tmp_path: Path) -> None:
    """A program that backs up links files while it copies them."""
    folder, second = tmp_path / "library", tmp_path / "second"
    open_store(folder, create=True, passphrase=None).close()
    second.hardlink_to(folder / STORE)
    with raises_code(UnsafeFile, LibraryCode.HAS_ANOTHER_NAME):
        open_store(folder, create=False, passphrase=None)
    remover = threading.Timer(0.1, second.unlink)
    remover.start()
    open_store(folder, create=False, passphrase=None).close()
    remover.join()
    assert not second.exists()


def test_a_folder_that_moves_while_it_is_opened_is_no_library(tmp_path: Path) -> None:
    folder, elsewhere = tmp_path / "library", tmp_path / "elsewhere"
    open_store(folder, create=True, passphrase=None).close()
    done = threading.Event()

    def move() -> None:
        while not done.is_set():
            folder.rename(elsewhere)
            elsewhere.rename(folder)

    mover = threading.Thread(target=move)
    mover.start()
    failures = 0
    try:
        for _ in range(1_000):
            try:
                open_store(folder, create=False, passphrase=None).close()
            except LibraryError:  # any other error fails the test
                failures += 1
    finally:
        done.set()
        mover.join()
    assert failures
