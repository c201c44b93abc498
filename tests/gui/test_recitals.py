"""Recitals beside the text: those that are open, and how others open."""

import dataclasses
import itertools

import pytest
from PySide6.QtCore import QCoreApplication, QRect, Qt, QUrl
from PySide6.QtGui import QAccessible, QFont, QFontMetrics, QPainter
from pytest import MonkeyPatch
from pytestqt.qtbot import QtBot

from lexdesk_gui.reader.recitals import Recitals
from lexdesk_gui.reader.side_content import Recital, SideContent
from lexdesk_gui.reader.side_panel import SidePanel
from lexdesk_gui.style.theme import Theme

RECITALS = tuple(
    Recital(
        f"rec_{n}", f"Recital {n}", f"Reason {n} is stated. " * 30, (), "model", score, "itself"
    )
    for n, score in ((42, 0.91), (43, 0.88), (32, 0.79))
)


@pytest.fixture
def recitals(theme: Theme, qtbot: QtBot) -> Recitals:
    widget = Recitals(theme, "Related recitals")
    qtbot.addWidget(widget)
    widget.resize(theme.look.px(270), theme.look.px(500))
    widget.show_recitals(RECITALS, "art_7")
    widget.show_rest("", ())
    widget.show()
    return widget


def is_open(recitals: Recitals) -> list[bool]:
    assert [head.isChecked() for head in recitals.heads] == [b.isVisible() for b in recitals.bodies]
    return [head.isChecked() for head in recitals.heads]


def test_the_first_is_open_and_others_open_by_key_and_mouse(
    recitals: Recitals, qtbot: QtBot
) -> None:
    assert is_open(recitals) == [True, False, False]
    recitals.heads[0].setFocus()
    stops = [recitals.heads[0], recitals.bodies[0], recitals.heads[1], recitals.heads[2]]
    for before, after in itertools.pairwise(stops):
        assert before.hasFocus()
        if before is recitals.bodies[0]:  # its link
            qtbot.keyClick(before, Qt.Key.Key_Tab)
        qtbot.keyClick(before, Qt.Key.Key_Tab)
        assert after.hasFocus()
    qtbot.keyClick(recitals.heads[1], Qt.Key.Key_Return)
    assert is_open(recitals) == [True, True, False]
    qtbot.keyClick(recitals.heads[0], Qt.Key.Key_Space)
    qtbot.mouseClick(recitals.heads[2], Qt.MouseButton.LeftButton)
    assert is_open(recitals) == [False, True, True]
    qtbot.keyClick(recitals.heads[1], Qt.Key.Key_Right)  # it is open
    qtbot.keyClick(recitals.heads[2], Qt.Key.Key_Left)
    assert is_open(recitals) == [False, True, False]


def test_number_of_a_german_recital_is_not_cut(
    recitals: Recitals, monkeypatch: MonkeyPatch
) -> None:
    german = [dataclasses.replace(RECITALS[0], citation="Erwägungsgrund 142")]
    recitals.resize(recitals.width() - 20, recitals.height())
    drawn: list[tuple[str, bool]] = []

    def draw(painter: QPainter, room: QRect, text: str, font: QFont, colour: str) -> int:
        wide = QFontMetrics(font).horizontalAdvance(text)
        drawn.append((text, wide <= room.width()))
        return wide

    monkeypatch.setattr("lexdesk_gui.reader.recitals.draw_line", draw)
    recitals.show_recitals(german, "de")
    recitals.heads[0].grab()
    assert drawn[0] == ("Erwägungsgrund 142", True)


def test_opened_recital_stays_while_text_stays(recitals: Recitals) -> None:
    recitals.heads[0].click()
    recitals.heads[2].click()
    again = (RECITALS[1], RECITALS[0], RECITALS[2])  # in another order, with other scores
    recitals.show_recitals(again, "art_7")
    assert is_open(recitals) == [False, False, True]
    recitals.show_recitals((), "art_7")  # until the engine has answered
    recitals.show_recitals(again, "art_7")
    assert is_open(recitals) == [False, False, True]
    recitals.show_recitals(RECITALS[:2], "art_8")
    assert is_open(recitals) == [True, False]
    assert not recitals._rows[2][1].isVisible()
    recitals.show_recitals((), "art_9")
    recitals.show_recitals(RECITALS[1:], "art_9")  # they were found later
    assert is_open(recitals) == [True, False]


