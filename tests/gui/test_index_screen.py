"""The Index screen of a library, also during an addition."""

import dataclasses
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot
from tests.failures import damaged, data
from tests.gui.conftest import PATIENCE, OpenWindow

from lexdesk.document.model import Document
from lexdesk.errors import FileCode, Message, PhraseCode
from lexdesk.extract import ocr
from lexdesk.extract.sniff import locked_for_good
from lexdesk.ingest import Progress
from lexdesk.library.library import Library
from lexdesk.library.status import Status
from lexdesk_gui.indexing import failed_files_model, failed_files_table, library_state
from lexdesk_gui.indexing.examples import Example, find_examples
from lexdesk_gui.indexing.failed_files_model import FailedFilesDelegate, HelpRole, IconRole
from lexdesk_gui.indexing.index_screen import IndexScreen
from lexdesk_gui.indexing.progress_card import STAGES
from lexdesk_gui.style.theme import Theme


@pytest.fixture
def screen(qtbot: QtBot, theme: Theme) -> IndexScreen:
    widget = IndexScreen(theme)
    qtbot.addWidget(widget)
    return widget


@pytest.fixture
def status(gdpr: Path) -> Status:
    with Library.open(gdpr) as library:
        return library.admin.status()


def _shown(screen: IndexScreen) -> list[tuple[int, str]]:
    """Per cent and figure of each stage."""
    stages = [screen.progress.stages[stage] for stage in STAGES]
    return [(round(stage.bar.value() / 10), stage.text) for stage in stages]


def _ticks(screen: IndexScreen) -> list[bool]:
    """Return whether each stage is marked as done."""
    return [screen.progress.stages[stage].mark.is_tick for stage in STAGES]


def test_while_files_are_read_no_bar_is_full(screen: IndexScreen, status: Status) -> None:
    screen.show_status(status, {})
    passages = f"ready · {status.passages:,} passages"
    assert _shown(screen) == [(100, "1 file read"), (100, passages), (0, "0 %")]
    assert _ticks(screen) == [True, True, False]
    assert screen.progress.note.isHidden()
    screen.progress.show_progress(Progress("read", 3, 4, "/x/lease.pdf"))
    left_out = {"/x/work.json": Message(FileCode.VERSION_REGISTER, name="work.json")}
    screen.show_status(status, left_out)  # which comes every two seconds
    assert screen.failed_card.title.text().endswith("so far")
    so_far = passages.removeprefix("ready · ")
    assert _shown(screen) == [(75, "3 of 4 read"), (75, so_far), (0, "0 %")]
    assert _ticks(screen) == [False, False, False]
    assert screen.progress.counts.isHidden()
    assert screen.progress.subtitle.text() == (
        "Keyword search finds each file soon after it is read."
    )
    assert not screen.progress.note.isHidden()
    screen.progress.show_progress(Progress("vectors", 30, 40))
    assert _shown(screen) == [(100, "1 file read"), (100, passages), (75, "75 %")]
    assert screen.progress.counts.text() == "30 of 40 passages"
    screen.show_status(status, left_out)
    assert not screen.failed_card.title.text().endswith("so far")
    assert screen.progress.stages["vectors"].bar.accessibleDescription() == "75 %"
    screen.progress.pause.click()
    assert _shown(screen)[2] == (75, "75 % · paused")
    assert screen.progress.subtitle.text() == "Indexing is paused."
    screen.progress.end_progress()
    assert _shown(screen) == [(100, "1 file read"), (100, passages), (0, "0 %")]
    assert screen.progress.note.isHidden()


def test_a_file_that_is_chosen_stays_so_while_others_are_refused(
    screen: IndexScreen, status: Status
) -> None:
    reason = damaged("a file")
    screen.show_status(status, {"/x/b.pdf": reason, "/x/c.pdf": reason})
    table = screen.failed_card.table
    table.selectRow(0)
    for name in ("a", "d"):
        screen.show_status(status, {f"/x/{item}.pdf": reason for item in ("b", "c", name)})
        assert table.chosen() == [Path("/x/b.pdf")]
        assert table.try_again.isEnabled()
    screen.show_status(status, {"/x/c.pdf": reason})
    assert table.chosen() == []
    assert not table.try_again.isEnabled()


