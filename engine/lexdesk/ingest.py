"""The way of a document: file -> document -> passages -> store -> indexes -> vectors.

Everything is committed in small steps and every step finds out for itself what is left to do. So
an interruption, even by a power cut, costs the step at hand, and the next run goes on from there.
"""

from __future__ import annotations

import dataclasses
import hashlib
import itertools
import os
import re
import time
from collections import defaultdict, deque
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple, Protocol, TypeVar

from lexdesk.copies.signature import signature
from lexdesk.digest import sha256
from lexdesk.document import Document
from lexdesk.errors import FileRefused, LibraryError
from lexdesk.extract import READER_VERSION, name_as_title, ocr
from lexdesk.extract.pool import Reading
from lexdesk.folders.difference import size_and_time
from lexdesk.folders.moved import Moved
from lexdesk.index.fulltext import FullText
from lexdesk.index.update import update_vectors, update_words
from lexdesk.index.vectors import VectorIndex
from lexdesk.passages import cut, passage_text
from lexdesk.paths import path_on_disk, stored_path
from lexdesk.store import Store
from lexdesk.store.eight_bits import pack
from lexdesk.store.schema import UNREADABLE, FileRecord
from lexdesk.text import tokens

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from lexdesk.models.manifest import Manifest

_Item = TypeVar("_Item")
_CHARACTERS_PER_COMMIT = 8_000_000
_SECONDS_PER_COMMIT = 1.0  # how long a document that was read waits to be acknowledged, at most
_SECONDS_PER_WORDS_COMMIT = 3.0  # ... and to be searchable by words
_WHERE_TITLES_STAND = 5_000  # characters
_PASSAGES_AT_ONCE = 512  # encoded between two commits: some seconds, which an interruption costs


@dataclass(frozen=True, slots=True)
class Progress:
    """How far long work is.

    ``stage`` is ``read`` (counted in files), ``words`` or ``vectors`` (in passages), ``queries``,
    ``provisions``, or a step of a search by a document; ``total`` is 0 where it is not known.
    """

    stage: str
    done: int
    total: int
    path: str = ""
    """The file that was stored or refused; once told of, it survives a crash."""


@dataclass(slots=True)
class AddReport:
    """What ``add`` did, counted in files (``vectors`` in passages, ``characters`` of text read).

    ``moved`` were known under another name, and recognised by their content. ``refused`` has the
    reason for each file that cannot be read, also where it was known before.
    """

    added: int = 0
    replaced: int = 0
    unchanged: int = 0
    moved: int = 0
    removed: int = 0
    refused: dict[str, str] = field(default_factory=dict)
    characters: int = 0
    vectors: int = 0


Listener = Callable[[Progress], None]


class Readers(Protocol):
    """Reads files: ``lexdesk.extract.pool.ReaderPool``, or the machines of a cluster."""

    def read_all(self, paths: Iterable[Path]) -> Iterator[Reading]:
        """Yield what is read of each file, as ``ReaderPool.read_all`` does."""


class Encodes(Protocol):
    """Encodes texts: ``lexdesk.models.encoder.Encoder``, or the machines of a cluster."""

    def encode_all(self, parts: Iterable[Sequence[str]]) -> Iterator[NDArray[np.float32]]:
        """Of each of ``parts``, in order: texts -> float32 (n, dimensions), rows of unit length.

        May take later parts before it yields; no more of them than keep its machines busy.
        """


class Workers(Readers, Protocol):
    """Machines that read files and encode passages for a library."""

    def encoder(self, manifest: Manifest) -> Encodes:
        """What encodes passages by the model of ``manifest``."""


