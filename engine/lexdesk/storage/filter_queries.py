"""Queries of filters: the expressions of a kind, a language, a folder, a time."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from typing import Literal

from lexdesk.document.model import ENACTED, OWN_DATE_PROPERTIES
from lexdesk.storage.statements import Statements


class Narrowing:
    """Statements that return the ids of the expressions that pass a filter."""

    def __init__(self, statements: Statements):
        self._statements = statements

    def expressions(self) -> set[int]:
        """Return the ids of all expressions."""
        return self._statements.ids("SELECT id FROM expression")

    def expression_counts(self, column: Literal["kind", "language"]) -> dict[str, int]:
        """Count the expressions by kind, or by known language, most frequent first."""
        rows = self._statements.execute(
            f"SELECT {column}, count(*) FROM expression WHERE {column} IS NOT NULL"
            " GROUP BY 1 ORDER BY 2 DESC, 1"
        )
        return dict(rows)

    def expressions_with(
        self, column: Literal["kind", "language"], value: str, *, inverse: bool
    ) -> set[int]:
        """Return the ids of the expressions of a kind or in a language; of all others if ``inverse``."""
        operator = "IS NOT" if inverse else "IS"
        return self._statements.ids(
            f"SELECT id FROM expression WHERE {column} {operator} ?", (value,)
        )

    def expressions_of_works(self, works: Iterable[str]) -> set[int]:
        """Return the ids of the expressions of these works."""
        return self._statements.ids(
            "SELECT id FROM expression WHERE work IN (SELECT value FROM json_each(?))",
            (json.dumps(list(works)),),
        )

    def works_of_files(self, name: str) -> set[str]:
        """Return the works in files of this name, in any folder or archive; the case of ASCII does not count."""
        # SQLite rejects lone surrogates.
        valid = name.encode(errors="replace").decode().replace("\\", "/")
        rows = self._statements.execute(
            "SELECT DISTINCT e.work FROM file f JOIN expression e ON e.id = f.expression"
            " WHERE substr(replace(f.path, char(92), '/'), -length(?1) - 1) = '/' || ?1 COLLATE NOCASE",
            (valid,),
        )
        return {row[0] for row in rows}

    def expressions_from(self, first: str, last: str) -> set[int]:
        """Return the ids of the expressions valid from a day between two, in ISO form; ``""`` leaves an end open.

        The date of enactment counts for a revised Act or instrument, since its earlier texts are missing; the
        stated date for a contract, letter or mail.
        """
        return self._statements.ids(
            "SELECT id FROM expression WHERE valid_from >= ?1 AND (?2 = '' OR valid_from <= ?2) UNION"
            " SELECT e.id FROM expression e CROSS JOIN property p ON p.expression = e.id AND p.name = ?3"
            " WHERE e.kind IN ('statute', 'regulation') AND p.value >= ?1 AND (?2 = '' OR p.value <= ?2) UNION"
            " SELECT e.id FROM property p CROSS JOIN expression e ON e.id = p.expression AND e.valid_from IS NULL"
            " WHERE p.name IN (?4, ?5) AND p.value >= ?1 AND (?2 = '' OR substr(p.value, 1, 10) <= ?2)",
            (first, last, ENACTED, *OWN_DATE_PROPERTIES),
        )

    def expressions_valid_on(self, day: str) -> set[int]:
        """Return the ids of the expressions with a text valid on ``day``.

        A revised Act is valid from its enactment, a text without a date from its date of application.
        """
        return self._statements.ids(
            "SELECT id FROM (SELECT id, valid_to, coalesce(valid_from, applies_from) AS first, (SELECT value"
            " FROM property WHERE expression = e.id AND name = ?2) AS enacted FROM expression e)"
            " WHERE min(first, coalesce(enacted, first)) <= ?1 AND coalesce(valid_to, ?1) >= ?1",
            (day, ENACTED),
        )

    def eids_of_passages(self, expression: int) -> list[tuple[int, str | None]]:
        """Return (passage, eid) of the passages stored with an expression."""
        rows = self._statements.execute(
            "SELECT id, eid FROM passage WHERE expression = ?", (expression,)
        )
        return rows.fetchall()

    def works_stating_force(self) -> set[str]:
        """Return the works with a stated time in force, in one of their expressions or in a repealing act."""
        rows = self._statements.execute(
            "SELECT work FROM expression WHERE in_force_from IS NOT NULL OR in_force_to IS NOT NULL UNION"
            " SELECT object FROM relation WHERE kind = 'repeals' AND date IS NOT NULL AND subject <> object"
        )
        return {work for (work,) in rows}

    def titles_of_expressions(self) -> Iterator[tuple[int, str, str]]:
        """Yield (id, work, title) of all expressions."""
        yield from self._statements.execute("SELECT id, work, title FROM expression")

    def expressions_by_folder(self) -> dict[str, list[int]]:
        """Return the ids of files' expressions, by folder, with ``/`` as separator."""
        found: dict[str, list[int]] = {}
        rows = self._statements.execute(
            "SELECT replace(path, char(92), '/'), expression FROM file WHERE expression IS NOT NULL"
        )
        for path, expression in rows:
            found.setdefault(path.rpartition("/")[0], []).append(expression)
        return found
