"""A document against the library in the window: asked, read cell by cell, narrowed, written."""

import csv
import dataclasses
import re
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import cast

import pytest
from PySide6.QtCore import QBuffer, QMimeData, QPoint, QRect, Qt, QUrl
from PySide6.QtGui import QDragEnterEvent, QDropEvent, QFontMetrics, QPainter
from PySide6.QtSvg import QSvgGenerator
from PySide6.QtTest import QAbstractItemModelTester
from PySide6.QtWidgets import (
    QApplication,
    QPushButton,
    QStyleOptionViewItem,
    QTextBrowser,
    QToolButton,
    QWidget,
)
from pytestqt.qtbot import QtBot
from tests.gui.conftest import WITHDRAW, OpenWindow, search
from tests.gui.test_exporting import answers

from lexdesk.compliance import Similar, SimilarDocument, similar
from lexdesk.compliance.doc2doc.long_query import Paragraph
from lexdesk.errors import NotFound
from lexdesk.errors.message import SystemCode
from lexdesk.library.library import Library
from lexdesk_gui.engine.engine import Engine
from lexdesk_gui.engine.long_work import LongWork
from lexdesk_gui.indexing.indexing_session import LibrarySession
from lexdesk_gui.language import install
from lexdesk_gui.main_window import MainWindow
from lexdesk_gui.match import match_requests as questions
from lexdesk_gui.match.coverage import OpenDuties
from lexdesk_gui.match.document_list import (
    DocumentDelegate,
    DocumentModel,
    SecondLineRole,
    second_line,
)
from lexdesk_gui.match.heat_model import (
    STRONG,
    HeatModel,
    LikenessRole,
    StepRole,
    step_of,
    strong_pairs,
)
from lexdesk_gui.match.heat_view import HeatView
from lexdesk_gui.match.match_requests import MatchQuestion
from lexdesk_gui.match.match_session import MatchSession
from lexdesk_gui.match.pair_view import PairView, Side
from lexdesk_gui.match.paragraph_names import group_of, paragraph_name
from lexdesk_gui.match.reasons import reasons, words_of_report
from lexdesk_gui.match.results_pane import ResultsPane
from lexdesk_gui.style.theme import Theme

WARN = QAbstractItemModelTester.FailureReportingMode.Warning
_PATIENCE = 60_000
pytestmark = pytest.mark.usefixtures("without_model")  # paragraphs are compared by their words
POLICY = """# Customer data policy

3.3 Withdrawing consent

A customer may withdraw consent at any time. It is as easy to withdraw consent as to give it, and the
withdrawal does not affect the lawfulness of processing based on consent before its withdrawal.

7.1 Breaches

We notify a personal data breach to the supervisory authority not later than 72 hours after having
become aware of it, unless a risk to the rights and freedoms of natural persons is unlikely.
"""

BREACHES = """# Breaches

We notify a personal data breach to the supervisory authority not later than 72 hours after having
become aware of it, unless a risk to the rights and freedoms of natural persons is unlikely.
"""


@pytest.fixture
def breaches(tmp_path: Path) -> Path:
    """A document that touches Article 33 of the GDPR, and leaves duties in it open."""
    file = tmp_path / "breaches.md"
    file.write_text(BREACHES)
    return file


@pytest.fixture
def policy(tmp_path: Path) -> Path:
    """A document that rests on Articles 7(3) and 33 of the GDPR."""
    file = tmp_path / "policy.md"
    file.write_text(POLICY)
    return file


@pytest.fixture(scope="module")
def answer(gdpr: Path, tmp_path_factory: pytest.TempPathFactory) -> Similar:
    """What the policy touches."""
    file = tmp_path_factory.mktemp("policies") / "policy.md"
    file.write_text(POLICY)
    with Library.open(gdpr) as library, pytest.MonkeyPatch.context() as patch:
        patch.setenv("LEXDESK_MODELS", str(file.parent))
        return similar(library, file, every_paragraph=True)


