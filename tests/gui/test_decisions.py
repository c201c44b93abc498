"""Review decisions in the window: made in the reader and in Match, undone, stored."""

import csv
import dataclasses
import datetime
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot
from tests.gui.conftest import WITHDRAW, OpenWindow, search, wait_for_engine

from lexdesk.annotations.decisions import Decision
from lexdesk.annotations.workbook import Workbook
from lexdesk.compliance.review_subjects import make_provision_subject
from lexdesk.library.library import Library
from lexdesk_gui.main_window import MainWindow
from lexdesk_gui.review.bar import DecisionBar

GDPR = "32016R0679"
_PATIENCE = 60_000
pytestmark = pytest.mark.usefixtures("without_model")


def decisions(library: Path) -> list[Decision]:
    with Workbook(library) as book:
        return book.decisions.all()


def open_gap(window: MainWindow, qtbot: QtBot) -> tuple[MainWindow, DecisionBar]:
    """Decide that a provision is a gap; return the window, and its bar with a field for the reason."""
    bar = window.view.reader_pane.side.decision
    window.reading.open_provision(GDPR, "art_7__para_3")
    qtbot.waitUntil(bar.buttons["gap"].isEnabled, timeout=_PATIENCE)
    bar.buttons["gap"].click()
    qtbot.waitUntil(bar.note.isEnabled, timeout=_PATIENCE)
    return window, bar


@pytest.mark.slow
def test_decision_beside_text_is_undone_and_kept(
    open_window: OpenWindow, own_gdpr: Path, qtbot: QtBot
) -> None:
    window = open_window(own_gdpr)
    bar = window.view.reader_pane.side.decision
    assert not any(button.isEnabled() for button in bar.buttons.values())
    window.reading.open_provision(GDPR, "art_7__para_3")
    qtbot.waitUntil(bar.buttons["gap"].isEnabled, timeout=_PATIENCE)
    window.navigation.focus_decision()
    assert window.focusWidget() is bar.buttons["complies"]
    qtbot.keyClick(bar.buttons["gap"], Qt.Key.Key_Space)
    qtbot.waitUntil(bar.buttons["gap"].isChecked, timeout=_PATIENCE)
    qtbot.keyClicks(bar.note, "five steps")
    qtbot.keyClick(bar.note, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: decisions(own_gdpr)[0].note == "five steps", timeout=_PATIENCE)
    found = decisions(own_gdpr)
    assert [(provision.eid, provision.verdict, provision.against) for provision in found] == [
        ("art_7__para_3", "gap", "")
    ]

    # Pressed again it is taken back; Ctrl+Z and Ctrl+Shift+Z.
    qtbot.waitUntil(lambda: window.work.undo.index() == 2, timeout=_PATIENCE)
    bar.buttons["gap"].click()
    qtbot.waitUntil(lambda: not decisions(own_gdpr), timeout=_PATIENCE)
    qtbot.waitUntil(lambda: window.work.undo.index() == 3, timeout=_PATIENCE)
    window.work.undo.undo()
    qtbot.waitUntil(lambda: decisions(own_gdpr) == found, timeout=_PATIENCE)
    qtbot.waitUntil(bar.buttons["gap"].isChecked, timeout=_PATIENCE)

    # Another provision has none; back again it is there.
    window.reading.open_provision(GDPR, "art_7__para_2")
    qtbot.waitUntil(lambda: not bar.buttons["gap"].isChecked(), timeout=_PATIENCE)
    window.reading.open_provision(GDPR, "art_7__para_3")
    qtbot.waitUntil(bar.buttons["gap"].isChecked, timeout=_PATIENCE)
    assert bar.note.text() == "five steps"


def test_a_reason_is_kept_where_a_key_goes_on_while_it_is_typed(
    open_window: OpenWindow, own_gdpr: Path, qtbot: QtBot
) -> None:
    window, bar = open_gap(open_window(own_gdpr), qtbot)
    bar.note.setFocus()
    qtbot.keyClicks(bar.note, "five steps")
    window.reading.open_provision(GDPR, "art_8")  # as by Alt+Down
    qtbot.waitUntil(lambda: decisions(own_gdpr)[0].note == "five steps", timeout=_PATIENCE)
    assert [decision.eid for decision in decisions(own_gdpr)] == ["art_7__para_3"]
    qtbot.waitUntil(lambda: bar.note.text() == "", timeout=_PATIENCE)


