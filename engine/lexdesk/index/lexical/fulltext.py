"""The full-text index: its files, writes, and commits of other processes.

It is derived from SQLite: it holds passage numbers and inverted text, and the number of the last change of the
library. ``fulltext_search`` holds its queries.
"""

import contextlib
import functools
import hashlib
import json
import secrets
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import NamedTuple, NotRequired, TypedDict

import tantivy

from lexdesk.errors import IndexCode, IndexDamaged, UnsafeFile
from lexdesk.index.lexical.folder import BEGUN, discard, require_own_files
from lexdesk.index.lexical.fulltext_search import FullTextSearch, read_hits
from lexdesk.index.lexical.schema import (
    EXPRESSION,
    FORMAT,
    Entry,
    build_analyzers,
    build_document,
    build_schema,
)
from lexdesk.index.lexical.seal import find_damage, remove_unlisted, require_sealed, seal
from lexdesk.index.lexical.subjects import compute_checksums
from lexdesk.index.lexical.tantivy_errors import translate_tantivy_errors
from lexdesk.system.atomic import write_atomically
from lexdesk.system.json_values import Count
from lexdesk.system.regular_files import is_folder, read_json

HELD = "held.json"
"""The file that says which changes of the library an index holds."""


class _OfFormat(TypedDict):
    """The part of ``HELD`` shared by all formats."""

    format: int


class _IndexState(_OfFormat):
    """The content of ``HELD`` in this format.

    ``subjects`` are the checksums of the subjects in the index, by work; it is missing from earlier indexes.
    """

    change: Count
    sha256: str
    subjects: NotRequired[dict[str, Count]]


class _StateOfIndex(NamedTuple):
    """The last change of the library in an index, and the checksums of its subjects by work."""

    change: int
    subjects: Mapping[str, int]


_NOTHING = _StateOfIndex(0, {})

_LIST = "meta.json"
"""Tantivy's list of segments."""

_WRITER_BYTES = 96_000_000
# If a larger share of passages was removed, the segments with many of them are rewritten.
_MOST_DEAD = 0.2


def held_content(change: int, subjects: Mapping[str, int]) -> dict[str, object]:
    """Return the content of ``HELD`` for an index up to ``change`` with ``subjects``."""
    stated = {"subjects": dict(subjects)} if subjects else {}
    text = f"{FORMAT} {change}{json.dumps(stated, sort_keys=True) if stated else ''}"
    sha256 = hashlib.sha256(text.encode()).hexdigest()
    return {"format": FORMAT, "change": change, **stated, "sha256": sha256}


def is_outdated(path: Path) -> bool:
    """Return whether the index in the folder ``path`` has an earlier format; Tantivy may report it as damage."""
    try:
        return is_folder(path) and int(read_json(path / HELD, shape=_OfFormat)["format"]) < FORMAT
    except (FileNotFoundError, UnsafeFile, ValueError):
        return False


def _create(path: Path) -> None:
    """Create an empty index beside ``path`` and rename it, unless another program has done so meanwhile.

    Created in place, without the writer lock, it could replace the list of segments that a writer has just written.
    """
    new = path.with_name(f"{path.name}{BEGUN}-{secrets.token_hex(8)}")
    try:
        with translate_tantivy_errors(path):
            new.mkdir()
            tantivy.Index(build_schema(), path=str(new))
        with contextlib.suppress(OSError):
            new.rename(path)
    finally:
        discard(new)  # if it was not renamed, as on a full disk


