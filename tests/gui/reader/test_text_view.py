"""The text view: hits, and long texts."""

import re

from PySide6.QtCore import QPoint
from PySide6.QtTest import QSignalSpy
from pytestqt.qtbot import QtBot

from lexdesk.law.cross_references import Cites
from lexdesk_gui.reader.paragraphs import Paragraph
from lexdesk_gui.reader.readings import Reading
from lexdesk_gui.reader.text_view import Reader
from lexdesk_gui.style.theme import ZOOMS, Theme


def test_hits_are_marked_where_they_stand_and_found_again_after_others(
    theme: Theme, qtbot: QtBot
) -> None:
    """Also behind letters of two UTF-16 units; the hits of the passage come first, and remain in another size."""
    reader, moved = Reader(theme), list[tuple[int, int]]()
    qtbot.addWidget(reader)
    reader.moved.connect(lambda *news: moved.append(news))
    sentence = "𝔸𝔹: the rent"
    paragraphs = [
        Paragraph(f"{n}.", sentence, 0, ((8, 12),), is_hit)
        for n, is_hit in enumerate((False, True, True), 1)
    ]
    reader.show_reading(Reading("", "", "Rent", tuple(paragraphs)))
    assert (reader.marked(), moved[-1]) == (["rent"] * 3, (2, 3))
    text = reader.toPlainText()
    assert reader.passage == tuple(
        len(text[:at].encode("utf-16-le")) // 2 for at in (text.index("2."), len(text))
    )
    reader.find_text("THE")
    assert (reader.marked(), moved[-1]) == (["the"] * 3, (1, 3))
    reader.step(-1)
    theme.set_zoom(ZOOMS[-1])
    assert (reader.marked(), moved[-1]) == (["the"] * 3, (3, 3))
    reader.find_text("")
    assert (reader.marked(), moved[-1]) == (["rent"] * 3, (1, 3))
    reader.find_text("lease")
    assert (reader.marked(), moved[-1]) == ([], (0, 0))
    reader.show_reading(Reading("", "", "Rent", ()))
    assert reader.passage is None


def test_a_long_text_is_laid_out_once(theme: Theme, qtbot: QtBot) -> None:
    """Also with its links, and as its bar comes; of a schedule of 180,000 letters each time took 60 ms."""
    reader = Reader(theme)
    qtbot.addWidget(reader)
    with qtbot.waitExposed(reader):
        reader.show()
    cited = "Article 7"
    paragraphs = [Paragraph("", f"As {cited} says. " * 20, 0, (), False)] * 100
    changes = QSignalSpy(reader.document().contentsChange)
    reader.show_reading(Reading("", "", "Schedule", tuple(paragraphs)))
    text = reader.toPlainText()
    assert [changes.at(n)[2] > 1000 for n in range(changes.count())].count(True) == 1
    before = changes.count()
    reader.set_links(
        [
            Cites(
                found.start(), found.end(), cited, "cites", "gdpr", "", "art_7", "", in_library=True
            )
            for found in re.finditer(cited, text)
        ]
    )
    assert changes.count() == before + 1
    assert reader.toHtml().count("href") == 2000


def test_thousands_of_hits_are_marked_where_they_are_in_sight(theme: Theme, qtbot: QtBot) -> None:
    """13,500 of one letter took 0.7 s, at each step as well."""
    reader = Reader(theme)
    qtbot.addWidget(reader)
    with qtbot.waitExposed(reader):
        reader.show()
    paragraphs = [Paragraph("", "𝔸 tenant " * 30 + str(n), 0, (), False) for n in range(300)]
    reader.show_reading(Reading("", "", "Lease", tuple(paragraphs)))
    moved = QSignalSpy(reader.moved)
    reader.find_text("t")
    assert moved.at(0) == [1, 18_000]
    for number in (1, 17_000):
        reader.step(number)
        selections = reader.extraSelections()
        cursors = [selection.cursor for selection in selections]
        assert {cursor.selectedText() for cursor in cursors} == {"t"}
        assert len(cursors) <= 1500
        at, end = (
            reader.cursorForPosition(point).position()
            for point in (QPoint(0, 0), reader.viewport().rect().bottomRight())
        )
        in_sight = reader.toPlainText().encode("utf-16-le")[2 * at : 2 * end].decode("utf-16-le")
        assert (
            sum(at <= cursor.selectionStart() < end for cursor in cursors)
            == in_sight.count("t")
            > 9
        )