def test_a_reason_and_another_verdict_right_after_it_are_undone_one_by_one(
    open_window: OpenWindow, own_gdpr: Path, qtbot: QtBot
) -> None:
    window, bar = open_gap(open_window(own_gdpr), qtbot)
    bar.note.setText("five steps")
    bar.take_note()  # as the field does when the mouse is pressed elsewhere
    bar.buttons["complies"].click()

    def until(verdict: str, note: str) -> None:
        qtbot.waitUntil(
            lambda: (
                [(decision.verdict, decision.note) for decision in decisions(own_gdpr)]
                == [(verdict, note)]
            ),
            timeout=_PATIENCE,
        )

    until("complies", "five steps")
    qtbot.waitUntil(lambda: window.work.undo.index() == 3, timeout=_PATIENCE)
    window.work.undo.undo()
    until("gap", "five steps")
    window.work.undo.undo()
    until("gap", "")


def test_decision_on_older_text_is_reported(
    open_window: OpenWindow, own_gdpr: Path, qtbot: QtBot
) -> None:
    with Library.open(own_gdpr) as library, library.workbook() as book:
        subject = make_provision_subject(library, GDPR, "art_7__para_3", "en")
        book.decisions.put(dataclasses.replace(subject, text="Older."), "complies", "seen in May")
        book.decisions.put(dataclasses.replace(subject, against="policy.md"), "gap")
    window = open_window(own_gdpr)
    bar = window.view.reader_pane.side.decision
    window.reading.open_provision(GDPR, "art_7__para_3")
    qtbot.waitUntil(lambda: bool(bar.remark.text()), timeout=_PATIENCE)
    assert bar.remark.text() == (
        "Text changed since: Complies: seen in May\nCompared with policy.md: Gap"
    )
    assert not any(button.isChecked() for button in bar.buttons.values())
    bar.buttons["complies"].click()  # on the text of today
    qtbot.waitUntil(bar.buttons["complies"].isChecked, timeout=_PATIENCE)
    assert bar.remark.text() == "Compared with policy.md: Gap"
    assert len(decisions(own_gdpr)) == 3


def test_decision_names_compared_document(
    open_window: OpenWindow, own_gdpr: Path, tmp_path: Path, qtbot: QtBot
) -> None:
    policy = tmp_path / "policy.md"
    policy.write_text("A customer may take back consent at any time.")
    with Library.open(own_gdpr) as library, library.workbook() as book:
        library.sources.add([policy], vectors=False)
        work = library.search("customer", mode="keyword").hits[0].work
        subject = make_provision_subject(library, GDPR, "art_7__para_3", "en", work)
        book.decisions.put(subject, "gap")
    assert work != "policy.md"
    window = open_window(own_gdpr)
    bar = window.view.reader_pane.side.decision
    window.reading.open_provision(GDPR, "art_7__para_3")
    qtbot.waitUntil(lambda: bar.remark.text() == "Compared with policy.md: Gap", timeout=_PATIENCE)
    window.navigation.show_screen("saved")
    saved = window.screens.saved
    saved.decisions.emit("", "All decisions")
    qtbot.waitUntil(lambda: saved.places.rowCount() == 1, timeout=_PATIENCE)
    assert "Compared with policy.md" in saved.places.index(0, 0).data()


def test_nothing_is_decided_on_a_text_that_was_not_there(
    open_window: OpenWindow, own_gdpr: Path, qtbot: QtBot
) -> None:
    window = open_window(own_gdpr)
    gap = window.view.reader_pane.side.decision.buttons["gap"]
    search(window, qtbot, "withdraw consent", WITHDRAW)
    qtbot.waitUntil(gap.isEnabled, timeout=_PATIENCE)
    window.bar.dated.emit(datetime.date(2010, 1, 1))
    qtbot.waitUntil(lambda: not gap.isEnabled(), timeout=_PATIENCE)
    gap.click()
    wait_for_engine(window, qtbot)
    assert decisions(own_gdpr) == []
    assert not window.status_line.news.text()


