"""Layout by available space: facets, side panel, and the citation above the text."""

import traceback
from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QAction, QTextCursor
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot
from tests.failures import damaged
from tests.gui.conftest import WITHDRAW, WITHDRAW_CALLED, OpenWindow, search

from lexdesk.ingest import Progress
from lexdesk.library.library import Library
from lexdesk_gui.indexing.index_screen import IndexScreen
from lexdesk_gui.reader.citation_label import CitationLabel
from lexdesk_gui.reader.reader_pane import ReaderPane
from lexdesk_gui.reader.readings import read, read_provision
from lexdesk_gui.reader.text_view import Reader
from lexdesk_gui.status_bar import StatusBar
from lexdesk_gui.style.style_sheet import make_style_sheet
from lexdesk_gui.style.theme import Theme


def test_a_window_of_the_default_size_has_facets_however_wide_the_rail_is(
    open_window: OpenWindow, gdpr: Path, qtbot: QtBot
) -> None:
    window = open_window(gdpr)
    px = window.theme.look.px
    window.rail.setFixedWidth(px(76))  # as longer words make it
    window.resize(px(1280), px(800))
    qtbot.waitUntil(lambda: window.width() == px(1280))
    assert window.view.facets.isVisible()
    window.resize(px(1280) - 2, px(800))
    qtbot.waitUntil(lambda: not window.view.facets.isVisible())


def test_a_narrow_window_stays_so_while_files_are_added(
    theme: Theme, gdpr: Path, qtbot: QtBot
) -> None:
    line, px = StatusBar(theme, QAction("Stop")), theme.look.px
    qtbot.addWidget(line)
    failures = {f"/x/{number}.pdf": damaged("a file") for number in range(100)}
    with Library.open(gdpr) as library:
        line.show_status(library.admin.status(), failures)
    line.resize(px(660), px(28))
    line.show()
    qtbot.waitUntil(lambda: line.failed.text() == "100 files need attention")
    line.show_beginning("Looking for files to read…")
    qtbot.waitUntil(line.progress_bar.isVisible)
    QApplication.processEvents()
    assert line.width() == px(660)
    assert line.failed.text() == ""
    assert line.failed.accessibleName() == line.failed.toolTip() == "100 files need attention"
    line.show_changed_files(3)
    line.end_progress("")
    qtbot.waitUntil(line.update_files.isVisible)
    QApplication.processEvents()
    assert line.width() == px(660)
    assert not line.progress_bar.isVisible()
    line.ready.setText("Keyword search ready, semantic index 63 %" * 4)
    assert line.minimumSizeHint().width() < px(660), "it is cut short before the window grows"


def test_status_line_says_that_indexing_is_paused(theme: Theme, qtbot: QtBot) -> None:
    line = StatusBar(theme, QAction("Stop"))
    qtbot.addWidget(line)
    line.show_progress(Progress("vectors", 1, 10))
    line.show_paused(True)
    line.show_progress(Progress("vectors", 2, 10))  # the last batch
    assert line.news.text() == "Indexing is paused."
    line.show_paused(False)
    assert "2 of 10" in line.news.text()


def test_progress_has_room_in_a_window_of_double_size(
    theme: Theme, gdpr: Path, qtbot: QtBot
) -> None:
    while theme.zoom < 2:
        theme.step_zoom(1)
    screen = IndexScreen(theme)
    qtbot.addWidget(screen)
    screen.setStyleSheet(make_style_sheet(theme.look))
    with Library.open(gdpr) as library:
        screen.show_status(library.admin.status(), {})
    screen.progress.show_progress(Progress("vectors", 17_407, 20_186))
    screen.progress.stages["read"].caption.setText("48 von 48 gelesen · noch unter einer Minute")
    screen.resize(960, 500)  # what the rail leaves of 1100 pixels
    screen.show()
    qtbot.waitUntil(lambda: screen.verticalScrollBar().maximum() > 0)
    content = screen.widget()
    layout = content.layout() if content else None
    assert layout is not None
    layout.activate()  # which knows of the text later only, else
    QApplication.processEvents()
    assert screen.horizontalScrollBar().maximum() == 0


