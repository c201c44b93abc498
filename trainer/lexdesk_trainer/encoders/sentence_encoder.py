"""The exported torch module: a BERT encoder with pooling and normalization."""

from collections.abc import Mapping

import torch
from torch import nn
from transformers import BertModel

from lexdesk.errors import ModelError
from lexdesk_trainer.encoders import bert
from lexdesk_trainer.encoders.trained_encoder import TrainedEncoder
from lexdesk_trainer.error_codes import TrainingCode

Shape = tuple[str | int, ...]
"""Shape of an output: names of variable dimensions, sizes of fixed ones."""


def outputs(width: int) -> dict[str, Shape]:
    """Return the output shapes of an embedder of ``width`` dimensions."""
    return {"embedding": ("batch", width), "tokens": ("batch", "tokens", width)}


class SentenceEncoder(nn.Module):
    """Token ids and mask (B, T) -> ``embedding`` (B, D) and ``tokens`` (B, T, D).

    Contract in lexdesk.models.manifest: ``tokens`` are unit vectors of the middle layer, zero at masked
    positions.
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
        """Encode, pool over unmasked tokens, and normalize if configured."""
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
    """Return token vectors (B, T, D) of the last layer, for pooling, and of the middle layer.

    In late interaction the middle layer ranks passages nearly as well as the last one, in half the time.
    """
    # The embeddings, then the output of each layer.
    found = encoder(
        input_ids=input_ids, attention_mask=attention_mask, output_hidden_states=True
    ).hidden_states
    return found[-1], found[len(found) // 2]


def load(trained: TrainedEncoder) -> SentenceEncoder:
    """Load the weights of ``trained`` in float32; token type ids are fixed to zero."""
    encoder = bert.load(trained.folder)
    limit = encoder.config.max_position_embeddings
    if trained.maximum_tokens > limit:
        raise ModelError(
            TrainingCode.TOO_MANY_TOKENS,
            base=trained.base,
            limit=limit,
            maximum_tokens=trained.maximum_tokens,
        )
    return SentenceEncoder(encoder, trained.pooling, trained.normalize).eval()


def mean(hidden: torch.Tensor, attention_mask: torch.Tensor) -> torch.Tensor:
    """Average the unmasked tokens: (B, T, D) and (B, T) -> (B, D)."""
    mask = attention_mask.unsqueeze(-1).to(hidden.dtype)  # (B, T, 1)
    return (hidden * mask).sum(1) / mask.sum(1).clamp(min=1.0)
