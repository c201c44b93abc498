"""The texts of a library, their provisions and pages.

A version of a law that shares parts with others is composed of them (``lexdesk.storage.revisions``). Its
characters are counted in its whole text, save in references, which are counted as they are stored.
"""

import json
import struct
import sys
from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from lexdesk.document.model import SIGNATURE_BYTES, Box, Page, Provision
from lexdesk.storage.damage import make_damage_error, require_short
from lexdesk.storage.revisions import Revisions, Run
from lexdesk.storage.statements import Statements

_PROVISION = 'eid, kind, number, heading, label, parent, start, "end"'
"""The columns of a ``Provision``."""

_DEEPEST = 500
"""Levels of provisions; law has a dozen, and the XML parser allows fewer than this."""

_BOX = "<4H"  # the numbers of a Box


class Texts:
    """Statements on texts, whole or by provision."""

    def __init__(self, statements: Statements, revisions: Revisions):
        self._statements, self._revisions = statements, revisions

    def provisions(self, expression: int) -> list[Provision]:
        """Return the provisions of an expression in the order of its text, parents before children."""
        runs = self._revisions.runs(expression)
        if runs is None:
            return self.stored_provisions(expression)
        own = {home: self.stored_provisions(home) for home in {run.home for run in runs}}
        return [moved for run in runs for moved in _within(own[run.home], run)]

    def stored_provisions(self, expression: int) -> list[Provision]:
        """Return the provisions stored with an expression; a version of a law stores those of its new parts."""
        rows = self._statements.execute(
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
        rows = self._statements.execute(
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
                raise make_damage_error(
                    self._statements.path, f"its provision {eid:.40} lies in {parent!s:.40}"
                )
            depths[eid] = depth + 1

    def provisions_in(self, expression: int, parent: str) -> list[Provision]:
        """Return the children of the provision ``parent``, in the order of the text."""
        home, shift = self._home(expression, parent)
        rows = self._statements.execute(
            f"SELECT {_PROVISION} FROM provision WHERE expression = ? AND parent = ? ORDER BY position",
            (home, parent),
        )
        return [_shift(Provision(*row), shift) for row in rows]

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
        rows = self._statements.execute(
            f"SELECT n.key AS nth, {_PROVISION} FROM (SELECT key, value AS place FROM json_each(?)) n"
            " CROSS JOIN provision p WHERE p.expression = place ->> 0 AND p.eid > place ->> 1"
            ' AND p.eid < place ->> 2 AND p.start >= place ->> 3 AND p."end" <= place ->> 4'
            " ORDER BY nth, position",
            (json.dumps(asked),),
        )
        found: list[list[Provision]] = [[] for _ in places]
        for nth, *row in rows:
            found[nth].append(_shift(Provision(*row), homes[nth][1]))
        return found

    def _home(self, expression: int, eid: str) -> tuple[int, int]:
        """Return the expression that stores the provision ``eid`` of a text, and the shift of its characters."""
        part = self._revisions.home_of(expression, eid)
        if part is None:
            return expression, 0
        at = self._revisions.position_in_version(expression, part.home, part.start) or 0
        return part.home, at - part.start

    def sections(self, expression: int) -> list[Provision]:
        """Return the sections and articles of an expression in the order of its text, without their parts."""
        if self._revisions.runs(expression) is not None:
            return [p for p in self.provisions(expression) if p.kind in ("section", "article")]
        rows = self._statements.execute(
            f"SELECT {_PROVISION} FROM provision WHERE expression = ? AND kind IN ('section', 'article')"
            " ORDER BY position",
            (expression,),
        )
        return [Provision(*row) for row in rows]

    def last_articles(self, expression: int, most: int) -> list[Provision]:
        """Return at most ``most`` of the last articles of an expression, last one first."""
        if self._revisions.runs(expression) is not None:
            articles = [p for p in self.provisions(expression) if p.kind == "article"]
            return articles[: -most - 1 : -1]
        rows = self._statements.execute(
            f"SELECT {_PROVISION} FROM provision WHERE expression = ? AND kind = 'article'"
            " ORDER BY position DESC LIMIT ?",
            (expression, most),
        )
        return [Provision(*row) for row in rows]

    def provision(self, expression: int, eid: str) -> Provision | None:
        """Return one provision of an expression."""
        stored = self._find_stored(expression, eid)
        if stored is None:
            return None
        part, provision = stored
        if part is None:
            return provision
        at = self._revisions.position_in_version(expression, part.home, provision.start)
        return None if at is None else _shift(provision, at - provision.start)

    def provision_text(self, expression: int, eid: str) -> str | None:
        """Return the text of one provision; for one of many versions of a law without composing them."""
        stored = self._find_stored(expression, eid)
        if stored is None:
            return None
        part, provision = stored
        return self.stored_text(part.home if part else expression, provision.start, provision.end)

    def _find_stored(self, expression: int, eid: str) -> tuple[Run | None, Provision] | None:
        """Return a provision as stored, and the part around it in a version of a law."""
        part = self._revisions.home_of(expression, eid)
        if part is None and self._revisions.base_of(expression) is not None:
            return None
        row = self._statements.execute(
            f"SELECT {_PROVISION} FROM provision WHERE expression = ? AND eid = ?",
            (part.home if part else expression, eid),
        ).fetchone()
        return (part, Provision(*row)) if row else None

    def headings(self) -> list[tuple[str, int]]:
        """Return (heading, number of provisions with it) over all expressions."""
        return self._statements.execute(
            "SELECT heading, count(*) FROM provision WHERE heading <> '' GROUP BY heading"
        ).fetchall()

    def pages(self, expression: int) -> list[Page]:
        """Return the pages of an expression."""
        rows = self._statements.execute(
            'SELECT number AS page_number, start, "end", confidence FROM page WHERE expression = ? ORDER BY start, number',
            (expression,),
        )
        return [Page(*row) for row in rows]

    def scanned_lines(self, expression: int) -> dict[int, list[tuple[str, Box]]]:
        """Return the lines of scanned pages with their boxes, by page number; pages without boxes are left out."""
        rows = self._statements.execute(
            'SELECT p.number AS page_number, p.start, p."end", s.boxes FROM scanned_page s'
            " JOIN page p ON p.expression = s.expression AND p.number = s.number"
            " WHERE s.expression = ?",
            (expression,),
        )
        found = {}
        for number, start, end, packed in rows:
            lines = [line for line in self.text(expression, start, end).split("\n") if line]
            boxes = map(Box._make, struct.iter_unpack(_BOX, packed))
            # Values of form fields follow the lines.
            found[number] = list(zip(lines, boxes, strict=False))
        return found

    def text(self, expression: int, start: int = 0, end: int | None = None) -> str:
        """Return the text of an expression from character ``start`` to ``end`` (exclusive)."""
        runs = self._revisions.runs(expression)
        if runs is None:
            return self.stored_text(expression, start, end)
        last = sys.maxsize if end is None else end
        return "".join(
            self.stored_text(
                run.home, max(run.start, start - run.shift), min(run.end, last - run.shift)
            )
            for run in runs
            if run.at < last and start < run.end + run.shift
        )

    def stored_text(self, expression: int, start: int = 0, end: int | None = None) -> str:
        """Return characters of the text stored with an expression."""
        pieces = self._passages_between(expression, start, sys.maxsize if end is None else end)
        if not pieces:
            return ""
        first = pieces[0][0]
        text = "".join(piece for _, piece in pieces)
        return text[max(start - first, 0) : None if end is None else end - first]

    def _passages_between(self, expression: int, start: int, end: int) -> list[tuple[int, str]]:
        """Return (start, text) of the passages that overlap a range of an expression, in order.

        Passages tile the text, so none before the one at ``start`` is read.
        """
        found: list[tuple[int, str]] = []
        rows = self._statements.execute(
            'SELECT start, text FROM passage WHERE expression = ?1 AND "end" > ?2 AND start < ?3'
            " AND start >= coalesce((SELECT max(start) FROM passage WHERE expression = ?1 AND start <= ?2), 0)"
            " ORDER BY start",
            (expression, start, end),
        )
        for at, text in rows:
            require_short(self._statements.path, text)
            found.append((at, text))
        return found

    def page_and_heading_at(self, expression: int, start: int) -> tuple[int | None, str]:
        """Return the page of a character, ``None`` without pages, and the nearest heading above it."""
        runs = self._revisions.runs(expression) or ()
        for run in runs:
            if run.at <= start < run.end + run.shift:
                expression, start = run.home, start - run.shift
                break
        row = self._statements.execute(
            "SELECT page, heading FROM passage WHERE expression = ? AND start <= ? ORDER BY start DESC LIMIT 1",
            (expression, start),
        ).fetchone()
        return row or (None, "")

    def mean_length(self) -> float:
        """Return the mean number of characters of an expression; 0 for an empty library."""
        return float(
            self._statements.one(
                'SELECT coalesce(avg((SELECT "end" FROM passage WHERE expression = e.id'
                " ORDER BY start DESC LIMIT 1)), 0) FROM expression e"
            )
        )

    def put_signature(self, expression: int, values: bytes) -> None:
        """Store the MinHash signature of an expression; inside ``transaction()``."""
        self._statements.execute(
            "INSERT OR REPLACE INTO signature VALUES (?, ?)", (expression, values)
        )

    def signatures(self, ids: Iterable[int] | None = None) -> dict[int, bytes]:
        """Return the signatures of these expressions, or of all, by id in ascending order."""
        where = "" if ids is None else "WHERE expression IN (SELECT value FROM json_each(?))"
        rows = self._statements.execute(
            f'SELECT expression, "values" FROM signature {where} ORDER BY expression',
            () if ids is None else (json.dumps(list(ids)),),
        )
        found: dict[int, bytes] = dict(rows.fetchall())
        if any(len(signature) != SIGNATURE_BYTES for signature in found.values()):
            raise make_damage_error(
                self._statements.path, f"a signature has not {SIGNATURE_BYTES} bytes"
            )
        return found


def _shift(provision: Provision, shift: int) -> Provision:
    if not shift:
        return provision
    return replace(provision, start=provision.start + shift, end=provision.end + shift)


def _within(stored: list[Provision], run: Run) -> Iterator[Provision]:
    """Yield the provisions of a run, among those stored with its home, in the order of the text."""
    first = bisect_left(stored, run.start, key=lambda provision: provision.start)
    for provision in stored[first:]:
        if provision.start >= run.end:
            return
        yield _shift(provision, run.shift)


def pack_boxes(boxes: Iterable[Box]) -> bytes:
    """Return boxes as stored: four unsigned 16-bit numbers each."""
    return b"".join(struct.pack(_BOX, *box) for box in boxes)
