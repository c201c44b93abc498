"""The bar above the reader, and the line above the text."""

import dataclasses
import datetime

import pytest
from PySide6.QtGui import QColor, QTextCursor
from pytestqt.qtbot import QtBot
from tests.codes import sentence

from lexdesk.annotations.workbook import Bookmark
from lexdesk.document.model import StatusName
from lexdesk.errors import Message, StatusCode, join_list
from lexdesk_gui.reader.citation_label import CitationLabel, list_paths
from lexdesk_gui.reader.outline_model import OutlineModel
from lexdesk_gui.reader.readings import Reading
from lexdesk_gui.reader.text_view import Reader
from lexdesk_gui.style.theme import Theme

GDPR = "Regulation (EU) 2016/679"
_IN_FORCE = Message(StatusCode.IN_FORCE, first=datetime.date(2016, 5, 24))
_APPLIES = Message(StatusCode.APPLIES, first=datetime.date(2018, 5, 25))


def reading(
    citation: str, source: str = "", title: str = "", eid: str | None = "art_7", act: str = ""
) -> Reading:
    place = Bookmark("", "w", eid, citation, title, "", "text", None, None, "en")
    return Reading(citation, source, "Article 7", (), place, eid, act=act)


@pytest.mark.parametrize(
    ("read", "above", "expected"),
    [
        (
            reading(f"Article 7(3) {GDPR}", GDPR, act="GDPR"),
            ["Chapter II  Principles"],
            [
                ("GDPR", "II Principles", "Article 7(3)"),
                ("GDPR", "II", "Article 7(3)"),
                ("GDPR", "Article 7(3)"),
            ],
        ),
        (reading(f"Recital 42 {GDPR}", GDPR), [], [(GDPR, "Recital 42")]),
        (  # the first line of Irish sections does not cite the Act
            reading("Section 3 Companies Act 2014", title="Companies Act 2014"),
            ["Part 1  PRELIMINARY AND GENERAL MATTERS OF COMPANIES"],
            [
                (
                    "Companies Act 2014",
                    "1 PRELIMINARY AND GENERAL MATTERS OF COMPANIES",
                    "Section 3",
                ),
                ("Companies Act 2014", "1 PRELIMINARY AND GENERAL…", "Section 3"),
                ("Companies Act 2014", "1", "Section 3"),
                ("Companies Act 2014", "Section 3"),
            ],
        ),
        (
            reading("§ 1 BGB", "BGB"),
            ["Erster Teil"],
            [("BGB", "Erster Teil", "§ 1"), ("BGB", "§ 1")],
        ),
        (reading("lease.pdf, p. 2", title="lease.pdf", eid=None), [], []),
        (reading("Clause 3 lease.pdf", title="Lease"), [], []),
        (reading(GDPR, title=GDPR), [], []),
    ],
)
def test_paths(read: Reading, above: list[str], expected: list[tuple[str, ...]]) -> None:
    assert list_paths(read, above) == expected


def test_path_of_provision() -> None:
    model = OutlineModel()
    model.put(
        [
            {"eid": "chp_1", "label": "Chapter I", "heading": "One", "parent": None},
            {"eid": "chp_1__sec_2", "label": "Section 2", "heading": "", "parent": "chp_1"},
            {"eid": "art_7", "label": "Article 7", "heading": "x", "parent": "chp_1__sec_2"},
        ]
    )
    assert model.above("art_7__para_3") == ["Chapter I  One", "Section 2"]
    assert model.above("chp_1") == model.above("art_99") == model.above(None) == []


def test_path_is_drawn_with_accessible_citation(theme: Theme, qtbot: QtBot) -> None:
    cited = CitationLabel()
    qtbot.addWidget(cited)
    citation = f"Article 7(3) {GDPR}"
    cited.set_citation(
        citation, "", [("GDPR", "II Principles", "Article 7(3)"), ("GDPR", "Article 7(3)")]
    )
    long = cited.sizeHint().width()
    cited.resize(long, 30)
    drawn = cited.grab().toImage()
    cited.show_form(1)
    assert cited.path == ("GDPR", "Article 7(3)")
    assert cited.sizeHint().width() < long
    assert cited.grab().toImage() != drawn
    cited.show_form(cited.forms)
    assert not cited.path
    assert cited.shown()[0] == cited.text() == cited.toolTip() == citation


@pytest.mark.parametrize(
    ("force", "status", "shown"),
    [
        ("applies", join_list(_IN_FORCE, _APPLIES), "{act}  [In force]"),
        ("in force", _IN_FORCE, "{act}  [In force]"),
        (
            "applies",
            join_list(_IN_FORCE, Message(StatusCode.SEE_ARTICLE, article="Article 113")),
            "{act}  [In force]  in force since 24 May 2016 (no repeal in the library), "
            "for the day of application see Article 113",
        ),
        (
            "no longer in force",
            "no longer in force since 3 January 2018",
            "{act}  [Not in force]  no longer in force since 3 January 2018",
        ),
        (
            None,
            "the dates of this text are not known",
            "{act}  ·  the dates of this text are not known",
        ),
        (None, "", "{act}"),
    ],
)
def test_badge_states_status_and_sentence_adds_detail(
    theme: Theme, qtbot: QtBot, force: StatusName | None, status: Message | str, shown: str
) -> None:
    reader = Reader(theme)
    qtbot.addWidget(reader)
    said = status if isinstance(status, Message) else sentence(status)
    read = dataclasses.replace(reading("Article 7 x", GDPR), force=force, status=said)
    reader.show_reading(read)
    line = reader.document().begin().text().replace("\u00a0", "[", 1).replace("\u00a0", "]", 1)
    assert line == shown.format(act=GDPR)
    assert reader.document().begin().next().text() == "Article 7"


@pytest.mark.parametrize("is_outdated", [True, False])
def test_missing_text_of_the_day_stands_out(theme: Theme, qtbot: QtBot, is_outdated: bool) -> None:
    reader = Reader(theme)
    qtbot.addWidget(reader)
    status = sentence(
        "in force since 2 July 2014 (no repeal in the library), as of 15 May 2014; amended since"
    )
    read = dataclasses.replace(reading("Article 7 x", GDPR), force="applies", status=status)
    reader.show_reading(dataclasses.replace(read, is_outdated=is_outdated))
    cursor = QTextCursor(reader.document().begin())
    cursor.movePosition(QTextCursor.MoveOperation.EndOfBlock)
    tokens = theme.look.tokens
    colour = tokens.notice.text if is_outdated else tokens.secondary
    assert cursor.charFormat().foreground().color() == QColor(colour)
