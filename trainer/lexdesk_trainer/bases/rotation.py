"""The rotation of an encoder's vectors into the space of an embedder, so that both make one family.

Vectors of the same texts by both are compared (orthogonal Procrustes problem, Schönemann 1966). A rotation keeps all
cosines between vectors of the encoder, after their mean has been taken away: e5's point in nearly one direction.
"""

from pathlib import Path

import numpy as np
import onnx
from numpy.typing import NDArray
from onnx import helper, numpy_helper

from lexdesk_trainer.export import gpu_graph

_Rows = NDArray[np.float32]
_EMBEDDING = "embedding"
_MAP = "centre", "rotation"


def subtract_centre(rows: _Rows, centre: _Rows) -> _Rows:
    """Return unit rows (n, D) without their common part ``centre`` (D,)."""
    moved = rows - centre
    unit: _Rows = moved / np.maximum(np.linalg.norm(moved, axis=1, keepdims=True), 1e-12)
    return unit


def learn(rows: _Rows, targets: _Rows, stiffness: float = np.inf) -> tuple[_Rows, _Rows]:
    """Return the centre (D,) of ``rows`` and the map (D, D) of their rest towards ``targets``, of the same texts.

    It is the rotation, or with a finite ``stiffness`` the nearest map by ridge regression from the rotation, which
    also takes away what texts of one language have in common.
    """
    centre: _Rows = rows.mean(0)
    moved = subtract_centre(rows, centre)
    left, _, right = np.linalg.svd(moved.T @ targets)
    rotation: _Rows = (left @ right).astype(np.float32)
    if np.isinf(stiffness):
        return centre, rotation
    fixed = moved.T @ moved + stiffness * np.eye(moved.shape[1], dtype=np.float32)
    change = np.linalg.solve(fixed, moved.T @ (targets - moved @ rotation))
    return centre, (rotation + change).astype(np.float32)


def read(path: Path) -> tuple[_Rows, _Rows]:
    """Return the centre and the matrix that ``append`` added to the graph at ``path``."""
    constants = {c.name: c for c in onnx.load(path).graph.initializer if c.name in _MAP}
    centre, matrix = (numpy_helper.to_array(constants[name]).copy() for name in _MAP)
    return centre, matrix


def append(path: Path, centre: _Rows, rotation: _Rows) -> None:
    """Let the graph at ``path`` centre and rotate its unit ``embedding``, its only output from then on."""
    model = onnx.load(path)
    graph = model.graph
    for node in graph.node:
        node.output[:] = ["before" if name == _EMBEDDING else name for name in node.output]
    graph.node.extend(
        [
            helper.make_node("Sub", ["before", "centre"], ["centred"]),
            helper.make_node("MatMul", ["centred", "rotation"], ["rotated"]),
            helper.make_node("LpNormalization", ["rotated"], [_EMBEDDING], axis=-1, p=2),
        ]
    )
    constants = zip(_MAP, (centre, rotation), strict=True)
    graph.initializer.extend(numpy_helper.from_array(v, name) for name, v in constants)
    kept = [output for output in graph.output if output.name == _EMBEDDING]
    del graph.output[:]
    graph.output.extend(kept)
    gpu_graph.drop_unused(graph)
    onnx.checker.check_model(model)
    onnx.save(model, path)
