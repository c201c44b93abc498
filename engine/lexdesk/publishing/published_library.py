"""A published library for its readers: like a library, on storage it never writes to."""

import contextlib
import hashlib
from collections.abc import Collection
from functools import cached_property
from pathlib import Path
from typing import NoReturn, Self

import msgspec
import numpy as np
import platformdirs

from lexdesk.errors import (
    IndexDamaged,
    Message,
    NoLibrary,
    PhraseCode,
    PublicationCode,
    PublicationError,
)
from lexdesk.index.lexical.folder import MANAGED
from lexdesk.index.lexical.fulltext import FullText
from lexdesk.index.protocol import Index
from lexdesk.index.vector.base import Mask, Vectors
from lexdesk.library.catalogue import LibraryCatalogue
from lexdesk.library.law import LibraryLaw
from lexdesk.library.search import LibrarySearch
from lexdesk.library.status import Status
from lexdesk.models.embedder import Embedder, model_of
from lexdesk.publishing.passages import Passages, is_in_list
from lexdesk.publishing.publication import Publication, StoredFile, make_name, place_of, read
from lexdesk.publishing.published_store import PublishedStore
from lexdesk.publishing.storage import Storage, copy_whole
from lexdesk.search.library_state import compute_vectors_ready
from lexdesk.storage import Store
from lexdesk.system.atomic import make_temporary_name, move_into_place, write_atomically
from lexdesk.system.library_files import PUBLICATION, WORDS
from lexdesk.system.read_only import make_read_only_error
from lexdesk.system.regular_files import hash_file

_CATALOGUE = "catalogue.sqlite"  # in the folder of this machine


class PublishedVectors:
    """Semantic search in the table, an implementation of ``lexdesk.index.protocol.VectorSearch``."""

    def __init__(self, passages: Passages, store: Store):
        self._passages, self._store = passages, store

    def search(
        self, query: Vectors, limit: int, allowed: Mask | None = None
    ) -> list[tuple[int, float]]:
        """Return the passages nearest to ``query`` as (passage, cosine), best first; only those ``allowed``."""
        if allowed is None:
            return self._passages.nearest(query, limit, None)
        condition = build_condition(self._store.passages.ranges(), allowed)
        return self._passages.nearest(query, limit, condition) if condition else []

    def similarities(self, query: Vectors, passages: Collection[int]) -> dict[int, float]:
        """Return cosines of ``query`` with the encoded ones among ``passages``."""
        ids, rows = self._passages.vectors(passages)
        return dict(zip(ids.tolist(), (rows @ query).tolist(), strict=True))

    def vectors_of(self, passages: Collection[int]) -> tuple[list[int], Vectors]:
        """Return the encoded ones among ``passages``, and their vectors of unit length."""
        ids, rows = self._passages.vectors(passages)
        return ids.tolist(), rows


def build_condition(ranges: list[tuple[int, int, int]], allowed: Mask) -> str:
    """Return the condition for the passages in ``allowed``; ``""`` for none.

    ``ranges`` are (expression, first passage, last passage) of all expressions.

    Most filters mean whole expressions: these are named, and passages of the others.
    """
    all_in, all_out, some_in, some_out = [], [], [], []
    for expression, first, last in ranges:
        inside = allowed[first : last + 1]
        if not inside.any():
            all_out.append(expression)
        elif len(inside) == last - first + 1 and inside.all():
            all_in.append(expression)
        else:
            known = np.zeros(last - first + 1, np.bool_)
            known[: len(inside)] = inside
            some_in += (first + np.flatnonzero(known)).tolist()
            some_out += (first + np.flatnonzero(~known)).tolist()
    if not all_in and not some_in:
        return ""
    if len(all_in) + len(some_in) <= len(all_out) + len(some_out):
        return _either(all_in, some_in)
    return f"NOT ({_either(all_out, some_out) or 'false'})"


def _either(expressions: list[int], passages: list[int]) -> str:
    named = [("expression", expressions), ("passage", passages)]
    return " OR ".join(f"{column} IN ({is_in_list(ids)})" for column, ids in named if ids)


class PublishedLibrary:
    """The last publication at a URI, with the answers of the library it was made from.

    Opened by ``open_at``.
    """

    def __init__(self, uri: str, publication: Publication, cache: Path, passages: Passages):
        self.path, self.uri, self.publication = cache, uri, publication
        self.store = store = PublishedStore(cache / _CATALOGUE, passages, uri)
        self.embedder = Embedder(cache, store)
        index = _PublishedIndex(uri, cache / WORDS, store, passages)
        self.search = LibrarySearch(cache, store, index, self.embedder)
        self.law = LibraryLaw(store, self._refuse_writing)
        self.catalogue = LibraryCatalogue(store, index)
        self.admin = PublishedAdmin(uri, publication, cache / _CATALOGUE, store, index)

    @classmethod
    def open_at(cls, uri: str, *, number: int | None = None, exact: bool = False) -> Self:
        """Open the last publication at ``uri``, or the one with a ``number``.

        ``exact`` compares every vector, however many there are. Texts and vectors stay on the
        storage. So do the full-text index and the catalogue where that is a folder; from an object
        store both are copied into the user's cache, once for each publication. Raises ``NoLibrary``,
        ``LibraryTooNew`` and ``PublicationError``.
        """
        storage = Storage(place_of(uri))
        name = PUBLICATION if number is None else make_name(number)
        if not storage.has(name):
            raise NoLibrary(
                PublicationCode.NOT_FOUND,
                uri=uri,
                numbered=None
                if number is None
                else Message(PhraseCode.PUBLICATION_NUMBER, number=number),
            )
        publication = read(storage.read(name), uri)
        cache = _cache_files(storage, publication)
        passages = Passages(storage.address, publication.passages, exact=exact)
        return cls(uri, publication, cache, passages)

    def close(self) -> None:
        """Close the files."""
        self.store.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _refuse_writing(self, purpose: str) -> NoReturn:
        raise make_read_only_error(self.uri)


