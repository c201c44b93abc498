"""The two derived indexes of a library: open them when first needed, update and rebuild them.

They lie on disk beside the store. Each program builds them in memory for an encrypted library, and for a read-only
one whose indexes on disk are missing or out of date.
"""

from __future__ import annotations

import contextlib
import logging
from collections.abc import Callable
from contextlib import closing
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from lexdesk.errors import DiskFull, IndexCode, IndexDamaged, LibraryLocked
from lexdesk.index.agreement import agrees, finds_own
from lexdesk.index.lexical.folder import (
    REMOVED,
    discard,
    list_set_aside,
    list_unfinished,
    set_aside,
)
from lexdesk.index.lexical.fulltext import FullText, is_outdated
from lexdesk.index.update import expressions_with_old_subjects, update_lexical, update_vectors
from lexdesk.storage import Store
from lexdesk.storage.damage import make_damage_error as damaged_store
from lexdesk.system.library_files import STORE, VECTORS, WORDS
from lexdesk.system.read_only import FULL, is_full

if TYPE_CHECKING:  # numpy is loaded by those who need it
    from lexdesk.index.vector.base import StoredVectors, VectorIndex
    from lexdesk.models.manifest import Manifest

_log = logging.getLogger("lexdesk.index")
COMPACT_INDEX = "compact_index"
"""Setting of a library: use the compact semantic index even if the graph fits into memory."""

OLD_SUBJECTS = "the keyword index has the subjects of another version of the program; the next add or rebuild renews them"

_SAMPLE, _SAMPLE_OF_CHECK, _SAMPLE_OF_VECTORS = 16, 1_000, 100
"""Passages whose words are compared with an index new to this machine, and by ``check``, and whose vectors by ``check``."""

_Index = TypeVar("_Index", bound="FullText | VectorIndex")
Writing = Callable[[str], contextlib.AbstractContextManager[None]]
"""Take the writer lock of the library for a purpose, such as ``rebuild``."""


