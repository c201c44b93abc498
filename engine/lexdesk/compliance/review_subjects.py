"""Subjects of review decisions on documents compared with law.

The subject of a decision is the law: the provision compared with a document. In a search from a law to
the documents implementing it, the law is the row; otherwise it is the column.
"""

from __future__ import annotations

import datetime
from typing import TYPE_CHECKING

from lexdesk.annotations.decisions import Decision, DecisionStatus, Subject, status_of
from lexdesk.document.eid import is_within
from lexdesk.errors import NotFound

if TYPE_CHECKING:
    from lexdesk.compliance.doc2doc.long_query import Paragraph
    from lexdesk.compliance.doc2doc.similar import Similar, SimilarDocument
    from lexdesk.library.protocol import ReadableLibrary


def make_provision_subject(
    library: ReadableLibrary,
    work: str,
    eid: str,
    language: str | None,
    against: str = "",
    *,
    as_of: datetime.date | None = None,
) -> Subject:
    """Return a provision of the library compared with a document, in its text as of a day (default today).

    Raise ``NotFound``.
    """
    shown = library.law.show(work, eid, language=language, as_of=as_of)
    return Subject(
        shown.work, shown.eid or eid, shown.language or "", shown.citation, shown.text, against
    )


def make_pair_subject(
    library: ReadableLibrary,
    found: Similar,
    document: SimilarDocument,
    row: Paragraph,
    column: Paragraph,
) -> Subject:
    """Return the law in a pair of paragraphs, compared with the other document, in its text of today.

    A law missing from the library keeps the text of its paragraph.
    """
    return _current_subject(library, _matched_subject(found, document, row, column))


def _matched_subject(
    found: Similar, document: SimilarDocument, row: Paragraph, column: Paragraph
) -> Subject:
    """Return the law in a pair of paragraphs, compared with the other document, in the paragraph's text."""
    subject = found.work or found.name
    if found.find == "affected":
        work, law, language, against = subject, row, found.language, document.work
        name = found.name
    else:
        work, law, language, against = document.work, column, document.language, subject
        name = document.citation
    cited = f"{law.label} {name}".strip()
    return Subject(work, law.eid or "", language or "", cited, law.text, against)


def _current_subject(library: ReadableLibrary, subject: Subject) -> Subject:
    """Return ``subject`` in its text of today, if the library contains its provision."""
    if not subject.eid:
        return subject
    try:
        return make_provision_subject(
            library, subject.work, subject.eid, subject.language or None, subject.against
        )
    except NotFound:
        return subject


class ReviewDecisions:
    """All decisions of a library, looked up for the rows of reports; a published library has none."""

    def __init__(self, library: ReadableLibrary):
        self._library = library
        self._decisions = _decisions(library)
        self._hashes: dict[tuple[str, str, str], str | None] = {}

    def standings(self) -> list[DecisionStatus]:
        """Return all decisions with their status, latest first."""
        return [self.status_of(decision) for decision in self._decisions]

    def status_of(self, decision: Decision) -> DecisionStatus:
        """Return a decision with its status: whether the text has changed since."""
        return DecisionStatus(decision, bool(decision.eid) and self._is_changed(decision))

    def of_pair(
        self, found: Similar, document: SimilarDocument, row: Paragraph, column: Paragraph
    ) -> str:
        """Return the decision on the law in a pair of paragraphs; ``""`` without one."""
        if not self._decisions:
            return ""
        subject = make_pair_subject(self._library, found, document, row, column)
        decided = status_of(self._decisions, subject)
        return decided.sentence if decided else ""

    def of_provision(self, work: str, eid: str, against: str) -> str:
        """Return the decisions on a provision and its parts, compared with a document.

        A decision on an older text counts if there is none on the current text.
        """
        inside = [
            decision
            for decision in self._decisions
            if decision.work == work
            and is_within(decision.eid, eid)
            and decision.against in (against, "")
        ]
        latest: dict[tuple[str, str, str], DecisionStatus] = {}
        for judged in inside:
            decided = DecisionStatus(judged, self._is_changed(judged))
            key = (judged.eid, judged.language, judged.against)
            if key not in latest or (latest[key].is_changed and not decided.is_changed):
                latest[key] = decided
        return "; ".join(
            standing.sentence
            if standing.decision.eid == eid
            else f"{standing.decision.citation}: {standing.sentence}"
            for _, standing in sorted(latest.items(), key=lambda item: item[0])
        )

    def _is_changed(self, decision: Decision) -> bool:
        key = (decision.work, decision.eid, decision.language)
        if key not in self._hashes:
            try:
                subject = make_provision_subject(self._library, key[0], key[1], key[2] or None)
                self._hashes[key] = subject.text_hash
            except NotFound:  # removed since the decision
                self._hashes[key] = None
        return self._hashes[key] != decision.text_hash


def _decisions(library: ReadableLibrary) -> list[Decision]:
    """Return the decisions in the notes of ``library``, latest first; a published library has no notes."""
    from lexdesk.library.library import Library

    if not isinstance(library, Library):
        return []
    with library.workbook() as book:
        return book.decisions.all()
