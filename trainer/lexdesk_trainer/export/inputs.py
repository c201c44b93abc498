"""Inputs of the matrices of an encoder on calibration texts."""

from collections.abc import Callable, Iterable

import torch
from torch import nn
from transformers import BertModel

from lexdesk_trainer.export.batches import Feed


def observe_inputs(
    encoder: BertModel,
    matrices: Iterable[nn.Linear],
    feeds: Iterable[Feed],
    see: Callable[[nn.Linear, torch.Tensor], None],
) -> None:
    """Run ``encoder`` on ``feeds``; call ``see`` with each matrix and its inputs (rows, K), call by call."""

    def seen(module: nn.Linear, inputs: tuple[torch.Tensor, ...], _: torch.Tensor) -> None:
        see(module, inputs[0].flatten(0, -2))

    hooks = [matrice.register_forward_hook(seen) for matrice in matrices]
    try:
        with torch.no_grad():
            for feed in feeds:
                encoder(**{name: torch.from_numpy(array) for name, array in feed.items()})
    finally:
        for hook in hooks:
            hook.remove()
