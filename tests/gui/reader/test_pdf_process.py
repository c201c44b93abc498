"""The process of PDFium: pages that end it, files that end it often, two readers."""

import subprocess
import sys
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot
from tests.gui.conftest import PATIENCE

from lexdesk.extract.workers.deadline import TimeLimit
from lexdesk_gui.reader import pdf_client
from lexdesk_gui.reader.pdf_view import PdfView

FAILING = """
import os, sys
from lexdesk_gui.reader import pdf_process
from lexdesk.system.ipc import Frame, encode_json_frame

def draw(self, number, scale, draw=pdf_process._Pdf.draw):
    if number in {pages}:
        {failure}
    yield from draw(self, number, scale)

pdf_process._Pdf.draw = draw
pdf_process.main()
"""


@pytest.mark.slow
@pytest.mark.parametrize(
    "failure",
    [
        "os._exit(1)",
        "while True: pass",
        "yield encode_json_frame(b'V', [30000, 30000]); return",
        "yield Frame(b'V', b'[' * 100_000); return",
    ],
)
def test_page_that_ends_pdfium_costs_that_page_alone(
    failure: str, view: PdfView, lease: Path, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pdf_client, "_LIMIT", TimeLimit(0.5, 5))
    start_with(FAILING.format(pages={1}, failure=failure), monkeypatch)
    view.show_file(lease, 2, ["orangery"])
    qtbot.waitUntil(lambda: view._given_up == {1} and len(view.marks) == 2, timeout=PATIENCE)
    view.show_file(lease, 3, [])
    qtbot.waitUntil(lambda: view.is_drawn, timeout=PATIENCE)
    assert {page for page, _ in view._pictures} == {0, 2}


def test_file_that_ends_pdfium_often_is_given_up(
    view: PdfView, leases: Path, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("lexdesk_gui.reader.pdf_pages._MOST_DEATHS", 2)
    start_with(FAILING.format(pages=range(300), failure="os._exit(1)"), monkeypatch)
    with qtbot.waitSignal(view.failed, timeout=PATIENCE) as failed:
        view.show_file(leases, 1, [])
    assert failed.args == ["PDFium failed on many of them", False]


def start_with(program: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pdf_client, "_COMMAND", [sys.executable, "-c", program])


TWO_READERS = """
import sys
from pathlib import Path
from PySide6.QtCore import QCoreApplication
from lexdesk_gui.reader.pdf_pages import PdfPages

app = QCoreApplication([])
readers, drawn = [PdfPages(), PdfPages()], [0, 0]
for number, reader in enumerate(readers):
    reader.drawn.connect(lambda *_, number=number: drawn.__setitem__(number, drawn[number] + 1))
    reader.start()
for turn in range(40):
    for reader in readers:
        reader.open(Path(sys.argv[1]))
        reader.find(["tenant"], whole_words=True, first=0)
        reader.want(range(12), 1.0 + turn / 100)
    while min(drawn) < 12 * (turn + 1):
        app.processEvents()
for reader in readers:
    reader.stop()
"""


@pytest.mark.slow
def test_two_readers_show_pages_at_once(leases: Path) -> None:
    """PDFium serves one thread at a time, and crashes with two."""
    result = subprocess.run(
        [sys.executable, "-c", TWO_READERS, str(leases)],
        capture_output=True,
        check=False,
        timeout=60,
    )
    assert result.returncode == 0, result.stderr.decode()
