"""A document set into a pane is laid out once; each later change costs another layout.

A comparison of 600 paragraphs took 100 seconds, and recitals beside an article 0.1.
"""

import dataclasses

import pytest
from PySide6.QtGui import QTextDocument
from pytestqt.qtbot import QtBot

from lexdesk.errors import Message, NoteCode
from lexdesk.law.comparison import diff
from lexdesk.law.cross_references import CitedBy, References
from lexdesk.law.state_comparison import Comparison
from lexdesk_gui.compare.screen import CompareScreen
from lexdesk_gui.error_messages import make_sentence
from lexdesk_gui.reader.side_content import Recital, SideContent
from lexdesk_gui.reader.side_panel import SidePanel
from lexdesk_gui.style.theme import Theme

FEW = 3  # emptied, and written


class Changes:
    """The number of changes of a document."""

    def __init__(self, document: QTextDocument):
        self.number = 0
        document.contentsChange.connect(self._count)

    def _count(self, *_: int) -> None:
        self.number += 1


@pytest.mark.parametrize("is_in_one", [False, True])
def test_a_comparison_of_many_paragraphs(theme: Theme, qtbot: QtBot, is_in_one: bool) -> None:
    old = "\n".join(f"Article {n} of the law" for n in range(50))
    pieces = diff(old, old.replace("the", "any"))
    screen = CompareScreen(theme)
    qtbot.addWidget(screen)
    screen.heading.ways.buttons["one" if is_in_one else "beside"].setChecked(True)
    changes = Changes(screen.text.document())
    screen.show_comparison(Comparison("w", "art_1", "Article 1", {}, {}, 50, 50, pieces))
    assert "Article 49 of any law" in screen.text.toPlainText().replace("theany", "any")
    assert changes.number <= FEW


def test_side_content_of_article(theme: Theme, qtbot: QtBot) -> None:
    recitals = tuple(
        Recital(f"rec_{n}", f"Recital {n}", "The fee is paid.", ((4, 7),), "text", None, "itself")
        for n in range(20)
    )
    citing = [
        CitedBy("w", f"art_{n}", f"Article {n}", "", "cites", "as in it", "art_1")
        for n in range(20)
    ]
    references = References("w", "art_1", "", [], citing)
    side = SidePanel(theme)
    qtbot.addWidget(side)
    of_citing = Changes(side.cited_by.document())
    side.show_side_content(
        SideContent(recitals, (), (), None, None, None, references, (), ()), "art_1"
    )
    assert "1 more" not in side.cited_by.toPlainText()
    assert "Recital 19" in side.recitals.visible_text
    of_recital = Changes(side.recitals.bodies[0].document())
    assert not any(body.toPlainText() for body in side.recitals.bodies[1:])  # not before it opens
    side.show_side_content(
        SideContent(recitals, (), (), None, None, None, references, (), ()), "art_1"
    )
    assert "Article 19" in side.cited_by.toPlainText()
    side.show_suggested(())  # nothing is written anew for it
    assert 0 < max(of_recital.number, of_citing.number) <= 2 * FEW
    many = dataclasses.replace(references, cited_by=[citing[0]] * 301)
    side.show_side_content(SideContent((), (), (), None, None, None, many, (), ()), "art_2")
    assert "1 more" in side.cited_by.toPlainText()


def test_side_panel_says_that_citations_are_not_found_yet(theme: Theme, qtbot: QtBot) -> None:
    side = SidePanel(theme)
    qtbot.addWidget(side)
    pending = Message(NoteCode.CITATIONS_PENDING, count=2)
    for notice in (pending, ""):
        references = References("w", "art_1", "", [], [], notice=notice)
        shown = SideContent((), (), (), None, None, None, references, (), ())
        side.show_side_content(shown, "art_1")
        said = side.cited_by.toPlainText()
        assert (make_sentence(pending) in said) is bool(notice)
        assert ("Nothing in this library cites this provision" in said) is (not notice)
