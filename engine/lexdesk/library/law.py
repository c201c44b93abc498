"""The law in a library: texts, versions, comparisons, references, recitals."""

from __future__ import annotations

import datetime
from dataclasses import replace
from typing import TYPE_CHECKING

from lexdesk.errors import Message, NoteCode, NotFound, both
from lexdesk.query.dates import Day, read_day
from lexdesk.search.library_state import languages
from lexdesk.storage import Store

if TYPE_CHECKING:  # each question loads what it needs
    from lexdesk.index.indexes import Writing
    from lexdesk.law.cross_references import References
    from lexdesk.law.display import ShownText
    from lexdesk.law.history import History
    from lexdesk.law.revision import ChangedProvisions
    from lexdesk.law.state_comparison import Comparison
    from lexdesk.recitals import Recitals


class LibraryLaw:
    """The law in a library, by work and provision, as of a day.

    ``write_lock`` holds the writer lock for a purpose, or raises ``LibraryReadOnly``.
    """

    def __init__(self, store: Store, write_lock: Writing):
        self._store, self._write_lock = store, write_lock

    def show(
        self,
        work: str,
        eid: str | None = None,
        *,
        language: str | None = None,
        as_of: Day | None = None,
    ) -> ShownText:
        """Return the text of a work, or of its provision ``eid``, on the day ``as_of``.

        The default is today's text or, without one, the last one. ``work`` is an identifier such as a CELEX number, a
        name such as ``DSGVO``, or the path of a file; ``language`` is ISO 639-1, by default that of the name, else
        that of most documents in the library. A day or an earlier wording in ``work`` or ``eid`` counts
        (``§ 823 BGB a. F.``). For an article that the library lacks, today's text of the corresponding one is returned
        if a correlation table names it; ``notice`` says so. Raises ``NotFound`` and ``ImpossibleDate``.
        """
        from lexdesk.law.display import show
        from lexdesk.library.law_requests import find_later, naming_leads, read_request, with_time

        store = self._store
        with store.as_of_one_moment():
            request = read_request(store, work, eid, _day(as_of))
            wanted = request.languages
            with naming_leads(store, request):
                try:
                    shown = show(store, request.work, request.eid, language, wanted, request.day)
                    notice = with_time(store, request, shown.notice or None)
                except NotFound:
                    later = find_later(store, request)
                    if later is None:
                        raise
                    shown = show(store, *later[:2], language, wanted)
                    notice = both(later[2], shown.notice or None)
            notice = both(notice, store.pending.notice())
        return replace(shown, notice=notice or "")

    def wordings(
        self, work: str, eid: str, *, language: str | None = None, as_of: Day | None = None
    ) -> frozenset[str]:
        """Return the possible texts of a hit on the provision: all of it, and each of its passages.

        The text is that of ``show``. Raises ``NotFound`` and ``ImpossibleDate``.
        """
        from lexdesk.law.display import list_wordings

        with self._store.as_of_one_moment():
            work, place = self._identify(work, eid)
            return list_wordings(
                self._store, work, place or eid, language, languages(self._store), _day(as_of)
            )

    def history(self, work: str, eid: str | None = None, *, language: str | None = None) -> History:
        """Return the versions of a work, or the states of its provision ``eid``, oldest first.

        ``notice`` says that the library lacks the wording or the text of the day that ``work`` or ``eid`` ask for.
        Raises ``NotFound``.
        """
        from lexdesk.law.history import list_history
        from lexdesk.library.law_requests import naming_leads, read_request, with_time

        store = self._store
        with store.as_of_one_moment():
            request = read_request(store, work, eid, None)
            with naming_leads(store, request):
                listed = list_history(store, request.work, request.eid, language, request.languages)
                notice = with_time(store, request, listed.notice or None, is_listed=True)
            notice = both(notice, store.pending.notice())
        return replace(listed, notice=notice or "")

    def compare(
        self,
        work: str,
        eid: str | None,
        old: Day | int,
        new: Day | int,
        *,
        language: str | None = None,
    ) -> Comparison:
        """Return the difference between two states, word by word; each is a day or a number of ``history``.

        Raises ``NotFound`` and ``ImpossibleDate``.
        """
        from lexdesk.law.state_comparison import compare

        with self._store.as_of_one_moment():
            wanted = self._languages(work, eid)
            work, eid = self.identify(work, eid)
            return compare(
                self._store, work, eid, _parse_day(old), _parse_day(new), language, wanted
            )

    def changed_provisions(
        self, work: str, old: Day | int, new: Day | int, *, language: str | None = None
    ) -> ChangedProvisions:
        """Return the articles, sections and annexes changed between two versions (day or number of ``history``).

        Raises ``NotFound`` and ``ImpossibleDate``.
        """
        from lexdesk.law.revision import compute_revision

        with self._store.as_of_one_moment():
            wanted = self._languages(work, None)
            work = self.identify(work, None)[0]
            return compute_revision(
                self._store, work, _parse_day(old), _parse_day(new), language, wanted
            ).changed

    def references(
        self,
        work: str,
        eid: str | None = None,
        *,
        language: str | None = None,
        as_of: Day | None = None,
    ) -> References:
        """Return the citations in a work or its provision ``eid``, and the provisions citing it.

        Of each work the version of ``as_of`` counts, by default that of today. For a work cited but absent from the
        library, only the citing provisions are returned. A day or an earlier wording in ``work`` or ``eid`` counts.
        Raises ``NotFound`` and ``ImpossibleDate``.
        """
        from lexdesk.library.law_requests import naming_leads, read_request, with_time
        from lexdesk.search.known_item.references import list_references

        store = self._store
        with store.as_of_one_moment():
            request = read_request(store, work, eid, _day(as_of))
            work, eid, day = request.work, request.eid, request.day
            with naming_leads(store, request):
                found = list_references(store, work, eid, language, request.languages, day)
                notice = found.notice or None
                if found.in_library:
                    notice = with_time(store, request, notice)
                if store.is_unfinished():  # further ones may cite it
                    notice = both(notice, Message(NoteCode.FILES_UNFINISHED))
            notice = both(notice, store.pending.notice())
        return replace(found, notice=notice or "")

    @property
    def pending_citations(self) -> Message | None:
        """Return the notice that citations may be missing; ``None`` once those of all documents are found."""
        return self._store.pending.notice()

    @property
    def recitals(self) -> Recitals:
        """Return the recitals and the provisions explained by them."""
        from lexdesk.recitals import Recitals

        return Recitals(self._store, self._write_lock)

    def identify(self, work: str, eid: str | None) -> tuple[str, str | None]:
        """Return the identifiers of a work and its provision, named as in ``Art. 17 DSGVO a. F.`` or a query.

        A day or a wording in the names is dropped; unknown names stay as they are.
        """
        from lexdesk.library.law_requests import read_request

        request = read_request(self._store, work, eid, None)
        return request.work, request.eid

    def _identify(self, work: str, eid: str | None) -> tuple[str, str | None]:
        from lexdesk.search.known_item.library_citations import identified_in

        return identified_in(self._store, work, eid)

    def _languages(self, work: str, eid: str | None) -> tuple[str, ...]:
        """Return the languages for parsing, that of the names first, if known: ``Art. 17 DSGVO`` is German."""
        from lexdesk.citations.query_language import prioritise_languages

        return prioritise_languages(f"{work} {eid or ''}", languages(self._store))


def _day(as_of: Day | None) -> datetime.date | None:
    return read_day(as_of) if as_of else None


def _parse_day(state: Day | int) -> datetime.date | int:
    """Return a day, or the number of a state."""
    return state if isinstance(state, int) else read_day(state)
