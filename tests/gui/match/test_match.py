"""The Match screen: requests, cells, filters, reports."""

import csv
import dataclasses
import datetime
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QPushButton, QToolButton, QWidget
from pytestqt.qtbot import QtBot
from tests.gui.conftest import OpenWindow
from tests.gui.match.conftest import ANSWER_PATIENCE, BREACHES, marked, wait_for_answer
from tests.gui.test_exporting import answers

from lexdesk.compliance import Similar
from lexdesk.errors import NotFound
from lexdesk.errors.message import SystemCode
from lexdesk.library.library import Library
from lexdesk_gui.match import match_requests
from lexdesk_gui.match.document_list import SecondLineRole
from lexdesk_gui.match.reasons import list_reasons, make_report_words
from lexdesk_gui.style.theme import Theme

pytestmark = pytest.mark.usefixtures("without_model")  # paragraphs are compared by their words


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
    words = [marked(side.text) for side in window.screens.match.pair.sides]
    assert {"Breaches", "72"} <= words[0]
    assert {"breach", "72"} <= words[1]
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
        lambda: SystemCode.MISSING.template in screen.busy.caption.text(), timeout=ANSWER_PATIENCE
    )
    screen.export.click()
    assert not screen.busy.isVisible(), "it was about the other file"
    qtbot.waitUntil(lambda: "report.csv" in window.status_line.news.text(), timeout=ANSWER_PATIENCE)
    written = (tmp_path / "report.csv").read_text("utf-8-sig")
    rows = list(csv.reader(written.splitlines()))
    assert rows[0][-1] == "decision"
    assert len(rows) > 1
    right.read.click()
    qtbot.waitUntil(lambda: window.reading.reading is not None, timeout=ANSWER_PATIENCE)
    assert window.screens.shown == "search"
    assert provision is not None
    qtbot.waitUntil(
        lambda: provision.startswith(window.reading.reading.eid or "?"),  # type: ignore[union-attr]
        timeout=ANSWER_PATIENCE,
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
    qtbot.waitUntil(lambda: screen.heat.currentIndex().isValid(), timeout=ANSWER_PATIENCE)
    screen.pair.sides[1].read.click()
    qtbot.waitUntil(lambda: window.reading.reading is not None, timeout=ANSWER_PATIENCE)
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
    own, others, *_ = list_reasons(document).split(" · ")
    assert others.startswith("Wird von ihm ")
    assert own.split()[1] == "es", own


@pytest.mark.usefixtures("in_german")
def test_a_report_speaks_the_language_of_the_window(
    answer: Similar, own_gdpr: Path, tmp_path: Path
) -> None:
    document = answer.documents[0]
    row, column, likeness = document.pairs[0]
    with Library.open(own_gdpr) as library:
        subject = match_requests.make_pair_subject(
            library,
            found=answer,
            document=document,
            row=answer.rows[row],
            column=document.columns[column],
        )
        with library.workbook() as book:
            book.decisions.put(subject, "gap", "zu spät")
        target, words = tmp_path / "bericht.csv", make_report_words(answer)
        on_page = dataclasses.replace(answer.rows[row], label="", page=3)
        shown = dataclasses.replace(
            answer, rows=[*answer.rows[:row], on_page, *answer.rows[row + 1 :]]
        )
        match_requests.write_report(library, answer=shown, target=target, words=words)
    head, *rows = csv.reader(target.read_text("utf-8-sig").splitlines())
    assert head == ["Stelle", "Wortlaut", "Dokument", "Textstelle", "Grund", "Entscheidung"]
    assert rows[0][0] == "S. 3"
    assert rows[0][4].startswith(f"ähnlich ({likeness:.2f}); ".replace(".", ","))
    assert "in Kraft seit 24. Mai 2016" in rows[0][4]
    assert rows[0][5] == "Lücke: zu spät"


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
    assert found.touches.text() == "Touches 1 document · 1 less similar"
    lines = [found.model.index(row).data(SecondLineRole) for row in range(2)]
    assert lines[0].removeprefix("Regulation (EU) 2016/679 · ").split(" pair")[0].isdigit()
    assert lines[1].startswith("no pair")


@pytest.mark.slow
def test_match_is_repeated_once_the_index_is_complete(
    open_window: OpenWindow, own_gdpr: Path, policy: Path, qtbot: QtBot
) -> None:
    window = open_window(own_gdpr)
    qtbot.waitUntil(lambda: window.library.state is not None, timeout=ANSWER_PATIENCE)
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
def test_match_follows_the_as_of_date(
    open_window: OpenWindow, own_gdpr: Path, policy: Path, qtbot: QtBot
) -> None:
    window = open_window(own_gdpr)
    window.match_file(policy)
    wait_for_answer(window, qtbot)
    statuses = []
    window.matching.found.connect(lambda answer: statuses.append(answer.documents[0].status))
    for day in (datetime.date(2018, 3, 1), None):
        window.bar.dated.emit(day)
        assert window.matching.is_busy
        wait_for_answer(window, qtbot)
    assert statuses == ["not yet applicable", "applies"]


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
    qtbot.waitUntil(lambda: window.reading.reading is not None, timeout=ANSWER_PATIENCE)
    window.view.set_query("")
    window.reading.open_provision("32016R0679", "art_7")
    qtbot.waitUntil(lambda: window.reading.reading is not None, timeout=ANSWER_PATIENCE)
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
    qtbot.waitUntil(lambda: not window.matching.is_busy, timeout=ANSWER_PATIENCE)
    assert window.screens.match.busy.caption.text().endswith(".")
    assert not window.screens.match.busy.cancel.isVisible()
    assert window.focusWidget() is window.screens.match.beginning.choose
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
    qtbot.waitUntil(lambda: window.reading.reading is not None, timeout=ANSWER_PATIENCE)
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
    assert window.screens.match.found.touches.text() == "1 Dokument einschlägig"
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
    qtbot.waitUntil(lambda: window.matching.answer is None, timeout=ANSWER_PATIENCE)
    assert window.screens.match.found.model.rowCount() == 0


@pytest.mark.slow
def test_missing_work_is_reported(open_window: OpenWindow, own_gdpr: Path, qtbot: QtBot) -> None:
    window = open_window(own_gdpr)
    failures: list[Exception] = []
    window.matching.failed.connect(failures.append)
    window.navigation.show_screen("match")
    window.matching.match("31999R9999", "gone")
    qtbot.waitUntil(lambda: bool(failures), timeout=ANSWER_PATIENCE)
    assert isinstance(failures[0], NotFound)
    assert "31999R9999" in window.screens.match.busy.caption.text()
