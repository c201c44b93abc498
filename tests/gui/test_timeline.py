"""The timeline of a text: its versions and dates."""

import dataclasses
import datetime
import itertools
from pathlib import Path
from types import SimpleNamespace

import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QWheelEvent
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot
from tests.gui.conftest import PATIENCE, WITHDRAW, OpenWindow, search
from tests.gui.crafted_readings import version

from lexdesk.law.amendments import Amendment
from lexdesk.library.library import Library
from lexdesk_gui import language
from lexdesk_gui.reader.label_placement import Room, place_labels
from lexdesk_gui.reader.readings import read_place, read_provision
from lexdesk_gui.reader.timeline import Timeline
from lexdesk_gui.style.theme import ZOOMS, Theme


def line_of(
    theme: Theme, qtbot: QtBot, *stages: SimpleNamespace, width: int = 420, day: datetime.date | None = None,
    applies: tuple[str, ...] = (),
) -> Timeline:  # fmt: skip
    """Make a timeline of ``width`` pixels with ``stages`` on ``day``; ``applies``: in force, applicable."""
    timeline = Timeline(theme)
    qtbot.addWidget(timeline)
    timeline.resize(width, timeline.height())
    timeline.put(SimpleNamespace(stages=stages), day, *applies)  # type: ignore[arg-type]
    return timeline


def stage(
    begins: str, ends: str | None = None, change: str = "", **fields: object
) -> SimpleNamespace:
    """A stage of a text."""
    stated = {"amended_by": (), "known_until": None, "earliest": None, **fields}
    return SimpleNamespace(valid_from=begins, valid_to=ends, change=change, **stated)


def test_all_points_of_the_line_of_time_are_in_sight(theme: Theme, qtbot: QtBot) -> None:
    timeline = Timeline(theme)
    qtbot.addWidget(timeline)
    timeline.resize(420, 58)
    since = datetime.date.today() - datetime.timedelta(days=300)
    begun = [
        datetime.date(2014, 7, 31),
        *(since + datetime.timedelta(days=9 * n) for n in range(30)),
    ]
    timeline.put(SimpleNamespace(stages=[stage(str(day)) for day in begun]), begun[0])  # type: ignore[arg-type]
    xs = timeline.xs_of_versions()
    assert xs == sorted(xs)
    assert 0 < xs[0] < xs[-1] < timeline.width()
    qtbot.mouseClick(timeline, Qt.MouseButton.LeftButton, pos=QPoint(round(xs[-1]), 18))
    assert timeline.value() == len(begun) - 1


def test_timeline_marks_shown_version(theme: Theme, qtbot: QtBot) -> None:
    begun = ["2010-01-01", "2015-01-01", "2020-01-01"]
    timeline = line_of(theme, qtbot, *map(stage, begun))
    chosen: list[datetime.date | None] = []
    timeline.chosen.connect(chosen.append)
    at, none = QPointF(200, 18), Qt.KeyboardModifier.NoModifier
    wheel = QWheelEvent(
        at, at, QPoint(0, -120), QPoint(0, -120), Qt.MouseButton.NoButton, none,
        Qt.ScrollPhase.NoScrollPhase, False,
    )  # fmt: skip
    QApplication.sendEvent(timeline, wheel)
    qtbot.keyClick(timeline, Qt.Key.Key_PageDown)
    assert (timeline.value(), chosen) == (2, [])
    qtbot.keyClick(timeline, Qt.Key.Key_Down)
    assert (timeline.value(), chosen) == (1, [datetime.date(2015, 1, 1)])


def test_the_line_of_time_tells_when_the_work_became_law(
    open_window: OpenWindow, gdpr: Path, qtbot: QtBot
) -> None:
    window = open_window(gdpr)
    timeline = window.view.reader_pane.timeline
    search(window, qtbot, "withdraw consent", WITHDRAW)
    qtbot.waitUntil(lambda: bool(timeline.stages), timeout=PATIENCE)
    assert timeline.accessibleDescription() == (
        "Adopted 27 Apr 2016, In force 24 May 2016, Applies from 25 May 2018"
    )
    points, placed = timeline.arrange()
    adopted, begins, applies = placed.xs
    assert adopted < begins < applies < timeline.right_end()
    assert [round(stroke.left) for stroke in timeline.strokes(points, placed.xs)] == [
        round(x) for x in (adopted, begins, applies, timeline.right_end())
    ]
    parts = [stroke.part for stroke in timeline.strokes(points, placed.xs)]
    assert parts == ["adopted", "in force", "applies", "over"]
    (_,) = {label.box.top() for label in timeline.labels()}  # all have room in one
    assert len(timeline.labels()) == 4


@pytest.mark.parametrize("zoom", ZOOMS)
def test_dates_of_application_fit_all_text_sizes(
    theme: Theme, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch, zoom: float
) -> None:
    monkeypatch.setattr(
        theme, "base_scale", 1.0
    )  # interface text of 13 pixels, of which sizes are factors
    theme.set_zoom(zoom)
    adopted = stage("2016-04-27", change="adopted")
    applies = "2016-05-24", "2018-05-25"
    timeline = line_of(theme, qtbot, adopted, width=theme.look.px(700), applies=applies)
    assert "Applies from 25 May 2018" in [label.text for label in timeline.labels()]


