"""The passages of a library: pieces of texts, numbered in the order of their addition.

Their characters are counted in the text as it is stored, also in a version of a law that shares parts with others
(``lexdesk.storage.revisions``).
"""

import json
import sys
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import NoReturn

from lexdesk.citations.work_lookup import short_names
from lexdesk.storage.damage import make_damage_error, require_short
from lexdesk.storage.revisions import Revisions
from lexdesk.storage.schema import EXPRESSION_COLUMNS, ExpressionRow, Extent, PassageRow, PieceRow
from lexdesk.storage.statements import Statements, cut_batches, write_placeholders

_MOST_EXPRESSIONS = 10_000
"""Rows of expressions in memory, some 5 MB."""

_MOST_PLACES, _MOST_OF_PLACE = 20_000, 100
"""Places whose passages are in memory, and passages of one of them."""


class PassageRows:
    """Statements on passages."""

    def __init__(self, statements: Statements, revisions: Revisions):
        self._statements, self._revisions = statements, revisions

    def index_entries(self, expression: int) -> Iterator[tuple[int, str, str, str | None, str]]:
        """Yield (passage, names of the work, label with heading and text, language, kind) of the searchable passages."""
        rows = self._statements.execute(
            "SELECT p.id, e.title, e.short_title, e.work,"
            " p.label || char(10) || p.heading || char(10) || p.text, e.language, e.kind"
            " FROM passage p JOIN expression e ON e.id = p.expression"
            " WHERE p.expression = ? AND p.searchable ORDER BY p.start",
            (expression,),
        )
        for passage, title, short_title, work, text, language, kind in rows:
            names = " ".join((title, short_title, work, *short_names(work)))
            yield passage, names, text, language, kind

    def searchable(self) -> set[int]:
        """Return the ids of all searchable passages."""
        # From indexes alone, which hold no texts.
        every = self._statements.ids("SELECT id FROM passage")
        return every - self._statements.ids("SELECT id FROM passage WHERE NOT searchable")

    def count_searchable(self) -> int:
        """Count the searchable passages."""
        counted = self._statements.one(
            "SELECT (SELECT count(*) FROM passage) - (SELECT count(*) FROM passage WHERE NOT searchable)"
        )
        return int(counted)

    def by_id(self, ids: Iterable[int]) -> dict[int, PassageRow]:
        """Return the passages with these ids, by id; unknown ids are left out."""
        found: dict[int, PassageRow] = {}
        for batch in cut_batches(list(ids), 500):
            rows = self._statements.execute(
                "SELECT id, start, eid, heading, label, page, text, expression FROM passage"
                f" WHERE id IN ({write_placeholders(batch)})",
                batch,
            ).fetchall()
            expressions = self._expressions({row[7] for row in rows})
            for passage, start, eid, heading, label, page, text, expression in rows:
                require_short(self._statements.path, text)
                if stored := expressions.get(expression):
                    found[passage] = PassageRow(
                        passage, start, eid, heading, label, page, text, stored
                    )
        return found

    def _expressions(self, ids: set[int]) -> Mapping[int, ExpressionRow]:
        """Return the expressions with these ids, and others read in snapshots of equal rows."""
        known: dict[int, ExpressionRow] = self._statements.known().setdefault("expressions", {})
        if len(known) > _MOST_EXPRESSIONS:
            known.clear()
        for batch in cut_batches([*ids.difference(known)], 500):
            rows = self._statements.execute(
                f"SELECT {EXPRESSION_COLUMNS} FROM expression e LEFT JOIN file f ON f.expression = e.id"
                f" WHERE e.id IN ({write_placeholders(batch)})",
                batch,
            )
            known.update((row[0], ExpressionRow(*row)) for row in rows)
        return known

    def works_of(self, ids: Iterable[int]) -> dict[int, str]:
        """Return the work of each of these passages."""
        found: dict[int, str] = {}
        for batch in cut_batches(list(ids), 500):
            found.update(
                self._statements.execute(
                    "SELECT p.id, e.work FROM passage p JOIN expression e ON e.id = p.expression"
                    f" WHERE p.id IN ({write_placeholders(batch)})",
                    batch,
                )
            )
        return found

    def count_in(self, language: str | None) -> int:
        """Return the number of searchable passages of texts in ``language`` or of unknown language; ``None`` for all."""
        return int(
            self._statements.one(
                "SELECT count(*) FROM passage p JOIN expression e ON e.id = p.expression"
                " WHERE p.searchable AND (?1 IS NULL OR e.language IS NULL OR e.language = ?1)",
                (language,),
            )
        )

    def languages_of(self, ids: Sequence[int]) -> list[str]:
        """Return the known languages of these passages."""
        return self._statements.column(
            "SELECT e.language FROM passage p JOIN expression e ON e.id = p.expression"
            f" WHERE p.id IN ({write_placeholders(ids)}) AND e.language IS NOT NULL",
            ids,
        )

    def pieces(self, ids: Iterable[int]) -> dict[int, PieceRow]:
        """Return the passages with these ids, searchable or not, by id. The ids of an expression ascend with its text."""
        found: dict[int, PieceRow] = {}
        for batch in cut_batches(list(ids), 500):
            rows = self._statements.execute(
                f"SELECT id, expression, eid, searchable, text FROM passage WHERE id IN ({write_placeholders(batch)})",
                batch,
            )
            for number, expression, eid, searchable, text in rows:
                require_short(self._statements.path, text)
                found[number] = PieceRow(number, expression, eid, bool(searchable), text)
        return found

    def pieces_in(self, expression: int) -> Iterator[PieceRow]:
        """Yield all passages of an expression in the order of its text, searchable or not."""
        runs = self._revisions.runs(expression)
        if runs is None:
            yield from self.stored_pieces(expression)
            return
        for run in runs:
            yield from self.stored_pieces(run.home, run.start, run.end)

    def stored_pieces(
        self, expression: int, start: int = 0, end: int = sys.maxsize
    ) -> Iterator[PieceRow]:
        """Yield the passages stored with an expression that begin in a range of its characters."""
        rows = self._statements.execute(
            "SELECT id, expression, eid, searchable, text FROM passage"
            " WHERE expression = ? AND start >= ? AND start < ? ORDER BY start, id",
            (expression, start, end),
        )
        for number, of, eid, searchable, text in rows:
            require_short(self._statements.path, text)
            yield PieceRow(number, of, eid, bool(searchable), text)

    def ranges(self) -> list[tuple[int, int, int]]:
        """Return (expression, first passage, last passage) of all expressions, in the order of passages.

        Raises ``LibraryDamaged`` if ranges overlap or exceed the last passage.
        """
        rows = self._statements.execute(
            "SELECT c.expression, c.first_passage, c.last_passage FROM change c"
            " JOIN expression e ON e.id = c.expression WHERE c.kind = 'add' ORDER BY 2, 3"
        ).fetchall()
        above, most = -1, self.last()
        for _, first, last in rows:
            if first <= min(above, last) or last > most:
                self.raise_wrong_ranges()
            above = max(above, last)
        return rows

    def raise_wrong_ranges(self) -> NoReturn:
        """Raise ``LibraryDamaged``: the log of changes has other passages than are stored."""
        raise make_damage_error(
            self._statements.path, "its log of changes tells of other passages than it has"
        )

    def last(self) -> int:
        """Return the highest number of a passage; -1 where there is none."""
        return int(self._statements.one("SELECT coalesce(max(id), -1) FROM passage"))

    def expressions_of(self, passages: Iterable[int]) -> list[tuple[int, int]]:
        """Return (passage, expression) of these passages, in the order of their ids."""
        return self._statements.execute(
            "SELECT id, expression FROM passage WHERE id IN (SELECT value FROM json_each(?)) ORDER BY id",
            (json.dumps(list(passages)),),
        ).fetchall()

    def expressions_with(self, passages: Iterable[int]) -> set[int]:
        """Return the expressions of these passages."""
        rows = self._statements.execute(
            "SELECT DISTINCT expression FROM passage WHERE id IN (SELECT value FROM json_each(?))",
            (json.dumps(list(passages)),),
        )
        return {expression for (expression,) in rows}

    def extents(self, passages: Iterable[int]) -> dict[int, Extent]:
        """Return the expression and the length of each of these passages."""
        rows = self._statements.execute(
            'SELECT id, expression, max("end" - start, 0) FROM passage WHERE id IN (SELECT value FROM json_each(?))',
            (json.dumps(list(passages)),),
        )
        return {passage: Extent(*extent) for passage, *extent in rows}

    def at(self, places: Collection[tuple[str, str]]) -> dict[tuple[str, str], list[int]]:
        """Return the passages of each place (work, eid) in all expressions of the work; of the whole one without an eid.

        Places without a passage are left out.
        """
        known: dict[tuple[str, str], list[int]] = self._statements.known().setdefault("places", {})
        found = {place: known[place] for place in places if place in known}
        if new := [place for place in places if place not in known]:
            if len(known) + len(new) > _MOST_PLACES:
                known.clear()
            read = self._read_places(new)
            found |= read
            known.update(
                (place, passages)
                for place in new
                if len(passages := read.get(place, [])) <= _MOST_OF_PLACE
            )
        return {place: [*passages] for place, passages in found.items() if passages}

    def _read_places(self, places: Collection[tuple[str, str]]) -> dict[tuple[str, str], list[int]]:
        """Return the passages of ``places``, as ``at``."""
        found: defaultdict[tuple[str, str], list[int]] = defaultdict(list)
        if works := [work for work, eid in places if not eid]:
            rows = self._statements.execute(
                "SELECT e.work, p.id FROM json_each(?) w CROSS JOIN expression e ON e.work = w.value"
                " CROSS JOIN passage p ON p.expression = e.id",
                (json.dumps(works),),
            )
            for work, passage in rows:
                found[work, ""].append(passage)
        if provisions := [place for place in places if place[1]]:
            rows = self._statements.execute(
                "SELECT w.key AS nth, p.id FROM json_each(?) w"
                " CROSS JOIN expression e ON e.work = json_extract(w.value, '$[0]')"
                " CROSS JOIN provision v ON v.expression = e.id AND v.eid = json_extract(w.value, '$[1]')"
                ' CROSS JOIN passage p ON p.expression = e.id AND p.start >= v.start AND p.start < v."end"',
                (json.dumps(provisions),),
            )
            for nth, passage in rows:
                found[provisions[nth]].append(passage)
        return found

    def count(self, expressions: Sequence[int]) -> dict[int, int]:
        """Count the passages of each of these expressions."""
        if not expressions:
            return {}
        return dict(
            # Not ``count(*)``, for which a thread watches the statement.
            self._statements.execute(
                "SELECT expression, count(id) FROM passage WHERE expression IN (SELECT value FROM json_each(?))"
                " GROUP BY expression",
                (json.dumps(expressions),),
            )
        )

    def first(self, expressions: Iterable[int], without: Iterable[int] = ()) -> dict[int, int]:
        """Return the first searchable passage of each expression, ignoring those in ``without``."""
        wanted, without = list(expressions), set(without)
        rows = self._statements.execute(
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
