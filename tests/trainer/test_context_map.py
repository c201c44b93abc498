"""The linear map of citation contexts, on vectors of which some axes tell the act and the others what is cited."""

import numpy as np

from lexdesk.models.citation_contexts import CitedTarget
from lexdesk_trainer.classifiers import context_map
from lexdesk_trainer.classifiers.context_map import Context


def contexts(
    count: int, seed: int
) -> tuple[list[Context], np.ndarray[tuple[int, int], np.dtype[np.float32]]]:
    """Contexts of 20 provisions in 30 acts; the act has twice the length of what is cited."""
    random = np.random.default_rng(seed)
    axes = np.random.default_rng(0).normal(size=(50, 16)).astype(np.float32)
    cited, act = random.integers(20, size=count), random.integers(30, size=count)
    rows = np.hstack([axes[cited], 2 * axes[20 + act]])
    rows += 0.3 * random.normal(size=rows.shape).astype(np.float32)
    found = [
        Context("", [CitedTarget("w", f"art_{n}", "")], str(where))
        for n, where in zip(cited.tolist(), act.tolist(), strict=True)
    ]
    return found, rows / np.linalg.norm(rows, axis=1, keepdims=True)


def test_map_brings_same_citations_together() -> None:
    learned, vectors = contexts(700, seed=1)
    by = context_map.learn([learned], vectors)
    assert by is not None
    held, others = contexts(200, seed=2)
    cites = np.array([context.cites[0].eid for context in held])
    acts = np.array([context.source for context in held])

    def nearest_is_right(rows: np.ndarray[tuple[int, int], np.dtype[np.float32]]) -> float:
        scores = np.where(acts[:, None] == acts, -1, rows @ rows.T)
        return float((cites[scores.argmax(1)] == cites).mean())

    before = nearest_is_right(others)
    assert nearest_is_right(context_map.apply(others, by)) > before + 0.1


def test_few_contexts_have_no_map() -> None:
    assert context_map.learn([contexts(300, seed=1)[0]], contexts(300, seed=1)[1]) is None
