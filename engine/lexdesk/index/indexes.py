"""The two derived indexes of a library: opened when first needed, brought up to date, made again.

On disk beside the store; of an encrypted library in memory alone, made from the store by each
program that searches. So are those of a library that can only be read, where they are not there up to date.
"""

from __future__ import annotations

import contextlib
import logging
from collections.abc import Callable
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from lexdesk.errors import DiskFull, IndexDamaged, LibraryLocked
from lexdesk.index.lexical.folder import discard, left_aside, set_aside
from lexdesk.index.lexical.fulltext import FullText, is_outdated
from lexdesk.index.update import update_lexical, update_vectors
from lexdesk.storage import Store
from lexdesk.storage.damage import damaged as damaged_store
from lexdesk.system.library_files import STORE, VECTORS, WORDS
from lexdesk.system.read_only import FULL, is_full

if TYPE_CHECKING:  # numpy is loaded by those who need it
    from lexdesk.index.vector.base import VectorIndex
    from lexdesk.index.vector.stored import StoredVectors
    from lexdesk.models.manifest import Manifest

_log = logging.getLogger("lexdesk.index")
COMPACT_INDEX = "compact_index"
"""The setting of a library that has it use the compact semantic index, whatever fits."""

_Index = TypeVar("_Index")
_REMOVED = ".removed"  # behind the name of an index on its way out
Writing = Callable[[str], contextlib.AbstractContextManager[None]]
"""Takes the writer lock of the library for a purpose, such as ``rebuild``."""


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
            from lexdesk.index.in_memory import FullTextInMemory

            return FullTextInMemory(path)
        if self._store.is_read_only:
            return self._fulltext_to_read(path)
        if is_outdated(path):
            with self._writing("update of the full-text index"):
                if is_outdated(path):  # still: another program may have made it again
                    self._remove(path)
        try:
            return FullText(path)
        except IndexDamaged:
            return self._made_again(path, FullText)

    def _fulltext_to_read(self, path: Path) -> FullText:
        """Return the index of a read-only library if it is current; else build one in memory."""
        from lexdesk.index.in_memory import FullTextInMemory
        from lexdesk.index.read_only import LinkedFullText

        if (path / "meta.json").exists() and not is_outdated(path):
            try:
                found = LinkedFullText(path)
                if found.last_change == self._store.last_change():
                    return found
            except IndexDamaged:
                self._was_passed_over(path)
            except OSError as error:  # the folder for temporary files is on that disk, too
                if error.errno not in FULL:
                    raise
        if is_full(self._folder):
            self._was_left_undone(path)
        return FullTextInMemory(path)

    def _was_left_undone(self, path: Path) -> None:
        notice = (
            f"the disk of {self._folder} is full, so that its index {path.name} was not brought up to date; it is made in"
            " memory each time until there is room"
        )
        if notice not in self.notices:
            self.notices.append(notice)

    def _was_passed_over(self, path: Path) -> None:
        self.repairs.append(
            f"{path} is damaged and cannot be written; what is needed of it is made in memory from the stored documents"
        )

    def _made_again(self, path: Path, make: Callable[[Path], _Index]) -> _Index:
        """Set a damaged index aside; the empty one in its place is filled from SQLite."""
        with self._writing(f"repair of {path.name}"):
            aside = set_aside(path, ".damaged")
            _log.warning("damaged index set aside: %s", aside)
            self.repairs.append(
                f"{path} was damaged; it was set aside as {aside.name} and made again from the stored documents"
            )
            return make(path)

    def finish(self) -> None:
        """Let Tantivy finish; it has a lock of its own while it writes."""
        if "_fulltext" in self.__dict__:
            self._fulltext.close()

    def close(self) -> None:
        """Finish, and let go of the files: Windows neither moves nor removes those that are mapped."""
        self.finish()
        self.__dict__.pop("_fulltext", None)

    # Words.

    def words(self) -> FullText:
        """Return the full-text index, current unless another program is about to update it.

        Where its disk is full it is made in memory. Raises ``LibraryError`` where the folder holds another library by
        now, whose passages have other numbers.
        """
        self._store.require_in(self._folder)
        try:
            return self._words_up_to_date()
        except (DiskFull, OSError) as error:
            if not self._is_written or (isinstance(error, OSError) and error.errno not in FULL):
                raise
        self._go_on_in_memory()
        return self._words_up_to_date()

    def _go_on_in_memory(self) -> None:
        from lexdesk.index.in_memory import FullTextInMemory

        self.__dict__.pop("_fulltext", None)
        self._is_written = False
        self._was_left_undone(self._folder / WORDS)
        self._fulltext = FullTextInMemory(self._folder / WORDS)

    def _words_up_to_date(self) -> FullText:
        self._fulltext.refresh()
        if self._fulltext.last_change < self._store.last_change():
            if not self._is_written:  # in memory and nobody else's, so that no lock is needed
                update_lexical(self._store, self._fulltext)
                self.finish()
            else:
                with (
                    contextlib.suppress(LibraryLocked),
                    self._writing("update of the full-text index"),
                ):
                    update_lexical(self._store, self._fulltext)
        return self._fulltext

    def words_on_disk(self) -> FullText | None:
        """Return the full-text index written together with the store, or ``None``."""
        if self._in_memory:
            return None
        self._clear_removed()  # of a rebuild that was killed
        return self._fulltext

    def complete_words_on_disk(self) -> None:
        """Bring the full-text index on disk up to date, and let Tantivy finish its merges; the caller may write.

        Where ``words`` goes on in memory, this raises ``DiskFull`` or ``OSError``.
        """
        if not self._is_written:  # the disk was full before
            self.__dict__.pop("_fulltext", None)
            self._is_written = True
        self._words_up_to_date()
        self.finish()

    def is_lexical_ready(self) -> bool:
        """Return whether a search by words need not wait for another program."""
        try:
            return not self._is_written or self._fulltext.last_change == self._store.last_change()
        except (LibraryLocked, DiskFull):  # of an earlier format, while another program writes
            return False

    def rebuild_lexical(self, progress: Callable[[int], None]) -> None:
        """Rebuild the full-text index; ``progress`` takes the number of passages indexed so far."""
        self.close()
        self._remove(self._folder / WORDS)
        update_lexical(self._store, self._fulltext, progress)

    def problems_of_words(self) -> list[str]:
        """Read every byte of the full-text index; what is wrong, in words."""
        words = self.words()
        problems = [damaged] if (damaged := words.damage()) else []
        if words.last_change != self._store.last_change():
            problems.append(
                "the full-text index is behind the library; another program may be adding"
            )
        elif words.passages() != self._store.passages.searchable():
            problems.append(
                "the full-text index holds other passages than the library; run: lexdesk rebuild"
            )
        return problems

    # Vectors.

    @cached_property
    def _vectors(self) -> VectorIndex:
        if not self._in_memory:
            path = self._folder / VECTORS
            try:
                found = self._vectors_in(path)
            except IndexDamaged:
                if self._is_written:
                    return self._made_again(path, self._vectors_in)
                self._was_passed_over(path)
            else:
                if len(found) or self._is_written:
                    return found
        return self._vectors_in_memory()

    def _vectors_in_memory(self) -> VectorIndex:
        from lexdesk.index.vector.flat import FlatIndex

        model = self._model()
        return FlatIndex(model.fingerprint, model.dimensions, self._rows)

    def _vectors_in(self, path: Path) -> VectorIndex:
        """Return the semantic index in the folder ``path``: of the kind wanted, where it can be written."""
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
        """Return why the library uses the compact semantic index, as a clause; ``""`` where it does not."""
        if self._in_memory:
            return ""
        from lexdesk.index.vector.choice import compact_reason

        is_wanted = bool(self._store.setting(COMPACT_INDEX, bool, False))
        return compact_reason(self._store.vectors.progress()[1], is_wanted=is_wanted)

    @cached_property
    def _rows(self) -> StoredVectors:
        from lexdesk.index.vector.stored import StoredVectors

        return StoredVectors(self._store)

    def _require_dimensions(self, dimensions: int) -> None:
        """Raise ``LibraryDamaged`` where the vectors have other ``dimensions`` than the model that made them."""
        if (found := self._store.vectors.vector_bytes()) not in (0, dimensions):
            raise damaged_store(
                self._folder / STORE, f"its vectors have {found} dimensions, its model {dimensions}"
            )

    def vectors(self) -> VectorIndex:
        """Return the current vector index; raises as ``words``."""
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
                self._was_left_undone(self._folder / VECTORS)
        return self._vectors

    def _require_sound_vectors(self) -> None:
        """Repair the index where a file of it, read in the background, turned out damaged."""
        try:
            self._vectors.require_sound()
        except IndexDamaged:
            path = self._folder / VECTORS
            if self._is_written:
                self._vectors = self._made_again(path, self._vectors_in)
            else:
                self._was_passed_over(path)
                self._vectors = self._vectors_in_memory()

    def vectors_on_disk(self) -> VectorIndex | None:
        """Return the vector index written together with the store, or ``None``."""
        if self._in_memory:
            return None
        self._require_sound_vectors()
        return self._vectors

    def drop_vectors(self) -> None:
        """Throw the vector index away; it is made again when it is asked for."""
        self.__dict__.pop("_vectors", None)
        self._remove(self._folder / VECTORS)

    def problems_of_vectors(self) -> list[str]:
        """Read every byte of the vector index; what is wrong, in words."""
        vectors = self.vectors()
        if damage := vectors.damage():
            return [f"the vector index is damaged: {damage}; run: lexdesk rebuild"]
        if vectors.passages() != self._store.vectors.passages():
            return ["the vector index holds other passages than the library; run: lexdesk rebuild"]
        return []

    # Removing.

    def _remove(self, path: Path) -> None:
        """Remove an index at once: one of which half the files are gone could pass for an empty one."""
        self._clear_removed()
        with contextlib.suppress(FileNotFoundError):
            set_aside(path, _REMOVED)
        self._clear_removed()

    def _clear_removed(self) -> None:
        for name in (WORDS, VECTORS):
            for left in left_aside(self._folder, name, _REMOVED):
                discard(left)
