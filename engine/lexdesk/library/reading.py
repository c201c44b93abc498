"""The queries of any library, in a folder (``library``) or published (``published``)."""

from __future__ import annotations

import abc
import datetime
import functools
import os
from collections.abc import Callable, Iterator
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Concatenate, ParamSpec, Self, TypeVar

from lexdesk.document.model import Box
from lexdesk.errors import Message
from lexdesk.library.status import Status
from lexdesk.models.embedder import Embedder
from lexdesk.query.dates import Day, day_of
from lexdesk.search.library_state import languages
from lexdesk.search.options import Mode, SearchOptions
from lexdesk.storage import Store
from lexdesk.system.paths import absolute, stored_path

if TYPE_CHECKING:  # numpy and onnxruntime are loaded by those who need them
    from lexdesk.annotations.decisions import Decision
    from lexdesk.index.protocol import Index
    from lexdesk.ingest.scan.difference import Difference
    from lexdesk.law.cross_references import References
    from lexdesk.law.display import Shown
    from lexdesk.law.history import Changed, Comparison, History
    from lexdesk.near_duplicates.groups import Duplicate
    from lexdesk.recitals import Recitals
    from lexdesk.search.catalogue import Holding
    from lexdesk.search.pipeline import SearchPipeline
    from lexdesk.search.results.explanation import Explanation
    from lexdesk.search.results.hits import Answer
    from lexdesk.search.retrieval.hybrid import Retriever, Timings
    from lexdesk.search.suggest.advice import Advisor
    from lexdesk.search.suggest.relaxation import RelaxedQuery

_Asked = ParamSpec("_Asked")
_Told = TypeVar("_Told")


def _as_of_one_moment(
    ask: Callable[Concatenate[ReadableLibrary, _Asked], _Told],
) -> Callable[Concatenate[ReadableLibrary, _Asked], _Told]:
    """Give all reads of a query the same snapshot: a writer may replace its subject meanwhile."""

    @functools.wraps(ask)
    def asked(library: ReadableLibrary, /, *args: _Asked.args, **kwargs: _Asked.kwargs) -> _Told:
        with library._store.as_of_one_moment():
            return ask(library, *args, **kwargs)

    return asked


