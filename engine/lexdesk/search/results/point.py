"""The point of a provision with all matches of a hit, in a passage of several points.

Short points share a passage (``lexdesk.document.passages``), since few of them answer a query alone; a hit is cited by
its own point.
"""

from collections.abc import Sequence
from typing import NamedTuple

from lexdesk.document.model import Provision
from lexdesk.search.ranking.length_penalty import LEAST
from lexdesk.storage import Store
from lexdesk.storage.schema import PassageRow
from lexdesk.text.analysis import analysis
from lexdesk.text.tokens import accented_tokens

Spans = Sequence[tuple[int, int]]
"""(start, end) in characters."""


class Point(NamedTuple):
    """A citable part of a passage: a provision, its label, its text, and the matches in it."""

    eid: str | None
    label: str
    text: str
    highlights: list[tuple[int, int]]


def find_points(
    store: Store, rows: Sequence[PassageRow], highlights: Sequence[Spans]
) -> list[Point | None]:
    """Return for each passage the innermost provision inside it with every matched word.

    ``highlights`` are the matches in the text of each. ``None`` if no point, or more than one, has all of them; a point
    as short as ``(a) national security;`` is shown with its surroundings.
    """
    points: list[Point | None] = [None] * len(rows)
    if not (asked := [at for at, row in enumerate(rows) if row.eid and highlights[at]]):
        return points
    below = store.texts.provisions_below(
        [
            (row.expression.id, row.eid or "", row.start, row.start + len(row.text))
            for row in map(rows.__getitem__, asked)
        ]
    )
    for at, inside in zip(asked, below, strict=True):
        if len(inside) > 1:  # the passage's own citation names a point alone in it
            points[at] = _point_of(rows[at], inside, highlights[at])
    return points


def _point_of(row: PassageRow, points: Sequence[Provision], highlights: Spans) -> Point | None:
    found = _words(row, highlights)
    holding = [
        point
        for point in points
        if point.end - point.start >= LEAST
        and _words(row, _inside(row, point, highlights)) == found
    ]
    if not holding:
        return None
    point = min(holding, key=lambda span: span.end - span.start)
    if not all(span.start <= point.start and point.end <= span.end for span in holding):
        return None
    written = row.text[point.start - row.start : point.end - row.start]
    at = point.start - row.start + len(written) - len(written.lstrip())
    inside = _inside(row, point, highlights)
    return Point(
        point.eid, point.label, written.strip(), [(start - at, stop - at) for start, stop in inside]
    )


def _inside(row: PassageRow, point: Provision, highlights: Spans) -> Spans:
    first, last = point.start - row.start, point.end - row.start
    return [(start, end) for start, end in highlights if first <= start and end <= last]


def _words(row: PassageRow, highlights: Spans) -> set[str]:
    """Return the tokens of the highlights, equal for all forms of a word."""
    analysed = analysis(row.expression.language)
    return {
        analysed.word(word)
        for start, end in highlights
        for word in accented_tokens(row.text[start:end])
    }
