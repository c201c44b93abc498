"""Transient messages disappear, and contain complete file names."""

import datetime
from functools import partial
from pathlib import Path

import pytest
from PySide6.QtCore import QEvent, QObject
from PySide6.QtGui import QAccessible, QAction, QPixmap
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot
from tests.gui.conftest import PATIENCE, WITHDRAW, OpenWindow, search, wait_for_reading

from lexdesk.errors import FileCode, Message, QueryCode
from lexdesk.ingest import Progress
from lexdesk_gui.error_messages import Complaint, make_sentence
from lexdesk_gui.match.results_pane import BusyLine
from lexdesk_gui.search.notice_line import NoticeLine
from lexdesk_gui.search.search_field import SearchField
from lexdesk_gui.status_bar import StatusBar
from lexdesk_gui.style.theme import Theme


@pytest.mark.parametrize(
    ("message", "expected"),
    [
        (Message(FileCode.EMPTY, name="empty.pdf"), None),
        (Message(FileCode.EMPTY, name="my letter.pdf"), None),
        (Message(QueryCode.BRACKETS_EMPTY, character=3), "The brackets at"),
        (Message(QueryCode.FIELD_WITHOUT_VALUE, field="date", character=3), "date: at character 3"),
        ("", "Something went wrong."),
    ],
)
def test_a_sentence_begins_with_a_capital_or_with_a_file(
    message: str, expected: str | None
) -> None:
    assert make_sentence(message).startswith(expected or message)


def test_a_remark_at_the_bottom_goes_with_the_next_search_or_after_a_while(
    open_window: OpenWindow, gdpr: Path, qtbot: QtBot
) -> None:
    window = open_window(gdpr)
    news, passing = window.status_line.news, window.status_line.remark_timer
    assert passing.interval() == 10_000
    window.say("Saved.")
    search(window, qtbot, "withdraw consent", WITHDRAW)
    assert not news.text()

    passing.setInterval(50)
    window.say("Saved.")
    qtbot.waitUntil(lambda: not news.text())
    window.say("Saved.")
    window.fail(OSError("the disk is full"))
    assert not passing.isActive(), "an error is no remark"
    assert news.text() == "The disk is full."


def test_messages_during_indexing_stay_readable(
    open_window: OpenWindow, gdpr: Path, qtbot: QtBot
) -> None:
    """Progress comes ten times a second."""
    window = open_window(gdpr)
    line = window.status_line
    line.show_beginning("Looking for files to read…")
    for expected, tell in (
        ("Written to notes.pdf", partial(window.say, "Written to notes.pdf")),
        ("The disk is full.", partial(window.fail, OSError("the disk is full"))),
    ):
        line.remark_timer.setInterval(10_000)
        tell()
        line.show_progress(Progress("read", 1, 40, ""))
        assert line.news.text() == expected
        line.remark_timer.start(20)
        qtbot.waitUntil(lambda: line.news.text() == "1 of 40 files read")
    line.show_progress(Progress("read", 2, 40, ""))
    assert line.news.text() == "2 of 40 files read"
    line.end_progress("40 files read.")
    assert not line.remark_timer.isActive()
    assert line.news.text() == "40 files read."


