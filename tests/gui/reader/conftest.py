"""A lease as a PDF, and the widgets that show it."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot
from tests.gui.reader.pdfs import CLAUSE, write_pdf

from lexdesk_gui.reader.pdf_view import PdfView
from lexdesk_gui.reader.reader_pane import ReaderPane
from lexdesk_gui.style.theme import Theme


@pytest.fixture(scope="session")
def lease(tmp_path_factory: pytest.TempPathFactory, qapp: QApplication) -> Path:
    """Three pages; the orangery is on the second and the third."""
    path = tmp_path_factory.mktemp("pdf") / "lease.pdf"
    write_pdf(path, [["A lease."] * 3, [CLAUSE], ["Repairs of the Orangery are due in May."]])
    return path


@pytest.fixture
def view(qtbot: QtBot, theme: Theme) -> Iterator[PdfView]:
    widget = PdfView(theme)
    qtbot.addWidget(widget)
    widget.resize(700, 900)
    widget.show()
    yield widget
    widget.close_file()


@pytest.fixture
def pane(theme: Theme, qtbot: QtBot) -> Iterator[ReaderPane]:
    shown = ReaderPane(theme)
    qtbot.addWidget(shown)
    shown.resize(1000, 500)
    shown.show()
    yield shown
    shown.close_file()


@pytest.fixture(scope="session")
def leases(tmp_path_factory: pytest.TempPathFactory, qapp: QApplication) -> Path:
    """300 pages that take a second to search."""
    path = tmp_path_factory.mktemp("pdf") / "leases.pdf"
    write_pdf(path, [[CLAUSE] * 9] * 300)
    return path
