"""A user's work in the window, end to end: search, read, tag, save, export, go back, restart."""

import json
import re
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from pytestqt.qtbot import QtBot
from tests.gui.conftest import PATIENCE, WITHDRAW, OpenWindow, search, wait_for_engine
from tests.gui.test_exporting import printed

from lexdesk.library.library import Library
from lexdesk_gui.reader.paragraphs import Paragraph
from lexdesk_gui.reader.reader_pane import ReaderPane
from lexdesk_gui.reader.readings import Reading
from lexdesk_gui.style.theme import Theme

SMALL_COMPANY = "does a small company need to keep records of processing?"


def test_the_best_are_reranked_word_by_word_once_typing_rests(
    open_window: OpenWindow, own_gdpr: Path, qtbot: QtBot
) -> None:
    window = open_window(own_gdpr)
    session, shown = window.searching, window.view.results
    with (
        qtbot.waitSignal(session.reranked, timeout=PATIENCE) as reranked,
        qtbot.waitSignal(session.answered, timeout=PATIENCE) as plain,
    ):
        window.view.set_query("who must appoint a data protection officer?")
    before, after = (item.args[0].hits for item in (plain, reranked))
    assert not any("rerank" in hit.why for hit in before)
    assert all("rerank" in hit.why or hit.subject for hit in after[:10])
    assert [hit.eid for hit in before[:10]] != [hit.eid for hit in after[:10]]
    assert list(shown.model.hits) == list(after)
    assert shown.hit() == after[0]
    assert "re-ranked" in shown.explanation_line.text()
    assert reranked.args[0].took_ms == plain.args[0].took_ms, "what a person waited for"
    with qtbot.waitSignal(session.reranked, timeout=PATIENCE):
        window.view.set_query("withdraw consent")
    with qtbot.assertNotEmitted(session.reranked, wait=600):
        session.set_mode("keyword")  # those are in their own order
        qtbot.waitUntil(lambda: session.answer is not None, timeout=PATIENCE)


def test_chosen_item_keeps_its_position(
    open_window: OpenWindow, own_gdpr: Path, qtbot: QtBot
) -> None:
    window = open_window(own_gdpr)
    session, shown = window.searching, window.view.results
    with (
        qtbot.waitSignal(session.extended, timeout=PATIENCE) as further,
        qtbot.waitSignal(session.reranked, timeout=PATIENCE),
    ):
        with qtbot.waitSignal(session.answered, timeout=PATIENCE) as plain:
            window.view.set_query(SMALL_COMPANY)
        shown.step(2)
        chosen = shown.hit()
    first = len(plain.args[0].hits)
    assert list(shown.model.hits[:first]) == list(plain.args[0].hits)
    assert shown.hit() == chosen
    assert len(shown.model.hits) == len(further.args[0].hits) > first


@pytest.mark.slow
def test_reranking_is_switched_off_in_the_settings(
    open_window: OpenWindow, own_gdpr: Path, qtbot: QtBot
) -> None:
    window = open_window(own_gdpr)
    window.navigation.show_screen("settings")
    window.screens.settings.rerank.setChecked(False)
    with (
        qtbot.assertNotEmitted(window.searching.reranked, wait=100),
        qtbot.waitSignal(window.searching.extended, timeout=PATIENCE) as further,
    ):
        window.view.set_query(SMALL_COMPANY)
    assert not any("rerank" in hit.why for hit in further.args[0].hits)
    with qtbot.waitSignal(window.searching.reranked, timeout=PATIENCE):
        window.screens.settings.rerank.setChecked(True)


