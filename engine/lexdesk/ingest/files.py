"""Store and index files and documents, in batches of about a second."""

import dataclasses
import hashlib
import itertools
import logging
import re
import time
from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import TypeVar

from msgspec.structs import replace

from lexdesk.document.model import Document
from lexdesk.document.passages import split_document
from lexdesk.errors import (
    IS_PROTECTED,
    FileCode,
    FileFailed,
    FileUnreadable,
    LibraryCode,
    LibraryError,
    Message,
)
from lexdesk.extract.workers.pool import Reading
from lexdesk.index.lexical.fulltext import FullText
from lexdesk.index.update import update_lexical
from lexdesk.ingest.difference import find_known_inside, find_left_behind
from lexdesk.ingest.report import AddReport
from lexdesk.ingest.selection import Selection
from lexdesk.ingest.unavailable_folders import LostFolders, is_away
from lexdesk.ingest.unread_pages import describe_pages, find_unread_pages
from lexdesk.ingest.workers import Reads
from lexdesk.recitals import propose_by_words
from lexdesk.storage import Store
from lexdesk.storage.revisions import AlreadyHeld, OutOfOrder
from lexdesk.storage.schema import FileRecord
from lexdesk.structure.decisions.neutral_citation import find_case_law_work
from lexdesk.system.paths import decode_path, encode_path, make_absolute
from lexdesk.system.progress import Listener, Progress
from lexdesk.text.minhash import compute_signature
from lexdesk.text.tokens import tokens

_log = logging.getLogger("lexdesk.ingest")
_Item = TypeVar("_Item")
_CHARACTERS_PER_COMMIT = 8_000_000
_SECONDS_PER_COMMIT = 1.0  # longest wait of a parsed document for its commit
_SECONDS_PER_INDEX_COMMIT = 3.0  # longest wait until it is in the full-text index


def add_files(
    store: Store,
    fulltext: FullText | None,
    pool: Reads,
    paths: Sequence[Path],
    report: AddReport,
    listener: Listener,
    language: str | None = None,
    lost: LostFolders | None = None,
    *,
    has_passwords: bool = False,
    folder_of: Callable[[Path], Path | None] = lambda path: None,
) -> None:
    """Read new and changed files of ``paths``, and store and index their text for keyword search.

    ``language`` is the language of the files; ``""`` requests detection, ``None`` keeps the earlier statement for
    each file. With ``has_passwords``, files in need of a password are read again with those of ``pool``. Failures in
    a folder ``lost`` meanwhile are not recorded. No link is followed below the folder that ``folder_of`` returns for a file.
    """
    known = store.files.records()
    batch = _Batch(store, fulltext, report, listener, len(paths), known.keys(), cites=pool.cites)
    lost = lost or LostFolders(())
    selection = Selection(
        store, known, language, report, has_passwords=has_passwords, folder_of=folder_of
    )
    records: dict[Path, FileRecord] = {}

    def changed() -> Iterator[Path]:
        for path in paths:
            record = selection.record(path)
            if record is None:
                batch.skip(encode_path(path), selection.failures(encode_path(path)))
            else:
                records[path] = record
                yield path

    try:
        for reading in pool.read_all(changed()):
            if isinstance(reading.outcome, FileUnreadable) and lost.holds(reading.path):
                batch.skip(encode_path(reading.path), {})
            else:
                batch.put(records[reading.path], reading)
            if reading.last:
                del records[reading.path]
                if batch.has_versions_of(reading.path):
                    batch.commit()  # the next repository is compared with the laws stored by then
    finally:  # after an interruption too: parsed files are kept
        batch.commit()
        update_lexical(store, fulltext)
    propose_by_words(store)


def _record(file: FileRecord, reading: Reading) -> FileRecord:
    """Return the record of a reading: of the file itself or of its contents."""
    failure = reading.outcome.message if isinstance(reading.outcome, FileFailed) else None
    if isinstance(reading.outcome, FileUnreadable):  # without the hash and size of earlier readings
        return FileRecord(
            file.path,
            "",
            0,
            file.parser_version,
            failure,
            language=file.language,
            is_unreadable=True,
        )
    if not reading.member:
        return replace(
            file, sha256=file.sha256 if reading.last else "", failure=failure, is_unreadable=False
        )
    path = f"{file.path}/{encode_path(reading.member)}"
    if isinstance(reading.outcome, Document) and reading.outcome.revision:
        sha256 = reading.outcome.revision.commit
        return FileRecord(path, sha256, 0, file.parser_version, None, file.path, file.language)
    return FileRecord(path, file.sha256, 0, file.parser_version, failure, file.path, file.language)


