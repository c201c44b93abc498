"""A library: a folder that holds documents and finds their provisions again.

library.sqlite   the one truth: texts, structure, dates, vectors, a log of changes
words/           the full-text index  } derived: each remembers the last change that it holds,
vectors/         the vector index     } and opening a library brings them up to date
"""

from __future__ import annotations

import contextlib
import datetime
import functools
import os
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Concatenate, ParamSpec, TypeVar

from lexdesk.added import Added
from lexdesk.document import Box, Document
from lexdesk.embedder import Embedder
from lexdesk.errors import LibraryError
from lexdesk.extras import needing
from lexdesk.index.indexes import Indexes
from lexdesk.lock import writer_lock
from lexdesk.paths import absolute, stored_path
from lexdesk.query.dates import Day, day_of
from lexdesk.search.current import languages
from lexdesk.status import Status, status_of
from lexdesk.store import Store, open_store

if TYPE_CHECKING:  # numpy and onnxruntime are loaded by those who need them
    from lexdesk.backup import Backup
    from lexdesk.copies.groups import Duplicate
    from lexdesk.export.source import Exported
    from lexdesk.folders import Difference
    from lexdesk.index.protocol import Index
    from lexdesk.ingest import AddReport, Workers
    from lexdesk.ingest.keeping import Keeping
    from lexdesk.law.cross_references import References
    from lexdesk.law.history import Changed, Comparison, History
    from lexdesk.law.show import Shown
    from lexdesk.progress import Listener
    from lexdesk.recitals import Recitals
    from lexdesk.search.explanation import Explanation
    from lexdesk.search.hits import Answer
    from lexdesk.search.holdings import Holding
    from lexdesk.search.loosening import Looser
    from lexdesk.search.retrieval import Mode, Retriever, Timings
    from lexdesk.search.searching import Searching
    from lexdesk.work.workbook import Workbook

_Asked = ParamSpec("_Asked")
_Told = TypeVar("_Told")


def default_path() -> Path:
    """Where the library lies if nobody says: ``LEXDESK_LIBRARY``, else the platform's data folder."""
    named = os.environ.get("LEXDESK_LIBRARY")
    if named:
        return Path(named)
    import platformdirs

    return platformdirs.user_data_path("lexdesk", appauthor=False) / "library"


def _as_of_one_moment(
    ask: Callable[Concatenate[Library, _Asked], _Told],
) -> Callable[Concatenate[Library, _Asked], _Told]:
    """Have all that a question reads be of one moment: a writer may replace what it is about meanwhile."""

    @functools.wraps(ask)
    def asked(library: Library, /, *args: _Asked.args, **kwargs: _Asked.kwargs) -> _Told:
        with library._store.as_of_one_moment():
            return ask(library, *args, **kwargs)

    return asked


