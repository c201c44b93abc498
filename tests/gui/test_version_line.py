"""The versions of a provision on a timeline, with A and B as handles."""

import dataclasses
import datetime
import itertools
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QAccessible
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot
from tests.gui.conftest import OpenWindow
from tests.gui.crafted_readings import version

from lexdesk import Library
from lexdesk.law.amendments import Amendment
from lexdesk.law.comparison import diff
from lexdesk.law.history import History, Stage
from lexdesk.law.state_comparison import Comparison
from lexdesk_gui.compare import version_labels
from lexdesk_gui.compare.compare_requests import Force, Versions
from lexdesk_gui.compare.compare_session import CompareSession
from lexdesk_gui.compare.screen import CompareScreen
from lexdesk_gui.compare.version_line import VersionLine
from lexdesk_gui.style.theme import Theme
from lexdesk_gui.wording import Badge

BEGUN = ("2005-05-11", "2022-05-28", "2026-09-27")
ACTS = (None, "Directive (EU) 2019/2161", "Directive (EU) 2024/825")


def stages(begun: tuple[str, ...] = BEGUN, acts: tuple[str | None, ...] = ACTS) -> list[Stage]:
    ends = [datetime.date.fromisoformat(item) - datetime.timedelta(days=1) for item in begun[1:]]
    amended = [[Amendment("w", None, act)] if act else [] for act in acts]
    return [
        Stage(
            n + 1, "amended" if n else "adopted", begin, str(end) if end else None, 1, 1, result
        )
        for n, (begin, end, result) in enumerate(zip(begun, [*ends, None], amended, strict=True))
    ]  # fmt: skip


def of(found: list[Stage], known: int = 3) -> Versions:
    history = History("w", "art_6", "Article 6 Directive 2005/29/EC", "en", found)
    return Versions(
        history, [], "Misleading actions", "Unfair Commercial Practices Directive",
        "Directive 2005/29/EC", known, "2005-06-12", Force(status="applies"),
    )  # fmt: skip


@pytest.fixture
def line(theme: Theme, qtbot: QtBot) -> VersionLine:
    widget = VersionLine(theme)
    qtbot.addWidget(widget)
    widget.resize(theme.look.px(1100), widget.height())
    widget.put(of(stages()))
    widget.choose(1, 2)
    return widget


def test_versions_have_date_and_amending_act(line: VersionLine) -> None:
    found = {day: result for day, result, _ in line.labels()}
    assert found == {
        "11 May 2005": "Directive 2005/29/EC as adopted",
        "28 May 2022": "by Directive (EU) 2019/2161",
        "27 Sep 2026": "by Directive (EU) 2024/825",
    }
    boxes = [label.box for label in line.labels()]
    assert all(line.rect().contains(box.toRect()) for box in boxes)
    assert not any(a.intersects(b) for a, b in itertools.combinations(boxes, 2))
    assert not line.grab().isNull()


def test_years_stand_below_in_steps_that_have_room(line: VersionLine, theme: Theme) -> None:
    years = [tick.year for tick in line.years()]
    assert years[0] in (2006, 2010)
    assert len({b - a for a, b in itertools.pairwise(years)}) == 1
    line.resize(theme.look.px(300), line.height())
    assert 1 <= len(line.years()) < len(years)


def test_keys_move_handles(line: VersionLine, qtbot: QtBot) -> None:
    chosen: list[tuple[int, int]] = []
    line.chosen.connect(lambda old, new: chosen.append((old, new)))
    qtbot.keyClick(line.old, Qt.Key.Key_Left)
    qtbot.keyClick(line.new, Qt.Key.Key_Home)
    qtbot.keyClick(line.new, Qt.Key.Key_Right)
    qtbot.keyClick(line.new, Qt.Key.Key_End)
    assert chosen == [(0, 2), (0, 0), (0, 1), (0, 2)]
    for handle, name in ((line.old, "Old version"), (line.new, "New version")):
        read = QAccessible.queryAccessibleInterface(handle)
        assert read.text(QAccessible.Text.Name) == f"{name} on the timeline"
        assert read.role() == QAccessible.Role.Slider
    assert line.old.accessibleDescription() == "11 May 2005 to 27 May 2022"
    assert line.new.accessibleDescription() == "from 27 Sep 2026"


def test_the_mouse_draws_a_handle_or_brings_the_nearer_one(line: VersionLine, qtbot: QtBot) -> None:
    chosen: list[tuple[int, int]] = []
    line.chosen.connect(lambda old, new: chosen.append((old, new)))
    xs, left = line.xs_of_versions(), Qt.MouseButton.LeftButton
    qtbot.mouseClick(line, left, pos=QPoint(round(xs[0]) + 2, 56))
    assert chosen == [(0, 2)]
    handle = line.new
    qtbot.mousePress(handle, left)
    target = handle.mapFrom(line, QPoint(round(xs[1]), 56))
    qtbot.mouseMove(handle, target)
    event_moves = SimpleNamespace(
        buttons=lambda: left, position=lambda: SimpleNamespace(toPoint=lambda: target)
    )
    handle.mouseMoveEvent(event_moves)  # type: ignore[arg-type]
    assert chosen[-1] == (0, 1)


