"""Changes of the library under an open window: by other programs, another model, another library."""

import dataclasses
from pathlib import Path

import pytest
from PySide6.QtCore import QEvent
from PySide6.QtGui import QGuiApplication
from pytestqt.qtbot import QtBot
from tests.gui.conftest import EXCERPTS, PATIENCE, WITHDRAW, OpenWindow, search, wait_for_reading

from lexdesk.library.library import Library
from lexdesk_gui import error_messages
from lexdesk_gui.indexing import pending_paths


@pytest.fixture
def excerpt(tmp_path: Path) -> Path:
    """A small library with words and vectors."""
    path = tmp_path / "library"
    with Library.open(path, create=True) as library:
        library.sources.add([EXCERPTS / "gdpr-excerpt-en.xml"])
    return path


def test_files_added_by_other_program_are_reported_in_visible_window(
    open_window: OpenWindow, own_gdpr: Path, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pending_paths, "SECONDS_TO_LEAVE_IT", 0.2)
    window = open_window(own_gdpr)
    state = window.library.state
    assert state is not None
    writing = dataclasses.replace(state.status, lexical_ready=False)
    window.library.show_state(dataclasses.replace(state, status=writing))
    ready = window.status_line.ready
    assert ready.text() == "Updating the keyword index"
    qtbot.waitUntil(lambda: ready.text().startswith("Keyword search ready"), timeout=PATIENCE)


def test_notes_of_other_window_appear_on_activation(
    open_window: OpenWindow, own_gdpr: Path, qtbot: QtBot
) -> None:
    window = open_window(own_gdpr)
    window.navigation.show_screen("saved")
    shelf = window.screens.saved.shelf
    qtbot.waitUntil(lambda: shelf.rowCount() > 0, timeout=PATIENCE)
    with Library.open(own_gdpr) as library, library.workbook() as book:
        book.save("rent", "rent", "keyword", [])
    QGuiApplication.sendEvent(window, QEvent(QEvent.Type.ActivationChange))
    qtbot.waitUntil(lambda: shelf.item(0).rowCount() == 1, timeout=PATIENCE)


@pytest.mark.slow
@pytest.mark.usefixtures("without_model")
def test_another_library_that_is_opened_while_one_is_made_can_be_added_to(
    open_window: OpenWindow, own_gdpr: Path, tmp_path: Path, qtbot: QtBot
) -> None:
    lease = tmp_path / "lease.txt"
    lease.write_text("The lease is of an orangery.")
    window = open_window(tmp_path / "none")
    window.add([tmp_path / "law"])  # which makes the library first
    with qtbot.waitSignal(window.library.opened, timeout=PATIENCE):
        window.library.open(own_gdpr)
    assert not window.library.beginning
    assert not window.status_line.stop_button.isVisible()
    with qtbot.waitSignal(window.library.ended, timeout=PATIENCE * 4):
        window.add([lease])
    assert "1 file read" in window.status_line.news.text()


@pytest.mark.slow
def test_library_of_other_model_is_searched_by_keyword_and_rebuilt(
    open_window: OpenWindow, excerpt: Path, qtbot: QtBot
) -> None:
    """As after an update of the program with another model."""
    with Library.open(excerpt) as library:
        library.store.set_setting("model", {"name": "earlier", "fingerprint": "0" * 16})
    window = open_window(excerpt)
    session, line = window.searching, window.view.line
    qtbot.waitUntil(lambda: window.status_line.ready.text() != "", timeout=PATIENCE)
    assert window.status_line.ready.text() == "Keyword search ready, no semantic index yet"
    window.navigation.show_screen("index")
    assert window.screens.index.progress.subtitle.text() == error_messages.describe_other_model()
    with qtbot.waitSignal(session.answered, timeout=PATIENCE) as answered:
        window.view.set_query("right to erasure")
    assert answered.args[0].mode == "keyword"
    assert answered.args[0].hits[0].eid.startswith("art_17")
    assert line.text == (
        "Another version of Lexdesk built the semantic index."
        " These results are from keyword search only."
    )
    with qtbot.waitSignal(window.library.ended, timeout=PATIENCE * 4) as ended:
        line.offer.click()
    assert "passages added to the semantic index" in ended.args[0]
    with qtbot.waitSignal(session.answered, timeout=PATIENCE) as again:
        window.view.set_query("delete what is known of me")
    assert again.args[0].mode == "hybrid"
    assert any("semantic" in hit.why for hit in again.args[0].hits)
    assert "another version" not in line.text
    assert window.status_line.ready.text() == "Keyword and semantic search ready"


