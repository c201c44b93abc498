"""What runs on the machines of a cluster.

A process of Ray's loads this module, and Ray Data with pandas only to read files: one that encodes
begins half a second sooner without, also where it takes the place of one that was lost.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from lexdesk.document.model import Document
from lexdesk.errors import FileRefused, FileUnreadable, ModelMismatch
from lexdesk.extract.workers.pool import ReaderPool
from lexdesk.models import manifest
from lexdesk.models.encoder import loaded

_TEXT, _REFUSED, _UNREADABLE, _NOTHING = "text", "refused", "unreadable", "nothing"


def read(batch: dict[str, Any]) -> dict[str, list[Any]]:
    """Of the files at ``path`` of a batch: rows, of which ``outcome`` makes what was read."""
    rows: dict[str, list[Any]] = {name: [] for name in ("path", "member", "is", "said", "last")}
    with ReaderPool(1) as pool:
        for path, member, found, last in pool.read_all(map(Path, batch["path"].tolist())):
            what, said = _NOTHING, b""
            if isinstance(found, FileRefused):
                what = _UNREADABLE if isinstance(found, FileUnreadable) else _REFUSED
                said = str(found).encode()
            elif found is not None:
                what = _TEXT
                said = found if isinstance(found, bytes) else found.to_json().encode()
            for name, value in zip(rows, (os.fspath(path), member, what, said, last), strict=True):
                rows[name].append(value)
    return rows


def outcome(row: dict[str, Any]) -> Document | FileRefused | None:
    """What a row of ``read`` says became of its file: what a ``Reading`` holds."""
    if row["is"] == _TEXT:
        return Document.from_json(row["said"])
    if row["is"] == _NOTHING:
        return None
    refusal = FileUnreadable if row["is"] == _UNREADABLE else FileRefused
    return refusal(row["said"].decode())


def encode(fingerprint: str, texts: list[str]) -> NDArray[np.float32]:
    """Texts -> float32 (n, dimensions), of the model with this fingerprint.

    Raises ``ModelMismatch`` where this machine has another model.
    """
    folder = manifest.find("embedder")
    if (there := manifest.read(folder).fingerprint) != fingerprint:
        raise ModelMismatch(
            f"a machine of the cluster has the model {there} in {folder}, wanted is {fingerprint};"
            " install the same models on all of them"
        )
    return loaded(folder, 1).encode(texts)  # the task was given one core