def test_the_panel_is_there_exactly_when_its_toggle_is_on(
    open_window: OpenWindow, gdpr: Path, qtbot: QtBot
) -> None:
    window = open_window(gdpr)
    pane, px = window.view.reader_pane, window.theme.look.px
    search(window, qtbot, "withdraw consent", WITHDRAW)
    assert pane.commands.side_panel.isChecked()
    assert pane.side.isVisible()

    window.resize(px(1100), px(700))
    qtbot.waitUntil(lambda: not pane.side.isVisible())
    assert not pane.commands.side_panel.isChecked()
    pane.commands.side_panel.trigger()
    assert pane.side.isVisible()
    window.resize(px(1120), px(700))
    qtbot.waitUntil(lambda: window.width() == px(1120))
    assert pane.side.isVisible()  # it was asked for
    pane.commands.side_panel.trigger()
    assert not pane.side.isVisible()

    window.resize(px(1440), px(900))
    qtbot.waitUntil(pane.side.isVisible)
    assert pane.commands.side_panel.isChecked()


def test_the_panel_is_as_wide_as_designed_and_leaves_the_text_its_room(
    open_window: OpenWindow, gdpr: Path
) -> None:
    pane = open_window(gdpr).view.reader_pane
    needed = pane.side.minimumSizeHint().width()
    assert abs(pane.side.width() - max(pane._theme.look.px(270), needed)) <= 2


def test_the_path_gives_way_last(open_window: OpenWindow, gdpr: Path, qtbot: QtBot) -> None:
    window = open_window(gdpr)
    pane, px = window.view.reader_pane, window.theme.look.px
    search(window, qtbot, "withdraw consent", WITHDRAW)
    assert pane.bar.copy.text() == "Copy with citation"
    assert pane.bar.hits.isVisible()
    window.resize(px(1110), px(700))
    window.view.panes.setSizes([px(420), px(604)])
    qtbot.waitUntil(lambda: not pane.bar.copy.text())
    place = pane.bar.place
    qtbot.waitUntil(lambda: place.path == ("GDPR", "II Principles", "Article 7(3)"))
    qtbot.waitUntil(lambda: place.width() >= place.sizeHint().width())
    assert place.text() == WITHDRAW_CALLED
    assert place.toolTip() == f"{WITHDRAW_CALLED}\n{WITHDRAW}"
    assert pane.bar.copy.accessibleName() == "Copy with citation"
    assert "Copy with citation" in pane.bar.copy.toolTip()
    window.view.panes.setSizes([px(580), px(444)])
    qtbot.waitUntil(lambda: not pane.bar.hits.isVisible())
    qtbot.waitUntil(lambda: place.width() >= place.sizeHint().width())
    assert place.path[-1] == "Article 7(3)"
    window.resize(px(1440), px(900))
    window.view.panes.setSizes([px(392), px(700)])
    qtbot.waitUntil(lambda: all(part.isVisible() for part in pane.bar.yielding))
    assert pane.bar.copy.text() == "Copy with citation"


def test_list_and_reader_stand_side_by_side_from_design_width(
    open_window: OpenWindow, gdpr: Path, qtbot: QtBot
) -> None:
    window = open_window(gdpr)
    px, view = window.theme.look.px, window.view
    search(window, qtbot, "withdraw consent", WITHDRAW)
    window.resize(px(1100), px(700))
    qtbot.waitUntil(view.reader_pane.isVisible)
    assert view.results.isVisible()
    window.resize(px(1090), px(700))
    qtbot.waitUntil(view.reader_pane.isHidden)
    assert view.results.isVisible()


