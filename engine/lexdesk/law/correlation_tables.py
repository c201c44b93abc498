"""Correlation tables of Union acts: the annex of a recast that maps articles of the repealed act to its own.

"Directive 2005/60/EC | This Directive", then "Article 14 | Article 25". A row is read only if both places are citations;
what stands in no table of the library is not said to correspond.
"""

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

from lexdesk.document.eid import is_within
from lexdesk.errors import Message, NoteCode, both
from lexdesk.law.citation_labels import label_citation
from lexdesk.law.findings import RULES, Finding, last_stored
from lexdesk.storage import Store, until_changed
from lexdesk.storage.schema import ExpressionRow
from lexdesk.system.json_values import parse
from lexdesk.text.lazy_pattern import lazy_pattern

_TITLE = lazy_pattern(
    r"correlation\s+table|table\s+of\s+correspondence|Entsprechungstabelle|tableau\s+de\s+correspondance",
    re.IGNORECASE,
)
_OWN = lazy_pattern(
    r"(?:this|present|(?:die|vorliegende)se?|(?:la\s+|le\s+)?présente?)\s+"
    r"(?:regulation|directive|decision|verordnung|richtlinie|règlement|décision)",
    re.IGNORECASE,
)
_HEAD = 300  # characters of an annex with its title
_LONGEST = 200_000  # characters
_MOST = 2_000  # rows
_MOST_COLUMNS = 20  # of a table; each of a former act is combined with each of a later one
_LISTED = 3  # places of the other act that a sentence names


class Correspondence(NamedTuple):
    """A place of a former act and the places of a later one in the same row; both as printed, and by eid."""

    former_work: str
    former_act: str
    former: str
    former_eids: tuple[str, ...]
    later_work: str
    later_act: str
    later: str
    later_eids: tuple[str, ...]


class CorrelationTable(NamedTuple):
    """The rows of the correlation table in an ``annex``; without one, both are empty."""

    annex: str
    rows: tuple[Correspondence, ...]


class _Column(NamedTuple):
    work: str
    act: str


_NONE = CorrelationTable("", ())


def _is_of_union(expression: ExpressionRow) -> bool:
    return expression.work.startswith("3") and expression.language in ("en", "de", "fr")


def _find_table(store: Store, expression: ExpressionRow) -> CorrelationTable:
    for annex in reversed(store.texts.provisions(expression.id)):
        if annex.parent or not (annex.eid.startswith("anx_") or _TITLE.search(annex.heading)):
            continue
        head = store.texts.text(expression.id, annex.start, min(annex.end, annex.start + _HEAD))
        if _TITLE.search(annex.heading) or _TITLE.search(head):
            text = store.texts.text(expression.id, annex.start, annex.end)[:_LONGEST]
            rows = read_rows(text, expression.work, expression.language or "")
            if rows:
                return CorrelationTable(annex.label or annex.heading, tuple(rows))
    return _NONE


TABLE = Finding("correlation table", CorrelationTable, _is_of_union, _find_table)
"""The correlation table of an act, as stored at indexing."""


def read_rows(text: str, work: str, language: str) -> list[Correspondence]:
    """Return the first rows of the tables in ``text``, an annex of ``work``, with former acts in their other columns."""
    found: list[Correspondence] = []
    columns: list[_Column] = []
    for line in text.split("\n"):
        if "|" not in line or line.count("|") > _MOST_COLUMNS:
            continue
        cells = [cell.strip(" *") for cell in line.strip().removeprefix("|").split("|")]
        if header := _columns(cells, work, language):
            columns = header
        elif columns:
            found += _correspondences(cells, columns, work, language)
        if len(found) >= _MOST:
            break
    return found[:_MOST]


def _columns(cells: Sequence[str], work: str, language: str) -> list[_Column]:
    """Return the acts of a header with ``work`` and another act; else nothing."""
    columns = [_Column(_act(cell, work, language), cell) for cell in cells]
    works = {column.work for column in columns}
    return columns if work in works and works - {work, ""} else []


def _act(cell: str, work: str, language: str) -> str:
    if _OWN.fullmatch(cell):
        return work
    cited = _parse_cell(cell, "", language)
    return cited[0][0] if len(cited) == 1 and not cited[0][1] else ""


