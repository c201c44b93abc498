"""Duties of an act that a document does not cover."""

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot
from tests.gui.conftest import OpenWindow
from tests.gui.match.conftest import wait_for_answer

from lexdesk.library.library import Library

pytestmark = pytest.mark.usefixtures("without_model")  # paragraphs are compared by their words


@pytest.mark.slow
def test_duties_without_a_match_are_listed_and_gone_to(
    open_window: OpenWindow, own_gdpr: Path, breaches: Path, qtbot: QtBot
) -> None:
    window = open_window(own_gdpr)
    window.match_file(breaches)
    wait_for_answer(window, qtbot)
    screen = window.screens.match
    cells = screen.heat.model_of_cells
    assert cells.unmet
    sentence = f"{len(cells.unmet)} duties without a match"
    assert screen.duties.isVisible()
    assert screen.duties.accessibleName() == sentence
    assert screen.covered.isVisible()
    assert screen.covered.accessibleName() == f"Covered: {sentence}"
    assert screen.rule.isVisible()
    assert "“shall” or “must”" in screen.rule.text()
    assert screen.heat.geometry().bottom() < screen.covered.geometry().top()  # its scroll bar, too

    menu = screen.duties.menu()
    menu.aboutToShow.emit()
    assert [action.text().split("   ")[0] for action in menu.actions()] == [
        cells.column_name(column) for column in cells.unmet
    ]
    menu.actions()[-1].trigger()
    assert screen.heat.currentIndex().column() == cells.unmet[-1]
    assert window.focusWidget() is screen.heat
    name = cells.column_name(cells.unmet[-1])
    assert screen.pair.sides[1].title.text().startswith(name)

    first = cells.unmet[0]
    screen.heat.scrollTo(cells.index(0, first))
    place = screen.covered._box(first).center()
    qtbot.mouseClick(screen.covered, Qt.MouseButton.LeftButton, pos=place)
    assert screen.heat.currentIndex() == cells.best_in(first)

    window.theme.step_zoom(5)
    window.resize(1100, 700)
    screen.heat.setFocus()
    assert screen.duties.text() == f"◇ {len(cells.unmet)}"
    assert screen.duties.accessibleName() == sentence


@pytest.mark.slow
def test_text_without_provisions_has_no_duties(
    open_window: OpenWindow, own_gdpr: Path, policy: Path, tmp_path: Path, qtbot: QtBot
) -> None:
    other = tmp_path / "other.txt"
    other.write_text("The tenant shall withdraw consent. The tenant must notify a breach.")
    with Library.open(own_gdpr) as library:
        library.sources.add([other], vectors=False)
    window = open_window(own_gdpr)
    window.matching.match(policy, policy.name, "kind:document")
    window.navigation.show_screen("match")
    wait_for_answer(window, qtbot)
    screen = window.screens.match
    assert screen.heat.model_of_cells.columnCount() > 0
    assert screen.heat.model_of_cells.unmet is None
    assert not screen.duties.isVisible()
    assert not screen.covered.isVisible()
    assert not screen.rule.isVisible()
