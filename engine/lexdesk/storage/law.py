"""The legal data of a library: works and their versions, relations, references, recitals."""

import json
import sys
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Sequence

from msgspec.structs import replace

from lexdesk.citations.work_lookup import normalize_name
from lexdesk.document.dates import from_iso
from lexdesk.document.model import OWN_DATE_PROPERTIES, Relation
from lexdesk.storage.citation_counts import CitationCounts
from lexdesk.storage.revisions import Revisions
from lexdesk.storage.schema import EXPRESSION_COLUMNS, ExpressionRow, ReferenceRow
from lexdesk.storage.statements import Statements, cut_batches, write_placeholders

_HAS_RECITALS = "EXISTS (SELECT 1 FROM provision p WHERE p.expression = {} AND p.eid GLOB 'rec_*')"
_MOST_WORKS = 10_000  # kept with their expressions
_IS_NOT_FOREIGN = (
    "NOT EXISTS (SELECT 1 FROM json_each(?4) f JOIN expression e ON e.work GLOB f.value"
    " WHERE e.id = r.expression)"
)


class Law(CitationCounts):
    """Statements on works, and on the citations and recitals of their provisions."""

    def __init__(self, statements: Statements, revisions: Revisions):
        self._statements, self._revisions = statements, revisions

    def works(self) -> set[str]:
        """Return the identifiers of all works."""
        return {row[0] for row in self._statements.execute("SELECT DISTINCT work FROM expression")}

    def has_provisions(self) -> bool:
        """Return whether a text has provisions."""
        return bool(self._statements.one("SELECT EXISTS (SELECT 1 FROM provision)"))

    def works_among(self, works: Iterable[str]) -> set[str]:
        """Return the members of ``works`` with an expression in the library."""
        # SQLite rejects lone surrogates.
        valid = [work.encode(errors="replace").decode() for work in works]
        return {
            work
            for batch in cut_batches(valid, 500)
            for (work,) in self._statements.execute(
                f"SELECT DISTINCT work FROM expression WHERE work IN ({write_placeholders(batch)})",
                batch,
            )
        }

    def works_like(self, work: str) -> list[str]:
        """Return at most five works with ``work`` inside their identifier."""
        return self._statements.column(
            "SELECT DISTINCT work FROM expression WHERE instr(lower(work), lower(?)) LIMIT 5",
            (work,),
        )

    def expressions_of(self, work: str) -> list[ExpressionRow]:
        """Return the expressions of a work, latest version first; in snapshots of equal rows they are read once."""
        known: dict[str, list[ExpressionRow]]
        known = self._statements.known().setdefault("expressions of works", {})
        if len(known) > _MOST_WORKS:
            known.clear()
        if work not in known:
            known[work] = self._read_expressions(work)
        return [*known[work]]

    def _read_expressions(self, work: str) -> list[ExpressionRow]:
        for collation in ("", "COLLATE NOCASE"):  # as written first: the index answers that
            rows = self._statements.execute(
                f"SELECT {EXPRESSION_COLUMNS} FROM expression e LEFT JOIN file f ON f.expression = e.id"
                f" WHERE e.work = ? {collation} ORDER BY e.valid_from IS NULL, e.valid_from DESC, e.id DESC",
                (work,),
            )
            if found := [ExpressionRow(*row) for row in rows]:
                return found
        return []

    def expressions_by_work(self, works: Iterable[str]) -> dict[str, list[ExpressionRow]]:
        """Return the expressions of each of ``works`` (exact identifiers), latest version first."""
        rows = self._statements.execute(
            f"SELECT {EXPRESSION_COLUMNS} FROM expression e LEFT JOIN file f ON f.expression = e.id"
            " WHERE e.work IN (SELECT value FROM json_each(?))"
            " ORDER BY e.valid_from IS NULL, e.valid_from DESC, e.id DESC",
            (json.dumps(list(works)),),
        )
        found: dict[str, list[ExpressionRow]] = defaultdict(list)
        for row in rows:
            expression = ExpressionRow(*row)
            found[expression.work].append(expression)
        return found

    def expression_rows(self, ids: Iterable[int]) -> dict[int, ExpressionRow]:
        """Return the expressions with these ids, by id."""
        rows = self._statements.execute(
            f"SELECT {EXPRESSION_COLUMNS} FROM expression e LEFT JOIN file f ON f.expression = e.id"
            " WHERE e.id IN (SELECT value FROM json_each(?))",
            (json.dumps(list(ids)),),
        )
        return {row[0]: ExpressionRow(*row) for row in rows}

    def expressions_with_versions(self) -> list[ExpressionRow]:
        """Return the expressions of works with several in one language, by work and language."""
        rows = self._statements.execute(
            f"SELECT {EXPRESSION_COLUMNS} FROM expression e LEFT JOIN file f ON f.expression = e.id"
            " JOIN (SELECT work, language FROM expression GROUP BY work, language HAVING count(*) > 1) v"
            " ON v.work = e.work AND v.language IS e.language ORDER BY e.work, e.language"
        )
        return [ExpressionRow(*row) for row in rows]

    def names_of_works(self, kind: str | None = None) -> list[tuple[str, str, str]]:
        """Return (work, short title, title) of all works, or of those of one ``kind``."""
        rows = self._statements.execute(
            "SELECT work, short_title, title FROM expression WHERE kind = coalesce(?, kind)",
            (kind,),
        )
        return [*dict.fromkeys(rows)]  # DISTINCT takes three times as long

    def names_of_expressions(
        self, expressions: Iterable[int] | None = None
    ) -> Iterable[tuple[int, str, str, str]]:
        """Return (id, work, short title, title) of all expressions, or of ``expressions``, in the order of their ids."""
        columns = "SELECT id, work, short_title, title FROM expression"
        if expressions is None:
            return self._statements.execute(f"{columns} ORDER BY id")
        return self._statements.execute(
            f"{columns} WHERE id IN (SELECT value FROM json_each(?)) ORDER BY id",
            (json.dumps([*expressions]),),
        )

    def latest_first(self, expressions: Iterable[int]) -> list[int]:
        """Sort expressions by date, latest first and undated ones last; a contract counts by its own date."""
        return self._statements.column(
            "SELECT id, coalesce(valid_from, (SELECT max(value) FROM property WHERE expression = e.id AND name IN (?2, ?3)))"
            " AS day FROM expression e WHERE id IN (SELECT value FROM json_each(?1)) ORDER BY day IS NULL, day DESC, id DESC",
            (json.dumps(list(expressions)), *OWN_DATE_PROPERTIES),
        )

    def days_of_texts(self) -> Iterator[tuple[int, str, str | None, str | None]]:
        """Yield (id, work, in force from, valid from) of all expressions, work by work, latest version first."""
        yield from self._statements.execute(
            "SELECT id, work, in_force_from, valid_from FROM expression"
            " ORDER BY work, valid_from IS NULL, valid_from DESC, id DESC"
        )

    def relations_to(self, *works: str) -> list[Relation]:
        """Return the relations from other works to ``works``, as stated by the latest version of the stating work."""
        rows = self._statements.execute(
            "SELECT r.kind, r.subject, r.object, r.date FROM relation r JOIN expression e ON e.id = r.expression"
            " WHERE r.object IN (SELECT value FROM json_each(?)) AND r.subject <> r.object"
            " ORDER BY r.date IS NULL, e.work <> r.subject, e.valid_from DESC, e.id DESC",
            (json.dumps(works),),
        )
        found: dict[tuple[str, str, str], Relation] = {}
        for kind, subject, object_, date in rows:
            found.setdefault(
                (kind, subject, object_), Relation(kind, subject, object_, from_iso(date))
            )
        return list(found.values())

    def relations_in(self, expression: int) -> list[Relation]:
        """Return the relations stated in one text."""
        rows = self._statements.execute(
            "SELECT kind, subject, object, date FROM relation WHERE expression = ?", (expression,)
        )
        return [Relation(kind, subject, of, from_iso(date)) for kind, subject, of, date in rows]

    def stating_own_repeal(self) -> set[int]:
        """Return the texts that state the repeal of their own work."""
        rows = self._statements.execute(
            "SELECT e.id FROM relation r JOIN expression e ON e.id = r.expression WHERE r.kind = 'repeals' AND r.object = e.work"
        )
        return {number for (number,) in rows}

    def amending_relations(self, work: str) -> list[tuple[int, str, Relation]]:
        """Return each amendment of ``work``, with the id and the work of the text that states it."""
        rows = self._statements.execute(
            "SELECT e.id, e.work, r.kind, r.subject, r.object, r.date FROM relation r"
            " JOIN expression e ON e.id = r.expression"
            " WHERE r.object = ?1 AND r.kind = 'amends' AND r.subject <> ?1",
            (work,),
        )
        return [
            (number, own, Relation(kind, subject, object_, from_iso(date)))
            for number, own, kind, subject, object_, date in rows
        ]

    def amendments_to(self, work: str) -> list[tuple[str, str]]:
        """Return (eid or ``""`` for the whole work, amending work) for the amendments of ``work`` by other works."""
        rows = self._statements.execute(  # "<> 'cites'" selects the partial index
            "SELECT DISTINCT r.target, e.work FROM reference r JOIN expression e ON e.id = r.expression"
            " WHERE r.work = ?1 AND r.kind <> 'cites' AND r.kind = 'amends' AND e.work <> ?1 ORDER BY 1, 2",
            (work,),
        )
        return rows.fetchall()

    def corrections_to(self, work: str, name_keys: Iterable[str]) -> list[str]:
        """Return the other works that correct ``work``, cited by identifier or by one of these names."""
        return self._statements.column(  # "<> 'cites'" and "= ''" select the partial indexes
            "SELECT e.work FROM reference r JOIN expression e ON e.id = r.expression WHERE r.work = ?1"
            " AND r.kind <> 'cites' AND r.kind = 'corrects' AND e.work <> ?1"
            " UNION SELECT e.work FROM json_each(?2) n CROSS JOIN reference r ON r.work = '' AND r.name_key = n.value"
            " JOIN expression e ON e.id = r.expression WHERE r.kind = 'corrects' AND e.work <> ?1"
            " UNION SELECT e.work FROM relation r JOIN expression e ON e.id = r.expression"
            " WHERE r.object = ?1 AND r.kind = 'corrects' AND e.work <> ?1 ORDER BY 1",
            (work, json.dumps(list(name_keys))),
        )

    def references_in(self, expression: int, start: int, end: int | None) -> list[ReferenceRow]:
        """Return the references in the characters ``start`` to ``end`` of an expression, in order."""
        runs = self._revisions.runs(expression)
        if runs is not None:
            last = sys.maxsize if end is None else end
            return [
                replace(row, start=row.start + run.shift, end=row.end + run.shift)
                for run in runs
                if run.at < last and start < run.end + run.shift
                for row in self.own_references(
                    run.home, max(run.start, start - run.shift), min(run.end, last - run.shift)
                )
            ]
        return self.own_references(expression, start, sys.maxsize if end is None else end)

    def own_references(
        self, expression: int, start: int = 0, end: int = sys.maxsize
    ) -> list[ReferenceRow]:
        """Return the references stored with an expression; a version of a law stores those of its new parts."""
        return self._references(
            'r.expression = ? AND r.start >= ? AND r."end" <= ? ORDER BY r.start, r.id',
            (expression, start, end),
        )

    def inserted_article(self, expression: int) -> str:
        """Return the eid of the first article with a letter, such as ``art_4a``, of an expression; ``""`` for none."""
        eids = self._statements.column(
            "SELECT eid FROM provision WHERE expression = ? AND eid GLOB 'art_[0-9]*[a-z]' AND eid NOT GLOB '*__*'"
            " AND (eid GLOB 'art_*[0-9][a-z]' OR eid GLOB 'art_*[0-9][a-z][a-z]') ORDER BY start LIMIT 1",
            (expression,),
        )
        return next(iter(eids), "")

    def union_acts_cited(self, expression: int) -> list[str]:
        """Return the CELEX numbers of the regulations, directives and decisions that an expression cites."""
        rows = self._statements.execute(
            "SELECT DISTINCT work FROM reference WHERE expression = ?"
            " AND work GLOB '3[0-9][0-9][0-9][0-9][RLD][0-9]*'",
            (expression,),
        )
        return [work for (work,) in rows]

    def references_to(
        self, work: str, name_keys: Sequence[str], targets: Sequence[str] | None
    ) -> list[ReferenceRow]:
        """Return the references from other works to ``work``, or to a work with one of these names.

        With ``targets``, only those to these eids and to provisions inside them.
        """
        inside = "1"
        eids: list[str] = []
        if targets is not None:
            inside = " OR ".join("r.target = ? OR r.target GLOB ?" for _ in targets) or "0"
            eids = [part for eid in targets for part in (eid, f"{eid}__*")]
        return self._references(
            f"((r.work = ? COLLATE NOCASE) OR (r.work = '' AND r.name_key IN ({write_placeholders(name_keys)})))"
            f" AND ({inside}) ORDER BY e.work, e.valid_from DESC, r.start",
            (work, *name_keys, *eids),
        )

    def _references(self, condition: str, values: Sequence[object]) -> list[ReferenceRow]:
        rows = self._statements.execute(
            "SELECT r.start, r.\"end\", r.eid, coalesce(p.label, ''), r.kind, r.work, r.name, r.target,"
            f" {EXPRESSION_COLUMNS} FROM reference r JOIN expression e ON e.id = r.expression"
            " LEFT JOIN provision p ON p.expression = r.expression AND p.eid = r.eid"
            f" LEFT JOIN file f ON f.expression = e.id WHERE {condition}",
            values,
        )
        return [ReferenceRow(ExpressionRow(*row[8:]), *row[:8]) for row in rows]

    def count_citing(self, work: str, name_keys: Iterable[str]) -> dict[int, int]:
        """Count the citations of ``work``, or of a work with one of these names, by citing expression."""
        rows = self._statements.execute(  # "<> ''" and "= ''" select the partial indexes
            "SELECT expression, count(*) FROM reference WHERE (work = ?1 AND work <> '')"
            " OR (work = '' AND name_key IN (SELECT value FROM json_each(?2))) GROUP BY expression",
            (work, json.dumps(list(name_keys))),
        )
        return dict(rows)

    def contracts_with(
        self, eids: Sequence[str], works: Collection[str] | None
    ) -> list[tuple[int, str, str]]:
        """Return (expression, work, eid) of contracts with one of these provisions, by title; only of ``works`` if given."""
        among = "" if works is None else f" AND e.work IN ({write_placeholders([*works])})"
        return self._statements.execute(
            "SELECT e.id, e.work, p.eid FROM expression e CROSS JOIN provision p ON p.expression = e.id"
            f" AND p.eid IN ({write_placeholders(eids)}) WHERE e.kind = 'contract'{among} ORDER BY e.title, e.id",
            (*eids, *(works or ())),
        ).fetchall()

    def acts_with(self, eids: Sequence[str]) -> list[tuple[int, str, str | None, str]]:
        """Return (expression, work, language, eid) of acts (texts with a short title) with one of ``eids``."""
        return self._statements.execute(  # CROSS: the planner would start from the many provisions
            "SELECT e.id, e.work, e.language, p.eid FROM expression e CROSS JOIN provision p ON p.expression = e.id"
            f" AND p.eid IN ({write_placeholders(eids)}) WHERE e.short_title <> ''",
            (*eids,),
        ).fetchall()

    def passages_citing(
        self,
        works: Iterable[str],
        names: Iterable[str],
        eids: Sequence[str],
        foreign: Sequence[str] = (),
    ) -> set[int]:
        """Return the searchable passages that cite one of ``works``, by identifier or by one of their ``names``.

        With ``eids``, only those that cite one of these provisions or a part of one. Texts of works like one of the
        patterns ``foreign`` (``GLOB``) do not mean them by name.
        """
        keys = json.dumps([normalize_name(name) for name in names])
        target, named, within = "1", "1", [""]
        if foreign:
            named = _IS_NOT_FOREIGN
        if eids:
            target = "(r.target = ?3 OR (r.target > ?3 || '__' AND r.target < ?3 || '_`'))"
            within = list(eids)
        rows = (
            self._statements.ids(
                "SELECT p.id FROM reference r JOIN passage p ON p.id = (SELECT id FROM passage WHERE"
                " expression = r.expression AND start <= r.start ORDER BY start DESC LIMIT 1)"
                " WHERE p.searchable AND (r.work IN (SELECT value FROM json_each(?1))"
                f" OR (r.work = '' AND r.name_key IN (SELECT value FROM json_each(?2)) AND {named})) AND {target}"
                " AND ?3 = ?3 AND ?4 = ?4",
                (json.dumps(list(works)), keys, eid, json.dumps(list(foreign))),
            )
            for eid in within
        )
        return set().union(*rows)

    def recitals_in(self, expression: int) -> list[int]:
        """Return the searchable passages of the recitals of an expression."""
        return self._statements.column(
            # Between these places, since SQLite reads the texts of the passages that it compares.
            "SELECT id FROM passage WHERE expression = ?1 AND eid GLOB 'rec_*' AND searchable"
            " AND start >= (SELECT min(start) FROM provision WHERE expression = ?1 AND eid GLOB 'rec_*')"
            " AND start < (SELECT max(\"end\") FROM provision WHERE expression = ?1 AND eid GLOB 'rec_*')",
            (expression,),
        )

    def with_recitals(self, expressions: Iterable[int]) -> set[int]:
        """Return those of ``expressions`` that have recitals."""
        return self._statements.ids(
            "SELECT e.value AS expression FROM json_each(?) e"
            f" WHERE {_HAS_RECITALS.format('e.value')}",
            (json.dumps([*expressions]),),
        )

    def works_with_recitals(self, after: int) -> tuple[int, list[str]]:
        """Return the last expression, and the works with both recitals and articles in an expression later than ``after``."""
        rows = self._statements.execute(
            f"SELECT DISTINCT work FROM expression e WHERE id > ? AND {_HAS_RECITALS.format('e.id')} AND EXISTS"
            " (SELECT 1 FROM provision p WHERE p.expression = e.id AND p.kind = 'article') ORDER BY 1",
            (after,),
        )
        return int(self._statements.one("SELECT coalesce(max(id), 0) FROM expression")), [
            r[0] for r in rows
        ]

    def explanations(self, work: str) -> list[tuple[str, str, str, float | None]]:
        """Return (recital, provision, source, score) of the links stored for a work."""
        return self._statements.execute(
            "SELECT recital, provision, source, score FROM explanation WHERE work = ?", (work,)
        ).fetchall()

    def put_explanations(
        self, work: str, source: str, links: Iterable[tuple[str, str, float | None]]
    ) -> int:
        """Replace the links of ``source`` by these (recital, provision, score); return the number of links removed.

        Inside ``transaction()``.
        """
        gone = self._statements.execute(
            "DELETE FROM explanation WHERE work = ? AND source = ?", (work, source)
        )
        self._statements.table("explanation").upsert_all(
            (
                {
                    "work": work,
                    "recital": recital,
                    "provision": provision,
                    "source": source,
                    "score": score,
                }
                for recital, provision, score in links
            ),
            pk=("work", "recital", "provision", "source"),
        )
        return gone.rowcount
