"""Changes in the folders of the library, detected while the window is open."""

import threading
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot
from tests.gui.conftest import OpenWindow

from lexdesk.library.library import Library
from lexdesk.system.bundled import find_corpus
from lexdesk_gui.engine.connection import Connection
from lexdesk_gui.engine.tasks import StoppedByUser
from lexdesk_gui.indexing import indexing_requests
from lexdesk_gui.indexing.folders_card import FoldersCard
from lexdesk_gui.indexing.folders_model import WhatRole
from lexdesk_gui.main_window import MainWindow
from lexdesk_gui.style.theme import Theme

pytestmark = pytest.mark.usefixtures("without_model")

_PATIENCE = 60_000
"""Milliseconds for what comes by itself: pauses that are waited for, and two processes that start."""


@pytest.fixture
def matters(tmp_path: Path) -> Path:
    folder = tmp_path / "matters"
    folder.mkdir()
    (folder / "lease.txt").write_text("The tenant pays the rent on the first day of each month.")
    (folder / ".lexdeskignore").write_text("*.log")
    with Library.open(tmp_path / "library", create=True) as library:
        library.sources.add([folder], vectors=False)
    return folder


@pytest.fixture
def window(matters: Path, open_window: OpenWindow, qtbot: QtBot) -> Iterator[MainWindow]:
    """A window with watched and scanned folders."""
    result = open_window(matters.parent / "library")
    changed = result.changed_files
    qtbot.waitUntil(lambda: changed.watched_folders == {matters: None}, timeout=_PATIENCE)
    qtbot.waitUntil(lambda: not changed._check.goes_on, timeout=_PATIENCE)
    yield result
    if not result.isHidden():
        result.close()


def _wait_for(window: MainWindow, qtbot: QtBot, count: int) -> None:
    sentence = f"{count} file{'s' * (count != 1)} changed since " if count else "Last change"
    qtbot.waitUntil(
        lambda: (
            window.status_line.changed.text().startswith(sentence)
            and window.status_line.update_files.isHidden() == (count == 0)
        ),
        timeout=_PATIENCE,
    )


def _what(window: MainWindow) -> str:
    model = window.screens.index.folders.model
    return str(model.index(0, 0).data(WhatRole))


@pytest.mark.slow
def test_written_renamed_and_removed_files_are_reported(
    window: MainWindow, matters: Path, qtbot: QtBot
) -> None:
    (matters / "new").mkdir()
    (matters / "new" / "orangery.txt").write_text("The orangery shall be heated from October on.")
    _wait_for(window, qtbot, 1)
    (matters / "lease.txt").rename(matters / "new" / "lease of 2019.txt")
    _wait_for(window, qtbot, 2)
    (matters / "new" / "orangery.txt").unlink()
    _wait_for(window, qtbot, 1)
    (matters / "new" / "lease of 2019.txt").rename(matters / "lease.txt")
    _wait_for(window, qtbot, 0)


@pytest.mark.slow
def test_many_files_at_once_are_looked_through_once(
    window: MainWindow, matters: Path, qtbot: QtBot
) -> None:
    looks: list[None] = []
    window.changed_files.looked.connect(lambda: looks.append(None))
    for number in range(500):
        (matters / f"{number}.txt").write_text("The tenant gives notice of termination.")
    _wait_for(window, qtbot, 500)
    assert len(looks) == 1


@pytest.mark.slow
def test_changes_during_indexing_are_reported_afterwards(
    window: MainWindow, matters: Path, qtbot: QtBot
) -> None:
    looks: list[bool] = []
    window.changed_files.looked.connect(lambda: looks.append(window.library.adding is not None))
    (matters / "orangery.txt").write_text("The orangery shall be heated from October on.")
    _wait_for(window, qtbot, 1)
    looks.clear()
    written: list[Path] = []

    def write(_news: object) -> None:
        if not written:
            written.append(matters / "meanwhile.txt")
            written[0].write_text("The hedge is cut in May.")

    window.library.progressed.connect(write)
    with qtbot.waitSignal(window.library.ended, timeout=_PATIENCE):
        window.status_line.update_files.click()
    assert written
    qtbot.waitUntil(lambda: bool(looks), timeout=_PATIENCE)
    _wait_for(window, qtbot, 1)
    assert looks == [False]


