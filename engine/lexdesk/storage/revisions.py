"""Versions of a law that share their unchanged parts.

A law kept in git has hundreds of versions of which each changes a few articles. Its first version, the ``base``, is
stored whole; each later one stores the text of its new parts only. A part belongs to the versions ``first`` to
``last`` (ids of expressions, which ascend with the days of a law), and its text to the expression ``home``, at
``start`` to ``end``. The parts of a version, in the order of their ``position``, are its text.
"""

import datetime
import itertools
import json
from collections import OrderedDict
from collections.abc import Sequence
from typing import NamedTuple

from lexdesk.document.model import Edit, Part, Revision
from lexdesk.storage.damage import make_damage_error
from lexdesk.storage.statements import Statements

OPEN = 2**40 - 1
"""The ``last`` version of a part that has not been changed since."""

# Distance between the positions of neighbours in a whole law; the largest codes have 30,000 parts.
_GAP = 2**20
_KEPT = 4  # compositions in memory


class OutOfOrder(ValueError):  # noqa: N818
    """A version of a law that does not follow the last stored one."""


class AlreadyHeld(ValueError):  # noqa: N818
    """A version of a law from an older state of its repository than the stored one."""


class Run(NamedTuple):
    """Characters of a version from ``at`` on, stored as ``start`` to ``end`` of the expression ``home``."""

    at: int
    home: int
    start: int
    end: int

    @property
    def shift(self) -> int:
        """Return the distance from stored characters to those of the version."""
        return self.at - self.start


class LastVersion(NamedTuple):
    """The last stored version of a law."""

    expression: int
    base: int
    commit: str
    valid_from: str
    language: str | None


class _PlacedPart(NamedTuple):
    """A part of the last version, with the key of its row."""

    position: int
    first: int
    part: Part
    home: int


