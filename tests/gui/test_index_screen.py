"""What the index screen says of a library, and of one that is added to."""

import dataclasses
import errno
import os
import shutil
import threading
import time
from pathlib import Path

import pytest
from PySide6.QtCore import QMimeData, Qt, QUrl
from pytestqt.qtbot import QtBot
from tests.failures import damaged, data
from tests.gui.conftest import PATIENCE, OpenWindow

from lexdesk.document.model import Document
from lexdesk.errors import Message, PhraseCode
from lexdesk.extract import ocr
from lexdesk.extract.sniff import locked_for_good
from lexdesk.ingest import Progress
from lexdesk.ingest.scan.ignoring import Rules
from lexdesk.library.library import Library
from lexdesk.library.status import Status
from lexdesk_gui import path_status as reachable
from lexdesk_gui.drag_and_drop import local_paths
from lexdesk_gui.engine.process import ProcessContext
from lexdesk_gui.indexing import failed_files_model, failed_files_table
from lexdesk_gui.indexing import indexing_requests as questions
from lexdesk_gui.indexing.examples import Example, examples
from lexdesk_gui.indexing.failed_files_delegate import FailedFilesDelegate
from lexdesk_gui.indexing.failed_files_model import HelpRole, IconRole
from lexdesk_gui.indexing.file_manager import folder_of
from lexdesk_gui.indexing.folders_model import WhatRole
from lexdesk_gui.indexing.index_screen import IndexScreen
from lexdesk_gui.indexing.progress_card import STAGES
from lexdesk_gui.preferences import Preferences
from lexdesk_gui.style.theme import Theme


@pytest.fixture
def screen(qtbot: QtBot, theme: Theme) -> IndexScreen:
    widget = IndexScreen(theme)
    qtbot.addWidget(widget)
    return widget


@pytest.fixture
def status(gdpr: Path) -> Status:
    with Library.open(gdpr) as library:
        return library.admin.status()


def _shown(screen: IndexScreen) -> list[tuple[int, str]]:
    """Per cent and figure of each stage."""
    stages = [screen.progress.stages[stage] for stage in STAGES]
    return [(round(stage.bar.value() / 10), stage.text) for stage in stages]


def _ticks(screen: IndexScreen) -> list[bool]:
    """Return whether each stage is said to be done."""
    return [screen.progress.stages[stage].mark.is_tick for stage in STAGES]


def test_while_files_are_read_no_bar_is_full(screen: IndexScreen, status: Status) -> None:
    screen.show_status(status, {})
    passages = f"ready · {status.passages:,} passages"
    assert _shown(screen) == [(100, "1 file read"), (100, passages), (0, "0 %")]
    assert _ticks(screen) == [True, True, False]
    assert screen.progress.note.isHidden()
    screen.progress.show_progress(Progress("read", 3, 4, "/x/lease.pdf"))
    screen.show_status(status, {})  # which comes every two seconds
    so_far = passages.removeprefix("ready · ")
    assert _shown(screen) == [(75, "3 of 4 read"), (75, so_far), (0, "0 %")]
    assert _ticks(screen) == [False, False, False]
    assert screen.progress.counts.isHidden()
    assert screen.progress.subtitle.text() == (
        "Keyword search finds each file soon after it is read."
    )
    assert not screen.progress.note.isHidden()
    screen.progress.show_progress(Progress("vectors", 30, 40))
    assert _shown(screen) == [(100, "1 file read"), (100, passages), (75, "75 %")]
    assert screen.progress.counts.text() == "30 of 40 passages"
    assert screen.progress.stages["vectors"].bar.accessibleDescription() == "75 %"
    screen.progress.pause.click()
    assert _shown(screen)[2] == (75, "75 % · paused")
    screen.progress.end_progress()
    assert _shown(screen) == [(100, "1 file read"), (100, passages), (0, "0 %")]
    assert screen.progress.note.isHidden()


def test_a_file_that_is_chosen_stays_so_while_others_are_refused(
    screen: IndexScreen, status: Status
) -> None:
    reason = damaged("a file")
    screen.show_status(status, {"/x/b.pdf": reason, "/x/c.pdf": reason})
    table = screen.failed_card.table
    table.selectRow(0)
    for name in ("a", "d"):
        screen.show_status(status, {f"/x/{item}.pdf": reason for item in ("b", "c", name)})
        assert table.chosen() == [Path("/x/b.pdf")]
        assert table.try_again.isEnabled()
    screen.show_status(status, {"/x/c.pdf": reason})
    assert table.chosen() == []
    assert not table.try_again.isEnabled()


