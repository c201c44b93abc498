"""A difference as rows side by side, and the Compare screen without one."""

import dataclasses
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtGui import QTextDocument
from PySide6.QtWidgets import QApplication, QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot
from tests.archives import extract
from tests.gui.conftest import PATIENCE, OpenWindow
from tests.gui.crafted_readings import version
from tests.gui.test_exporting import answers, printed

from lexdesk import Library
from lexdesk.compliance.match import Match
from lexdesk.law.comparison import diff
from lexdesk.law.state_comparison import Comparison
from lexdesk_gui import language
from lexdesk_gui.compare.change_bar import ImpactLine
from lexdesk_gui.compare.compare_requests import Versions, list_versions
from lexdesk_gui.compare.difference_layout import DifferenceLayout
from lexdesk_gui.compare.difference_rows import (
    Fold,
    Row,
    count_punctuation_changes,
    fold_unchanged,
    make_rows,
)
from lexdesk_gui.compare.screen import CompareScreen
from lexdesk_gui.reader.outline_model import MarkRole
from lexdesk_gui.style.style_sheet import make_style_sheet
from lexdesk_gui.style.theme import Theme
from lexdesk_gui.style.widgets import scrollable

ARTICLE_7 = "Article 7 Regulation (EU) 2016/679  Conditions for consent"


def sides(found: list[Row]) -> list[tuple[str, str]]:
    return [("".join(t for t, _ in r.old), "".join(t for t, _ in r.new)) for r in found]


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        ("a b", "a b", [("a b", "a b")]),
        ("one\ntwo", "one\nthree", [("one", "one"), ("two", "three")]),
        ("one\n", "one\ntwo\n", [("one", "one"), ("", "two")]),
        ("one\ntwo\nthree", "one\nthree", [("one", "one"), ("two", ""), ("three", "three")]),
        ("of the law", "of any law\n2. new", [("of the law", "of any law"), ("", "2. new")]),
        ("a good.", "a good;\n(b) a claim.", [("a good.", "a good;"), ("", "(b) a claim.")]),
        ("a good;\n(b) a claim.", "a good.", [("a good;", "a good."), ("(b) a claim.", "")]),
        ("one law", "one\nold law", [("one law", "one\nold law")]),
    ],
)
def test_paragraphs_stand_level(old: str, new: str, expected: list[tuple[str, str]]) -> None:
    assert sides(make_rows(diff(old, new))) == expected


_LINES = st.lists(
    st.sampled_from(["the law", "a clause", "the data subject", "consent"]), max_size=6
)


@given(_LINES, _LINES)
def test_nothing_is_lost(old: list[str], new: list[str]) -> None:
    found = make_rows(diff("\n".join(old), "\n".join(new)))
    for side, lines in ((0, old), (1, new)):
        shown = "\n".join(pair[side] for pair in sides(found) if pair[side])
        assert shown == "\n".join(lines)


@given(_LINES, _LINES)
def test_inline_comparison_shows_common_text_once(old: list[str], new: list[str]) -> None:
    for row in make_rows(diff("\n".join(old), "\n".join(new))):
        assert [run for run in row.both if run[1] != "inserted"] == row.old
        assert [run for run in row.both if run[1] != "deleted"] == row.new


def test_in_one_text_a_change_stands_where_it_was_made(theme: Theme) -> None:
    found = make_rows(diff("1. of the law\n2. same", "1. of any law\n2. same"))
    document = QTextDocument()
    assert DifferenceLayout(document, theme.look).in_one(found) == [0, len("1.\tof theany law\n")]
    assert document.toPlainText() == "1.\tof theany law\n2.\tsame"


def test_unchanged_paragraphs_are_folded() -> None:
    old = "one\ntwo\nthree\nfour\nfive"
    shown = fold_unchanged(make_rows(diff(old, old.replace("four", "4"))))
    assert [len(item.rows) if isinstance(item, Fold) else None for item in shown] == [3, None, None]
    opened = fold_unchanged(make_rows(diff(old, old.replace("four", "4"))), {0})
    assert [type(item) for item in opened] == [Fold, *[Row] * 5]