def _announced(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Record announcements to screen readers from now on."""
    messages: list[str] = []
    monkeypatch.setattr(QAccessible, "isActive", lambda: True)
    monkeypatch.setattr(
        QAccessible, "updateAccessibility", lambda event: messages.append(event.message())
    )
    return messages


def test_messages_and_current_hit_are_announced(
    open_window: OpenWindow, gdpr: Path, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    window = open_window(gdpr)
    search(window, qtbot, "withdraw consent", WITHDRAW)
    announcements = _announced(monkeypatch)
    window.say("Written to notes.pdf")
    window.fail(OSError("the disk is full"))
    window.view.reader_pane.commands.next_hit.trigger()
    window.view.line.remark("Copied.")
    hit = window.view.reader_pane.bar.hits.text()
    assert hit.startswith("Hit ")
    assert announcements == ["Written to notes.pdf", "The disk is full.", hit, "Copied."]


def test_changes_away_from_focus_are_announced(
    open_window: OpenWindow, own_gdpr: Path, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    window = open_window(own_gdpr)
    view, pane = window.view, window.view.reader_pane
    search(window, qtbot, "withdraw consent", WITHDRAW)
    announcements = _announced(monkeypatch)

    view.focus_reader()
    qtbot.waitUntil(pane.commands.next_provision.isEnabled, timeout=PATIENCE)
    pane.commands.next_provision.trigger()
    wait_for_reading(window, qtbot, "Article 8 Regulation (EU) 2016/679")
    assert announcements == ["Article 8 GDPR"]  # the keys are not in the list

    announcements.clear()
    pane.commands.find_in_page.trigger()
    pane.find_bar.edit.setText("child")
    pane.find_bar.stepped.emit(1)
    assert announcements[-1].startswith("Hit 2 / ")
    assert announcements.count(announcements[-1]) == 1
    pane.find_bar.edit.setText("xyzzy")
    assert announcements[-1] == "Nothing found"

    announcements.clear()
    window.view.reader_pane.side.noted.emit("tag", "important")
    qtbot.waitUntil(lambda: "Added; Ctrl+Z undoes it." in announcements, timeout=PATIENCE)

    announcements.clear()
    window.bar.dated.emit(datetime.date(2018, 3, 1))
    assert announcements == ["As of 1 Mar 2018"]

    view.set_query("xyzzy AND consent")
    qtbot.waitUntil(
        lambda: any("Search for: consent" in item for item in announcements), timeout=PATIENCE
    )


def test_results_that_nobody_asked_for_are_not_announced(
    open_window: OpenWindow, gdpr: Path, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    """During an addition, the search is repeated every two seconds."""
    window = open_window(gdpr)
    search(window, qtbot, "withdraw consent", WITHDRAW)
    announcements = _announced(monkeypatch)
    for ask, is_announced in (
        (window.view.follow, False),
        (partial(window.library.ended.emit, ""), False),
        (window.searching.search_now, True),
    ):
        announcements.clear()
        with qtbot.waitSignal(window.searching.answered, timeout=PATIENCE):
            ask()
        assert any("results" in item for item in announcements) == is_announced


def test_progress_is_announced_by_tenths(
    theme: Theme, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    announcements = _announced(monkeypatch)
    line, busy = StatusBar(theme, QAction("Stop")), BusyLine(theme, lambda: None)
    for item in (line, busy):
        qtbot.addWidget(item)
        item._announcer.interval = 0
    line.show_beginning("Looking for files to read…")
    for done in range(21):
        line.show_progress(Progress("read", done, 20, ""))
    assert announcements == [f"{done} of 20 files read" for done in range(2, 21, 2)]
    announcements.clear()
    line.show_progress(Progress("vectors", 1, 20, ""))
    line.show_progress(Progress("vectors", 19, 20, ""))
    assert announcements == ["Building the semantic index: 19 of 20 passages"]
    announcements.clear()
    busy.begin("Looking what lease.pdf touches…")
    busy.show_progress("documents", 0, 3)
    busy.show_progress("documents", 1, 3)
    assert announcements == ["Comparing documents, 33 %"]
    announcements.clear()
    for item in (line, busy):
        item._announcer.interval = 60
    line.show_beginning("Looking for files to read…")
    line.show_progress(Progress("read", 19, 20, ""))
    assert not announcements, "what is over at once is not told while it is done"


def test_the_magnifier_has_the_pixels_of_the_screen(
    theme: Theme, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    field = SearchField(theme)
    qtbot.addWidget(field)
    drawn: list[QPixmap] = []
    monkeypatch.setattr(
        field.icon, "setPixmap", drawn.append
    )  # which gives back that of this screen
    monkeypatch.setattr(field, "devicePixelRatioF", lambda: 2.0)
    QApplication.sendEvent(field, QEvent(QEvent.Type.DevicePixelRatioChange))
    assert [item.size().width() for item in drawn] == [2 * theme.look.px(16)]


def test_answer_does_not_interrupt_input_method(theme: Theme, qtbot: QtBot) -> None:
    """An input event without a text ends it, such as ´ before the e of é."""
    field = SearchField(theme)
    qtbot.addWidget(field)
    seen: list[QEvent.Type] = []

    class Watch(QObject):
        def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: N802
            seen.append(event.type())
            return False

    watch = Watch()
    field.edit.installEventFilter(watch)
    field.set_query("caf")
    field.mark(None)  # as with each answer
    assert QEvent.Type.InputMethod not in seen
    field.mark((0, 3))
    field.mark(None)
    assert seen.count(QEvent.Type.InputMethod) == 2


def test_note_under_field_yields_to_result_note(theme: Theme, qtbot: QtBot) -> None:
    line = NoticeLine(theme)
    qtbot.addWidget(line)
    line.complain(Complaint("The bracket is not closed."))
    line.remark("Copied.")
    assert line.text == "Copied."
    line.end_remark()
    assert line.text == "The bracket is not closed."
    line.set_quiet(True)
    assert not line.isHidden()  # what is wrong is always told
    line.say("Reads as consent")
    assert line.isHidden()
    line.remark_timer.setInterval(50)
    line.remark("Copied.")
    assert not line.isHidden()
    qtbot.waitUntil(line.isHidden)
    assert line.text == "Reads as consent"