@pytest.mark.slow
def test_a_day_at_the_desk(
    open_window: OpenWindow, own_gdpr: Path, tmp_path: Path, qtbot: QtBot
) -> None:
    window = open_window(own_gdpr)
    search(window, qtbot, "withdraw consent", WITHDRAW)
    side = window.view.reader_pane.side
    qtbot.waitUntil(lambda: side.model.rowCount() > 0, timeout=PATIENCE)

    # Tag and note, with undo.
    window.navigation.focus_tags()
    qtbot.keyClicks(side.tag, "consent")
    qtbot.keyClick(side.tag, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: side.notes.count() == 1, timeout=PATIENCE)
    side.notes.item(0).setSelected(True)
    side._remove.click()
    qtbot.waitUntil(lambda: side.notes.count() == 0, timeout=PATIENCE)
    window.work.undo.undo()
    qtbot.waitUntil(lambda: side.notes.count() == 1, timeout=PATIENCE)

    # Save the search; a file that comes later is new in it.
    window.save_search()
    qtbot.waitUntil(lambda: "Saved" in window.status_line.news.text(), timeout=PATIENCE)
    with Library.open(own_gdpr) as library:
        letter = tmp_path / "letter.txt"
        letter.write_text("We withdraw our consent to the sale of the lighthouse.")
        library.sources.add([letter], vectors=False)
    window.navigation.show_screen("saved")
    saved = window.screens.saved.shelf

    def first_news() -> str:
        group = saved.item(0)
        return group.child(0).text() if group and group.rowCount() else ""

    qtbot.waitUntil(lambda: "1 new since" in first_news(), timeout=PATIENCE)

    # Export in the style that was chosen.
    window.screens.settings.style_of_citations.setCurrentIndex(1)
    assert window.preferences.style == "oscola"
    window.navigation.show_screen("search")
    window.exporting.write_results(tmp_path / "results.json")
    qtbot.waitUntil((tmp_path / "results.json").exists, timeout=PATIENCE)
    rows = json.loads((tmp_path / "results.json").read_text())
    assert rows[0]["citation"].endswith("[2016] OJ L119/1, art 7(3)")
    assert rows[0]["tags"] == ["consent"]
    window.exporting.write_results(tmp_path / "results.pdf")
    qtbot.waitUntil(lambda: "results.pdf" in window.status_line.news.text(), timeout=PATIENCE)
    first_page = " ".join(printed(tmp_path / "results.pdf")[0].split())
    assert re.search(r"withdraw consent · As of \d+ \w+ \d{4} 1 / ", first_page)
    window.view.copy_with_citation()
    assert QGuiApplication.clipboard().text().endswith("OJ L119/1, art 7(3)")

    # Go on by the outline, and back.
    window.view.reader_pane.side.chosen.emit("art_8")
    qtbot.waitUntil(lambda: window.reading.reading.eid == "art_8", timeout=PATIENCE)  # type: ignore[union-attr]
    window.commands.back.trigger()
    qtbot.waitUntil(lambda: window.reading.reading.eid == "art_7", timeout=PATIENCE)  # type: ignore[union-attr]

    # Start again where it ended.
    window.close()
    again = open_window(own_gdpr)
    qtbot.waitUntil(
        lambda: getattr(again.reading.reading, "citation", "") == WITHDRAW, timeout=PATIENCE
    )
    assert again.bar.field.query == "withdraw consent"
    assert own_gdpr in again.preferences.libraries


@pytest.mark.slow
def test_late_answer_is_not_undone_in_other_library(
    open_window: OpenWindow, own_gdpr: Path, gdpr: Path, qtbot: QtBot
) -> None:
    window = open_window(own_gdpr)
    search(window, qtbot, "withdraw consent", WITHDRAW)
    window.work.save("consent", "consent", "keyword")
    qtbot.waitUntil(lambda: "Saved" in window.status_line.news.text(), timeout=PATIENCE)
    with (
        qtbot.waitSignal(window.library.state_changed, timeout=PATIENCE),
        qtbot.waitSignal(window.work.marked, timeout=PATIENCE),
    ):
        window.view.reader_pane.side.noted.emit("tag", "consent")
        window.work.delete("consent")
        window.library.open(gdpr)
    wait_for_engine(window, qtbot)
    assert window.library.path == gdpr
    assert window.work.undo.count() == 0
    with Library.open(own_gdpr) as library, library.workbook() as book:
        assert ([mark.value for mark in book.marks()], book.saved_searches()) == (["consent"], [])


def test_of_a_selection_of_paragraphs_the_first_is_looked_for(theme: Theme, qtbot: QtBot) -> None:
    pane = ReaderPane(theme)
    qtbot.addWidget(pane)
    paragraphs = tuple(Paragraph("", f"The {item} lease.", 0, (), False) for item in ("old", "new"))
    pane.show_reading(Reading("", "", "", paragraphs))
    pane.reader.selectAll()
    pane.open_find()
    assert pane.find_bar.edit.text() == "The old lease."
    assert pane.reader.marked() == ["The old lease."]


def test_find_in_page(open_window: OpenWindow, gdpr: Path, qtbot: QtBot) -> None:
    window = open_window(gdpr)
    search(window, qtbot, "withdraw consent", WITHDRAW)
    pane = window.view.reader_pane
    hits = pane.reader.marked()
    qtbot.keyClick(window, Qt.Key.Key_F, Qt.KeyboardModifier.ControlModifier)
    assert window.focusWidget() is pane.find_bar.edit
    qtbot.keyClicks(pane.find_bar.edit, "lawful")
    assert set(pane.reader.marked()) == {"lawful"}
    assert pane.find_bar.count.text().startswith("Hit 1 /")
    qtbot.keyClick(pane.find_bar.edit, Qt.Key.Key_Escape)
    assert not pane.find_bar.isVisible()
    assert pane.reader.marked() == hits


@pytest.mark.slow
@pytest.mark.usefixtures("without_model")
def test_files_that_failed_are_listed_and_tried_again(
    open_window: OpenWindow, own_gdpr: Path, tmp_path: Path, qtbot: QtBot
) -> None:
    window = open_window(own_gdpr)
    broken = tmp_path / "broken.docx"
    broken.write_bytes(b"PK\x03\x04 no archive")
    window.add([broken])
    qtbot.waitUntil(lambda: "needs attention" in window.status_line.news.text(), timeout=PATIENCE)
    window.navigation.show_screen("index")
    card = window.screens.index.failed_card
    qtbot.waitUntil(lambda: card.model.rowCount() == 1, timeout=PATIENCE)
    assert window.screens.index.progress.title.text() == "You can search now"
    window.status_line.failed.click()
    assert card.table.hasFocus()
    card.all_again.click()
    assert window.library.adding is not None
    qtbot.waitUntil(lambda: window.library.adding is None, timeout=PATIENCE)
    assert card.model.path(0) == broken
