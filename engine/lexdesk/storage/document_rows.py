"""The rows of a document: its expression with provisions, pages, passages, citations and properties."""

from collections.abc import Iterable, Sequence

from lexdesk.citations.work_lookup import normalize_name
from lexdesk.document.dates import iso
from lexdesk.document.model import Document, Property, Reference
from lexdesk.document.passages import Passage
from lexdesk.storage.statements import Statements
from lexdesk.storage.texts import pack_boxes

_STATED = ("title", "short_title", "kind", "language")
_DAYS = ("valid_from", "valid_to", "in_force_from", "in_force_to", "applies_from")


class DocumentRows:
    """Statements that insert documents."""

    def __init__(self, statements: Statements):
        self._statements = statements

    def put(
        self, work: str, document: Document, pieces: Sequence[Passage], *, has_citations: bool
    ) -> int:
        """Insert an expression of ``work`` with its pieces; return its id.

        Without ``has_citations``, its references are still to be found.
        """
        expression = self._put_expression(work, document)
        self._put_structure(expression, document)
        self._put_pieces(expression, document.text, pieces)
        if has_citations:
            put_references(self._statements, expression, work, document.references)
        else:
            self._statements.execute(
                "INSERT INTO pending_citations VALUES (?, ?, 0)", (expression, document.work)
            )
        self._put_relations(expression, work, document)
        return expression

    def put_properties(self, expression: int, properties: Iterable[Property]) -> None:
        """Store properties, in place of those of the same names."""
        self._statements.table("property").upsert_all(
            ({"expression": expression, "name": p.name, "value": p.value} for p in properties),
            pk=("expression", "name"),
        )

    def _put_expression(self, work: str, document: Document) -> int:
        row = {
            "work": work,
            **{name: getattr(document, name) for name in _STATED},
            **{name: iso(getattr(document, name)) for name in _DAYS},
        }
        return int(self._statements.table("expression").insert(row).last_rowid or 0)

    def _put_structure(self, expression: int, document: Document) -> None:
        """Store the provisions, pages and properties of a document."""
        self._statements.executemany(
            "INSERT INTO provision VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
            (
                (
                    expression, position, p.eid, p.kind, p.number, p.heading, p.label, p.parent,
                    p.start, p.end,
                )
                for position, p in enumerate(document.provisions)
            ),
        )  # fmt: skip
        self._statements.executemany(
            "INSERT INTO page VALUES (?, ?, ?, ?, ?)",
            ((expression, p.number, p.start, p.end, p.confidence) for p in document.pages),
        )
        self._statements.executemany(
            "INSERT INTO scanned_page VALUES (?, ?, ?)",
            ((expression, p.number, pack_boxes(p.boxes)) for p in document.pages if p.boxes),
        )
        self.put_properties(expression, document.properties)

    def _put_pieces(self, expression: int, text: str, pieces: Sequence[Passage]) -> None:
        self._statements.executemany(
            'INSERT INTO passage (expression, start, "end", eid, heading, label, page, searchable, text)'
            " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
            (
                (
                    expression, p.start, p.end, p.eid, p.heading, p.label, p.page, p.searchable,
                    text[p.start : p.end],
                )
                for p in pieces
            ),
        )  # fmt: skip

    def _put_relations(self, expression: int, work: str, document: Document) -> None:
        self._statements.table("relation").upsert_all(
            (
                {"expression": expression, "kind": r.kind, "subject": r.subject or work,
                 "object": r.object or work, "date": iso(r.date)}
                for r in document.relations
            ),
            pk=("expression", "kind", "subject", "object"),
        )  # fmt: skip


def put_references(
    statements: Statements, expression: int, work: str, references: Iterable[Reference]
) -> None:
    """Store the references of an expression of ``work``."""
    statements.executemany(
        'INSERT INTO reference (expression, start, "end", eid, kind, work, name, name_key, target)'
        " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
        (
            (
                expression, r.start, r.end, r.eid, r.kind, r.work or ("" if r.name else work), r.name,
                normalize_name(r.name), r.target,
            )
            for r in references
        ),
    )  # fmt: skip
