"""What reviewers decided, where documents are held against law.

The subject of a decision is the law: the provision that a document was held against. Where a search
goes from a law to what carries it out, that is the row; else it is the column.
"""

from __future__ import annotations

import datetime
from typing import TYPE_CHECKING

from lexdesk.annotations.decisions import Decision, Standing, Subject, standing
from lexdesk.document.eid import is_within
from lexdesk.errors import NotFound

if TYPE_CHECKING:
    from lexdesk.compliance.doc2doc.long_query import Paragraph
    from lexdesk.compliance.doc2doc.similar import Similar, SimilarDocument
    from lexdesk.library.reading import ReadableLibrary


def subject_of_provision(
    library: ReadableLibrary,
    work: str,
    eid: str,
    language: str | None,
    against: str = "",
    *,
    as_of: datetime.date | None = None,
) -> Subject:
    """A provision of the library as against a document, in its text of a day, by default of today.

    Raises ``NotFound``.
    """
    shown = library.show(work, eid, language=language, as_of=as_of)
    return Subject(
        shown.work, shown.eid or eid, shown.language or "", shown.citation, shown.text, against
    )


def subject_of_pair(
    library: ReadableLibrary,
    found: Similar,
    document: SimilarDocument,
    row: Paragraph,
    column: Paragraph,
) -> Subject:
    """The law in a pair of paragraphs, as against the other document, in its text of today.

    A law that is not in the library is known by the text of its paragraph.
    """
    return _as_it_stands(library, _as_matched(found, document, row, column))


def _as_matched(
    found: Similar, document: SimilarDocument, row: Paragraph, column: Paragraph
) -> Subject:
    """The law in a pair of paragraphs, as against the other document, in the text of its paragraph."""
    asked = found.work or found.name
    if found.find == "affected":
        work, law, language, against = asked, row, found.language, document.work
        name = found.name
    else:
        work, law, language, against = document.work, column, document.language, asked
        name = document.citation
    cited = f"{law.label} {name}".strip()
    return Subject(work, law.eid or "", language or "", cited, law.text, against)


def _as_it_stands(library: ReadableLibrary, subject: Subject) -> Subject:
    """``subject`` in its text of today, where the library holds its provision."""
    if not subject.eid:
        return subject
    try:
        return subject_of_provision(
            library, subject.work, subject.eid, subject.language or None, subject.against
        )
    except NotFound:
        return subject


class Reviewed:
    """All decisions of a library, looked up for the rows of reports."""

    def __init__(self, library: ReadableLibrary):
        self._library = library
        self._decisions = library.decisions()
        self._hashes: dict[tuple[str, str, str], str | None] = {}

    def standings(self) -> list[Standing]:
        """All decisions, the latest first, each with whether the text has changed since."""
        return [self.standing(each) for each in self._decisions]

    def standing(self, decision: Decision) -> Standing:
        """A decision, and whether the text has changed since."""
        return Standing(decision, bool(decision.eid) and self._is_changed(decision))

    def of_pair(
        self, found: Similar, document: SimilarDocument, row: Paragraph, column: Paragraph
    ) -> str:
        """What was decided on the law in a pair of paragraphs; empty where nothing was."""
        if not self._decisions:
            return ""
        subject = subject_of_pair(self._library, found, document, row, column)
        decided = standing(self._decisions, subject)
        return decided.sentence if decided else ""

    def of_provision(self, work: str, eid: str, against: str) -> str:
        """What was decided on a provision, and on those inside it, as against a document.

        Decisions on an older text are told where there is none on the text of today.
        """
        inside = [
            each
            for each in self._decisions
            if each.work == work and is_within(each.eid, eid) and each.against in (against, "")
        ]
        latest: dict[tuple[str, str, str], Standing] = {}
        for each in inside:
            decided = Standing(each, self._is_changed(each))
            key = (each.eid, each.language, each.against)
            if key not in latest or (latest[key].is_changed and not decided.is_changed):
                latest[key] = decided
        return "; ".join(
            each.sentence
            if each.decision.eid == eid
            else f"{each.decision.citation}: {each.sentence}"
            for _, each in sorted(latest.items(), key=lambda item: item[0])
        )

    def _is_changed(self, decision: Decision) -> bool:
        key = (decision.work, decision.eid, decision.language)
        if key not in self._hashes:
            try:
                subject = subject_of_provision(self._library, key[0], key[1], key[2] or None)
                self._hashes[key] = subject.text_hash
            except NotFound:  # removed since
                self._hashes[key] = None
        return self._hashes[key] != decision.text_hash