class Library:
    """An open library. Close it, or use it in a ``with`` statement.

    One object serves one thread; open the folder again for another one. Any number of readers may
    search while one writer adds. ``embedder`` says which model it is searched by.
    """

    def __init__(self, path: Path, store: Store):
        self.path = path
        self._store = store
        self.embedder = Embedder(path, store)
        self._indexes = Indexes(path, store, self._writing, lambda: self.embedder.manifest)
        self._index: Index = self._indexes  # what searches ask
        self._added = Added(store)
        self._holds_lock = False

    @classmethod
    def open(
        cls,
        path: str | os.PathLike[str] | None = None,
        *,
        create: bool = False,
        passphrase: str | None = None,
    ) -> Library:
        """Open the library in the folder ``path``, or the default one; make it where ``create`` says so.

        With a ``passphrase`` it is made encrypted; an encrypted one needs its own. Raises
        ``NoLibrary``, ``LibraryTooNew``, ``LibraryDamaged``, ``PassphraseNeeded``,
        ``WrongPassphrase``, ``EncryptionMissing``, and ``LibraryError`` where a passphrase is given
        for a library that is not encrypted, or where one that can only be read would have to be changed first.
        """
        folder = Path(path) if path is not None else default_path()
        store = open_store(folder, create=create, passphrase=passphrase)
        return cls(folder.absolute(), store)

    def close(self) -> None:
        """Let go of the files."""
        self._indexes.close()
        self._store.close()

    def is_in_place(self) -> bool:
        """Whether its folder still holds it, and not another library, such as a backup put in its place."""
        return self._store.is_in(self.path)

    @property
    def is_read_only(self) -> bool:
        """Whether its folder or disk cannot be written: what would write to it raises ``LibraryReadOnly``."""
        return self._store.is_read_only

    @property
    def is_encrypted(self) -> bool:
        """Whether the files are encrypted; the indexes are then in memory alone."""
        return self._store.key is not None

    def __enter__(self) -> Library:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    @contextlib.contextmanager
    def _writing(self, purpose: str) -> Iterator[None]:
        """Hold the writer lock; inside itself it is held already."""
        if self._holds_lock:
            yield
            return
        with writer_lock(self.path, purpose):
            self._store.require_in(self.path)
            self._holds_lock = True
            try:
                yield
            finally:
                self._indexes.finish()
                self._holds_lock = False

    @functools.cached_property
    def _keeping(self) -> Keeping:
        from lexdesk.ingest.keeping import Keeping  # with readers, which a search does not need

        return Keeping(
            self.path, self._store, self._indexes, self.embedder, self._added, self._writing
        )

    @functools.cached_property
    def _searching(self) -> Searching:
        from lexdesk.search.searching import Searching  # with what an addition does not need

        return Searching(self.path, self._store, self._index, self.embedder)

    # Writing: what comes in, and goes.

    def add(
        self,
        paths: Iterable[str | os.PathLike[str]],
        *,
        prune: bool = False,
        vectors: bool = True,
        language: str | None = None,
        listener: Listener | None = None,
        workers: Workers | None = None,
    ) -> AddReport:
        """Read files and folders into the library: first all text, then the vectors.

        Unchanged files are passed over, changed ones replaced; ``prune`` removes what came from
        files in ``paths`` that are gone, or that ``.lexdeskignore`` names now, but not where nothing is
        left at one of ``paths`` itself, which is refused: its disk may be taken out. A file that is named
        itself counts whatever its name. A file that cannot be read is named in the report with its
        reason; what it gave before stays. ``language`` (ISO 639-1) says what all the files are in,
        also when they change later; ``"auto"`` takes that back, so that it is detected again.
        ``listener`` is told of each step. An interruption keeps what was done; the next call goes on
        from there. ``workers`` read and encode, such as ``lexdesk.bulk.cluster.Cluster``; by default this
        machine does.

        Raises ``LibraryLocked``, ``UnknownLanguage``, ``LibraryError`` for a path that does not
        exist or, with ``prune``, that holds nothing any more, ``OSError`` where the disk is full.
        """
        return self._keeping.add(paths, prune, vectors, language, listener, workers)

    def follow(
        self,
        paths: Iterable[str | os.PathLike[str]],
        *,
        vectors: bool = True,
        listener: Listener | None = None,
    ) -> AddReport:
        """As ``add`` with ``prune``, of what changed inside folders that are there: it may be gone itself."""
        return self._keeping.follow(paths, vectors, listener)

    def retry_refused(
        self,
        paths: Iterable[str | os.PathLike[str]] | None = None,
        *,
        vectors: bool = True,
        listener: Listener | None = None,
    ) -> AddReport:
        """Read again what could not be read: all of it, or ``paths``, which are keys of ``refused()``.

        Otherwise as ``add``; those that are gone are passed over, and folders that may not be entered
        are told. Raises ``LibraryError`` for a path that was not refused.
        """
        return self._keeping.retry_refused(paths, vectors, listener)

    def add_documents(
        self,
        documents: Iterable[Document],
        *,
        vectors: bool = True,
        listener: Listener | None = None,
    ) -> AddReport:
        """Add documents that come from no file; works that are there already are passed over.

        Each document has its ``work`` set; one without raises ``LibraryError``, and so does one whose
        text is no Unicode. Otherwise as ``add``.
        """
        return self._keeping.add_documents(documents, vectors, listener)

    def remove(self, paths: Iterable[str | os.PathLike[str]]) -> int:
        """Remove what came from the files and folders ``paths``, which stay on disk; how many files it was.

        The folders are not kept up with any more. Raises ``LibraryLocked``, and ``NotFound`` for a path that the
        library has nothing of.
        """
        return self._keeping.remove(paths)

    def holds_all_of(self, source: str) -> bool:
        """Whether ``mark_complete`` was called for ``source``, such as the fingerprint of a collection."""
        return bool(self._store.setting(f"complete:{source}", False))

    def mark_complete(self, source: str) -> None:
        """Remember that all documents of ``source`` are in the library."""
        self._store.set_setting(f"complete:{source}", True)

    # Folders, and how far the library has kept up with them.

    def folders(self) -> list[Path]:
        """The folders that were added, those inside others left out."""
        return self._added.folders()

    def unfinished(self) -> list[Path]:
        """What a call of ``add`` named and did not get through; the same call goes on from there."""
        return self._added.unfinished()

    def note_unfinished(
        self, paths: Iterable[str | os.PathLike[str]], *, refused: Iterable[str] = ()
    ) -> None:
        """Count ``paths`` among the ``unfinished``, to ``add`` them once what another program adds is through.

        So are the files of ``refused``, keys of ``refused()``, which the next ``add`` of them tries again.
        """
        self._keeping.expect(paths, refused)

    def forget_unfinished(self, *, but: Iterable[str | os.PathLike[str]] = ()) -> None:
        """Keep what was read of the ``unfinished`` files and folders, and give up the rest, ``but`` for these."""
        with self._writing("leaving it at what was read"):
            self._added.finish({*self.unfinished()}.difference(map(absolute, but)))

    def difference(
        self, paths: Iterable[str | os.PathLike[str]] | None = None, *, prune: bool = False
    ) -> Difference:
        """What ``add`` would look at in ``paths``, or in the folders that were added.

        Told by the size and the time of files, and by the hash of those that they do not tell; nothing is
        changed. Raises ``LibraryError`` for rules in an ``.lexdeskignore`` that cannot be read, and with ``prune``
        where ``add`` with it does.
        """
        from lexdesk.folders import in_step

        named = self.folders() if paths is None else paths
        return in_step.compared(self.path, self._store, self._added, named, prune)

    def left_behind(self, folder: str | os.PathLike[str]) -> tuple[list[str], list[str]]:
        """Which files of ``folder`` are gone, and which ``.lexdeskignore`` names now: what ``add`` with ``prune`` removes.

        Only files that were read are looked at, unless one is gone: it may have another name now, and all are looked
        through for that. Raises as ``difference`` with ``prune``.
        """
        from lexdesk.folders import in_step

        return in_step.left_behind(self.path, self._store, self._added, Path(folder))

    # Reading: what is asked in a query.

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
        """The ``top`` best hits for ``query``; ``plain`` takes it as text without operators.

        Each work is searched in its version of the day ``as_of``, by default today, and labelled
        with what it was on that day. With ``rerank`` the reranker that is installed orders the best. With
        ``advise`` the answer says what may have been meant (``did_you_mean``) and, where there is no hit, which ``looser``
        queries find something; that takes some milliseconds, and a few more searches.
        Where the vectors were made by another model, ``hybrid`` searches by words alone, and the
        answer's ``notice`` says why. Raises ``QueryError`` with the position of a mistake,
        ``ImpossibleDate``, and ``NoModel`` or ``ModelMismatch`` where search by meaning or a reranker is
        asked for and cannot be had.
        """
        return self._searching.search(query, mode, top, plain, as_of, rerank, advise)

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
        """As ``search``, with the milliseconds that each part took."""
        return self._searching.search_timed(query, mode, top, plain, as_of, rerank)

    def explain(self, query: str, *, mode: Mode = "hybrid") -> Explanation:
        """How ``search`` understands ``query``: as it looks now, by words alone while there are no vectors for both.

        Raises ``QueryError`` as it does.
        """
        return self._searching.explain(query, mode)

    def looser(self, query: str, *, as_of: Day | None = None, most: int = 3) -> list[Looser]:
        """At most ``most`` queries that ask for one thing less than ``query`` and find something.

        By words alone, those first that find most; of a query with many conditions, not all are tried. Raises
        ``QueryError``.
        """
        return self._searching.looser(query, as_of, most)

    def did_you_mean(self, query: str) -> str:
        """``query`` with words that are in the library in place of those that are nowhere in it and near to them.

        ``""`` where there is nothing to offer, as for a citation of what is there, in whatever form. Raises
        ``QueryError``.
        """
        return self._searching.did_you_mean(query)

    def other_forms(self, query: str, *, most: int = 3) -> dict[str, list[str]]:
        """The plain words of ``query``, folded, each with the most frequent of its other forms that a search finds, too.

        ``withdraw`` with *withdrawal* and *withdraws*; a word that has none is left out. Raises ``QueryError``.
        """
        return self._searching.other_forms(query, most)

    def highlights(
        self, query: str, text: str, language: str | None = None
    ) -> list[tuple[int, int]]:
        """Where ``text`` (ISO 639-1 ``language``) holds what ``query`` asks for, as ``Hit.highlights``.

        Raises ``QueryError``.
        """
        return self._searching.highlights(query, text, language)

    def retriever(self, mode: Mode = "hybrid") -> Retriever:
        """The engine under ``search``, for those who want candidates and not hits.

        Where the vectors were made by another model, that of ``hybrid`` has words alone, and its
        ``lack`` says why. Raises ``LexdeskError`` for a mode that there is not, and ``NoModel`` or
        ``ModelMismatch`` where meaning alone is asked for and cannot be had.
        """
        return self._searching.retriever(mode)

    def complete(self, beginning: str, top: int = 8) -> list[str]:
        """Queries that ``beginning`` may become: the citation that it is, works of that name."""
        from lexdesk.search.completion import completions

        return completions(self._store, beginning, languages(self._store), top)

    # Reading: what the law is, and was.

    def _identified(self, work: str, eid: str | None) -> tuple[str, str | None]:
        from lexdesk.search.cited import identified_in

        return identified_in(self._store, work, eid)

    @_as_of_one_moment
    def show(
        self,
        work: str,
        eid: str | None = None,
        *,
        language: str | None = None,
        as_of: Day | None = None,
    ) -> Shown:
        """The text of a work, or of its provision ``eid``, on the day ``as_of``.

        By default it is that of today or, where there is none any more, the last one. ``work`` is an
        identifier such as a CELEX number, or the path of a file; ``language`` is ISO 639-1, by default
        the one that most documents of the library are in. Raises ``NotFound`` and ``ImpossibleDate``.
        """
        from lexdesk.law.show import show

        work, eid = self._identified(work, eid)
        return show(self._store, work, eid, language, languages(self._store), _day(as_of))

    @_as_of_one_moment
    def wordings(
        self,
        work: str,
        eid: str,
        *,
        language: str | None = None,
        as_of: Day | None = None,
    ) -> frozenset[str]:
        """The texts that a hit on the provision may have: all of it, and each passage that it was cut into.

        Of the text that ``show`` shows. Raises ``NotFound`` and ``ImpossibleDate``.
        """
        from lexdesk.law.show import wordings

        work, place = self._identified(work, eid)
        return wordings(
            self._store, work, place or eid, language, languages(self._store), _day(as_of)
        )

    @_as_of_one_moment
    def history(self, work: str, eid: str | None = None, *, language: str | None = None) -> History:
        """The versions of a work, or the states of its provision ``eid``, oldest first.

        Raises ``NotFound``.
        """
        from lexdesk.law.history import history

        work, eid = self._identified(work, eid)
        return history(self._store, work, eid, language, languages(self._store))

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
        """The difference between two states, word by word; each is a day or a number of ``history``.

        Raises ``NotFound`` and ``ImpossibleDate``.
        """
        from lexdesk.law.history import compare

        work, eid = self._identified(work, eid)
        wanted = languages(self._store)
        return compare(self._store, work, eid, _when(old), _when(new), language, wanted)

    @_as_of_one_moment
    def changed(
        self, work: str, old: Day | int, new: Day | int, *, language: str | None = None
    ) -> Changed:
        """Which articles, sections and annexes differ between two versions, each a day or a number of ``history``.

        Raises ``NotFound`` and ``ImpossibleDate``.
        """
        from lexdesk.law.history import revision

        work = self._identified(work, None)[0]
        wanted = languages(self._store)
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
        """What a work or its provision ``eid`` cites, and the provisions that cite it.

        Of each work the version of ``as_of`` counts, by default that of today. Of a work that is only cited and
        not in the library, what cites it. Raises ``NotFound`` and ``ImpossibleDate``.
        """
        from lexdesk.search.references import references

        work, eid = self._identified(work, eid)
        return references(self._store, work, eid, language, languages(self._store), _day(as_of))

    @property
    def recitals(self) -> Recitals:
        """Recitals, and the provisions that they explain."""
        from lexdesk.recitals import Recitals

        return Recitals(self._store, self._writing)

    # Reading: what it holds.

    def status(self) -> Status:
        """What the library holds and how far its indexes are.

        Raises ``LibraryError`` where its folder was moved, or holds another library by now.
        """
        self._store.require_in(self.path)
        return status_of(self.path, self._store, self._index, self.embedder)

    def refused(self) -> dict[str, str]:
        """Files that could not be read, with the reasons."""
        return {
            record.path: record.refused for record in self._store.files().values() if record.refused
        }

    @_as_of_one_moment
    def holdings(self, query: str = "", *, as_of: Day | None = None) -> list[Holding]:
        """The works that the library holds, by citation, each as it is on the day ``as_of``, by default today.

        ``query`` has words of their names, each as the beginning of a word, and filters, as ``kind:contract`` and
        ``folder:``. Raises ``QueryError`` and ``ImpossibleDate``.
        """
        from lexdesk.query import parse
        from lexdesk.search.holdings import holdings

        asked = parse(query) if query.strip() else None
        day = _day(as_of) or datetime.date.today()
        return holdings(self._store, self._index.words(), asked, day)

    def kinds(self) -> dict[str, int]:
        """How many documents there are of each kind, most first."""
        return self._store.expression_counts("kind")

    def authorities(self) -> dict[str, int]:
        """How many documents there are of each court or authority that is known, most first."""
        from lexdesk.law.authority import counts

        return counts(self._store)

    def sources(self) -> dict[str, int]:
        """How many documents lie in each folder that was added or directly inside one, most first."""
        from lexdesk.folders.sources import sources

        return sources(self._store.paths_of_documents(), self._added.folders())

    def works_by_folder(self) -> dict[Path | None, int]:
        """How many works lie in each folder that was added; ``None`` has those of files that lie in none."""
        from lexdesk.folders.sources import works_below

        return works_below(self._store.works_of_files(), self._added.folders())

    def duplicates(self, alike: float | None = None) -> list[list[Duplicate]]:
        """Groups of documents that are copies or drafts of each other, the largest first.

        ``alike`` is the least share of word sequences in common (0 to 1, by default 0.7). In a group,
        the file that was changed first stands first.
        """
        from lexdesk.copies.groups import ALIKE, groups

        return groups(self._store, ALIKE if alike is None else alike)

    def text_of_file(self, path: str | os.PathLike[str]) -> str | None:
        """The text of a file as it was read; ``None`` for one that the library does not have."""
        expression = self._store.expression_of_file(stored_path(absolute(path)))
        return None if expression is None else self._store.text(expression)

    def scanned_lines(self, path: str | os.PathLike[str]) -> dict[int, list[tuple[str, Box]]]:
        """The lines of scanned pages of a file by the number of the page, each with where it stands on it.

        Of pages that were recognised by a version that kept this; ``{}`` for a file that the library does not have.
        """
        expression = self._store.expression_of_file(stored_path(absolute(path)))
        return {} if expression is None else self._store.scanned_lines(expression)

    def workbook(self) -> Workbook:
        """What people noted and searched in this library; to be closed, as in a ``with`` statement."""
        from lexdesk.work.workbook import Workbook

        return Workbook(self.path, self._store.key)

    # Upkeep, and other forms.

    def check(self) -> list[str]:
        """Read every byte of the notes and the indexes, and hold these against SQLite; what is wrong, in words.

        What was damaged and could be made again is in ``repairs``.
        """
        from lexdesk.work.workbook import problems_of_notes

        if problems := self._store.problems():
            return problems  # the indexes cannot be held against it
        problems = problems_of_notes(self.path, self._store.key) + self._indexes.problems_of_words()
        if self._store.last_vector():
            self.embedder.require_fit()
            problems += self._indexes.problems_of_vectors()
        return problems

    @property
    def repairs(self) -> list[str]:
        """Which indexes were found damaged since this was opened, and made again, in words."""
        return self._indexes.repairs

    def rebuild(self, *, vectors: bool = False, listener: Listener | None = None) -> None:
        """Make both indexes again from SQLite alone; with ``vectors``, also the vectors, by the model at hand."""
        self._keeping.rebuild(vectors, listener)

    def back_up(self, target: str | os.PathLike[str]) -> Backup:
        """Copy what cannot be made again into the folder ``target``, which is then a library itself.

        Raises ``LibraryError`` and ``OSError``; see ``lexdesk.backup.back_up``.
        """
        from lexdesk.backup import back_up

        return back_up(self.path, Path(target), self._store.key)

    def dump(self) -> Iterator[str]:
        """Every expression as one line of JSON, as ``lexdesk.dump`` describes it."""
        from lexdesk.dump import lines

        return lines(self._store)

    def export_parquet(self, folder: str | os.PathLike[str]) -> Exported:
        """Write the library as tables to ``folder``, as ``lexdesk.export.parquet`` describes them.

        Raises ``LibraryError`` for a folder that holds something, ``ExtraMissing`` where the extra
        ``lexdesk[parquet]`` is not installed, and ``OSError``.
        """
        with needing("parquet", "Parquet"):
            from lexdesk.export import parquet

        return parquet.export(self._store, Path(folder))

    def export_opensearch(
        self, folder: str | os.PathLike[str], bulk_bytes: int = 50_000_000
    ) -> Exported:
        """Write what OpenSearch is fed with to ``folder``, as ``lexdesk.export.opensearch`` says.

        Raises ``LibraryError`` for a folder that holds something, and ``OSError``.
        """
        from lexdesk.export import opensearch

        return opensearch.export(self._store, Path(folder), bulk_bytes)

    @contextlib.contextmanager
    def at_rest(self, purpose: str) -> Iterator[Store]:
        """The store, with its full-text index on disk up to date, while nobody else may add.

        ``purpose`` is what others are told. Raises ``LibraryLocked``, and ``LibraryError`` for an
        encrypted library, which has no index on disk.
        """
        if self.is_encrypted:
            raise LibraryError(
                f"{self.path} is encrypted, and what is published is not; publish a plain library"
            )
        with self._writing(purpose):
            self._indexes.words()
            self._indexes.finish()  # Tantivy finishes its merges
            yield self._store


def _day(as_of: Day | None) -> datetime.date | None:
    return day_of(as_of) if as_of else None


def _when(state: Day | int) -> datetime.date | int:
    """A day, or the number of a state."""
    return state if isinstance(state, int) else day_of(state)
