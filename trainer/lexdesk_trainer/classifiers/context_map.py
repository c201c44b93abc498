"""A linear map of citation contexts, under which passages that cite the same provision are near each other.

Learned by softmax over all contexts of a collection but those of the passage's own act, of which all that share a
citation are right: neighbourhood components analysis (Goldberger et al. 2004) with the loss of Khosla et al. (2020,
arXiv:2004.11362). It begins with the identity and stays near it.
"""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
import torch
from numpy.typing import NDArray
from torch.nn import functional

from lexdesk.models.citation_contexts import CitedTarget

_Vectors = NDArray[np.float32]

_FEWEST = 500  # contexts that share a citation with one of another act; fewer teach nothing
_STEPS, _BATCH, _RATE = 150, 384, 2e-3
_TEMPERATURE, _DROPOUT = 0.05, 0.1
_STIFFNESS = 0.03  # of the squared distance from the identity
_MOST_POSITIVES = 200  # contexts of one provision that count as right
_EXCLUDED = -1e4


class Context(NamedTuple):
    """A citing text, what it cites, and the name of the act that it stands in."""

    text: str
    cites: Sequence[CitedTarget]
    source: str


class _CollectionContexts(NamedTuple):
    """The contexts of a collection: vectors (n, D), numbers of acts (n,), right ones by place, places that have some."""

    vectors: torch.Tensor
    sources: torch.Tensor
    right: Sequence[Sequence[int]]
    learned: NDArray[np.int64]


def learn(parts: Sequence[Sequence[Context]], vectors: _Vectors) -> _Vectors | None:
    """Return the map (D, D) for contexts of several collections with unit ``vectors`` (n, D); ``None`` for too few."""
    starts = np.cumsum([0, *map(len, parts)])
    ready = [
        _collection_contexts(part, vectors[start : start + len(part)])
        for part, start in zip(parts, starts.tolist(), strict=False)
    ]
    ready = [part for part in ready if len(part.learned) >= _FEWEST]
    if not ready:
        return None
    torch.manual_seed(0)
    random, width = np.random.default_rng(0), vectors.shape[1]
    change = torch.zeros(width, width, requires_grad=True)
    optimizer = torch.optim.Adam([change], lr=_RATE)
    for step in range(_STEPS):
        for group in optimizer.param_groups:
            group["lr"] = _RATE * (1 - step / _STEPS)
        loss = _STIFFNESS * (change**2).sum()
        for part in ready:
            some = random.choice(part.learned, min(_BATCH, len(part.learned)), replace=False)
            loss = loss + _loss(part, some, torch.eye(width) + change)
        optimizer.zero_grad()
        loss.backward()  # type: ignore[no-untyped-call]
        optimizer.step()
    found: _Vectors = (torch.eye(width) + change).detach().numpy()
    return found


def apply(vectors: _Vectors, by: _Vectors) -> _Vectors:
    """Return ``vectors`` multiplied by the map ``by``, of unit length."""
    rows = vectors @ by
    unit: _Vectors = rows / np.linalg.norm(rows, axis=1, keepdims=True)
    return unit


def _collection_contexts(contexts: Sequence[Context], vectors: _Vectors) -> _CollectionContexts:
    citing: dict[CitedTarget, list[int]] = {}
    for place, context in enumerate(contexts):
        for cited in context.cites:
            citing.setdefault(cited, []).append(place)
    right = [
        sorted(
            {
                other
                for cited in context.cites
                for other in citing[cited][:_MOST_POSITIVES]
                if contexts[other].source != context.source
            }
        )
        for context in contexts
    ]
    _, sources = np.unique([context.source for context in contexts], return_inverse=True)
    learned = np.array([place for place, others in enumerate(right) if others], np.int64)
    return _CollectionContexts(torch.from_numpy(vectors), torch.from_numpy(sources), right, learned)


def _loss(part: _CollectionContexts, some: NDArray[np.int64], by: torch.Tensor) -> torch.Tensor:
    """Return the mean negative logarithm of the share that right contexts have of the softmax."""
    rows = functional.normalize(functional.dropout(part.vectors, _DROPOUT) @ by, dim=1)
    scores = rows[some] @ rows.T / _TEMPERATURE
    scores = scores.masked_fill(part.sources[some][:, None] == part.sources, _EXCLUDED)
    is_right = torch.zeros_like(scores, dtype=torch.bool)
    for row, place in enumerate(some.tolist()):
        is_right[row, list(part.right[place])] = True
    right = scores.masked_fill(~is_right, _EXCLUDED)
    return (torch.logsumexp(scores, 1) - torch.logsumexp(right, 1)).mean()
