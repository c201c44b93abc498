"""Cells, names and lists of a match, without a window."""

import dataclasses
from pathlib import Path
from types import SimpleNamespace
from typing import cast

import pytest
from PySide6.QtCore import QBuffer, QRect, Qt
from PySide6.QtGui import QFontMetrics, QPainter
from PySide6.QtSvg import QSvgGenerator
from PySide6.QtTest import QAbstractItemModelTester
from PySide6.QtWidgets import QApplication, QPushButton, QStyleOptionViewItem, QWidget
from pytestqt.qtbot import QtBot
from tests.gui.match.conftest import marked

from lexdesk.compliance import Similar, SimilarDocument, find_similar
from lexdesk.compliance.doc2doc.long_query import Paragraph
from lexdesk.errors import Message, NoteCode
from lexdesk.library.library import Library
from lexdesk_gui.engine.engine import Engine
from lexdesk_gui.engine.long_work import LongWork
from lexdesk_gui.indexing.indexing_session import LibrarySession
from lexdesk_gui.match.coverage import OpenDuties
from lexdesk_gui.match.document_list import (
    DocumentDelegate,
    DocumentModel,
    SecondLineRole,
    describe_document,
)
from lexdesk_gui.match.heat_model import (
    STRONG,
    HeatModel,
    LikenessRole,
    StepRole,
    count_strong_pairs,
    step_of,
)
from lexdesk_gui.match.heat_view import HeatView
from lexdesk_gui.match.match_requests import MatchQuestion
from lexdesk_gui.match.match_session import MatchSession
from lexdesk_gui.match.pair_view import PairView, Side
from lexdesk_gui.match.paragraph_names import group_of, name_paragraph
from lexdesk_gui.match.results_pane import ResultsPane
from lexdesk_gui.style.theme import Theme

WARN = QAbstractItemModelTester.FailureReportingMode.Warning
pytestmark = pytest.mark.usefixtures("without_model")  # paragraphs are compared by their words


@pytest.mark.parametrize(
    ("label", "expected"),
    [
        ("Article 7(3)", ("Article 7", "3")),
        ("Article 6(1)(f)", ("Article 6", "1 f")),
        ("Article 15(1)(d)–(f)", ("Article 15", "1 d–f")),
        ("Article 12", ("Article 12", "")),
        ("Recital 42", ("Recital", "42")),
        ("Annex", ("Annex", "")),
        ("Article 16(3), seventh subparagraph", ("Article 16", "3")),
        ("Article 86(1), second subparagraph, point (a)", ("Article 86", "1 a")),
        ("Article 86(1), second subparagraph, points (a)–(c)", ("Article 86", "1 a–c")),
        ("Clause 12.3.2–12.3.5", ("Clause 12", "3.2–3.5")),
        ("Clause 15.2.11–15.3", ("Clause 15", "2.11–3")),
        ("Artikel 28 Absatz 10", ("Artikel 28", "10")),
        ("Artikel 6 Absatz 1 Unterabsatz 1 Buchstabe f", ("Artikel 6", "1 f")),
        ("Artikel 4", ("Artikel 4", "")),
        ("Erwägungsgrund 42", ("Erwägungsgrund", "42")),
        ("Article 7, paragraphe 3, point a)", ("Article 7", "3 a")),
        ("Artículo 7, apartado 3, letra a)", ("Artículo 7", "3 a")),
        ("Articolo 6, paragrafo 1, comma 2, lettera a)", ("Articolo 6", "1 a")),
        ("Artigo 7.º, n.º 3, alínea a)", ("Artigo 7.º", "3 a")),
        ("§ 26 Abs. 3", ("§ 26", "3")),
        ("§ 1a Abs. 2 Nr. 1 Buchst. a", ("§ 1a", "2 1 a")),
        ("§ 2 Abs. 1 Nr. 3–5", ("§ 2", "1 3–5")),
        ("§ 47", ("§ 47", "")),
        ("§ 47 Nr. 4", ("§ 47", "4")),
        ("Art. 6 Abs. 1", ("Art. 6", "1")),
        ("Clause 6.2", ("Clause 6", "2")),
        ("Section 2.2(a)(5)", ("Section 2", "2 a 5")),
        ("Section 7(1)(b)", ("Section 7", "1 b")),
        ("", ("Paragraph", "5")),
    ],
)
def test_groups_of_columns(label: str, expected: tuple[str, str]) -> None:
    assert group_of(label, 5) == expected


