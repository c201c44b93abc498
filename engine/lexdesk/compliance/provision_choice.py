"""The provisions of an act that a paragraph deals with, rather than with others of the act.

Nearness alone links a provision with whatever is nearest to it in any document. Here the provisions
compete for each paragraph, as articles do for a recital (``recitals.similarity``).
"""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from lexdesk.recitals.similarity import Matrix, combine_similarities, compute_lexical_similarity

LEAST_PROBABILITY = 0.1
"""Chosen by ``benchmarks.coverage`` with its first seed, and reported with the second."""
_TEMPERATURE = 0.1
"""The difference in similarity that makes a provision e times as likely."""
_NAMED = 0.5
"""Added to the similarity of a provision that a subject in the paragraph names; chosen like ``LEAST_PROBABILITY``."""
NEAR = 0.35
"""Minimum cosine of a paragraph; below it, shared words are chance."""
LEAST_NAMED = 0.25
"""The same for a provision that a subject names."""
_LEAST_LEXICAL = 0.15
"""Minimum lexical similarity without embeddings."""
_MOST = 4_000
"""Paragraphs compared with an act, the nearest ones; memory is some 100 MB."""


def choose_provisions(
    paragraphs: Sequence[str],
    provisions: Sequence[str],
    subjects: Sequence[Sequence[str]],
    cosines: Matrix | None,
    weight: float,
) -> list[tuple[int, int]]:
    """Return (paragraph, provision) of each probable pair, by paragraph, of ``paragraphs`` with the best candidates first.

    ``subjects`` has for each paragraph the subject in it that names each provision, ``""`` for none. ``cosines``, float32
    (paragraphs, provisions), are ``None`` without embeddings; ``weight`` in 0..1 is their share in a similarity.
    """
    named = np.array([[bool(words) for words in row] for row in subjects], bool)
    named = named.reshape(len(paragraphs), len(provisions))
    if cosines is None:
        near = [*range(min(len(paragraphs), _MOST))]
    else:
        is_near = cosines >= np.where(named, LEAST_NAMED, NEAR)
        nearest = np.argsort(-cosines.max(axis=1, initial=0), kind="stable")[:_MOST]
        near = sorted(at for at in nearest.tolist() if is_near[at].any())
    if not near:
        return []
    lexical = compute_lexical_similarity([paragraphs[at] for at in near], provisions)
    if cosines is None:
        likely = named[near] | (lexical >= _LEAST_LEXICAL)
        similarity = combine_similarities(lexical, lexical, 0)
    else:
        likely = is_near[near]
        similarity = combine_similarities(lexical, cosines[near], weight)
    probable = _probabilities(similarity + np.where(named[near], np.float32(_NAMED), np.float32(0)))
    pairs = np.argwhere((probable >= LEAST_PROBABILITY) & likely)
    return [(near[row], column) for row, column in pairs.tolist()]


def _probabilities(similarity: Matrix) -> NDArray[np.float64]:
    """Return the softmax of each row."""
    best = similarity.max(axis=1, keepdims=True)
    likely = np.exp((similarity - best).astype(np.float64) / _TEMPERATURE)
    shares: NDArray[np.float64] = likely / likely.sum(axis=1, keepdims=True)
    return shares