@pytest.fixture
def in_german(qapp: QApplication) -> Iterator[None]:
    install(qapp, "de")
    yield
    install(qapp, "en")


def _marked(text: QTextBrowser) -> set[str]:
    """The words of a paragraph that have a ground of their own."""
    return set(re.findall("background-color:[^>]*>([^<]+)<", text.toHtml()))


def wait_for_answer(window: MainWindow, qtbot: QtBot) -> None:
    qtbot.waitUntil(lambda: not window.matching.is_busy, timeout=_PATIENCE)
    assert window.matching.answer is not None


# What paragraphs are called.


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
    assert paragraph_name(Paragraph("Article 7(3)", 0, 1, "x"), 1) == "Article 7(3)"
    assert paragraph_name(Paragraph("", 0, 1, "\n 3.3 Withdrawing\nText"), 1) == "3.3 Withdrawing"
    assert paragraph_name(Paragraph("", 0, 1, "word " * 40), 1).endswith("word …")
    assert paragraph_name(Paragraph("", 0, 1, " "), 3) == "Paragraph 3"


# The models.


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
    """Of 100 paragraphs, of which 60 are shown, each keeps its own likeness."""
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
    assert _marked(view.sides[0].text) == {"ÄNDERUNG", "Änderung"}
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
    assert pane.touches.text() == "Touches 1 document · 2 more are near"
    assert second_line(linked, 0) == "no pair", "its title is its citation"
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
        second_line(found, strong_pairs(found)),
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
        answer = similar(library, breaches, every_paragraph=True)
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


# The window.


@pytest.mark.slow
def test_a_document_is_matched_and_read_by_keyboard(
    open_window: OpenWindow, own_gdpr: Path, policy: Path, tmp_path: Path, qtbot: QtBot,
    monkeypatch: pytest.MonkeyPatch,
) -> None:  # fmt: skip
    window = open_window(own_gdpr)
    window.navigation.show_screen("match")
    assert window.focusWidget() is window.screens.match.beginning.choose
    window.match_file(policy)
    assert window.screens.match.busy.isVisible()
    wait_for_answer(window, qtbot)
    assert not window.screens.match.busy.isVisible()
    found, heat = window.screens.match.found, window.screens.match.heat
    assert found.name.text() == "policy.md"
    assert found.touches.text() == "Touches 1 document"
    assert window.focusWidget() is found.list

    # Enter goes into the heat map, where arrows move and the paragraphs follow.
    qtbot.keyClick(found.list, Qt.Key.Key_Return)
    assert window.focusWidget() is heat
    best = heat.currentIndex()
    assert best == heat.model_of_cells.best()
    right = window.screens.match.pair.sides[1]
    assert right.title.text().startswith(heat.model_of_cells.column_name(best.column()))
    marked = [_marked(side.text) for side in window.screens.match.pair.sides]
    assert {"Breaches", "72"} <= marked[0]
    assert {"breach", "72"} <= marked[1]
    qtbot.keyClick(heat, Qt.Key.Key_Left)
    assert heat.currentIndex().column() == best.column() - 1
    assert right.title.text().startswith(heat.model_of_cells.column_name(best.column() - 1))
    qtbot.keyClick(heat, Qt.Key.Key_Right)
    qtbot.keyClick(heat, Qt.Key.Key_Return)
    assert window.focusWidget() is right.text
    qtbot.keyClick(right.text, Qt.Key.Key_Escape)
    assert window.focusWidget() is found.list

    # What was found can be read, and written as a report.
    provision = heat.model_of_cells.column(heat.currentIndex()).eid
    screen = window.screens.match
    answers(monkeypatch, (str(tmp_path / "none" / "a.csv"), ""), (str(tmp_path / "report.csv"), ""))
    screen.export.click()
    qtbot.waitUntil(
        lambda: SystemCode.MISSING.template in screen.busy.caption.text(), timeout=_PATIENCE
    )
    screen.export.click()
    assert not screen.busy.isVisible(), "it was about the other file"
    qtbot.waitUntil(lambda: "report.csv" in window.status_line.news.text(), timeout=_PATIENCE)
    written = (tmp_path / "report.csv").read_text("utf-8-sig")
    rows = list(csv.reader(written.splitlines()))
    assert rows[0][-1] == "decision"
    assert len(rows) > 1
    right.read.click()
    qtbot.waitUntil(lambda: window.reading.reading is not None, timeout=_PATIENCE)
    assert window.screens.shown == "search"
    assert provision is not None
    qtbot.waitUntil(
        lambda: provision.startswith(window.reading.reading.eid or "?"),  # type: ignore[union-attr]
        timeout=_PATIENCE,
    )