def test_of_the_same_version_both_handles_are_in_reach(line: VersionLine) -> None:
    line.choose(2, 2)
    assert (
        not line.old.geometry()
        .adjusted(5, 0, -5, 0)
        .intersects(line.new.geometry().adjusted(5, 0, -5, 0))
    )
    line.choose(0, 0)
    assert line.old.x() >= 0


@pytest.mark.parametrize("count", [1, 2, 40])
def test_many_versions_and_a_single_one_have_room(theme: Theme, qtbot: QtBot, count: int) -> None:
    since = datetime.date.today() - datetime.timedelta(days=400)
    begun = tuple(str(since + datetime.timedelta(days=9 * n)) for n in range(count))
    line = VersionLine(theme)
    qtbot.addWidget(line)
    line.resize(theme.look.px(500), line.height())
    line.put(of(stages(begun, (None,) * count)))
    line.choose(0, count - 1)
    xs = line.xs_of_versions()
    assert xs == sorted(set(xs))
    assert 0 < xs[0] <= xs[-1] < line.width()
    assert line.old.isHidden() == (count < 2)
    assert not line.grab().isNull()


def test_versions_without_days_have_no_line(theme: Theme, qtbot: QtBot) -> None:
    line = VersionLine(theme)
    qtbot.addWidget(line)
    line.put(of([Stage(1, "adopted", None, None, 1, 0, [])]))
    assert line.is_empty
    line.put(None)
    assert line.is_empty
    assert not line.grab().isNull()


TODAY = datetime.date(2026, 11, 21)


@pytest.mark.parametrize(
    ("number", "force", "expected"),
    [
        (1, Force(TODAY, "applies"), "Not in force"),
        (2, Force(TODAY, "applies"), "In force"),
        (2, Force(TODAY, "no longer in force"), "Not in force"),
        (2, Force(TODAY, "not yet applicable", "2027-01-02"), "Applies from 2 Jan 2027"),
        (2, Force(TODAY, "not yet applicable"), "Not yet applicable"),
        (2, Force(TODAY), None),
        (2, Force(datetime.date(2022, 6, 1), "applies"), "From 27 Sep 2026"),
        (1, Force(datetime.date(2022, 6, 1), "applies"), "In force"),
    ],
)
def test_badge_states_status_on_as_of_date(number: int, force: Force, expected: str | None) -> None:
    badge = version_labels.make_badge(stages()[number], force)
    assert (badge and badge.text) == expected


def test_badge_of_day_without_known_text_is_not_out_of_force() -> None:
    earlier, later = stages()[1:3]
    gap = dataclasses.replace(earlier, valid_to="2023-01-01", known_until="2023-01-01")
    day = Force(datetime.date(2024, 1, 1), "applies")
    assert version_labels.make_badge(gap, day, later) == Badge("Text not known", "notice")
    assert version_labels.make_badge(gap, Force(TODAY, "applies"), later) == Badge(
        "Not in force", "bad"
    )


@pytest.mark.parametrize(
    ("found", "known", "expected"),
    [
        (stages(), 3, "3 versions, 2 changes of this provision between them"),
        (stages()[:2], 4, "4 versions, one change of this provision between them"),
        (stages()[:1], 2, "2 versions, the same text in all"),
        (stages()[:1], 1, "1 version"),
    ],
)
def test_versions_and_changes_are_counted(found: list[Stage], known: int, expected: str) -> None:
    assert version_labels.describe_counts(of(found, known)) == expected


def test_known_amending_acts_of_version_are_named() -> None:
    (first, second, _), known = stages(), of(stages())
    second.amended_by[0] = Amendment("w", None, "A", possibly=True)
    result = [version_labels.find_origin(second, known)]
    second.amended_by.append(Amendment("v", None, "B", possibly=True))
    result.append(version_labels.find_origin(second, known))
    assert result == ["possibly by A", "possibly by one or more of 2 acts"]
    later = of(stages())
    assert version_labels.find_origin(first, later) == "Directive 2005/29/EC as adopted"
    consolidated = Stage(1, "consolidated", "2005-05-11", None, 1, 0, [])
    assert version_labels.find_origin(consolidated, later) == ""