@pytest.mark.parametrize(
    ("lines", "marks"),
    [
        (["1. the law", "(a) data"], ("1.", "(a)")),
        (["(b) the law", "(ba) data", "(c) more"], ("(b)", "(c)")),
        (["the law", "(a) data"], None),
        (["– the law", "– data"], None),
        (["2016 was a year", "2017 too"], None),
    ],
)
def test_fold_describes_its_paragraphs(lines: list[str], marks: tuple[str, str] | None) -> None:
    old = "\n".join(["Title", *lines])
    (_, fold) = fold_unchanged(make_rows(diff(old, old.replace("Title", "Name"))))
    assert isinstance(fold, Fold)
    assert fold.marks == marks


def test_changes_of_punctuation_alone_are_counted() -> None:
    old = "The good is the same, of any kind. The fee is paid in advance, by the buyer."
    new = "The good is the same; of any kind. The fee is paid at once, by the buyer;"
    assert count_punctuation_changes(make_rows(diff(old, new))) == 2


def test_where_nothing_is_compared_nothing_can_be_done(open_window: OpenWindow, gdpr: Path) -> None:
    window = open_window(gdpr)
    window.resize(900, 600)
    window.navigation.show_screen("compare")
    screen = window.screens.compare
    bar, heading = screen.bar, screen.heading
    acting = (bar.previous, bar.next, heading.copy, heading.save)
    assert not any(item.isEnabled() for item in acting)
    assert not screen.line.isVisible()
    assert not screen.outline.isVisible()  # there is no room for it


def test_versions_that_are_wanted_no_more_are_not_shown(
    open_window: OpenWindow, gdpr: Path, qtbot: QtBot
) -> None:
    window = open_window(gdpr)
    comparing = window.comparing
    with qtbot.waitSignal(comparing.offered, timeout=PATIENCE):
        comparing.offer("32016R0679", "art_7", None)
    comparing.offer("32016R0679", "art_8", None)
    comparing.offer_nothing()
    with qtbot.assertNotEmitted(comparing.offered, wait=300):
        pass


def test_where_there_is_no_answer_on_the_versions_the_reason_stands_there(
    open_window: OpenWindow, gdpr: Path, qtbot: QtBot
) -> None:
    window = open_window(gdpr)
    window.navigation.show_screen("compare")
    screen = window.screens.compare
    screen.announce("Article 700 Regulation (EU) 2016/679")
    assert screen.heading.notice.text() == "…"
    with qtbot.waitSignal(window.comparing.failed, timeout=PATIENCE):
        window.comparing.offer("32016R0679", "art_700", None)
    assert screen.heading.title.text() == "Article 700 Regulation (EU) 2016/679"
    assert screen.heading.notice.text() == window.status_line.news.text() != ""


def test_late_versions_of_previous_text_are_ignored(
    open_window: OpenWindow, gdpr: Path, qtbot: QtBot
) -> None:
    window = open_window(gdpr)
    window.navigation.show_screen("compare")
    screen, comparing = window.screens.compare, window.comparing
    with qtbot.waitSignal(comparing.offered, timeout=PATIENCE):
        comparing.offer("32016R0679", "art_7", None)
    assert screen.heading.title.text() == ARTICLE_7
    screen.announce("Article 700 Regulation (EU) 2016/679")
    assert screen.heading.title.text() == ARTICLE_7  # till there is an answer
    with qtbot.waitSignal(comparing.failed, timeout=PATIENCE):
        comparing.offer("32016R0679", "art_700", None)
    assert screen.heading.title.text() == "Article 700 Regulation (EU) 2016/679"
    assert screen.heading.notice.text() == window.status_line.news.text() != ""
    assert (screen.sides.old.count(), screen.text.toPlainText()) == (0, "")
    assert screen.model.rowCount() > 0
    with qtbot.waitSignal(comparing.offered, timeout=PATIENCE):
        screen.outline.chosen.emit("art_8")
    assert screen.heading.title.text().startswith("Article 8 Regulation (EU) 2016/679  Conditions")


