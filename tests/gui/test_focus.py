"""The focus: it stays near a control that vanishes, and F6 reaches all panes."""

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot
from tests.gui.conftest import PATIENCE, WITHDRAW, OpenWindow, search, wait_for_engine

from lexdesk.library.library import Library
from lexdesk_gui import rail
from lexdesk_gui.rail import ScreenName

pytestmark = pytest.mark.usefixtures("without_model")


def test_focus_stays_near_a_control_that_is_hidden(
    open_window: OpenWindow, gdpr: Path, qtbot: QtBot
) -> None:
    window = open_window(gdpr)
    window.navigation.show_screen("match")
    match = window.screens.match
    assert window.focusWidget() is match.beginning.choose
    match.busy.begin("Reading")  # as after a document was chosen
    match.beginning.show_busy(True)
    qtbot.waitUntil(lambda: window.focusWidget() is match.busy.cancel, timeout=PATIENCE)


def test_focus_stays_in_the_side_panel_with_fewer_recitals(
    open_window: OpenWindow, gdpr: Path, qtbot: QtBot
) -> None:
    window = open_window(gdpr)
    search(window, qtbot, "withdraw consent", WITHDRAW)
    side = window.view.reader_pane.side
    qtbot.waitUntil(lambda: len(side.recitals.heads) > 1, timeout=PATIENCE)
    side.recitals.heads[-1].setFocus()
    side.recitals.show_recitals(side.recitals._shown[:1], "another provision")
    qtbot.waitUntil(lambda: side.isAncestorOf(window.focusWidget()), timeout=PATIENCE)


@pytest.mark.parametrize("screen", ["library", "saved", "index", "match", "settings"])
def test_f6_goes_round_the_panes_of_each_screen(
    open_window: OpenWindow, gdpr: Path, qtbot: QtBot, screen: ScreenName
) -> None:
    window = open_window(gdpr)
    window.navigation.show_screen(screen)
    qtbot.waitUntil(lambda: window.library.state is not None, timeout=PATIENCE)
    window.navigation.focus_field()
    stops: list[QWidget] = []
    while window.bar.field.edit not in stops:
        qtbot.keyClick(window, Qt.Key.Key_F6)
        stops.append(window.focusWidget())
    assert len(set(stops)) == len(stops)
    assert len(stops) >= {"library": 3, "saved": 3, "index": 3}.get(screen, 2)


def test_undone_change_is_named_and_deletions_are_restored_one_by_one(
    open_window: OpenWindow, own_gdpr: Path, qtbot: QtBot
) -> None:
    window = open_window(own_gdpr)
    for name in ("lease", "rent", "sale"):
        window.work.save(name, name, "keyword")
    window.navigation.show_screen("saved")
    tree = window.screens.saved.tree

    def names() -> list[str]:
        with Library.open(own_gdpr) as library, library.workbook() as book:
            return sorted(saved.name for saved in book.saved_searches())

    def wait_for(count: int) -> None:
        group = window.screens.saved.shelf.item
        qtbot.waitUntil(lambda: bool(group(0)) and group(0).rowCount() == count, timeout=PATIENCE)

    wait_for(3)
    model = tree.model()
    tree.setCurrentIndex(model.index(0, 0, model.index(0, 0)))
    window.screens.saved.delete.setFocus()
    window.screens.saved.delete.click()
    wait_for(2)
    assert window.focusWidget() is tree
    qtbot.keyClick(tree, Qt.Key.Key_Delete)  # the selection goes to the next one
    wait_for(1)
    assert names() == ["sale"]
    for left, name in ((2, "rent"), (3, "lease")):
        qtbot.keyClick(window, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
        wait_for(left)
        assert name in window.status_line.news.text()
    assert names() == ["lease", "rent", "sale"]


def test_focus_is_visible_on_each_control(
    open_window: OpenWindow, gdpr: Path, qtbot: QtBot
) -> None:
    window = open_window(gdpr)
    search(window, qtbot, "withdraw consent", WITHDRAW)
    unseen: list[str] = []
    for screen in rail.SCREENS:
        window.navigation.show_screen(screen)
        wait_for_engine(window, qtbot)
        window.navigation.focus_field()
        stops: list[QWidget] = []
        while window.bar.field.edit not in stops:
            qtbot.keyClick(window, Qt.Key.Key_Tab)
            stops.append(window.focusWidget())
        for stop in stops[:-1]:  # the field's frame has the ring
            stop.setFocus(Qt.FocusReason.TabFocusReason)
            focused = stop.grab().toImage()
            stop.clearFocus()
            if stop.grab().toImage() == focused:
                unseen.append(f"{screen}: {stop.accessibleName() or stop.objectName()}")
    assert not unseen
