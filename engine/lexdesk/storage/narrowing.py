"""What filters ask for: the expressions of a kind, a language, a folder, a time."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from typing import Literal

from lexdesk.document.model import ENACTED, OWN_DATE_PROPERTIES
from lexdesk.storage.statements import Statements


class Narrowing:
    """Finds the expressions that a filter lets through, by their ids."""

    def __init__(self, statements: Statements):
        self._conn = statements

    def expressions(self) -> set[int]:
        """The ids of all expressions."""
        return self._conn.ids("SELECT id FROM expression")

    def expression_counts(self, column: Literal["kind", "language"]) -> dict[str, int]:
        """How many expressions there are of each kind, or in each language that is known, most first."""
        rows = self._conn.execute(
            f"SELECT {column}, count(*) FROM expression WHERE {column} IS NOT NULL"
            " GROUP BY 1 ORDER BY 2 DESC, 1"
        )
        return dict(rows)

    def expressions_with(
        self, column: Literal["kind", "language"], value: str, *, inverse: bool
    ) -> set[int]:
        """The ids of the expressions of a kind, or in a language; of all others where ``inverse``."""
        operator = "IS NOT" if inverse else "IS"
        return self._conn.ids(f"SELECT id FROM expression WHERE {column} {operator} ?", (value,))

    def expressions_of_works(self, works: Iterable[str]) -> set[int]:
        """The ids of the expressions of these works."""
        return self._conn.ids(
            "SELECT id FROM expression WHERE work IN (SELECT value FROM json_each(?))",
            (json.dumps(list(works)),),
        )

    def expressions_from(self, first: str, last: str) -> set[int]:
        """The ids of the expressions whose text is valid from a day between two, in ISO form; ``""`` is open.

        Of a revised Act or instrument, whose earlier texts are not there, its own day counts as well; of a contract, a
        letter or a mail the day that it states for itself.
        """
        return self._conn.ids(
            "SELECT id FROM expression WHERE valid_from >= ?1 AND (?2 = '' OR valid_from <= ?2) UNION"
            " SELECT e.id FROM expression e CROSS JOIN property p ON p.expression = e.id AND p.name = ?3"
            " WHERE e.kind IN ('statute', 'regulation') AND p.value >= ?1 AND (?2 = '' OR p.value <= ?2) UNION"
            " SELECT e.id FROM property p CROSS JOIN expression e ON e.id = p.expression AND e.valid_from IS NULL"
            " WHERE p.name IN (?4, ?5) AND p.value >= ?1 AND (?2 = '' OR substr(p.value, 1, 10) <= ?2)",
            (first, last, ENACTED, *OWN_DATE_PROPERTIES),
        )

    def expressions_valid_on(self, day: str) -> set[int]:
        """The ids of the expressions whose text is valid on ``day``.

        That of a revised Act is so from its enactment on, one without a date of its own from when it applies.
        """
        return self._conn.ids(
            "SELECT id FROM (SELECT id, valid_to, coalesce(valid_from, applies_from) AS first, (SELECT value"
            " FROM property WHERE expression = e.id AND name = ?2) AS enacted FROM expression e)"
            " WHERE min(first, coalesce(enacted, first)) <= ?1 AND coalesce(valid_to, ?1) >= ?1",
            (day, ENACTED),
        )

    def works_stating_force(self) -> set[str]:
        """The works of which an expression, or an act that repeals them, states when they are in force."""
        rows = self._conn.execute(
            "SELECT work FROM expression WHERE in_force_from IS NOT NULL OR in_force_to IS NOT NULL UNION"
            " SELECT object FROM relation WHERE kind = 'repeals' AND date IS NOT NULL AND subject <> object"
        )
        return {work for (work,) in rows}

    def titles_of_expressions(self) -> Iterator[tuple[int, str, str]]:
        """(id, work, title) of all expressions."""
        yield from self._conn.execute("SELECT id, work, title FROM expression")

    def expressions_by_folder(self) -> dict[str, list[int]]:
        """The ids of the expressions of files, by the folder that each lies in, its names parted by ``/``."""
        found: dict[str, list[int]] = {}
        rows = self._conn.execute(
            "SELECT replace(path, char(92), '/'), expression FROM file WHERE expression IS NOT NULL"
        )
        for path, expression in rows:
            found.setdefault(path.rpartition("/")[0], []).append(expression)
        return found
