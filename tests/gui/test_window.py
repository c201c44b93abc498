"""The window on a real library."""

import re
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QPushButton, QScrollArea, QWidget
from pytestqt.qtbot import QtBot
from tests.gui.conftest import PATIENCE, WITHDRAW, OpenWindow, search, wait_for_reading

from lexdesk.library.library import Library
from lexdesk_gui.engine.long_work import LongWork
from lexdesk_gui.indexing.library_writer import RunningWriter
from lexdesk_gui.main_window import MainWindow
from lexdesk_gui.rail import ScreenName
from lexdesk_gui.style.widgets import Segment


def type_query(qtbot: QtBot, window: MainWindow, query: str) -> None:
    window.view.focus_field()
    qtbot.keyClicks(window.view.field.edit, query)


def citations(window: MainWindow) -> list[str]:
    return [hit.citation for hit in window.view.results.model.hits]


def test_search_choose_and_read_by_keyboard(
    open_window: OpenWindow, gdpr: Path, qtbot: QtBot
) -> None:
    window = open_window(gdpr)
    view = window.view
    assert window.focusWidget() is view.field.edit
    type_query(qtbot, window, "withdraw consent")
    qtbot.waitUntil(lambda: citations(window)[:1] == [WITHDRAW])
    wait_for_reading(window, qtbot, WITHDRAW)
    assert view.reader.marked()[0] == "consent"
    assert view.reader.textCursor().block().text().startswith("3.\tThe data subject")
    assert view.results.count_label.text().endswith("results")

    qtbot.keyClick(view.field.edit, Qt.Key.Key_Down)
    wait_for_reading(window, qtbot, citations(window)[1])
    qtbot.keyClick(view.field.edit, Qt.Key.Key_Up)
    wait_for_reading(window, qtbot, WITHDRAW)

    qtbot.keyClick(view.field.edit, Qt.Key.Key_Return)
    assert window.focusWidget() is view.results.view
    qtbot.keyClick(view.results.view, Qt.Key.Key_Return)
    assert window.focusWidget() is view.reader
    wait_for_reading(window, qtbot, WITHDRAW)
    before = view.reader_pane.bar.hits.text()
    qtbot.keyClick(view.reader, Qt.Key.Key_Return)
    assert view.reader_pane.bar.hits.text() != before
    qtbot.keyClick(view.reader, Qt.Key.Key_Return, Qt.KeyboardModifier.ShiftModifier)
    assert view.reader_pane.bar.hits.text() == before
    qtbot.keyClick(view.reader, Qt.Key.Key_Escape)
    assert window.focusWidget() is view.results.view


def test_f6_goes_round_the_panes(open_window: OpenWindow, gdpr: Path, qtbot: QtBot) -> None:
    window = open_window(gdpr)
    view = window.view
    qtbot.keyClick(window, Qt.Key.Key_F6)
    assert isinstance(window.focusWidget(), QPushButton)  # an example, while nothing was asked
    view.set_query("withdraw consent")
    wait_for_reading(window, qtbot, WITHDRAW)
    view.focus_field()
    side = view.reader_pane.side.tabs
    for expected in (view.results.view, view.reader, side, view.field.edit):
        qtbot.keyClick(window, Qt.Key.Key_F6)
        assert window.focusWidget() is expected
    qtbot.keyClick(window, Qt.Key.Key_F6, Qt.KeyboardModifier.ShiftModifier)
    assert window.focusWidget() is side
    view.reader_pane.sides.show_side_panel(False)
    view.focus_reader()
    qtbot.keyClick(window, Qt.Key.Key_F6)
    assert window.focusWidget() is view.field.edit
    view.focus_reader()
    qtbot.keyClick(window, Qt.Key.Key_K, Qt.KeyboardModifier.ControlModifier)
    assert window.focusWidget() is view.field.edit


def test_the_search_is_come_back_to_at_its_results(
    open_window: OpenWindow, gdpr: Path, qtbot: QtBot
) -> None:
    window = open_window(gdpr)
    window.view.focus_field()
    search(window, qtbot, "withdraw consent", WITHDRAW)
    window.navigation.show_screen("match")  # which takes the keys
    window.navigation.show_screen("search")
    assert window.view.results.view.hasFocus()
    window.view.focus_reader()
    window.navigation.show_screen("index")
    window.navigation.show_screen("search")
    assert window.view.reader_pane.view.hasFocus()


