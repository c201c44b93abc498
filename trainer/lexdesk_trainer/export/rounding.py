"""Rounding of matrices to eight bits with error compensation, so that training survives it.

An adapted model starts on the grid of its own export. Training moves most weights by less than half a
step, and rounding to the nearest value would undo it: the export would equal the old model. As in GPTQ
(Frantar et al. 2023, arXiv:2210.17323), columns of a matrix are rounded in turn, and the error of each is
subtracted from the following ones, by the correlation of their inputs on calibration texts.
"""

from collections.abc import Iterable

import torch
from torch import nn
from transformers import BertModel

from lexdesk_trainer.export.batches import Feed
from lexdesk_trainer.export.inputs import observe_inputs

STEPS = 64
"""Steps of its scale for the largest weight of an output channel in onnxruntime, with ``reduce_range``."""

_DAMPING = 0.01
"""Share of the mean added to the diagonal, as in the paper, to make a matrix invertible."""


def compensate(encoder: BertModel, feeds: Iterable[Feed]) -> None:
    """Round every matrix of the layers of ``encoder`` to the grid of its export, in place."""
    for linear, products in _products(encoder, feeds).items():
        linear.weight.data = round_matrix(linear.weight.data.double(), products).float()


def round_matrix(weight: torch.Tensor, products: torch.Tensor) -> torch.Tensor:
    """Round ``weight`` (N, K) to the grid of each row; ``products`` (K, K) are sums of its inputs' products."""
    mean = products.diagonal().mean()
    damped = products + (_DAMPING * mean + 1e-12) * torch.eye(len(products), dtype=products.dtype)
    inverse = torch.cholesky_inverse(torch.linalg.cholesky(damped))
    # (K, K): what each column does to later ones.
    follows = torch.linalg.cholesky(inverse, upper=True)
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
    """Sum x xᵀ over the inputs x of each matrix of the layers, float64 (K, K)."""
    found: dict[nn.Linear, torch.Tensor] = {}

    def see(matrix: nn.Linear, inputs: torch.Tensor) -> None:
        exact = inputs.double()
        found[matrix] = exact.T @ exact + found.get(matrix, 0)

    matrices = [module for module in encoder.encoder.modules() if isinstance(module, nn.Linear)]
    observe_inputs(encoder, matrices, feeds, see)
    return found