@pytest.mark.slow
def test_a_paragraph_of_a_text_without_provisions_is_read_where_it_stands(
    open_window: OpenWindow, gdpr: Path, breaches: Path, tmp_path: Path, qtbot: QtBot
) -> None:
    """The text was opened at its beginning."""
    with Library.open(gdpr) as library:
        recitals = [library.law.show("32016R0679", f"rec_{n}").text for n in range(1, 40)]
    handbook = tmp_path / "handbook.md"
    handbook.write_text("\n\n".join([*recitals, BREACHES.splitlines()[2], *recitals[:5]]))
    with Library.open(tmp_path / "library", create=True) as library:
        library.sources.add([handbook], vectors=False)
    window = open_window(tmp_path / "library")
    window.match_file(breaches)
    screen = window.screens.match
    qtbot.waitUntil(lambda: screen.heat.currentIndex().isValid(), timeout=_PATIENCE)
    screen.pair.sides[1].read.click()
    qtbot.waitUntil(lambda: window.reading.reading is not None, timeout=_PATIENCE)
    found = window.reading.reading
    assert found is not None
    hits = [paragraph.text for paragraph in found.paragraphs if paragraph.is_hit]
    assert any(hit.startswith("We notify a personal data breach") for hit in hits)
    assert not found.paragraphs[0].is_hit


@pytest.mark.usefixtures("in_german")
@pytest.mark.parametrize("kind", ["amends", "repeals", "corrects", "consolidates", "transposes"])
def test_relations_between_acts_are_translated(answer: Similar, kind: str) -> None:
    links = [f"{kind} it", f"it {kind}"]
    common = dataclasses.replace(answer.documents[0].common, links=links)
    document = dataclasses.replace(answer.documents[0], common=common)
    own, others, *_ = reasons(document).split(" · ")
    assert others.startswith("Wird von ihm ")
    assert own.split()[1] == "es", own


@pytest.mark.usefixtures("in_german")
def test_a_report_speaks_the_language_of_the_window(
    answer: Similar, own_gdpr: Path, tmp_path: Path
) -> None:
    document = answer.documents[0]
    row, column, likeness = document.pairs[0]
    with Library.open(own_gdpr) as library:
        subject = questions.subject_of_pair(
            library,
            found=answer,
            document=document,
            row=answer.rows[row],
            column=document.columns[column],
        )
        with library.workbook() as book:
            book.decisions.put(subject, "gap", "zu spät")
        target, words = tmp_path / "bericht.csv", words_of_report(answer)
        on_page = dataclasses.replace(answer.rows[row], label="", page=3)
        shown = dataclasses.replace(
            answer, rows=[*answer.rows[:row], on_page, *answer.rows[row + 1 :]]
        )
        questions.write_report(library, answer=shown, target=target, words=words)
    head, *rows = csv.reader(target.read_text("utf-8-sig").splitlines())
    assert head == ["Stelle", "Wortlaut", "Dokument", "Textstelle", "Grund", "Entscheidung"]
    assert rows[0][0] == "S. 3"
    assert rows[0][4].startswith(f"ähnlich ({likeness:.2f}); ".replace(".", ","))
    assert "in Kraft seit 24. Mai 2016" in rows[0][4]
    assert rows[0][5] == "Lücke: zu spät"


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


