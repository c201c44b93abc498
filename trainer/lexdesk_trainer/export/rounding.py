"""Round matrices to eight bits so that errors make up for one another, and training is not rounded away.

An adapted model begins on the very grid that its export rounds to. What little training moves a weight,
less than half a step, rounding to the nearest takes back nearly everywhere: what is exported is the model
of before. As in GPTQ (Frantar et al. 2023, arXiv:2210.17323) the columns of a matrix are rounded one after
another, and the error of each is taken out of those that follow, by how its inputs go with theirs on
calibration texts.
"""

from collections.abc import Iterable

import torch
from torch import nn
from transformers import BertModel

from lexdesk_trainer.export.batches import Feed
from lexdesk_trainer.export.inputs import watch

STEPS = 64
"""What onnxruntime makes of the largest weight of an output channel, with ``reduce_range``: steps of its scale."""

_DAMPING = 0.01
"""Share of the mean that is added to the diagonal, as in the paper, so that a matrix can be inverted."""


def compensate(encoder: BertModel, feeds: Iterable[Feed]) -> None:
    """Bring every matrix of the layers of ``encoder`` to the grid of its export, in place."""
    for linear, products in _products(encoder, feeds).items():
        linear.weight.data = rounded(linear.weight.data.double(), products).float()


def rounded(weight: torch.Tensor, products: torch.Tensor) -> torch.Tensor:
    """``weight`` (N, K) on the grid of each row; ``products`` (K, K) are those of its inputs, summed."""
    mean = products.diagonal().mean()
    damped = products + (_DAMPING * mean + 1e-12) * torch.eye(len(products), dtype=products.dtype)
    inverse = torch.cholesky_inverse(torch.linalg.cholesky(damped))
    follows = torch.linalg.cholesky(
        inverse, upper=True
    )  # (K, K): what each column does to later ones
    largest, place = weight.abs().max(1)
    step = (largest / STEPS).clamp(min=1e-12)
    left, found = weight.clone(), torch.empty_like(weight)
    for column, effect in enumerate(follows):
        nearest = torch.round(left[:, column] / step).clamp(-STEPS, STEPS) * step
        # The largest weight of a row, which decides its scale, stays what it is.
        nearest = torch.where(place == column, weight[:, column], nearest)
        error = (left[:, column] - nearest) / effect[column]
        left[:, column:] -= torch.outer(error, effect[column:])
        found[:, column] = nearest
    return found


def _products(encoder: BertModel, feeds: Iterable[Feed]) -> dict[nn.Linear, torch.Tensor]:
    """For each matrix of the layers the sum of x xᵀ over its inputs x, float64 (K, K)."""
    found: dict[nn.Linear, torch.Tensor] = {}

    def see(matrix: nn.Linear, inputs: torch.Tensor) -> None:
        exact = inputs.double()
        found[matrix] = exact.T @ exact + found.get(matrix, 0)

    matrices = [each for each in encoder.encoder.modules() if isinstance(each, nn.Linear)]
    watch(encoder, matrices, feeds, see)
    return found
