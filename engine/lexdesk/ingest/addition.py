"""The addition of files and documents to a library, step by step."""

import logging
import time
from collections.abc import Iterable
from pathlib import Path

from lexdesk.document.model import Document
from lexdesk.extract import PARSER_VERSION
from lexdesk.extract.containers.git_versions import HeldLaws
from lexdesk.extract.passwords import Passwords
from lexdesk.extract.workers.pool import WorkerPool
from lexdesk.index.indexes import Indexes
from lexdesk.index.update import renew_subjects
from lexdesk.ingest import files
from lexdesk.ingest.citations import find_citations
from lexdesk.ingest.report import AddReport
from lexdesk.ingest.scan.ignore_rules import Exclusions
from lexdesk.ingest.scan.scan import Confinement, find_files, require_documents
from lexdesk.ingest.scan.sources_registry import SourcesRegistry
from lexdesk.ingest.unavailable_folders import LostFolders, is_away
from lexdesk.ingest.vectors import compute_vectors
from lexdesk.ingest.workers import Encodes, Workers
from lexdesk.law.application_days import OTHER_DAYS
from lexdesk.law.correlation_tables import TABLE
from lexdesk.law.findings import store_findings
from lexdesk.law.german_commencement import OTHER_FORCE
from lexdesk.law.national_commencement import CLAUSE
from lexdesk.models.embedder import Embedder
from lexdesk.recitals import propose_new
from lexdesk.storage import Store
from lexdesk.system.paths import make_absolute
from lexdesk.system.progress import Listener, ignore

_log = logging.getLogger("lexdesk.ingest")

FINDINGS = (CLAUSE, OTHER_FORCE, OTHER_DAYS, TABLE)
"""The findings in texts of laws that each addition stores."""


class Addition:
    """An addition of files and documents to the library in ``path``; ``added`` records the sources."""

    def __init__(
        self, path: Path, store: Store, indexes: Indexes, embedder: Embedder, added: SourcesRegistry
    ):
        self._path, self._store, self._indexes = path, store, indexes
        self._embedder, self._added = embedder, added

    def read(
        self,
        named: list[Path],
        *,
        prune: bool,
        vectors: bool,
        passwords: Passwords,
        language: str | None = None,
        listener: Listener | None = None,
        workers: Workers | None = None,
        is_followed: bool = False,
    ) -> AddReport:
        """Read the text of all files, find its citations, then make vectors; record the remainder as unfinished.

        The caller holds the writer lock. ``passwords`` are also tried on files that were locked
        before; with ``is_followed``, on changed files only.
        """
        report = AddReport()
        started = time.monotonic()
        listen = listener or ignore
        fulltext = self._indexes.fulltext_on_disk()
        for path in () if prune else named:
            require_documents(path)
        renew_subjects(self._store, fulltext)
        self._added.begin(named)  # before the scan, which takes a while in a large folder
        found = find_files(named, self._path, gone_is_fine=prune, unlisted=report.cannot_list)
        folders = self._added.folders()
        lost = LostFolders(folders)
        folder_of = Confinement(folders, () if is_followed else map(make_absolute, named))
        # The pool starts its workers at the first read.
        with WorkerPool(passwords=passwords, held=self._held_laws, folder_of=folder_of) as pool:
            files.add_files(
                self._store,
                fulltext,
                workers or pool,
                found,
                report,
                listen,
                language,
                lost,
                has_passwords=bool(passwords) and not is_followed,
                folder_of=folder_of,
            )
            find_citations(self._store, pool, listen)
        for folder in lost.found:
            report.was_lost(folder)
        inside = self._available(named, report) if prune else named
        is_excluded = Exclusions(map(make_absolute, inside), self._added.overruled_files())
        if prune:
            files.prune(self._store, fulltext, inside, report, found, is_excluded)
        else:
            files.count_left_behind(self._store, inside, report, found, is_excluded)
        store_findings(self._store, FINDINGS)
        if vectors:
            self.embed(report, listen, workers)
        self._added.finish(
            path
            for path in named
            if not any(make_absolute(path).is_relative_to(top) for top in lost.found)
        )
        self._store.pack_where_worn()
        _log.info(
            "%d files added, %d replaced, %d unchanged, %d removed, %d failed, %d passages embedded, %.2f s",
            *(report.added, report.replaced, report.unchanged, report.removed),
            *(len(report.failed), report.vectors, time.monotonic() - started),
        )
        return report

    def _held_laws(self) -> HeldLaws:
        """Return the laws in git that the library holds."""
        held = self._store.revisions.held(PARSER_VERSION)
        repositories = self._store.revisions.containers()
        return HeldLaws({law: last.commit for law, last in held.items()}, tuple(repositories))

    def add_documents(
        self, documents: Iterable[Document], *, vectors: bool, listener: Listener | None
    ) -> AddReport:
        """Add documents without a file; the caller holds the writer lock."""
        report = AddReport()
        fulltext = self._indexes.fulltext_on_disk()
        renew_subjects(self._store, fulltext)
        files.add_documents(self._store, fulltext, documents, report)
        complete_citations(self._store, listener or ignore)
        if vectors:
            self.embed(report, listener or ignore)
        return report

    def embed(self, report: AddReport, listener: Listener, workers: Workers | None = None) -> None:
        """Embed the remaining passages by this machine or ``workers``."""
        embed_missing(self._store, self._indexes, self._embedder, report, listener, workers)

    def _available(self, named: list[Path], report: AddReport) -> list[Path]:
        """Return the paths of ``named`` with an available folder, and report folders lost during reading."""
        lost = [top for top in self._added.folders() if is_away(top)]
        left = []
        for path in named:
            top = next((top for top in lost if make_absolute(path).is_relative_to(top)), None)
            if top is None:
                left.append(path)
            else:
                report.was_lost(top)
        return left


def complete_citations(store: Store, listener: Listener, *, again: bool = False) -> None:
    """Find the citations of all stored texts, and what is derived from them; the caller holds the writer lock."""
    with WorkerPool() as pool:
        find_citations(store, pool, listener, again=again)
    store_findings(store, FINDINGS)


def embed_missing(
    store: Store,
    indexes: Indexes,
    embedder: Embedder,
    report: AddReport,
    listener: Listener,
    workers: Workers | None = None,
) -> None:
    """Compute the missing vectors, then the links of recitals to provisions, now with semantic similarity."""
    embedder.adopt()
    if embedder.renew_languages():
        indexes.drop_vectors()
    vectors = indexes.vectors_on_disk()
    encoder: Encodes = embedder.encoder
    if workers:
        encoder = workers.encoder(
            embedder.manifest, embedder.multilingual_fingerprint, embedder.size
        )
    compute_vectors(store, vectors, encoder, report, listener)
    propose_new(store)