@pytest.mark.slow
def test_similar_provision_is_no_match(
    open_window: OpenWindow, own_gdpr: Path, policy: Path, tmp_path: Path, qtbot: QtBot
) -> None:
    (tmp_path / "fence.txt").write_text(
        "The owner may withdraw the offer of the fence at any time."
    )
    with Library.open(own_gdpr) as library:
        library.sources.add([tmp_path / "fence.txt"], vectors=False)
    window = open_window(own_gdpr)
    window.match_file(policy)
    wait_for_answer(window, qtbot)
    found = window.screens.match.found
    assert found.touches.text() == "Touches 1 document · 1 more is near"
    lines = [found.model.index(row).data(SecondLineRole) for row in range(2)]
    assert lines[0].removeprefix("Regulation (EU) 2016/679 · ").split(" pair")[0].isdigit()
    assert lines[1].startswith("no pair")


def test_match_with_growing_index_states_its_share(theme: Theme, answer: Similar) -> None:
    pane = ResultsPane(theme)
    pane.show_answer(answer, MatchQuestion("policy", "Policy", share=0.41))
    assert pane.growing.text().startswith("Matched with 41 % of the semantic index")
    assert not pane.growing.isHidden()
    pane.show_answer(answer, MatchQuestion("policy", "Policy"))
    assert pane.growing.isHidden()


@pytest.mark.slow
def test_match_is_repeated_once_the_index_is_complete(
    open_window: OpenWindow, own_gdpr: Path, policy: Path, qtbot: QtBot
) -> None:
    window = open_window(own_gdpr)
    qtbot.waitUntil(lambda: window.library.state is not None, timeout=_PATIENCE)
    window.match_file(policy)
    wait_for_answer(window, qtbot)
    heat, asked = window.screens.match.heat, window.matching.question
    assert asked is not None
    heat.setCurrentIndex(heat.model_of_cells.index(0, 2))
    window.matching.question = dataclasses.replace(asked, share=0.41)
    state = window.library.state
    assert state is not None
    complete = dataclasses.replace(state.status, model="one", vectors_ready=1.0)
    window.library.state_changed.emit(dataclasses.replace(state, status=complete))
    assert window.matching.is_busy
    wait_for_answer(window, qtbot)
    assert (heat.currentIndex().row(), heat.currentIndex().column()) == (0, 2)


@pytest.mark.slow
def test_the_filters_of_the_search_narrow_a_match(
    open_window: OpenWindow, own_gdpr: Path, policy: Path, qtbot: QtBot
) -> None:
    window = open_window(own_gdpr)
    window.view.set_query("consent kind:regulation before:2000")
    window.match_file(policy)
    wait_for_answer(window, qtbot)
    found = window.screens.match.found
    assert found.touches.text() == "Touches nothing in this library"
    assert found.within.text() == "Only kind:regulation AND before:2000"
    assert not window.screens.match.export.isEnabled()
    found.everywhere.click()
    wait_for_answer(window, qtbot)
    assert found.touches.text() == "Touches 1 document"
    assert not found.everywhere.isVisible()


@pytest.mark.slow
def test_open_document_can_be_matched(
    open_window: OpenWindow, own_gdpr: Path, policy: Path, qtbot: QtBot
) -> None:
    with Library.open(own_gdpr) as library:
        library.sources.add([policy], vectors=False)
    window = open_window(own_gdpr)
    window.match_reading()
    assert "Open a document first" in window.status_line.news.text()
    window.view.set_query("withdraw consent kind:regulation")
    qtbot.waitUntil(lambda: window.reading.reading is not None, timeout=_PATIENCE)
    window.view.set_query("")
    window.reading.open_provision("32016R0679", "art_7")
    qtbot.waitUntil(lambda: window.reading.reading is not None, timeout=_PATIENCE)
    window.match_reading()
    wait_for_answer(window, qtbot)
    affected = window.matching.answer
    assert affected is not None
    assert affected.find == "affected"
    assert [document.citation for document in affected.documents] == ["policy.md"]
    # A law can be read at the left, too, and asked the other way round.
    assert window.screens.match.pair.sides[0].read.isVisible()
    what = window.screens.match.found.what
    what.setCurrentIndex(what.findData("grounds"))
    what.activated.emit(what.currentIndex())
    wait_for_answer(window, qtbot)
    grounds = window.matching.answer
    assert grounds is not None
    assert grounds.find == "grounds"