class FullText(FullTextSearch):
    """The index in the folder ``path``, created if missing; with ``has_links``, its segments may be links.

    Raises ``IndexDamaged`` if Tantivy cannot open or use it.
    """

    _known: tuple[tuple[int, ...], _StateOfIndex] | None = None
    """State of the file ``HELD``, and its content: each search asks for it."""

    is_known = True
    """Whether this machine has read the files before, since its start."""

    def __init__(self, path: Path, *, has_links: bool = False):
        super().__init__(path)
        self._held = path / HELD
        if not (path / _LIST).exists():
            if has_links:  # of a publication, which is complete
                raise IndexDamaged(IndexCode.FULLTEXT_INCOMPLETE, path=path)
            _create(path)
        with contextlib.suppress(FileExistsError):
            path.mkdir()
        require_own_files(path, has_links=has_links)
        self.is_known = require_sealed(path)
        self._require_readable_change()
        if self.last_change and not self._list.exists():  # Tantivy would create an empty one
            raise IndexDamaged(IndexCode.FULLTEXT_INCOMPLETE, path=path)
        self._open(str(path))

    def _open(self, folder: str | None) -> None:
        """Open the index in ``folder``, or create one in memory."""
        self._folder = folder
        with translate_tantivy_errors(self._path):
            self._index = tantivy.Index(build_schema(), path=folder)
            for name, analyzer in build_analyzers().items():
                self._index.register_tokenizer(name, analyzer)
            self._index.config_reader("manual")
        self._schema = self._index.schema
        self._writer: tantivy.IndexWriter | None = None
        self._reload()

    @functools.cached_property
    def _list(self) -> Path:
        return self._path / _LIST

    @property
    def last_change(self) -> int:
        """Return the number of the last indexed change of the library; 0 for a new index."""
        return self._state_held().change

    @property
    def subjects(self) -> Mapping[str, int]:
        """Return the checksums of the indexed subjects by work (``subjects.compute_checksums``); none for an earlier index."""
        return self._state_held().subjects

    def _state_held(self) -> _StateOfIndex:
        try:
            found = self._held.lstat()
        except FileNotFoundError:
            return _NOTHING
        state = (found.st_ino, found.st_mtime_ns, found.st_ctime_ns, found.st_size)
        if self._known is None or self._known[0] != state:
            try:
                self._known = state, self._read_held()
            except (FileNotFoundError, UnsafeFile, ValueError):
                self._known = state, _NOTHING
        return self._known[1]

    def _read_held(self) -> _StateOfIndex:
        held = read_json(self._held, shape=_IndexState)
        found = _StateOfIndex(held["change"], held.get("subjects", {}))
        if held != held_content(*found):  # of another format, or a digit of it changed
            raise ValueError("its content is not what was written")
        return found

    def _require_readable_change(self) -> None:
        try:
            self._read_held()
        except FileNotFoundError:
            pass
        except (UnsafeFile, ValueError) as error:
            raise IndexDamaged(IndexCode.FULLTEXT_INCOMPLETE, path=self._path) from error

    # Writing. One process at a time: the library's writer lock sees to that.

    def put(self, entries: Iterable[Entry]) -> None:
        """Add passages; ``commit`` makes them searchable."""
        with self._borrow_writer() as writer:
            for entry in entries:
                writer.add_document(build_document(entry))

    def remove(self, expression: int) -> None:
        """Remove the passages of an expression; ``commit`` completes the removal."""
        with self._borrow_writer() as writer:
            of_expression = tantivy.Query.term_query(self._schema, EXPRESSION, expression)
            writer.delete_documents_by_query(of_expression)

    def clear(self) -> None:
        """Remove all passages; ``commit`` completes the removal."""
        with self._borrow_writer() as writer:
            writer.delete_all_documents()

    def commit(self, change: int, *, has_new_subjects: bool = False) -> None:
        """Make all writes since the last commit searchable and durable, up to ``change``.

        A new index, and one that ``has_new_subjects``, has those of this version of the program.
        """
        if self._writer is not None:
            with self._borrow_writer() as writer:
                writer.commit()
        self._seal()
        is_new = has_new_subjects or not self.last_change
        self._hold(change, compute_checksums() if is_new else self.subjects)
        self._reload()

    def close(self) -> None:
        """Finish merges and release the files; uncommitted writes are dropped."""
        if self._writer is not None:
            writer, self._writer = self._writer, None
            with translate_tantivy_errors(self._path):
                writer.wait_merging_threads()  # a rollback would throw the merges away
            self._seal()  # also what was merged in the background

    def _seal(self) -> None:
        seal(self._path)

    def _hold(self, change: int, subjects: Mapping[str, int]) -> None:
        write_atomically(self._held, json.dumps(held_content(change, subjects)).encode())

    @contextlib.contextmanager
    def _borrow_writer(self) -> Iterator[tantivy.IndexWriter]:
        """Return the writer, and drop it after an error: its next commit would be incomplete."""
        with translate_tantivy_errors(self._path):
            if self._writer is None:
                self._writer = self._index.writer(_WRITER_BYTES, 1)
                # Files of a killed writer have the names of the next segments.
                self._writer.garbage_collect_files()
                if self._folder is not None:
                    remove_unlisted(Path(self._folder))
            writer = self._writer
            try:
                yield writer
            except BaseException:
                self._writer = None
                for give_up in (writer.rollback, writer.wait_merging_threads):
                    with contextlib.suppress(BaseException):  # the first error counts
                        give_up()
                raise

    # Upkeep.

    def worn(self) -> set[int]:
        """Return the passages in segments with many removals, once these exceed a fifth of the index.

        Tantivy merges segments by number alone, and drops empty ones.
        """
        segments = self._segments()
        if sum(dead for _, dead in segments) <= _MOST_DEAD * sum(size for size, _ in segments):
            return set()
        with translate_tantivy_errors(self._path):
            searcher = self._searcher
            everything = tantivy.Query.all_query()
            hits = searcher.search(everything, max(searcher.num_docs, 1), count=False).hits
            left = Counter(address.segment_ord for _, address in hits)
            if [left[number] for number in range(len(segments))] != [s - d for s, d in segments]:
                return set()  # merged meanwhile
            worn = {n for n, (size, dead) in enumerate(segments) if dead > _MOST_DEAD * size}
            return {
                p for p, _ in read_hits(searcher, [h for h in hits if h[1].segment_ord in worn])
            }

    def _segments(self) -> list[tuple[int, int]]:
        """Return (passages, removed passages) of each segment, in Tantivy's order."""
        try:
            segments = read_json(self._list, shape=dict[str, object])["segments"]
        except FileNotFoundError:
            return []
        return [
            (segment["max_doc"], (segment["deletes"] or {}).get("num_deleted_docs", 0))
            for segment in segments
        ]

    def damage(self) -> str | None:
        """Read every byte of the index; return a description of the damage, or ``None``."""
        return find_damage(self._path)

    def refresh(self) -> None:
        """Load commits of other processes.

        An index with fewer changes than before is being rebuilt: the earlier state is searched until it catches up.
        """
        if self._state() != self._seen and self.last_change >= self._seen_change:
            self._reload()

    def _reload(self) -> None:
        self._seen, self._seen_change = self._state(), self.last_change
        with translate_tantivy_errors(self._path):
            self._index.reload()
            self._look_at(self._schema, self._index.searcher())

    def _state(self) -> tuple[int, int]:
        try:
            stat = self._list.stat()
        except FileNotFoundError:
            return (0, 0)
        return (stat.st_mtime_ns, stat.st_ino)
