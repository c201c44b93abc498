"""Points in order on a line, in scale as far as their labels have room."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

_INF = float("inf")


@dataclass(frozen=True, slots=True)
class Room:
    """What points and labels have room in (pixels): points lie from ``left`` to ``right``, ``apart`` at least;
    a label begins ``before`` its point, has a ``gap`` around it, and each row of labels ends somewhere."""

    left: float
    right: float
    apart: float
    before: float
    gap: float
    ends: Sequence[float]


@dataclass(frozen=True, slots=True)
class Placed:
    """Where points lie, and the rows and left ends of the labels that have room, by the point's number."""

    xs: list[float]
    labels: dict[int, tuple[int, float]]


def between(value: float, values: Sequence[float], places: Sequence[float]) -> float:
    """Where ``value`` lies among ``values`` (ascending, two or more) that lie at ``places``, in scale from one to the next."""
    n = min(max(bisect_right(values, value), 1), len(values) - 1) - 1
    share = (value - values[n]) / max(1, values[n + 1] - values[n])
    return places[n] + (places[n + 1] - places[n]) * share


def place(
    wanted: Sequence[float], widths: Sequence[float], order: Iterable[tuple[int, int]], room: Room
) -> Placed:
    """Points as near as can be to where they are ``wanted`` (pixels, ascending), in their order; the first is at the left.

    ``order`` has the numbers of the points whose labels, as wide as ``widths`` say, are to stand below them, the one
    that matters most first, each with the last row that it may stand in. A label stands right of its point, or
    reaches back where another one begins; points make way for labels, as long as there is room.
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
        return Placed([room.left + n * step for n in range(len(wanted))], {})
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
    return Placed(xs, labels)


def _bounds(
    widths: Sequence[float], rows: dict[int, int], count: int, room: Room
) -> list[tuple[float, float]] | None:
    """How far right each point and the left end of its label may lie; ``None`` where not all have room."""
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
