"""References as links: what was linked is what is opened, whatever it is called."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import QUrl
from PySide6.QtGui import QTextCursor
from pytestqt.qtbot import QtBot
from tests.gui.conftest import PATIENCE, OpenWindow

from lexdesk.law.cross_references import CitedBy, Cites, References
from lexdesk_gui.look.theme import Theme
from lexdesk_gui.reader.beside import Beside
from lexdesk_gui.reader.links import link_to, linked_place
from lexdesk_gui.reader.reading import Paragraph, Reading
from lexdesk_gui.reader.side_panel import SidePanel
from lexdesk_gui.reader.text_view import Reader

WORKS = ["32016R0679", "ECLI:EU:C:2020:559", "our lease/2 #3", "50% of it?", "§ 7 Größe"]


@given(st.text(), st.text())
def test_a_link_gives_back_what_it_was_made_of(work: str, eid: str) -> None:
    assert linked_place(QUrl(link_to(work, eid))) == (work, eid)


@pytest.mark.parametrize("work", WORKS)
def test_what_is_clicked_in_the_text_and_beside_it_is_what_was_meant(
    theme: Theme, qtbot: QtBot, work: str
) -> None:
    reader, side = Reader(theme), SidePanel(theme)
    for each in (reader, side):
        qtbot.addWidget(each)
    reader.show_reading(Reading("", "", "", (Paragraph("", "See there.", 0, (), False),)))
    reader.set_links([Cites(0, 3, "See", "cites", work, "", "para_1", "", True)])
    cursor = QTextCursor(reader.document())
    cursor.setPosition(1)
    with qtbot.waitSignal(reader.linked) as linked:
        reader.anchorClicked.emit(QUrl(cursor.charFormat().anchorHref()))
    assert linked.args == [work, "para_1"]
    with qtbot.waitSignal(reader.pointed) as pointed:
        reader.highlighted.emit(QUrl(cursor.charFormat().anchorHref()))
    assert pointed.args == [work, "para_1"]

    citing = CitedBy(work, "para_1", "Para 1", "", "cites", "as in it", "art_1")
    references = References(work, "para_1", "", [], [citing])
    side.show_beside(Beside((), (), (), None, None, None, references, (), ()), "art_1")
    cursor = QTextCursor(side.cited_by.document())
    cursor.setPosition(1)
    href = cursor.charFormat().anchorHref()
    with qtbot.waitSignal(side.linked) as opened:
        side.cited_by.anchorClicked.emit(QUrl(href))
    assert opened.args == [work, "para_1"]


def test_a_preview_is_not_shown_once_the_pointer_left(
    open_window: OpenWindow, gdpr: Path, qtbot: QtBot
) -> None:
    window = open_window(gdpr)
    reader, reading = window.view.reader, window.reading
    with qtbot.waitSignal(reading.previewed, timeout=PATIENCE):
        reader.highlighted.emit(QUrl(link_to("32016R0679", "art_8")))
    with qtbot.assertNotEmitted(reading.previewed, wait=300):
        reader.highlighted.emit(QUrl(link_to("32016R0679", "art_9")))
        reader.highlighted.emit(QUrl())
