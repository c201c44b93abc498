"""Publication of a library: all parts first, then the one file that names them."""

import datetime
import tempfile
import uuid
from collections.abc import Iterator
from pathlib import Path

from lexdesk.errors import PublicationCode, PublicationError
from lexdesk.index.lexical.seal import read_sealed_files, seal
from lexdesk.library.library import Library
from lexdesk.models.embedder import model_of
from lexdesk.publishing import passages, published_store
from lexdesk.publishing.publication import (
    FORMAT,
    Counts,
    Publication,
    StoredFile,
    is_name,
    make_tag,
    place_of,
    read,
)
from lexdesk.publishing.storage import Storage
from lexdesk.storage import Store
from lexdesk.storage import schema as store_schema
from lexdesk.system.library_files import PUBLICATION, STORE, WORDS
from lexdesk.system.paths import require_readable_name
from lexdesk.system.progress import Listener, ignore

_LISTS = ("meta.json", "held.json", "seal.json", ".managed.json")  # small; commits rewrite them
_KEPT = 3
_PARTS = {passages.TABLE, "catalogues", "publications", "words"}
_NAMED = "published_as"  # the setting that tells libraries apart


def publish(
    library: Library, uri: str, kept: int = _KEPT, listener: Listener = ignore
) -> Publication:
    """Publish the library at ``uri``, with its citations found, and keep the last ``kept`` publications there.

    Only changes since the last one are written, the catalogue aside. Readers of earlier
    publications are not disturbed, and see the new one after reopening. After an interruption
    the last publication stays, and the next call goes on from it. Raises ``PublicationError``,
    ``LibraryLocked`` and ``LibraryError``.
    """
    storage = Storage(place_of(uri))
    require_readable_name(library.path, Path(storage.address))
    _require_own(storage.folder)
    library.sources.find_citations(listener=listener)
    # Locked to the end: another publisher removes files that no manifest names yet.
    with library.at_rest("publish") as store:
        name = store.setting(_NAMED, str)
        if name is None:
            store.set_setting(_NAMED, name := uuid.uuid4().hex)
        last = _last(storage, uri, name)
        publication = _write_parts(library.path, store, storage, name, last, listener)
        passages.name(storage.address, publication.passages, publication.tag)
        storage.write(publication.name, publication.as_json())
        storage.flush()
        storage.write(PUBLICATION, publication.as_json())  # from here on readers see it
        names = _publications(storage)[-kept:]
        passages.clean(storage.address, [make_tag(int(Path(name).stem)) for name in names])
        _forget(storage, uri, names)
    return publication


def _require_own(folder: Path | None) -> None:
    """Raise ``PublicationError`` for a folder of other files: unnamed files in it are removed."""
    if folder is None or not folder.exists() or (folder / PUBLICATION).is_file():
        return
    there = {path.name for path in folder.iterdir()} if folder.is_dir() else {folder.name}
    there -= {leftover.name for leftover in _find_leftovers(folder)}
    begun = passages.TABLE in there and there <= _PARTS  # the table is written first
    if there and not begun:
        raise PublicationError(PublicationCode.FOLDER_OCCUPIED, folder=folder)


def _find_leftovers(folder: Path) -> Iterator[Path]:
    """Return the leftovers of an interrupted write of the pointer."""
    return folder.glob(f"{PUBLICATION}.*")


def _publications(storage: Storage) -> list[str]:
    """Return the publications on the storage, oldest first, without half-written ones."""
    return sorted(name for name in storage.names("publications") if is_name(name))


def _last(storage: Storage, uri: str, library: str) -> Publication | None:
    """Return the last publication, if there is one, of the same library."""
    if not storage.has(PUBLICATION):
        return None
    last = read(storage.read(PUBLICATION), uri)
    if last.library != library:
        raise PublicationError(PublicationCode.OTHER_LIBRARY, uri=uri)
    return last


def _write_parts(
    path: Path,
    store: Store,
    storage: Storage,
    name: str,
    last: Publication | None,
    listener: Listener,
) -> Publication:
    """Write all parts to the storage; return the publication that names them, still unannounced."""
    dimensions, model = store.vectors.vector_bytes(), model_of(store).get("fingerprint", "")
    number = (
        max((int(Path(publication).stem) for publication in _publications(storage)), default=0) + 1
    )
    same = last is not None and (last.dimensions, last.model) == (dimensions, model)
    since = last.passages if last is not None and same else None
    version = passages.write(storage.address, store, dimensions, since, listener)
    with tempfile.TemporaryDirectory() as folder:
        published_store.write(path / STORE, catalogue_path := Path(folder) / STORE)
        stored = storage.put(catalogue_path, f"catalogues/{number:06}.sqlite")
    index, segments = _write_fulltext(path / WORDS, storage, last)
    now = datetime.datetime.now(datetime.UTC).isoformat(timespec="seconds")
    return Publication(
        FORMAT, number, now, name, store_schema.FORMAT, version, dimensions, model, stored, segments,
        index, Counts(**store.files.counts()),
    )  # fmt: skip


def _write_fulltext(
    folder: Path, storage: Storage, last: Publication | None
) -> tuple[dict[str, str], dict[str, StoredFile]]:
    """Write the full-text index: its lists, and the segments missing from the storage."""
    seal(folder)  # an index that was never written to has no seal yet
    index = {
        name: (folder / name).read_text(encoding="utf-8")
        for name in _LISTS
        if (folder / name).exists()
    }
    known = {} if last is None else {segment.name: segment for segment in last.segments.values()}
    segments: dict[str, StoredFile] = {}
    for name, digest in read_sealed_files(folder).items():
        target = f"words/{digest[:16]}-{name}"
        segments[name] = known.get(target) or storage.put(folder / name, target)
    return index, segments


def _forget(storage: Storage, uri: str, kept: list[str]) -> None:
    """Remove files that no kept publication names."""
    named: set[str] = set(kept)
    for name in kept:
        named.update(file.name for file in read(storage.read(name), uri).files())
    for below in ("publications", "catalogues", "words"):
        for name in storage.names(below):
            if name not in named:
                storage.remove(name)
    for path in () if storage.folder is None else _find_leftovers(storage.folder):
        storage.remove(path.name)
