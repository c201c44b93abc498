"""The files of a semantic index, and their signed manifest.

The SHA-256 of a file is compared with the manifest before any use. The sender of a library can write both: therefore
the manifest is signed with a key of this user on this machine (``lexdesk.system.machine_key``), and hnswlib is given
only signed graphs.
"""

import contextlib
import hashlib
import hmac
import json
import math
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Annotated, Any, Literal

import msgspec
import numpy as np
from numpy.typing import NDArray

from lexdesk.errors import IndexCode, IndexDamaged, UnsafeFile
from lexdesk.system.atomic import replace_file, write_atomically
from lexdesk.system.json_values import Count, Record, parse
from lexdesk.system.machine_key import read_machine_key
from lexdesk.system.regular_files import is_folder, open_regular, read_json
from lexdesk.text.lazy_pattern import lazy_pattern

FORMAT = 4
"""Version of the layout; an index of another format is rebuilt."""

MANIFEST = "manifest.json"
Kind = Literal["hnsw", "ivf"]

_OWN, _SIGNATURE = "own_sha256", "signature"  # of the manifest, without these fields
_FILE = lazy_pattern(r"(?:codes|graph)-[0-9]{1,20}-[0-9]{1,20}\.(?:bin|hnsw)")
_FileName = Annotated[str, msgspec.Meta(pattern=rf"^{_FILE.pattern}\Z")]


class FilePart(Record, frozen=True):
    """A file of the index listed in its manifest."""

    file: _FileName
    bytes: Count
    sha256: str


class Manifest(Record, frozen=True):
    """The files on disk, and the last indexed change and vector of the library.

    ``lists`` are the inverted lists (IVF), ``axes`` the principal components, and ``in_graph`` the positions from the
    first that the ``graph`` of the library ``made_by`` covers (HNSW); each is 0 or empty where there is none.
    """

    format: int
    kind: str
    model: str
    dimensions: Count
    change: Count
    vector: Count
    vectors: Count
    codes: FilePart
    lists: Count = 0
    axes: Count = 0
    in_graph: Count = 0
    graph: FilePart | None = None
    made_by: str = ""
    is_signed: bool = False
    """True if written by this user on this machine; not part of the file."""

    def parts(self) -> list[FilePart]:
        """Return its files."""
        return [self.codes, *([self.graph] if self.graph else [])]


def write_manifest(folder: Path, manifest: Manifest) -> None:
    """Write ``manifest`` with a hash of its own and a signature. Raises ``OSError``."""
    values = msgspec.to_builtins(manifest)
    del values["is_signed"]
    key = read_machine_key()
    values[_SIGNATURE] = _signature(key, encode_canonical_json(values)) if key else ""
    values[_OWN] = hashlib.sha256(encode_canonical_json(values)).hexdigest()
    write_atomically(folder / MANIFEST, json.dumps(values, indent=1).encode())


def read_manifest(folder: Path) -> Manifest | None:
    """Return the manifest in ``folder``; ``None`` if there is none, or one of another format.

    Raises ``IndexDamaged``.
    """
    path = folder / MANIFEST
    try:
        if not is_folder(folder):
            return None
        values = read_json(path, shape=dict[str, object])
        if isinstance(values["format"], int) and values["format"] != FORMAT:
            return None
        own = values.pop(_OWN)
        if own != hashlib.sha256(encode_canonical_json(values)).hexdigest():
            raise ValueError("its content is not what was written")
        signature = values.pop(_SIGNATURE)
        content = encode_canonical_json(values)
        values["is_signed"] = _is_signed(content, signature)
        manifest: Manifest = parse(json.dumps(values), Manifest)
        if manifest.in_graph > manifest.vectors:
            raise ValueError("its graph has more vectors than the index")
        return manifest
    except FileNotFoundError:
        return None
    except (UnsafeFile, ValueError, TypeError, KeyError) as error:
        raise IndexDamaged(IndexCode.VECTOR_CODES_UNREADABLE, path=path, reason=error) from error


