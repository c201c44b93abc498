"""The file of an index of vectors, and the manifest that tells whether it is as it was written.

It is small, so it is read whole, and nothing is taken from it before its SHA-256 is that of the
manifest. In it are, one behind the other and little-endian: the vectors in each cluster (int64), the
number of each passage (int64), the codes (uint64, word by word), and the centres (float32).
"""

from __future__ import annotations

import hashlib
import json
import math
import re
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from lexdesk.errors import IndexDamaged, UnsafeFile
from lexdesk.system.atomic import write_atomically
from lexdesk.system.json_values import parsed
from lexdesk.system.regular_files import is_folder, open_regular, read_json
from lexdesk.vector_codes.binary import Codes, words

FORMAT = 2
"""Raised when the index is laid out in another way; an older one is made again."""

_TYPES = ("<i8", "<i8", "<u8", "<f4")  # of the arrays in the file
_FILE = re.compile(r"codes-\d+-\d+\.bin")
_OWN = "own_sha256"  # of the manifest, without this field


class Clustered(NamedTuple):
    """Codes (words, n) of the ``passages`` (n,), cluster by cluster; ``sizes`` and ``centres`` of these."""

    sizes: NDArray[np.int64]
    passages: NDArray[np.int64]
    codes: Codes
    centres: NDArray[np.float32]


def nothing(dimensions: int) -> Clustered:
    """One cluster, of no vectors."""
    return Clustered(
        np.zeros(1, np.int64),
        np.empty(0, np.int64),
        np.empty((words(dimensions), 0), np.uint64),
        np.zeros((1, dimensions), np.float32),
    )


@dataclass(frozen=True, slots=True)
class CodesManifest:
    """What is on disk: the file, and the last change and vector of the library that it holds."""

    format: int
    model: str
    dimensions: int
    file: str
    bytes: int
    sha256: str
    change: int
    vector: int
    vectors: int
    clusters: int


def write_manifest(path: Path, manifest: CodesManifest) -> None:
    """Write ``manifest`` with a hash of its own. Raises ``OSError``."""
    told = asdict(manifest)
    write_atomically(path, json.dumps({**told, _OWN: _own_hash(told)}, indent=1).encode())


def read_manifest(path: Path) -> CodesManifest | None:
    """The manifest in the file ``path``; ``None`` where there is none, or one of another format.

    Raises ``IndexDamaged``.
    """
    try:
        if not is_folder(path.parent):
            return None
        told = read_json(path, shape=dict[str, object])
        if isinstance(told["format"], int) and told["format"] != FORMAT:
            return None
        if told.pop(_OWN) != _own_hash(told):
            raise ValueError("its content is not what was written")
        return _manifest(told)
    except FileNotFoundError:
        return None
    except (UnsafeFile, ValueError, TypeError, KeyError, AttributeError) as error:
        raise IndexDamaged(f"{path} cannot be read ({error}); run: lexdesk rebuild") from error


def _manifest(told: dict[str, Any]) -> CodesManifest:
    """Return the manifest that was parsed. Raises ``TypeError`` or ``ValueError`` for one of no index."""
    found = CodesManifest(**parsed(json.dumps(told), CodesManifest))
    counts = (
        found.dimensions,
        found.bytes,
        found.change,
        found.vector,
        found.vectors,
        found.clusters,
    )
    if min(counts) < 0 or max(counts) >= 2**48 or not _FILE.fullmatch(found.file):
        raise ValueError("it says what no index has")
    if found.bytes != sum(
        math.prod(shape) * np.dtype(kind).itemsize for shape, kind in _arrays(found)
    ):
        raise ValueError("its numbers and the size of its file differ")
    return found


def _own_hash(manifest: dict[str, Any]) -> str:
    return hash_of(json.dumps(manifest, sort_keys=True).encode())


def hash_of(content: bytes) -> str:
    """The SHA-256 of ``content``, in hexadecimal."""
    return hashlib.sha256(content).hexdigest()


def to_bytes(clustered: Clustered) -> bytes:
    """The content of the file."""
    arrays: tuple[NDArray[Any], ...] = clustered
    return b"".join(
        array.astype(kind, copy=False).tobytes() for array, kind in zip(arrays, _TYPES, strict=True)
    )


def from_bytes(content: bytes, manifest: CodesManifest) -> Clustered:
    """The arrays in the ``content`` of a file that is as ``manifest`` says."""
    arrays, at = [], 0
    for shape, kind in _arrays(manifest):
        arrays.append(np.frombuffer(content, kind, math.prod(shape), at).reshape(shape))
        at += arrays[-1].nbytes
    return Clustered(*arrays)


def _arrays(manifest: CodesManifest) -> list[tuple[tuple[int, ...], str]]:
    """The shape and the type of each array in the file."""
    count, clusters, dimensions = manifest.vectors, manifest.clusters, manifest.dimensions
    shapes = [(clusters,), (count,), (words(dimensions), count), (clusters, dimensions)]
    return list(zip(shapes, _TYPES, strict=True))


def damage(content: bytes | None, manifest: CodesManifest) -> str:
    """What is wrong with the ``content`` of a file (``None``: there is none); ``""`` where nothing is."""
    if content is None:
        return "the file is not there"
    if len(content) != manifest.bytes:
        return f"{len(content)} bytes instead of {manifest.bytes}"
    if hash_of(content) != manifest.sha256:
        return "its content is not what was written"
    found = from_bytes(content, manifest)
    if found.sizes.sum() != len(found.passages) or min(found.sizes, default=0) < 0:
        return "its clusters and the passages in them differ"
    if (found.passages < 0).any():
        return "its passages have no such numbers"
    return ""


def content_of(path: Path, manifest: CodesManifest) -> bytes | None:
    """Read every byte of a file that is as large as ``manifest`` says, and of a larger one so many.

    ``None`` where it is gone. Raises ``IndexDamaged`` where it is no regular file, ``OSError`` where it cannot be read.
    """
    try:
        with open_regular(path) as file:
            return file.read(manifest.bytes + 1)
    except FileNotFoundError:
        return None
    except UnsafeFile as error:
        raise IndexDamaged(f"{path} is no regular file; run: lexdesk rebuild") from error
