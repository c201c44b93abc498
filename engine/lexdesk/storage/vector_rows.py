"""The vectors of passages: stored ones, missing ones, and their bytes.

Every vector has a number (``vector.seq``), used by the vector index to find missing ones.
"""

import json
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from lexdesk.storage.damage import make_damage_error
from lexdesk.storage.schema import COUNT_SEARCHABLE
from lexdesk.storage.statements import Statements, write_placeholders


class VectorRows:
    """Statements on vectors, quantized to eight bits a dimension (``lexdesk.vector_codes.int8``)."""

    def __init__(self, statements: Statements):
        self._statements = statements
        self._size = 0  # of the vectors read last, as bytes

    def is_encoded(self, expression: int) -> bool:
        """Return whether all searchable passages of an expression have a vector."""
        return not self._statements.one(
            "SELECT EXISTS (SELECT 1 FROM passage p WHERE p.expression = ? AND p.searchable"
            " AND NOT EXISTS (SELECT 1 FROM vector v WHERE v.passage = p.id))",
            (expression,),
        )

    def of_expression(self, expression: int) -> list[tuple[int, bytes]]:
        """Return (start, vector as bytes) of an expression's encoded passages, in order."""
        rows = self._statements.execute(
            'SELECT p.start, v."values" FROM passage p JOIN vector v ON v.passage = p.id'
            " WHERE p.expression = ? ORDER BY p.start",
            (expression,),
        )
        return list(self._of_one_size(rows))

    def missing_passages(self) -> list[int]:
        """Return the passages without a vector, shortest first."""
        return self._statements.column(
            "SELECT id FROM passage WHERE id IN (SELECT id FROM passage"
            " EXCEPT SELECT id FROM passage WHERE NOT searchable EXCEPT SELECT passage FROM vector)"
            " ORDER BY length(text) + length(heading), id"
        )

    def texts_to_encode(self, passages: Sequence[int]) -> list[tuple[int, str, str]]:
        """Return (passage, heading, text) of these passages, in no order."""
        return self._statements.execute(
            f"SELECT id, heading, text FROM passage WHERE id IN ({write_placeholders(passages)})",
            passages,
        ).fetchall()

    def put(self, vectors: Iterable[tuple[int, bytes]]) -> None:
        """Store (passage, vector as bytes), skipping passages removed meanwhile."""
        self._statements.executemany(
            'INSERT OR REPLACE INTO vector (passage, "values")'
            " SELECT ?1, ?2 WHERE EXISTS (SELECT 1 FROM passage WHERE id = ?1)",
            vectors,
        )

    def copy(self, pairs: Iterable[tuple[int, int]]) -> None:
        """Give the second passage of each pair the vector of the first, for equal texts."""
        self._statements.executemany(
            'INSERT OR REPLACE INTO vector (passage, "values")'
            ' SELECT p.id, v."values" FROM vector v JOIN passage p ON p.id = ?2 WHERE v.passage = ?1',
            pairs,
        )

    def clear(self) -> None:
        """Delete all vectors, for example before a change of model."""
        self._statements.execute("DELETE FROM vector")

    def clear_language(self, language: str, *, others: bool = False) -> int:
        """Delete the vectors of expressions in ``language``, or in all ``others``, or an unknown one; count them."""
        return self._statements.execute(
            "DELETE FROM vector WHERE passage IN (SELECT p.id FROM passage p JOIN expression e ON e.id = p.expression"
            " WHERE (e.language IS NOT ?) = ? OR e.language IS NULL)",
            (language, others),
        ).rowcount

    def passages_in(self, language: str) -> list[int]:
        """Return the searchable passages of expressions in ``language`` or an unknown one."""
        return [
            row[0]
            for row in self._statements.execute(
                "SELECT p.id FROM passage p JOIN expression e ON e.id = p.expression"
                " WHERE p.searchable AND (e.language IS ? OR e.language IS NULL)",
                (language,),
            )
        ]

    def last_number(self) -> int:
        """Return the number of the last vector; 0 if there is none."""
        known = self._statements.known()
        if "last vector" not in known:
            known["last vector"] = int(
                self._statements.one("SELECT coalesce(max(seq), 0) FROM vector")
            )
        number: int = known["last vector"]
        return number

    def passages(self) -> set[int]:
        """Return the passages with a vector."""
        return self._statements.ids("SELECT passage FROM vector")

    def rows(self, after: int, limit: int = -1) -> Iterator[tuple[int, int, bytes]]:
        """Yield (number, passage, vector as bytes) of the vectors later than the number ``after``, in order."""
        yield from self._of_one_size(
            self._statements.execute(
                'SELECT seq, passage, "values" FROM vector WHERE seq > ? ORDER BY seq LIMIT ?',
                (after, limit),
            )
        )

    def for_passages(self, passages: Sequence[int]) -> tuple[list[int], list[bytes]]:
        """Return the members of ``passages`` with a vector, in order, and their vectors as bytes."""
        # JSON: there may be more than SQLite allows parameters. CROSS JOIN: IN would sort them again.
        rows = self._statements.execute(
            'SELECT passage, "values" FROM json_each(?) CROSS JOIN vector ON passage = value',
            (json.dumps(sorted(set(map(int, passages)))),),
        )
        found = list(self._of_one_size(rows))
        return [row[0] for row in found], [row[1] for row in found]

    def vector_bytes(self) -> int:
        """Return the bytes of a vector, one a dimension; 0 if there is none."""
        known = self._statements.known()
        if "vector bytes" not in known:
            found = self._statements.execute(
                'SELECT "values" FROM vector ORDER BY seq LIMIT 1'
            ).fetchone()
            known["vector bytes"] = len(found[0]) if found else 0
        size: int = known["vector bytes"]
        return size

    def _of_one_size(self, rows: Iterable[Any]) -> Iterator[Any]:
        """Yield ``rows`` (vector last); raise ``LibraryDamaged`` for a vector of another size than the first."""
        for row in rows:
            if len(row[-1]) != self._size:  # of another model, or not of one
                self._size = self.vector_bytes()
            if len(row[-1]) != self._size or not self._size:
                raise make_damage_error(
                    self._statements.path,
                    f"a vector of {len(row[-1])} bytes beside one of {self._size}",
                )
            yield row

    def progress(self) -> tuple[int, int]:
        """Return (passages with a vector, searchable passages)."""
        return int(self._statements.one("SELECT count(*) FROM vector")), int(
            self._statements.one(COUNT_SEARCHABLE)
        )