def _is_signed(content: bytes, signature: object) -> bool:
    key = read_machine_key()
    if key is None or not isinstance(signature, str):
        return False
    return hmac.compare_digest(_signature(key, content).encode(), signature.encode())


def encode_canonical_json(values: dict[str, Any]) -> bytes:
    """Return JSON with sorted keys, to be signed."""
    return json.dumps(values, sort_keys=True).encode()


def _signature(key: bytes, content: bytes) -> str:
    return hmac.new(key, content, hashlib.sha256).hexdigest()


def write_part(folder: Path, name: str, pieces: Iterable[bytes | memoryview]) -> FilePart:
    """Write ``pieces`` in order to a new file. Raises ``OSError`` unless all was written."""
    size, digest = 0, hashlib.sha256()
    with replace_file(folder / name) as file:
        for piece in pieces:
            file.write(piece)
            digest.update(piece)
            size += len(piece)
    return FilePart(name, size, digest.hexdigest())


def read_part(folder: Path, part: FilePart) -> bytes:
    """Read and verify a file of the index. Raises ``IndexDamaged`` and ``OSError``."""
    path = folder / part.file
    try:
        with open_regular(path) as file:
            content = file.read(part.bytes + 1)
    except FileNotFoundError:
        problem = "the file is missing"
    except UnsafeFile as error:
        problem = str(error)
    else:
        problem = _difference(content, part)
    if problem:
        raise IndexDamaged(IndexCode.VECTORS_DAMAGED, path=path, reason=problem)
    return content


def _difference(content: bytes, part: FilePart) -> str:
    if len(content) > part.bytes:
        return f"it has more than {part.bytes} bytes"
    if len(content) < part.bytes:
        return f"{len(content)} bytes instead of {part.bytes}"
    if hashlib.sha256(content).hexdigest() != part.sha256:
        return "its content is not what was written"
    return ""


def load_codes(
    folder: Path, kind: Kind, model: str, dimensions: int
) -> tuple[Manifest, bytes] | None:
    """Return the manifest in ``folder`` and the content of its file of codes; ``None`` for another kind or model.

    Raises ``IndexDamaged`` and ``OSError``.
    """
    while manifest := read_manifest(folder):
        if (manifest.kind, manifest.model, manifest.dimensions) != (kind, model, dimensions):
            return None
        try:
            return manifest, read_part(folder, manifest.codes)
        except IndexDamaged:
            if read_manifest(folder) == manifest:  # else a writer has replaced both meanwhile
                raise
    return None


def find_damage(folder: Path) -> str:
    """Read every byte of the files in ``folder`` and return the damage found, or ``""``."""
    manifest = read_manifest(folder)
    for part in manifest.parts() if manifest else []:
        try:
            read_part(folder, part)
        except IndexDamaged as error:
            return str(error)
    return ""


def remove_others(folder: Path, manifest: Manifest) -> None:
    """Remove the files of earlier indexes in ``folder``, not those of ``manifest``."""
    kept = {part.file for part in manifest.parts()}
    for path in folder.iterdir():
        if _FILE.fullmatch(path.name) and path.name not in kept:
            with contextlib.suppress(OSError):  # on Windows, while it is read; or a folder
                path.unlink()


Arrays = Sequence[NDArray[Any]]


def encode_pieces(arrays: Arrays) -> Iterable[bytes]:
    """Return ``arrays`` as bytes, little-endian."""
    return (array.astype(array.dtype.newbyteorder("<"), copy=False).tobytes() for array in arrays)


def decode_arrays(
    content: bytes, layout: Sequence[tuple[str, tuple[int, ...]]]
) -> list[NDArray[Any]]:
    """Return the arrays in ``content``, with the types and shapes of ``layout``. Raises ``IndexDamaged``."""
    arrays, at = [], 0
    for kind, shape in layout:
        size = math.prod(shape)
        if size * np.dtype(kind).itemsize > len(content) - at:
            break
        arrays.append(np.frombuffer(content, kind, size, at).reshape(shape))
        at += arrays[-1].nbytes
    if len(arrays) < len(layout) or at != len(content):
        raise IndexDamaged(IndexCode.VECTORS_OTHER_ARRAYS)
    return arrays
