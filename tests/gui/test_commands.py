"""Commands without anything to do, or on hidden objects."""

import os
import re
import sys
import threading
from email.message import EmailMessage
from pathlib import Path

import pytest
from PySide6.QtCore import QMimeData, Qt, QUrl
from PySide6.QtGui import QAction, QDesktopServices
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot
from tests.gui.conftest import PATIENCE, WITHDRAW, OpenWindow, appending_to, search

from lexdesk.library.library import Library
from lexdesk.system.log_file import log_path
from lexdesk_gui import language
from lexdesk_gui.annotations import annotations_session as session
from lexdesk_gui.file_dialogs import list_local_paths
from lexdesk_gui.indexing import file_manager as on_disk
from lexdesk_gui.main_window import MainWindow
from lexdesk_gui.preferences import Preferences
from lexdesk_gui.reader.reader_pane import ReaderPane
from lexdesk_gui.style.theme import Theme
from lexdesk_gui.style.widgets import action_button, action_name

CONTROL = Qt.KeyboardModifier.ControlModifier
SHIFT = Qt.KeyboardModifier.ShiftModifier


@pytest.mark.parametrize("spoken", ["en", "de"])
def test_menu_letters_are_unique(
    theme: Theme, qtbot: QtBot, qapp: QApplication, tmp_path: Path, spoken: language.Language
) -> None:
    language.install(qapp, spoken)
    try:
        window = MainWindow(theme, tmp_path / "none", Preferences(tmp_path / "desktop.ini"))
    finally:
        language.install(qapp, "en")
    qtbot.addWidget(window)
    for menu in (window.menuBar(), *window.commands.menus):
        letters = re.findall(
            r"&(\w)", " ".join(action.text() for action in menu.actions()).casefold()
        )
        assert letters
        assert len(letters) == len(set(letters)), sorted(letters)


@pytest.mark.slow
def test_undo_does_not_cross_libraries(
    open_window: OpenWindow, own_gdpr: Path, gdpr: Path, qtbot: QtBot
) -> None:
    window = open_window(own_gdpr)
    search(window, qtbot, "withdraw consent", WITHDRAW)
    window.view.reader_pane.side.noted.emit("tag", "consent")
    qtbot.waitUntil(window.work.undo.canUndo, timeout=PATIENCE)
    window.say("Removed; Ctrl+Z restores it.")
    with qtbot.waitSignal(window.library.opened, timeout=PATIENCE):
        window.library.open(gdpr)
    assert not window.work.undo.canUndo()
    assert not window.status_line.news.text()


