"""Names of files and folders with control characters, which would reorder the text around them."""

import itertools
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QAbstractItemModel, QModelIndex, Qt
from PySide6.QtWidgets import QAbstractButton, QAbstractItemView, QLabel, QTextEdit, QWidget
from pytestqt.qtbot import QtBot
from tests.gui.conftest import PATIENCE, OpenWindow

from lexdesk.library.library import Library
from lexdesk_gui.main_window import MainWindow

OVERRIDE, EMBEDDING = "\u202e", "\u202b"
ROLES = (
    Qt.ItemDataRole.DisplayRole,
    Qt.ItemDataRole.ToolTipRole,
    Qt.ItemDataRole.AccessibleTextRole,
)


def cells(model: QAbstractItemModel, parent: QModelIndex) -> Iterator[str]:
    """Yield the texts of a model."""
    for row in range(model.rowCount(parent)):
        for column in itertools.count():  # a list's number of columns is private
            index = model.index(row, column, parent)
            if not index.isValid():
                break
            yield from (str(index.data(role) or "") for role in ROLES)
            yield from cells(model, index)


def texts(window: MainWindow) -> Iterator[str]:
    """Yield all that the window says, in sight or not, and to screen readers."""
    yield window.windowTitle()
    for widget in window.findChildren(QWidget):
        yield from (widget.accessibleName(), widget.accessibleDescription(), widget.toolTip())
        if isinstance(widget, QLabel | QAbstractButton):
            yield widget.text()
        elif isinstance(widget, QTextEdit):
            yield widget.toPlainText()
        elif isinstance(widget, QAbstractItemView) and widget.model() is not None:
            yield from cells(widget.model(), QModelIndex())


@pytest.mark.usefixtures("without_model")
def test_names_reverse_no_text_in_the_window(
    open_window: OpenWindow, tmp_path: Path, qtbot: QtBot
) -> None:
    folder = tmp_path / f"Acme {OVERRIDE}drawer"
    folder.mkdir()
    lease = folder / f"lease{OVERRIDE}txt.html"
    lease.write_text(
        f"<title>Lease {EMBEDDING}of 2020</title><p>The tenant pays the rent on the first day.</p>",
        "utf-8",
    )
    (folder / f"broken{OVERRIDE}fdp.pdf").write_bytes(b"%PDF-1.7\n1 0 obj\n<<")
    path = tmp_path / f"library{OVERRIDE}a"
    with Library.open(path, create=True) as library:
        library.sources.add([folder], vectors=False)
    window = open_window(path)
    window.view.set_query("tenant rent")
    qtbot.waitUntil(lambda: window.reading.reading is not None, timeout=PATIENCE)
    window.navigation.show_screen("library")
    qtbot.waitUntil(lambda: bool(window.screens.library.works), timeout=PATIENCE)
    window.navigation.show_screen("index")
    qtbot.waitUntil(window.screens.index.failed_card.isVisible, timeout=PATIENCE)
    with qtbot.waitSignal(window.matching.found, timeout=PATIENCE):
        window.match_file(lease)
    said = list(texts(window))
    assert any("lease\\u202etxt.html" in text for text in said)
    assert any("broken\\u202efdp.pdf" in text for text in said)
    assert any("Acme \\u202edrawer" in text for text in said)
    assert [text for text in said if OVERRIDE in text or EMBEDDING in text] == []