@pytest.mark.slow
def test_a_match_is_cancelled_and_a_file_without_text_refused(
    open_window: OpenWindow, own_gdpr: Path, policy: Path, tmp_path: Path, qtbot: QtBot
) -> None:
    window = open_window(own_gdpr)
    window.match_file(policy)
    qtbot.mouseClick(window.screens.match.busy.cancel, Qt.MouseButton.LeftButton)
    assert not window.matching.is_busy
    assert not window.screens.match.busy.isVisible()
    broken = tmp_path / "broken.docx"
    broken.write_bytes(b"PK\x03\x04 no archive")
    window.match_file(broken)
    qtbot.waitUntil(lambda: not window.matching.is_busy, timeout=_PATIENCE)
    assert window.screens.match.busy.caption.text().endswith(".")
    assert not window.screens.match.busy.cancel.isVisible()
    assert window.matching.answer is None  # neither of the two
    assert not window.status_line.news.text()  # said once
    window.navigation.show_screen("search")
    window.navigation.show_screen("match")
    assert not window.screens.match.busy.isVisible()
    window.match_file(policy)  # and the next one is asked all the same
    wait_for_answer(window, qtbot)
    assert not window.screens.match.busy.isVisible()


@pytest.mark.slow
def test_after_a_search_that_was_given_up_the_one_before_is_gone_on_with(
    open_window: OpenWindow, own_gdpr: Path, policy: Path, breaches: Path, qtbot: QtBot
) -> None:
    window = open_window(own_gdpr)
    window.read_provision("32016R0679", "art_7")
    qtbot.waitUntil(lambda: window.reading.reading is not None, timeout=_PATIENCE)
    window.match_reading()
    wait_for_answer(window, qtbot)
    screen, session = window.screens.match, window.matching
    subject, found = session.question, screen.found.what.currentData()
    assert subject is not None
    assert subject.query == "32016R0679"

    window.match_file(policy)
    session.cancel()
    assert (session.question, screen._own_work()) == (subject, "32016R0679")  # "Read" reads it
    other = next(n for n in range(2) if screen.found.what.itemData(n) != found)
    screen.found.what.setCurrentIndex(other)
    screen.found.what.activated.emit(other)
    assert session._asking is not None
    assert session._asking.query == "32016R0679"
    session.cancel()
    assert screen.found.what.currentData() == found


def drop(window: QWidget, *paths: Path) -> bool:
    """Drop files and folders on the window; whether it takes them."""
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile(str(path)) for path in paths])
    place, how = QPoint(700, 400), Qt.DropAction.CopyAction
    button, key = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
    entered = QDragEnterEvent(place, how, data, button, key)
    entered.ignore()
    QApplication.sendEvent(window, entered)
    QApplication.sendEvent(window, QDropEvent(place.toPointF(), how, data, button, key))
    return entered.isAccepted()


@pytest.mark.slow
def test_one_file_dropped_on_the_window_is_matched(
    open_window: OpenWindow, own_gdpr: Path, policy: Path, tmp_path: Path, qtbot: QtBot
) -> None:
    window = open_window(own_gdpr)
    assert not drop(window, tmp_path / "nothing of that name")
    assert drop(window, policy)
    assert window.screens.shown == "match"
    wait_for_answer(window, qtbot)


