"""Files and folders dropped on the window."""

from pathlib import Path

import pytest
from PySide6.QtCore import QMimeData, QPoint, Qt, QUrl
from PySide6.QtGui import QDragEnterEvent, QDropEvent
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot
from tests.gui.conftest import WITHDRAW, OpenWindow, search
from tests.gui.match.conftest import ANSWER_PATIENCE, wait_for_answer

pytestmark = pytest.mark.usefixtures("without_model")  # paragraphs are compared by their words


def drop(window: QWidget, *paths: Path) -> bool:
    """Drop files and folders on the window; return whether it accepts them."""
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile(str(path)) for path in paths])
    place, how = QPoint(700, 400), Qt.DropAction.CopyAction
    button, key = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
    entered = QDragEnterEvent(place, how, data, button, key)
    entered.ignore()
    QApplication.sendEvent(window, entered)
    QApplication.sendEvent(window, QDropEvent(place.toPointF(), how, data, button, key))
    return entered.isAccepted()


@pytest.mark.slow
def test_one_file_dropped_on_the_window_is_matched(
    open_window: OpenWindow, own_gdpr: Path, policy: Path, tmp_path: Path, qtbot: QtBot
) -> None:
    window = open_window(own_gdpr)
    assert not drop(window, tmp_path / "nothing of that name")
    assert drop(window, policy)
    assert window.screens.shown == "match"
    wait_for_answer(window, qtbot)


@pytest.mark.slow
@pytest.mark.usefixtures("without_model")
def test_a_folder_dropped_on_the_welcome_is_searched_and_a_library_is_opened(
    open_window: OpenWindow, gdpr: Path, policy: Path, tmp_path: Path, qtbot: QtBot
) -> None:
    office = tmp_path / "office"
    office.mkdir()
    (office / "offer.txt").write_text("We withdraw our offer to buy the lighthouse.")
    window = open_window(tmp_path / "none yet")
    assert window.screens.shown == "welcome"
    assert drop(window, office)
    qtbot.waitUntil(
        lambda: "1 file read" in window.status_line.news.text(), timeout=ANSWER_PATIENCE
    )
    assert window.library.path == tmp_path / "none yet"
    search(window, qtbot, "lighthouse", "offer.txt")
    assert drop(window, policy, office)  # several files, once there is a library
    qtbot.waitUntil(
        lambda: "1 file read, 1 unchanged" in window.status_line.news.text(),
        timeout=ANSWER_PATIENCE,
    )
    assert drop(window, gdpr)  # which is none of documents
    qtbot.waitUntil(lambda: window.library.path == gdpr, timeout=ANSWER_PATIENCE)
    search(window, qtbot, "withdraw consent", WITHDRAW)