def add_files(
    store: Store,
    fulltext: FullText | None,
    pool: Readers,
    paths: Sequence[Path],
    report: AddReport,
    listener: Listener,
    language: str | None = None,
) -> None:
    """Read what is new or changed among ``paths`` and store it, searchable by words.

    ``language`` is what the files are in, ``""`` if that is to be detected, ``None`` if it is as
    said of each file before.
    """
    known = store.files()
    batch = _Batch(store, fulltext, report, listener, len(paths), known.keys())
    unread = _Unread(store, known, language, report)
    records: dict[Path, FileRecord] = {}

    def changed() -> Iterator[Path]:
        for path in paths:
            record = unread.record(path)
            if record is None:
                batch.skip(stored_path(path), unread.refused(stored_path(path)))
            else:
                records[path] = record
                yield path

    try:
        for reading in pool.read_all(changed()):
            batch.put(records[reading.path], reading)
            if reading.last:
                del records[reading.path]
    finally:  # also where the run is interrupted: what was read is kept
        batch.commit()
        update_words(store, fulltext)


class _Unread:
    """Tells of each file whether it has to be read, and records what can be told without."""

    def __init__(
        self,
        store: Store,
        known: dict[str, FileRecord],
        language: str | None,
        report: AddReport,
    ):
        self._store, self._known, self._language, self._report = store, known, language, report
        self._inside = _refused_inside(known.values())
        self._moved = Moved(known.values())
        self._can_recognise = ocr.available()

    def refused(self, path: str) -> dict[str, str]:
        """What could not be read of a known file, with the reasons."""
        old = self._known.get(path)
        own = {path: old.refused} if old and old.refused else {}
        return {**self._inside[path], **own}

    def record(self, path: Path) -> FileRecord | None:
        """What is to be recorded of a file once it is read; ``None`` where it is as it was."""
        stored = stored_path(path)
        old = self._known.get(stored)
        said = old.language if old and self._language is None else self._language or None
        if old and self._is_settled(old, said) and _is_untouched(old, path):
            self._report.unchanged += 1
            return None
        record = dataclasses.replace(_fingerprint(path), language=said)
        if old is None:
            return self._moved_from(record)
        if self._is_settled(old, said) and old.sha256 == record.sha256:
            with self._store.transaction():
                self._store.touch_file(record)
            self._report.unchanged += 1
            return None
        return record

    def _is_settled(self, old: FileRecord, said: str | None) -> bool:
        """Whether all of a file was read, as it is read now."""
        reasons = self.refused(old.path).values()
        missing = self._can_recognise and any(ocr.INSTALL in reason for reason in reasons)
        return (old.reader, old.language) == (READER_VERSION, said) and not missing

    def _moved_from(self, record: FileRecord) -> FileRecord | None:
        """What is to be recorded of a new file that has to be read: not one that only has a new name."""
        old = self._moved.before(record)
        if old is None:
            return record
        name, new_name = _title(old.path), _title(record.path)
        is_named_by_file = name != new_name and self._store.title_of_file(old.path) == name
        may_state_it = is_named_by_file and self._has_line(old.path, name)
        with self._store.transaction():
            self._store.move_file(old.path, record.path)
            self._store.touch_file(record)
            if is_named_by_file and not may_state_it:
                self._store.retitle_file(record.path, new_name)
        self._known[record.path] = dataclasses.replace(old, path=record.path)
        if may_state_it or record.language != old.language:
            return record
        self._report.moved += 1
        return None

    def _has_line(self, path: str, line: str) -> bool:
        """Whether the text of a file has such a line where titles stand."""
        expression = self._store.expression_of_file(path)
        if expression is None:
            return False
        beginning = self._store.text(expression, 0, _WHERE_TITLES_STAND)
        return any(each.strip() == line for each in beginning.splitlines())


def _title(path: str) -> str:
    return name_as_title(Path(path))


def _refused_inside(known: Iterable[FileRecord]) -> defaultdict[str, dict[str, str]]:
    """For each mail and archive, the paths in it that cannot be read, with the reasons."""
    found: defaultdict[str, dict[str, str]] = defaultdict(dict)
    for record in known:
        if record.container and record.refused:
            found[record.container][record.path] = record.refused
    return found


