"""Pages of a PDF: drawn at the pixels of the screen, with hits at their places."""

import re
from pathlib import Path

import pytest
from PySide6.QtCore import QRectF
from PySide6.QtGui import QColor
from pytestqt.qtbot import QtBot
from tests.gui.conftest import PATIENCE, OpenWindow
from tests.gui.reader.pdfs import CLAUSE, write_pdf

from lexdesk.library.library import Library
from lexdesk_gui.reader.pdf_view import PdfView
from lexdesk_gui.reader.reader_pane import ReaderPane
from lexdesk_gui.reader.readings import Reading
from lexdesk_gui.style.look import LIGHT
from lexdesk_gui.style.theme import Theme


def test_hits_are_found_and_gone_through(view: PdfView, lease: Path, qtbot: QtBot) -> None:
    moves: list[tuple[int, int]] = []
    view.moved.connect(lambda n, total: moves.append((n, total)))
    view.show_file(lease, 2, ["orangery"])
    qtbot.waitUntil(lambda: moves[-1:] == [(1, 2)], timeout=15_000)
    assert view.page_count == 3
    assert view.current_page() == 2
    assert [mark.page for mark in view.marks] == [1, 2]
    view.step(1)
    assert moves[-1] == (2, 2)
    view.step(1)
    assert moves[-1] == (1, 2)
    view.find_text("lease")
    qtbot.waitUntil(lambda: moves[-1][1] == 3, timeout=15_000)


def test_after_the_keys_the_page_and_the_hit_are_those_before(
    lease: Path, theme: Theme, qtbot: QtBot
) -> None:
    pane = ReaderPane(theme)
    qtbot.addWidget(pane)
    pane.resize(1000, 500)
    pane.show()
    pane.show_reading(
        Reading("lease.pdf, p. 2", "", "", (), words=("orangery",), pages=lease, page=2)
    )
    qtbot.waitUntil(lambda: pane.bar.hits.text() == "Hit 1 / 2", timeout=15_000)
    pane.view.step(1)
    at = pane.pages.verticalScrollBar().value()
    pane.show_keys([("F1", "Keys")])
    assert not pane.shows_pages
    assert (pane.reader.toPlainText(), pane.bar.hits.text()) == ("Keys\nF1 — Keys", "")
    pane.hide_keys()
    assert pane.shows_pages
    assert pane.pages.verticalScrollBar().value() == at
    assert (pane.bar.hits.text(), pane.bar.place.text()) == ("Hit 2 / 2", "lease.pdf, p. 2")
    assert pane.commands.next_hit.isEnabled()
    pane.close_file()


def test_a_file_is_let_go_of_once_its_pages_are_not_shown(
    lease: Path, theme: Theme, qtbot: QtBot
) -> None:
    def is_open() -> bool:
        children = Path("/proc/self/task").glob("*/children")
        processes = ["self", *" ".join(child.read_text() for child in children).split()]
        descriptors = [d for process in processes for d in Path(f"/proc/{process}/fd").iterdir()]
        return any(descriptor.exists() and descriptor.samefile(lease) for descriptor in descriptors)

    pane = ReaderPane(theme)
    qtbot.addWidget(pane)
    pane.resize(1400, 500)
    pane.show()
    reading = Reading("lease.pdf", "", "", (), words=("orangery",), pages=lease, page=2)
    for leave, come_back in (
        (lambda: pane.show_reading(None), lambda: pane.show_reading(reading)),
        (pane.commands.as_text.trigger, pane.commands.as_text.trigger),
        (lambda: pane.show_reading(None), lambda: pane.show_reading(reading)),
    ):
        if not pane.shows_pages:
            pane.show_reading(reading)
        qtbot.waitUntil(lambda: pane.bar.hits.text() == "Hit 1 / 2", timeout=15_000)
        assert is_open()
        leave()
        qtbot.waitUntil(lambda: not is_open(), timeout=15_000)
        come_back()
        qtbot.waitUntil(lambda: pane.bar.hits.text() == "Hit 1 / 2", timeout=15_000)
    pane.keep_in_second_reader()
    qtbot.waitUntil(lambda: pane.second.pages.is_drawn, timeout=15_000)
    pane.show_reading(None)
    assert is_open()
    pane.close_second_reader()
    qtbot.waitUntil(lambda: not is_open(), timeout=15_000)
    pane.close_file()


