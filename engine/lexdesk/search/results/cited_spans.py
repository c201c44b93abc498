"""Highlights of the citations that a filter ``cites:`` asks for."""

from __future__ import annotations

from collections.abc import Sequence

from lexdesk.citations.cited_eids import cited_forms
from lexdesk.document.eid import is_within
from lexdesk.query import Query
from lexdesk.search.known_item.targets import Target, target_named
from lexdesk.search.results.highlights import Highlighter, merge_overlaps
from lexdesk.storage import Store
from lexdesk.storage.schema import PassageRow, ReferenceRow


class CitationHighlighter(Highlighter):
    """A highlighter that also marks citations of the works and provisions in filters ``cites:`` of the query."""

    def __init__(self, query: Query, languages: Sequence[str], store: Store):
        super().__init__(query, languages)
        self._store = store
        named = (target_named(f.value, store) for f in query.filters() if f.name == "cites")
        self._targets = [
            (target, [form for eid in target.eids for form in cited_forms(eid)])
            for target in named
            if target
        ]

    def row_spans(self, row: PassageRow) -> list[tuple[int, int]]:
        """Return the matches and the citations in the text of a stored passage."""
        found = super().row_spans(row)
        if not self._targets:
            return found
        end = row.start + len(row.text)
        cited = [
            (reference.start - row.start, reference.end - row.start)
            for reference in self._store.law.references_in(row.expression.id, row.start, end)
            if self._is_asked(reference)
        ]
        return merge_overlaps(sorted((*found, *cited)))

    def _is_asked(self, reference: ReferenceRow) -> bool:
        return any(
            _is_of(reference, target)
            and (not eids or any(is_within(reference.target, eid) for eid in eids))
            for target, eids in self._targets
        )


def _is_of(reference: ReferenceRow, target: Target) -> bool:
    """Return whether a reference may mean the work of ``target``; one by a name alone may."""
    return reference.work in target.works or not reference.work
