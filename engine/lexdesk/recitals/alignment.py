"""Recitals follow the order of the articles: from likeness to probabilities.

Recitals give the reasons for the chief provisions (Joint Practical Guide of the Union's
institutions, guideline 10), by custom in their order. So the articles explained are read as the
hidden states of a Markov chain that stays, moves on, or now and then goes elsewhere; the
probability of each article for each recital comes from the forward-backward algorithm (Rabiner
1989), as in the alignment of words between translations (Vogel, Ney and Tillmann 1996).

Some stand elsewhere: of consent speak recitals 42 and 43 of the GDPR among the principles, before
those of Article 7. So the probability is the mean of two readings, one that goes by the order and
one that takes each recital by itself.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

# The next recital explains the same article, a later one, any one: near the means of what Baum-Welch
# finds without labels in eight acts other than the GDPR (benchmarks/recitals.py --moves).
STAY, ONWARD, AWAY = 0.7, 0.26, 0.04
DECAY = 0.5
"""The factor by which each article further on is less likely."""
TEMPERATURE = 0.12
"""A likeness greater by this makes an article e times as likely."""


def align(likeness: NDArray[np.float32]) -> NDArray[np.float64]:
    """Likeness (recitals, articles) -> probabilities of the same shape; each row sums to 1."""
    moves = transitions(likeness.shape[1])
    forward, backward, emitted = passes(likeness, moves)
    in_order = _of_one(forward * backward)
    found: NDArray[np.float64] = (in_order + _of_one(emitted)) / 2
    return found


def _of_one(rows: NDArray[np.float64]) -> NDArray[np.float64]:
    """``rows``, each with the sum 1."""
    scaled: NDArray[np.float64] = rows / rows.sum(axis=1, keepdims=True)
    return scaled


def transitions(
    articles: int,
    stay: float = STAY,
    onward: float = ONWARD,
    away: float = AWAY,
    decay: float = DECAY,
) -> NDArray[np.float64]:
    """Probabilities (articles, articles) that the recital after one on row i is on column j."""
    steps = np.arange(articles)[None, :] - np.arange(articles)[:, None]
    later = np.where(steps > 0, decay ** np.maximum(steps, 1), 0.0)
    total = later.sum(axis=1, keepdims=True)
    moves = onward * later / np.where(total > 0, total, 1) + away / articles
    moves[np.diag_indices(articles)] += stay
    return np.asarray(moves / moves.sum(axis=1, keepdims=True))


def passes(
    likeness: NDArray[np.float32], moves: NDArray[np.float64]
) -> tuple[NDArray[np.float64], NDArray[np.float64], NDArray[np.float64]]:
    """Forward and backward probabilities and emissions, all (recitals, articles); rows are scaled.

    Every article is as likely for the first recital: some acts begin with their history, others
    with their subject.
    """
    best = likeness.max(axis=1, keepdims=True)
    emitted = np.exp((likeness - best).astype(np.float64) / TEMPERATURE)
    forward, backward = emitted.copy(), np.ones_like(emitted)
    forward[0] /= forward[0].sum()
    for at in range(1, len(emitted)):
        forward[at] *= forward[at - 1] @ moves
        forward[at] /= forward[at].sum()
    for at in range(len(emitted) - 2, -1, -1):
        backward[at] = moves @ (emitted[at + 1] * backward[at + 1])
        backward[at] /= backward[at].sum()
    return forward, backward, emitted
