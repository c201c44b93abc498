"""Colours: the required contrast, recomputed, and palettes that follow the system."""

from pathlib import Path

import pytest
from PySide6.QtCore import QLocale, QPoint, QSize, Qt
from PySide6.QtGui import QFont, QFontMetrics, QPalette
from PySide6.QtWidgets import QApplication, QCheckBox, QPushButton, QWidget
from pytestqt.qtbot import QtBot
from tests.gui.conftest import PATIENCE, WITHDRAW, OpenWindow, search, wait_for_reading

from lexdesk_gui.style.look import CONTRAST, DARK, LIGHT, Tokens
from lexdesk_gui.style.style_sheet import make_style_sheet
from lexdesk_gui.style.theme import Choice, Theme, make_palette
from lexdesk_gui.style.widgets import Segment
from lexdesk_gui.top_bar import TopBar


def luminance(colour: str) -> float:
    """WCAG 2.2, relative luminance."""
    channels = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    red, green, blue = (
        c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    """WCAG 2.2, contrast ratio."""
    darker, lighter = sorted((luminance(one), luminance(other)))
    return (lighter + 0.05) / (darker + 0.05)


def worst(t: Tokens) -> dict[str, float]:
    """Return the lowest contrast of each token on its grounds."""
    panes = (t.window, t.surface, t.sunken, t.selection)
    return {
        "text": min(
            *(contrast(t.text, ground) for ground in (*panes, t.added, t.removed)),
            contrast(t.hit.text, t.hit.ground),
            contrast(t.current_hit.text, t.current_hit.ground),
        ),
        "secondary": min(contrast(t.secondary, ground) for ground in panes),
        "accent": min(contrast(t.accent, ground) for ground in (t.window, t.surface, t.selection)),
        "good": min(contrast(t.good.text, ground) for ground in (t.good.ground, t.added)),
        "notice": contrast(t.notice.text, t.notice.ground),
        "bad": min(contrast(t.bad.text, ground) for ground in (t.bad.ground, t.removed, t.window)),
        "control": min(contrast(t.control, ground) for ground in (t.window, t.surface)),
    }


DESIGNED = {
    "light": {
        "text": 11.1,
        "secondary": 6.1,
        "accent": 6.2,
        "good": 5.6,
        "notice": 5.9,
        "bad": 5.9,
        "control": 3.2,
    },
    "dark": {
        "text": 6.1,
        "secondary": 5.4,
        "accent": 6.0,
        "good": 7.0,
        "notice": 7.8,
        "bad": 6.3,
        "control": 4.5,
    },
}


@pytest.mark.parametrize(("name", "tokens"), [("light", LIGHT), ("dark", DARK)])
def test_contrast_is_as_the_design_states_it(name: str, tokens: Tokens) -> None:
    assert worst(tokens) == pytest.approx(DESIGNED[name], abs=0.06)
    assert contrast(tokens.on_accent, tokens.accent) >= 4.5


def test_palette_takes_the_tokens() -> None:
    result = make_palette(DARK)
    assert result.color(QPalette.ColorRole.Base).name().upper() == DARK.surface
    assert result.color(QPalette.ColorRole.Link).name().upper() == DARK.accent


def test_an_unknown_scheme_is_light(theme: Theme, qapp: QApplication) -> None:
    assert qapp.styleHints().colorScheme() == Qt.ColorScheme.Unknown
    theme.choose("dark")
    assert theme.look.tokens is DARK
    theme.choose("system")
    assert theme.look.tokens is LIGHT


def test_sizes_are_factors_of_the_text_size(theme: Theme, qapp: QApplication) -> None:
    before = theme.look.px(94)
    while theme.zoom < 2.0:
        theme.step_zoom(1)
    theme.step_zoom(1)
    assert theme.zoom == 2.0
    assert theme.look.px(94) == pytest.approx(2 * before, abs=1)
    assert qapp.font().pixelSize() == theme.look.px(13)
    theme.step_zoom(0)
    assert theme.look.px(94) == before


@pytest.mark.parametrize("tokens", [LIGHT, DARK, CONTRAST])
def test_heat_steps_are_distinguishable(tokens: Tokens) -> None:
    assert len(tokens.heat) == 6
    from_ground = [contrast(step, tokens.surface) for step in tokens.heat]
    assert from_ground == sorted(from_ground)
    for one, next_one in zip(tokens.heat, tokens.heat[1:], strict=False):
        assert contrast(one, next_one) >= 1.15


@pytest.mark.slow
def test_other_colours_move_nothing(open_window: OpenWindow, gdpr: Path, qtbot: QtBot) -> None:
    window = open_window(gdpr)
    search(window, qtbot, "withdraw consent", WITHDRAW)
    window.read_provision("32016R0679", "art_6")
    wait_for_reading(window, qtbot, "Article 6 Regulation (EU) 2016/679")
    reader, bar = window.view.reader, window.view.reader.verticalScrollBar()
    window.view.reader_pane.open_find()
    window.view.reader_pane.find_bar.edit.setText("processing")
    window.view.panes.setSizes([500, 700])
    # Until the text is laid out and found in, and nothing else draws it again.
    qtbot.waitUntil(lambda: bar.maximum() > 0 and bool(reader.marked()), timeout=PATIENCE)
    qtbot.wait(500)
    reader.step(2)
    found = reader.marked()
    bar.setValue(bar.maximum() // 2)
    before = (bar.value(), window.view.panes.sizes(), window.view.reader_pane.bar.hits.text())
    assert before[0] > 0
    assert before[2].startswith("Hit ")
    for choice in ("dark", "light"):
        window.theme.choose(choice)
        after = (bar.value(), window.view.panes.sizes(), window.view.reader_pane.bar.hits.text())
        assert after == before
    assert reader.marked() == found

    first = reader.cursorForPosition(QPoint(0, 0)).block().text()
    window.theme.step_zoom(1)
    qtbot.waitUntil(lambda: reader.cursorForPosition(QPoint(0, 0)).block().text() == first)


def test_the_mode_that_is_chosen_has_room_for_its_bold_name(
    open_window: OpenWindow, gdpr: Path
) -> None:
    segments = [widget for widget in open_window(gdpr).findChildren(Segment) if widget.isVisible()]
    assert len(segments) == 3
    for segment in segments:
        bold = segment.font()
        bold.setWeight(QFont.Weight.DemiBold)
        around = []
        for text in (segment.text(), "i"):
            segment.setText(text)
            around.append(segment.sizeHint().width() - QFontMetrics(bold).horizontalAdvance(text))
        assert around[0] == pytest.approx(around[1], abs=1)  # pixels, rounded


def test_the_calendar_has_no_red_and_arrows_in_the_colour_of_text(
    theme: Theme, qtbot: QtBot
) -> None:
    bar = TopBar(theme)
    qtbot.addWidget(bar)
    themes: tuple[tuple[Choice, Tokens], ...] = (("light", LIGHT), ("dark", DARK))
    for choice, tokens in themes:
        theme.choose(choice)
        bar._show_calendar()
        calendar = bar.calendar
        for day in Qt.DayOfWeek.Saturday, Qt.DayOfWeek.Sunday:
            foreground = calendar.weekdayTextFormat(day).foreground()
            assert foreground.style() == Qt.BrushStyle.NoBrush  # that of all other days
        arrow = bar.turning_buttons["left"].icon().pixmap(QSize(24, 24)).toImage()
        assert arrow.pixelColor(9, 12).name().upper() == tokens.text
        assert bar.turning_buttons["left"].accessibleName() == "Previous month"


def test_the_week_begins_as_on_this_system(theme: Theme, qtbot: QtBot) -> None:
    bar = TopBar(theme)
    qtbot.addWidget(bar)
    assert bar.calendar.firstDayOfWeek() == QLocale.system().firstDayOfWeek()


@pytest.mark.parametrize("kind", ["plain", "segment", "bar", "library", "chip", "dashed", "box"])
def test_the_focus_is_shown_by_its_ring_alone(theme: Theme, qtbot: QtBot, kind: str) -> None:
    page = QWidget()
    qtbot.addWidget(page)
    page.setStyleSheet(make_style_sheet(theme.look))
    controls = [QCheckBox("a") if kind == "box" else QPushButton("a") for _ in range(2)]
    for at, control in enumerate(controls):
        control.setProperty("kind", kind)
        control.setParent(page)
        control.setGeometry(10, 10 + 60 * at, 120, 40)
    page.resize(200, 200)
    page.show()
    qtbot.waitUntil(page.isActiveWindow)
    controls[0].setFocus(Qt.FocusReason.TabFocusReason)
    qtbot.keyClick(controls[0], Qt.Key.Key_Tab)
    assert controls[1].hasFocus()
    inner = controls[1].rect().adjusted(4, 4, -4, -4)
    without_filter, focused = (control.grab(inner).toImage() for control in controls)
    assert focused == without_filter
    assert controls[1].grab().toImage() != controls[0].grab().toImage()