def test_of_many_files_that_are_refused_only_those_in_sight_are_looked_at(
    screen: IndexScreen, status: Status, monkeypatch: pytest.MonkeyPatch
) -> None:
    """They come every two seconds while files are read, on the thread of the window."""
    looked_at: list[str] = []

    def path(of: str) -> Path:
        looked_at.append(of)
        return Path(of)

    monkeypatch.setattr(failed_files_model, "Path", path)
    failures = {f"/x/{number}/scan.pdf": damaged("scan.pdf") for number in range(2_000)}
    for number in range(3):
        screen.show_status(
            status, {**failures, "/x/more.pdf": damaged("more.pdf", str(number // 2))}
        )
    assert 0 < len(looked_at) < 200
    assert screen.failed_card.model.rowCount() == 2_001


def test_failed_files_offer_one_matching_button(
    screen: IndexScreen, status: Status, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    reasons = {
        "/x/1.png": ocr.scan("1.png", Message(PhraseCode.PICTURE)).message,
        "/x/2.zip": damaged("2.zip"),
        "/x/3.eml": locked_for_good("3.eml").message,
        "/x/4.json": data("4.json"),
    }
    table, model = screen.failed_card.table, screen.failed_card.model
    screen.show_status(status, reasons, can_recognise=True)
    screen.resize(1300, 800)
    screen.show()
    rows = [model.index(row, 0) for row in range(4)]
    assert [row.data(HelpRole) for row in rows] == [
        "Read by OCR",
        "Try again",
        "Show in folder",
        "",
    ]
    assert [row.data(IconRole) for row in rows] == ["file", "file", "mail", "file"]
    spoken = rows[1].data(Qt.ItemDataRole.AccessibleTextRole)
    assert spoken == "2.zip, Is damaged in its archive (no end); copy it again."
    assert rows[1].data(Qt.ItemDataRole.AccessibleDescriptionRole) == "Enter: Try again"
    again: list[list[Path]] = []
    screen.again.connect(again.append)
    shown: list[Path] = []
    monkeypatch.setattr(failed_files_table, "show_folder", shown.append)
    left_button, keys = Qt.MouseButton.LeftButton, Qt.Key
    delegate = table.itemDelegate()
    assert isinstance(delegate, FailedFilesDelegate)
    boxes = [delegate.button(row, table.visualRect(row)) for row in rows]
    assert [box.isNull() for box in boxes] == [False, False, False, True]
    qtbot.mouseClick(table.viewport(), left_button, pos=boxes[0].center())
    assert again == [[Path("/x/1.png")]]
    qtbot.mouseClick(table.viewport(), left_button, pos=table.visualRect(rows[1]).center())
    assert len(again) == 1, "a click beside a button chooses the row"
    qtbot.keyClick(table, keys.Key_Space)
    assert again[1:] == [[Path("/x/2.zip")]]
    qtbot.keyClick(table, keys.Key_Down)
    qtbot.keyClick(table, keys.Key_Return)
    qtbot.waitUntil(lambda: shown == [Path("/x")] or shown == [Path("/")])
    table.selectAll()
    table.try_again.trigger()
    assert len(again[2]) == 4
    screen.failed_card.all_again.click()
    assert len(again[3]) == 4
    only_read = dataclasses.replace(status, read_only=True)
    screen.show_status(only_read, reasons)
    assert {row.data(HelpRole) for row in rows} == {"Show in folder", ""}
    assert screen.failed_card.all_again.isHidden()


def test_queries_to_try_find_something(gdpr: Path, tmp_path: Path) -> None:
    with Library.open(gdpr) as library:
        found = examples(library, by_meaning=True)
        assert [item.way for item in found] == ["citation", "near", "semantic", "filters"]
        for query, way in found:
            assert way == "semantic" or library.search(query, mode="keyword", top=1).hits
        assert "beginning" in {example.way for example in examples(library, by_meaning=False)}
    with Library.open(tmp_path / "letters", create=True) as library:
        assert examples(library, by_meaning=False) == []
        letter = Document(title="Brief", text="Der Leuchtturm wird verpachtet.", language="fi")
        letter = dataclasses.replace(letter, work="brief")
        library.sources.add_documents([letter], vectors=False)
        for query, _ in examples(library, by_meaning=False):
            assert library.search(query, mode="keyword", top=1).hits


def test_sample_queries_describe_their_results(
    screen: IndexScreen, status: Status, qtbot: QtBot
) -> None:
    calls: list[bool] = []
    tried: list[tuple[str, str]] = []
    screen.wanting_examples.connect(calls.append)
    screen.tried.connect(lambda query, mode: tried.append((query, mode)))
    screen.show_status(status, {})
    assert calls == [], "nobody sees it"
    screen.show()
    half = dataclasses.replace(status, vectors_ready=0.5)
    for item in (half, half):
        screen.show_status(item, {})
    assert calls == [False, True]
    screen.show_examples([Example("who pays", "semantic"), Example("Art. 7 GDPR", "citation")])
    names = [button.accessibleName() for button in screen.examples.buttons]
    assert names == ["who pays, semantic, 50 %", "Art. 7 GDPR, a citation"]
    for button in screen.examples.buttons:
        button.click()
    assert tried == [("who pays", "hybrid"), ("Art. 7 GDPR", "")]
    screen.show_status(dataclasses.replace(status, vectors_ready=1.0), {})
    assert screen.examples.buttons[0].accessibleName() == "who pays, semantic"
    screen.show_status(None, {})
    assert screen.examples.isHidden()


def test_of_an_empty_library_nothing_is_ready(screen: IndexScreen, tmp_path: Path) -> None:
    with Library.open(tmp_path / "empty", create=True) as library:
        screen.show_status(library.admin.status(), {})
    assert _shown(screen) == [(0, "0 files read"), (0, "0 passages"), (0, "0 %")]


def test_words_that_are_not_ready_are_not_said_to_be(screen: IndexScreen, status: Status) -> None:
    screen.show_status(dataclasses.replace(status, lexical_ready=False), {})
    assert _shown(screen)[1][0] == 99
    assert not screen.progress.subtitle.text().startswith("Keyword search is ready")


def test_languages_of_earlier_embeddings_are_named(screen: IndexScreen, status: Status) -> None:
    whole = dataclasses.replace(status, vectors=9, vectors_ready=1.0)
    screen.show_status(dataclasses.replace(whole, old_languages=["de", "fr"]), {})
    assert screen.progress.subtitle.text().endswith("semantic index in German, French.")
    screen.show_status(whole, {})
    assert screen.progress.subtitle.text() == "Keyword and semantic search are ready."


def test_search_by_meaning_that_nothing_prepares_is_offered(
    screen: IndexScreen, status: Status, qtbot: QtBot
) -> None:
    card, without_filter = (
        screen.progress,
        dataclasses.replace(status, vectors=0, vectors_ready=0.0),
    )
    calls: list[bool] = []
    card.preparing.connect(calls.append)
    screen.show_status(without_filter, {})
    assert card.subtitle.text() == "Keyword search is ready. The semantic index is not built."
    assert not card.prepare.isHidden()
    card.prepare.click()
    card.show_progress(Progress("vectors", 1, 9, ""))
    assert card.subtitle.text().endswith("is being built.")
    assert card.prepare.isHidden()
    card.end_progress()
    screen.show_status(dataclasses.replace(status, vectors=9, vectors_ready=0.5), {})
    assert card.subtitle.text() == "Keyword search is ready. The semantic index is 50 % complete."
    screen.show_status(dataclasses.replace(status, vectors=9, vectors_ready=0.0), {})
    card.prepare.click()
    assert calls == [False, True]  # what another model made is made anew
    screen.show_status(dataclasses.replace(status, vectors=9, vectors_ready=1.0), {})
    assert card.prepare.isHidden()


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
    """As on a network drive that went away, or behind one that may not be entered; root enters all."""
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
    assert local_paths(data) == [law]
    assert folder_of(folder / "lease.txt") == tmp_path


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
        report = questions.add(context, path=own_gdpr, paths=[closed.parent], passphrase=None)
        context.close()
    assert list(report.unread) == [str(closed)]
    window = open_window(own_gdpr)
    screen = window.screens.index
    window.library._added(0, report)
    qtbot.waitUntil(lambda: screen.failed_card.model.paths() == [closed], timeout=PATIENCE)
    assert window.status_line.failed.text() == "1 file needs attention"
    screen.again.emit(screen.failed_card.model.paths())
    qtbot.waitUntil(lambda: screen.failed_card.model.paths() == [], timeout=PATIENCE * 2)
    with Library.open(own_gdpr) as library:
        assert library.search("orangery", mode="keyword").hits


def test_contents_are_shown_while_drive_does_not_answer(
    gdpr: Path, own_gdpr: Path, tmp_path: Path, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As of a server that is switched off: each question of its folder may take a minute, and a search would wait."""
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
            result = questions.state(library)
            assert result.folders == {gdpr: True, tmp_path / "server": True}, (
                "it is not known to be gone"
            )
            assert result.unfinished == [gdpr, tmp_path / "server"]
        assert time.monotonic() - begun < 10
        assert len(subject) == 1
        answers.set()
        gone = {gdpr: True, tmp_path / "server": False}
        qtbot.waitUntil(lambda: questions.state(library).folders == gone, timeout=PATIENCE)


@pytest.mark.usefixtures("without_model")
def test_a_library_that_is_gone_is_not_said_to_be_ready(
    open_window: OpenWindow, own_gdpr: Path, qtbot: QtBot
) -> None:
    window = open_window(own_gdpr)
    window.navigation.show_screen("index")
    title = window.screens.index.progress.title
    qtbot.waitUntil(lambda: title.text() == "You can search now")
    moved = own_gdpr.rename(own_gdpr.with_name("moved"))
    window.navigation.show_screen("index")
    qtbot.waitUntil(lambda: title.text() == "This library is unavailable")
    # By whichever process of the engine is first to find it.
    subtitle = window.screens.index.progress.subtitle.text()
    assert subtitle == "The library was moved or removed; open it at its new location."
    assert window.screens.index.folders.title.text() == "In this library"
    ready = window.status_line.ready
    assert ready.text() == "Library not available"
    moved.rename(own_gdpr)
    window.navigation.show_screen("index")
    qtbot.waitUntil(lambda: title.text() == "You can search now")
    own_gdpr.rename(moved)
    window.navigation.show_screen("index")
    qtbot.waitUntil(lambda: ready.text() == "Library not available")
    moved.rename(own_gdpr)
    window.view.set_query("consent")  # what answers is within reach
    qtbot.waitUntil(lambda: ready.text().startswith("Keyword search ready"), timeout=PATIENCE)


@pytest.mark.usefixtures("without_model")
def test_a_library_that_is_gone_before_the_second_process_opens_it_is_out_of_reach(
    open_window: OpenWindow, own_gdpr: Path, qtbot: QtBot
) -> None:
    window = open_window(own_gdpr)
    ready = window.status_line.ready
    qtbot.waitUntil(lambda: ready.text().startswith("Keyword search ready"), timeout=PATIENCE)
    moved = own_gdpr.rename(own_gdpr.with_name("moved"))
    window.work.look()
    qtbot.waitUntil(lambda: ready.text() == "Library not available", timeout=PATIENCE)
    assert window.screens.shown == "search"
    assert window.has_library
    sentence = "The library was moved or removed; open it at its new location."
    assert window.status_line.news.text() == sentence
    moved.rename(own_gdpr)
    with qtbot.waitSignal(window.work.shelved, timeout=PATIENCE):
        window.work.look()
    window.view.set_query("consent")
    qtbot.waitUntil(lambda: ready.text().startswith("Keyword search ready"), timeout=PATIENCE)


def test_a_library_that_was_opened_before_is_said_to_be_gone(
    open_window: OpenWindow, own_gdpr: Path, qtbot: QtBot
) -> None:
    open_window(own_gdpr).close()
    moved = own_gdpr.rename(own_gdpr.with_name("moved"))
    window = open_window(own_gdpr)
    welcome = window.screens.welcome
    assert welcome.title.text() == "The library is no longer there"
    assert str(own_gdpr) in welcome.explanation.text()
    assert window.focusWidget() is welcome.open_button, "not what makes a new one in its place"
    window.library.open(moved.with_name("never"))
    qtbot.waitUntil(lambda: welcome.title.text() == "There is no library here yet")
    assert window.focusWidget() is welcome.add_button


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
        " Lexdesk also reads new and changed files there."
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

    monkeypatch.setattr(questions, "left_behind", questions_of_tests.look_for_ever)
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


def test_other_size_of_embeddings_is_offered_with_its_time(
    screen: IndexScreen, status: Status
) -> None:
    row = screen.progress.embedding_size
    whole = dataclasses.replace(status, vectors=9, vectors_ready=1.0, embedding="fast")
    screen.show_status(dataclasses.replace(whole, embedding=""), {})  # the models have one size
    assert row.isHidden()
    screen.show_status(dataclasses.replace(whole, languages={"de": 9}), {})
    assert row.isHidden()
    screen.show_status(whole, {})
    assert not row.isHidden()
    calls: list[str] = []
    row.estimating.connect(lambda size: calls.append(f"estimate {size}"))
    row.changing.connect(lambda size: calls.append(f"change to {size}"))
    row.offer.click()
    assert not row.offer.isEnabled()
    row.show_estimate("fast", 60)  # of the size in use: came late
    assert not row.offer.isEnabled()
    row.show_estimate("standard", 700)
    assert row.text.text().startswith("About 12 min on this computer.")
    row.offer.click()
    assert calls == ["estimate standard", "change to standard"]
    screen.show_status(dataclasses.replace(whole, vectors_ready=0.5), {})
    assert row.isHidden()
    screen.show_status(dataclasses.replace(whole, embedding="standard"), {})
    assert row.offer.text() == "Use fast embeddings"
