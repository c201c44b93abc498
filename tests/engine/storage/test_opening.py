"""Opening of a store."""

import threading
from pathlib import Path

from lexdesk.errors import LibraryError
from lexdesk.storage.opening import open_store


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