@pytest.mark.slow
def test_a_folder_says_that_it_is_watched_and_when_it_is_away(
    window: MainWindow, matters: Path, qtbot: QtBot
) -> None:
    window.navigation.show_screen("index")
    assert _what(window) == "Folder, watched"
    matters.rename(matters.parent / "taken out")
    qtbot.waitUntil(
        lambda: (
            _what(window) == "No longer on disk"
            and window.changed_files.watched_folders == {matters: "away"}
        ),
        timeout=_PATIENCE,
    )
    (matters.parent / "taken out").rename(matters)
    qtbot.waitUntil(lambda: _what(window) == "Folder, watched", timeout=_PATIENCE)
    (matters / "orangery.txt").write_text("The orangery shall be heated from October on.")
    _wait_for(window, qtbot, 1)


@pytest.mark.slow
def test_removed_file_is_reported_in_chosen_folder(
    window: MainWindow, matters: Path, qtbot: QtBot
) -> None:
    window.navigation.show_screen("index")
    folders = window.screens.index.folders
    folders.list.setCurrentIndex(folders.model.index(0, 0))
    (matters / "lease.txt").unlink()
    qtbot.waitUntil(lambda: _what(window) == "1 file is no longer on disk", timeout=_PATIENCE)


@pytest.mark.slow
def test_the_watching_ends_with_the_library_and_with_the_window(
    window: MainWindow, gdpr: Path, matters: Path, qtbot: QtBot
) -> None:
    before = _watching(window)
    with qtbot.waitSignal(window.library.opened, timeout=_PATIENCE):
        window.library.open(gdpr)
    qtbot.waitUntil(lambda: not before.is_alive, timeout=_PATIENCE)
    assert window.changed_files.watched_folders == {}
    with qtbot.waitSignal(window.library.opened, timeout=_PATIENCE):
        window.library.open(matters.parent / "library")
    qtbot.waitUntil(
        lambda: window.changed_files.watched_folders == {matters: None}, timeout=_PATIENCE
    )
    last = _watching(window)
    assert last.is_alive
    window.close()
    assert not last.is_alive
    window.library.ended.emit("")  # as what was being added may still tell
    window.changed_files._see()
    assert all(work.isFinished() for work in window.changed_files._works.running)


def _watching(window: MainWindow) -> Connection:
    """Return the watching process."""
    process = window.changed_files.watch_process
    assert process is not None
    return process


@pytest.mark.slow
def test_the_process_that_watches_ends_where_the_window_is_killed(tmp_path: Path) -> None:
    connection, result = Connection(), threading.Event()
    work = partial(indexing_requests.watch, folders=[tmp_path], library=tmp_path / "library")
    ends: list[BaseException] = []

    def ask() -> None:
        try:
            connection.ask(work, lambda _: result.set())
        except BaseException as error:
            ends.append(error)

    asking = threading.Thread(target=ask)
    asking.start()
    assert result.wait(60)
    connection._process.stdin.close()  # type: ignore[union-attr]
    assert connection._process.wait(60) == 0
    asking.join(60)
    connection.close()
    assert len(ends) == 1
    assert isinstance(ends[0], StoppedByUser)


@pytest.mark.parametrize(
    ("why", "expected", "is_explained"),
    [
        (None, "Folder, watched", False),
        ("away", "Folder", False),  # till the library was asked
        ("network", "On a network drive, not watched", True),
        ("removable", "On a removable drive, not watched", True),
        ("limit", "Not watched: limit of the system reached", True),
        ("refused", "Not watched: access denied", True),
    ],
)
def test_unwatched_folder_states_reason(
    why: str | None, expected: str, is_explained: bool, theme: Theme, qtbot: QtBot, tmp_path: Path
) -> None:
    card = FoldersCard(theme)
    qtbot.addWidget(card)
    card.put({tmp_path: True, find_corpus(): True}, {tmp_path: 3, find_corpus(): 1})
    assert card.model.index(0, 0).data(WhatRole) == "Folder"
    card.show_watched({tmp_path: why})  # type: ignore[dict-item]
    assert card.model.index(0, 0).data(WhatRole) == expected
    assert card.model.index(1, 0).data(WhatRole).startswith("Bundled law")
    assert card.unwatched.isVisibleTo(card) == is_explained
    card.put({tmp_path: False}, {tmp_path: 3})
    assert card.model.index(0, 0).data(WhatRole) == "No longer on disk"
