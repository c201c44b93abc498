"""Labels of versions on a line of time: their texts and places."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from lexdesk_gui.language import find_plural, format_long_date, translate

if TYPE_CHECKING:
    from lexdesk.law.history import Stage

_INF = float("inf")


@dataclass(frozen=True, slots=True)
class Room:
    """The available room in pixels: points lie from ``left`` to ``right``, at least ``apart`` from each other.

    A label begins ``before`` its point and keeps a ``gap``; ``ends`` are the right ends of the
    label rows.
    """

    left: float
    right: float
    apart: float
    before: float
    gap: float
    ends: Sequence[float]


@dataclass(frozen=True, slots=True)
class Placement:
    """Positions of the points; row and left end of each placed label by the point's index."""

    xs: list[float]
    labels: dict[int, tuple[int, float]]


def interpolate(value: float, values: Sequence[float], places: Sequence[float]) -> float:
    """Interpolate ``value`` between its neighbours in ``values`` (ascending, two or more) at ``places``."""
    n = min(max(bisect_right(values, value), 1), len(values) - 1) - 1
    share = (value - values[n]) / max(1, values[n + 1] - values[n])
    return places[n] + (places[n + 1] - places[n]) * share


def place_labels(
    wanted: Sequence[float], widths: Sequence[float], order: Iterable[tuple[int, int]], room: Room
) -> Placement:
    """Place points in order, as near as possible to ``wanted`` (pixels, ascending), the first at the left.

    ``order`` lists the points to label, most important first, each with its last permitted row.
    ``widths`` are the widths of labels. A label extends to the right of its point, or to the left
    before another label; points move to make room for labels.
    """
    rows: dict[int, int] = {}
    left_over = [end - room.left + 2 * room.before for end in room.ends]  # of each row
    bounds = _bounds(widths, rows, len(wanted), room)
    for number, last in order:
        for row in range(last + 1):
            if widths[number] > left_over[row]:
                continue
            tried = _bounds(widths, {**rows, number: row}, len(wanted), room)
            if tried is not None:
                rows[number], bounds = row, tried
                left_over[row] -= widths[number] + room.gap
                break
    if bounds is None:  # more points than there is room for
        step = (room.right - room.left) / max(1, len(wanted) - 1)
        return Placement([room.left + n * step for n in range(len(wanted))], {})
    xs, labels = list[float](), dict[int, tuple[int, float]]()
    free = [-_INF] * len(room.ends)
    for n, x in enumerate(wanted):
        least = xs[-1] + room.apart if xs else room.left
        if n in rows:
            least = max(least, free[rows[n]] + room.before)
        most_x, most_left = bounds[n]
        xs.append(min(max(x, least), most_x) if xs else room.left)
        if n in rows:
            left = min(xs[-1] - room.before, most_left)
            labels[n] = rows[n], left
            free[rows[n]] = left + widths[n] + room.gap
    return Placement(xs, labels)


def _bounds(
    widths: Sequence[float], rows: dict[int, int], count: int, room: Room
) -> list[tuple[float, float]] | None:
    """Return the right limits of each point and label, or ``None`` if they do not fit."""
    most: list[tuple[float, float]] = []
    ends, x = [end + room.gap for end in room.ends], room.right + room.apart
    for n in reversed(range(count)):
        x, left = x - room.apart, _INF
        if n in rows:
            left = min(ends[rows[n]] - room.gap - widths[n], x - room.before)
            x = min(x, left + widths[n] - room.before)
            ends[rows[n]] = left
        most.append((x, left))
    most.reverse()
    free, x = [-_INF] * len(room.ends), room.left - room.apart
    for n, (most_x, most_left) in enumerate(most):
        x += room.apart
        if n in rows:
            left = max(free[rows[n]], x - widths[n] + room.before)
            if not n:
                left = x - room.before
            x = max(x, left + room.before)
            free[rows[n]] = left + widths[n] + room.gap
            if left > most_left + 0.5:
                return None
        if x > most_x + 0.5:
            return None
    return most


def find_first_day(valid_from: str | None, earliest: str | None) -> str:
    """Return the first known day of a text (ISO dates), as the latest possible one if it may begin ``earliest``."""
    day = format_long_date(valid_from or "")
    return translate("Timeline", "{day} at the latest").format(day=day) if earliest else day


def make_label(stage: Stage, in_force_from: str | None) -> str:
    """Return the first day of a version with its origin; ``in_force_from`` (ISO) is that of the whole work."""
    day = find_first_day(stage.valid_from, stage.earliest)
    if act := describe_acts(stage):
        return _act_label(stage).format(day=day, act=act)
    if is_as_adopted(stage, in_force_from):
        if stage.valid_from == in_force_from:  # adopted before
            return translate("Timeline", "{day}, as adopted").format(day=day)
        return translate("Timeline", "Adopted {day}").format(day=day)
    return translate("Timeline", "From {day}").format(day=day)


def _act_label(stage: Stage) -> str:
    """Return the label of the acts behind a version, possibly known only as one of several."""
    if not stage.amended_by[0].possibly:
        return translate("Timeline", "{day} by {act}")
    if len(stage.amended_by) == 1:
        return translate("Timeline", "{day}, possibly by {act}")
    return translate("Timeline", "{day}, possibly by one or more of {act}")


def describe_acts(stage: Stage) -> str:
    """Return the known or possible amending act of a version, or the number of acts, or ``""``."""
    named = [act.citation for act in stage.amended_by]
    return find_plural("Timeline", "%Ln acts")(len(named)) if len(named) > 1 else "".join(named)


def is_as_adopted(stage: Stage, in_force_from: str | None) -> bool:
    """Report whether a version is the text as adopted.

    The first known text of a consolidated act without earlier versions is later.
    """
    return stage.change == "adopted" and (stage.valid_from or "") <= (in_force_from or "")