@pytest.mark.parametrize("day", [None, datetime.date(2027, 1, 1)])
def test_german_dates_of_application_fit_beside_adoption(
    theme: Theme, qtbot: QtBot, qapp: QApplication, day: datetime.date | None
) -> None:
    language.install(qapp, "de")
    try:
        adopted = stage("2016-04-27", change="adopted")
        width = theme.look.px(660)  # in a window of 1280 pixels
        applies = "2016-05-24", "2018-05-25"
        timeline = line_of(theme, qtbot, adopted, width=width, day=day, applies=applies)
        placed = {label.text: label.box for label in timeline.labels()}
    finally:
        language.install(qapp, "en")
    turns = {"In Kraft 24. Mai 2016", "Gilt ab 25. Mai 2018"}
    assert {"Erlassen 27. Apr. 2016", *turns} < placed.keys()
    assert all(timeline.rect().contains(box.toRect()) for box in placed.values())
    assert not any(a.intersects(b) for a, b in itertools.combinations(placed.values(), 2))


@pytest.mark.parametrize(
    ("stages", "day", "parts"),
    [
        # Of an Irish Act that was repealed there is no text any more.
        (
            [("2010-01-01", None, "adopted"), ("2015-01-01", None, "repealed")],
            None,
            ["applies", "over", "over"],
        ),
        ([("2010-01-01", "2014-12-31", "adopted")], None, ["applies", "over", "over"]),
        ([("2010-01-01", "9999-12-31", "adopted")], None, ["applies", "over"]),
        # Asked as of a day before there was any text.
        ([("2010-01-01", None, "adopted")], datetime.date(1990, 1, 1), ["applies", "over"]),
    ],
)
def test_the_line_of_time_ends_with_the_law(
    theme: Theme,
    qtbot: QtBot,
    stages: list[tuple[str, str | None, str]],
    day: datetime.date | None,
    parts: list[str],
) -> None:
    shown = [stage(*each) for each in stages]
    width = theme.look.px(700)
    timeline = line_of(theme, qtbot, *shown, width=width, day=day, applies=("2010-01-01",))
    timeline.grab()
    points, placed = timeline.arrange()
    strokes = timeline.strokes(points, placed.xs)
    assert [stroke.part for stroke in strokes] == parts
    assert strokes[-1].right == timeline.end()
    if day:
        assert 0 < timeline.x_on(day, points, placed.xs) < placed.xs[0]


def test_points_and_labels_do_not_overlap() -> None:
    room = Room(0, 700, 12, 4, 10, (600, 760))
    # Three within a month, and one of this year: each is labelled, and none overlaps another.
    wanted, widths = [0.0, 5.0, 90.0, 690.0], [100.0] * 4
    placed = place_labels(wanted, widths, [(n, 0) for n in range(4)], room)
    assert placed.xs[0] == 0
    assert placed.xs == sorted(placed.xs)
    lefts = [placed.labels[n][1] for n in range(4)]
    assert all(b - a >= 110 for a, b in itertools.pairwise(lefts))
    assert lefts[-1] == 500
    assert placed.xs[-1] == 596  # where its label ends
    # Without room, the more important label is shown, and others below.
    narrow = Room(0, 180, 12, 4, 10, (120, 200))
    placed = place_labels(wanted[:3], widths[:3], [(2, 1), (1, 1), (0, 0)], narrow)
    assert {n: row for n, (row, _) in placed.labels.items()} == {2: 0, 1: 1}
    # More points than have room stay apart as well as can be.
    crowd = place_labels([0.0] * 100, [50.0] * 100, [(0, 0)], Room(0, 90, 1, 4, 10, (90, 90)))
    assert (crowd.xs[0], crowd.xs[-1], crowd.labels) == (0, 90, {})


def test_later_text_is_not_labelled_as_adopted(theme: Theme, qtbot: QtBot, tmp_path: Path) -> None:
    """As of an Irish Act of 1993 with only the text of 2025."""
    with Library.open(tmp_path / "library", create=True) as library:
        library.sources.add_documents(
            [version("2025-08-07", None, "Article 1\nFirms comply.")], vectors=False
        )
        history = library.law.history("firms", "art_1")
    timeline = Timeline(theme)
    qtbot.addWidget(timeline)
    timeline.put(history, None, "1993-06-24")
    assert timeline.accessibleDescription() == "From 7 Aug 2025"


@pytest.mark.parametrize(
    ("acts", "expected"),
    [
        (["A"], "1 Jan 2021, possibly by A"),
        (["A", "B"], "1 Jan 2021, possibly by one or more of 2 acts"),
    ],
)
def test_possible_amending_acts_are_not_stated_as_fact(
    theme: Theme, qtbot: QtBot, acts: list[str], expected: str
) -> None:
    amended = [Amendment(act, None, act, possibly=True) for act in acts]
    timeline = line_of(theme, qtbot, stage("2021-01-01", change="amended", amended_by=amended))
    assert timeline.accessibleDescription() == expected


def test_a_text_without_dates_says_so_on_another_day(tmp_path: Path) -> None:
    undated = dataclasses.replace(
        version("2014-05-15", None, "Article 1\nFirms comply."), valid_from=None
    )
    with Library.open(tmp_path / "library", create=True) as library:
        library.sources.add_documents([undated], vectors=False)
        place = read_provision(library, "firms", "art_1").place
        assert place is not None
        then = read_place(library, place, datetime.date(1950, 1, 1))
    assert (
        then.status
        == "the dates of this text are not known; it may not be the text of 1 January 1950"
    )
