"""Question map: a learned linear map of a question's token embeddings, for late interaction.

The map turns each token of a question towards the tokens of the passages that answer such questions. Passages
stay as the embedder gives them, so their cached tokens stay valid, and a search takes no longer.

The contract of a question map
------------------------------
``map.json``: ``{"embedder": fingerprint}``, the embedder whose tokens are mapped. ``map.npy``: float16
(dimensions, dimensions), the change A of a unit row vector x, mapped to x + xA and scaled to length one.
"""

import functools
from pathlib import Path
from typing import TypedDict

import numpy as np
from numpy.typing import NDArray

from lexdesk.errors import ModelCode, ModelDamaged, NoModel, UnsafeFile
from lexdesk.models.arrays import read_array
from lexdesk.models.manifest import Manifest, find, read, require_task, verify
from lexdesk.system.regular_files import read_json

TASK = "question-map"
ABOUT, CHANGE = "map.json", "map.npy"


class _StoredMap(TypedDict):
    """The content of ``map.json``."""

    embedder: str


class QuestionMap:
    """The map in a model folder; raise ``ModelDamaged`` for a folder that differs from its manifest.

    ``embedder`` is the fingerprint of the embedder of its tokens.
    """

    def __init__(self, folder: Path, manifest: Manifest):
        require_task(folder, manifest, TASK)
        verify(folder, manifest, ABOUT, CHANGE)
        path = folder / CHANGE
        try:
            self.embedder = read_json(folder / ABOUT, shape=_StoredMap)["embedder"]
            change = read_array(path, "f", manifest.dimensions, manifest.dimensions)
            self._change = change.astype(np.float32)
        except (OSError, UnsafeFile, ValueError) as error:
            raise ModelDamaged(ModelCode.MAP_DAMAGED, path=path, reason=error) from error

    def apply(self, tokens: NDArray[np.float32]) -> NDArray[np.float32]:
        """Map ``tokens`` (n, dimensions), each to a vector of its own length."""
        return map_tokens(tokens, self._change)


def map_tokens(tokens: NDArray[np.float32], change: NDArray[np.float32]) -> NDArray[np.float32]:
    """Add ``tokens`` times ``change`` to ``tokens`` (n, dimensions), and keep the length of each."""
    lengths = np.linalg.norm(tokens, axis=1, keepdims=True)
    moved = tokens + tokens @ change
    scale = lengths / np.maximum(np.linalg.norm(moved, axis=1, keepdims=True), 1e-9)
    return np.asarray(moved * scale, np.float32)


@functools.lru_cache(maxsize=2)
def load(folder: Path) -> QuestionMap:
    """Return the map of a model folder, shared in the process."""
    return QuestionMap(folder, read(folder))


def find_installed(embedder: str) -> QuestionMap | None:
    """Return the installed map if it is of the embedder with the fingerprint ``embedder``."""
    try:
        found = load(find(TASK))
    except NoModel:
        return None
    return found if found.embedder == embedder else None