def test_missing_pdf_is_reported_once(
    open_window: OpenWindow, own_gdpr: Path, tmp_path: Path, qtbot: QtBot
) -> None:
    lease = tmp_path / "lease.pdf"
    write_pdf(lease, [["A lease."] * 3, [CLAUSE]])
    with Library.open(own_gdpr) as library:
        library.sources.add([lease], vectors=False)
    lease.unlink()
    window = open_window(own_gdpr)
    messages: list[str] = []
    window.view.reader_pane.message.connect(messages.append)
    window.view.set_query("repaint orangery")
    gone = "The PDF of these pages is missing; the reader shows their text."
    qtbot.waitUntil(lambda: window.view.line.text == gone, timeout=PATIENCE)
    assert not window.view.reader_pane.shows_pages
    window.reading.reload()
    with qtbot.waitSignal(window.reading.read, timeout=PATIENCE):
        pass
    assert messages == [gone]


def test_a_hit_is_marked_where_its_ink_is(view: PdfView, lease: Path, qtbot: QtBot) -> None:
    view.show_file(lease, 2, ["orangery"])
    qtbot.waitUntil(lambda: bool(view.marks) and view.is_drawn, timeout=15_000)
    view.repaint()
    picture = view.viewport().grab().toImage()
    ratio = picture.devicePixelRatio()
    box = view.rect_on_view(1, view.marks[0].boxes[0])
    assert QRectF(view.viewport().rect()).contains(box)
    xs = range(round(box.left() * ratio), round(box.right() * ratio))
    ys = range(round(box.top() * ratio), round(box.bottom() * ratio))
    colours = [picture.pixelColor(x, y) for x in xs for y in ys]
    ground = QColor(LIGHT.current_hit.ground)
    assert sum(colour == ground for colour in colours) > len(colours) / 6
    assert sum(colour.lightness() < 90 for colour in colours) > len(colours) / 50


def test_the_passage_that_was_found_has_a_bar_and_its_hits_come_first(
    view: PdfView, qtbot: QtBot, tmp_path: Path
) -> None:
    clause = "7.2 Repairs. The tenant repairs\nthe orangery, " + "the wall, " * 60 + "and the gate."
    path = tmp_path / "long.pdf"
    write_pdf(path, [["The tenant."] * 20 + [clause, "7.3 The tenant pays."]])
    view.resize(700, 400)
    moves: list[tuple[int, int]] = []
    view.moved.connect(lambda n, total: moves.append((n, total)))
    view.show_file(path, 1, ["tenant"], passage=clause)
    qtbot.waitUntil(lambda: moves[-1:] == [(21, 22)] and view.is_drawn, timeout=15_000)
    lines = view.passage_at.boxes
    assert len(lines) > 5
    assert view.rect_on_view(0, lines[0]).top() < 400
    picture = view.viewport().grab().toImage()
    box = view.rect_on_view(0, lines[2])
    row = (round(box.center().y()), round(box.left()))
    colours = {picture.pixelColor(x, row[0]).name() for x in range(row[1])}
    assert LIGHT.accent.lower() in colours
    view.show_file(path, 1, [], passage=clause)  # cited, and none of its words
    qtbot.waitUntil(lambda: bool(view.passage_at.boxes), timeout=15_000)
    assert 0 < view.rect_on_view(0, view.passage_at.boxes[0]).top() < 400
    view.show_file(path, 1, [], passage="is not there at all")
    qtbot.waitUntil(lambda: not view.passage_at.boxes, timeout=15_000)


