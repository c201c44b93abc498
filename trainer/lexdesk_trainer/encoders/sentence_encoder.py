"""The torch module that is exported: a BERT encoder with pooling and scaling inside."""

from collections.abc import Mapping
from pathlib import Path
from typing import cast

import torch
from torch import nn
from transformers import AutoConfig, BertModel

from lexdesk.errors import ModelError
from lexdesk_trainer.encoders.source import Source
from lexdesk_trainer.error_codes import TrainingCode

Shape = tuple[str | int, ...]
"""Of an output: the name of each dimension that differs from call to call, the size of the others."""


def outputs(width: int) -> dict[str, Shape]:
    """What an embedder of ``width`` dimensions gives."""
    return {"embedding": ("batch", width), "tokens": ("batch", "tokens", width)}


class SentenceEncoder(nn.Module):
    """Token ids and mask (B, T) -> ``embedding`` (B, D) and ``tokens`` (B, T, D).

    As lexdesk.models.manifest describes them: ``tokens`` are those of the layer halfway, of length one,
    or nought where the mask is.
    """

    def __init__(self, encoder: BertModel, pooling: str, normalize: bool):
        super().__init__()
        self.encoder = encoder
        self.config = encoder.config  # the exporter asks the module for it
        self.inputs: tuple[str, ...] = ("input_ids", "attention_mask")
        self.outputs: Mapping[str, Shape] = outputs(encoder.config.hidden_size)
        self.pooling = pooling
        self.normalize = normalize

    def forward(
        self, input_ids: torch.Tensor, attention_mask: torch.Tensor
    ) -> dict[str, torch.Tensor]:
        """Encode, pool over the tokens whose mask is 1, and scale to length one where asked."""
        hidden, halfway = layers(self.encoder, input_ids, attention_mask)  # (B, T, D)
        pooled = hidden[:, 0] if self.pooling == "cls" else mean(hidden, attention_mask)  # (B, D)
        tokens = nn.functional.normalize(halfway, dim=-1) * attention_mask.unsqueeze(-1)
        return {
            "embedding": nn.functional.normalize(pooled, dim=-1) if self.normalize else pooled,
            "tokens": tokens,
        }


def layers(
    encoder: BertModel, input_ids: torch.Tensor, attention_mask: torch.Tensor
) -> tuple[torch.Tensor, torch.Tensor]:
    """Vectors of tokens (B, T, D) by the last layer, which are pooled, and by the one halfway.

    Held against each other token by token, those halfway order passages nearly as well as the last ones,
    for half the time.
    """
    found = encoder(
        input_ids=input_ids, attention_mask=attention_mask, output_hidden_states=True
    ).hidden_states  # what the layers read first, then each layer
    return found[-1], found[len(found) // 2]


def load(source: Source) -> SentenceEncoder:
    """Load the weights of ``source`` in float32; the token type ids are fixed to zero."""
    encoder = _bert(source.folder)
    limit = encoder.config.max_position_embeddings
    if source.maximum_tokens > limit:
        raise ModelError(
            TrainingCode.TOO_MANY_TOKENS,
            base=source.base,
            limit=limit,
            maximum_tokens=source.maximum_tokens,
        )
    return SentenceEncoder(encoder, source.pooling, source.normalize).eval()


def _bert(folder: Path) -> BertModel:
    try:
        config = AutoConfig.from_pretrained(folder, local_files_only=True)
        if config.model_type != "bert":
            raise ModelError(TrainingCode.ONLY_BERT, folder=folder, model_type=config.model_type)
        model = BertModel.from_pretrained(folder, local_files_only=True, dtype=torch.float32)
    except (OSError, ValueError) as problem:
        raise ModelError(
            TrainingCode.NO_WEIGHTS, folder=folder, reason=_first_line(problem)
        ) from None
    return cast(BertModel, model)


def mean(hidden: torch.Tensor, attention_mask: torch.Tensor) -> torch.Tensor:
    """Mean over the tokens whose mask is 1: (B, T, D) and (B, T) -> (B, D)."""
    mask = attention_mask.unsqueeze(-1).to(hidden.dtype)  # (B, T, 1)
    return (hidden * mask).sum(1) / mask.sum(1).clamp(min=1.0)


def _first_line(problem: Exception) -> str:
    return str(problem).partition("\n")[0]
