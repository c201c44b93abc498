"""Layout in large text and small windows."""

import datetime
from pathlib import Path

import pytest
from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QFontMetrics, QIcon
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot
from tests.gui.conftest import WITHDRAW, OpenWindow, search

from lexdesk.errors import FileCode, Message, PhraseCode
from lexdesk.extract.sniff import not_read
from lexdesk_gui import language
from lexdesk_gui.indexing.failed_files_model import FailedFilesDelegate, ReasonRole
from lexdesk_gui.indexing.index_screen import IndexScreen
from lexdesk_gui.preferences import Preferences
from lexdesk_gui.search.search_field import SearchField
from lexdesk_gui.settings_screen import SettingsScreen
from lexdesk_gui.style.icons import make_icon
from lexdesk_gui.style.style_sheet import make_style_sheet
from lexdesk_gui.style.theme import Theme
from lexdesk_gui.top_bar import TopBar


def test_disabled_icon_is_pale() -> None:
    result, middle = make_icon("close", "#1C1B19"), 12
    enabled, disabled = (
        result.pixmap(QSize(24, 24), 1.0, mode).toImage().pixelColor(middle, middle)
        for mode in (QIcon.Mode.Normal, QIcon.Mode.Disabled)
    )
    assert enabled.alpha() > 240
    assert 50 < disabled.alpha() < 130


@pytest.mark.parametrize("day", [None, datetime.date(2018, 3, 1)])
def test_the_query_has_room_in_large_text(
    open_window: OpenWindow, gdpr: Path, qtbot: QtBot, day: datetime.date | None
) -> None:
    window = open_window(gdpr)
    bar = window.bar
    bar.show_day(day)
    window.theme.set_zoom(2.0)
    edit = bar.field.edit

    def is_small() -> bool:
        window.resize(800, 600)  # which a window is once all that is in it has taken its new size
        return window.width() == 800

    qtbot.waitUntil(is_small)
    wanted = edit.fontMetrics().horizontalAdvance("withdraw consent")
    qtbot.waitUntil(lambda: edit.contentsRect().width() > wanted)
    labelled = [(bar.field.compact, "Hybrid search"), (bar.day, bar.day.toolTip())]
    for button, name in labelled:
        assert (button.text(), button.accessibleName(), button.toolTip()) == ("", name, name)
        assert not button.icon().isNull()
    window.resize(1440, 600)
    qtbot.waitUntil(lambda: bar.field.compact.text() == "Hybrid")
    assert bar.field.compact.icon().isNull()
    assert bar.day.text() == ("As of 1 Mar 2018" if day else "")