@pytest.mark.slow
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
    bar = window.screens.match.decision
    qtbot.waitUntil(bar.buttons["gap"].isEnabled, timeout=_PATIENCE)
    assert window.screens.match.likeness.text().startswith("Match 0.")
    window.navigation.focus_decision()
    assert window.focusWidget() is bar.buttons["complies"]
    bar.buttons["gap"].click()
    qtbot.waitUntil(bar.buttons["gap"].isChecked, timeout=_PATIENCE)
    found = decisions(own_gdpr)
    heat = window.screens.match.heat
    column = heat.model_of_cells.column(heat.currentIndex())
    assert [(hit.work, hit.eid, hit.verdict) for hit in found] == [(GDPR, column.eid, "gap")]
    assert found[0].against.endswith("policy.md")
    report = tmp_path / "report.csv"
    window.matching.write_report(report)
    qtbot.waitUntil(lambda: "report.csv" in window.status_line.news.text(), timeout=_PATIENCE)
    rows = list(csv.DictReader(report.read_text("utf-8-sig").splitlines()))
    assert [row["decision"] for row in rows if row["decision"]] == ["Gap"]

    # The reader shows it as a decision against the policy.
    window.screens.match.pair.sides[1].read.click()
    remark = window.view.reader_pane.side.decision.remark
    qtbot.waitUntil(lambda: remark.text().endswith("policy.md: Gap"), timeout=_PATIENCE)


def test_all_decisions_are_listed_read_and_exported(
    open_window: OpenWindow, own_gdpr: Path, tmp_path: Path, qtbot: QtBot
) -> None:
    with Library.open(own_gdpr) as library, library.workbook() as book:
        kept = book.decisions
        consent = make_provision_subject(library, GDPR, "art_7__para_3", "en", "/hr/policy.md")
        kept.put(consent, "gap", "five steps")
        kept.put(make_provision_subject(library, GDPR, "art_8__para_1", "en"), "complies")
        older = make_provision_subject(library, GDPR, "art_33__para_1", "en")
        kept.put(dataclasses.replace(older, text="Older."), "complies")
    window = open_window(own_gdpr)
    window.navigation.show_screen("saved")
    saved = window.screens.saved

    def groups() -> dict[str, list[str]]:
        tops = (saved.shelf.item(row) for row in range(saved.shelf.rowCount()))
        return {
            t.text(): [t.child(n).accessibleText() for n in range(t.rowCount())] for t in tops if t
        }

    qtbot.waitUntil(lambda: len(groups().get("Decisions", ())) == 4, timeout=_PATIENCE)
    assert groups()["Decisions"] == [
        "All decisions, 3", "Complies, 2", "Gap, 1", "Text changed since, 1"
    ]  # fmt: skip
    saved.decisions.emit("", "All decisions")
    qtbot.waitUntil(lambda: saved.places.rowCount() == 3, timeout=_PATIENCE)
    shown = [saved.places.index(row, 0).data() for row in range(3)]
    assert shown[0].startswith("Complies  ·  Article 33(1)")
    assert "Text changed since" in shown[0]
    assert shown[2].startswith("Gap  ·  Article 7(3)")
    assert shown[2].endswith("Compared with policy.md  ·  five steps")
    window.work.export_decisions(saved.shown_decisions(), tmp_path / "decisions.csv")
    qtbot.waitUntil(lambda: "decisions.csv" in window.status_line.news.text(), timeout=_PATIENCE)
    assert window.status_line.news.text() == "3 decisions written to decisions.csv"
    rows = list(csv.DictReader((tmp_path / "decisions.csv").read_text("utf-8-sig").splitlines()))
    assert [row["decision"] for row in rows] == ["complies", "complies", "gap"]
    assert [row["text_changed_since"] for row in rows] == ["yes", "", ""]

    # By keyboard: only the gaps, and to the passage.
    gap = saved.shelf.indexFromItem(saved.shelf.item(saved.shelf.rowCount() - 2).child(2))
    saved.tree.setFocus()
    saved.tree.setCurrentIndex(gap)
    qtbot.keyClick(saved.tree, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: saved.places.rowCount() == 1, timeout=_PATIENCE)
    saved.list.setFocus()
    saved.list.setCurrentIndex(saved.places.index(0, 0))
    qtbot.keyClick(saved.list, Qt.Key.Key_Return)
    qtbot.waitUntil(
        lambda: getattr(window.reading.reading, "eid", "") == "art_7", timeout=_PATIENCE
    )
    assert window.screens.shown == "search"

    # What is decided on, and undone, is listed so.
    decided = window.view.reader_pane.side.decision.buttons["gap"]
    qtbot.waitUntil(decided.isEnabled, timeout=_PATIENCE)
    decided.click()
    qtbot.waitUntil(lambda: saved.places.rowCount() == 2, timeout=_PATIENCE)
    window.work.undo.undo()
    qtbot.waitUntil(lambda: saved.places.rowCount() == 1, timeout=_PATIENCE)
