"""What runs on the machines of a cluster.

A process of Ray's loads this module, and Ray Data with pandas only to read files: one that encodes
begins half a second sooner without, also where it takes the place of one that was lost.
"""

from __future__ import annotations

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
from lexdesk.extract.workers.pool import ReaderPool
from lexdesk.models import manifest
from lexdesk.models.encoder import loaded

_TEXT, _FAILED, _UNREADABLE, _NOTHING = "text", "failed", "unreadable", "nothing"


def read(batch: dict[str, Any]) -> dict[str, list[Any]]:
    """Of the files at ``path`` of a batch: rows, of which ``outcome`` makes what was read."""
    rows: dict[str, list[Any]] = {name: [] for name in ("path", "member", "is", "said", "last")}
    with ReaderPool(1) as pool:
        for path, member, found, last in pool.read_all(map(Path, batch["path"].tolist())):
            what, said = _NOTHING, b""
            if isinstance(found, FileFailed):
                what = _UNREADABLE if isinstance(found, FileUnreadable) else _FAILED
                said = json.dumps(found.message.to_json()).encode()
            elif found is not None:
                what = _TEXT
                said = found if isinstance(found, bytes) else found.to_json().encode()
            for name, value in zip(rows, (os.fspath(path), member, what, said, last), strict=True):
                rows[name].append(value)
    return rows


def outcome(row: dict[str, Any]) -> Document | FileFailed | None:
    """What a row of ``read`` says became of its file: what a ``Reading`` holds."""
    if row["is"] == _TEXT:
        return Document.from_json(row["said"])
    if row["is"] == _NOTHING:
        return None
    failed = FileUnreadable if row["is"] == _UNREADABLE else FileFailed
    return failed(message_from_json(json.loads(row["said"])) or Message(FileCode.UNKNOWN))


def encode(fingerprint: str, texts: list[str]) -> NDArray[np.float32]:
    """Texts -> float32 (n, dimensions), of the model with this fingerprint.

    Raises ``ModelMismatch`` where this machine has another model.
    """
    folder = manifest.find("embedder")
    if (there := manifest.read(folder).fingerprint) != fingerprint:
        raise ModelMismatch(
            ModelCode.CLUSTER_MISMATCH, there=there, folder=folder, fingerprint=fingerprint
        )
    return loaded(folder, 1).encode(texts)  # the task was given one core
