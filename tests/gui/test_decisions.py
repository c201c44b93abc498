"""Decisions in the window: made beside the text and under a pair of paragraphs, undone, kept."""

import csv
import dataclasses
from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from lexdesk.library import Library
from lexdesk.matching.reviewed import subject_of_provision
from lexdesk.work.decisions import Decision
from lexdesk.work.workbook import Workbook
from lexdesk_gui.main_window import MainWindow

OpenWindow = Callable[[Path], MainWindow]
GDPR = "32016R0679"
_PATIENCE = 60_000
pytestmark = pytest.mark.usefixtures("without_model")


def decisions(library: Path) -> list[Decision]:
    with Workbook(library) as book:
        return book.decisions.all()


def test_a_decision_is_made_beside_the_text_undone_and_kept(
    open_window: OpenWindow, own_gdpr: Path, qtbot: QtBot
) -> None:
    window = open_window(own_gdpr)
    bar = window.view.reader_pane.side.decision
    assert not any(button.isEnabled() for button in bar.buttons.values())
    window.reading.open_provision(GDPR, "art_7__para_3")
    qtbot.waitUntil(bar.buttons["gap"].isEnabled, timeout=_PATIENCE)
    window.focus_decision()
    assert window.focusWidget() is bar.buttons["complies"]
    qtbot.keyClick(bar.buttons["gap"], Qt.Key.Key_Space)
    qtbot.waitUntil(bar.buttons["gap"].isChecked, timeout=_PATIENCE)
    qtbot.keyClicks(bar.note, "five steps")
    qtbot.keyClick(bar.note, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: decisions(own_gdpr)[0].note == "five steps", timeout=_PATIENCE)
    made = decisions(own_gdpr)
    assert [(each.eid, each.verdict, each.against) for each in made] == [
        ("art_7__para_3", "gap", "")
    ]

    # Pressed again it is taken back; Ctrl+Z and Ctrl+Shift+Z.
    qtbot.waitUntil(lambda: bar.note.text() == "five steps", timeout=_PATIENCE)
    bar.buttons["gap"].click()
    qtbot.waitUntil(lambda: not decisions(own_gdpr), timeout=_PATIENCE)
    qtbot.waitUntil(lambda: window.work.undo.index() == 3, timeout=_PATIENCE)
    window.work.undo.undo()
    qtbot.waitUntil(lambda: decisions(own_gdpr) == made, timeout=_PATIENCE)
    qtbot.waitUntil(bar.buttons["gap"].isChecked, timeout=_PATIENCE)

    # Another provision has none; back again it is there.
    window.reading.open_provision(GDPR, "art_7__para_2")
    qtbot.waitUntil(lambda: not bar.buttons["gap"].isChecked(), timeout=_PATIENCE)
    window.reading.open_provision(GDPR, "art_7__para_3")
    qtbot.waitUntil(bar.buttons["gap"].isChecked, timeout=_PATIENCE)
    assert bar.note.text() == "five steps"


def test_a_decision_on_an_older_text_is_told(
    open_window: OpenWindow, own_gdpr: Path, qtbot: QtBot
) -> None:
    with Library.open(own_gdpr) as library, library.workbook() as book:
        subject = subject_of_provision(library, GDPR, "art_7__para_3", "en")
        book.decisions.put(dataclasses.replace(subject, text="Older."), "complies", "seen in May")
        book.decisions.put(dataclasses.replace(subject, against="policy.md"), "gap")
    window = open_window(own_gdpr)
    bar = window.view.reader_pane.side.decision
    window.reading.open_provision(GDPR, "art_7__para_3")
    qtbot.waitUntil(lambda: bool(bar.remark.text()), timeout=_PATIENCE)
    assert bar.remark.text() == (
        "Text changed since: Complies: seen in May\nAs against policy.md: Gap"
    )
    assert not any(button.isChecked() for button in bar.buttons.values())
    bar.buttons["complies"].click()  # on the text of today
    qtbot.waitUntil(bar.buttons["complies"].isChecked, timeout=_PATIENCE)
    assert bar.remark.text() == "As against policy.md: Gap"
    assert len(decisions(own_gdpr)) == 3


def test_a_pair_of_paragraphs_is_decided_on_and_the_report_says_so(
    open_window: OpenWindow, own_gdpr: Path, tmp_path: Path, qtbot: QtBot
) -> None:
    policy = tmp_path / "policy.md"
    policy.write_text(
        "# Policy\n\nA customer has the right to withdraw consent at any time. The withdrawal of consent"
        " does not affect the lawfulness of processing based on consent before its withdrawal.\n"
    )
    window = open_window(own_gdpr)
    window.match_file(policy)
    qtbot.waitUntil(lambda: window.matching.answer is not None, timeout=_PATIENCE)
    bar = window.match.decision
    qtbot.waitUntil(bar.buttons["gap"].isEnabled, timeout=_PATIENCE)
    assert window.match.likeness.text().startswith("Match 0.")
    window.focus_decision()
    assert window.focusWidget() is bar.buttons["complies"]
    bar.buttons["gap"].click()
    qtbot.waitUntil(bar.buttons["gap"].isChecked, timeout=_PATIENCE)
    made = decisions(own_gdpr)
    heat = window.match.heat
    column = heat.model_of_cells.column(heat.currentIndex())
    assert [(each.work, each.eid, each.verdict) for each in made] == [(GDPR, column.eid, "gap")]
    assert made[0].against.endswith("policy.md")
    report = tmp_path / "report.csv"
    window.matching.write_report(report)
    qtbot.waitUntil(lambda: "report.csv" in window.status_line.news.text(), timeout=_PATIENCE)
    rows = list(csv.DictReader(report.read_text("utf-8-sig").splitlines()))
    assert [each["decision"] for each in rows if each["decision"]] == ["gap"]

    # In the reader it is told as one as against the policy.
    window.match.pair.sides[1].read.click()
    remark = window.view.reader_pane.side.decision.remark
    qtbot.waitUntil(lambda: remark.text().endswith("policy.md: Gap"), timeout=_PATIENCE)
