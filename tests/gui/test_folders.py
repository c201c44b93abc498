"""Folders of a library in the window: added, unreadable, removed, unreachable."""

import errno
import os
import shutil
import threading
import time
from pathlib import Path

import pytest
from PySide6.QtCore import QMimeData, Qt, QUrl
from pytestqt.qtbot import QtBot
from tests.gui.conftest import PATIENCE, OpenWindow

from lexdesk.ingest.scan.ignore_rules import Rules
from lexdesk.library.library import Library
from lexdesk_gui import path_status as reachable
from lexdesk_gui.engine.process import ProcessContext
from lexdesk_gui.file_dialogs import list_local_paths
from lexdesk_gui.indexing import indexing_requests
from lexdesk_gui.indexing.file_manager import find_folder
from lexdesk_gui.indexing.folders_model import WhatRole
from lexdesk_gui.preferences import Preferences


@pytest.mark.slow
@pytest.mark.usefixtures("without_model")
def test_an_addition_is_seen_to_begin_where_there_is_no_library(
    open_window: OpenWindow, tmp_path: Path, qtbot: QtBot
) -> None:
    window = open_window(tmp_path / "library")
    screen = window.screens.index
    assert screen.progress.title.text() == "No library is open"
    (tmp_path / "one.txt").write_text("A lighthouse is let.")
    window.add([tmp_path / "one.txt"])
    sentence = "Looking for files to read…"
    assert (window.status_line.news.text(), screen.progress.subtitle.text()) == (sentence, sentence)
    assert window.status_line.progress_bar.isVisible()
    qtbot.waitUntil(lambda: screen.progress.title.text() == "You can search now", timeout=PATIENCE)
    qtbot.waitUntil(lambda: not window.status_line.progress_bar.isVisible(), timeout=PATIENCE)


@pytest.mark.slow
@pytest.mark.usefixtures("without_model")
@pytest.mark.parametrize("is_built_before", [True, False])
def test_new_library_is_shown_open_at_once(
    open_window: OpenWindow, tmp_path: Path, qtbot: QtBot, is_built_before: bool
) -> None:
    window = open_window(tmp_path / "letters")
    line = window.status_line
    assert line.ready.text() == "No library"
    if is_built_before:
        assert window.screens.index.progress.title.text() == "No library is open"
    messages: list[tuple[str, ...]] = []

    def note() -> None:
        screen = window.screens.index
        messages.append(
            (
                screen.progress.title.text(),
                screen.progress.subtitle.text(),
                screen.folders.title.text(),
            )
        )
        messages.append((line.ready.text(), line.news.text()))

    window.library.opened.connect(note)
    (tmp_path / "one.txt").write_text("A lighthouse is let.")
    window.add([tmp_path / "one.txt"])
    qtbot.waitUntil(lambda: bool(messages), timeout=PATIENCE)
    looking = "Looking for files to read…"
    assert messages == [("letters", looking, "In this library"), ("", looking)]
    qtbot.waitUntil(
        lambda: line.ready.text() == "Keyword search ready, no semantic index yet", timeout=PATIENCE
    )
    assert window.screens.index.progress.title.text() == "You can search now"


def test_an_addition_that_cannot_begin_is_not_shown_any_more(
    open_window: OpenWindow, tmp_path: Path, qtbot: QtBot
) -> None:
    (tmp_path / "file").write_text("no folder")
    window = open_window(tmp_path / "file" / "library")
    window.add([tmp_path / "file"])
    assert window.status_line.progress_bar.isVisible()
    qtbot.waitUntil(lambda: not window.status_line.progress_bar.isVisible(), timeout=PATIENCE)
    assert window.screens.index.progress.title.text() == "No library is open"


@pytest.mark.slow
@pytest.mark.usefixtures("without_model")
def test_a_folder_that_the_system_tells_nothing_of_does_not_hide_the_library(
    open_window: OpenWindow, own_gdpr: Path, tmp_path: Path, qtbot: QtBot
) -> None:
    """As on a lost network drive, or below a folder without access; root has access to all."""
    folder = tmp_path / ("x" * 300)
    with pytest.raises(OSError, match="too long"):
        folder.is_dir()
    law = tmp_path / "law"
    law.mkdir()
    (law / "lease.txt").write_text("The tenant keeps the orangery.")
    with Library.open(own_gdpr) as library:
        for setting in ("folders", "unfinished"):
            library.store.set_setting(setting, [str(law), str(folder)])
    Preferences(tmp_path / "desktop.ini").name(own_gdpr, [law, folder])
    window = open_window(own_gdpr)
    assert window.status_line.ready.text() != "Library not available"
    with qtbot.waitSignal(window.library.ended, timeout=PATIENCE * 2):
        pass  # the addition that was interrupted goes on
    state = window.library.state
    assert state is not None
    assert state.folders == {law: True, folder: False}
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile(str(item)) for item in (folder, law)])
    assert list_local_paths(data) == [law]
    assert find_folder(folder / "lease.txt") == tmp_path