def test_the_handles_and_the_choice_above_the_columns_are_one(theme: Theme, qtbot: QtBot) -> None:
    screen = CompareScreen(theme)
    qtbot.addWidget(screen)
    wanted: list[tuple[int, int]] = []
    screen.wanted.connect(lambda old, new: wanted.append((old, new)))
    screen.show_versions(of(stages()))
    assert screen.heading.title.text() == "Article 6 Directive 2005/29/EC  Misleading actions"
    assert screen.heading.act.text() == "Unfair Commercial Practices Directive"
    assert (screen.line.old.value(), screen.line.new.value()) == (1, 2)
    screen.line.old.setValue(0)
    assert screen.sides.old.currentText() == "11 May 2005 to 27 May 2022"
    screen.sides.new.setCurrentIndex(1)
    assert screen.line.new.value() == 1
    assert wanted == [(2, 3), (1, 3), (1, 2)]


def compared(screen: CompareScreen) -> None:
    screen.show_versions(of(stages()))
    pieces = diff("The fee is 5 euro.", "The fee is 7 euro.")
    screen.show_comparison(Comparison("w", "art_6", "Article 6", {}, {}, 1, 1, pieces))


def test_tab_goes_through_the_screen_as_it_is_read(theme: Theme, qtbot: QtBot) -> None:
    screen = CompareScreen(theme)
    qtbot.addWidget(screen)
    screen.resize(1440, 900)
    with qtbot.waitExposed(screen):
        screen.show()
    compared(screen)
    heading, bar = screen.heading, screen.bar
    expected: list[QWidget] = [
        screen.outline, heading.ways.buttons["beside"], heading.copy, heading.save,
        screen.line.old, screen.line.new, bar.previous, bar.next, bar.fold,
        screen.sides.old, screen.sides.new, screen.text,
    ]  # fmt: skip
    found = list[QWidget]()
    at: QWidget | None = expected[0]
    while at is not None and len(found) < len(expected):
        if at.focusPolicy() & Qt.FocusPolicy.TabFocus and at.isVisible() and at.isEnabled():
            found.append(at)
        at = at.nextInFocusChain()
    assert found == expected


@pytest.mark.slow
def test_f6_goes_through_the_panes(open_window: OpenWindow, gdpr: Path) -> None:
    window = open_window(gdpr)
    window.resize(1440, 900)
    window.navigation.show_screen("compare")
    screen = window.screens.compare
    compared(screen)
    before = window.reading.as_of
    window.navigation.step_version(-1)  # Alt+PgUp
    assert (screen.sides.new.currentIndex(), window.reading.as_of) == (1, before)
    screen.take_focus()
    reached = list[QWidget | None]()
    for _ in range(5):
        window.navigation.cycle(-1)
        reached.append(window.focusWidget())
    assert reached == [
        screen.sides.old, screen.line.old, screen.outline, window.bar.field.edit, screen.text
    ]  # fmt: skip


class _AtOnce:
    """An engine with immediate answers."""

    def __init__(self, library: Library):
        self._library = library

    def ask(self, _lane: str, work: Any, done: Any, _failed: Any) -> None:
        done(work(self._library))

    def forget(self, _lane: str) -> None:
        pass


def test_badges_follow_the_day_of_the_window(theme: Theme, qtbot: QtBot, tmp_path: Path) -> None:
    screen = CompareScreen(theme)
    qtbot.addWidget(screen)
    texts = [version("2015-01-01", "2019-12-31", "Old law."), version("2020-01-01", None, "New.")]
    with Library.open(tmp_path / "library", create=True) as library:
        library.sources.add_documents(texts, vectors=False)
        session = CompareSession(_AtOnce(library))  # type: ignore[arg-type]
        session.offered.connect(screen.show_versions)
        session.dated.connect(screen.show_force)
        session.offer("firms", "art_1", None)
        shown = [[badge.text() for badge in screen.sides.badges]]
        session.set_as_of(datetime.date(2016, 1, 1))
        shown.append([badge.text() for badge in screen.sides.badges])
    assert shown == [["Not in force", ""], ["", "From 1 Jan 2020"]]
    assert screen.heading.counts.text() == "2 versions, one change of this provision between them"


def test_document_without_other_versions_offers_to_match_it(theme: Theme, qtbot: QtBot) -> None:
    screen = CompareScreen(theme)
    qtbot.addWidget(screen)
    screen.resize(1300, 800)
    screen.show()
    actions = (screen.heading.match, screen.heading.copy, screen.heading.ways)
    screen.show_versions(of([Stage(1, "adopted", None, None, 1, 1, [])], known=1))
    assert [action.isVisible() for action in actions] == [True, False, False]
    with qtbot.waitSignal(screen.heading.matching):
        screen.heading.match.click()
    screen.show_versions(of(stages()))
    assert [action.isVisible() for action in actions] == [False, True, True]


def test_tab_passes_a_line_without_handles(line: VersionLine) -> None:
    assert line.focusProxy() is line.old
    line.put(of(stages(BEGUN[:1], (None,)), known=1))
    assert line.focusProxy() is None, "Qt keeps the focus before a hidden proxy"