class Indexes:
    """The indexes of the library in ``folder``, whose texts are in ``store``.

    ``writing`` takes the writer lock before an index on disk changes; ``model`` returns the manifest of the
    embedder.
    """

    def __init__(self, folder: Path, store: Store, writing: Writing, model: Callable[[], Manifest]):
        self._folder, self._store, self._writing, self._model = folder, store, writing, model
        self._in_memory = store.key is not None
        self._is_written = not self._in_memory and not store.is_read_only
        self.repairs: list[str] = []
        """Messages on indexes found damaged since the library was opened, and rebuilt."""
        self.notices: list[str] = []
        """Other messages for the user, without repetitions."""

    @cached_property
    def _fulltext(self) -> FullText:
        path = self._folder / WORDS
        if self._in_memory:
            from lexdesk.index.fulltext_variants import FullTextInMemory

            return FullTextInMemory(path)
        if self._store.is_read_only:
            return self._fulltext_to_read(path)
        if is_outdated(path):
            with self._writing("update of the full-text index"):
                if is_outdated(path):  # asked again: another program may have rebuilt it meanwhile
                    self._remove(path)
        try:
            return self._require_agreement(FullText(path))
        except IndexDamaged:
            return self._replace_damaged(path, FullText)

    def _require_agreement(self, found: FullText) -> FullText:
        """Return an index after comparing one new to this machine with the store. Raises ``IndexDamaged``."""
        if not found.is_known and not agrees(self._store, found, _SAMPLE):
            found.close()
            raise IndexDamaged(IndexCode.OTHER_PASSAGES, path=self._folder / WORDS)
        return found

    def _fulltext_to_read(self, path: Path) -> FullText:
        """Return the index of a read-only library if it is current; else build one in memory."""
        from lexdesk.index.fulltext_variants import FullTextInMemory, LinkedFullText

        if (path / "meta.json").exists() and not is_outdated(path):
            try:
                found = self._require_agreement(LinkedFullText(path))
                if found.last_change == self._store.last_change():
                    return found
            except IndexDamaged:
                self._report_unusable(path)
            except OSError as error:  # the folder for temporary files is on that disk, too
                if error.errno not in FULL:
                    raise
        if is_full(self._folder):
            self._report_full_disk(path)
        return FullTextInMemory(path)

    def _report_full_disk(self, path: Path) -> None:
        notice = (
            f"the disk of {self._folder} is full, so that its index {path.name} was not brought up to date; it is made in"
            " memory each time until there is room"
        )
        if notice not in self.notices:
            self.notices.append(notice)

    def _report_unusable(self, path: Path) -> None:
        self.repairs.append(
            f"{path} is damaged and cannot be written; what is needed of it is made in memory from the stored documents"
        )

    def _replace_damaged(self, path: Path, make: Callable[[Path], _Index]) -> _Index:
        """Set a damaged index aside and return an empty one in its place, to be filled from SQLite."""
        with self._writing(f"repair of {path.name}"):
            aside = set_aside(path, ".damaged")
            _log.warning("damaged index set aside: %s", aside)
            self.repairs.append(
                f"{path} was damaged; it was set aside as {aside.name} and made again from the stored documents"
            )
            return make(path)

    def _of_state(self, index: _Index, path: Path, make: Callable[[Path], _Index]) -> _Index:
        """Return ``index``, or an empty one in place of one of a later state than the store, whose file was put back.

        The store would give the numbers of the changes that it lacks to others, and the index never notice.
        """
        if not self._is_written or index.last_change <= self._store.last_change():
            return index
        with contextlib.suppress(LibraryLocked), self._writing(f"repair of {path.name}"):
            with closing(Store(self._folder / STORE, create=False, migrates=False)) as now:
                if index.last_change <= now.last_change():  # ``_store`` may read an earlier moment
                    return index
            if path.name == WORDS:
                self.close()
            set_aside(path, ".damaged")
            self.repairs.append(
                f"{self._folder / STORE} is an earlier state than {path}, which was made again from it; documents added"
                " since are missing: add their folders again"
            )
            return make(path)
        return index

    def finish(self) -> None:
        """Wait until Tantivy has written, and release its own lock."""
        if "_fulltext" in self.__dict__:
            self._fulltext.close()

    def close(self) -> None:
        """Finish, and close the files: Windows neither moves nor removes mapped files."""
        self.finish()
        self.__dict__.pop("_fulltext", None)

    # Full-text index.

    def fulltext(self) -> FullText:
        """Return the full-text index, current unless another program is about to update it.

        If its disk is full, the index is built in memory. Raises ``LibraryError`` if the folder holds another library
        by now, whose passages have other numbers.
        """
        self._store.require_in(self._folder)
        try:
            return self._update_fulltext()
        except (DiskFull, OSError) as error:
            if not self._is_written or (isinstance(error, OSError) and error.errno not in FULL):
                raise
        self._move_to_memory()
        return self._update_fulltext()

    def _move_to_memory(self) -> None:
        from lexdesk.index.fulltext_variants import FullTextInMemory

        self.__dict__.pop("_fulltext", None)
        self._is_written = False
        self._report_full_disk(self._folder / WORDS)
        self._fulltext = FullTextInMemory(self._folder / WORDS)

    def _update_fulltext(self) -> FullText:
        self._fulltext.refresh()
        self._fulltext = self._of_state(self._fulltext, self._folder / WORDS, FullText)
        if self._fulltext.last_change < self._store.last_change():
            if not self._is_written:  # in memory: no other program uses it, so no lock is needed
                update_lexical(self._store, self._fulltext)
                self.finish()
            else:
                with (
                    contextlib.suppress(LibraryLocked),
                    self._writing("update of the full-text index"),
                ):
                    update_lexical(self._store, self._fulltext)
        return self._fulltext

    def fulltext_on_disk(self) -> FullText | None:
        """Return the full-text index written together with the store, or ``None``."""
        if self._in_memory:
            return None
        self._clear_removed()  # of a rebuild that was killed
        self._fulltext = self._of_state(self._fulltext, self._folder / WORDS, FullText)
        return self._fulltext

    def complete_fulltext_on_disk(self) -> None:
        """Update the full-text index on disk, and wait for the merges of Tantivy; the caller holds the writer lock.

        On a full disk, ``fulltext`` builds an index in memory; this method raises ``DiskFull`` or ``OSError``.
        """
        if not self._is_written:  # the disk was full before
            self.__dict__.pop("_fulltext", None)
            self._is_written = True
        self._update_fulltext()
        self.finish()

    def is_lexical_ready(self) -> bool:
        """Return whether keyword search need not wait for another program."""
        try:
            return not self._is_written or self._fulltext.last_change == self._store.last_change()
        except (LibraryLocked, DiskFull):  # of an earlier format, while another program writes
            return False

    def has_old_subjects(self) -> bool:
        """Return whether the index on disk has the subjects of another version of the program, until an addition."""
        try:
            return bool(expressions_with_old_subjects(self._store, self._fulltext))
        except (LibraryLocked, DiskFull):  # of an earlier format, while another program writes
            return False

    def rebuild_lexical(self, progress: Callable[[int], None]) -> None:
        """Rebuild the full-text index; ``progress`` takes the number of passages indexed so far."""
        self.close()
        self._remove(self._folder / WORDS)
        update_lexical(self._store, self._fulltext, progress)

    def problems_of_fulltext(self) -> list[str]:
        """Read every byte of the full-text index; return the problems as sentences."""
        fulltext = self.fulltext()
        problems = [damaged] if (damaged := fulltext.damage()) else []
        if fulltext.last_change != self._store.last_change():
            problems.append(
                "the full-text index is behind the library; another program may be adding"
            )
        elif fulltext.passages() != self._store.passages.searchable() or not agrees(
            self._store, fulltext, _SAMPLE_OF_CHECK
        ):
            problems.append(
                "the full-text index holds other passages than the library; run: lexdesk rebuild"
            )
        if self.has_old_subjects() and OLD_SUBJECTS not in self.notices:
            self.notices.append(OLD_SUBJECTS)
        return problems

    # Semantic index.

    @cached_property
    def _vectors(self) -> VectorIndex:
        if not self._in_memory:
            path = self._folder / VECTORS
            try:
                found = self._vectors_in(path)
            except IndexDamaged:
                if self._is_written:
                    return self._replace_damaged(path, self._vectors_in)
                self._report_unusable(path)
            else:
                is_later = found.last_change > self._store.last_change()
                if self._is_written or (len(found) and not is_later):
                    return found
        return self._vectors_in_memory()

    def _vectors_in_memory(self) -> VectorIndex:
        from lexdesk.index.vector.flat import FlatIndex

        model = self._model()
        return FlatIndex(model.fingerprint, model.dimensions, self._rows)

    def _vectors_in(self, path: Path) -> VectorIndex:
        """Return the semantic index in ``path``: of the wanted kind, or of its present one if it cannot be written."""
        from lexdesk.index.vector.hnsw import HnswIndex
        from lexdesk.index.vector.index_file import read_manifest
        from lexdesk.index.vector.ivf import IvfIndex

        model = self._model()
        is_compact = has_no_graph = bool(self.compact_reason())
        if not self._is_written and (manifest := read_manifest(path)):
            is_compact = manifest.kind == "ivf"
        if is_compact:
            return IvfIndex(path, model.fingerprint, model.dimensions, self._rows)
        return HnswIndex(
            path, model.fingerprint, model.dimensions, self._rows,
            loads_graph=not has_no_graph, after_loading=self._rows.read_all,
        )  # fmt: skip

    def compact_reason(self) -> str:
        """Return why the library uses the compact semantic index, as a clause; ``""`` if it does not."""
        if self._in_memory:
            return ""
        from lexdesk.index.vector.choice import explain_compact

        is_wanted = bool(self._store.setting(COMPACT_INDEX, bool, False))
        return explain_compact(self._store.vectors.progress()[1], is_wanted=is_wanted)

    @cached_property
    def _rows(self) -> StoredVectors:
        from lexdesk.index.vector.base import StoredVectors

        return StoredVectors(self._store)

    def _require_dimensions(self, dimensions: int) -> None:
        """Raise ``LibraryDamaged`` if the vectors have other ``dimensions`` than their model."""
        if (found := self._store.vectors.vector_bytes()) not in (0, dimensions):
            raise damaged_store(
                self._folder / STORE, f"its vectors have {found} dimensions, its model {dimensions}"
            )

    def vectors(self) -> VectorIndex:
        """Return the current semantic index; raises as ``fulltext``."""
        self._store.require_in(self._folder)
        self._require_dimensions(self._model().dimensions)
        self._require_sound_vectors()
        before = self._vectors.last_change, self._vectors.last_vector
        update_vectors(self._store, self._vectors)
        if before != (self._vectors.last_change, self._vectors.last_vector):
            self._rows.forget()
        # Save after a repair, or if another program was killed before it saved.
        if self._is_written and self._vectors.needs_saving():
            try:
                with self._writing("update of the vector index"):
                    self._vectors.save(complete=False)  # somebody waits for an answer
            except LibraryLocked:
                pass
            except OSError as error:
                if error.errno not in FULL:
                    raise
                self._report_full_disk(self._folder / VECTORS)
        return self._vectors

    def _require_sound_vectors(self) -> None:
        """Repair the index if it is of a later state, or one of its files, read in the background, damaged."""
        path = self._folder / VECTORS
        try:
            self._vectors.require_sound()
            self._vectors = self._of_state(self._vectors, path, self._vectors_in)
        except IndexDamaged:
            if self._is_written:
                self._vectors = self._replace_damaged(path, self._vectors_in)
            else:
                self._report_unusable(path)
                self._vectors = self._vectors_in_memory()

    def vectors_on_disk(self) -> VectorIndex | None:
        """Return the semantic index written together with the store, or ``None``."""
        if self._in_memory:
            return None
        self._require_sound_vectors()
        return self._vectors

    def drop_vectors(self) -> None:
        """Remove the semantic index; it is rebuilt at the next use."""
        self.__dict__.pop("_vectors", None)
        self._remove(self._folder / VECTORS)

    def problems_of_vectors(self) -> list[str]:
        """Read every byte of the semantic index; return the problems as sentences."""
        vectors = self.vectors()
        if damage := vectors.damage():
            return [f"the vector index is damaged: {damage}; run: lexdesk rebuild"]
        stored = self._store.vectors.passages()
        if vectors.passages() != stored or not finds_own(stored, vectors, _SAMPLE_OF_VECTORS):
            return ["the vector index holds other passages than the library; run: lexdesk rebuild"]
        return []

    # Removing.

    def _remove(self, path: Path) -> None:
        """Remove an index at once by renaming it: a half removed index could pass for an empty one."""
        self._clear_removed()
        with contextlib.suppress(FileNotFoundError):
            set_aside(path, REMOVED)
        self._clear_removed()

    def _clear_removed(self) -> None:
        for name in (WORDS, VECTORS):
            for left in (
                *list_set_aside(self._folder, name, REMOVED),
                *list_unfinished(self._folder, name),
            ):
                discard(left)
