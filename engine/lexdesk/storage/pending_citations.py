"""The texts of a library whose citations are not found yet: texts are stored and searchable before them."""

from collections.abc import Iterable
from typing import NamedTuple

from lexdesk.document.model import Reference
from lexdesk.errors import Message, NoteCode
from lexdesk.storage.document_rows import put_references
from lexdesk.storage.statements import Statements


class PendingText(NamedTuple):
    """A text without its citations, and the ``work`` that it states itself, ``""`` for none."""

    expression: int
    work: str


class PendingCitations:
    """Statements on texts without their citations; call the writing methods inside ``transaction()``."""

    def __init__(self, statements: Statements):
        self._statements = statements

    def first(self) -> int:
        """Return the first text to be read for citations; 0 without one. It rises with each stored batch."""
        known = self._statements.known()
        if "pending citations" not in known:
            known["pending citations"] = int(
                self._statements.one(
                    "SELECT coalesce(min(expression), 0) FROM pending_citations WHERE NOT failed"
                )
            )
        first: int = known["pending citations"]
        return first

    def count(self) -> int:
        """Return the number of texts whose citations are not known, also of those that failed."""
        return int(self._statements.one("SELECT count(*) FROM pending_citations"))

    def notice(self) -> Message | None:
        """Return the notice that citations may be missing; ``None`` once those of all texts are known."""
        known = self._statements.known()
        if "texts without citations" not in known:
            known["texts without citations"] = self.count()
        count = known["texts without citations"]
        return Message(NoteCode.CITATIONS_PENDING, count=count) if count else None

    def failed(self) -> list[str]:
        """Return the works of the texts in which citations could not be found."""
        return self._statements.column(
            "SELECT e.work FROM pending_citations c JOIN expression e ON e.id = c.expression"
            " WHERE c.failed ORDER BY c.expression"
        )

    def texts(self, *, again: bool = False) -> list[PendingText]:
        """Return the texts to be read, in order; with ``again``, also those that failed."""
        rows = self._statements.execute(
            "SELECT c.expression, c.work FROM pending_citations c JOIN expression e ON e.id = c.expression"
            " WHERE ? OR NOT c.failed ORDER BY c.expression",
            (again,),
        )
        return [PendingText(*row) for row in rows]

    def put(self, expression: int, work: str, references: Iterable[Reference]) -> None:
        """Store the citations of a text of ``work``."""
        put_references(self._statements, expression, work, references)
        self._statements.execute(
            "DELETE FROM pending_citations WHERE expression = ?", (expression,)
        )

    def fail(self, expression: int) -> None:
        """Record that the citations of a text cannot be found."""
        self._statements.execute(
            "UPDATE pending_citations SET failed = 1 WHERE expression = ?", (expression,)
        )
