"""Hits on the picture of a scanned page."""

import dataclasses
import sys
from pathlib import Path

import pytest
from PySide6.QtCore import QRectF
from PySide6.QtGui import QColor, QPainter, QPdfWriter
from pytestqt.qtbot import QtBot
from tests.gui.conftest import PATIENCE

from lexdesk.document.model import Box
from lexdesk_gui.reader.reader_pane import ReaderPane
from lexdesk_gui.reader.readings import Reading
from lexdesk_gui.reader.scanned_pages import ScannedPage

PAGE = ScannedPage.of(
    [
        ("The tenant shall repaint the", Box(1000, 1000, 9000, 1300)),
        ("orangery every third year, and the", Box(1000, 1400, 9000, 1700)),
        ("greenhouse; the Orangery first.", Box(1000, 1800, 6000, 2100)),
    ]
)


@pytest.mark.parametrize(
    ("texts", "whole_words", "found"),
    [
        (["orangery"], True, [range(1, 2), range(2, 3)]),
        (["the orangery", "tenant"], True, [range(1), range(2), range(2, 3)]),
        (["green"], True, []),
        (["green"], False, [range(2, 3)]),
        (["shall", "the tenant"], True, [range(1)]),  # two in one line
        (["repaint the orangery every third year, and the greenhouse;"], False, [range(3)]),
        (["(", ""], False, []),
    ],
)
def test_scan_lines_with_hits_are_found(
    texts: list[str], whole_words: bool, found: list[range]
) -> None:
    assert PAGE.places(texts, whole_words=whole_words) == found


@pytest.fixture
def scan(tmp_path: Path) -> Path:
    path = tmp_path / "scan.pdf"
    writer = QPdfWriter(str(path))
    painter = QPainter(writer)
    painter.fillRect(100, 100, 2000, 300, QColor("black"))  # as good as a picture of words
    painter.end()
    return path


def test_hits_of_a_scan_are_marked_on_its_picture(
    pane: ReaderPane, qtbot: QtBot, scan: Path
) -> None:
    messages: list[str] = []
    pane.message.connect(messages.append)
    reading = Reading("", "", "", (), words=("the orangery",), pages=scan, page=1)
    pane.show_reading(dataclasses.replace(reading, scanned={1: PAGE}))
    qtbot.waitUntil(lambda: pane.bar.hits.text() == "Hit 1 / 2", timeout=PATIENCE)
    (wide, high), first = pane.pages._sizes[0], pane.pages.marks[0]
    assert first.boxes == (
        QRectF(wide * 0.1, high * 0.1, wide * 0.8, high * 0.03),
        QRectF(wide * 0.1, high * 0.14, wide * 0.8, high * 0.03),
    )
    pane.open_find()
    pane.find_bar.edit.setText("TENANT")
    qtbot.waitUntil(lambda: pane.bar.hits.text() == "Hit 1 / 1", timeout=PATIENCE)
    assert messages == []


@pytest.mark.skipif(sys.platform != "linux", reason="looks into /proc")
def test_marked_scan_hits_are_located(pane: ReaderPane, qtbot: QtBot, scan: Path) -> None:
    messages: list[str] = []
    pane.message.connect(messages.append)
    pane.show_reading(Reading("scan.pdf", "", "", (), words=("orangery",), pages=scan, page=1))
    qtbot.waitUntil(lambda: bool(messages), timeout=PATIENCE)
    assert messages == ["This page is a scan; hits are highlighted in its text (Ctrl+T)."]
    assert "Ctrl+T" in pane.pages.accessibleDescription()  # pictures say nothing to who listens
    messages.clear()
    pane.open_find()
    pane.find_bar.edit.setText("lemon tree")
    qtbot.waitUntil(lambda: bool(messages), timeout=PATIENCE)
    qtbot.waitUntil(lambda: pane.find_bar.count.text() == "Nothing found")
