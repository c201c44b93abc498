"""The search field: filters as chips, completions, and earlier searches."""

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QAbstractItemView
from pytestqt.qtbot import QtBot
from tests.gui.conftest import PATIENCE, WITHDRAW, OpenWindow, search, wait_for_reading

from lexdesk.annotations.workbook import Workbook
from lexdesk_gui import wording


def test_filters_are_chips(open_window: OpenWindow, gdpr: Path, qtbot: QtBot) -> None:
    window = open_window(gdpr)
    search(window, qtbot, "withdraw consent lang:en", WITHDRAW)
    chips = window.view.chips
    assert [chip.text() for chip in chips.chips] == ["Language: English  ✕"]
    chips.chips[0].click()
    qtbot.waitUntil(lambda: not chips.chips, timeout=PATIENCE)
    assert window.bar.field.query == "withdraw consent"
    chips._put("kind", "regulation")
    assert window.bar.field.query == "withdraw consent kind:regulation"
    qtbot.waitUntil(lambda: len(chips.chips) == 1, timeout=PATIENCE)


def test_many_filters_take_lines_rather_than_width(
    open_window: OpenWindow, gdpr: Path, qtbot: QtBot
) -> None:
    window = open_window(gdpr)
    chips = window.view.chips
    window.resize(900, 600)
    filters = (
        "kind:regulation lang:en after:2000 before:2030 in-force:2020-01-01"
        ' authority:"european parliament and council"'
    )
    with qtbot.waitSignal(window.searching.answered, timeout=PATIENCE):
        window.view.set_query(f"consent {filters}")
    qtbot.waitUntil(lambda: chips.chips[-1].y() > chips.chips[0].y(), timeout=PATIENCE)
    assert window.width() == 900
    assert all(chip.geometry().right() <= chips.width() for chip in chips.chips)
    assert chips.chips[-1].geometry().bottom() <= chips.height()


def test_completion_offers_citations_and_earlier_searches(
    open_window: OpenWindow, own_gdpr: Path, qtbot: QtBot
) -> None:
    with Workbook(own_gdpr) as book:
        book.remember("withdraw consent")
    window = open_window(own_gdpr)
    offers: dict[str, list[str]] = {}
    window.searching.completed.connect(lambda prefix, found: offers.update({prefix: found}))
    for prefix, expected in (("withd", "withdraw consent"), ("gdpr art 17", "Article 17 GDPR")):
        window.navigation.focus_field()
        window.bar.field.edit.clear()
        qtbot.keyClicks(window.bar.field.edit, prefix)
        qtbot.waitUntil(lambda prefix=prefix: prefix in offers, timeout=PATIENCE)  # type: ignore[misc]
        assert expected in offers[prefix]


def test_completion_is_taken_only_when_chosen(
    open_window: OpenWindow, own_gdpr: Path, qtbot: QtBot
) -> None:
    with Workbook(own_gdpr) as book:
        book.remember("withdraw consent")
    window = open_window(own_gdpr)
    field, results = window.bar.field, window.view.results

    def offered() -> QAbstractItemView:
        window.navigation.focus_field()
        field.edit.clear()
        qtbot.keyClicks(field.edit, "withdraw con")
        qtbot.waitUntil(field.completion_popup.isVisible, timeout=PATIENCE)
        search(window, qtbot, "withdraw con", WITHDRAW)
        return field.completion_popup

    qtbot.keyClick(offered(), Qt.Key.Key_Return)
    assert field.query == "withdraw con"
    for key, modifier, screen, goal in (
        (Qt.Key.Key_Escape, Qt.KeyboardModifier.NoModifier, "search", field.edit),
        (Qt.Key.Key_F6, Qt.KeyboardModifier.NoModifier, "search", results.view),
        (Qt.Key.Key_5, Qt.KeyboardModifier.ControlModifier, "saved", None),
    ):
        popup = offered()
        qtbot.keyClick(popup, key, modifier)
        assert not popup.isVisible()
        assert window.screens.shown == screen
        assert goal in (None, window.focusWidget())
        assert field.property("focused") == (window.focusWidget() is field.edit)
    popup = offered()
    qtbot.keyClick(popup, Qt.Key.Key_Down)
    qtbot.keyClick(popup, Qt.Key.Key_Return)
    assert field.query == "withdraw consent"


def test_searches_are_not_kept_where_that_is_off(
    open_window: OpenWindow, own_gdpr: Path, qtbot: QtBot
) -> None:
    with Workbook(own_gdpr) as book:
        book.forget_earlier()
    window = open_window(own_gdpr)
    window.screens.settings.keeps.setChecked(False)
    search(window, qtbot, "withdraw consent", WITHDRAW)
    window.searching.settle()
    window.screens.settings.keeps.setChecked(True)
    search(window, qtbot, "automated decision", "Article 22(1) Regulation (EU) 2016/679")
    window.searching.settle()
    window.close()
    with Workbook(own_gdpr) as book:
        assert book.earlier() == ["automated decision"]


@pytest.mark.slow
def test_searches_that_were_forgotten_do_not_come_back_by_themselves(
    open_window: OpenWindow, own_gdpr: Path, qtbot: QtBot
) -> None:
    window = open_window(own_gdpr)

    def is_offered() -> bool:
        return len(window.view.results.query_buttons) > len(wording.examples())

    search(window, qtbot, "withdraw consent", WITHDRAW)
    window.searching.settle()
    window.view.set_query("")
    qtbot.waitUntil(is_offered, timeout=PATIENCE)
    search(window, qtbot, "withdraw consent", WITHDRAW)
    window.searching.settle()
    window.forget_searches()
    qtbot.waitUntil(lambda: "deleted" in window.status_line.news.text(), timeout=PATIENCE)
    with qtbot.waitSignal(window.searching.answered, timeout=PATIENCE):
        window.library.ended.emit("")  # as when files were added
    window.searching.settle()
    window.close()
    again = open_window(own_gdpr)  # on what was searched last
    wait_for_reading(again, qtbot, WITHDRAW)
    again.searching.settle()
    again.close()
    with Workbook(own_gdpr) as book:
        assert book.earlier() == []