@pytest.mark.slow
def test_a_window_does_not_grow_with_its_text(
    open_window: OpenWindow, gdpr: Path, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    window = open_window(gdpr)
    monkeypatch.setattr(window.theme, "base_scale", 1.0)
    window.theme.set_zoom(1.0)
    window.resize(1300, 700)
    search(window, qtbot, "withdraw consent", WITHDRAW)
    window.theme.set_zoom(2.0)
    window.resize(1100, 700)  # what stood at the right goes
    needed = window.minimumSizeHint().height()
    for _ in range(6):
        QApplication.processEvents()
    assert needed <= window.minimumSizeHint().height() <= window.height() == 700
    assert not window.view.reader_pane.isVisible()


def test_side_panel_fits_small_window_with_large_text(
    theme: Theme, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(theme, "base_scale", 1.0)
    theme.set_zoom(2.0)
    pane = ReaderPane(theme)
    qtbot.addWidget(pane)
    pane.setStyleSheet(make_style_sheet(theme.look))
    pane.show()
    for page in range(pane.side.tabs.count()):
        pane.side.tabs.setCurrentIndex(page)
        assert pane.minimumSizeHint().height() <= theme.look.px(120)


LEASE = "§ 12 Abs. 3 Nr. 2 Mietvertrag der Hausverwaltung Nord mit Nachtrag (unterschrieben).docx"
SCAN = "2024-03-01_Mietvertrag_der_Hausverwaltung_Nord_mit_Nachtrag_und_Anlagen_unterschrieben.pdf, p. 12"


@pytest.mark.parametrize(
    ("citation", "file", "kept"),
    [
        ("Artikel 7 Absatz 3 Verordnung (EU) 2016/679", "L_2016119DE.01000101.xml", None),
        (LEASE, LEASE[22:], ("§ 12 Abs. 3 Nr. 2 Miet", ".docx")),
        (SCAN, SCAN[:-7], ("2024", ".pdf, p. 12")),
    ],
)
def test_of_a_citation_the_name_of_the_file_gives_way_first(
    theme: Theme, qtbot: QtBot, citation: str, file: str, kept: tuple[str, str] | None
) -> None:
    cited = CitationLabel()
    qtbot.addWidget(cited)
    cited.set_citation(citation, file)
    line, letter = cited.fontMetrics().lineSpacing(), cited.fontMetrics().averageCharWidth()
    cited.resize(letter * 200, line * 2)
    assert cited.shown()[0] == citation
    cited.resize(letter * 32, line * 2)
    shown, wrap = cited.shown()
    begin, end = kept or (citation, citation)
    assert shown.startswith(begin)
    assert shown.endswith(end)
    assert ("…" in shown) is (kept is not None)
    assert kept or wrap == Qt.TextFlag.TextWordWrap.value
    assert wrap == Qt.TextFlag.TextWordWrap.value or " " not in citation[:40]
    cited.resize(letter * 6, line)
    assert cited.shown()[0].endswith("…")
    cited.resize(1, 1)
    assert cited.shown()[0] == "…"


def test_a_hit_that_was_found_while_the_reader_was_hidden_is_in_sight(
    gdpr: Path, theme: Theme, qtbot: QtBot
) -> None:
    with Library.open(gdpr) as library:
        query = "consent withdraw contract performance"
        hit = next(hit for hit in library.search(query).hits if hit.citation == WITHDRAW)
        reading = read(library, hit, query)
    theme.set_zoom(1.5)
    reader = Reader(theme)
    qtbot.addWidget(reader)
    reader.resize(120, 60)  # as in a window with room for one pane
    reader.show_reading(reading)
    reader.resize(1000, 260)
    reader.show()  # it gets its size now, and is painted later
    assert not reader.viewport().rect().isEmpty()
    assert abs(reader.cursorRect().top() - reader.viewport().height() / 3) < 2


def test_layout_is_not_changed_during_layout(
    gdpr: Path, theme: Theme, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A scroll bar that comes or goes resizes the text during Qt's iteration over its cursors: moving one then crashed."""
    within = []

    def recorded(function: Callable[..., None]) -> Callable[..., None]:
        def called(reader: Reader, *arguments: object) -> None:
            callers = {frame.name for frame in traceback.extract_stack()}
            within.append({"resizeEvent", "_set_again"} <= callers)
            function(reader, *arguments)

        return called

    for name in ("_start_at_passage", "_fit_margins"):
        monkeypatch.setattr(Reader, name, recorded(getattr(Reader, name)))
    with Library.open(gdpr) as library:
        long, short = (read_provision(library, "32016R0679", eid) for eid in ("art_4", "art_94"))
    reader = Reader(theme)
    qtbot.addWidget(reader)
    reader.resize(700, 500)
    with qtbot.waitExposed(reader):
        reader.show()
    bars = []
    for reading in (long, short, long, short):
        reader.show_reading(reading)
        bars.append(reader.verticalScrollBar().isVisible())
    assert bars == [True, False, True, False]
    assert within
    assert not any(within)


def test_distant_citation_is_scrolled_into_view(gdpr: Path, theme: Theme, qtbot: QtBot) -> None:
    with Library.open(gdpr) as library:
        hit = library.search("Article 4(21) GDPR", top=1).hits[0]
        far = [read(library, hit, query) for query in ("Article 4(21) GDPR", "")]
    assert far[0].named
    reader = Reader(theme)
    qtbot.addWidget(reader)
    reader.resize(700, 500)
    with qtbot.waitExposed(reader):
        reader.show()
    for reading in far:
        reader.show_reading(reading)
        assert reader.passage is not None
        cursor = QTextCursor(reader.document())
        cursor.setPosition(reader.passage[0])
        assert 0 <= reader.cursorRect(cursor).top() < 400