def test_tab_order_is_left_to_right_over_named_controls(
    open_window: OpenWindow, gdpr: Path, qtbot: QtBot
) -> None:
    window = open_window(gdpr)
    view = window.view
    view.set_query("withdraw consent kind:regulation")
    qtbot.waitUntil(lambda: [c.isVisible() for c in view.chips.chips] == [True], timeout=PATIENCE)

    def stops(screen: ScreenName) -> list[QWidget]:
        window.navigation.show_screen(screen)
        window.navigation.focus_field()
        found: list[QWidget] = []
        while not found or found[-1] is not view.field.edit:
            qtbot.keyClick(window, Qt.Key.Key_Tab)
            found.append(window.focusWidget())
        return found

    at = stops("search").index
    first_box = next(iter(view.facets.boxes.values()))
    assert at(view.chips.chips[0]) < at(first_box) < at(view.facets.years.since)
    assert at(view.facets.years.until) < at(view.results.view)
    view.set_mode("hybrid")
    [mode] = [stop for stop in stops("search") if isinstance(stop, Segment)]
    assert mode.accessibleName() == "Hybrid search"  # the one that is chosen
    for screen in ("search", "compare", "saved", "settings", "match", "index"):
        assert not any(isinstance(stop, QScrollArea) for stop in stops(screen))
    chain: list[QWidget] = [window]
    while (part := chain[-1].nextInFocusChain()) is not None and part is not window:
        chain.append(part)
    reached = [part for part in chain if part.focusPolicy() & Qt.FocusPolicy.TabFocus]
    of_screens = [n for n, part in enumerate(reached) if window.screens.stack.isAncestorOf(part)]
    assert reached.index(window.status_line.failed) > max(of_screens)


def test_the_last_query_typed_is_the_one_answered(
    open_window: OpenWindow, gdpr: Path, qtbot: QtBot
) -> None:
    window = open_window(gdpr)
    answers: list[str] = []
    window.searching.answered.connect(lambda answer: answers.append(answer.query))
    for query in ("data", "data subject", "withdraw", "withdraw consent"):
        window.searching.type(query)
        window.searching.search_now()
    qtbot.waitUntil(lambda: "withdraw consent" in answers)
    wait_for_reading(window, qtbot, WITHDRAW)
    assert answers[-1] == "withdraw consent"
    assert len(answers) <= 2  # the first may have begun; those between were dropped


def test_a_mistake_is_underlined_explained_and_repaired(
    open_window: OpenWindow, gdpr: Path, qtbot: QtBot
) -> None:
    window = open_window(gdpr)
    view = window.view
    type_query(qtbot, window, "withdraw consent")
    wait_for_reading(window, qtbot, WITHDRAW)
    view.field.edit.clear()
    type_query(qtbot, window, '"withdraw')
    qtbot.waitUntil(view.line.offer.isVisible)
    assert "quotation mark" in view.line.text
    assert citations(window)[0] == WITHDRAW  # the last good results stay
    assert red_pixels(window) > 20
    qtbot.mouseClick(view.line.offer, Qt.MouseButton.LeftButton)
    assert view.field.query == '"withdraw"'
    qtbot.waitUntil(lambda: not view.line.offer.isVisible())
    assert red_pixels(window) == 0
    assert view.line.text.startswith("Reads as")


def red_pixels(window: MainWindow) -> int:
    """Count the pixels of the field, at the query, in about the colour of mistakes."""
    picture = window.view.field.edit.grab().toImage()
    points = ((x, y) for x in range(150) for y in range(picture.height()))
    colours = (picture.pixelColor(x, y) for x, y in points)
    return sum(colour.red() > colour.green() + 60 for colour in colours)


def test_meaning_that_is_not_there_yet_offers_words(
    open_window: OpenWindow, gdpr: Path, qtbot: QtBot
) -> None:
    window = open_window(gdpr)
    window.view.set_query("withdraw consent")
    window.view.set_mode("semantic")
    qtbot.waitUntil(window.view.line.offer.isVisible)
    assert window.view.line.text == "This library has no semantic index yet."
    qtbot.mouseClick(window.view.line.offer, Qt.MouseButton.LeftButton)
    wait_for_reading(window, qtbot, WITHDRAW)
    assert window.searching.mode == "keyword"


def test_nothing_found_and_nothing_asked(open_window: OpenWindow, gdpr: Path, qtbot: QtBot) -> None:
    window = open_window(gdpr)
    window.view.set_query("xylophone")
    qtbot.waitUntil(lambda: "0 results" in window.view.results.count_label.text())
    assert "xylophone" in window.view.results.no_results.text()
    window.view.set_query("")
    assert window.view.results.model.rowCount() == 0
    example = next(
        b for b in window.view.results.findChildren(QPushButton) if b.text() == "withdraw consent"
    )
    qtbot.mouseClick(example, Qt.MouseButton.LeftButton)
    wait_for_reading(window, qtbot, WITHDRAW)


