"""The provisions of an act that a paragraph deals with, rather than with others of the act.

Nearness alone links a provision with whatever is nearest to it in any document. Here the provisions
compete for each paragraph, as articles do for a recital (``recitals.similarity``).
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from lexdesk.recitals.similarity import (
    Matrix,
    combine_similarities,
    lexical_similarity,
    semantic_similarity,
)

LEAST_PROBABILITY = 0.1
"""Chosen by ``benchmarks.coverage`` with its first seed, and reported with the second."""
_TEMPERATURE = 0.1
"""The difference in similarity that makes a provision e times as likely."""
_NAMED = 0.5
"""Added to the similarity of a provision that a subject in the paragraph names; chosen like ``LEAST_PROBABILITY``."""
_LEAST_NAMED = 0.25
"""Minimum cosine of a provision that a subject names."""
_MOST = 4_000
"""Paragraphs compared with an act, the nearest ones; memory is some 100 MB."""


def choose_provisions(
    paragraphs: Sequence[str],
    vectors: Matrix,
    provisions: Sequence[str],
    provision_vectors: Sequence[Matrix],
    subjects: Sequence[Sequence[str]],
    weight: float,
    least_cosine: float,
) -> list[tuple[int, int, float]]:
    """Return (paragraph, provision, cosine) of each probable pair, by paragraph.

    ``vectors`` is float32 (paragraphs, dimensions), rows of unit length; each of ``provision_vectors``
    is (passages, dimensions). ``subjects`` has for each paragraph the subject in it that names each provision, ``""`` for
    none. ``weight`` in 0..1 is the share of the cosine in a similarity.
    """
    cosines = semantic_similarity([row[None, :] for row in vectors], provision_vectors)
    nearest = np.argsort(-cosines.max(axis=1, initial=0), kind="stable")[:_MOST]
    named = np.array([[bool(words) for words in row] for row in subjects], bool)
    named = named.reshape(cosines.shape)
    is_near = cosines >= np.where(named, _LEAST_NAMED, least_cosine)
    near = sorted(at for at in nearest.tolist() if is_near[at].any())
    if not near:
        return []
    lexical = lexical_similarity([paragraphs[at] for at in near], provisions)
    similarity = combine_similarities(lexical, cosines[near], weight)
    probable = _probabilities(similarity + np.where(named[near], np.float32(_NAMED), np.float32(0)))
    pairs = np.argwhere((probable >= LEAST_PROBABILITY) & is_near[near])
    return [
        (near[row], column, float(cosines[near[row], column])) for row, column in pairs.tolist()
    ]


def _probabilities(similarity: Matrix) -> NDArray[np.float64]:
    """Return the softmax of each row."""
    best = similarity.max(axis=1, keepdims=True)
    likely = np.exp((similarity - best).astype(np.float64) / _TEMPERATURE)
    shares: NDArray[np.float64] = likely / likely.sum(axis=1, keepdims=True)
    return shares
