"""The objects of a git repository: a bundle, or a folder.

Read without git and without a network. Nothing in a repository is trusted: links are not followed, nor other folders
that it names, and all objects of a pack are counted and measured before any is kept in memory.
"""

from __future__ import annotations

import contextlib
import hashlib
import io
import os
import struct
import zlib
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path
from typing import IO, TYPE_CHECKING, NewType

from lexdesk.errors import FileCode, FileFailed, UnsafeFile
from lexdesk.extract.containers.git_packs import LARGEST_OBJECT, damaged, require_bounded
from lexdesk.system.regular_files import open_document, read_bytes
from lexdesk.text.lazy_pattern import lazy_pattern

if TYPE_CHECKING:
    from dulwich.objects import ObjectID, RawObjectID
    from dulwich.pack import Pack

BUNDLE = (b"# v2 git bundle\n", b"# v3 git bundle\n")
"""The first lines of a bundle."""

_MOST_BYTES = 4 * 1024**3  # of a bundle; all French codes have less than a tenth
_LONGEST_HEADER_LINE = 4_096
_PACKED_REFS = 16 * 1024 * 1024
_MOST_REFS = 100_000
_CACHED = 256 * 1024 * 1024  # bytes of unpacked objects kept, on which the next versions are based
_MOST_BUNDLES = 1_000  # of which each follows on the one before
_HEX = lazy_pattern(rb"[0-9a-f]{40}")

Sha = NewType("Sha", bytes)
"""The id of an object, 20 bytes."""

COMMIT, TREE, BLOB = 1, 2, 3
"""The kinds of objects, as packs number them."""


def is_repository(path: Path) -> bool:
    """Return True for a git bundle, or for the folder of a repository: ``FOLDER.git``, ``.git``."""
    try:
        if path.is_dir():
            return is_repository_folder(path)
        if not path.is_file():  # opening a pipe would wait
            return False
        with open_document(path) as file:
            return file.read(len(BUNDLE[0])) in BUNDLE
    except OSError:
        return False


def is_repository_folder(path: Path) -> bool:
    """Return True for a folder with the parts of a git repository, none of them a link."""
    try:
        return (
            (path / "HEAD").is_file()
            and (path / "objects").is_dir()
            and (path / "refs").is_dir()
            and not any((path / name).is_symlink() for name in ("HEAD", "objects", "refs"))
        )
    except OSError:
        return False


def measure_repository(path: Path) -> int:
    """Return the bytes on disk of a bundle, or of the packs in a folder; 0 if they cannot be read."""
    files = path.glob("objects/pack/*.pack") if path.is_dir() else [path]
    with contextlib.suppress(OSError):
        return sum(map(_bytes_on_disk, files))
    return 0


def _bytes_on_disk(file: Path) -> int:
    """Return the size of a file without the holes of a sparse one."""
    status = file.lstat()
    return min(status.st_size, 512 * getattr(status, "st_blocks", status.st_size))


def hash_refs(path: Path) -> str:
    """Return the SHA-256 of the branches in the folder of a repository."""
    refs = sorted(_refs_of_folder(path).items())
    return hashlib.sha256(b"".join(b"%s %s\n" % ref for ref in refs)).hexdigest()


@contextlib.contextmanager
def as_damage(name: str) -> Iterator[None]:
    """Convert dulwich's exceptions for a damaged repository to ``FileFailed``."""
    from dulwich.errors import ApplyDeltaError, ChecksumMismatch, FileFormatException
    from dulwich.pack import UnresolvedDeltas

    try:
        yield
    except UnresolvedDeltas:
        raise damaged(name, "texts that its own are based on are missing") from None
    except (
        ApplyDeltaError, ChecksumMismatch, FileFormatException, AssertionError, AttributeError, LookupError, OverflowError,
        TypeError, ValueError, struct.error, zlib.error,
    ) as error:  # fmt: skip
        raise damaged(name, f"{type(error).__name__} {error}") from None


