"""Alignment of recitals with articles, in order: from similarities to probabilities.

Recitals give the reasons for the chief provisions (Joint Practical Guide of the Union's
institutions, guideline 10), by custom in their order. The explained articles are modelled as the
hidden states of a Markov chain that stays, moves on, or occasionally jumps; the forward-backward
algorithm (Rabiner 1989) gives the probability of each article for each recital, as in word
alignment for translation (Vogel, Ney and Tillmann 1996).

Some recitals are out of order: recitals 42 and 43 of the GDPR concern consent, but stand among the
principles, before those of Article 7. So the probability is the mean of two estimates, one by the
order and one for each recital by itself.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

# The next recital explains the same article, a later one, any one: near the means estimated by
# Baum-Welch without labels in eight acts other than the GDPR (benchmarks/recitals.py --moves).
STAY, ONWARD, JUMP = 0.7, 0.26, 0.04
DECAY = 0.5
"""The factor of decrease in likelihood for each further article."""
TEMPERATURE = 0.12
"""The difference in similarity that makes an article e times as likely."""


def align(similarity: NDArray[np.float32]) -> NDArray[np.float64]:
    """Convert similarities (recitals, articles) to probabilities of the same shape; each row sums to 1."""
    moves = transitions(similarity.shape[1])
    forward, backward, emissions = forward_backward(similarity, moves)
    in_order = _normalise_rows(forward * backward)
    probabilities: NDArray[np.float64] = (in_order + _normalise_rows(emissions)) / 2
    return probabilities


def _normalise_rows(rows: NDArray[np.float64]) -> NDArray[np.float64]:
    """Normalise each row to the sum 1."""
    scaled: NDArray[np.float64] = rows / rows.sum(axis=1, keepdims=True)
    return scaled


def transitions(
    articles: int,
    stay: float = STAY,
    onward: float = ONWARD,
    jump: float = JUMP,
    decay: float = DECAY,
) -> NDArray[np.float64]:
    """Return the transition probabilities (articles, articles) from row i to column j."""
    steps = np.arange(articles)[None, :] - np.arange(articles)[:, None]
    later = np.where(steps > 0, decay ** np.maximum(steps, 1), 0.0)
    total = later.sum(axis=1, keepdims=True)
    moves = onward * later / np.where(total > 0, total, 1) + jump / articles
    moves[np.diag_indices(articles)] += stay
    return np.asarray(moves / moves.sum(axis=1, keepdims=True))


def forward_backward(
    similarity: NDArray[np.float32], moves: NDArray[np.float64]
) -> tuple[NDArray[np.float64], NDArray[np.float64], NDArray[np.float64]]:
    """Return forward and backward probabilities and emissions, all (recitals, articles), scaled by row.

    Every article is equally likely for the first recital: some acts begin with their history,
    others with their subject.
    """
    best = similarity.max(axis=1, keepdims=True)
    emissions = np.exp((similarity - best).astype(np.float64) / TEMPERATURE)
    forward, backward = emissions.copy(), np.ones_like(emissions)
    forward[0] /= forward[0].sum()
    for row in range(1, len(emissions)):
        forward[row] *= forward[row - 1] @ moves
        forward[row] /= forward[row].sum()
    for row in range(len(emissions) - 2, -1, -1):
        backward[row] = moves @ (emissions[row + 1] * backward[row + 1])
        backward[row] /= backward[row].sum()
    return forward, backward, emissions