def test_keys_in_sentences_are_those_of_the_menus_as_the_system_names_them(
    open_window: OpenWindow, own_gdpr: Path, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    named = {"Ctrl+Z": "⌘Z", "Ctrl+5": "⌘5"}
    monkeypatch.setattr(session, "format_keys", lambda keys: named[keys.toString()])
    window = open_window(own_gdpr)
    news = window.status_line.news
    window.work.save("consent", "consent", "keyword")
    qtbot.waitUntil(lambda: news.text() == "Saved; ⌘5 shows new results.", timeout=PATIENCE)
    window.work.delete("consent")
    qtbot.waitUntil(lambda: news.text() == "Deleted; ⌘Z restores it.", timeout=PATIENCE)
    keys = {
        action_name(action): action.shortcut().toString() for action in window.commands.actions()
    }
    assert keys["Saved"] == session.SAVED
    assert session.UNDO in keys.values()
    assert all(keys.values())  # as designed, every command has one
    assert len({*keys.values()}) == len(keys)


def test_single_keys_act_in_the_results_alone(
    open_window: OpenWindow, own_gdpr: Path, qtbot: QtBot
) -> None:
    window = open_window(own_gdpr)
    side, results = window.view.reader_pane.side, window.view.results
    search(window, qtbot, "withdraw consent", WITHDRAW)
    enabled = window.view.reader_pane.commands.next_provision.isEnabled
    qtbot.waitUntil(enabled, timeout=PATIENCE)
    for key, goal in ((Qt.Key.Key_T, side.tag), (Qt.Key.Key_N, side.note)):
        window.view.focus_results()
        qtbot.keyClick(results.view, key)
        assert window.focusWidget() is goal
        qtbot.keyClick(goal, Qt.Key.Key_S)
        assert goal.text() == "s"
    with qtbot.waitSignal(window.work.shelved) as shelved:
        window.view.focus_results()
        qtbot.keyClick(results.view, Qt.Key.Key_S)
    assert [saved.name for saved in shelved.args[0].saved] == ["withdraw consent"]
    names = [action.data() for action in window.commands.actions() if action.data()]
    assert "Add a note (in the results: N)" in names


def test_commands_of_the_reader_bring_it_in_sight(
    open_window: OpenWindow, own_gdpr: Path, qtbot: QtBot
) -> None:
    window = open_window(own_gdpr)
    pane = window.view.reader_pane
    search(window, qtbot, "withdraw consent", WITHDRAW)
    qtbot.waitUntil(pane.commands.next_provision.isEnabled, timeout=PATIENCE)
    for key, modifiers, goal in (
        (Qt.Key.Key_N, CONTROL | SHIFT, pane.side.note),
        (Qt.Key.Key_F, CONTROL, pane.find_bar.edit),
        (Qt.Key.Key_G, CONTROL | SHIFT, pane.side.decision.buttons["complies"]),
        (Qt.Key.Key_Down, Qt.KeyboardModifier.AltModifier, pane.reader),
    ):
        window.navigation.show_screen("settings")
        window.screens.settings.colours.setFocus()
        qtbot.keyClick(window, Qt.Key.Key_F6)
        assert window.focusWidget() is window.bar.field.edit
        qtbot.keyClick(window, key, modifiers)
        assert window.screens.shown == "search"
        assert window.focusWidget() is goal
    window.navigation.show_screen("saved")
    qtbot.keyClick(window, Qt.Key.Key_Return, CONTROL)
    assert window.screens.shown == "search"
    assert len(window.view.tabs.titles) == 2


@pytest.mark.slow
def test_missing_original_is_reported(
    open_window: OpenWindow, own_gdpr: Path, tmp_path: Path, qtbot: QtBot
) -> None:
    lease = tmp_path / "lease.txt"
    lease.write_text("The tenant keeps the orangery in good repair.")
    with Library.open(own_gdpr) as library:
        library.sources.add([lease], vectors=False)
    lease.unlink()
    window = open_window(own_gdpr)
    search(window, qtbot, "orangery", "lease.txt")
    window.view.reader_pane.commands.open_original.trigger()
    qtbot.waitUntil(lambda: window.status_line.news.text() == f"{lease} no longer exists.")


def test_log_file_opens_or_is_reported_missing(
    theme: Theme, qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    opened: list[QUrl] = []
    monkeypatch.setattr(QDesktopServices, "openUrl", appending_to(opened))
    window = MainWindow(theme, tmp_path / "none", Preferences(tmp_path / "desktop.ini"))
    qtbot.addWidget(window)
    window.commands.open_log.trigger()
    assert str(log_path()) in window.status_line.news.text()
    assert not opened
    log_path().parent.mkdir(parents=True)
    log_path().write_text("")
    window.commands.open_log.trigger()
    assert [url.toLocalFile() for url in opened] == [str(log_path())]


def test_a_drive_that_sleeps_does_not_hold_up_the_window(
    open_window: OpenWindow, gdpr: Path, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    window = open_window(gdpr)
    search(window, qtbot, "withdraw consent", WITHDRAW)
    answers, subject, opened = threading.Event(), list[Path](), list[QUrl]()

    def is_file(path: Path) -> bool:
        subject.append(path)
        return answers.wait(20)

    monkeypatch.setattr(on_disk, "is_file", is_file)
    monkeypatch.setattr(QDesktopServices, "openUrl", appending_to(opened))
    window.view.reader_pane.commands.open_original.trigger()
    qtbot.waitUntil(lambda: bool(subject))
    assert not opened
    answers.set()
    qtbot.waitUntil(lambda: bool(opened))
    assert [Path(url.toLocalFile()) for url in opened] == subject


@pytest.mark.skipif(sys.platform != "linux", reason="names of other systems are Unicode")
def test_the_original_of_a_name_of_bytes_is_opened(
    open_window: OpenWindow, own_gdpr: Path, tmp_path: Path, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:  # fmt: skip
    lease = tmp_path / os.fsdecode(b"K\xfcndigung.txt")
    lease.write_text("The tenant keeps the orangery in good repair.")
    with Library.open(own_gdpr) as library:
        library.sources.add([lease], vectors=False)
    window = open_window(own_gdpr)
    search(window, qtbot, "orangery", "K\\xfcndigung.txt")
    opened: list[QUrl] = []
    monkeypatch.setattr(QDesktopServices, "openUrl", appending_to(opened))
    window.view.reader_pane.commands.open_original.trigger()
    qtbot.waitUntil(lambda: bool(opened))
    assert opened[0].toEncoded().data() == lease.as_uri().encode()
    dropped = QMimeData()
    dropped.setUrls(opened)
    assert list_local_paths(dropped) == [lease]


def test_buttons_tell_their_keys_and_no_empty_brackets(theme: Theme, qtbot: QtBot) -> None:
    pane = ReaderPane(theme)
    qtbot.addWidget(pane)
    pane.commands.next_hit.setEnabled(True)
    tips = [tool.toolTip() for tool, _ in pane.bar.tools]
    assert "Next hit (Return)" in tips
    assert "Side panel (F8)" in tips
    button = action_button(QAction("Add the &bundled law", pane), "plain")
    assert button.toolTip() == button.text() == "Add the bundled law"


def test_the_original_of_an_attachment_is_the_mail(
    open_window: OpenWindow, own_gdpr: Path, tmp_path: Path, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:  # fmt: skip
    mail, message = tmp_path / "mail.eml", EmailMessage()
    message["Subject"] = "The lease"
    message.set_content("It is attached.")
    message.add_attachment("The tenant keeps the orangery.", filename="lease.txt")
    mail.write_bytes(bytes(message))
    with Library.open(own_gdpr) as library:
        library.sources.add([mail], vectors=False)
    window = open_window(own_gdpr)
    search(window, qtbot, "orangery", "lease.txt")
    opened: list[QUrl] = []
    monkeypatch.setattr(QDesktopServices, "openUrl", appending_to(opened))
    window.view.reader_pane.commands.open_original.trigger()
    qtbot.waitUntil(lambda: opened == [QUrl.fromLocalFile(str(mail))])
    assert not window.status_line.news.text()
    mail.unlink()
    window.view.reader_pane.commands.open_original.trigger()
    sentence = f"{mail / 'lease.txt'} no longer exists."
    qtbot.waitUntil(lambda: window.status_line.news.text() == sentence)


@pytest.mark.parametrize("name", ["tool.exe", "tool.desktop", "tool.lnk", "tool", "tool.pdf.sh"])
def test_a_program_that_a_library_names_is_shown_and_not_run(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened: list[QUrl] = []
    monkeypatch.setattr(QDesktopServices, "openUrl", appending_to(opened))
    assert on_disk.show_file(tmp_path / name, None)
    assert on_disk.show_file(tmp_path / "Act.PDF", 2)
    assert [Path(url.toLocalFile()).name for url in opened] == [tmp_path.name, "Act.PDF"]


def test_nothing_can_be_noted_or_decided_while_nothing_is_read(
    open_window: OpenWindow, own_gdpr: Path, qtbot: QtBot
) -> None:
    window = open_window(own_gdpr)
    side = window.view.reader_pane.side
    gap = side.decision.buttons["gap"]
    controls = (*window.commands._marking, side.tag, side.note, gap)
    assert not any(control.isEnabled() for control in controls)
    search(window, qtbot, "withdraw consent", WITHDRAW)
    qtbot.waitUntil(lambda: all(control.isEnabled() for control in controls), timeout=PATIENCE)
    window.reading.close()
    assert not any(control.isEnabled() for control in controls)