class Objects:
    """The objects of a repository, by id."""

    def __init__(self, name: str, beat: Callable[[], None]):
        self._name, self._beat = name, beat
        self._packs: list[Pack] = []
        self._loose: Path | None = None

    def add_pack(self, data: bytes) -> None:
        """Add the objects of a pack, once all are measured."""
        from dulwich.object_format import DEFAULT_OBJECT_FORMAT
        from dulwich.pack import MemoryPackIndex, Pack, PackData

        require_bounded(data, self._name, self._beat)
        with contextlib.ExitStack() as opened:
            pack = PackData.from_file(io.BytesIO(data), DEFAULT_OBJECT_FORMAT)
            opened.callback(pack.close)
            pack._init_offset_cache(_CACHED)
            entries = sorted(
                pack.iterentries(
                    progress=lambda done, total: self._beat(), resolve_ext_ref=self._raw
                )
            )
            index = MemoryPackIndex(entries, DEFAULT_OBJECT_FORMAT, pack.get_stored_checksum())
            opened.pop_all()
        added = Pack.from_objects(pack, index)
        added.resolve_ext_ref = self._raw
        self._packs.append(added)

    def close(self) -> None:
        """Release the packs."""
        while self._packs:
            self._packs.pop().close()

    def add_loose(self, folder: Path) -> None:
        """Add the unpacked objects in a folder."""
        self._loose = folder

    def has(self, sha: Sha) -> bool:
        """Return True for a commit of these objects."""
        try:
            self.get(sha, COMMIT)
        except FileFailed:
            return False
        return True

    def _raw(self, name: RawObjectID | ObjectID) -> tuple[int, bytes | list[bytes]]:
        """Return the kind and content of an object on which one of another pack is based. Raises ``KeyError``."""
        for pack in self._packs:
            if name in pack:
                kind, chunks = pack.get_raw(name)
                return kind, [chunks] if isinstance(chunks, bytes) else list(chunks)
        if self._loose is not None:
            for kind in (BLOB, TREE, COMMIT):
                if (unpacked := self._unpacked(self._loose, Sha(bytes(name)), kind)) is not None:
                    return kind, [unpacked]
        raise KeyError(name)

    def get(self, sha: Sha, kind: int) -> bytes:
        """Return the content of an object of a kind. Raises ``FileFailed``."""
        from dulwich.objects import RawObjectID

        name = RawObjectID(sha)
        for pack in self._packs:
            if name in pack:
                found, chunks = pack.get_raw(name)
                data = bytes(chunks) if isinstance(chunks, bytes) else b"".join(chunks)
                if found == kind:
                    return data
        if (
            self._loose is not None
            and (unpacked := self._unpacked(self._loose, sha, kind)) is not None
        ):
            return unpacked
        raise damaged(self._name, f"object {sha.hex()[:12]} is missing")

    def _unpacked(self, loose: Path, sha: Sha, kind: int) -> bytes | None:
        name = sha.hex()
        path = loose / name[:2] / name[2:]
        if path.parent.is_symlink() or not (packed := _content(path, 2 * LARGEST_OBJECT)):
            return None
        unpacker = zlib.decompressobj()
        data = unpacker.decompress(packed, LARGEST_OBJECT + 100)
        header, _, content = data.partition(b"\0")
        expected = {COMMIT: b"commit", TREE: b"tree", BLOB: b"blob"}[kind]
        if header != b"%s %d" % (expected, len(content)) or len(content) > LARGEST_OBJECT:
            raise damaged(self._name, f"object {name[:12]} is damaged")
        return content


def open_repository(
    path: Path, beat: Callable[[], None], beside: Iterable[Path] = ()
) -> tuple[Objects, Sha]:
    """Return the objects of a bundle or a folder, to be closed, and its main commit. Raises ``FileFailed``.

    A bundle of later commits alone is opened with the repositories ``beside`` it that it follows on. ``beat`` is
    called now and then.
    """
    with as_damage(path.name), contextlib.ExitStack() as opened:
        objects = opened.enter_context(contextlib.closing(Objects(path.name, beat)))
        if needed := _needed(path):
            _add_followed(path, needed, dict.fromkeys(beside), objects)
        head = _add(path, objects)
        opened.pop_all()
    return objects, head


def _add(path: Path, objects: Objects) -> Sha:
    """Add the objects of a repository, and return its main commit."""
    return _open_folder(path, objects) if path.is_dir() else _open_bundle(path, objects)


def _add_followed(path: Path, needed: set[bytes], beside: Iterable[Path], objects: Objects) -> None:
    """Add the repositories ``beside`` a bundle until they have the commits ``needed``.

    Raises ``FileFailed`` if none has them.
    """
    left = [other for other in beside if other != path][:_MOST_BUNDLES]
    heads = {other: _heads(other) for other in left}
    chain: list[Path] = []
    open_ends = set(needed)
    while found := next((other for other in left if heads[other] & open_ends), None):
        left.remove(found)
        chain.insert(0, found)
        open_ends = (open_ends - heads[found]) | _needed(found)
    whole = (other for other in left if not _needed(other))  # with later commits, too
    for other in (*chain, *whole):
        if all(objects.has(Sha(commit)) for commit in needed):
            return
        with contextlib.suppress(FileFailed):
            _add(other, objects)
    if missing := [commit for commit in needed if not objects.has(Sha(commit))]:
        raise FileFailed(FileCode.GIT_INCOMPLETE, name=path.name, commit=missing[0].hex()[:12])


