"""Findings in the texts of a library, derived when they are indexed so that a query only looks them up."""

from collections.abc import Iterable, Iterator

from lexdesk.storage.schema import EXPRESSION_COLUMNS, ExpressionRow
from lexdesk.storage.statements import Statements


class Findings:
    """Statements on findings: a JSON value by expression and name, of numbered rules."""

    def __init__(self, statements: Statements):
        self._statements = statements

    def value(self, expression: int, name: str, rules: int) -> str | None:
        """Return the JSON of a finding by these rules; ``None`` if it is not stored."""
        found = self._statements.execute(
            "SELECT value FROM finding WHERE expression = ? AND name = ? AND rules = ?",
            (expression, name, rules),
        ).fetchone()
        return found[0] if found else None

    def store(self, rules: int, values: Iterable[tuple[int, str, str]]) -> None:
        """Store (expression, name, JSON) in place of earlier values; inside ``transaction()``."""
        self._statements.executemany(
            "INSERT OR REPLACE INTO finding (expression, name, rules, value) VALUES (?, ?, ?, ?)",
            ((expression, name, rules, value) for expression, name, value in values),
        )

    def later_laws(self, after: int) -> Iterator[ExpressionRow]:
        """Yield the laws with an id above ``after``, except for the versions of a law in git."""
        rows = self._statements.execute(
            f"SELECT {EXPRESSION_COLUMNS} FROM expression e LEFT JOIN file f ON f.expression = e.id"
            " WHERE e.id > ? AND e.kind IN ('statute', 'regulation', 'directive', 'decision', 'act')"
            " AND NOT EXISTS (SELECT 1 FROM revision r WHERE r.expression = e.id) ORDER BY e.id",
            (after,),
        )
        return (ExpressionRow(*row) for row in rows.fetchall())

    def last_expression(self) -> int:
        """Return the highest id of an expression; 0 in an empty library."""
        return int(self._statements.one("SELECT coalesce(max(id), 0) FROM expression"))

    def named(self, name: str, rules: int) -> list[tuple[int, str]]:
        """Return (expression, JSON) of all findings of a name by these rules, in the order of the expressions."""
        return self._statements.execute(
            "SELECT f.expression, f.value FROM finding f JOIN expression e ON e.id = f.expression"
            " WHERE f.name = ? AND f.rules = ? ORDER BY f.expression",
            (name, rules),
        ).fetchall()
