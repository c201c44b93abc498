"""The tasks run on the machines of a cluster.

A Ray process loads this module, and Ray Data with pandas only to read files: an encoding process starts half a second
sooner without them, also as the replacement of a lost one.
"""

import json
import os
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from lexdesk.document.model import Document
from lexdesk.errors import (
    FileCode,
    FileFailed,
    FileUnreadable,
    Message,
    ModelCode,
    ModelMismatch,
    message_from_json,
)
from lexdesk.extract.workers.pool import WorkerPool
from lexdesk.models import manifest
from lexdesk.models import multilingual as languages
from lexdesk.models.encoder import load

_TEXT, _FAILED, _UNREADABLE, _NOTHING = "text", "failed", "unreadable", "nothing"


def read(batch: dict[str, Any]) -> dict[str, list[Any]]:
    """Read the files at ``path`` of a batch into rows for ``decode_outcome``."""
    rows: dict[str, list[Any]] = {name: [] for name in ("path", "member", "is", "said", "last")}
    with WorkerPool(1, cites=True) as pool:
        for path, member, found, last, *_ in pool.read_all(map(Path, batch["path"].tolist())):
            what, payload = _NOTHING, b""
            if isinstance(found, FileFailed):
                what = _UNREADABLE if isinstance(found, FileUnreadable) else _FAILED
                payload = json.dumps(found.message.to_json()).encode()
            elif found is not None:
                what = _TEXT
                payload = found if isinstance(found, bytes) else found.to_json()
            for name, value in zip(
                rows, (os.fspath(path), member, what, payload, last), strict=True
            ):
                rows[name].append(value)
    return rows


def decode_outcome(row: dict[str, Any]) -> Document | FileFailed | None:
    """Return the ``Reading`` of a file from a row of ``read``."""
    if row["is"] == _TEXT:
        return Document.from_json(row["said"])
    if row["is"] == _NOTHING:
        return None
    failed = FileUnreadable if row["is"] == _UNREADABLE else FileFailed
    return failed(message_from_json(json.loads(row["said"])) or Message(FileCode.UNKNOWN))


def encode(
    fingerprint: str, multilingual: str | None, size: manifest.Size, texts: list[str]
) -> NDArray[np.float32]:
    """Encode texts as float32 (n, dimensions) by the models with these fingerprints, in ``size``.

    Raises ``ModelMismatch`` if this machine has others.
    """
    folder = manifest.find("embedder")
    embedder = manifest.read(folder)
    _require(embedder.fingerprint, fingerprint, folder)
    if multilingual is None:
        return load(folder, 1).encode(texts)  # the task has one core
    other = languages.find_installed(embedder)
    there = manifest.read(other).fingerprint if other else ""
    _require(there, multilingual, other or folder)
    return languages.load(folder, other or folder, 1, size).encode(texts)


def _require(there: str, fingerprint: str, folder: Path) -> None:
    if there != fingerprint:
        raise ModelMismatch(
            ModelCode.CLUSTER_MISMATCH, there=there, folder=folder, fingerprint=fingerprint
        )