def test_focus_chooses_failed_file_to_be_seen(
    screen: IndexScreen, status: Status, qtbot: QtBot
) -> None:
    screen.show_status(status, {"/x/b.pdf": damaged("a file")})
    screen.show()
    table = screen.failed_card.table
    assert table.chosen() == []
    table.setFocus()
    qtbot.waitUntil(lambda: table.chosen() == [Path("/x/b.pdf")])


def test_of_many_files_that_are_refused_only_those_in_sight_are_looked_at(
    screen: IndexScreen, status: Status, monkeypatch: pytest.MonkeyPatch
) -> None:
    """They come every two seconds while files are read, on the thread of the window."""
    looked_at: list[str] = []

    def path(of: str) -> Path:
        looked_at.append(of)
        return Path(of)

    monkeypatch.setattr(failed_files_model, "Path", path)
    failures = {f"/x/{number}/scan.pdf": damaged("scan.pdf") for number in range(2_000)}
    for number in range(3):
        screen.show_status(
            status, {**failures, "/x/more.pdf": damaged("more.pdf", str(number // 2))}
        )
    assert 0 < len(looked_at) < 200
    assert screen.failed_card.model.rowCount() == 2_001


def test_failed_files_offer_one_matching_button(
    screen: IndexScreen, status: Status, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    reasons = {
        "/x/1.png": ocr.scan("1.png", Message(PhraseCode.PICTURE)).message,
        "/x/2.zip": Message(FileCode.TIMEOUT, name="2.zip", seconds=60),
        "/x/3.eml": locked_for_good("3.eml").message,
        "/x/4.json": data("4.json"),
    }
    table, model = screen.failed_card.table, screen.failed_card.model
    screen.show_status(status, reasons, can_recognise=True)
    screen.resize(1300, 800)
    screen.show()
    rows = [model.index(row, 0) for row in range(4)]
    assert [row.data(HelpRole) for row in rows] == [
        "Read by OCR",
        "Try again",
        "Show in folder",
        "",
    ]
    assert [row.data(IconRole) for row in rows] == ["file", "file", "mail", "file"]
    spoken = rows[1].data(Qt.ItemDataRole.AccessibleTextRole)
    assert (
        spoken
        == "2.zip, Took longer than 60 s to read and was skipped; split it or save it as text."
    )
    assert rows[1].data(Qt.ItemDataRole.AccessibleDescriptionRole) == "Enter: Try again"
    again: list[list[Path]] = []
    screen.again.connect(again.append)
    shown: list[Path] = []
    monkeypatch.setattr(failed_files_table, "show_folder", shown.append)
    left_button, keys = Qt.MouseButton.LeftButton, Qt.Key
    delegate = table.itemDelegate()
    assert isinstance(delegate, FailedFilesDelegate)
    boxes = [delegate.button(row, table.visualRect(row)) for row in rows]
    assert [box.isNull() for box in boxes] == [False, False, False, True]
    qtbot.mouseClick(table.viewport(), left_button, pos=boxes[0].center())
    assert again == [[Path("/x/1.png")]]
    qtbot.mouseClick(table.viewport(), left_button, pos=table.visualRect(rows[1]).center())
    assert len(again) == 1, "a click beside a button chooses the row"
    qtbot.keyClick(table, keys.Key_Space)
    assert again[1:] == [[Path("/x/2.zip")]]
    qtbot.keyClick(table, keys.Key_Down)
    qtbot.keyClick(table, keys.Key_Return)
    qtbot.waitUntil(lambda: shown == [Path("/x")] or shown == [Path("/")])
    table.selectAll()
    table.try_again.trigger()
    assert len(again[2]) == 4
    screen.failed_card.all_again.click()
    assert len(again[3]) == 4
    only_read = dataclasses.replace(status, read_only=True)
    screen.show_status(only_read, reasons)
    assert {row.data(HelpRole) for row in rows} == {"Show in folder", ""}
    assert screen.failed_card.all_again.isHidden()


def test_queries_to_try_find_something(gdpr: Path, tmp_path: Path) -> None:
    with Library.open(gdpr) as library:
        found = find_examples(library, semantic=True)
        assert [item.way for item in found] == ["citation", "near", "semantic", "filters"]
        for query, way in found:
            assert way == "semantic" or library.search(query, mode="keyword", top=1).hits
        assert "beginning" in {example.way for example in find_examples(library, semantic=False)}
    with Library.open(tmp_path / "letters", create=True) as library:
        assert find_examples(library, semantic=False) == []
        letter = Document(title="Brief", text="Der Leuchtturm wird verpachtet.", language="fi")
        letter = dataclasses.replace(letter, work="brief")
        library.sources.add_documents([letter], vectors=False)
        for query, _ in find_examples(library, semantic=False):
            assert library.search(query, mode="keyword", top=1).hits


def test_sample_queries_describe_their_results(
    screen: IndexScreen, status: Status, qtbot: QtBot
) -> None:
    calls: list[bool] = []
    tried: list[tuple[str, str]] = []
    screen.wanting_examples.connect(calls.append)
    screen.tried.connect(lambda query, mode: tried.append((query, mode)))
    screen.show_status(status, {})
    assert calls == [], "nobody sees it"
    screen.show()
    half = dataclasses.replace(status, vectors_ready=0.5)
    for item in (half, half):
        screen.show_status(item, {})
    assert calls == [False, True]
    screen.show_examples([Example("who pays", "semantic"), Example("Art. 7 GDPR", "citation")])
    names = [button.accessibleName() for button in screen.examples.buttons]
    assert names == ["who pays, semantic, 50 %", "Art. 7 GDPR, a citation"]
    for button in screen.examples.buttons:
        button.click()
    assert tried == [("who pays", "hybrid"), ("Art. 7 GDPR", "")]
    screen.show_status(dataclasses.replace(status, vectors_ready=1.0), {})
    assert screen.examples.buttons[0].accessibleName() == "who pays, semantic"
    screen.show_status(None, {})
    assert screen.examples.isHidden()


def test_of_an_empty_library_nothing_is_ready(screen: IndexScreen, tmp_path: Path) -> None:
    with Library.open(tmp_path / "empty", create=True) as library:
        screen.show_status(library.admin.status(), {})
    assert _shown(screen) == [(0, "0 files read"), (0, "0 passages"), (0, "0 %")]


def test_words_that_are_not_ready_are_not_said_to_be(screen: IndexScreen, status: Status) -> None:
    screen.show_status(dataclasses.replace(status, lexical_ready=False), {})
    assert _shown(screen)[1][0] == 99
    assert not screen.progress.subtitle.text().startswith("Keyword search is ready")


def test_languages_of_earlier_embeddings_are_named(screen: IndexScreen, status: Status) -> None:
    whole = dataclasses.replace(status, vectors=9, vectors_ready=1.0)
    screen.show_status(dataclasses.replace(whole, old_languages=["de", "fr"]), {})
    assert screen.progress.subtitle.text().endswith("semantic index in German, French.")
    screen.show_status(dataclasses.replace(whole, old_subjects=True), {})
    assert screen.progress.subtitle.text().endswith("provisions in the keyword index.")
    screen.show_status(whole, {})
    assert screen.progress.subtitle.text() == "Keyword and semantic search are ready."


def test_semantic_search_without_index_is_offered(
    screen: IndexScreen, status: Status, qtbot: QtBot
) -> None:
    card, without_filter = (
        screen.progress,
        dataclasses.replace(status, vectors=0, vectors_ready=0.0),
    )
    calls: list[bool] = []
    card.preparing.connect(calls.append)
    screen.show_status(without_filter, {})
    assert card.subtitle.text() == "Keyword search is ready. The semantic index is not built."
    assert not card.prepare.isHidden()
    card.prepare.click()
    card.show_progress(Progress("vectors", 1, 9, ""))
    assert card.subtitle.text().endswith("is being built.")
    assert card.prepare.isHidden()
    card.end_progress()
    screen.show_status(dataclasses.replace(status, vectors=9, vectors_ready=0.5), {})
    assert card.subtitle.text() == "Keyword search is ready. The semantic index is 50 % complete."
    screen.show_status(dataclasses.replace(status, vectors=9, vectors_ready=0.0), {})
    card.prepare.click()
    assert calls == [False, True]  # embeddings of another model are recomputed
    screen.show_status(dataclasses.replace(status, vectors=9, vectors_ready=1.0), {})
    assert card.prepare.isHidden()


@pytest.mark.usefixtures("without_model")
def test_a_library_that_is_gone_is_not_said_to_be_ready(
    open_window: OpenWindow, own_gdpr: Path, qtbot: QtBot
) -> None:
    window = open_window(own_gdpr)
    window.navigation.show_screen("index")
    title = window.screens.index.progress.title
    qtbot.waitUntil(lambda: title.text() == "You can search now")
    moved = own_gdpr.rename(own_gdpr.with_name("moved"))
    window.navigation.show_screen("index")
    qtbot.waitUntil(lambda: title.text() == "This library is unavailable")
    # By whichever process of the engine is first to find it.
    subtitle = window.screens.index.progress.subtitle.text()
    assert subtitle == "The library was moved or removed; open it at its new location."
    assert window.screens.index.folders.title.text() == "In this library"
    ready = window.status_line.ready
    assert ready.text() == "Library not available"
    moved.rename(own_gdpr)
    window.navigation.show_screen("index")
    qtbot.waitUntil(lambda: title.text() == "You can search now")
    own_gdpr.rename(moved)
    window.navigation.show_screen("index")
    qtbot.waitUntil(lambda: ready.text() == "Library not available")
    moved.rename(own_gdpr)
    window.view.set_query("consent")  # what answers is within reach
    qtbot.waitUntil(lambda: ready.text().startswith("Keyword search ready"), timeout=PATIENCE)


@pytest.mark.usefixtures("without_model")
def test_a_library_that_is_gone_before_the_second_process_opens_it_is_out_of_reach(
    open_window: OpenWindow, own_gdpr: Path, qtbot: QtBot
) -> None:
    window = open_window(own_gdpr)
    ready = window.status_line.ready
    qtbot.waitUntil(lambda: ready.text().startswith("Keyword search ready"), timeout=PATIENCE)
    moved = own_gdpr.rename(own_gdpr.with_name("moved"))
    window.work.look()
    qtbot.waitUntil(lambda: ready.text() == "Library not available", timeout=PATIENCE)
    assert window.screens.shown == "search"
    assert window.has_library
    sentence = "The library was moved or removed; open it at its new location."
    assert window.status_line.news.text() == sentence
    moved.rename(own_gdpr)
    with qtbot.waitSignal(window.work.shelved, timeout=PATIENCE):
        window.work.look()
    window.view.set_query("consent")
    qtbot.waitUntil(lambda: ready.text().startswith("Keyword search ready"), timeout=PATIENCE)
    own_gdpr.rename(moved)
    window.view.set_query("consent child")
    qtbot.waitUntil(window.status_line.dot.isHidden, timeout=PATIENCE)
    assert ready.text() == "Library not available"


@pytest.mark.usefixtures("without_model")
def test_library_is_missed_while_nobody_uses_it(
    open_window: OpenWindow, own_gdpr: Path, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(library_state, "_SECONDS_BETWEEN_LOOKS", 0.05)
    window = open_window(own_gdpr)
    ready = window.status_line.ready
    qtbot.waitUntil(lambda: ready.text().startswith("Keyword search ready"), timeout=PATIENCE)
    moved = own_gdpr.rename(own_gdpr.with_name("moved"))
    qtbot.waitUntil(lambda: ready.text() == "Library not available", timeout=PATIENCE)
    assert window.status_line.dot.isHidden()
    moved.rename(own_gdpr)
    qtbot.waitUntil(lambda: ready.text().startswith("Keyword search ready"), timeout=PATIENCE)


def test_a_library_that_was_opened_before_is_said_to_be_gone(
    open_window: OpenWindow, own_gdpr: Path, qtbot: QtBot
) -> None:
    open_window(own_gdpr).close()
    moved = own_gdpr.rename(own_gdpr.with_name("moved"))
    window = open_window(own_gdpr)
    welcome = window.screens.welcome
    assert welcome.title.text() == "The library is no longer there"
    assert str(own_gdpr) in welcome.explanation.text()
    assert window.focusWidget() is welcome.open_button, "not what makes a new one in its place"
    window.library.open(moved.with_name("never"))
    qtbot.waitUntil(lambda: welcome.title.text() == "There is no library here yet")
    assert window.focusWidget() is welcome.add_button
    damaged = moved.with_name("damaged")
    damaged.mkdir()
    (damaged / "library.sqlite").write_bytes(b"no database" * 100)
    window.library.open(damaged)
    qtbot.waitUntil(lambda: welcome.title.text() == "This library cannot be opened")
    assert window.focusWidget() is welcome.open_button
    assert not welcome.add_button.isVisible()


def test_other_size_of_embeddings_is_offered_with_its_time(
    screen: IndexScreen, status: Status
) -> None:
    row = screen.progress.embedding_size
    whole = dataclasses.replace(status, vectors=9, vectors_ready=1.0, embedding="fast")
    screen.show_status(dataclasses.replace(whole, embedding=""), {})  # the models have one size
    assert row.isHidden()
    screen.show_status(dataclasses.replace(whole, languages={"de": 9}), {})
    assert row.isHidden()
    screen.show_status(whole, {})
    assert not row.isHidden()
    calls: list[str] = []
    row.estimating.connect(lambda size: calls.append(f"estimate {size}"))
    row.changing.connect(lambda size: calls.append(f"change to {size}"))
    row.offer.click()
    assert not row.offer.isEnabled()
    row.show_estimate("fast", 60)  # of the size in use: came late
    assert not row.offer.isEnabled()
    row.show_estimate("standard", 700)
    assert row.text.text().startswith("About 12 min on this computer.")
    row.offer.click()
    assert calls == ["estimate standard", "change to standard"]
    screen.show_status(dataclasses.replace(whole, vectors_ready=0.5), {})
    assert row.isHidden()
    screen.show_status(dataclasses.replace(whole, embedding="standard"), {})
    assert row.offer.text() == "Use fast embeddings"


def test_addition_that_failed_or_did_not_end_is_told_until_the_next(
    screen: IndexScreen, status: Status, qtbot: QtBot
) -> None:
    card = screen.progress
    screen.show_status(status, {}, unfinished=[Path("/x/law")])
    assert "law" in card.incomplete.text()
    assert _ticks(screen) == [False, True, False]
    with qtbot.waitSignal(card.resuming) as asked:
        card.rest.click()
    assert asked.args == [[Path("/x/law")]]
    card.show_beginning("Looking for files to read…")
    assert card.incomplete.isHidden() and card.rest.isHidden()
    card.end_progress("The disk is full.")
    screen.show_status(status, {})
    assert card.incomplete.text() == "The disk is full."
    assert card.rest.isHidden()
    assert _ticks(screen) == [True, True, False]
    screen.show_opened("other")
    assert card.incomplete.isHidden()


def test_files_of_a_lost_folder_have_no_number(screen: IndexScreen, status: Status) -> None:
    screen.show_status(status, {"/x/law": Message(FileCode.FOLDER_LOST)})
    assert _shown(screen)[0][1] == "1 file read · 1 needs attention"
    assert _ticks(screen) == [False, True, False]
