"""The window on an encrypted library: the passphrase on the first screen, nothing in its settings."""

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLineEdit
from pytestqt.qtbot import QtBot
from tests.gui.conftest import PATIENCE, OpenWindow

from lexdesk.library.backup import back_up_encrypted
from lexdesk.library.library import Library

pytest.importorskip("sqlcipher3", reason="needs SQLCipher: pip install './engine[encryption]'")

PASSPHRASE = "it's a wordy secret"  # noqa: S105


@pytest.mark.slow
@pytest.mark.usefixtures("without_model")
def test_the_window_asks_for_the_passphrase(
    open_window: OpenWindow, gdpr: Path, tmp_path: Path, qtbot: QtBot
) -> None:
    place, letter = tmp_path / "encrypted", tmp_path / "letter.txt"
    back_up_encrypted(gdpr, place, PASSPHRASE)
    letter.write_text("The tenant keeps the orangery in good repair.")

    window = open_window(place)
    field, title = window.screens.welcome.passphrase, window.screens.welcome.title
    assert field.isVisible()
    assert field.hasFocus()
    assert field.echoMode() == QLineEdit.EchoMode.Password
    assert title.text() == "This library is encrypted"

    for leave in (
        lambda: window.help.show_keys(window.commands.actions()),
        lambda: window.navigation.show_screen("saved"),
    ):
        leave()
        assert window.screens.shown != "welcome"
        qtbot.keyClick(window, Qt.Key.Key_Escape)
        assert str(window.screens.shown) == "welcome"
        assert field.hasFocus()

    welcome, unlock = window.screens.welcome, window.screens.welcome.unlock_button
    assert unlock.text() == "Open library"
    assert not welcome.add_button.isVisible()
    assert not welcome.bundled_button.isVisible()
    assert field.height() >= window.theme.look.px(28)
    window.add([letter])
    assert "with its passphrase first" in window.status_line.news.text()
    qtbot.mouseClick(unlock, Qt.MouseButton.LeftButton)  # with nothing to open it by
    assert unlock.isEnabled()

    qtbot.keyClicks(field, "another one")
    qtbot.mouseClick(unlock, Qt.MouseButton.LeftButton)
    assert unlock.text() == "Opening…"
    assert not unlock.isEnabled()
    assert field.text() == ""
    refusal = "This passphrase does not open the library"
    qtbot.waitUntil(lambda: title.text() == refusal, timeout=PATIENCE)
    assert unlock.isEnabled()
    assert field.hasFocus()
    qtbot.keyClicks(field, PASSPHRASE)
    qtbot.keyClick(field, Qt.Key.Key_Return)
    assert title.text() == "This library is encrypted"  # no longer that the other one was wrong
    qtbot.waitUntil(lambda: window.has_library, timeout=PATIENCE)
    assert window.status_line.news.text() == ""
    window.add([letter])
    qtbot.waitUntil(lambda: "1 file read" in window.status_line.news.text(), timeout=20_000)
    window.view.set_query("orangery")
    qtbot.waitUntil(lambda: bool(window.view.results.model.rowCount()), timeout=20_000)
    window.searching.settle()
    window.close()

    assert "orangery" not in (tmp_path / "desktop.ini").read_text()
    with Library.open(place, passphrase=PASSPHRASE) as library, library.workbook() as book:
        assert book.earlier()[0] == "orangery"