class _Batch:
    """Documents read and waiting for a common commit."""

    def __init__(
        self,
        store: Store,
        fulltext: FullText | None,
        report: AddReport,
        listener: Listener,
        total: int,
        known: Collection[str],
        *,
        cites: bool,
    ):
        self._store, self._fulltext, self._report = store, fulltext, report
        self._listener, self._total, self._known = listener, total, known
        self._cites = cites
        self._waiting: list[tuple[FileRecord, FileRecord, Reading]] = []
        self._counted: set[str] = set()  # partly read files whose pictures follow
        # Members not opened, by container.
        self._locked: defaultdict[str, list[str]] = defaultdict(list)
        self._characters = 0
        self._done = 0
        # Path of a repository -> number of its laws read, and to read.
        self._versions: dict[str, tuple[int, int]] = {}
        self._committed_at = self._indexed_at = time.monotonic()

    def skip(self, path: str, failures: Mapping[str, Message]) -> None:
        """Skip an unchanged file; report its recorded failures again."""
        self._report.failed.update(failures)
        self._done += 1
        self._report_progress(path)

    def put(self, file: FileRecord, reading: Reading) -> None:
        """Add one reading of a file or of its contents."""
        record = _record(file, reading)
        self._waiting.append((file, record, reading))
        self._log(record, reading)
        self._count(file, record, reading)
        now = time.monotonic()
        if (
            self._characters > _CHARACTERS_PER_COMMIT
            or now - self._committed_at > _SECONDS_PER_COMMIT
        ):
            self.commit()
        if now - self._indexed_at > _SECONDS_PER_INDEX_COMMIT:
            update_lexical(self._store, self._fulltext)
            propose_by_words(self._store)
            self._indexed_at = time.monotonic()

    def _log(self, record: FileRecord, reading: Reading) -> None:
        """Log the outcome of a file; an encrypted library keeps its names to itself."""
        level, outcome = logging.INFO, "read" if reading.outcome else "contains other files"
        if record.failure is not None:
            level, outcome = logging.WARNING, record.failure.code.id
        name = "a file" if self._store.key else record.path
        _log.log(level, "%s, %.2f s: %s", outcome, reading.seconds, name)

    def _count(self, file: FileRecord, record: FileRecord, reading: Reading) -> None:
        if record.failure is not None:
            self._report.failed[record.path] = record.failure
        elif isinstance(reading.outcome, Document):
            self._characters += len(reading.outcome.text)
            if reading.outcome.revision:
                return
            if pages := find_unread_pages(reading.outcome):
                self._report.failed[record.path] = describe_pages(pages)
            if record.path not in self._counted:
                self._report.characters += len(reading.outcome.text)
                self._report.replaced += record.path in self._known
                self._report.added += record.path not in self._known
            if not reading.last:
                self._counted.add(record.path)
        if reading.last:
            self._counted.discard(record.path)

    def has_versions_of(self, path: Path) -> bool:
        """Return True if versions of laws of a repository are waiting, or were stored."""
        name = encode_path(path)
        return name in self._versions or any(
            file.path == name and isinstance(reading.outcome, Document) and reading.outcome.revision
            for file, _, reading in self._waiting
        )

    def commit(self) -> None:
        """Commit the pending documents, then report progress."""
        waiting, self._waiting, self._characters = self._waiting, [], 0
        with self._store.transaction():
            for file, record, reading in waiting:
                self._store_one(file, record, reading.outcome)
                if record.failure is not None and record.failure.code in IS_PROTECTED:
                    self._locked[file.path].append(record.path)
                if reading.last:
                    locked = self._locked.pop(file.path, [])
                    if not isinstance(reading.outcome, FileUnreadable):
                        self._store.files.finish_container(file, keep=locked)
        self._committed_at = time.monotonic()
        for file, record, reading in waiting:
            self._done += reading.last
            if isinstance(reading.outcome, Document) and (of := reading.outcome.revision):
                self._versions[file.path] = (of.number, of.total)
            elif reading.last and file.path in self._versions:
                total = self._versions[file.path][1]
                self._versions[file.path] = (total, total)
            self._report_progress(record.path)

    def _store_one(
        self, file: FileRecord, record: FileRecord, outcome: Document | FileFailed | bytes | None
    ) -> None:
        if isinstance(outcome, FileFailed):
            self._store.files.put_failed(record)
        elif isinstance(outcome, Document):
            has_citations = self._cites or outcome.revision is not None
            if file.language and outcome.language != file.language:
                outcome = dataclasses.replace(outcome, language=file.language)
                has_citations = False  # they are those of another language
            work = (
                outcome.work
                or self._store.files.work_of_file(record.path)
                or make_work_name(record.path)
            )
            work = self._as_held(work, outcome)
            try:
                expression = self._store.files.put(
                    record, work, outcome, split_document(outcome), has_citations=has_citations
                )
            except AlreadyHeld:
                return
            except OutOfOrder:
                name = Path(record.path).name
                failed = Message(FileCode.GIT_VERSION_LOST, name=name)
                self._report.failed[record.path] = failed
                return
            if outcome.revision:
                if outcome.revision.edits:
                    self._report.characters += len(outcome.text)
                    self._report.replaced += record.path in self._known
                    self._report.added += record.path not in self._known
                return
            signature = outcome.signature or compute_signature(outcome.text)
            self._store.texts.put_signature(expression, signature)
            self._store.files.put_unread_pages(record.path, find_unread_pages(outcome))

    def _as_held(self, work: str, document: Document) -> str:
        """Return the work of a judgment that the library holds from another source, else ``work``.

        The XML of Find Case Law has an identifier of its own; other sources have only the citation of the judgment.
        """
        if document.kind != "judgment":
            return work
        other = find_case_law_work(work)
        if other and self._store.law.works_among({other}):
            return other
        if document.short_title != work and find_case_law_work(document.short_title) == work:
            self._store.files.rename_work(document.short_title, work)
        return work

    def _report_progress(self, path: str) -> None:
        done, total = (sum(counts) for counts in zip((0, 0), *self._versions.values(), strict=True))
        self._listener(Progress("read", self._done + done, self._total + total, path))