def test_a_filter_that_leaves_nothing_is_named(
    open_window: OpenWindow, gdpr: Path, qtbot: QtBot
) -> None:
    window = open_window(gdpr)
    window.view.set_query("kind:regulation withdraw consent date:1900..1901")
    qtbot.waitUntil(window.view.line.offer.isVisible)
    assert window.view.line.text.startswith("Without Date: 1900")
    count = int("".join(filter(str.isdigit, window.view.line.text.split("there")[1])))
    qtbot.mouseClick(window.view.line.offer, Qt.MouseButton.LeftButton)
    wait_for_reading(window, qtbot, WITHDRAW)
    assert window.searching.query == "kind:regulation withdraw consent"
    assert f"{count} results" in window.view.results.count_label.text()


def test_relaxed_query_is_offered_without_results(
    open_window: OpenWindow, gdpr: Path, qtbot: QtBot
) -> None:
    window = open_window(gdpr)
    window.view.set_query("withdraw w/3 consent AND xylophone AND kind:regulation")
    offer = window.view.line.offer
    qtbot.waitUntil(offer.isVisible, timeout=PATIENCE)  # there is none without the filter, either
    assert offer.text() == "Search for: (withdraw w/3 consent) AND kind:regulation"
    count = int("".join(filter(str.isdigit, window.view.line.text)))
    qtbot.mouseClick(offer, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(
        lambda: f"{count} results" in window.view.results.count_label.text(), timeout=PATIENCE
    )
    assert window.searching.query == "(withdraw w/3 consent) AND kind:regulation"


def test_misspelt_word_is_reported(open_window: OpenWindow, gdpr: Path, qtbot: QtBot) -> None:
    window = open_window(gdpr)
    window.view.show_parse(False)
    window.view.set_query("witdraw consent")
    offer = window.view.line.offer
    qtbot.waitUntil(offer.isVisible, timeout=PATIENCE)
    assert offer.text() == "Did you mean: withdraw consent"
    assert "+ consented" in window.view.line.text  # which stays
    window.view.line.remark("Copied.")
    window.view.line.end_remark()
    assert offer.isVisible()
    qtbot.mouseClick(offer, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(window.view.line.isHidden, timeout=PATIENCE)
    assert window.searching.query == "withdraw consent"


def test_copy_with_citation(open_window: OpenWindow, gdpr: Path, qtbot: QtBot) -> None:
    window = open_window(gdpr)
    assert not window.view.reader_pane.commands.copy.isEnabled()
    window.view.set_query("withdraw consent")
    wait_for_reading(window, qtbot, WITHDRAW)
    window.view.reader_pane.commands.copy.trigger()
    copied = QGuiApplication.clipboard().text()
    assert copied.startswith("3. The data subject shall have the right to withdraw")
    assert copied.endswith(f"— {WITHDRAW}")


@pytest.mark.slow
def test_missing_library_is_reported_and_can_be_created(
    open_window: OpenWindow, tmp_path: Path, qtbot: QtBot
) -> None:
    window = open_window(tmp_path / "none yet")
    assert not window.has_library
    assert window.screens.welcome.title.text() == "There is no library here yet"
    assert str(tmp_path / "none yet") in window.screens.welcome.explanation.text()
    assert window.screens.welcome.add_button.isEnabled()
    letters = tmp_path / "letters"
    letters.mkdir()
    (letters / "one.txt").write_text("We withdraw our offer to buy the lighthouse.")
    window.add([letters])
    qtbot.waitUntil(lambda: "1 file read" in window.status_line.news.text(), timeout=15_000)
    assert window.has_library
    window.view.set_query("lighthouse")
    wait_for_reading(window, qtbot, "one.txt")


@pytest.mark.slow
@pytest.mark.usefixtures("without_model")
def test_search_goes_on_while_a_folder_is_added(
    open_window: OpenWindow, own_gdpr: Path, tmp_path: Path, qtbot: QtBot
) -> None:
    window = open_window(own_gdpr)
    folder = tmp_path / "contracts"
    folder.mkdir()
    for number in range(40):
        (folder / f"{number:02}.md").write_text(
            f"# Lease {number}\n\nThe tenant keeps the orangery in good repair.\n"
        )
    (folder / "broken.docx").write_bytes(b"PK\x03\x04 no archive")
    window.add([folder])
    assert window.commands.stop.isEnabled()
    window.view.set_query("withdraw consent")
    wait_for_reading(window, qtbot, WITHDRAW)
    assert window.library.adding is not None  # the answer came before the addition was through
    qtbot.waitUntil(lambda: "40 files read" in window.status_line.news.text(), timeout=15_000)
    assert "1 needs attention" in window.status_line.news.text()
    assert "needs a model" in window.status_line.news.text()
    assert not window.commands.stop.isEnabled()
    qtbot.waitUntil(lambda: window.status_line.failed.text() == "1 file needs attention")
    assert window.view.results.hit().citation == WITHDRAW  # type: ignore[union-attr]
    window.view.set_query("orangery")
    qtbot.waitUntil(lambda: any("Lease" in c or ".md" in c for c in citations(window)))


@pytest.mark.slow
@pytest.mark.usefixtures("without_model")
def test_results_update_while_files_are_added(
    open_window: OpenWindow, own_gdpr: Path, tmp_path: Path, qtbot: QtBot
) -> None:
    window = open_window(own_gdpr)
    window.library.writer.running = RunningWriter(LongWork(1, lambda _desk: None))
    window.view.results.set_growing(True)
    window.view.set_query("orangery")
    qtbot.waitUntil(lambda: "0 results" in window.view.results.count_label.text())
    assert "still being read" in window.view.results.no_results.text()

    def add(name: str, text: str) -> None:
        (tmp_path / name).write_text(text)
        with Library.open(own_gdpr) as library:
            library.sources.add([tmp_path / name], vectors=False)
        window.library.ask_state()

    add("one.txt", "The tenant repaints the orangery and its stairs every third year.")
    wait_for_reading(window, qtbot, "one.txt")
    add("two.txt", "Orangery: the orangery is the orangery.")
    wait_for_reading(window, qtbot, "two.txt")  # the best of what is there, as long as nobody reads
    window.view.focus_reader()
    add("three.txt", "Orangery, orangery! Orangery.")
    qtbot.waitUntil(lambda: window.library.state.status.works == 4)  # type: ignore[union-attr]
    qtbot.waitUntil(lambda: "3 results" in window.view.results.count_label.text())
    assert window.reading.reading.citation == "two.txt"  # type: ignore[union-attr]
    window.library.writer.running = None


@pytest.mark.slow
@pytest.mark.usefixtures("without_model")
def test_a_window_closed_while_it_adds_leaves_a_sound_library(
    open_window: OpenWindow, own_gdpr: Path, tmp_path: Path, qtbot: QtBot
) -> None:
    window = open_window(own_gdpr)
    letters = [tmp_path / f"{number}.txt" for number in range(100)]
    for number, letter in enumerate(letters):
        letter.write_text(f"Letter number {number}.")
    with qtbot.waitSignal(window.library.progressed, timeout=60_000):
        window.add(letters)
    window.close()
    with Library.open(own_gdpr) as library:
        assert library.admin.check() == []
        assert library.search("withdraw consent", mode="keyword").hits[0].citation == WITHDRAW


def test_recitals_are_shown_without_vectors(
    open_window: OpenWindow, gdpr: Path, qtbot: QtBot
) -> None:
    window = open_window(gdpr)  # words alone
    side = window.view.reader_pane.side
    search(window, qtbot, "withdraw consent", WITHDRAW)
    qtbot.waitUntil(lambda: "Recital 42" in side.recitals.visible_text, timeout=PATIENCE)
    shown = side.recitals.visible_text
    assert shown.index("Recital 42") < min(map(shown.index, ("Recital 43", "Recital 32")))
    assert not side.waits_for_recitals
    window.read_provision("32016R0679", "art_99")
    qtbot.waitUntil(lambda: side.waits_for_recitals, timeout=PATIENCE)


def test_a_policy_is_read_with_the_articles_that_it_may_concern(
    open_window: OpenWindow, own_gdpr: Path, qtbot: QtBot, tmp_path: Path
) -> None:
    policy = tmp_path / "policy.txt"
    policy.write_text("Cookies\n\nYou may take back your consent to cookies at any time.\n")
    with Library.open(own_gdpr) as library:
        library.sources.add([policy], vectors=False)
    window = open_window(own_gdpr)
    recitals = window.view.reader_pane.side.recitals
    window.view.set_query("withdraw consent")
    wait_for_reading(window, qtbot, WITHDRAW)
    window.view.set_query("cookies")
    qtbot.waitUntil(lambda: "Conditions for consent" in recitals.visible_text, timeout=15_000)
    assert "May concern these articles of the GDPR" in recitals.visible_text
    assert re.search(r"Article 7  Conditions for consent  \d+ %", recitals.visible_text)
    assert "32016R0679#art_7" in recitals.rest.toHtml()
    assert "No recital is linked with this text." in recitals.visible_text
    outline = window.view.reader_pane.side.outline
    assert outline.accessibleDescription() == "No outline was recognised in this document."