@pytest.mark.slow
def test_a_match_by_words_alone_names_no_command(
    open_window: OpenWindow, excerpt: Path, tmp_path: Path, qtbot: QtBot
) -> None:
    with Library.open(excerpt) as library:
        library.store.set_setting("model", {"name": "earlier", "fingerprint": "0" * 16})
    policy = tmp_path / "policy.md"
    policy.write_text("You may have your personal data erased where they are no longer necessary.")
    window = open_window(excerpt)
    qtbot.waitUntil(lambda: window.has_library, timeout=PATIENCE)
    window.match_file(policy)
    notes = window.screens.match.found.notes
    qtbot.waitUntil(lambda: notes.text() != "", timeout=PATIENCE)
    assert notes.text() == (
        "Another version of Lexdesk built the semantic index."
        " Paragraphs were compared by their words, for the same reason."
    )


@pytest.mark.usefixtures("without_model")
def test_files_added_by_other_program_are_reported_on_activation(
    open_window: OpenWindow, own_gdpr: Path, tmp_path: Path, qtbot: QtBot
) -> None:
    window = open_window(own_gdpr)
    counts = window.status_line.counts
    qtbot.waitUntil(lambda: counts.text().startswith("1 document "), timeout=PATIENCE)
    (tmp_path / "lease.txt").write_text("The tenant keeps the orangery.")
    with Library.open(own_gdpr) as library:
        library.sources.add([tmp_path / "lease.txt"], vectors=False)
    QGuiApplication.sendEvent(window, QEvent(QEvent.Type.ActivationChange))
    qtbot.waitUntil(lambda: counts.text().startswith("2 documents "), timeout=PATIENCE)


def test_without_a_library_none_is_said_to_have_gone(
    open_window: OpenWindow, tmp_path: Path, qtbot: QtBot
) -> None:
    window = open_window(tmp_path / "none")
    news = window.status_line.news
    window.preferences.keep_query(tmp_path, "orangery", "keyword")
    window.forget_searches()
    assert window.preferences.last_query(tmp_path) == ("", "hybrid")
    assert news.text() == "Earlier searches deleted."
    window.view.set_query("orangery")
    window.save_search()
    qtbot.waitUntil(lambda: news.text() == "No library is open.", timeout=PATIENCE)


@pytest.mark.usefixtures("without_model")
def test_of_a_library_that_is_left_nothing_is_shown_and_all_is_kept(
    open_window: OpenWindow, own_gdpr: Path, gdpr: Path, qtbot: QtBot
) -> None:
    window = open_window(own_gdpr)
    view = window.view
    search(window, qtbot, "withdraw consent", WITHDRAW)
    window.view.reader_pane.side.chosen.emit("art_8")
    wait_for_reading(window, qtbot, "Article 8 Regulation (EU) 2016/679")
    view.open_in_tab()
    window.view.reader_pane.side.noted.emit("tag", "mine")
    window.navigation.show_screen("saved")
    shelf = window.screens.saved.shelf
    qtbot.waitUntil(lambda: shelf.rowCount() > 0, timeout=PATIENCE)
    opened = view.tabs.titles
    assert len(opened) == 2

    window.library.open(own_gdpr.parent / "gone")
    qtbot.waitUntil(lambda: window.screens.shown == "welcome", timeout=PATIENCE)
    window.navigation.show_screen("saved")
    assert shelf.rowCount() == 0
    window.navigation.show_screen("compare")
    assert window.screens.compare.history is None
    assert window.screens.compare.model.rowCount() == 0
    assert window.reading.reading is None
    assert view.results.model.rowCount() == 0
    assert not window.work.undo.canUndo()

    window.library.open(gdpr)
    qtbot.waitUntil(lambda: window.has_library, timeout=PATIENCE)
    assert view.tabs.titles == ["Results"]
    assert not window.reading.can_go(-1)
    window.library.open(own_gdpr)
    qtbot.waitUntil(lambda: view.tabs.titles == opened, timeout=PATIENCE)