class ReadableLibrary(abc.ABC):
    """An open library from a reader's view. Close it, or use it in a ``with`` statement.

    One object serves one thread. ``path`` is the folder of its files on this machine, ``embedder`` the model for
    searches.
    """

    def __init__(self, path: Path, store: Store, index: Index):
        self.path = path
        self.embedder = Embedder(path, store)
        self._store = store
        self._index = index  # what searches ask

    def close(self) -> None:
        """Let go of the files."""
        self._store.close()

    @property
    def is_encrypted(self) -> bool:
        """Return true if the files are encrypted; the indexes are then in memory alone."""
        return self._store.key is not None

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    @functools.cached_property
    def _pipeline(self) -> SearchPipeline:
        from lexdesk.search.pipeline import SearchPipeline  # an addition does not load it

        return SearchPipeline(self.path, self._store, self._index, self.embedder)

    @functools.cached_property
    def _advisor(self) -> Advisor:
        from lexdesk.search.suggest.advice import Advisor

        return Advisor(self._pipeline)

    # What is asked in a query.

    def search(
        self,
        query: str,
        *,
        mode: Mode = "hybrid",
        top: int = 10,
        plain: bool = False,
        as_of: Day | None = None,
        rerank: bool = False,
        advise: bool = False,
    ) -> Answer:
        """Return the ``top`` best hits for ``query``.

        ``plain`` reads the query as text without operators. Each work is searched in its version of the day
        ``as_of``, today by default, and labelled with its status on that day. ``rerank`` re-ranks the top hits with
        the installed re-ranker. ``advise`` adds a corrected query (``did_you_mean``) and, without a hit, ``relaxed``
        queries, at the cost of some milliseconds and a few more searches. If the embeddings are of another model,
        ``hybrid`` is keyword search, and ``notice`` gives the reason. Raises ``QueryError`` with the position of a
        mistake, ``ImpossibleDate``, and ``NoModel`` or ``ModelMismatch`` if semantic search or a re-ranker is
        unavailable.
        """
        options = SearchOptions(mode, top, plain, as_of, rerank, advise)
        answer, _ = self._pipeline.search(query, options)
        return self._advisor.advise(answer, as_of) if advise and not plain else answer

    def search_timed(
        self,
        query: str,
        *,
        mode: Mode = "hybrid",
        top: int = 10,
        plain: bool = False,
        as_of: Day | None = None,
        rerank: bool = False,
    ) -> tuple[Answer, Timings]:
        """Search as ``search`` does, and return the milliseconds of each part, too."""
        return self._pipeline.search(query, SearchOptions(mode, top, plain, as_of, rerank))

    def explain(self, query: str, *, mode: Mode = "hybrid") -> Explanation:
        """Explain the current interpretation of ``query`` by ``search``: keywords alone if vectors are missing.

        Raises ``QueryError`` as ``search`` does.
        """
        return self._advisor.explain(query, mode)

    def relax(self, query: str, *, as_of: Day | None = None, most: int = 3) -> list[RelaxedQuery]:
        """Return at most ``most`` queries with one condition less than ``query`` and at least one hit.

        By keywords alone, those with most hits first; of a query with many conditions, not all are tried. Raises
        ``QueryError``.
        """
        return self._advisor.relax(query, as_of, most)

    def did_you_mean(self, query: str) -> str:
        """Replace the words of ``query`` absent from the library by similar words in it.

        Returns ``""`` without a suggestion, as for a citation of a work in the library, in any form. Raises
        ``QueryError``.
        """
        return self._advisor.did_you_mean(query)

    def other_forms(self, query: str, *, most: int = 3) -> dict[str, list[str]]:
        """Return the plain words of ``query``, folded, each with the most frequent of its other matching forms.

        ``withdraw`` with *withdrawal* and *withdraws*; a word without other forms is omitted. Raises ``QueryError``.
        """
        return self._advisor.other_forms(query, most)

    def highlights(
        self, query: str, text: str, language: str | None = None
    ) -> list[tuple[int, int]]:
        """Return the matches of ``query`` in ``text`` (ISO 639-1 ``language``), as ``Hit.highlights``.

        Raises ``QueryError``.
        """
        return self._advisor.highlights(query, text, language)

    def retriever(self, mode: Mode = "hybrid") -> Retriever:
        """Return the retriever under ``search``, for callers in need of candidates, not hits.

        With vectors of another model, ``hybrid`` uses keywords alone, and ``lack`` gives the reason. Raises
        ``LexdeskError`` for an unknown mode, and ``NoModel`` or ``ModelMismatch`` if semantic search is requested and
        unavailable.
        """
        return self._pipeline.retriever(mode)

    def complete(self, beginning: str, top: int = 8) -> list[str]:
        """Return completions of ``beginning``: the citation in it, and works of that name."""
        from lexdesk.search.suggest.completion import completions

        return completions(self._store, beginning, languages(self._store), top)

    # What the law is, and was.

    def _identified(self, work: str, eid: str | None) -> tuple[str, str | None]:
        from lexdesk.search.known_item.lookup import identified_in

        return identified_in(self._store, work, eid)

    def _languages(self, work: str, eid: str | None) -> tuple[str, ...]:
        """Return the languages for parsing, that of the names first, if known: ``Art. 17 DSGVO`` is German."""
        from lexdesk.citations.query_citations import prioritise_languages

        return prioritise_languages(f"{work} {eid or ''}", languages(self._store))

    @_as_of_one_moment
    def show(
        self,
        work: str,
        eid: str | None = None,
        *,
        language: str | None = None,
        as_of: Day | None = None,
    ) -> Shown:
        """Return the text of a work, or of its provision ``eid``, on the day ``as_of``.

        The default is today's text or, without one, the last one. ``work`` is an identifier such as a CELEX number, a
        name such as ``DSGVO``, or the path of a file; ``language`` is ISO 639-1, by default that of the name, else
        that of most documents in the library. Raises ``NotFound`` and ``ImpossibleDate``.
        """
        from lexdesk.law.display import show

        wanted = self._languages(work, eid)
        work, eid = self._identified(work, eid)
        return show(self._store, work, eid, language, wanted, _day(as_of))

    @_as_of_one_moment
    def wordings(
        self,
        work: str,
        eid: str,
        *,
        language: str | None = None,
        as_of: Day | None = None,
    ) -> frozenset[str]:
        """Return the possible texts of a hit on the provision: all of it, and each of its passages.

        The text is that of ``show``. Raises ``NotFound`` and ``ImpossibleDate``.
        """
        from lexdesk.law.display import wordings

        work, place = self._identified(work, eid)
        return wordings(
            self._store, work, place or eid, language, languages(self._store), _day(as_of)
        )

    @_as_of_one_moment
    def history(self, work: str, eid: str | None = None, *, language: str | None = None) -> History:
        """Return the versions of a work, or the states of its provision ``eid``, oldest first.

        Raises ``NotFound``.
        """
        from lexdesk.law.history import history

        wanted = self._languages(work, eid)
        work, eid = self._identified(work, eid)
        return history(self._store, work, eid, language, wanted)

    @_as_of_one_moment
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
        from lexdesk.law.history import compare

        wanted = self._languages(work, eid)
        work, eid = self._identified(work, eid)
        return compare(self._store, work, eid, _when(old), _when(new), language, wanted)

    @_as_of_one_moment
    def changed(
        self, work: str, old: Day | int, new: Day | int, *, language: str | None = None
    ) -> Changed:
        """Return the articles, sections and annexes changed between two versions (day or number of ``history``).

        Raises ``NotFound`` and ``ImpossibleDate``.
        """
        from lexdesk.law.history import revision

        wanted = self._languages(work, None)
        work = self._identified(work, None)[0]
        return revision(self._store, work, _when(old), _when(new), language, wanted).changed

    @_as_of_one_moment
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
        library, only the citing provisions are returned. Raises ``NotFound`` and ``ImpossibleDate``.
        """
        from lexdesk.search.known_item.references import references

        wanted = self._languages(work, eid)
        work, eid = self._identified(work, eid)
        return references(self._store, work, eid, language, wanted, _day(as_of))

    @property
    def recitals(self) -> Recitals:
        """Return the recitals and the provisions explained by them."""
        from lexdesk.recitals import Recitals

        return Recitals(self._store)

    # What it holds.

    def failures(self) -> dict[str, Message]:
        """Return the reasons for unreadable files or pages, by path."""
        from lexdesk.ingest.unread_pages import failures_by_file

        by_file = failures_by_file(
            self._store.files.records().values(), self._store.files.unread_pages()
        )
        return {path: failure for inside in by_file.values() for path, failure in inside.items()}

    @_as_of_one_moment
    def holdings(self, query: str = "", *, as_of: Day | None = None) -> list[Holding]:
        """Return the works in the library, by citation, each as of the day ``as_of``, by default today.

        ``query`` has words of their names, each matched as a prefix, and filters, such as ``kind:contract`` and
        ``folder:``. Raises ``QueryError`` and ``ImpossibleDate``.
        """
        from lexdesk.query import parse
        from lexdesk.search.catalogue import holdings

        asked = parse(query) if query.strip() else None
        day = _day(as_of) or datetime.date.today()
        return holdings(self._store, self._index.words(), asked, day)

    def kinds(self) -> dict[str, int]:
        """Count the documents of each kind, most frequent first."""
        return self._store.filters.expression_counts("kind")

    def authorities(self) -> dict[str, int]:
        """Count the documents of each known court or authority, most frequent first."""
        from lexdesk.law.authority import count_by_authority

        return count_by_authority(self._store)

    def sources(self) -> dict[str, int]:
        """Count the documents in each added folder or directly inside one of its subfolders, most frequent first."""
        from lexdesk.ingest.scan.sources import sources

        return sources(self._store.files.paths_of_documents(), self.folders())

    def works_by_folder(self) -> dict[Path | None, int]:
        """Count the works in each added folder; ``None`` counts those of files outside these."""
        from lexdesk.ingest.scan.sources import works_below

        return works_below(self._store.files.works_of_files(), self.folders())

    def duplicates(self, alike: float | None = None) -> list[list[Duplicate]]:
        """Return groups of documents that are copies or drafts of each other, the largest first.

        ``alike`` is the least share of word sequences in common (0 to 1, by default 0.7). In a group, the file with
        the earliest modification time comes first.
        """
        from lexdesk.near_duplicates.groups import MIN_SIMILARITY, find_groups

        return find_groups(self._store, MIN_SIMILARITY if alike is None else alike)

    def text_of_file(self, path: str | os.PathLike[str]) -> str | None:
        """Return the extracted text of a file; ``None`` for a file absent from the library."""
        expression = self._store.files.expression_of_file(stored_path(absolute(path)))
        return None if expression is None else self._store.texts.text(expression)

    def scanned_lines(self, path: str | os.PathLike[str]) -> dict[int, list[tuple[str, Box]]]:
        """Return the lines of scanned pages of a file by page number, each with its position on the page.

        Only pages recognised by a version with stored positions are included; ``{}`` for a file absent from the
        library.
        """
        expression = self._store.files.expression_of_file(stored_path(absolute(path)))
        return {} if expression is None else self._store.texts.scanned_lines(expression)

    def dump(self) -> Iterator[str]:
        """Return every expression as one line of JSON, as ``lexdesk.export.dump`` describes it."""
        from lexdesk.export.dump import lines

        return lines(self._store)

    # State; user data, present only for a library in a folder.

    @abc.abstractmethod
    def status(self) -> Status:
        """Return the contents and the state of the indexes. Raises ``LibraryError``."""

    @abc.abstractmethod
    def check(self) -> list[str]:
        """Read every byte of the indexes, compare them with the documents, and return the defects in words."""

    @property
    def repairs(self) -> list[str]:
        """Return the indexes found damaged and rebuilt since opening, in words."""
        return []

    def decisions(self) -> list[Decision]:
        """Return the decisions of reviewers on the law in the library, the latest first."""
        return []

    def folders(self) -> list[Path]:
        """Return the added folders, without those inside others."""
        return []

    def unfinished(self) -> list[Path]:
        """Return the unfinished paths of earlier calls of ``add``; the same call resumes."""
        return []

    def difference(self) -> Difference:
        """Return the files for the next ``add`` of the added folders."""
        from lexdesk.ingest.scan.difference import Difference

        return Difference()


def _day(as_of: Day | None) -> datetime.date | None:
    return day_of(as_of) if as_of else None


def _when(state: Day | int) -> datetime.date | int:
    """Return a day, or the number of a state."""
    return state if isinstance(state, int) else day_of(state)