def test_names_of_paragraphs() -> None:
    assert name_paragraph(Paragraph("Article 7(3)", 0, 1, "x"), 1) == "Article 7(3)"
    assert name_paragraph(Paragraph("", 0, 1, "\n 3.3 Withdrawing\nText"), 1) == "3.3 Withdrawing"
    assert name_paragraph(Paragraph("", 0, 1, "word " * 40), 1).endswith("word …")
    assert name_paragraph(Paragraph("", 0, 1, " "), 3) == "Paragraph 3"


def test_cells_and_their_descriptions(qapp: QApplication, answer: Similar) -> None:
    model = HeatModel()
    tester = QAbstractItemModelTester(model, WARN)
    document = answer.documents[0]
    model.put(answer.rows, document)
    assert (model.rowCount(), model.columnCount()) == (len(answer.rows), len(document.columns))
    best = model.best()
    assert best.data(LikenessRole) == max(max(row) for row in document.matrix)
    text = best.data(Qt.ItemDataRole.AccessibleTextRole)
    assert model.column_name(best.column()) in text
    assert f"{best.data(LikenessRole):.2f}" in text
    for near in (*model.near_row(best), *model.near_column(best)):
        assert near != best
        assert near.data(StepRole) >= STRONG
    assert [step_of(value) for value in (0.0, 0.3, 0.499, 0.5, 0.65, 1.0)] == [0, 1, 2, 3, 4, 5]
    model.put([], None)
    assert not model.best().isValid()
    assert tester.model() is model


def test_of_many_paragraphs_those_that_meet_best_are_shown(
    qapp: QApplication, answer: Similar
) -> None:
    document = answer.documents[0]
    rows = [Paragraph(f"Section {n}", n, n + 1, "x") for n in range(100)]
    matrix = [[0.9 if n % 2 else 0.1] + [0.0] * (len(document.columns) - 1) for n in range(100)]
    model = HeatModel()
    model.put(rows, _with_matrix(document, matrix))
    assert model.rowCount() == 60
    assert [model.row_name(row) for row in range(3)] == ["Section 0", "Section 1", "Section 2"]
    shown = {model.row_name(row) for row in range(60)}
    assert {f"Section {n}" for n in range(1, 100, 2)} <= shown


@pytest.mark.usefixtures("qapp")
def test_similar_provisions_are_listed_nearest_first(answer: Similar) -> None:
    """Of 100 paragraphs, with 60 shown, each keeps its own similarity."""
    rows = [Paragraph(f"Section {n}", n, n + 1, "x") for n in range(100)]
    columns = [Paragraph(f"Article {n}", n, n + 1, "x") for n in range(6)]
    matrix = [[0.0] * 6 for _ in range(40)] + [
        [n / 100, 0.6, 0.9, 0.7, 0.8, 0.4] for n in range(60)
    ]
    model = HeatModel()
    model.put(
        rows, dataclasses.replace(answer.documents[0], columns=columns, matrix=matrix, unmet=None)
    )
    near = [model.column_name(item.column()) for item in model.near_row(model.index(0, 2))]
    assert near == ["Article 4", "Article 3", "Article 1"]
    best = model.best_in(0)
    assert (model.row_name(best.row()), best.data(LikenessRole)) == ("Section 99", 0.59)
    nearest = [model.row_name(item.row()) for item in model.near_column(best)]
    assert nearest == ["Section 98", "Section 97", "Section 96"]


def test_words_that_two_paragraphs_share_are_marked_however_they_are_written(
    theme: Theme, qtbot: QtBot
) -> None:
    view = PairView(theme)
    qtbot.addWidget(view)
    text = "Die ÄNDERUNG der Änderung: nichts."
    side = Side("§ 1", "lease.txt", text, {"anderung"}, [], False)
    view.show_pair(side, side)
    assert marked(view.sides[0].text) == {"ÄNDERUNG", "Änderung"}
    assert view.sides[0].text.toPlainText() == text