def test_a_low_window_shows_all_of_itself_in_large_text(
    open_window: OpenWindow, gdpr: Path, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    window = open_window(gdpr)
    monkeypatch.setattr(window.theme, "base_scale", 1.0)  # interface text of 13 pixels at 100 %
    window.theme.set_zoom(2.0)

    def is_low() -> bool:
        window.resize(1100, 700)
        return window.height() == 700

    window.view.set_query("")
    qtbot.waitUntil(is_low)  # with the examples
    search(window, qtbot, "withdraw consent", WITHDRAW)
    qtbot.waitUntil(is_low)
    buttons = [*window.rail.buttons.values()]
    assert all(window.rail.rect().contains(button.geometry()) for button in buttons)
    with_icon = Qt.ToolButtonStyle.ToolButtonTextUnderIcon
    assert {button.toolButtonStyle() for button in buttons} == {with_icon}
    (side,) = {button.iconSize().height() for button in buttons}
    assert window.theme.look.px(12) <= side < window.theme.look.px(20)
    assert all(
        side + button.fontMetrics().height() < button.contentsRect().height() for button in buttons
    )
    window.resize(1100, 1000)
    qtbot.waitUntil(lambda: buttons[0].height() > window.theme.look.px(44))


def test_a_small_screen_is_high_enough_for_a_very_large_font_of_the_system(
    open_window: OpenWindow, gdpr: Path, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    window = open_window(gdpr)
    monkeypatch.setattr(window.theme, "base_scale", 24 / 9.75 / 1.25)  # with the zoom, 24 points
    window.theme.set_zoom(1.25)
    search(window, qtbot, "withdraw consent", WITHDRAW)

    def is_low() -> bool:
        window.resize(1366, 768)
        return window.height() == 768

    qtbot.waitUntil(is_low)
    buttons = [*window.rail.buttons.values()]
    assert all(window.rail.rect().contains(button.geometry()) for button in buttons)
    names = Qt.ToolButtonStyle.ToolButtonTextOnly
    qtbot.waitUntil(lambda: {button.toolButtonStyle() for button in buttons} == {names})
    assert all(button.fontMetrics().height() <= button.height() for button in buttons)


@pytest.mark.parametrize("spoken", ["en", "de"])
def test_the_hint_and_then_the_modes_give_way_to_the_query(
    theme: Theme, qtbot: QtBot, qapp: QApplication, spoken: language.Language
) -> None:
    theme.set_zoom(1.5)
    language.install(qapp, spoken)
    try:
        field = SearchField(theme)
    finally:
        language.install(qapp, "en")
    qtbot.addWidget(field)
    field.setStyleSheet(make_style_sheet(theme.look))
    edit, hint, modes = field.edit, field.shortcut_hint, field._segments_frame
    with qtbot.waitExposed(field):
        field.show()
    seen = set()
    for width in range(1100, 700, -12):
        field.resize(width, field.height())
        qtbot.waitUntil(
            lambda: (
                edit.fontMetrics().horizontalAdvance(edit.placeholderText())
                <= edit.contentsRect().width()
            )
        )
        assert field.width() == width
        assert field.compact.isVisible() != modes.isVisible()
        seen.add((hint.isVisible(), modes.isVisible()))
    assert seen == {(True, True), (False, True), (False, False)}
    field.resize(1100, field.height())
    qtbot.waitUntil(hint.isVisible)


@pytest.mark.parametrize("spoken", ["en", "de"])
def test_that_no_library_is_open_is_said_whole(
    theme: Theme, qtbot: QtBot, qapp: QApplication, spoken: language.Language
) -> None:
    language.install(qapp, spoken)
    try:
        bar = TopBar(theme)
        qtbot.addWidget(bar)
        bar.setStyleSheet(make_style_sheet(theme.look))
        bar.show_libraries(None, [])
        bar.resize(1280, bar.height())
        with qtbot.waitExposed(bar):
            bar.show()
        assert bar.library.text() == language.translate("Bar", "No library")
    finally:
        language.install(qapp, "en")


def test_nothing_on_the_index_screen_is_wider_than_it_in_large_text(
    theme: Theme, qtbot: QtBot
) -> None:
    theme.set_zoom(2.0)
    screen = IndexScreen(theme)
    qtbot.addWidget(screen)
    screen.setStyleSheet(make_style_sheet(theme.look))
    screen.show_status(None, {"/letters/scan.pdf": Message(FileCode.EMPTY, name="scan.pdf")})
    px = theme.look.px
    screen.show()
    screen.progress.stages["read"].caption.setText("2.010 von 2.014 gelesen · 4 zu prüfen")
    for width in (580, 330):
        screen.resize(px(width), px(400))
        for card in (screen.progress, screen.failed_card, screen.folders):
            assert card.minimumSizeHint().width() <= screen.viewport().width() - px(32), width
    screen.resize(px(1600), px(900))
    cards = screen.failed_card, screen.folders
    qtbot.waitUntil(lambda: cards[0].geometry().bottom() > 0 and cards[1].x() > cards[0].x())
    content = screen.widget()
    assert content is not None
    left, right = cards[0].x(), content.width() - cards[1].geometry().right() - 1
    assert abs(left - right) <= 1, "the cards stand in the middle"
    assert cards[1].geometry().right() - left <= px(1140)


@pytest.mark.parametrize(("zoom", "width"), [(1.0, 1300), (1.5, 800), (2.0, 700)])
def test_advice_on_file_is_not_cut(
    theme: Theme, qtbot: QtBot, qapp: QApplication, zoom: float, width: int
) -> None:
    theme.set_zoom(zoom)
    language.install(qapp, "de")  # whose sentences are longer
    try:
        screen = IndexScreen(theme)
        qtbot.addWidget(screen)
        screen.setStyleSheet(make_style_sheet(theme.look))
        screen.resize(width, 600)
        screen.show()
        screen.show_status(
            None,
            {
                f"/in/{n}/a.wpd": not_read("a.wpd", PhraseCode.WORDPERFECT).message
                for n in range(20)
            },
        )
        table, model = screen.failed_card.table, screen.failed_card.model
        qtbot.waitUntil(lambda: table.width() > width / 3)
        for row in (0, 19, 7):
            index = model.index(row, 0)
            table.setCurrentIndex(index)
            cell = table.visualRect(index)
            delegate = table.itemDelegate()
            assert isinstance(delegate, FailedFilesDelegate)
            places = delegate.places(index, cell)
            text = index.data(ReasonRole)
            assert text.endswith("und dieses hinzufügen.")
            metrics = QFontMetrics(theme.look.interface(12))
            wrap = Qt.TextFlag.TextWordWrap.value
            needed = metrics.boundingRect(0, 0, places.reason.width(), 9999, wrap, text)
            assert needed.height() <= places.reason.height()
            for item in (places.icon, places.name, places.reason, places.button):
                assert cell.contains(item)
            assert not places.button.intersects(places.reason | places.name)
            assert cell.top() >= 0
            assert cell.bottom() <= table.viewport().height()
        assert table.height() >= table.rowHeight(0) * 2
    finally:
        language.install(qapp, "en")


def test_the_settings_need_no_scrolling_sideways_in_large_text(
    theme: Theme, qtbot: QtBot, qapp: QApplication, tmp_path: Path
) -> None:
    theme.set_zoom(1.5)
    language.install(qapp, "de")  # whose words are longer
    try:
        screen = SettingsScreen(theme, Preferences(tmp_path / "desktop.ini"))
    finally:
        language.install(qapp, "en")
    qtbot.addWidget(screen)
    screen.setStyleSheet(make_style_sheet(theme.look))
    screen.show()
    assert screen.minimumSizeHint().width() <= theme.look.px(540)  # beside the rail
    screen.wipe.click()  # asks a long question
    assert screen.minimumSizeHint().width() <= theme.look.px(540)