def make_work_name(path: str) -> str:
    """Return a short, stable name for the work in a file without identifier: ``lease-pdf-3f9ac2``."""
    name = "-".join(re.findall(r"[a-z0-9]+", " ".join(tokens(Path(path).name))))[:48].strip("-")
    return f"{name or 'file'}-{hashlib.sha256(path.encode()).hexdigest()[:6]}"


def prune(
    store: Store,
    fulltext: FullText | None,
    paths: Iterable[Path],
    report: AddReport,
    found: Collection[Path],
    is_excluded: Callable[[Path], bool],
) -> None:
    """Remove documents of files inside ``paths`` that are gone or ``is_excluded``, none of them among ``found``."""
    roots = [make_absolute(path) for path in paths]
    known = store.files.records()
    on_disk = {record.container or record.path for record in known.values()}
    inside = [
        file for file in on_disk if any(decode_path(file).is_relative_to(top) for top in roots)
    ]
    gone, ignored = find_left_behind(inside, found, is_excluded)
    removed = {*gone, *ignored}
    with store.transaction():
        for record in known.values():
            if (record.container or record.path) in removed:
                store.files.forget_file(record.path)
                report.removed += 1
    update_lexical(store, fulltext)


def count_left_behind(
    store: Store,
    paths: Iterable[Path],
    report: AddReport,
    found: Collection[Path],
    is_excluded: Callable[[Path], bool],
) -> None:
    """Count the files in existing folders to be removed by ``prune``, with the same arguments."""
    folders = [make_absolute(path) for path in paths if path.is_dir() and not is_away(path)]
    if not folders:  # a single file named needs no scan of a large library
        return
    there = {encode_path(path) for path in found}  # present, so not to be removed
    known = [
        file for file in find_known_inside(folders, store.files.records()) if file not in there
    ]
    gone, ignored = find_left_behind(known, found, is_excluded)
    report.gone, report.ignored = len(gone), len(ignored)


def remove(store: Store, fulltext: FullText | None, paths: Iterable[Path]) -> int:
    """Remove the documents of files inside the absolute ``paths``, on disk or not; return the file count."""
    with store.transaction():
        files = find_known_inside(paths, store.files.records())
        for path in files:
            store.files.forget_file(path)
    update_lexical(store, fulltext)
    return len(files)


def add_documents(
    store: Store, fulltext: FullText | None, documents: Iterable[Document], report: AddReport
) -> None:
    """Store documents without a file, except for works already present.

    Raises ``LibraryError`` for a document without a work and for text outside Unicode.
    """
    own: set[str] = set()  # works of these documents, possibly in several versions
    for some in _batch(documents, 200):
        known = store.law.works_among({expression.work for expression in some} - own)
        with store.transaction():
            for document in some:
                if document.work in known:
                    continue
                if not document.work:  # a later one without a work would replace this one
                    raise LibraryError(LibraryCode.DOCUMENT_WITHOUT_WORK, title=document.title)
                try:
                    store.files.put(None, document.work, document, split_document(document))
                except UnicodeEncodeError as error:
                    raise LibraryError(
                        LibraryCode.DOCUMENT_NOT_UNICODE,
                        work=document.work,
                        character=error.object[error.start],
                    ) from error
                own.add(document.work)
                report.added += 1
                report.characters += len(document.text)
    update_lexical(store, fulltext)
    propose_by_words(store)


def _batch(items: Iterable[_Item], size: int) -> Iterator[list[_Item]]:
    iterator = iter(items)
    while batch := list(itertools.islice(iterator, size)):
        yield batch