@pytest.mark.usefixtures("qapp")
def test_list_counts_affected_and_similar_provisions(
    theme: Theme, answer: Similar, qtbot: QtBot
) -> None:
    (found,) = answer.documents
    linked = dataclasses.replace(found, work="linked", matrix=[], title=found.citation)
    linked = dataclasses.replace(
        linked, common=dataclasses.replace(found.common, links=["cites it"])
    )
    near = [
        dataclasses.replace(linked, work=work, common=dataclasses.replace(found.common, links=[]))
        for work in ("near", "nearer")
    ]
    pane = ResultsPane(theme)
    qtbot.addWidget(pane)
    pane.show_answer(dataclasses.replace(answer, documents=[linked, *near]), None)
    assert pane.touches.text() == "Touches 1 document · 2 less similar"
    assert describe_document(linked, 0) == "no pair", "its title is its citation"
    with qtbot.waitSignal(pane.chosen) as chosen:
        pane.show_answer(dataclasses.replace(answer, documents=[]), None)
    assert (chosen.args, pane.touches.text()) == ([None], "Touches nothing in this library")


def test_a_duty_is_listed_as_it_is_written_up_to_a_word(answer: Similar, qtbot: QtBot) -> None:
    text = f"R&D shall be recorded {'by whoever does it ' * 9}"
    columns = [Paragraph("Article 7(3)", 0, 1, text)]
    model = HeatModel()
    duties = OpenDuties(model)
    qtbot.addWidget(duties)
    matrix = [[0.0] for _ in answer.rows]
    model.put(
        answer.rows,
        dataclasses.replace(answer.documents[0], columns=columns, matrix=matrix, unmet=[0]),
    )
    duties.list.aboutToShow.emit()
    (action,) = duties.list.actions()
    assert (
        action.text()
        == "Article 7(3)   R&&D shall be recorded by whoever does it by whoever does it …"
    )
    with qtbot.waitSignal(duties.chosen) as chosen:
        action.trigger()
    assert chosen.args == [0]


@pytest.mark.usefixtures("qapp")
def test_results_of_cancelled_search_are_not_shown(answer: Similar) -> None:
    session = MatchSession(cast(Engine, None), cast(LibrarySession, None))
    session._current = cast(LongWork, SimpleNamespace(number=2))
    session._found(1, answer)
    session._failed(1, ValueError())
    assert (session.answer, session.is_busy) == (None, True)
    session._found(2, answer)
    assert (session.answer, session.is_busy) == (answer, False)


def _with_matrix(document: SimilarDocument, matrix: list[list[float]]) -> SimilarDocument:
    return dataclasses.replace(document, matrix=matrix)


def test_a_column_has_room_for_the_number_above_it(
    theme: Theme, answer: Similar, qtbot: QtBot
) -> None:
    labels = [f"Section 2.2(a)({n})" for n in range(8, 15)]
    document = dataclasses.replace(
        answer.documents[0],
        columns=[Paragraph(label, 0, 1, "x") for label in labels],
        matrix=[[0.0] * len(labels) for _ in answer.rows],
        unmet=None,
    )
    heat = HeatView(theme)
    qtbot.addWidget(heat)
    heat.model_of_cells.put(answer.rows, document)
    head = heat.columns
    for column in range(len(labels)):
        number = QFontMetrics(head._number_font(column)).horizontalAdvance(head._numbers[column])
        assert head.sectionSize(column) > number


def test_focus_thickens_ring_of_current_cell(theme: Theme, answer: Similar, qtbot: QtBot) -> None:
    both = QWidget()
    heat, other = HeatView(theme), QPushButton("Other", both)
    heat.setParent(both)
    qtbot.addWidget(both)
    heat.model_of_cells.put(answer.rows, answer.documents[0])
    heat.setCurrentIndex(heat.model_of_cells.index(0, 0))
    both.show()
    heat.setFocus()
    qtbot.waitUntil(heat.hasFocus)
    with_focus = heat.viewport().grab().toImage()
    other.setFocus()
    assert heat.viewport().grab().toImage() != with_focus


def test_documents_and_their_descriptions(qapp: QApplication, answer: Similar) -> None:
    model = DocumentModel()
    tester = QAbstractItemModelTester(model, WARN)
    model.put(answer.documents)
    text = model.index(0).data(Qt.ItemDataRole.AccessibleTextRole)
    assert text.startswith("GDPR, Regulation (EU) 2016/679 · ")
    assert "In force" in text
    assert text.endswith(f"document 1 of 1, score {answer.documents[0].score:.2f}")
    assert tester.model() is model