def test_failed_comparison_clears_previous_one(theme: Theme, qtbot: QtBot, tmp_path: Path) -> None:
    with Library.open(tmp_path / "library", create=True) as library:
        texts = [
            version("2015-01-01", "2019-12-31", "Old law."),
            version("2020-01-01", None, "New."),
        ]
        library.sources.add_documents(texts, vectors=False)
        offered = list_versions(library, work="firms", eid="art_1", language=None, day=None)
        comparison = library.law.compare("firms", "art_1", 1, 2)
    screen = CompareScreen(theme)
    qtbot.addWidget(screen)
    counted, result = screen.heading.counts, screen.heading.notice
    screen.show_versions(offered)
    screen.show_comparison(comparison)
    assert "Old law" in screen.text.toPlainText()
    assert counted.text() == "2 versions, one change of this provision between them"
    assert (counted.isHidden(), result.isHidden()) == (False, True)
    screen.show_no_difference("The disk is gone.")
    assert screen.text.toPlainText() == ""
    assert (counted.isHidden(), result.text()) == (True, "The disk is gone.")
    screen.show_comparison(comparison)
    assert "Old law" in screen.text.toPlainText()
    assert (counted.isHidden(), result.isHidden()) == (False, True)


def test_slow_comparison_shows_progress(
    open_window: OpenWindow, gdpr: Path, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    window = open_window(gdpr)
    window.navigation.show_screen("compare")
    bar, comparing = window.screens.compare.busy_bar, window.comparing
    assert not bar.isVisible()
    calls: list[Callable[[Versions | None], None]] = []
    monkeypatch.setattr(comparing._engine, "ask", lambda *question: calls.append(question[2]))
    comparing.offer("32016R0679", "art_7", None)
    assert not bar.isVisible()
    qtbot.waitUntil(bar.isVisible)
    calls[0](None)
    assert not bar.isVisible()
    comparing.offer("32016R0679", "art_7", None)
    calls[1](None)
    with qtbot.assertNotEmitted(comparing.busy, wait=400):
        pass


@pytest.mark.slow
def test_outline_separates_other_changes(
    open_window: OpenWindow, shared_data: Path, tmp_path: Path, qtbot: QtBot
) -> None:
    """Directive 2014/65/EU as adopted and as of today."""
    texts = ("32014l0065/2014-05-15/en.xml", "32014l0065/2026-06-06/en.html")
    extract(shared_data / "raw" / "eu-formex.tar.gz", tmp_path, texts)
    with Library.open(tmp_path / "library", create=True) as library:
        letter = tmp_path / "letter.txt"
        letter.write_text("Our systems fulfil Article 16(5) of Directive 2014/65/EU.", "utf-8")
        library.sources.add([tmp_path / "32014l0065", letter], vectors=False)
    window = open_window(tmp_path / "library")
    window.read_provision("32014L0065", "art_16")
    qtbot.waitUntil(lambda: window.reading.reading is not None, timeout=PATIENCE)
    window.compare_versions()
    screen = window.screens.compare
    qtbot.waitUntil(lambda: screen.differing.text() == "41 changed", timeout=PATIENCE)
    marked = {
        eid: bool(screen.model.index_of(eid).data(MarkRole))
        for eid in ("art_5", "art_8", "art_16", "art_16a")
    }
    assert marked == {"art_5": False, "art_8": True, "art_16": True, "art_16a": True}
    qtbot.waitUntil(screen.touched.isVisible, timeout=PATIENCE)
    assert screen.touched.counted.text() == "1 passage in 1 document"
    assert screen.touched.names.text() == "related to this change: letter.txt"
    (passage,) = screen.touched.shown.menu().actions()
    passage.trigger()
    qtbot.waitUntil(
        lambda: getattr(window.reading.reading, "citation", "") == "letter.txt", timeout=PATIENCE
    )
    assert window.screens.shown == "search"


def test_provisions_affected_by_change_are_listed_and_opened(theme: Theme, qtbot: QtBot) -> None:
    line = ImpactLine(theme)
    qtbot.addWidget(line)
    clause = Match("w", "sec_2", "Clause 2 A & B", "A & B", None, None, "the fee " * 20, "cites")
    line.show_matches([clause, dataclasses.replace(clause, work="v", eid=None)])
    assert line.counted.text() == "2 passages in 2 documents"
    assert line.names.text() == "related to this change: Clause 2 A & B"
    first, second = line.shown.menu().actions()
    assert first.text().startswith("Clause 2 A && B   the fee the")
    assert first.text().endswith("the …")
    chosen: list[tuple[str, str]] = []
    line.chosen.connect(lambda work, eid: chosen.append((work, eid)))
    first.trigger()
    second.trigger()
    assert chosen == [("w", "sec_2"), ("v", "")]
    line.show_matches([clause] * 21)
    assert line.counted.text() == "More than 20 passages"
    assert len(line.shown.menu().actions()) == 20
    line.show_matches([])
    assert line.isHidden()


def test_a_difference_is_saved_as_a_pdf(
    open_window: OpenWindow,
    gdpr: Path,
    tmp_path: Path,
    qtbot: QtBot,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    window, target = open_window(gdpr), tmp_path / "fees.pdf"
    screen, subject = window.screens.compare, answers(monkeypatch, (str(target), "PDF (*.pdf)"))
    pieces = diff(
        "The fee is 5 euro.\nIt is due.\nYearly.", "The fee is 7 euro.\nIt is due.\nYearly."
    )
    screen.show_comparison(Comparison("fees", "s_1", "Section 1 Fees Act", {}, {}, 1, 1, pieces))
    save = screen.heading.save
    save.click()
    qtbot.waitUntil(
        lambda: window.status_line.news.text() == "Written to fees.pdf", timeout=PATIENCE
    )
    assert Path(subject[0]).is_dir()
    [page] = printed(target)
    sentence = " ".join(page.split())
    assert sentence.startswith("Section 1 Fees Act A B removed · added")
    assert "The fee is 57 euro. 2 unchanged paragraphs" in sentence
    assert sentence.endswith("Section 1 Fees Act 1 / 1")
    screen.show_no_difference("None.")
    assert not save.isEnabled()


TITLE = (
    "Artikel 33 Absatz 3 Unterabsatz 2 Buchstabe c Durchführungsverordnung (EU) 2016/679 des Europäischen"
    " Parlaments und des Rates zum Schutz natürlicher Personen"
)


@pytest.mark.parametrize("spoken", ["en", "de"])
def test_a_long_title_is_shown_whole_in_large_text(
    theme: Theme, qtbot: QtBot, qapp: QApplication, spoken: language.Language
) -> None:
    language.install(qapp, spoken)
    try:
        screen = CompareScreen(theme)
    finally:
        language.install(qapp, "en")
    window, area = QWidget(), scrollable(screen)
    qtbot.addWidget(window)
    QVBoxLayout(window).addWidget(area)
    theme.set_zoom(2.0)
    window.setStyleSheet(make_style_sheet(theme.look))
    window.resize(theme.look.px(510), theme.look.px(250))  # what 1100x700 pixels leave it
    with qtbot.waitExposed(window):
        window.show()
    screen.heading.title.setText(TITLE)
    title = screen.heading.title
    qtbot.waitUntil(lambda: title.height() >= title.heightForWidth(title.width()) > 0)
    assert screen.width() <= area.viewport().width()
    screen.heading.title.setText("Artikel 33")
    assert screen.heading.title.minimumHeight() < 2 * screen.heading.title.fontMetrics().height()


@pytest.mark.parametrize("width", [960, 1240])
def test_german_labels_fit_wide_layout(
    theme: Theme, qtbot: QtBot, qapp: QApplication, width: int
) -> None:
    language.install(qapp, "de")
    try:
        screen = CompareScreen(theme)
        pieces = diff("The fee is 5 euro. " + "old " * 110, "The fee is 7 euro. " + "new " * 530)
        screen.show_comparison(Comparison("fees", "s_1", "§ 1", {}, {}, 530, 110, pieces))
    finally:
        language.install(qapp, "en")
    window, area = QWidget(), scrollable(screen)
    qtbot.addWidget(window)
    beside_rail = QVBoxLayout(window)
    beside_rail.setContentsMargins(theme.look.px(68), 0, 0, 0)
    beside_rail.addWidget(area)
    window.setStyleSheet(make_style_sheet(theme.look))
    window.resize(theme.look.px(width) + 1, 700)
    with qtbot.waitExposed(window):
        window.show()
    assert all(item.isVisibleTo(window) == (width >= needed) for item, needed in screen._spare)
    assert screen.width() <= area.viewport().width()