def _is_untouched(old: FileRecord, path: Path) -> bool:
    """Whether size and time of a file that was read whole are as they were."""
    return (
        bool(old.sha256)
        and old.modified is not None
        and (old.bytes, old.modified) == size_and_time(path)
    )


def _fingerprint(path: Path) -> FileRecord:
    stored = stored_path(path)
    told = size_and_time(path)  # before the content: what changes after it has another time
    try:
        digest = sha256(path)
    except OSError as error:
        return FileRecord(stored, f"{UNREADABLE}{error.strerror}", 0, READER_VERSION)
    size, modified = told or (0, None)
    return FileRecord(stored, digest, size, READER_VERSION, modified=modified)


def _record(file: FileRecord, reading: Reading) -> FileRecord:
    """The record of what was read: of the file itself, or of what lies in it."""
    refused = str(reading.outcome) if isinstance(reading.outcome, FileRefused) else None
    if not reading.member:
        return dataclasses.replace(
            file, sha256=file.sha256 if reading.last else "", refused=refused
        )
    path = f"{file.path}/{stored_path(reading.member)}"
    return FileRecord(path, file.sha256, 0, file.reader, refused, file.path, file.language)


class _Batch:
    """Documents that were read and wait to be committed together."""

    def __init__(
        self,
        store: Store,
        fulltext: FullText | None,
        report: AddReport,
        listener: Listener,
        total: int,
        known: Collection[str],
    ):
        self._store, self._fulltext, self._report = store, fulltext, report
        self._listener, self._total, self._known = listener, total, known
        self._waiting: list[tuple[FileRecord, FileRecord, Reading]] = []
        self._counted: set[str] = set()  # files read in part, whose pictures are still to come
        self._characters = 0
        self._done = 0
        self._committed_at = self._indexed_at = time.monotonic()

    def skip(self, path: str, refused: Mapping[str, str]) -> None:
        """Pass over a file that need not be read, with what could not be read of it then."""
        self._report.refused.update(refused)
        self._done += 1
        self._tell(path)

    def put(self, file: FileRecord, reading: Reading) -> None:
        """Take in what a reader made of a file, or of what lies in it."""
        record = _record(file, reading)
        if file.language and isinstance(reading.outcome, Document):
            said = dataclasses.replace(reading.outcome, language=file.language)
            reading = reading._replace(outcome=said)
        self._waiting.append((file, record, reading))
        self._count(record, reading)
        now = time.monotonic()
        if (
            self._characters > _CHARACTERS_PER_COMMIT
            or now - self._committed_at > _SECONDS_PER_COMMIT
        ):
            self.commit()
        if now - self._indexed_at > _SECONDS_PER_WORDS_COMMIT:
            update_words(self._store, self._fulltext)
            self._indexed_at = time.monotonic()

    def _count(self, record: FileRecord, reading: Reading) -> None:
        if record.refused:
            self._report.refused[record.path] = record.refused
        elif isinstance(reading.outcome, Document):
            self._characters += len(reading.outcome.text)
            if record.path not in self._counted:
                self._report.characters += len(reading.outcome.text)
                self._report.replaced += record.path in self._known
                self._report.added += record.path not in self._known
            if not reading.last:
                self._counted.add(record.path)
        if reading.last:
            self._counted.discard(record.path)

    def commit(self) -> None:
        """Make what waits durable, then say so."""
        waiting, self._waiting, self._characters = self._waiting, [], 0
        with self._store.transaction():
            for file, record, reading in waiting:
                self._store_one(record, reading.outcome)
                if reading.last:
                    self._store.finish_container(file)
        self._committed_at = time.monotonic()
        for _, record, reading in waiting:
            self._done += reading.last
            self._tell(record.path)

    def _store_one(
        self, record: FileRecord, outcome: Document | FileRefused | bytes | None
    ) -> None:
        if isinstance(outcome, FileRefused):
            self._store.put_refused(record)
        elif isinstance(outcome, Document):
            work = outcome.work or self._store.work_of_file(record.path) or work_name(record.path)
            expression = self._store.put(record, work, outcome, cut(outcome))
            self._store.put_signature(expression, signature(outcome.text))

    def _tell(self, path: str) -> None:
        self._listener(Progress("read", self._done, self._total, path))