@pytest.mark.slow
@pytest.mark.usefixtures("without_model")
def test_a_folder_dropped_on_the_welcome_is_searched_and_a_library_is_opened(
    open_window: OpenWindow, gdpr: Path, policy: Path, tmp_path: Path, qtbot: QtBot
) -> None:
    office = tmp_path / "office"
    office.mkdir()
    (office / "offer.txt").write_text("We withdraw our offer to buy the lighthouse.")
    window = open_window(tmp_path / "none yet")
    assert window.screens.shown == "welcome"
    assert drop(window, office)
    qtbot.waitUntil(lambda: "1 file read" in window.status_line.news.text(), timeout=_PATIENCE)
    assert window.library.path == tmp_path / "none yet"
    search(window, qtbot, "lighthouse", "offer.txt")
    assert drop(window, policy, office)  # several files, once there is a library
    qtbot.waitUntil(
        lambda: "1 file read, 1 unchanged" in window.status_line.news.text(), timeout=_PATIENCE
    )
    assert drop(window, gdpr)  # which is none of documents
    qtbot.waitUntil(lambda: window.library.path == gdpr, timeout=_PATIENCE)
    search(window, qtbot, "withdraw consent", WITHDRAW)


def _is_inside(widget: QWidget) -> bool:
    area = widget.parentWidget()
    return area is not None and widget.width() <= area.width()


@pytest.mark.slow
@pytest.mark.usefixtures("in_german")
def test_in_german_and_in_a_narrow_window_with_large_text(
    open_window: OpenWindow, own_gdpr: Path, policy: Path, theme: Theme, qtbot: QtBot
) -> None:
    window = open_window(own_gdpr)
    window.match_file(policy)
    wait_for_answer(window, qtbot)
    assert window.screens.match.found.touches.text() == "Berührt 1 Dokument"
    for button in filter(QPushButton.isVisible, window.screens.match.findChildren(QPushButton)):
        assert button.text() or button.accessibleName()
    theme.set_zoom(1.5)
    for width in (1280, 1024):  # nothing has to be scrolled sideways, whatever was shown before
        window.resize(width, 800)
        qtbot.waitUntil(lambda: _is_inside(window.screens.match))
    theme.set_zoom(2.0)
    window.resize(1100, 700)
    assert window.screens.match.found.isVisible()
    for tool in window.rail.findChildren(QToolButton):
        tool.setChecked(True)
        tool.ensurePolished()
        assert tool.fontMetrics().horizontalAdvance(tool.text()) <= tool.width() - 4
    assert not window.screens.match.heat.isVisible()
    qtbot.keyClick(window.screens.match.found.list, Qt.Key.Key_Return)
    assert window.screens.match.heat.isVisible()
    assert not window.screens.match.found.isVisible()
    qtbot.keyClick(window.screens.match.heat, Qt.Key.Key_Escape)
    assert window.screens.match.found.isVisible()


@pytest.mark.slow
def test_other_library_clears_matches(
    open_window: OpenWindow, own_gdpr: Path, policy: Path, qtbot: QtBot
) -> None:
    window = open_window(own_gdpr)
    window.match_file(policy)
    wait_for_answer(window, qtbot)
    window.library.open(own_gdpr)
    qtbot.waitUntil(lambda: window.matching.answer is None, timeout=_PATIENCE)
    assert window.screens.match.found.model.rowCount() == 0


def test_missing_work_is_reported(open_window: OpenWindow, own_gdpr: Path, qtbot: QtBot) -> None:
    window = open_window(own_gdpr)
    failures: list[Exception] = []
    window.matching.failed.connect(failures.append)
    window.navigation.show_screen("match")
    window.matching.match("31999R9999", "gone")
    qtbot.waitUntil(lambda: bool(failures), timeout=_PATIENCE)
    assert isinstance(failures[0], NotFound)
    assert "31999R9999" in window.screens.match.busy.caption.text()