@lru_cache(20_000)
def _parse_cell(cell: str, work: str, language: str) -> tuple[tuple[str, tuple[str, ...]], ...]:
    """Return the works and eids of the citations in a cell that begins with one."""
    from lexdesk.citations import Context, find  # loads many patterns

    found = find(cell, language, Context(work=work)) if len(cell) < _HEAD else []
    return tuple((c.work, c.eids) for c in found) if found and found[0].start == 0 else ()


def _places(cell: str, work: str, language: str) -> tuple[str, ...]:
    eids = (eids for cited, eids in _parse_cell(cell, work, language) if cited == work)
    return tuple(eid for of in eids for eid in of if eid.startswith("art_"))


def _correspondences(
    cells: Sequence[str], columns: Sequence[_Column], work: str, language: str
) -> Iterator[Correspondence]:
    places = [
        (column, cell, _places(cell, column.work, language))
        for column, cell in zip(columns, cells, strict=False)
        if column.work and cell
    ]
    for former, old, old_eids in places:
        if former.work[1:5] < work[1:5] and old_eids:
            for later, new, new_eids in places:
                if later.work[1:5] >= work[1:5] and new_eids:
                    yield Correspondence(
                        former.work, former.act, old, old_eids, later.work, later.act, new, new_eids
                    )


class HeldRow(NamedTuple):
    """A row of a table in the library: the ``expression`` with the table, its annex, and the row."""

    expression: int
    annex: str
    row: Correspondence


def _rows_by_act(store: Store) -> dict[str, list[HeldRow]]:
    # An addition stores findings after its last change of documents.
    return _rows_by_act_until(store, last_stored(store))


@until_changed
def _rows_by_act_until(store: Store, last: int) -> dict[str, list[HeldRow]]:
    """Return the rows of the tables in expressions up to ``last`` by each of their two acts; of several texts, the first."""
    by_work: dict[str, list[HeldRow]] = defaultdict(list)
    first: dict[tuple[str, str], int] = {}
    for expression, value in store.findings.named(TABLE.name, RULES):
        if expression > last:
            break
        try:
            table: CorrelationTable = parse(value, CorrelationTable)
        except ValueError:  # damaged
            continue
        for row in table.rows:
            if first.setdefault((row.former_work, row.later_work), expression) == expression:
                for work in (row.former_work, row.later_work):
                    by_work[work].append(HeldRow(expression, table.annex, row))
    return dict(by_work)


def find_correspondences(store: Store, work: str, eid: str) -> list[HeldRow]:
    """Return the rows on ``eid`` of ``work``, its parts, or what it is part of."""
    return [
        held
        for held in _rows_by_act(store).get(work, ())
        if any(
            is_within(eid, place) or is_within(place, eid)
            for place in (
                held.row.former_eids if held.row.former_work == work else held.row.later_eids
            )
        )
    ]


def find_correspondence_notice(store: Store, work: str, eid: str | None) -> Message | None:
    """Return the places that correspond to ``eid`` in a former or later act, by the tables in the library."""
    by_pair: dict[tuple[str, str], list[HeldRow]] = defaultdict(list)
    for held in find_correspondences(store, work, eid) if eid else ():
        by_pair[held.row.former_work, held.row.later_work].append(held)
    return both(*(_sentence(store, rows) for rows in by_pair.values()))


def _sentence(store: Store, rows: Sequence[HeldRow]) -> Message:
    expression, annex, row = rows[0]
    table = store.law.expression_rows([expression])[expression]
    name = label_citation("", table, None)
    is_own = row.later_work == table.work
    former = [*dict.fromkeys(held.row.former for held in rows)]
    return Message(
        NoteCode.CORRESPOND if len(former) > 1 else NoteCode.CORRESPONDS,
        former=_list_places(former),
        old=row.former_act,
        later=_list_places(held.row.later for held in rows),
        new=name if is_own else row.later_act,
        annex=annex,
        act=name,
    )


def _list_places(places: Iterable[str]) -> str:
    """Return the first places, as printed."""
    distinct = [*dict.fromkeys(places)]
    more = ", ..." if len(distinct) > _LISTED else ""
    return ", ".join(distinct[:_LISTED]) + more