@pytest.mark.slow
@pytest.mark.usefixtures("without_model")
def test_a_folder_that_cannot_be_listed_is_named_and_tried_again(
    open_window: OpenWindow,
    own_gdpr: Path,
    tmp_path: Path,
    qtbot: QtBot,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    closed = tmp_path / "letters" / "closed"
    closed.mkdir(parents=True)
    (closed / "lease.txt").write_text("The tenant keeps the orangery.")
    inside = Rules.inside

    def deny_listing(rules: Rules, folder: Path) -> Rules:
        if folder == closed:  # root enters all
            raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), str(folder))
        return inside(rules, folder)

    with monkeypatch.context() as patched:
        patched.setattr(Rules, "inside", deny_listing)
        context = ProcessContext(lambda _: None)
        report = indexing_requests.add(
            context, path=own_gdpr, paths=[closed.parent], passphrase=None
        )
        context.close()
    assert list(report.unread) == [str(closed)]
    window = open_window(own_gdpr)
    screen = window.screens.index
    window.library.writer._added(0, report)
    qtbot.waitUntil(lambda: screen.failed_card.model.paths() == [closed], timeout=PATIENCE)
    assert window.status_line.failed.text() == "1 file needs attention"
    screen.again.emit(screen.failed_card.model.paths())
    qtbot.waitUntil(lambda: screen.failed_card.model.paths() == [], timeout=PATIENCE * 2)
    with Library.open(own_gdpr) as library:
        assert library.search("orangery", mode="keyword").hits


