"""The texts of a library: passages, provisions and pages.

A version of a law that shares parts with others is composed of them (``lexdesk.storage.revisions``). Its
characters are counted in its whole text, save in passages and references, which are counted as they are stored.
"""

from __future__ import annotations

import json
import struct
import sys
from bisect import bisect_left
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import replace
from typing import NoReturn

from lexdesk.citations.work_lookup import short_names
from lexdesk.document.model import Box, Page, Provision
from lexdesk.storage.damage import damaged
from lexdesk.storage.revisions import Revisions, Run
from lexdesk.storage.schema import EXPRESSION_COLUMNS, ExpressionRow, Extent, PassageRow, PieceRow
from lexdesk.storage.statements import Statements, batches, marks

_PROVISION = 'eid, kind, number, heading, label, parent, start, "end"'
"""The columns of a ``Provision``."""

_DEEPEST = 500
"""Levels of provisions; law has a dozen, and the XML parser allows fewer than this."""

_BOX = "<4H"  # the numbers of a Box


class Texts:
    """Statements on texts: whole, by provision or by passage."""

    def __init__(self, statements: Statements, revisions: Revisions):
        self._conn, self._revisions = statements, revisions

    def index_entries(self, expression: int) -> Iterator[tuple[int, str, str, str | None, str]]:
        """Yield (passage, names of the work, label with heading and text, language, kind) of the searchable passages."""
        rows = self._conn.execute(
            "SELECT p.id, e.title, e.short_title, e.work,"
            " p.label || char(10) || p.heading || char(10) || p.text, e.language, e.kind"
            " FROM passage p JOIN expression e ON e.id = p.expression"
            " WHERE p.expression = ? AND p.searchable ORDER BY p.start",
            (expression,),
        )
        for passage, title, short_title, work, text, language, kind in rows:
            names = " ".join((title, short_title, work, *short_names(work)))
            yield passage, names, text, language, kind

    def searchable_passages(self) -> set[int]:
        """Return the ids of all searchable passages."""
        every = self._conn.ids("SELECT id FROM passage")  # from indexes alone, which hold no texts
        return every - self._conn.ids("SELECT id FROM passage WHERE NOT searchable")

    def passages(self, ids: Iterable[int]) -> dict[int, PassageRow]:
        """Return the passages with these ids, by id; unknown ids are left out."""
        found: dict[int, PassageRow] = {}
        for batch in batches(list(ids), 500):
            rows = self._conn.execute(
                "SELECT p.id, p.start, p.eid, p.heading, p.label, p.page, p.text,"
                f" {EXPRESSION_COLUMNS} FROM passage p JOIN expression e ON e.id = p.expression"
                f" LEFT JOIN file f ON f.expression = e.id WHERE p.id IN ({marks(batch)})",
                batch,
            )
            for row in rows:
                passage, start, eid, heading, label, page, text = row[:7]
                expression = ExpressionRow(*row[7:])
                found[passage] = PassageRow(
                    passage, start, eid, heading, label, page, text, expression
                )
        return found

    def works_of(self, ids: Iterable[int]) -> dict[int, str]:
        """Return the work of each of these passages."""
        found: dict[int, str] = {}
        for batch in batches(list(ids), 500):
            found.update(
                self._conn.execute(
                    "SELECT p.id, e.work FROM passage p JOIN expression e ON e.id = p.expression"
                    f" WHERE p.id IN ({marks(batch)})",
                    batch,
                )
            )
        return found

    def languages_of(self, ids: Sequence[int]) -> list[str]:
        """Return the known languages of these passages."""
        rows = self._conn.execute(
            "SELECT e.language FROM passage p JOIN expression e ON e.id = p.expression"
            f" WHERE p.id IN ({marks(ids)}) AND e.language IS NOT NULL",
            ids,
        )
        return [row[0] for row in rows]

    def provisions(self, expression: int) -> list[Provision]:
        """Return the provisions of an expression in the order of its text, parents before children."""
        runs = self._revisions.runs(expression)
        if runs is None:
            return self.own_provisions(expression)
        own = {home: self.own_provisions(home) for home in {run.home for run in runs}}
        return [moved for run in runs for moved in _within(own[run.home], run)]

    def own_provisions(self, expression: int) -> list[Provision]:
        """Return the provisions stored with an expression; a version of a law stores those of its new parts."""
        rows = self._conn.execute(
            f"SELECT {_PROVISION} FROM provision WHERE expression = ? ORDER BY position",
            (expression,),
        )
        found = [Provision(*row) for row in rows]
        self._require_nesting((provision.eid, provision.parent) for provision in found)
        return found

    def parents(self, expression: int) -> dict[str, str | None]:
        """Map each provision of an expression to its parent; parents come first."""
        if self._revisions.runs(expression) is not None:
            return {provision.eid: provision.parent for provision in self.provisions(expression)}
        rows = self._conn.execute(
            "SELECT eid, parent FROM provision WHERE expression = ? ORDER BY position",
            (expression,),
        ).fetchall()
        self._require_nesting(rows)
        return dict(rows)

    def _require_nesting(self, provisions: Iterable[tuple[str, str | None]]) -> None:
        """Raise ``LibraryDamaged`` unless each parent in (eid, parent) comes first and the depth is plausible.

        A cycle of parents would make every walk upwards endless.
        """
        depths: dict[str | None, int] = {None: 0}
        for eid, parent in provisions:
            depth = depths.get(parent)
            if depth is None or depth >= _DEEPEST:
                raise damaged(self._conn.path, f"its provision {eid:.40} lies in {parent!s:.40}")
            depths[eid] = depth + 1

    def provisions_in(self, expression: int, parent: str) -> list[Provision]:
        """Return the children of the provision ``parent``, in the order of the text."""
        home, shift = self._home(expression, parent)
        rows = self._conn.execute(
            f"SELECT {_PROVISION} FROM provision WHERE expression = ? AND parent = ? ORDER BY position",
            (home, parent),
        )
        return [_moved(Provision(*row), shift) for row in rows]

    def provisions_below(
        self, places: Sequence[tuple[int, str, int, int]]
    ) -> list[list[Provision]]:
        """Return the descendants of each ``eid`` between two characters, in the order of the text.

        ``places`` are (expression, eid, start, end).
        """
        versions = set(self._revisions.among([expression for expression, *_ in places]))
        homes = [
            self._home(expression, eid) if expression in versions else (expression, 0)
            for expression, eid, _, _ in places
        ]
        asked = [
            (home, f"{eid}__", f"{eid}_`", start - shift, end - shift)  # ` comes after _
            for (home, shift), (_, eid, start, end) in zip(homes, places, strict=True)
        ]
        rows = self._conn.execute(
            f"SELECT n.key AS nth, {_PROVISION} FROM (SELECT key, value AS place FROM json_each(?)) n"
            " CROSS JOIN provision p WHERE p.expression = place ->> 0 AND p.eid > place ->> 1"
            ' AND p.eid < place ->> 2 AND p.start >= place ->> 3 AND p."end" <= place ->> 4'
            " ORDER BY nth, position",
            (json.dumps(asked),),
        )
        found: list[list[Provision]] = [[] for _ in places]
        for nth, *row in rows:
            found[nth].append(_moved(Provision(*row), homes[nth][1]))
        return found

    def _home(self, expression: int, eid: str) -> tuple[int, int]:
        """Return the expression that stores the provision ``eid`` of a text, and the shift of its characters."""
        part = self._revisions.home_of(expression, eid)
        if part is None:
            return expression, 0
        at = self._revisions.placed(expression, part.home, part.start) or 0
        return part.home, at - part.start

    def last_articles(self, expression: int, most: int) -> list[Provision]:
        """Return at most ``most`` of the last articles of an expression, last one first."""
        if self._revisions.runs(expression) is not None:
            articles = [p for p in self.provisions(expression) if p.kind == "article"]
            return articles[: -most - 1 : -1]
        rows = self._conn.execute(
            f"SELECT {_PROVISION} FROM provision WHERE expression = ? AND kind = 'article'"
            " ORDER BY position DESC LIMIT ?",
            (expression, most),
        )
        return [Provision(*row) for row in rows]

    def provision(self, expression: int, eid: str) -> Provision | None:
        """Return one provision of an expression."""
        stored = self._stored(expression, eid)
        if stored is None:
            return None
        part, provision = stored
        if part is None:
            return provision
        at = self._revisions.placed(expression, part.home, provision.start)
        return None if at is None else _moved(provision, at - provision.start)

    def provision_text(self, expression: int, eid: str) -> str | None:
        """Return the text of one provision; for one of many versions of a law without composing them."""
        stored = self._stored(expression, eid)
        if stored is None:
            return None
        part, provision = stored
        return self.own_text(part.home if part else expression, provision.start, provision.end)

    def _stored(self, expression: int, eid: str) -> tuple[Run | None, Provision] | None:
        """Return a provision as stored, and the part around it in a version of a law."""
        part = self._revisions.home_of(expression, eid)
        if part is None and self._revisions.base_of(expression) is not None:
            return None
        row = self._conn.execute(
            f"SELECT {_PROVISION} FROM provision WHERE expression = ? AND eid = ?",
            (part.home if part else expression, eid),
        ).fetchone()
        return (part, Provision(*row)) if row else None

    def headings(self) -> list[tuple[str, int]]:
        """Return (heading, number of provisions with it) over all expressions."""
        return self._conn.execute(
            "SELECT heading, count(*) FROM provision WHERE heading <> '' GROUP BY heading"
        ).fetchall()

    def pages(self, expression: int) -> list[Page]:
        """Return the pages of an expression."""
        rows = self._conn.execute(
            'SELECT number AS page_number, start, "end", confidence FROM page WHERE expression = ? ORDER BY start, number',
            (expression,),
        )
        return [Page(*row) for row in rows]

    def scanned_lines(self, expression: int) -> dict[int, list[tuple[str, Box]]]:
        """Return the lines of scanned pages with their boxes, by page number; pages without boxes are left out."""
        rows = self._conn.execute(
            'SELECT p.number AS page_number, p.start, p."end", s.boxes FROM scanned_page s'
            " JOIN page p ON p.expression = s.expression AND p.number = s.number"
            " WHERE s.expression = ?",
            (expression,),
        )
        found = {}
        for number, start, end, packed in rows:
            lines = [line for line in self.text(expression, start, end).split("\n") if line]
            boxes = map(Box._make, struct.iter_unpack(_BOX, packed))
            found[number] = list(
                zip(lines, boxes, strict=False)
            )  # values of form fields follow the lines
        return found

    def text(self, expression: int, start: int = 0, end: int | None = None) -> str:
        """Return the text of an expression from character ``start`` to ``end`` (exclusive)."""
        runs = self._revisions.runs(expression)
        if runs is None:
            return self.own_text(expression, start, end)
        last = sys.maxsize if end is None else end
        return "".join(
            self.own_text(
                run.home, max(run.start, start - run.shift), min(run.end, last - run.shift)
            )
            for run in runs
            if run.at < last and start < run.end + run.shift
        )

    def own_text(self, expression: int, start: int = 0, end: int | None = None) -> str:
        """Return characters of the text stored with an expression."""
        pieces = self._between(expression, start, sys.maxsize if end is None else end)
        if not pieces:
            return ""
        first = pieces[0][0]
        text = "".join(piece for _, piece in pieces)
        return text[max(start - first, 0) : None if end is None else end - first]

    def _between(self, expression: int, start: int, end: int) -> list[tuple[int, str]]:
        """Return (start, text) of the passages that overlap a range of an expression, in order."""
        return self._conn.execute(
            'SELECT start, text FROM passage WHERE expression = ? AND "end" > ? AND start < ? ORDER BY start',
            (expression, start, end),
        ).fetchall()

    def page_and_heading_at(self, expression: int, start: int) -> tuple[int | None, str]:
        """Return the page of a character, ``None`` without pages, and the nearest heading above it."""
        runs = self._revisions.runs(expression) or ()
        for run in runs:
            if run.at <= start < run.end + run.shift:
                expression, start = run.home, start - run.shift
                break
        row = self._conn.execute(
            "SELECT page, heading FROM passage WHERE expression = ? AND start <= ? ORDER BY start DESC LIMIT 1",
            (expression, start),
        ).fetchone()
        return row or (None, "")

    def mean_length(self) -> float:
        """Return the mean number of characters of an expression; 0 for an empty library."""
        return float(
            self._conn.one(
                'SELECT coalesce(avg((SELECT "end" FROM passage WHERE expression = e.id'
                " ORDER BY start DESC LIMIT 1)), 0) FROM expression e"
            )
        )

    def pieces(self, ids: Iterable[int]) -> dict[int, PieceRow]:
        """Return the passages with these ids, searchable or not, by id. The ids of an expression ascend with its text."""
        found: dict[int, PieceRow] = {}
        for batch in batches(list(ids), 500):
            rows = self._conn.execute(
                f"SELECT id, expression, eid, searchable, text FROM passage WHERE id IN ({marks(batch)})",
                batch,
            )
            for number, expression, eid, searchable, text in rows:
                found[number] = PieceRow(number, expression, eid, bool(searchable), text)
        return found

    def pieces_in(self, expression: int) -> Iterator[PieceRow]:
        """Yield all passages of an expression in the order of its text, searchable or not."""
        runs = self._revisions.runs(expression)
        if runs is None:
            yield from self.own_pieces(expression)
            return
        for run in runs:
            yield from self.own_pieces(run.home, run.start, run.end)

    def own_pieces(
        self, expression: int, start: int = 0, end: int = sys.maxsize
    ) -> Iterator[PieceRow]:
        """Yield the passages stored with an expression that begin in a range of its characters."""
        rows = self._conn.execute(
            "SELECT id, expression, eid, searchable, text FROM passage"
            " WHERE expression = ? AND start >= ? AND start < ? ORDER BY start, id",
            (expression, start, end),
        )
        for number, of, eid, searchable, text in rows:
            yield PieceRow(number, of, eid, bool(searchable), text)

    def passage_ranges(self) -> list[tuple[int, int, int]]:
        """Return (expression, first passage, last passage) of all expressions, in the order of passages.

        Raises ``LibraryDamaged`` if ranges overlap or exceed the last passage.
        """
        rows = self._conn.execute(
            "SELECT c.expression, c.first_passage, c.last_passage FROM change c"
            " JOIN expression e ON e.id = c.expression WHERE c.kind = 'add' ORDER BY 2, 3"
        ).fetchall()
        above = -1
        for _, first, last in rows:
            if first <= above < last or last > self.last_passage():
                self.raise_wrong_ranges()
            above = max(above, last)
        return rows

    def raise_wrong_ranges(self) -> NoReturn:
        """Raise ``LibraryDamaged``: the log of changes has other passages than are stored."""
        raise damaged(self._conn.path, "its log of changes tells of other passages than it has")

    def last_passage(self) -> int:
        """Return the highest number of a passage; -1 where there is none."""
        return int(self._conn.one("SELECT coalesce(max(id), -1) FROM passage"))

    def expressions_of_passages(self, passages: Iterable[int]) -> list[tuple[int, int]]:
        """Return (passage, expression) of these passages, in the order of their ids."""
        return self._conn.execute(
            "SELECT id, expression FROM passage WHERE id IN (SELECT value FROM json_each(?)) ORDER BY id",
            (json.dumps(list(passages)),),
        ).fetchall()

    def extents(self, passages: Iterable[int]) -> dict[int, Extent]:
        """Return the expression and the length of each of these passages."""
        rows = self._conn.execute(
            'SELECT id, expression, max("end" - start, 0) FROM passage WHERE id IN (SELECT value FROM json_each(?))',
            (json.dumps(list(passages)),),
        )
        return {passage: Extent(*extent) for passage, *extent in rows}

    def passages_at(self, places: Collection[tuple[str, str]]) -> dict[tuple[str, str], list[int]]:
        """Return the passages of each place (work, eid) in all expressions of the work; of the whole one without an eid.

        Places without a passage are left out.
        """
        found: defaultdict[tuple[str, str], list[int]] = defaultdict(list)
        if works := [work for work, eid in places if not eid]:
            rows = self._conn.execute(
                "SELECT e.work, p.id FROM json_each(?) w CROSS JOIN expression e ON e.work = w.value"
                " CROSS JOIN passage p ON p.expression = e.id",
                (json.dumps(works),),
            )
            for work, passage in rows:
                found[work, ""].append(passage)
        if provisions := [place for place in places if place[1]]:
            rows = self._conn.execute(
                "SELECT w.key AS place, p.id FROM json_each(?) w"
                " CROSS JOIN expression e ON e.work = json_extract(w.value, '$[0]')"
                " CROSS JOIN provision v ON v.expression = e.id AND v.eid = json_extract(w.value, '$[1]')"
                ' CROSS JOIN passage p ON p.expression = e.id AND p.start >= v.start AND p.start < v."end"',
                (json.dumps(provisions),),
            )
            for place, passage in rows:
                found[provisions[place]].append(passage)
        return found

    def count_passages(self, expressions: Sequence[int]) -> dict[int, int]:
        """Count the passages of each of these expressions."""
        if not expressions:
            return {}
        return dict(
            self._conn.execute(
                "SELECT expression, count(*) FROM passage WHERE expression IN (SELECT value FROM json_each(?))"
                " GROUP BY expression",
                (json.dumps(expressions),),
            )
        )

    def first_passages(
        self, expressions: Iterable[int], without: Iterable[int] = ()
    ) -> dict[int, int]:
        """Return the first searchable passage of each expression, ignoring those in ``without``."""
        wanted, without = list(expressions), set(without)
        rows = self._conn.execute(
            "SELECT e.value AS expression, (SELECT id FROM passage WHERE expression = e.value AND searchable"
            " AND id NOT IN (SELECT value FROM json_each(?2)) ORDER BY start LIMIT 1) FROM json_each(?1) e",
            (json.dumps(wanted), json.dumps(list(without))),
        )
        found = {expression: passage for expression, passage in rows if passage is not None}
        for expression in self._revisions.among(wanted):
            pieces = (piece for piece in self.pieces_in(expression) if piece.searchable)
            first = next((piece.id for piece in pieces if piece.id not in without), None)
            found |= {expression: first} if first is not None else {}
        return found


def _moved(provision: Provision, shift: int) -> Provision:
    if not shift:
        return provision
    return replace(provision, start=provision.start + shift, end=provision.end + shift)


def _within(stored: list[Provision], run: Run) -> Iterator[Provision]:
    """Yield the provisions of a run, among those stored with its home, in the order of the text."""
    first = bisect_left(stored, run.start, key=lambda provision: provision.start)
    for provision in stored[first:]:
        if provision.start >= run.end:
            return
        yield _moved(provision, run.shift)


def packed_boxes(boxes: Iterable[Box]) -> bytes:
    """Return boxes as stored: four unsigned 16-bit numbers each."""
    return b"".join(struct.pack(_BOX, *box) for box in boxes)
