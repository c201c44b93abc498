"""The difference of two versions on screen: layout and navigation."""

import itertools

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QTextCursor
from pytestqt.qtbot import QtBot

from lexdesk.law.comparison import diff
from lexdesk.law.state_comparison import Comparison
from lexdesk_gui.compare.difference import Difference
from lexdesk_gui.compare.difference_rows import Fold, fold_unchanged, make_rows
from lexdesk_gui.compare.screen import CompareScreen
from lexdesk_gui.style.theme import Theme

OLD = "1. The fee is 5 euro.\n2. It is due.\n(a) Yearly.\n(b) At once.\n3. It is paid by the buyer.\n4. Gone."
NEW = OLD.replace("5", "7").replace("buyer", "seller").replace("\n4. Gone.", "\n5. New.")


@pytest.fixture(params=[False, True], ids=["beside", "one"])
def shown(request: pytest.FixtureRequest, theme: Theme, qtbot: QtBot) -> Difference:
    widget = Difference(theme)
    qtbot.addWidget(widget)
    widget.resize(700, 500)
    with qtbot.waitExposed(widget):
        widget.show()
    widget.show_rows(fold_unchanged(make_rows(diff(OLD, NEW))), in_one=request.param)
    return widget


def click(shown: Difference, qtbot: QtBot, row: int, x: int = 690) -> None:
    top, bottom = shown.span_of_row(row)
    at = QPoint(x, round((top + bottom) / 2) - shown.verticalScrollBar().value())
    qtbot.mouseClick(shown.viewport(), Qt.MouseButton.LeftButton, pos=at)


def test_positions_map_to_drawn_rows(shown: Difference) -> None:
    spans = [shown.span_of_row(row) for row in range(len(shown.shown_rows))]
    assert spans[0][0] == pytest.approx(0, abs=1)
    assert all(above[1] == below[0] for above, below in itertools.pairwise(spans))
    assert all(bottom - top >= 24 for top, bottom in spans)
    for row, (top, bottom) in enumerate(spans):
        assert {shown.row_at(y) for y in (top + 1, (top + bottom) / 2, bottom - 1)} == {row}
    assert shown.row_at(spans[-1][1] + 5) is None


def test_cells_are_parted_by_dots(theme: Theme, qtbot: QtBot) -> None:
    widget = Difference(theme)
    qtbot.addWidget(widget)
    widget.show_rows(fold_unchanged(make_rows(diff("Step 1 | 20 %", "Step 1 | 50 %"))), in_one=True)
    assert "Step 1 · 2" in widget.toPlainText()
    assert "|" not in widget.toPlainText()


def test_enter_goes_from_change_to_change_and_round(shown: Difference, qtbot: QtBot) -> None:
    assert (shown.current, shown.total) == (0, 3)
    seen = []
    for modifier in (*[Qt.KeyboardModifier.NoModifier] * 3, Qt.KeyboardModifier.ShiftModifier):
        qtbot.keyClick(shown, Qt.Key.Key_Return, modifier)
        seen.append(shown.current)
    assert seen == [1, 2, 0, 2]


def test_a_click_or_enter_opens_a_fold(shown: Difference, qtbot: QtBot) -> None:
    number = next(n for n, row in enumerate(shown.shown_rows) if isinstance(row, Fold))
    with qtbot.waitSignal(shown.toggled) as opened:
        click(shown, qtbot, number)
    assert opened.args == [0]
    qtbot.keyClick(shown, Qt.Key.Key_Tab)
    assert shown.textCursor().selectedText() == "3 unchanged paragraphs: 2. to (b)"
    with qtbot.waitSignal(shown.toggled) as opened:
        qtbot.keyClick(shown, Qt.Key.Key_Return)
    assert opened.args == [0]


def test_a_click_in_a_change_makes_it_the_current_one(shown: Difference, qtbot: QtBot) -> None:
    last = shown._changes[-1]
    with qtbot.waitSignal(shown.moved):
        click(shown, qtbot, last)
    assert shown.current == shown.total - 1


@pytest.mark.parametrize("is_in_one", [False, True])
def test_an_opened_fold_is_where_it_was_with_the_keys_on_it(
    theme: Theme, qtbot: QtBot, is_in_one: bool
) -> None:
    same = "\n".join(f"({n}) what is the same" for n in range(60))
    old = f"1. The fee is 5 euro.\n{same}\n2. It is due at 8."
    screen = CompareScreen(theme)
    qtbot.addWidget(screen)
    screen.resize(1000, 700)
    with qtbot.waitExposed(screen):
        screen.show()
    screen.heading.ways.buttons["one" if is_in_one else "beside"].setChecked(True)
    pieces = diff(old, old.replace("5 euro", "7 euro").replace("at 8", "at 9"))
    screen.show_comparison(Comparison("w", "art_1", "Article 1", {}, {}, 2, 2, pieces))
    text = screen.text
    text.step(1)
    assert "what is the same" not in text.toPlainText()
    qtbot.keyClick(text, Qt.Key.Key_Tab)
    qtbot.keyClick(text, Qt.Key.Key_Return)
    assert text.toPlainText().count("what is the same") == (60 if is_in_one else 120)
    assert text.verticalScrollBar().value() == 0
    assert (text.current, screen.bar.count.text()) == (1, "Change 2 / 2")
    qtbot.keyClick(text, Qt.Key.Key_Return)
    assert "what is the same" not in text.toPlainText()


@pytest.mark.parametrize("width", [400, 1100, 2400])
def test_lines_keep_to_the_measure_in_a_window_of_any_width(
    shown: Difference, theme: Theme, width: int
) -> None:
    shown.resize(theme.look.px(width), 500)
    cursor = QTextCursor(shown.document())
    cursor.setPosition(shown._starts[0])
    result, columns = cursor.blockFormat(), 1 if shown._in_one else 2
    line = shown.viewport().width() / columns - result.rightMargin() - result.leftMargin()
    assert theme.look.px(100) < line < theme.look.px(570)


def test_where_nothing_is_to_be_said_nothing_is_left(shown: Difference) -> None:
    shown.say("The library has one version of this text.")
    assert shown.toPlainText() == "The library has one version of this text."
    assert (shown.total, shown.row_at(5)) == (0, None)
    shown.step(1)
    shown.say("")
    assert shown.toPlainText() == ""
    assert not shown.grab().isNull()


@pytest.mark.parametrize("is_in_one", [False, True])
def test_a_long_difference_is_laid_out_for_one_width(shown: Difference, is_in_one: bool) -> None:
    """A scroll bar that appeared at the end caused a second layout."""
    old = "\n".join(f"Article {n} of the law" for n in range(60))
    found = make_rows(diff(old, old.replace("the", "any")))
    paragraphs: list[int] = []
    shown.narrowed.connect(lambda *_: paragraphs.append(shown.document().blockCount()))
    for _ in range(2):
        shown.show_rows(found, in_one=is_in_one)
        assert set(paragraphs) <= {1}
        assert shown.verticalScrollBar().maximum() > 0
