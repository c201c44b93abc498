"""The file of a graph of vectors, and the manifest that tells whether it is as it was written.

hnswlib loads damaged files in silence, or crashes: nothing is given to it that the manifest does not
vouch for.
"""

from __future__ import annotations

import hashlib
import json
import os
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from lexdesk.atomic import write_atomically
from lexdesk.errors import IndexDamaged

_OWN = "own_sha256"  # of the manifest, without this field


@dataclass(frozen=True, slots=True)
class Manifest:
    """What is on disk: the graph's file, and the last change and vector of the library it holds."""

    format: int
    model: str
    dimensions: int
    file: str
    bytes: int
    sha256: str
    change: int
    vector: int
    removed: list[int]  # passages whose nodes are still in the graph, marked as deleted


def write_manifest(path: Path, manifest: Manifest) -> None:
    """Write ``manifest`` with a hash of its own. Raises ``OSError``."""
    told = asdict(manifest)
    write_atomically(path, json.dumps({**told, _OWN: _own_hash(told)}, indent=1).encode())


def read_manifest(path: Path) -> Manifest | None:
    """The manifest in the file ``path``; ``None`` where there is none. Raises ``IndexDamaged``."""
    try:
        told = json.loads(path.read_bytes())
        own = told.pop(_OWN, None)  # earlier ones have none
        if own is not None and own != _own_hash(told):
            raise ValueError("its content is not what was written")
        return Manifest(**told)
    except FileNotFoundError:
        return None
    except (ValueError, TypeError, AttributeError) as error:
        raise IndexDamaged(f"{path} cannot be read ({error}); run: lexdesk rebuild") from error


def _own_hash(manifest: dict[str, Any]) -> str:
    return hashlib.sha256(json.dumps(manifest, sort_keys=True).encode()).hexdigest()


def flush_and_hash(path: Path) -> tuple[int, str]:
    """Bring a file onto the disk; its bytes and SHA-256."""
    with path.open("rb+") as file:
        os.fsync(file.fileno())
        return os.fstat(file.fileno()).st_size, hashlib.file_digest(file, "sha256").hexdigest()


def damage(path: Path, manifest: Manifest) -> str:
    """What is wrong with the file of a graph, reading every byte; ``""`` where nothing is."""
    try:
        with path.open("rb") as file:
            size = os.fstat(file.fileno()).st_size
            if size != manifest.bytes:
                return f"{size} bytes instead of {manifest.bytes}"
            if hashlib.file_digest(file, "sha256").hexdigest() != manifest.sha256:
                return "its content is not what was written"
    except FileNotFoundError:
        return "the file is not there"
    return ""