def test_a_long_name_in_the_list_is_whole(theme: Theme, answer: Similar) -> None:
    name = "Communications Regulation and Digital Hub Development Agency (Amendment) Act 2023"
    document = dataclasses.replace(answer.documents[0], citation=name)
    model, option = DocumentModel(), QStyleOptionViewItem()
    model.put([document])
    option.rect = QRect(0, 0, theme.look.px(264), theme.look.px(76))
    drawn = QBuffer()
    picture = QSvgGenerator()
    picture.setOutputDevice(drawn)
    drawn.open(QBuffer.OpenModeFlag.WriteOnly)
    painter = QPainter(picture)
    DocumentDelegate(theme).paint(painter, option, model.index(0))
    painter.end()
    words = bytes(drawn.data().data()).decode()
    assert all(word in words for word in name.split())


@pytest.mark.usefixtures("qapp")
def test_matches_precede_similar_provisions(answer: Similar) -> None:
    (found,) = answer.documents
    near = dataclasses.replace(
        found, work="near", citation="near.txt", title="", score=found.score + 1, matrix=[],
        common=dataclasses.replace(found.common, links=[]),
    )  # fmt: skip
    model = DocumentModel()
    model.put([near, found])
    shown = [model.index(row) for row in range(2)]
    assert [item.data() for item in shown] == ["GDPR", "near.txt"]
    assert [item.data(SecondLineRole) for item in shown] == [
        describe_document(found, count_strong_pairs(found)),
        "no pair",
    ]


@pytest.mark.usefixtures("qapp")
def test_documents_with_same_name_are_distinguished_in_list(answer: Similar) -> None:
    (found,) = answer.documents
    first, second = (
        dataclasses.replace(found, work=folder, citation="terms.txt", path=f"/{folder}/terms.txt")
        for folder in ("alpha", "beta")
    )
    model = DocumentModel()
    model.put([first, second])
    for row, called in enumerate(("terms.txt in alpha", "terms.txt in beta")):
        index = model.index(row)
        assert index.data() == called
        assert index.data(Qt.ItemDataRole.AccessibleTextRole).startswith(f"{called}, ")
        assert index.data(Qt.ItemDataRole.ToolTipRole).startswith(called)


@pytest.mark.slow
@pytest.mark.usefixtures("qapp", "without_model")
def test_descriptions_of_covered_columns(gdpr: Path, breaches: Path) -> None:
    with Library.open(gdpr) as library:
        answer = find_similar(library, breaches, every_paragraph=True)
    model = HeatModel()
    document = answer.documents[0]
    model.put(answer.rows, document)
    assert document.unmet
    for column in range(model.columnCount()):
        is_near = any(step_of(row[column]) >= STRONG for row in document.matrix)
        expected = "open" if column in document.unmet else "met" if is_near else "neither"
        assert model.covering(column) == expected
    first = document.unmet[0]
    text = model.headerData(first, Qt.Orientation.Horizontal, Qt.ItemDataRole.AccessibleTextRole)
    assert text == f"{model.column_name(first)}: a duty without a match"
    model.put(answer.rows, dataclasses.replace(document, unmet=None))
    assert model.column_description(first) == model.column_name(first)


def test_match_with_growing_index_states_its_share(theme: Theme, answer: Similar) -> None:
    pane = ResultsPane(theme)
    pane.show_answer(answer, MatchQuestion("policy", "Policy", share=0.41))
    assert pane.growing.text().startswith("Matched with 41 % of the semantic index")
    assert not pane.growing.isHidden()
    unfinished = Message(NoteCode.VECTORS_UNFINISHED, percent=44)
    noted = dataclasses.replace(answer, notes=[unfinished])
    pane.show_answer(noted, MatchQuestion("policy", "Policy", share=0.41))
    assert pane.growing.text().startswith("Matched with 44 % of the semantic index")
    assert pane.notes.isHidden()
    pane.show_answer(answer, MatchQuestion("policy", "Policy"))
    assert pane.growing.isHidden()
