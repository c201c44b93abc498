"""The Library screen."""

import csv
import datetime
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QAbstractItemModelTester
from PySide6.QtWidgets import QApplication, QLabel
from pytestqt.qtbot import QtBot
from tests.gui.conftest import GDPR, PATIENCE, OpenWindow
from tests.gui.test_exporting import answers

from lexdesk.document.model import Document
from lexdesk.law.citation_labels import label_usual_citation
from lexdesk.library.library import Library
from lexdesk_gui.library import library_requests
from lexdesk_gui.library.library_requests import ListRequest
from lexdesk_gui.library.screen import CatalogueScreen
from lexdesk_gui.library.view import COLUMNS, BadgeRole, CatalogueModel, TitleRole
from lexdesk_gui.main_window import MainWindow
from lexdesk_gui.style.theme import Theme

WARN = QAbstractItemModelTester.FailureReportingMode.Warning
REGULATION, CONTRACT = "GDPR", "ImineCorp"


@pytest.fixture(scope="module")
def room(shared_data: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A library with the GDPR and a contract of 2018; not to be written to."""
    contracts = (shared_data / "raw" / "cuad-pdf-sample").glob(f"{CONTRACT}*")
    path = tmp_path_factory.mktemp("room") / "library"
    with Library.open(path, create=True) as library:
        library.sources.add([GDPR, *contracts], vectors=False)
    return path


def listed(window: MainWindow, qtbot: QtBot, *names: str) -> CatalogueScreen:
    """Return the screen once it lists works with these beginnings of names, in this order."""
    screen = window.screens.library

    def is_so() -> bool:
        found = [label_usual_citation(work) for work in screen.works]
        return len(found) == len(names) and all(map(str.startswith, found, names))

    qtbot.waitUntil(is_so, timeout=PATIENCE)
    return screen


def test_list_that_is_requested_says_that_it_loads(
    open_window: OpenWindow, room: Path, qtbot: QtBot
) -> None:
    window = open_window(room)
    screen = window.screens.library
    window.navigation.show_screen("library")
    texts = [label.text() for label in screen.findChildren(QLabel)]
    assert "Loading…" in texts and "No library is open" not in texts
    listed(window, qtbot, REGULATION, CONTRACT)
    assert "Loading…" not in [label.text() for label in screen.findChildren(QLabel)]


def test_rows_describe_works(qapp: QApplication, room: Path) -> None:
    with Library.open(room) as library:
        works = library.catalogue.holdings(as_of="2018-03-01")
    model = CatalogueModel()
    tester = QAbstractItemModelTester(model, WARN)
    model.put(works)
    contract, regulation = (
        [model.index(row, column).data() for column in range(len(COLUMNS))] for row in (1, 0)
    )
    assert contract[1:4] == ["Contract", "19 Jul 2018", ""]
    assert regulation == [REGULATION, "Regulation", "27 Apr 2016", "Not yet applicable", "demo"]
    assert model.index(0, COLUMNS.index("status")).data(BadgeRole).tone == "notice"
    assert model.index(0, 0).data(TitleRole).startswith("Regulation (EU) 2016/679 of the Euro")
    assert model.index(1, 0).data(TitleRole) == ""
    spoken = model.index(0, 0).data(Qt.ItemDataRole.AccessibleTextRole)
    assert spoken == f"{REGULATION}, Regulation, 27 Apr 2016, Not yet applicable, demo"
    assert tester.model() is model


def test_all_is_listed_narrowed_sorted_and_read(
    open_window: OpenWindow, room: Path, qtbot: QtBot
) -> None:
    window = open_window(room)
    window.navigation.show_screen("library")
    screen = listed(window, qtbot, REGULATION, CONTRACT)
    assert screen.field.hasFocus()

    screen.view.sortByColumn(COLUMNS.index("dated"), Qt.SortOrder.DescendingOrder)
    listed(window, qtbot, CONTRACT, REGULATION)

    qtbot.keyClicks(screen.field, "kind:contrakt")
    qtbot.waitUntil(lambda: "contract, " in screen.message, timeout=PATIENCE)
    assert len(screen.works) == 2  # the list before stays
    screen.field.clear()
    qtbot.keyClicks(screen.field, "kind:regulation gdpr")
    listed(window, qtbot, REGULATION)
    assert screen.message == ""

    qtbot.keyClick(screen.field, Qt.Key.Key_Down)
    assert screen.view.hasFocus()
    qtbot.keyClick(screen.view, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: window.screens.shown == "search")
    qtbot.waitUntil(lambda: window.reading.reading is not None, timeout=PATIENCE)
    reading = window.reading.reading
    assert reading is not None
    assert reading.citation_by_usual_name == REGULATION


def test_no_more_are_listed_than_somebody_goes_through_and_all_are_written(
    theme: Theme, qtbot: QtBot, room: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(library_requests, "MOST_WORKS", 1)
    with Library.open(room) as library:
        found = library_requests.list_works(library, wanted=ListRequest())
        assert (
            library_requests.write(library, wanted=ListRequest(), target=tmp_path / "all.csv") == 2
        )
    screen = CatalogueScreen(theme)
    qtbot.addWidget(screen)
    screen.show_works(found)
    assert (len(screen.works), found.total) == (1, 2)
    assert screen.message == "Showing the first 1; enter words of a name to filter."


def test_works_are_fetched_once_per_order(own_gdpr: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """18,000 took two seconds each time; added works are listed."""
    with Library.open(own_gdpr) as library:
        calls: list[Any] = []
        holdings = library.catalogue.holdings

        def counted(query: str = "", *, as_of: Any = None) -> Any:
            calls.append(as_of)
            return holdings(query, as_of=as_of)

        monkeypatch.setattr(library.catalogue, "holdings", counted)
        total = library_requests.list_works(library, wanted=ListRequest()).total
        library_requests.list_works(library, wanted=ListRequest(column="kind", descending=True))
        assert calls == [None]
        library_requests.list_works(library, wanted=ListRequest(as_of=datetime.date(2020, 1, 1)))
        assert len(calls) == 2
        library.sources.add_documents(
            [Document("The lease of the mill.", "Mill", work="mill")], vectors=False
        )
        assert library_requests.list_works(library, wanted=ListRequest()).total == total + 1


def test_status_follows_as_of_date(open_window: OpenWindow, room: Path, qtbot: QtBot) -> None:
    window = open_window(room)
    window.navigation.show_screen("library")
    screen = listed(window, qtbot, REGULATION, CONTRACT)
    assert screen.works[0].status == "applies"
    window.bar.dated.emit(datetime.date(2018, 3, 1))
    qtbot.waitUntil(lambda: screen.works[0].status == "not yet applicable", timeout=PATIENCE)


def test_the_list_is_written_to_a_file(
    open_window: OpenWindow,
    room: Path,
    tmp_path: Path,
    qtbot: QtBot,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    window = open_window(room)
    window.navigation.show_screen("library")
    screen = listed(window, qtbot, REGULATION, CONTRACT)
    written = tmp_path / "list.csv"
    answers(monkeypatch, (str(written), "CSV (*.csv)"))
    screen.export.click()
    qtbot.waitUntil(written.exists, timeout=PATIENCE)
    with written.open(encoding="utf-8-sig", newline="") as file:
        rows = list(csv.DictReader(file))
    assert [(row["kind"], row["dated"], row["status"]) for row in rows] == [
        ("regulation", "2016-04-27", "applies"), ("contract", "2018-07-19", ""),
    ]  # fmt: skip


def test_another_library_is_listed_whole(
    open_window: OpenWindow, room: Path, gdpr: Path, qtbot: QtBot
) -> None:
    window = open_window(room)
    window.navigation.show_screen("library")
    screen = listed(window, qtbot, REGULATION, CONTRACT)
    qtbot.keyClicks(screen.field, "kind:contract")
    listed(window, qtbot, CONTRACT)
    with qtbot.waitSignal(window.library.opened, timeout=PATIENCE):
        window.library.open(gdpr)
    window.navigation.show_screen("library")
    listed(window, qtbot, REGULATION)
    assert not screen.field.text()


def test_an_empty_library_says_how_to_fill_it(
    open_window: OpenWindow, tmp_path: Path, qtbot: QtBot
) -> None:
    Library.open(tmp_path / "empty", create=True).close()
    window = open_window(tmp_path / "empty")
    results = window.view.results
    qtbot.waitUntil(results.no_results.isVisible, timeout=PATIENCE)
    assert "Drop a folder" in results.no_results.text()
    window.navigation.show_screen("library")
    qtbot.waitUntil(lambda: "Drop a folder" in window.screens.library.message, timeout=PATIENCE)
    window.view.results.set_empty(False)
    window.navigation.show_screen("search")
    assert not results.no_results.isVisible()
    assert results.query_buttons[-1].isVisible()


def test_without_a_library_it_says_so(open_window: OpenWindow, tmp_path: Path) -> None:
    window = open_window(tmp_path / "none")
    window.navigation.show_screen("library")
    assert not window.screens.library.works
    assert "Open a library" in window.screens.library.message
    assert not window.screens.library.export.isEnabled()