class PublishedAdmin:
    """The status and checks of the ``publication`` at ``uri``."""

    def __init__(
        self,
        uri: str,
        publication: Publication,
        catalogue: Path,
        store: PublishedStore,
        index: Index,
    ):
        self._uri, self._publication, self._catalogue = uri, publication, catalogue
        self._store, self._index = store, index

    def status(self) -> Status:
        """Return the contents of the publication."""
        files = sum(file.bytes for file in self._publication.files())
        return Status(
            path=self._uri,
            **msgspec.structs.asdict(self._publication.counts),
            vectors_ready=compute_vectors_ready(self._store),
            lexical_ready=True,
            languages=self._store.filters.expression_counts("language"),
            model=model_of(self._store).get("name"),
            device="",
            layout="",
            bytes=files,
            read_only=True,
            compact_index="",
        )

    def check(self) -> list[str]:
        """Read every byte of the full-text index and the catalogue, and all texts; return the problems, in words."""
        problems = self._store.problems()
        fulltext = self._index.fulltext()
        if damaged := fulltext.damage():
            problems.append(damaged)
        if fulltext.passages() != self._store.passages.searchable():
            problems.append("the full-text index holds other passages than the catalogue")
        try:
            self._store.passages.require_texts()
        except PublicationError as error:
            problems.append(str(error))
        if hash_file(self._catalogue) != self._publication.catalogue.sha256:
            problems.append(f"{self._catalogue} is not as it was published")
        return problems


class _PublishedIndex:
    """The candidates of the library published at ``uri``; its full-text index, in the folder ``path``, opens on first use."""

    def __init__(self, uri: str, path: Path, store: Store, passages: Passages):
        self._uri, self._path, self._store, self._passages = uri, path, store, passages

    @cached_property
    def _fulltext(self) -> FullText:
        try:
            found = FullText(self._path, has_links=True)
        except IndexDamaged as error:
            raise PublicationError(
                PublicationCode.FULLTEXT_INCOMPLETE, uri=self._uri, reason=error.__cause__ or "hash"
            ) from error
        # Its list of segments is not sealed.
        if found.size != (wanted := self._store.passages.count_searchable()):
            reason = f"it has {found.size} of {wanted} passages"
            raise PublicationError(
                PublicationCode.FULLTEXT_INCOMPLETE, uri=self._uri, reason=reason
            )
        return found

    def fulltext(self) -> FullText:
        """Return the full-text index of the publication."""
        return self._fulltext

    def is_lexical_ready(self) -> bool:
        """Return ``True``: a publication is complete."""
        return True

    def has_old_subjects(self) -> bool:
        """Return ``False``: nothing is added to a publication."""
        return False

    def vectors(self) -> PublishedVectors:
        """Return the semantic search over the storage."""
        return PublishedVectors(self._passages, self._store)

    def compact_reason(self) -> str:
        """Return ``""``: the table of the publication is searched."""
        return ""


def _cache_files(storage: Storage, publication: Publication) -> Path:
    """Return a folder of this machine with the catalogue and the full-text index of a publication."""
    known = hashlib.sha256(f"{storage.address} {publication.library}".encode()).hexdigest()[:16]
    top = platformdirs.user_cache_path("lexdesk", appauthor=False) / "published" / known
    folder = top / f"{publication.number:06}"
    for made in (folder, folder / WORDS):
        made.mkdir(mode=0o700, parents=True, exist_ok=True)
    _fetch(storage, publication.catalogue, folder / _CATALOGUE)
    for name, file in publication.segments.items():
        _fetch(storage, file, folder / WORDS / name)
    for name, text in publication.index.items():
        if name != MANAGED and not (target := folder / WORDS / name).exists():
            write_atomically(target, text.encode())
    return folder


def _fetch(storage: Storage, file: StoredFile, target: Path) -> None:
    """Have ``file`` at ``target``: a link into a folder, a copy from an object store."""
    if storage.folder is not None:
        source = storage.path(file.name)
        if not source.is_file() or source.stat().st_size != file.bytes:
            raise PublicationError(PublicationCode.FILE_CHANGED, source=source)
        if not target.exists():
            _link(source, target)
    elif not target.exists():
        partial = make_temporary_name(target)
        storage.fetch(file.name, partial)
        if (partial.stat().st_size, hash_file(partial)) != (file.bytes, file.sha256):
            partial.unlink()
            raise PublicationError(
                PublicationCode.CONTENT_CHANGED, name=file.name, place=storage.place
            )
        move_into_place(partial, target)


def _link(source: Path, target: Path) -> None:
    target.unlink(missing_ok=True)  # a dangling link
    with contextlib.suppress(FileExistsError):  # another reader was faster
        try:
            target.symlink_to(source)
        except OSError as error:  # Windows lets not everybody link
            if isinstance(error, FileExistsError):
                raise
            copy_whole(source, target)