def test_pages_are_drawn_at_the_pixels_of_the_screen(
    view: PdfView, lease: Path, qtbot: QtBot
) -> None:
    view.show_file(lease, 1, [])
    qtbot.waitUntil(lambda: view.is_drawn, timeout=15_000)

    def is_sharp() -> bool:  # drawn again where a scroll bar came beside it
        (page, _), picture = next(reversed(view._pictures.items()))
        wide = view.page_box(page).width() * view.devicePixelRatioF()
        return abs(picture.width() - wide) <= 2

    qtbot.waitUntil(is_sharp, timeout=15_000)
    view.resize(400, 900)
    qtbot.waitUntil(lambda: view.is_drawn, timeout=15_000)


def test_file_other_than_pdf_is_reported(view: PdfView, tmp_path: Path, qtbot: QtBot) -> None:
    broken = tmp_path / "broken.pdf"
    broken.write_bytes(b"%PDF-1.7 and no more")
    with qtbot.waitSignal(view.failed, timeout=15_000):
        view.show_file(broken, 1, [])
    assert view.page_count == 0


def test_a_page_that_is_damaged_costs_the_pages_that_page_alone(
    view: PdfView, lease: Path, tmp_path: Path, qtbot: QtBot
) -> None:
    data = lease.read_bytes()
    pages = list(re.finditer(rb"(\d+ 0 obj\s*)<<(?=\s*/Type /Page\s)", data))
    second = pages[1]
    broken = tmp_path / "broken.pdf"
    broken.write_bytes(data[: second.end() - 2] + b"((" + data[second.end() :])
    moves: list[tuple[int, int]] = []
    view.moved.connect(lambda n, total: moves.append((n, total)))
    view.textless.connect(lambda: pytest.fail("it is no scan"))
    view.show_file(broken, 2, ["orangery"], passage="A passage of that page.")
    qtbot.waitUntil(lambda: moves[-1:] == [(1, 1)], timeout=PATIENCE)
    assert (view.page_count, [mark.page for mark in view.marks]) == (3, [2])
    view.show_file(broken, 2, [])
    qtbot.waitUntil(lambda: view.is_drawn, timeout=PATIENCE)
    picture = view.viewport().grab().toImage()
    box = view.page_box(1).toRect() & view.viewport().rect()
    inks = {picture.pixelColor(x, y).lightness() for x in range(box.left(), box.right(), 2)
            for y in range(box.top(), box.bottom(), 2)}  # fmt: skip
    assert min(inks) < 90, "says that it cannot be read"


def test_the_page_in_sight_is_drawn_while_texts_are_looked_for(
    view: PdfView, leases: Path, qtbot: QtBot
) -> None:
    view.show_file(leases, 150, ["greenhouse"])
    qtbot.waitUntil(lambda: view.is_drawn, timeout=15_000)
    view.find_text("tenant")  # one search takes the place of the other
    qtbot.waitUntil(lambda: len(view.marks) == 300 * 9, timeout=15_000)


def test_hits_are_shown_as_they_are_found_from_the_page_that_is_read(
    view: PdfView, leases: Path, qtbot: QtBot
) -> None:
    moves: list[tuple[int, int]] = []
    view.moved.connect(lambda n, total: moves.append((n, total)))
    view.show_file(leases, 150, ["orangery"])
    qtbot.waitUntil(lambda: bool(view.marks), timeout=15_000)
    # Of that page, before all others.
    assert next(move for move in moves if move != (0, 0)) == (1, 9)
    view.step(1)
    qtbot.waitUntil(lambda: len(view.marks) == 300 * 9, timeout=15_000)
    assert moves[-1] == (149 * 9 + 2, 300 * 9)  # the hit that was gone to, whatever came before it
    assert view.current_page() == 150
    assert [mark.page for mark in view.marks] == [page for page in range(300) for _ in range(9)]


def test_unlocated_passage_is_reported_last(view: PdfView, lease: Path, qtbot: QtBot) -> None:
    moves: list[tuple[int, int]] = []
    view.show_file(lease, 1, ["orangery"])
    qtbot.waitUntil(lambda: bool(view.marks), timeout=15_000)
    view.moved.connect(lambda n, total: moves.append((n, total)))
    view.find_text("greenhouse")
    qtbot.waitUntil(lambda: moves == [(0, 0)], timeout=15_000)
    assert not view.marks