def _needed(path: Path) -> set[bytes]:
    """Return the commits that a bundle follows on; none for a folder, or for a file that cannot be read."""
    with contextlib.suppress(FileFailed, OSError):
        return set() if path.is_dir() else _header(path)[1]
    return set()


def _heads(path: Path) -> set[bytes]:
    """Return the commits of the branches of another repository; none if it cannot be read."""
    with contextlib.suppress(FileFailed, OSError):
        refs = _refs_of_folder(path) if path.is_dir() else _header(path)[0]
        return {bytes.fromhex(name.decode()) for name in refs.values() if _HEX.fullmatch(name)}
    return set()


def _header(path: Path) -> tuple[dict[bytes, bytes], set[bytes]]:
    with path.open("rb") as file:
        return _read_header(file, path.name)


def _open_bundle(path: Path, objects: Objects) -> Sha:
    """Add the objects of a bundle, and return its main commit."""
    size = path.stat().st_size
    if size > _MOST_BYTES:
        raise FileFailed(
            FileCode.ARCHIVE_TOO_LARGE, name=path.name, size=size / 2**30, limit=_MOST_BYTES / 2**30
        )
    with path.open("rb") as file:
        refs, _ = _read_header(file, path.name)
        objects.add_pack(file.read())
    return _main(refs, path.name)


def _read_header(file: IO[bytes], name: str) -> tuple[dict[bytes, bytes], set[bytes]]:
    """Read the header of a bundle (gitformat-bundle(5)): its references, and the commits that it follows on."""
    refs: dict[bytes, bytes] = {}
    needed: set[bytes] = set()
    if file.readline(_LONGEST_HEADER_LINE) not in BUNDLE:
        raise damaged(name, "its first line is unknown")
    for _ in range(_MOST_REFS):
        line = file.readline(_LONGEST_HEADER_LINE).rstrip(b"\n")
        if not line:
            return refs, needed
        if line.startswith(b"-") and _HEX.fullmatch(line[1:41]):
            needed.add(bytes.fromhex(line[1:41].decode()))
        elif line.startswith(b"@"):
            if line not in (b"@object-format=sha1",):
                raise damaged(name, f"{line!r:.60} is not supported")
        else:
            commit, _, ref = line.partition(b" ")
            refs[ref] = commit
    raise damaged(name, "its header has no end")


def _main(refs: Mapping[bytes, bytes], name: str) -> Sha:
    """Return the commit of the main branch."""
    branches = [b"HEAD", b"refs/heads/main", b"refs/heads/master"]
    branches += sorted(ref for ref in refs if ref.startswith((b"refs/heads/", b"refs/remotes/")))
    found = next((refs[ref] for ref in branches if ref in refs), b"")
    if not _HEX.fullmatch(found):
        raise damaged(name, "it has no branch")
    return Sha(bytes.fromhex(found.decode()))


def _open_folder(path: Path, objects: Objects) -> Sha:
    """Add the objects of a repository's folder, and return its main commit; other folders are never followed."""
    store = path / "objects"
    packs = store / "pack"
    for pack in () if packs.is_symlink() else sorted(packs.glob("*.pack")):
        if data := _content(pack, _MOST_BYTES):
            objects.add_pack(data)
    objects.add_loose(store)
    return _main(_refs_of_folder(path), path.name)


def _refs_of_folder(path: Path) -> dict[bytes, bytes]:
    refs: dict[bytes, bytes] = {}
    for line in _content(path / "packed-refs", _PACKED_REFS).splitlines()[:_MOST_REFS]:
        commit, _, ref = line.partition(b" ")
        if not line.startswith((b"#", b"^")):
            refs[ref] = commit
    heads = path / "refs" / "heads"
    for file in () if heads.is_symlink() else sorted(heads.glob("*"))[:_MOST_REFS]:
        refs[b"refs/heads/" + os.fsencode(file.name)] = _content(file).strip()
    head = _content(path / "HEAD").strip()
    if head.startswith(b"ref: "):
        head = refs.get(head[5:].strip(), b"")
    return {**refs, **({b"HEAD": head} if head else {})}


def _content(file: Path, most: int = _LONGEST_HEADER_LINE) -> bytes:
    """Return the content of a regular file of at most ``most`` bytes, else nothing, as for a link or a pipe."""
    try:
        return read_bytes(file, most)
    except (OSError, UnsafeFile):
        return b""