def test_contents_are_shown_while_drive_does_not_answer(
    gdpr: Path, own_gdpr: Path, tmp_path: Path, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As of a server that is off: each query of its folder may take a minute, and would delay a search."""
    answers, subject, mode = threading.Event(), list[Path](), reachable._mode

    def slow(path: Path) -> int:
        if path == tmp_path / "server":
            subject.append(path)
            answers.wait(20)
        return mode(path)

    monkeypatch.setattr(reachable, "_mode", slow)
    with Library.open(own_gdpr) as library:
        for setting in ("folders", "unfinished"):
            library.store.set_setting(setting, [str(gdpr), str(tmp_path / "server")])
        begun = time.monotonic()
        for _ in range(2):
            result = indexing_requests.read_state(library)
            assert result.folders == {gdpr: True, tmp_path / "server": True}, (
                "it is not known to be gone"
            )
            assert result.unfinished == [gdpr, tmp_path / "server"]
        assert time.monotonic() - begun < 10
        assert len(subject) == 1
        answers.set()
        gone = {gdpr: True, tmp_path / "server": False}
        qtbot.waitUntil(
            lambda: indexing_requests.read_state(library).folders == gone, timeout=PATIENCE
        )


@pytest.mark.slow
@pytest.mark.usefixtures("without_model")
def test_a_folder_is_taken_out_of_the_library_once_that_is_affirmed(
    open_window: OpenWindow, tmp_path: Path, qtbot: QtBot
) -> None:
    kept, old = tmp_path / "kept", tmp_path / "old"
    for folder in (kept, old):
        folder.mkdir()
        (folder / "letter.txt").write_text(f"A lighthouse is let, says {folder.name}.")
    (old / "empty.txt").touch()
    with Library.open(tmp_path / "library", create=True) as library:
        library.sources.add([kept, old], vectors=False)
    shutil.rmtree(old)
    window = open_window(tmp_path / "library")
    window.navigation.show_screen("index")
    card = window.screens.index.folders
    rows = card.model.rowCount
    qtbot.waitUntil(lambda: rows() == 2, timeout=PATIENCE)
    shown = [card.model.index(row, 0) for row in range(2)]
    spoken = [item.data(Qt.ItemDataRole.AccessibleTextRole) for item in shown]
    place = tmp_path.name
    assert spoken == [
        f"{place} / kept, Folder, 1 document",
        f"{place} / old, No longer on disk, 1 document",
    ]
    assert not card.menu.isEnabled()
    card.list.setCurrentIndex(shown[1])
    assert card.menu.isEnabled()
    card.remove.trigger()
    assert "cannot be added again" in card.question.text()
    assert card.keep.hasFocus()
    card.keep.click()
    assert not card.affirm.isVisible()
    assert rows() == 2
    card.remove.trigger()
    card.affirm.click()
    gone = "2 files are no longer in the library."
    qtbot.waitUntil(lambda: window.status_line.news.text() == gone, timeout=PATIENCE)
    qtbot.waitUntil(lambda: rows() == 1, timeout=PATIENCE)
    with Library.open(tmp_path / "library") as library:
        assert [hit.path for hit in library.search("lighthouse", mode="keyword").hits] == [
            str(kept / "letter.txt")
        ]
    assert window.screens.index.failed_card.model.rowCount() == 0
    assert (kept / "letter.txt").exists()


@pytest.mark.slow
@pytest.mark.usefixtures("without_model")
def test_files_that_are_gone_are_taken_out_of_a_folder_that_is_there(
    open_window: OpenWindow, tmp_path: Path, qtbot: QtBot
) -> None:
    whole, worn = tmp_path / "whole", tmp_path / "worn"
    for folder in (whole, worn):
        folder.mkdir()
        for name in ("letter", "lease", "will"):
            text = f"A lighthouse is named in this {name}, says {folder.name}."
            (folder / f"{name}.txt").write_text(text)
    with Library.open(tmp_path / "library", create=True) as library:
        library.sources.add([whole, worn], vectors=False)
    (worn / "lease.txt").unlink()
    (worn / "will.txt").rename(worn / "testament.txt")  # which is not gone
    (worn / ".lexdeskignore").write_text("letter.txt\n")
    window = open_window(tmp_path / "library")
    window.navigation.show_screen("index")
    card = window.screens.index.folders
    qtbot.waitUntil(lambda: card.model.rowCount() == 2, timeout=PATIENCE)
    row = {name: card.model.index(at, 0) for at, name in enumerate(("whole", "worn"))}
    with qtbot.waitSignal(window.library.gone_files.found, timeout=PATIENCE):
        card.list.setCurrentIndex(row["whole"])
    assert not card.remove_gone.isVisible()
    card.list.setCurrentIndex(row["worn"])
    card.remove.trigger()  # before it is known what is gone
    with qtbot.waitSignal(window.library.gone_files.found, timeout=PATIENCE):
        pass
    assert card.affirm.isVisible()
    assert not card.remove_gone.isEnabled()
    card.keep.click()
    assert card.list.hasFocus()
    assert card.remove_gone.isEnabled()
    assert row["worn"].data(WhatRole) == "1 file is no longer on disk"
    card.remove_gone.trigger()
    assert card.question.text() == (
        f"Remove 1 file from the library that is no longer in {worn}?"
        " 1 more is left out by .lexdeskignore now, and goes with it."
        " This cannot be undone. Lexdesk also reads new and changed files there."
    )
    assert card.keep.hasFocus()
    card.keep.click()
    assert card.list.hasFocus()
    card.remove_gone.trigger()
    with qtbot.waitSignal(window.library.ended, timeout=PATIENCE * 2) as ended:
        card.affirm.click()
    assert "1 renamed, 2 removed" in ended.args[0]
    with qtbot.waitSignal(window.library.gone_files.found, timeout=PATIENCE):
        pass
    assert not card.remove_gone.isVisible()
    assert card.model.rowCount() == 2
    with Library.open(tmp_path / "library") as library:
        paths = {hit.path for hit in library.search("lighthouse", mode="keyword").hits}
    assert {Path(path or "").name for path in paths if "worn" in (path or "")} == {"testament.txt"}
    assert len(paths) == 4


@pytest.mark.slow
@pytest.mark.usefixtures("without_model")
def test_nothing_waits_for_a_drive_that_is_looked_through(
    open_window: OpenWindow,
    own_gdpr: Path,
    tmp_path: Path,
    qtbot: QtBot,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    subject = str(Path(__file__).parent / "asked")
    monkeypatch.syspath_prepend(subject)
    monkeypatch.setenv("PYTHONPATH", subject, prepend=os.pathsep)
    import questions_of_tests

    monkeypatch.setattr(indexing_requests, "find_missing_files", questions_of_tests.look_for_ever)
    drive = tmp_path / "drive"
    drive.mkdir()
    (drive / "lease.txt").write_text("The tenant keeps the orangery.")
    with Library.open(own_gdpr) as library:
        library.sources.add([drive], vectors=False)
    window = open_window(own_gdpr)
    window.navigation.show_screen("index")
    folders = window.screens.index.folders
    qtbot.waitUntil(lambda: folders.model.rowCount() > 0, timeout=PATIENCE)
    folders.list.setCurrentIndex(folders.model.index(0, 0))
    qtbot.waitUntil((tmp_path / "looking").exists, timeout=PATIENCE)
    with qtbot.waitSignal(window.work.shelved, timeout=PATIENCE):
        window.work.save("orangery", "orangery", "keyword")
    begun = time.monotonic()
    window.close()
    assert time.monotonic() - begun < 10
