"""Years of results: a span chosen by mouse or keys, and bars."""

from itertools import pairwise

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QAccessible
from pytestqt.qtbot import QtBot

from lexdesk_gui.search.year_range import YearRange
from lexdesk_gui.style.theme import Theme


@pytest.fixture
def years(theme: Theme, qtbot: QtBot) -> YearRange:
    widget = YearRange(theme)
    qtbot.addWidget(widget)
    widget.resize(theme.look.px(160), widget.height())
    widget.show_span(1990, 2026, 1990, 2026)
    widget.show()
    return widget


def _at(years: YearRange, year: int) -> QPoint:
    return QPoint(round(years.x_of(year)), years.since.geometry().center().y())


def test_years_are_chosen_by_mouse(years: YearRange, qtbot: QtBot) -> None:
    left = Qt.MouseButton.LeftButton
    chosen: list[tuple[int, int]] = []
    years.chosen.connect(lambda first, last: chosen.append((first, last)))
    qtbot.mouseClick(years, left, pos=_at(years, 2000))  # the nearest handle comes
    assert chosen == [(2000, 0)]
    assert years.since.hasFocus()
    qtbot.mousePress(years, left, pos=_at(years, 2024))
    qtbot.mouseMove(years, _at(years, 2010))
    assert (years.span_text, chosen) == ("2000 to 2010", [(2000, 0)])  # not while it is held
    qtbot.mouseRelease(years, left, pos=_at(years, 2010))
    assert chosen[1:] == [(2000, 2010)]
    assert years.until.hasFocus()
    qtbot.mousePress(years, left, pos=_at(years, 2010))
    qtbot.mouseMove(years, _at(years, 1992))
    qtbot.mouseRelease(years, left, pos=_at(years, 1992))
    assert chosen[2:] == [(2000, 2000)]  # not beyond the other
    for year, handle in ((2005, years.until), (1995, years.since)):  # both are at one year
        years.show_span(1990, 2026, 2000, 2000)
        qtbot.mousePress(years, left, pos=_at(years, 2000))
        qtbot.mouseMove(years, _at(years, year))
        qtbot.mouseRelease(years, left, pos=_at(years, year))
        assert handle.value() == year
        assert handle.hasFocus()


def test_years_are_chosen_by_keys(years: YearRange, qtbot: QtBot) -> None:
    chosen: list[tuple[int, int]] = []
    years.chosen.connect(lambda first, last: chosen.append((first, last)))
    years.since.setFocus()
    for key in (Qt.Key.Key_Right, Qt.Key.Key_PageUp, Qt.Key.Key_End):
        qtbot.keyClick(years.since, key)
    assert chosen == [(1991, 0), (2001, 0), (2026, 0)]
    qtbot.keyClick(years.since, Qt.Key.Key_Home)
    qtbot.keyClick(years.since, Qt.Key.Key_Tab)
    assert years.until.hasFocus()
    qtbot.keyClick(years.until, Qt.Key.Key_Left)
    assert chosen[3:] == [(0, 0), (0, 2025)]


def test_year_handles_have_accessible_name_value_and_bounds(years: YearRange) -> None:
    years.show_span(1990, 2026, 2001, 2020)
    described = [
        (handle.accessibleName(), handle.value(), handle.minimum(), handle.maximum())
        for handle in (years.since, years.until)
    ]
    assert described == [("From year", 2001, 1990, 2020), ("To year", 2020, 2001, 2026)]
    interface = QAccessible.queryAccessibleInterface(years.since)
    assert interface.role() is QAccessible.Role.Slider
    assert interface.text(QAccessible.Text.Name) == "From year"
    assert interface.valueInterface().currentValue() == 2001


@pytest.mark.parametrize("zoom", [1.0, 1.25, 1.5, 2.0])
def test_handles_of_the_years_are_round_and_their_years_apart(
    theme: Theme, years: YearRange, zoom: float
) -> None:
    theme.set_zoom(zoom)
    px = theme.look.px
    years.resize(px(160), years.height())
    years.show_span(1990, 2026, 1990, 2026)
    picture = years.since.grab().toImage()
    middle = picture.width() // 2
    assert picture.width() == picture.height() == px(24)
    assert picture.pixelColor(middle, middle).name().upper() == theme.look.tokens.surface
    across = [picture.pixelColor(x, middle).lightness() for x in range(px(24))]
    down = [picture.pixelColor(middle, y).lightness() for y in range(px(24))]
    assert across == down
    assert years.rect().contains(years.until.geometry().center())
    for span in ((1990, 1990), (2025, 2026), (1990, 1991), (2007, 2008), (2026, 2026)):
        boxes = years._boxes(span)
        assert len(boxes) == len(set(span))
        assert all(0 <= box.left() <= box.right() <= years.width() + 0.01 for box in boxes)
        assert not any(a.adjusted(1, 0, -1, 0).intersects(b) for a, b in pairwise(boxes))