class Revisions:
    """Statements on the versions of laws, and on the parts that they share."""

    def __init__(self, statements: Statements):
        self._statements = statements
        self._runs: OrderedDict[int, list[Run]] = OrderedDict()
        self._last: tuple[int, list[_PlacedPart]] = (0, [])  # expression, its parts

    def base_of(self, expression: int) -> int | None:
        """Return the first version of the law that ``expression`` is a version of, ``None`` for other texts."""
        if not self._are_any():
            return None
        row = self._statements.execute(
            "SELECT base FROM revision WHERE expression = ?", (expression,)
        ).fetchone()
        return row[0] if row else None

    def _are_any(self) -> bool:
        """Return whether the library holds versions of laws; asked once in snapshots of equal rows."""
        known = self._statements.known()
        if "revisions" not in known:
            known["revisions"] = self._statements.one("SELECT EXISTS (SELECT 1 FROM revision)")
        return bool(known["revisions"])

    def bases(self) -> dict[int, int]:
        """Map each version of a law to the first one."""
        return dict(self._statements.execute("SELECT expression, base FROM revision"))

    def are_in(self, container: str) -> bool:
        """Return True if a file on disk holds versions of laws."""
        return bool(
            self._statements.one(
                "SELECT EXISTS (SELECT 1 FROM file f JOIN revision r ON r.expression = f.expression"
                " WHERE f.container = ?)",
                (container,),
            )
        )

    def containers(self) -> list[str]:
        """Return the paths of files that hold other files and no text: archives, and repositories of laws."""
        return self._statements.column(
            "SELECT path FROM file WHERE container IS NULL AND expression IS NULL AND failure IS NULL ORDER BY path"
        )

    def last_of(self, law: str) -> tuple[int, str] | None:
        """Return the last version held of a law, and its commit."""
        row = self._statements.execute(
            'SELECT expression, "commit" FROM revision WHERE law = ? ORDER BY expression DESC LIMIT 1',
            (law,),
        ).fetchone()
        return row and (int(row[0]), str(row[1]))

    def has(self, revision: Revision, parser_version: int) -> bool:
        """Return True if the last version of a law in a repository is held, as extracted by ``parser_version``."""
        return bool(
            self._statements.one(
                "SELECT EXISTS (SELECT 1 FROM revision r JOIN file f ON f.expression = r.expression"
                ' WHERE r.law = ? AND r."commit" = ? AND f.reader = ?)',
                (revision.law, revision.head, parser_version),
            )
        )

    def among(self, expressions: Sequence[int]) -> list[int]:
        """Return those of ``expressions`` that are versions of laws in git."""
        return self._statements.column(
            "SELECT expression FROM revision WHERE expression IN (SELECT value FROM json_each(?))",
            (json.dumps(expressions),),
        )

    def held(self, parser_version: int) -> dict[str, LastVersion]:
        """Return the last version held of each law, as extracted by the parsers of version ``parser_version``."""
        rows = self._statements.execute(
            'SELECT r.law, r.expression, r.base, r."commit", e.valid_from, e.language FROM revision r'
            " JOIN expression e ON e.id = r.expression JOIN file f ON f.expression = e.id"
            " WHERE f.reader = ? ORDER BY r.expression",
            (parser_version,),
        )
        return {law: LastVersion(*row) for law, *row in rows}

    def files_of_law(self, law: str) -> list[str]:
        """Return the files of all versions of a law."""
        return self._statements.column(
            "SELECT f.path FROM revision r JOIN file f ON f.expression = r.expression WHERE r.law = ?",
            (law,),
        )

    def version_before(self, revision: Revision, day: datetime.date | None) -> int:
        """Return the last version held of a law, which ``revision`` of a later ``day`` follows on.

        Raises ``OutOfOrder`` if it does not, or does not fit its parts.
        """
        row = self._statements.execute(
            'SELECT r.expression, r.base, r."commit", e.valid_from FROM revision r'
            " JOIN expression e ON e.id = r.expression WHERE r.law = ? ORDER BY r.expression DESC LIMIT 1",
            (revision.law,),
        ).fetchone()
        if row is None or row[2] != revision.after or day is None or not row[3] < day.isoformat():
            raise OutOfOrder(revision.commit)
        count = len(self._parts_of_last(row[1], row[0]))
        if any(edit.at + edit.removed > count for edit in revision.edits):
            raise OutOfOrder(revision.commit)
        return int(row[0])

    def language_of(self, version: int) -> str | None:
        """Return the language of a version."""
        row = self._statements.execute(
            "SELECT language FROM expression WHERE id = ?", (version,)
        ).fetchone()
        return row[0] if row else None

    def put(
        self, expression: int, law: str, commit: str, before: int | None, edits: Sequence[Edit]
    ) -> None:
        """Record ``expression`` as the version of ``law`` that the ``edits`` make of the version ``before``.

        Inside ``transaction()``.
        """
        base = expression if before is None else self.base_of(before) or expression
        self._statements.execute(
            "INSERT INTO revision VALUES (?, ?, ?, ?)", (expression, base, law, commit)
        )
        parts = [] if before is None else self._parts_of_last(base, before)
        for edit in reversed(edits):
            self._apply(edit, parts, base, expression, before or 0)
        self._last = (expression, parts)

    def _apply(
        self, edit: Edit, parts: list[_PlacedPart], base: int, expression: int, before: int
    ) -> None:
        end = edit.at + edit.removed
        if not self._has_room(edit, parts):
            self._renumber_positions(parts, base, expression, before)
        self._close(parts[edit.at : end], base, before)
        positions = _positions(edit, parts)
        new = [
            _PlacedPart(position, expression, part, expression)
            for position, part in zip(positions, edit.inserted, strict=True)
        ]
        self._insert(new, base)
        parts[edit.at : end] = new

    @staticmethod
    def _has_room(edit: Edit, parts: Sequence[_PlacedPart]) -> bool:
        positions = _positions(edit, parts)
        above = parts[edit.at - 1].position if edit.at else -1
        return all(a < b for a, b in zip([above, *positions], positions, strict=False))

    def _renumber_positions(
        self, parts: list[_PlacedPart], base: int, expression: int, before: int
    ) -> None:
        """Give all parts new positions with room between them."""
        self._close(parts, base, before)
        parts[:] = [
            placed._replace(position=number * _GAP, first=expression)
            for number, placed in enumerate(parts, 1)
        ]
        self._insert(parts, base)

    def _close(self, parts: Sequence[_PlacedPart], base: int, before: int) -> None:
        """End parts with the version ``before``; those that began after it leave no trace."""
        key = "base = ? AND position = ? AND first = ?"
        self._statements.executemany(
            f"UPDATE part SET last = ? WHERE {key}",
            ((before, base, placed.position, placed.first) for placed in parts),
        )
        self._statements.executemany(
            f"DELETE FROM part WHERE {key} AND last < first",
            ((base, placed.position, placed.first) for placed in parts),
        )

    def _insert(self, parts: Sequence[_PlacedPart], base: int) -> None:
        self._statements.executemany(
            "INSERT INTO part VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
            (
                (base, placed.position, placed.first, OPEN, placed.home, placed.part.start, placed.part.end, placed.part.eid)
                for placed in parts
            ),
        )  # fmt: skip

    def _parts_of_last(self, base: int, expression: int) -> list[_PlacedPart]:
        """Return the parts of the last version of a law, in order."""
        if self._last[0] == expression:
            return self._last[1]
        rows = self._statements.execute(
            'SELECT position, first, home, start, "end", eid FROM part'
            " WHERE base = ? AND last = ? ORDER BY position",
            (base, OPEN),
        )
        return [_PlacedPart(p, f, Part(eid, s, e), home) for p, f, home, s, e, eid in rows]

    def runs(self, expression: int) -> list[Run] | None:
        """Return the runs that a version of a law consists of, in order; ``None`` for any other text."""
        if expression in self._runs:
            self._runs.move_to_end(expression)
            return self._runs[expression]
        base = self.base_of(expression)
        if base is None:
            return None
        runs: list[Run] = []
        at = 0
        for home, start, end in self._statements.execute(
            'SELECT home, start, "end" FROM part WHERE base = ?1 AND first <= ?2 AND last >= ?2 ORDER BY position',
            (base, expression),
        ):
            if not 0 <= start < end:
                raise make_damage_error(
                    self._statements.path, f"a part of version {expression} is empty"
                )
            if runs and (runs[-1].home, runs[-1].end) == (home, start):
                runs[-1] = runs[-1]._replace(end=end)
            else:
                runs.append(Run(at, home, start, end))
            at += end - start
        self._require_disjoint(runs, expression)
        self._runs[expression] = runs
        if len(self._runs) > _KEPT:
            self._runs.popitem(last=False)
        return runs

    def _require_disjoint(self, runs: Sequence[Run], expression: int) -> None:
        """Raise ``LibraryDamaged`` if two runs share characters: many such runs would repeat a long text."""
        ordered = sorted((run.home, run.start, run.end) for run in runs)
        for (home, _, end), (next_home, start, _) in itertools.pairwise(ordered):
            if home == next_home and start < end:
                raise make_damage_error(
                    self._statements.path, f"parts of version {expression} overlap"
                )

    def home_of(self, expression: int, eid: str) -> Run | None:
        """Return the part of a version that holds the provision ``eid``, with ``at`` unknown (0)."""
        if not self._are_any():
            return None
        row = self._statements.execute(
            'SELECT p.home, p.start, p."end" FROM revision r JOIN part p INDEXED BY part_eid'
            " ON p.base = r.base AND p.eid IN (?2, ?3) AND p.first <= ?1 AND p.last >= ?1 WHERE r.expression = ?1",
            (expression, eid, eid.partition("__")[0]),
        ).fetchone()
        return Run(0, *row) if row else None

    def changed_between(self, one: int, other: int) -> list[str] | None:
        """Return the eids of the articles changed between two versions of one law; ``None`` for other texts."""
        base = self.base_of(one)
        if base is None or base != self.base_of(other):
            return None
        return self._statements.column(
            "SELECT DISTINCT eid FROM part WHERE base = ?1 AND (eid GLOB 'art_*' OR eid GLOB 'para_*')"
            " AND ((first > ?2 AND first <= ?3) OR (last >= ?2 AND last < ?3)) ORDER BY position",
            (base, min(one, other), max(one, other)),
        )

    def article_spans(self, expression: int) -> list[tuple[str, int, int]]:
        """Return (eid, first version, last version) of each article in the versions of a law, in no order."""
        return self._statements.execute(
            "SELECT eid, first, last FROM part WHERE base = ? AND (eid GLOB 'art_*' OR eid GLOB 'para_*')",
            (self.base_of(expression),),
        ).fetchall()

    def position_in_version(self, expression: int, home: int, start: int) -> int | None:
        """Return the position of a stored character in a version; ``None`` if it is not in it."""
        for run in self.runs(expression) or ():
            if run.home == home and run.start <= start < run.end:
                return start + run.shift
        return None

    def versions_with(self, home: int, start: int) -> list[int]:
        """Return the versions of a law whose text has a stored character."""
        return self._statements.column(
            "SELECT r.expression FROM part p JOIN revision r ON r.base = p.base AND r.expression >= p.first"
            ' AND r.expression <= p.last WHERE p.home = ?1 AND p.start <= ?2 AND p."end" > ?2',
            (home, start),
        )

    def shared_passages(self, expression: int) -> list[int]:
        """Return the passages of a version whose text is stored with earlier versions."""
        runs = self.runs(expression) or ()
        shared = [(run.home, run.start, run.end) for run in runs if run.home != expression]
        return self._statements.column(
            "SELECT g.id FROM json_each(?) CROSS JOIN passage g WHERE g.expression = value ->> 0"
            " AND g.start >= value ->> 1 AND g.start < value ->> 2",
            (json.dumps(shared),),
        )


def _positions(edit: Edit, parts: Sequence[_PlacedPart]) -> list[int]:
    """Return positions for the inserted parts: those of the removed ones, then even ones up to the next part."""
    end = edit.at + edit.removed
    reused = [placed.position for placed in parts[edit.at : end]][: len(edit.inserted)]
    lacking = len(edit.inserted) - len(reused)
    before = reused[-1] if reused else (parts[edit.at - 1].position if edit.at else 0)
    following = parts[end].position if end < len(parts) else before + _GAP * (lacking + 1)
    step = (following - before) // (lacking + 1)
    return [*reused, *(before + step * number for number in range(1, lacking + 1))]