def test_the_provision_that_is_read_keeps_its_open_recitals(theme: Theme, qtbot: QtBot) -> None:
    side = SidePanel(theme)
    qtbot.addWidget(side)
    side.show()
    found = SideContent(RECITALS, (), (), None, None, None, None, (), ())
    side.switch_place("gdpr", "Article 7(3)")
    side.show_side_content(found, "art_7")
    side.recitals.heads[1].click()
    side.switch_place("gdpr", "Article 7(1)")
    side.show_side_content(None, "art_7")
    side.show_side_content(found, "art_7")
    assert is_open(side.recitals) == [True, True, False]
    side.switch_place("other", "Article 7")
    side.show_side_content(found, "art_7")
    assert is_open(side.recitals) == [True, False, False]


def test_a_text_that_is_being_replaced_is_not_said_to_lack_recitals(
    theme: Theme, qtbot: QtBot
) -> None:
    """During an addition the old text was gone and the new one not yet there."""
    side = SidePanel(theme)
    qtbot.addWidget(side)
    between = SideContent((), (), (), None, None, None, None, (), ())
    side.show_side_content(between, "art_7")
    assert side.recitals.rest.toPlainText() == ""
    side.show_side_content(between, None)  # a text without provisions
    assert side.recitals.rest.toPlainText() == "No recital is linked with this text."


def test_lines_say_who_says_so_and_open_texts_have_their_height(
    recitals: Recitals, theme: Theme, qtbot: QtBot
) -> None:
    names = [head.accessibleName() for head in recitals.heads]
    assert names[:2] == ["Recital 42, Model · 0.91", "Recital 43, Model · 0.88"]
    assert recitals.heads[1].accessibleDescription().startswith("Reason 43 is stated.")
    interface = QAccessible.queryAccessibleInterface(recitals.heads[0])
    assert interface.state().checkable
    official = dataclasses.replace(RECITALS[0], source="text", score=None)
    recitals.show_recitals((official,), "art_7")
    assert recitals.heads[0].accessibleName() == "Recital 42, Official text"
    body = recitals.bodies[0]
    for width in (270, 200, 400):
        recitals.resize(theme.look.px(width), theme.look.px(500))
        qtbot.waitUntil(lambda: body.verticalScrollBar().maximum() == 0)
        assert 0 <= body.height() - body.document().size().height() <= theme.look.px(24)
        assert recitals.horizontalScrollBar().maximum() == 0
    with qtbot.waitSignal(recitals.chosen) as followed:
        body.anchorClicked.emit(QUrl("#rec_42"))
    assert followed.args == [QUrl("#rec_42")]


def test_a_provision_that_a_recital_explains_keeps_its_heading(recitals: Recitals) -> None:
    article = dataclasses.replace(RECITALS[0], citation="Article 7  Conditions for consent")
    recitals.show_recitals((article,), "rec_42")
    assert recitals.heads[0].accessibleName() == "Article 7, Conditions for consent, Model · 0.91"
    assert recitals.visible_text.startswith("Article 7  Model · 0.91\nReason 42")


@pytest.mark.slow
def test_no_height_makes_the_scroll_bar_come_and_go_for_ever(
    theme: Theme, recitals: Recitals
) -> None:
    """A text that fits only without the bar once ended the program in an endless resize."""
    for head in recitals.heads[1:]:
        head.click()
    content = recitals.widget()
    assert content is not None
    high = content.sizeHint().height()
    for height in range(high - theme.look.px(120), high + theme.look.px(60)):
        recitals.resize(recitals.width(), height)
        QCoreApplication.sendPostedEvents()
    assert content.height() >= high - theme.look.px(120)
