"""Reduction of outliers in activations before quantization, without changing the function.

int8 activations share one scale per call; a single channel that reaches 28 leaves the other channels,
below 3, a tenth of the 256 steps. MiniLM has a few such channels at the two matrices of each feed-forward
block. As in SmoothQuant (Xiao et al. 2023, arXiv:2211.10438) such a channel is divided by a factor and
its column of weights multiplied by it. The factor brings the channel down to a quantile of all channels;
the weighted ratio of the paper measured worse.
"""

from collections.abc import Iterable
from typing import Any

import torch
from torch import nn
from transformers import BertModel

from lexdesk_trainer.export.batches import Feed
from lexdesk_trainer.export.inputs import observe_inputs


class SmoothedLinear(nn.Module):
    """``linear`` on inputs (..., K) with channels divided by ``factors`` (K,), equal in result."""

    def __init__(self, linear: nn.Linear, factors: torch.Tensor):
        super().__init__()
        self.linear = linear
        self.inverse = nn.Parameter(1 / factors)
        linear.weight.data *= factors  # (N, K) * (K,)

    def forward(self, inputs: torch.Tensor) -> torch.Tensor:
        """Return the result of the original linear layer."""
        result: torch.Tensor = self.linear(inputs * self.inverse)
        return result


def smooth(encoder: BertModel, feeds: Iterable[Feed], quantile: float) -> None:
    """Smooth both matrices of every feed-forward block of ``encoder``, in place."""
    peaks = _peaks(encoder, feeds)
    for block in _feed_forward(encoder):
        block.dense = SmoothedLinear(block.dense, _factors(peaks[block.dense], quantile))


def _feed_forward(encoder: BertModel) -> list[Any]:
    """Return the blocks with a feed-forward ``dense``; torch types modules loosely."""
    layers: list[Any] = list(encoder.encoder.layer)
    return [block for layer in layers for block in (layer.intermediate, layer.output)]


def _factors(peaks: torch.Tensor, quantile: float) -> torch.Tensor:
    return (peaks / torch.quantile(peaks, quantile)).clamp(min=1.0)


def _peaks(encoder: BertModel, feeds: Iterable[Feed]) -> dict[nn.Module, torch.Tensor]:
    """Return for each feed-forward matrix the largest absolute input of each channel (K,)."""
    peaks: dict[nn.Module, torch.Tensor] = {}

    def see(matrix: nn.Linear, inputs: torch.Tensor) -> None:
        largest = inputs.abs().amax(0)
        peaks[matrix] = torch.maximum(peaks[matrix], largest) if matrix in peaks else largest

    observe_inputs(encoder, [block.dense for block in _feed_forward(encoder)], feeds, see)
    return peaks