def work_name(path: str) -> str:
    """A short, stable name for the work in a file that states no identifier: ``lease-pdf-3f9ac2``."""
    name = "-".join(re.findall(r"[a-z0-9]+", " ".join(tokens(Path(path).name))))[:48].strip("-")
    return f"{name or 'file'}-{hashlib.sha256(path.encode()).hexdigest()[:6]}"


def prune(
    store: Store, fulltext: FullText | None, paths: Iterable[Path], report: AddReport
) -> None:
    """Remove what came from files inside ``paths`` that are gone."""
    roots = [Path(os.path.abspath(path)) for path in paths]  # noqa: PTH100
    with store.transaction():
        for known in store.files().values():
            path = path_on_disk(known.container or known.path)
            if any(path.is_relative_to(root) for root in roots) and not path.is_file():
                store.forget_file(known.path)
                report.removed += 1
    update_words(store, fulltext)


def add_documents(
    store: Store, fulltext: FullText | None, documents: Iterable[Document], report: AddReport
) -> None:
    """Store documents that come from no file, unless their work is there already."""
    known = store.works()
    for some in _batched((each for each in documents if each.work not in known), 200):
        with store.transaction():
            for document in some:
                if not document.work:  # the next one without would pass for this one, and be lost
                    raise LibraryError(
                        f"the document {document.title!r} names no work; give it one, such as note-1"
                    )
                store.put(None, document.work, document, cut(document))
                report.added += 1
                report.characters += len(document.text)
    update_words(store, fulltext)


def make_vectors(
    store: Store,
    vectors: VectorIndex | None,
    encoder: Encodes,
    report: AddReport,
    listener: Listener,
) -> None:
    """Encode the passages that have no vector yet, shortest first, and index their vectors.

    Without an index on disk (``None``) they are in the store alone.
    """
    done, total = store.progress()
    asked: deque[_Passages] = deque()

    def parts() -> Iterator[list[str]]:
        for some in _to_encode(store):
            asked.append(some)
            yield [text for _, text in some.new]

    try:
        listener(Progress("vectors", done, total))
        for encoded in encoder.encode_all(parts()):
            some = asked.popleft()
            with store.transaction():
                numbers = (passage for passage, _ in some.new)
                store.put_vectors(zip(numbers, pack(encoded), strict=True))
                store.copy_vectors((first, p) for p, first in some.alike.items() if p != first)
            done += len(some.alike)
            report.vectors += len(some.alike)
            if vectors is not None:
                update_vectors(store, vectors)
                if vectors.needs_saving():
                    vectors.save()
            listener(Progress("vectors", done, total))
    finally:
        if vectors is not None:
            update_vectors(store, vectors)
            vectors.save()


class _Passages(NamedTuple):
    """Passages without a vector: the first with each text, and of each the one that it is like."""

    new: list[tuple[int, str]]
    alike: dict[int, int]


def _to_encode(store: Store) -> Iterator[_Passages]:
    """All passages without a vector, shortest first, so many at a time as are committed together."""
    first_with: dict[bytes, int] = {}  # versions of a work repeat most of its text
    for some in _batched(store.passages_without_vectors(), _PASSAGES_AT_ONCE):
        rows = [
            (passage, passage_text(heading, text))
            for passage, heading, text in store.texts_to_encode(some)
        ]
        alike = {
            passage: first_with.setdefault(hashlib.blake2b(text.encode()).digest(), passage)
            for passage, text in rows
        }
        yield _Passages([row for row in rows if alike[row[0]] == row[0]], alike)


def _batched(items: Iterable[_Item], size: int) -> Iterator[list[_Item]]:
    iterator = iter(items)
    while batch := list(itertools.islice(iterator, size)):
        yield batch
